//! Puzzles: positions with exactly one winning turn.

use crate::scene::Words;
use crate::study::{Reply, Study};
use crate::table::Side;
use serde::{Deserialize, Serialize};
use taijitu_ids::GameId;
use ts_rs::TS;
use utoipa::ToSchema;

/// A position in which one turn wins, and only one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Puzzle {
    /// Its id: the game and a number, `yinsh-17`.
    pub id: String,
    /// The position; `side` is who has to win.
    pub study: Study,
    /// Who has to win.
    pub side: Side,
    /// In how many own turns at the most.
    pub wins_in: u8,
    /// The game of the archive it comes from.
    pub from: Option<GameId>,
    /// The day it is the puzzle of, if it was asked for as that: `2026-11-16`.
    pub day: Option<String>,
    /// The puzzles before and after it, of the same game.
    pub before: Option<String>,
    /// The one after it.
    pub after: Option<String>,
}

/// A puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleLine {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Who has to win.
    pub side: Side,
    /// In how many own turns at the most.
    pub wins_in: u8,
}

/// The puzzles of a game, the easiest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<PuzzleLine>,
}

/// What somebody plays in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// Every turn since the position of the puzzle: own, reply, own, …
    pub turns: Vec<String>,
}

/// Whether it wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleAnswer {
    /// Whether the last turn keeps the win.
    pub right: bool,
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// What the opponent answers: to a right turn the longest resistance, to a wrong one what refutes it.
    pub reply: Option<Reply>,
    /// A word about it.
    pub message: Words,
}

/// The solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleSolution {
    /// The winning turn, the longest resistance, and so on to the end.
    pub turns: Vec<String>,
}
