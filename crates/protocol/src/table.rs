//! A table as it is opened, and as a viewer sees it.

use crate::account::Profile;
use crate::chat::Room;
use crate::event::{EventView, Offer, Sitter};
use crate::json::{JsonTree, tagged};
use crate::rating::RatingChange;
use crate::recovery::QrPicture;
use crate::scene::{Clocks, Scene, Words};
use crate::seat::Seat;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use taijitu_ids::{GameId, TableId, TournamentId};
use ts_rs::TS;
use utoipa::ToSchema;

// The wire form of `taijitu_rules::Side`; same name because it is the same thing in JSON.
/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// The level of an engine, 1 to 8.
pub type Level = u8;

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Time {
    /// No clock.
    #[default]
    None,
    /// A number of seconds for each player and the whole game, and an increment after each turn.
    Total {
        /// Seconds for the whole game.
        seconds: u32,
        /// Seconds added after each own turn.
        #[serde(default)]
        increment: u32,
    },
    /// Correspondence: a number of days for each turn.
    Days {
        /// Days for a turn.
        days: u32,
    },
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The same, named outside.
        #[derive(Deserialize)]
        #[serde(remote = "Time", rename_all = "lowercase", deny_unknown_fields)]
        enum NamedTime {
            #[serde(deserialize_with = "crate::strict::nothing")]
            None,
            Total {
                seconds: u32,
                #[serde(default)]
                increment: u32,
            },
            Days {
                days: u32,
            },
        }
        tagged(from, "kind", NamedTime::deserialize)
    }
}

/// How colours are given to the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// Drawn when the game starts.
    #[default]
    Random,
    /// Players choose by sitting down: seat 1 (and 3) is White, seat 2 (and 4) Black.
    Chosen,
    /// The same seats, but only the host says who sits where.
    Host,
}

/// Whether the turns of a game are kept when it is over, and who finds them. Requests may also say `true` for `on` and
/// `false` for `off`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Log {
    /// Anybody finds the game in the archive.
    #[default]
    On,
    /// The game is found by its link only.
    Link,
    /// The turns are deleted.
    Off,
}

impl Log {
    /// Every choice with its word.
    pub const WORDS: [(&'static str, Self); 3] = [("on", Self::On), ("link", Self::Link), ("off", Self::Off)];

    /// The choice a word names; none if there is no such choice.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::WORDS.into_iter().find_map(|(name, log)| (name == word).then_some(log))
    }
}

impl<'de> Deserialize<'de> for Log {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match JsonTree::deserialize(deserializer)? {
            JsonTree::Flag(true) => Ok(Self::On),
            JsonTree::Flag(false) => Ok(Self::Off),
            JsonTree::Text(word) => {
                Self::parse(&word).ok_or_else(|| D::Error::unknown_variant(&word, &["on", "link", "off"]))
            }
            _ => Err(D::Error::custom("a log is on, link or off, or true or false")),
        }
    }
}

/// What is agreed before a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Setup {
    /// The game's id: `yinsh`, `y`, …
    pub game: String,
    /// Its own options, all of them.
    pub options: BTreeMap<String, String>,
    /// The clock.
    pub time: Time,
    /// Whether the turns are kept when the game is over.
    pub log: bool,
    /// Whether anybody finds the finished game in the archive. Tables that were opened before this field was there list
    /// their games if they are `public`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub listed: Option<bool>,
    /// Whether the lobby shows the table; otherwise only its link leads there.
    pub public: bool,
    /// How colours are given.
    pub colours: Colours,
    /// One browser plays all seats.
    pub hotseat: bool,
    /// Whether pairing has opened the table; then the game starts by itself as soon as the seats are taken.
    pub quick: bool,
    /// Whether the game starts by itself as soon as the seats are taken, although a player opened the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub autostart: bool,
    /// Whether games count for the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// The position games begin from, as a set-up, unless that is the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<String>,
    /// The tournament whose game is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<TournamentId>,
}

impl Setup {
    /// Whether anybody finds finished games of this table in the archive.
    #[must_use]
    pub fn lists_games(&self) -> bool {
        self.log && self.listed.unwrap_or(self.public)
    }
}

/// A request to open a table. Everything but the game has a default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct OpenTable {
    /// The game's id: `yinsh`, `y`, …
    pub game: String,
    /// Its options; missing ones have their defaults.
    pub options: BTreeMap<String, String>,
    /// The clock.
    pub time: Time,
    /// Whether the turns are kept, and who finds the game; `on` by default.
    #[ts(optional)]
    pub log: Option<Log>,
    /// Whether the lobby shows it; false by default.
    pub public: bool,
    /// How colours are given: chosen if a seat is requested, otherwise random.
    #[ts(optional)]
    pub colours: Option<Colours>,
    /// One browser plays all seats.
    pub hotseat: bool,
    /// The seat of the host, from 1; 0 for none; 1 by default.
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Engines at the other seats: a level for each.
    pub engines: Vec<Level>,
    /// Start at once if the seats are taken.
    pub start: bool,
    /// Start by itself as soon as the seats are taken, before the first game.
    pub autostart: bool,
    /// Whether games count for the players' ratings: accounts only, from the usual start, without engines and take back.
    pub rated: bool,
    /// The position the game begins from, as a set-up, unless that is the usual start.
    #[ts(optional)]
    pub from: Option<String>,
}

/// How a seat is requested: its number, or a colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(untagged)]
pub enum SeatChoice {
    /// From 1.
    Number(u8),
    /// `white`, `black`, `white-2`, …
    Name(String),
}

impl<'de> Deserialize<'de> for SeatChoice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let choice = match JsonTree::deserialize(from)? {
            JsonTree::Unsigned(number) => u8::try_from(number).ok().map(Self::Number),
            JsonTree::Text(name) => Some(Self::Name(name)),
            _ => None,
        };
        choice.ok_or_else(|| D::Error::custom("a seat is a number or a name"))
    }
}

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Before the first game.
    Open,
    /// A game is being played.
    Running,
    /// The last game has ended; a rematch may follow.
    Finished,
    /// Nothing more happens here.
    Closed,
}

// The wire form of `taijitu_rules::Outcome`; same name because it is the same thing in JSON.
/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Outcome {
    /// The winning colour; none is a draw, or no result if it was aborted.
    pub winner: Option<Side>,
    /// Why, in a stable English word or two.
    pub reason: String,
    /// Why, for players.
    pub words: Words,
    /// The end in one sentence; none for a reason the server does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sentences: Option<Sentences>,
}

/// How a game ended in one sentence, for different readers: `You win: your chain joins all three sides.` A draw
/// reads the same for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Sentences {
    /// For the winner.
    pub winner: Words,
    /// For the loser.
    pub loser: Words,
    /// To everybody else.
    pub others: Words,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatView {
    /// From 1.
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Option<Sitter>,
    /// The colour it plays, once that is known.
    pub side: Option<Side>,
    /// Whether the player of the seat is connected.
    pub present: bool,
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct OfferView {
    /// The number of its event: say it with the answer, and a stale answer does no harm.
    #[ts(type = "number")]
    pub n: u64,
    /// The seat that offers; none if the request comes from a player without a seat.
    pub by: Option<Seat>,
    /// The offer.
    pub offer: Offer,
    /// Seats that have not answered yet.
    pub waits_for: Vec<Seat>,
}

/// A player who is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Absence {
    /// The seat.
    pub seat: Seat,
    /// From when (milliseconds, server time) the opponent may claim the game, on the absent side's turn.
    #[ts(type = "number")]
    pub claim_at: i64,
}

/// A player who is on vacation: the clock of the seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatVacation {
    /// The seat.
    pub seat: Seat,
    /// Until when, milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// What is known of a turn besides its notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TurnFacts {
    /// The colour that played it; none for a line that opens a round.
    pub by: Option<Side>,
    /// The number of pieces it captured, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub captured: Option<u32>,
}

/// A game as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameView {
    /// 1, 2, … at this table.
    pub number: u32,
    /// Its id, for links and the archive.
    pub id: GameId,
    /// The turns so far as the viewer may read them; `round 2` opens a round.
    pub turns: Vec<String>,
    /// Facts about each of `turns`, in the same order.
    #[serde(default)]
    pub facts: Vec<TurnFacts>,
    /// The position.
    pub scene: Scene,
    /// The offer on the table.
    pub offer: Option<OfferView>,
    /// Seats that wish to resign and wait for their partner.
    pub resigning: Vec<Seat>,
    /// Whether the clocks stand by agreement.
    pub paused: bool,
    /// Who is missing.
    pub absent: Vec<Absence>,
    /// Who is on vacation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatVacation>>")]
    pub vacations: Vec<SeatVacation>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What it changed, by seat, if it was rated and is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RatingChange>>")]
    pub ratings: Vec<RatingChange>,
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableView {
    /// Its id, which is also its link.
    pub id: TableId,
    /// The number of its last event.
    #[ts(type = "number")]
    pub head: u64,
    /// Where it stands.
    pub state: State,
    /// What was agreed.
    pub setup: Setup,
    /// Who opened it.
    pub host: Profile,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The seats of the viewer, from 1.
    pub yours: Vec<Seat>,
    /// The running game, or the last one.
    pub game: Option<GameView>,
    /// Earlier games at this table, the last 100 of them, first to last.
    pub earlier: Vec<GameId>,
    /// Rooms the viewer has switched off.
    pub silenced: Vec<Room>,
    /// How many watch.
    pub watching: u32,
    /// Server time, milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
}

/// An invitation to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Invitation {
    /// The whole address of the table.
    pub link: String,
    /// The same as a QR code.
    pub qr: QrPicture,
}

/// Where a new table is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct NewTableLink {
    /// The table.
    pub table: TableId,
    /// Its link.
    pub link: String,
}

/// A command was carried out, and committed to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Ack {
    /// The number of the event it made.
    #[ts(type = "number")]
    pub n: u64,
}

/// Events from a number on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct EventsPage {
    /// The events, in order, without gaps.
    pub events: Vec<EventView>,
    /// The number of the table's last event.
    #[ts(type = "number")]
    pub head: u64,
    /// The clocks of the running game.
    pub clocks: Option<Clocks>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ArchivedGame {
    /// Its id.
    pub id: GameId,
    /// The table it was played at, if the viewer may know.
    pub table: Option<TableId>,
    /// The game.
    pub game: String,
    /// Who played which colour: seat 1, 2, …
    pub players: Vec<(Side, Sitter)>,
    /// How it ended.
    pub outcome: Outcome,
    /// When it began, milliseconds since 1970.
    #[ts(type = "number")]
    pub started: i64,
    /// When it ended.
    #[ts(type = "number")]
    pub ended: i64,
    /// How many turns.
    pub turns: u32,
    /// What it changed, by seat, if it was rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RatingChange>>")]
    pub ratings: Vec<RatingChange>,
    /// The record as text; none if the game was played without a log.
    pub record: Option<String>,
}
