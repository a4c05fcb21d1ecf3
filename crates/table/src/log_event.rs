//! The entries of a table's log. Players are named by id, so that deleting an account changes one row.
//!
//! Seats are counted from 0 in the log and from 1 in messages.

use crate::log_seat;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use taijitu_protocol::json::{self, flattened, tagged};
use taijitu_protocol::{GameId, Level, PlayerId, Room, Seat, Setup, Side};

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// A guest or an account.
    Player(PlayerId),
    /// An engine of this level.
    Engine(Level),
}

/// What an offer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferTerms {
    /// A draw.
    Draw,
    /// To take back turns until this number of turns is left.
    Takeback(u32),
    /// To stop the clocks.
    Pause,
    /// To let them run again.
    Resume,
    /// Another game.
    Rematch,
    /// To take the seat of a player who left.
    Replace {
        /// Which seat.
        #[serde(with = "log_seat")]
        seat: Seat,
        /// Who would take it.
        newcomer: PlayerId,
    },
}

/// Declares the events, and the same once more with their names outside, which is what [`tagged`] reads.
macro_rules! log_events {
    ($(#[$attribute:meta])* pub enum LogEvent { $($variants:tt)* }) => {
        $(#[$attribute])*
        pub enum LogEvent { $($variants)* }

        #[derive(Deserialize)]
        #[serde(remote = "LogEvent", rename_all = "lowercase")]
        enum NamedLogEvent { $($variants)* }
    };
}

log_events! {
    /// An event of the log. `left` is what each seat has on its clock afterwards, in milliseconds.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "t", rename_all = "lowercase")]
    #[expect(missing_docs, reason = "the events of the protocol say what each field means")]
    pub enum LogEvent {
        Opened {
            host: PlayerId,
            setup: Setup,
        },
        Changed {
            setup: Setup,
        },
        Seated {
            #[serde(with = "log_seat")]
            seat: Seat,
            who: Occupant,
        },
        Freed {
            #[serde(with = "log_seat")]
            seat: Seat,
        },
        /// `even` is the colour of seats 0 and 2.
        Started {
            number: u32,
            game: GameId,
            even: Side,
            options: BTreeMap<String, String>,
            revision: u32,
            #[serde(with = "log_seat::list")]
            acts: Vec<Seat>,
            left: Vec<i64>,
        },
        /// `shown` is the turn without its secret part, where it has one.
        Played {
            turn: u32,
            #[serde(with = "log_seat")]
            seat: Seat,
            text: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            shown: Option<String>,
            spent: i64,
            lag: i64,
            #[serde(with = "log_seat::list")]
            acts: Vec<Seat>,
            left: Vec<i64>,
        },
        Round {
            number: u32,
            points: (u32, u32),
            #[serde(with = "log_seat::list")]
            acts: Vec<Seat>,
        },
        Offered {
            #[serde(default, with = "log_seat::option")]
            by: Option<Seat>,
            matter: OfferTerms,
        },
        Agreed {
            #[serde(with = "log_seat")]
            seat: Seat,
        },
        Declined {
            #[serde(default, with = "log_seat::option")]
            seat: Option<Seat>,
        },
        Takenback {
            turns: u32,
            #[serde(with = "log_seat::list")]
            acts: Vec<Seat>,
            left: Vec<i64>,
        },
        Paused {
            left: Vec<i64>,
        },
        Resumed {
            left: Vec<i64>,
        },
        Vacation {
            #[serde(with = "log_seat")]
            seat: Seat,
            until: i64,
            left: Vec<i64>,
        },
        Gift {
            #[serde(with = "log_seat")]
            to: Seat,
            seconds: u32,
            left: Vec<i64>,
        },
        Resigning {
            #[serde(with = "log_seat")]
            seat: Seat,
        },
        Absent {
            #[serde(with = "log_seat")]
            seat: Seat,
            claim_at: i64,
        },
        Back {
            #[serde(with = "log_seat")]
            seat: Seat,
        },
        Ended {
            winner: Option<Side>,
            reason: String,
            left: Vec<i64>,
        },
        Silenced {
            #[serde(with = "log_seat")]
            seat: Seat,
            room: Room,
            off: bool,
        },
        Closed,
        /// A turn of a finished game that was played without a log.
        Erased,
    }
}

impl<'de> Deserialize<'de> for LogEvent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        tagged(from, "t", NamedLogEvent::deserialize)
    }
}

impl LogEvent {
    /// The player whose name is needed to render the event, besides those who sit at the table.
    #[must_use]
    pub const fn mentions(&self) -> Option<PlayerId> {
        match self {
            Self::Opened { host: player, .. }
            | Self::Seated { who: Occupant::Player(player), .. }
            | Self::Offered { matter: OfferTerms::Replace { newcomer: player, .. }, .. } => Some(*player),
            _ => None,
        }
    }

    /// Whether every viewer gets the same event: false for turns with a secret part, and for rooms that a seat
    /// hides from itself.
    #[must_use]
    pub const fn is_same_for_all(&self) -> bool {
        !matches!(self, Self::Played { shown: Some(_), .. } | Self::Silenced { .. })
    }
}

/// An event with its number, its time, and its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// From 1, without gaps.
    pub n: u64,
    /// Server time in milliseconds; never before the previous entry, unless that one was written by a clock
    /// that was ahead by more than a minute.
    pub at: i64,
    /// The author, and the id of their request.
    pub request: Option<(PlayerId, String)>,
    /// The event.
    pub event: LogEvent,
}

/// The stored part of an entry.
#[derive(Serialize)]
struct EntryBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    r: Option<&'a (PlayerId, String)>,
    #[serde(flatten)]
    event: &'a LogEvent,
}

/// The same, for parsing.
#[derive(Deserialize)]
struct StoredRequest {
    #[serde(default)]
    r: Option<(PlayerId, String)>,
}

struct StoredBody {
    r: Option<(PlayerId, String)>,
    event: LogEvent,
}

impl<'de> Deserialize<'de> for StoredBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (StoredRequest { r }, event) =
            flattened(from, &["r"], StoredRequest::deserialize, LogEvent::deserialize)?;
        Ok(Self { r, event })
    }
}

impl LogEntry {
    /// The stored text, without number and time.
    #[must_use]
    pub fn body(&self) -> String {
        let body = EntryBody { r: self.request.as_ref(), event: &self.event };
        serde_json::to_string(&body).expect("an event is plain data")
    }

    /// Parses a stored body.
    ///
    /// # Errors
    /// [`serde_json::Error`] if the text was not written by [`LogEntry::body`].
    pub fn read(n: u64, at: i64, body: &str) -> Result<Self, serde_json::Error> {
        let StoredBody { r, event } = json::read_stored(body)?;
        Ok(Self { n, at, request: r, event })
    }
}
