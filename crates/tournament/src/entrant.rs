//! The entrants of a tournament: a player, a team of two, or a level of the computer.

use serde::{Deserialize, Serialize};
use taijitu_protocol::{EntrantId, EntrantPresence, Level, PairingId, PlayerId};

/// One line of the standings: a player, a team, or the computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Members {
    /// One player.
    Player(PlayerId),
    /// Two players who play one colour of a four-player game together.
    Team {
        /// The name of the team.
        name: String,
        /// The player who entered the team, and the partner.
        players: [PlayerId; 2],
    },
    /// The computer, which fills an odd field.
    Level(Level),
}

impl Members {
    /// The people among them.
    #[must_use]
    pub fn players(&self) -> &[PlayerId] {
        match self {
            Self::Player(player) => std::slice::from_ref(player),
            Self::Team { players, .. } => players,
            Self::Level(_) => &[],
        }
    }
}

/// An entrant as the log has made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its number.
    pub id: EntrantId,
    /// The player, team or engine.
    pub members: Members,
    /// The rating at entry: for seeding, and for the performance in an arena.
    pub rating: Option<u16>,
    /// Whether it is paired.
    pub presence: EntrantPresence,
    /// Its pairings, in order.
    pub pairings: Vec<PairingId>,
    /// The rounds in which it had a bye.
    pub byes: Vec<u16>,
    /// Whether all its players have agreed to play.
    pub(crate) is_agreed: bool,
    /// How often it has left, come back or been absent.
    pub(crate) changes: u16,
    /// Since when it can be paired; in an arena since the end of its last game.
    pub(crate) waits_since: i64,
}

impl Entrant {
    /// Whether this is the computer that fills an odd field.
    #[must_use]
    pub const fn is_filler(&self) -> bool {
        matches!(self.members, Members::Level(_))
    }

    pub(crate) const fn set_presence(&mut self, presence: EntrantPresence, at: i64) {
        self.presence = presence;
        self.changes = self.changes.saturating_add(1);
        self.waits_since = at;
    }

    /// Whether a player belongs to it. The invited partner of a team does only once he or she has agreed.
    #[must_use]
    pub fn has_player(&self, player: PlayerId) -> bool {
        match &self.members {
            Members::Team { players, .. } if !self.is_agreed => players[0] == player,
            members => members.players().contains(&player),
        }
    }
}
