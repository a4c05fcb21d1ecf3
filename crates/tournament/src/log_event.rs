//! The entries of a tournament's log. Players are named by id, so that deleting an account changes one row.

use crate::entrant::Members;
use crate::pairing_log::PairedRow;
use serde::{Deserialize, Serialize};
use taijitu_protocol::{EntrantId, GameResult, PairingId, PlayerId, TournamentSettings, Venue};

/// The version of the entries this program writes. It reads this version only.
pub const LOG_VERSION: u8 = 1;

/// How a result became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The game at the table ended.
    Table,
    /// Both players entered it.
    Players,
    /// The host entered it.
    Host,
    /// An entrant was missing or withdrew.
    Absence,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LogEvent {
    /// The tournament was made.
    Opened {
        /// The host.
        host: PlayerId,
        /// Its settings.
        settings: TournamentSettings,
    },
    /// The host changed the settings before the start.
    Changed {
        /// All of them.
        settings: TournamentSettings,
    },
    /// Somebody entered. A team is paired after its second player has agreed.
    Entered {
        /// The next number.
        entrant: EntrantId,
        /// The player, team or engine.
        members: Members,
        /// The rating at this time.
        rating: Option<u16>,
    },
    /// The second player of a team agreed.
    Agreed {
        /// The team.
        entrant: EntrantId,
    },
    /// An entrant left the tournament.
    Withdrew {
        /// The entrant that left.
        entrant: EntrantId,
    },
    /// An entrant is not paired from now on.
    Absent {
        /// The absent entrant.
        entrant: EntrantId,
    },
    /// An absent or withdrawn entrant is paired again.
    Back {
        /// The entrant that returned.
        entrant: EntrantId,
    },
    /// The tournament started.
    Started {
        /// What draws depend on.
        seed: u64,
        /// The seeding: the strongest first, or the draw of a round robin. Later entrants come after these.
        order: Vec<EntrantId>,
    },
    /// A round was paired; in an arena a batch of those who waited.
    Paired {
        /// The round, from 1.
        round: u16,
        /// The number of the first row's pairing; the others follow.
        first: PairingId,
        /// The pairings, by table number.
        rows: Vec<PairedRow>,
        /// Those without an opponent.
        byes: Vec<EntrantId>,
    },
    /// The table of a game was opened.
    Table {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
    },
    /// A pairing moved to a real board, or back to the page.
    Moved {
        /// The pairing.
        pairing: PairingId,
        /// Where it is played.
        venue: Venue,
    },
    /// A player entered the result of a game on a real board.
    Claimed {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
        /// Which of the two.
        entrant: EntrantId,
        /// The result as the player entered it.
        result: GameResult,
    },
    /// A game has a result.
    Result {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
        /// The result.
        result: GameResult,
        /// How it became known.
        source: Source,
    },
    /// The host replaced a result.
    Corrected {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
        /// The new result.
        result: GameResult,
        /// The reason the host gave.
        reason: String,
        /// The author; `None` for the operator of the site.
        by: Option<PlayerId>,
    },
    /// The round was paused: nothing is paired.
    Paused {},
    /// The pause ended.
    Resumed {},
    /// There will be no (further) games, and no winner.
    CalledOff {
        /// Why, in the words of the host; none if there were too few entrants or nothing happened for long.
        reason: Option<String>,
    },
    /// The standings are final.
    Finished {},
    /// A moderator replaced the name of the tournament, whose notes are gone, or the name of a team.
    Renamed {
        /// The new name.
        name: String,
        /// The team; `None` is the tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entrant: Option<EntrantId>,
    },
}

/// An event with its number, its time, and who made it happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// From 1, without gaps.
    pub n: u64,
    /// Server time in milliseconds; never before the entry before it.
    pub at: i64,
    /// Who, and the id they gave their request.
    pub request: Option<(PlayerId, String)>,
    /// The event.
    pub event: LogEvent,
}

/// What is stored of an entry.
#[derive(Serialize)]
struct EntryBody<'a> {
    v: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    r: Option<&'a (PlayerId, String)>,
    e: &'a LogEvent,
}

/// The same, read back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredBody {
    #[serde(rename = "v")]
    _version: u8,
    #[serde(default)]
    r: Option<(PlayerId, String)>,
    e: LogEvent,
}

/// A stored entry that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableEntry {
    /// Not an entry of any version.
    #[error("not an entry of a tournament’s log: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Written by another program.
    #[error("version {0} of the log; this program reads {LOG_VERSION}")]
    Version(u8),
}

impl LogEntry {
    /// What is stored beside number and time.
    #[must_use]
    pub fn body(&self) -> String {
        let body = EntryBody { v: LOG_VERSION, r: self.request.as_ref(), e: &self.event };
        serde_json::to_string(&body).expect("an event is plain data")
    }

    /// Parses a stored body.
    ///
    /// # Errors
    /// [`UnreadableEntry`] if the text was not written by [`LogEntry::body`] of this version. Unknown events and
    /// unknown fields are errors: ignoring them would fold to another tournament.
    pub fn read(n: u64, at: i64, body: &str) -> Result<Self, UnreadableEntry> {
        #[derive(Deserialize)]
        struct Version {
            v: u8,
        }
        let Version { v } = serde_json::from_str(body)?;
        if v != LOG_VERSION {
            return Err(UnreadableEntry::Version(v));
        }
        let StoredBody { r, e, .. } = serde_json::from_str(body)?;
        Ok(Self { n, at, request: r, event: e })
    }
}
