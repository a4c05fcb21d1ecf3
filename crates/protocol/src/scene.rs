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

impl Words {
    /// A sentence in both languages. The French one gets the no-break spaces of its typography.
    #[must_use]
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: french_spaces(&fr.into()) }
    }
}

/// A French text in which no sign stands alone at the beginning of a line, and no number is broken: the spaces before
/// `: ; ! ? » %`, after `«` and between groups of three digits become no-break spaces.
#[must_use]
pub fn french_spaces(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        spaced.push(if c == ' ' && may_not_break(before, after) { '\u{a0}' } else { c });
    }
    spaced
}

fn may_not_break(before: &str, after: &str) -> bool {
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let is_group = digits == 3 && before.ends_with(|c: char| c.is_ascii_digit());
    is_group || before.ends_with('«') || after.starts_with([':', ';', '!', '?', '»', '%'])
}

// The wire form of `taijitu_rules::view::PlacedPiece`; same name because it is the same thing in JSON.
/// A piece on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlacedPiece {
    /// The point, by its place in the board's list.
    pub at: u16,
    /// `stone`, `ring`, `marker`, `alien`, `amazon`, `pawn`, `zen`.
    pub piece: String,
    /// The side it belongs to; missing for a neutral piece.
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
    /// The side that wrote it.
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
    /// The side that threatens.
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
    pub pieces: Vec<PlacedPiece>,
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
    pub pieces: Vec<PlacedPiece>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_signs_do_not_begin_a_line() {
        let words = Words::new("left: 2 000 %?", "reste : 2 000 % ; « où » ? non !");
        assert_eq!(words.en, "left: 2 000 %?");
        assert_eq!(words.fr.replace('\u{a0}', "_"), "reste_: 2_000_%_; «_où_»_? non_!");
        for unchanged in ["", " ", "a1 b2 1234", "2 1234, clé: valeur", "1. e5"] {
            assert_eq!(french_spaces(unchanged), unchanged);
        }
    }
}
