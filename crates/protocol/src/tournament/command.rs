//! The commands of a tournament.

use super::{EntrantId, GameResult, PairingId, TournamentSettings, Venue};
use serde::{Deserialize, Serialize};
use taijitu_ids::PlayerId;
use ts_rs::TS;
use utoipa::ToSchema;

/// What a player or the host wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentCommand {
    /// Enters: alone, or with a partner and the name of the team.
    Enter {
        /// The partner.
        #[serde(default)]
        #[ts(optional)]
        partner: Option<PlayerId>,
        /// The team's name.
        #[serde(default)]
        #[ts(optional)]
        team: Option<String>,
    },
    /// Agrees to play in a team.
    Agree {
        /// The team.
        entrant: EntrantId,
    },
    /// Leaves the tournament.
    Withdraw {},
    /// Is not paired until further notice.
    Absent {},
    /// Is paired again.
    Return {},
    /// Enters the result of one's game on a real board.
    Claim {
        /// The pairing.
        pairing: PairingId,
        /// The result.
        result: GameResult,
    },
    /// Chooses where a pairing is played. A player of the pairing may do it too.
    Move {
        /// The pairing.
        pairing: PairingId,
        /// The new place of play.
        venue: Venue,
    },
    /// Host: changes the settings before the start.
    Change {
        /// All of them.
        settings: Box<TournamentSettings>,
    },
    /// Host: starts.
    Start {},
    /// Host: pairs the next round.
    NextRound {},
    /// Host: pauses the round.
    Pause {},
    /// Host: ends a pause.
    Resume {},
    /// Host: removes an entrant.
    Remove {
        /// The entrant to remove.
        entrant: EntrantId,
    },
    /// Host: enters a result, also where the players disagree.
    Decide {
        /// The pairing.
        pairing: PairingId,
        /// The result.
        result: GameResult,
    },
    /// Host: replaces the last result of a pairing.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// The result.
        result: GameResult,
        /// The reason, for the log.
        reason: String,
    },
    /// Host: ends the tournament without a winner.
    CallOff {
        /// The reason, for all who take part.
        reason: String,
    },
    /// Moderators: replaces the name of the tournament and takes its notes away, for good and at any time; or replaces the name
    /// of a team.
    Rename {
        /// The new name.
        name: String,
        /// The team; without one it is the tournament.
        #[serde(default)]
        #[ts(optional)]
        entrant: Option<EntrantId>,
    },
}

/// A command without details, as it is named in the list of what a player may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentAct {
    /// Enter, or enter again.
    Enter,
    /// Leave the tournament.
    Withdraw,
    /// Not be paired for a while.
    Absent,
    /// Be paired again.
    Return,
    /// Change the settings.
    Change,
    /// Start.
    Start,
    /// Pair the next round.
    NextRound,
    /// Pause.
    Pause,
    /// Go on.
    Resume,
    /// Remove entrants.
    Remove,
    /// Enter results of running games.
    Decide,
    /// Replace results.
    Correct,
    /// End it without a winner.
    CallOff,
}

/// A command with an id chosen by the client: sent twice, it happens once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentRequest {
    /// Any text of up to 64 characters, new for each thing to do.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// What to do.
    #[serde(flatten)]
    pub command: TournamentCommand,
}
