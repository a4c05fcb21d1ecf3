//! What is going on in the house.

use crate::event::Sitter;
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
}

/// Finished games, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameLine>,
    /// Where the next page begins: give it back as `before`.
    pub next: Option<String>,
}

/// How many are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Online {
    /// Players with an open socket at the node that answers, guests included.
    pub players: u32,
}

/// "YINSH, 5 minutes, anyone."
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Pairing {
    /// The game's id.
    pub game: String,
    /// Its options; missing ones have their defaults.
    pub options: BTreeMap<String, String>,
    /// The clock.
    pub time: Time,
}

/// A place was found, or a table opened to wait at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Paired {
    /// The table.
    pub table: TableId,
    /// Whether the game has started; otherwise one waits for somebody.
    pub started: bool,
}
