//! A position as it is drawn, and what may be touched next. The page needs no rules.

use crate::seat::Seat;
use crate::table::Side;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Words {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

// The wire form of `taijitu_rules::view::Placed`; same name because it is the same thing in JSON.
/// A piece on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Placed {
    /// The point, by its place in the board's list.
    pub at: u16,
    /// `stone`, `ring`, `marker`, `alien`, `amazon`, `pawn`, `zen`.
    pub piece: String,
    /// Whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<Side>,
}

// The wire form of `taijitu_rules::view::Tray`; same name because it is the same thing in JSON.
/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Tray {
    /// Whose; shared if nobody's.
    pub side: Option<Side>,
    /// What the tray is.
    pub label: Words,
    /// What lies in it.
    pub piece: String,
    /// How many.
    pub count: u32,
}

// The wire form of `taijitu_rules::games::yinyang::Law`; same name because it is the same thing in JSON.
/// A law of Yin Yang as this viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Law {
    /// Whose.
    pub owner: Side,
    /// 1 to 4.
    pub number: u8,
    /// Its text; none if it is secret to this viewer or not written yet.
    pub text: Option<String>,
    /// Whether it lies face up.
    pub face_up: bool,
}

// The wire form of `taijitu_rules::view::Note`; same name because it is the same thing in JSON.
/// A fact that no piece shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Note {
    /// The fact.
    pub text: Words,
    /// The point it is about.
    pub at: Option<u16>,
}

// The wire form of `taijitu_rules::Threat`; same name because it is the same thing in JSON.
/// A row, or another figure, that a side lacks one piece of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Threat {
    /// Whose.
    pub side: Side,
    /// The points of the whole row.
    pub points: Vec<u16>,
    /// The one of them where the side has nothing yet.
    pub missing: u16,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Clocks {
    /// What each seat has left, as of `at`.
    #[ts(type = "Array<number>")]
    pub left: Vec<i64>,
    /// The seats whose clocks run, from 1.
    pub running: Vec<Seat>,
    /// Server time at which this was so.
    #[ts(type = "number")]
    pub at: i64,
    /// Server time at which the game is aborted unless its first turn is played, in a live game without any turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub abort_at: Option<i64>,
}

/// A position, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Scene {
    /// The board's id.
    pub board: String,
    /// How many turns have been played.
    pub turn: u32,
    /// Pieces on the board.
    pub pieces: Vec<Placed>,
    /// Pieces beside it.
    pub trays: Vec<Tray>,
    /// The laws of Yin Yang.
    pub laws: Vec<Law>,
    /// Facts that no piece shows.
    pub notes: Vec<Note>,
    /// Rows that lack one piece, in the games that are won by rows.
    #[serde(default)]
    pub threats: Vec<Threat>,
    /// Points of the last turn.
    pub last: Vec<u16>,
    /// The number of pieces the last turn captured, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub captured: Option<u32>,
    /// The points that decided the game, once it is over: a chain, a row, a figure, pieces that cannot move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisive: Vec<u16>,
    /// The colour of each seat; Y's swap changes it.
    pub sides: Vec<Side>,
    /// The seats that have to act, from 1.
    pub acts: Vec<Seat>,
    /// What the player to act has to do.
    pub prompt: Words,
    /// Points of White and Black, where there is a match.
    pub points: Option<(u32, u32)>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// For the viewer who has to act, if asked for: what may be touched, with what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<Vec<Branch>>,
}

// The wire form of `taijitu_rules::Touch`; same name because it is the same thing in JSON.
/// Something to touch or say while a turn is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Touch {
    /// A point of the board.
    Point(u16),
    /// A button: `pass`, `swap`, `done`, …
    Word(String),
    /// One's own law by number.
    Law(u8),
    /// The text of a law. In a list of branches the empty text stands for any well-formed law.
    Text(String),
}

/// What a touch changes on the board: the new content of a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Change {
    /// The point.
    pub at: u16,
    /// What stands there now, from top to bottom; nothing if it is empty.
    pub pieces: Vec<Placed>,
}

/// A touch and what may follow it in the same turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Branch {
    /// What to touch.
    pub touch: Touch,
    /// What it changes on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The whole turn in notation, if this completes it; if this is a text, that has to be added at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn: Option<String>,
    /// Where the players announce check themselves (Zen): the turn plain, with `+` and with `#`, whether true or not.
    /// A false announcement is refused. `turn` is the plain one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spellings: Vec<String>,
    /// What has to be done next in the same turn, if that is another thing than before this touch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub prompt: Option<Words>,
    /// What may be touched next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub next: Vec<Self>,
    /// More follows than fits: ask for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}
