//! The lobby: open tables, running games, who is online, quick pairing.

use crate::event::Sitter;
use crate::rating::RatingChange;
use crate::table::{Outcome, Setup, Side, State, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use taijitu_ids::{GameId, TableId};
use ts_rs::TS;
use utoipa::ToSchema;

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LobbyTable {
    /// Its id.
    pub id: TableId,
    /// Where it stands.
    pub state: State,
    /// What was agreed.
    pub setup: Setup,
    /// Who sits where; `null` is a free seat.
    pub seats: Vec<Option<Sitter>>,
    /// The number of the game, once one was started.
    pub number: u32,
    /// How many turns it has.
    pub turns: u32,
    /// When something last happened.
    #[ts(type = "number")]
    pub updated: i64,
}

/// Tables anybody may see, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Lobby {
    /// The tables.
    pub tables: Vec<LobbyTable>,
    /// Where the next page begins: give it back as `before`.
    pub next: Option<String>,
}

/// One of my tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct MyTable {
    /// The table.
    #[serde(flatten)]
    pub table: LobbyTable,
    /// Whether it is my turn.
    pub my_turn: bool,
    /// When a clock runs out, if one runs, milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub deadline: Option<i64>,
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameLine {
    /// Its id.
    pub id: GameId,
    /// The game.
    pub game: String,
    /// The options that differ from the usual ones.
    #[serde(default)]
    pub variant: BTreeMap<String, String>,
    /// Who played which colour.
    pub players: Vec<(Side, Sitter)>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many turns.
    pub turns: u32,
    /// When it ended.
    #[ts(type = "number")]
    pub ended: i64,
    /// What it changed, by seat, if it was rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RatingChange>>")]
    pub ratings: Vec<RatingChange>,
}

/// Finished games, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameLine>,
    /// Where the next page begins: give it back as `before`.
    pub next: Option<String>,
}

/// What is going on at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct OnlineCounts {
    /// Players with an open socket, guests included.
    pub players: u32,
    /// Games being played, private ones included.
    pub games: u32,
}

/// "YINSH, 5 minutes, anyone."
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct QuickPairing {
    /// The game's id.
    pub game: String,
    /// Its options; missing ones have their defaults.
    pub options: BTreeMap<String, String>,
    /// The clock.
    pub time: Time,
    /// Whether the game counts for the players' ratings; accounts only.
    pub rated: bool,
}

/// A place was found, or a table opened to wait at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PairingResult {
    /// The table.
    pub table: TableId,
    /// Whether the game has started; otherwise the table waits for an opponent.
    pub started: bool,
}

/// Where a player waits to be paired, or the game that pairing has just started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PairingSearch {
    /// The table.
    pub table: TableId,
    /// Whether its game has started.
    pub started: bool,
    /// When the table was opened, milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// My rating as far as pairing is concerned; 1500 before the first rated game.
    pub rating: i32,
    /// How far from it an opponent's rating may be by now; `null` is any distance.
    pub within: Option<i32>,
}
