//! Finished games: search, replay, statistics, import.

use crate::account::Profile;
use crate::lobby::GameLine;
use crate::scene::{Scene, Words};
use crate::seat::Seat;
use crate::table::{Side, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use taijitu_ids::GameId;
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

/// Which finished games to list. All given conditions have to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, TS)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct ArchiveQuery {
    /// The game's id.
    pub game: Option<String>,
    /// Options that differ from the usual ones, such as `variant=blitz`; several behind each other with spaces. The word
    /// `standard` selects games without options.
    pub variant: Option<String>,
    /// Somebody who played, by name; `engine:5` is the engine of level 5.
    pub player: Option<String>,
    /// Somebody else who played against or beside `player`.
    pub opponent: Option<String>,
    /// `white`, `black` or `draw`; with a player also `won` or `lost`.
    pub result: Option<String>,
    /// Why it ended, in the words of records: `resigned`, `third ring`, …
    pub reason: Option<String>,
    /// The first day, `2026-11-01`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// The least number of turns.
    pub least: Option<u32>,
    /// The greatest number of turns.
    pub most: Option<u32>,
    /// The first turns in notation, separated by commas; needs `game`. Games that reached the same position in another
    /// order, or its mirror image, are found too. At most 40 turns.
    pub opening: Option<String>,
    /// A position that was reached in the first 40 turns, as a set-up; needs `game`.
    pub position: Option<String>,
    /// Where the page begins: `next` of the page before.
    pub before: Option<String>,
    /// How many games, 1 to 100; 30 by default.
    pub limit: Option<u32>,
}

/// Finished games, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ArchivePage {
    /// The games.
    pub games: Vec<GameLine>,
    /// Where the next page begins: give it back as `before`. Rare games are looked for in stretches: a page may have
    /// few games or none and still a next one.
    pub next: Option<String>,
    /// The end time of the oldest game that was searched, if there is a next page.
    #[ts(type = "number | null")]
    pub searched: Option<i64>,
}

/// A finished game, position by position, as one side saw it or with everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Replay {
    /// The game in a line: who, when, how it ended.
    pub line: GameLine,
    /// All options it was played with.
    pub options: BTreeMap<String, String>,
    /// The clock it was played with, where that is known.
    pub time: Option<Time>,
    /// Where an imported game came from, as its file says.
    pub source: Option<String>,
    /// The side it is seen by; none shows everything.
    pub eyes: Option<Side>,
    /// The start, then the position after each turn; each further round of a match begins with its start. The last one
    /// is the end, where everybody sees everything.
    pub frames: Vec<Frame>,
}

/// A position of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Frame {
    /// The position; nothing can be touched in it.
    pub scene: Scene,
    /// The turn that led here, as these eyes saw it; none at a start.
    pub turn: Option<String>,
    /// Who played it.
    pub by: Option<Side>,
    /// The seat that played it, from 1.
    pub seat: Option<Seat>,
    /// Thinking time its player had used by then, in milliseconds.
    #[ts(type = "number | null")]
    pub used: Option<i64>,
    /// What happened at the table before it: offers and their answers; at the end also what ended the game.
    pub events: Vec<Words>,
    /// The round of a match, from 1.
    pub round: u32,
    /// The whole position as a set-up, for every viewer: an analysis or another game may start from it.
    pub setup: String,
}

/// The statistics of a position of the first 40 turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PositionNumbers {
    /// How many games reached it, by how they ended.
    pub ends: Ends,
    /// What was played next, the most frequent first. Turns that are each other's mirror image count as one.
    pub next: Vec<NextTurn>,
    /// The latest games that reached it, at most ten.
    pub games: Vec<GameLine>,
    /// First turns judged by long searches of the engine, the fairest first; none where there are no such searches.
    pub fairest: Vec<FirstTurnChance>,
}

/// A first turn, judged by a long search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FirstTurnChance {
    /// The turn in notation.
    pub turn: String,
    /// How many games in a thousand the player wins who played it, if nobody swaps.
    pub chance: u16,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Ends {
    /// Games won by White.
    #[ts(type = "number")]
    pub white: u64,
    /// Games won by Black.
    #[ts(type = "number")]
    pub black: u64,
    /// Drawn games.
    #[ts(type = "number")]
    pub draws: u64,
}

/// A turn that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct NextTurn {
    /// The turn in notation.
    pub turn: String,
    /// The points of it.
    pub points: Vec<u16>,
    /// How the games ended.
    pub ends: Ends,
}

/// A game to import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// A record as text or JSON, or a YINSH game of Boardspace's as SGF.
    pub text: String,
}

/// An imported game: it is stored, and found by its link only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ImportResult {
    /// Its id; the same text has the same id.
    pub id: GameId,
    /// How many turns it has.
    pub turns: u32,
}

/// How many there are of something that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Tally {
    /// Its word in records and questions.
    pub word: String,
    /// What it is called.
    pub label: Words,
    /// How many.
    #[ts(type = "number")]
    pub count: u64,
}

/// How many games have a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LengthBucket {
    /// The least number of turns.
    pub from: u32,
    /// The greatest.
    pub to: u32,
    /// How many games.
    #[ts(type = "number")]
    pub count: u64,
}

/// The numbers of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameNumbers {
    /// The game.
    pub game: String,
    /// How its games ended.
    pub ends: Ends,
    /// How often the side that began won; games of Zen may begin with either colour.
    #[ts(type = "number")]
    pub first_won: u64,
    /// How often the side that began lost.
    #[ts(type = "number")]
    pub first_lost: u64,
    /// By length, without gaps.
    pub lengths: Vec<LengthBucket>,
    /// Why they ended, the most frequent first.
    pub reasons: Vec<Tally>,
    /// The most frequent first turns.
    pub openings: Vec<NextTurn>,
}

/// The numbers of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerNumbers {
    /// The player.
    pub player: Profile,
    /// Game by game, the most played first.
    pub games: Vec<PlayerGame>,
}

/// The numbers of one player in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerGame {
    /// The game.
    pub game: String,
    /// Won, lost, drawn with White.
    #[ts(type = "[number, number, number]")]
    pub white: (u64, u64, u64),
    /// Won, lost, drawn with Black.
    #[ts(type = "[number, number, number]")]
    pub black: (u64, u64, u64),
    /// The first turns of this player, the most frequent first; mirror images count as one.
    pub openings: Vec<NextTurn>,
    /// From the reviewed games: how close to the engine's choices this player's turns come, 0 to 100.
    pub accuracy: Option<f64>,
    /// How many games were reviewed.
    #[ts(type = "number")]
    pub reviewed: u64,
}
