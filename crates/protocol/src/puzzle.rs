//! Puzzles: positions with exactly one winning turn.

use crate::rating::RatingView;
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
    /// What it is about; a hint, to be shown when it is solved.
    #[serde(default)]
    pub themes: Vec<PuzzleThemeView>,
    /// The game of the archive it comes from.
    pub from: Option<GameId>,
    /// The day whose puzzle it is, if the puzzle of the day was requested: `2026-11-16`.
    pub day: Option<String>,
    /// The puzzles before and after it, of the same game.
    pub before: Option<String>,
    /// The one after it.
    pub after: Option<String>,
    /// Its rating: how hard it is.
    pub rating: RatingView,
    /// Accounts that have tried it.
    #[ts(type = "number")]
    pub tried: u64,
    /// Accounts that solved it at their first try.
    #[ts(type = "number")]
    pub solved: u64,
    /// Whether one solved it at one's first try; none if one has not tried it, or has no account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mine: Option<bool>,
    /// If the puzzle of the day was requested: how many players tried and solved it today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub today: Option<PuzzleDay>,
}

/// What a puzzle is about: how it is won, what is captured, …
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleThemeView {
    /// Its id: `several-ways`, `capture`, …
    pub id: String,
    /// Its name.
    pub name: Words,
}

/// How many tried and solved the puzzle of a day on that day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleDay {
    /// Accounts that tried it.
    #[ts(type = "number")]
    pub tried: u64,
    /// Accounts that solved it at their first try.
    #[ts(type = "number")]
    pub solved: u64,
}

/// The puzzle rating, streak and counts of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleRecord {
    /// The rating.
    pub rating: RatingView,
    /// Puzzles tried.
    #[ts(type = "number")]
    pub tried: u64,
    /// Puzzles solved at the first try.
    #[ts(type = "number")]
    pub solved: u64,
    /// Puzzles solved at the first try since the last one that was not.
    #[ts(type = "number")]
    pub streak: u64,
    /// The longest streak.
    #[ts(type = "number")]
    pub best_streak: u64,
}

/// What a first try changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleRated {
    /// One's rating before it.
    pub before: RatingView,
    /// How one stands after it.
    pub record: PuzzleRecord,
    /// The rating of the puzzle after it.
    pub puzzle: RatingView,
}

/// A first try in an export of everything that is stored about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleTryLine {
    /// The puzzle.
    pub puzzle: String,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// The value of one's rating before it.
    pub before: i32,
    /// And after it.
    pub after: i32,
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
    /// The ids of its themes.
    #[serde(default)]
    pub themes: Vec<String>,
}

/// The puzzles of a game, the easiest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<PuzzleLine>,
    /// The themes they have.
    #[serde(default)]
    pub themes: Vec<PuzzleThemeView>,
}

/// The turns of a try at a puzzle.
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
    /// What it changed, if it decided one's first try: a wrong turn, or the one that solves it. Accounts only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rated: Option<PuzzleRated>,
}

/// The solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleSolution {
    /// The winning turn, the longest resistance, and so on to the end.
    pub turns: Vec<String>,
}
