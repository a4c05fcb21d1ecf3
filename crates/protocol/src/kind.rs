//! Descriptions of games with their options and words, of boards, and of the laws of Yin Yang.
//! The page contains none of this itself.

use crate::rating::RatingClassView;
use crate::scene::{PlacedPiece, Words};
use crate::table::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameKind {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Words,
    /// In one sentence: what it is and how it is won.
    pub blurb: Words,
    /// Who invented and published it, and what they reserve.
    pub credits: GameCredits,
    /// How many may play it, the usual number first.
    pub seats: Vec<SeatCount>,
    /// The colour that begins; none if that is chosen or drawn.
    pub first: Option<Side>,
    /// What may be chosen before the start.
    pub options: Vec<GameOption>,
    /// Its rating classes, that of the usual game first.
    pub rating_classes: Vec<RatingClassView>,
    /// The board of the usual start.
    pub board: String,
    /// The pieces of a typical position on that board, for a picture of the game.
    pub sample: Vec<PlacedPiece>,
    /// The names of its pieces.
    pub pieces: BTreeMap<String, Words>,
    /// Its pieces in each colour they come in, with the keys of set-ups that list their points.
    pub palette: Vec<PaletteEntry>,
    /// What the buttons say that play a word: `pass`, `swap`, `done`, …
    pub words: BTreeMap<String, Words>,
    /// Whether an ordinary turn is a single placement throughout, so that one may be chosen in advance.
    pub placement: bool,
    /// The levels of its engine: 1 to this.
    pub levels: u8,
    /// The published rating of each level in the usual game, from matches between the levels.
    #[serde(default)]
    pub level_ratings: Vec<i32>,
    /// The number of pages that can be printed to play it on paper.
    pub sheets: u32,
    /// The revision of its rules: a game that was played by other rules cannot be continued.
    pub revision: u32,
}

/// Who made a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameCredits {
    /// Who invented it.
    pub inventors: Words,
    /// Who publishes it; none if the inventor does.
    pub publisher: Option<String>,
    /// What they reserve.
    pub reserved: Words,
}

/// A piece that an editor can put on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PaletteEntry {
    /// The key of a set-up that lists where such pieces are: `w`, `br`, `zen`, …
    pub key: String,
    /// The kind of piece.
    pub piece: String,
    /// Its colour; none if it belongs to nobody.
    pub side: Option<Side>,
}

/// A number of players, and what has to be chosen for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatCount {
    /// How many play.
    pub players: u8,
    /// The options that select this number.
    pub options: BTreeMap<String, String>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: Words,
    /// Its default.
    pub default: String,
    /// The words it may be, if it is one of a few.
    pub choices: Option<Vec<String>>,
    /// What each of these words says to a person.
    pub labels: BTreeMap<String, Words>,
    /// The least and the most it may be, if it is a number.
    pub range: Option<(u32, u32)>,
    /// What it may be, if it is neither.
    pub form: Option<Words>,
}

/// How a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Lines with pieces on their crossings.
    Lines,
    /// Squares with pieces inside.
    Squares,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardPoint {
    /// Its name in notation.
    pub name: String,
    /// To the right, in units of about one step; the centre of the board is at 0, 0.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    /// The points it touches, clockwise, by their places in the list.
    pub neighbours: Vec<u16>,
}

/// A board, for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardData {
    /// Its id: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
    pub id: String,
    /// What it is called.
    pub title: Words,
    /// Crossings or squares.
    pub style: BoardStyle,
    /// The points; everything else names them by their places in this list.
    pub points: Vec<BoardPoint>,
    /// The lines to draw, each once.
    pub lines: Vec<(u16, u16)>,
    /// Points marked on the printed board.
    pub marks: Vec<u16>,
    /// By how many degrees the drawing may be turned so that the board lies on itself.
    pub rotations: Vec<u16>,
}

// The wire form of `taijitu_rules::games::yinyang::LawKind`; same name because it is the same thing in JSON.
/// What a law of Yin Yang does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum LawKind {
    /// Takes one piece off the board.
    Destruction,
    /// Puts two pieces on it.
    Peopling,
    /// Rewrites one of its owner's laws.
    Adaptation,
}

/// A law that can be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LawText {
    /// As it is written: `wb..>w...`.
    pub text: String,
    /// What it does.
    pub kind: LawKind,
}

/// A 2 × 2 block of the board of Yin Yang.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Block {
    /// The point to touch for it, which also names it: `L2@b3`.
    pub at: u16,
    /// Its points in the order of a law: upper left, upper right, lower left, lower right from its reader's seat.
    pub points: [u16; 4],
}

/// The blocks as each side reads them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Blocks {
    /// From White's seat.
    pub white: Vec<Block>,
    /// From Black's.
    pub black: Vec<Block>,
}

/// Everything a law editor needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LawBook {
    /// All laws.
    pub laws: Vec<LawText>,
    /// Where they can apply.
    pub blocks: Blocks,
}
