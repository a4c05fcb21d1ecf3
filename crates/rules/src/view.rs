//! What a person sees of a position: pieces on points, trays beside the board, laws, facts.
//!
//! Terminal, pictures and page draw a [`View`]; none of them contains rules.
//! A view is made for an [`Audience`](crate::Audience): what that audience may not see is not in it.

use crate::board::{Board, Point};
use crate::side::{Side, Text};
use serde::Serialize;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// A stone of Y, Singularity, Leap Over, Tetra, Quinta, Sexta or Yin Yang.
    Stone(Side),
    /// A YINSH ring.
    Ring(Side),
    /// A YINSH marker, this side up.
    Marker(Side),
    /// White's alien.
    Alien,
    /// Black's amazon.
    Amazon,
    /// A pawn of Zen.
    Pawn(Side),
    /// The red Zen itself.
    Zen,
}

impl Piece {
    /// The colour it belongs to; `None` for the Zen.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Stone(side) | Self::Ring(side) | Self::Marker(side) | Self::Pawn(side) => Some(side),
            Self::Alien => Some(Side::White),
            Self::Amazon => Some(Side::Black),
            Self::Zen => None,
        }
    }

    /// Its name for programs: a short English word.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stone(_) => "stone",
            Self::Ring(_) => "ring",
            Self::Marker(_) => "marker",
            Self::Alien => "alien",
            Self::Amazon => "amazon",
            Self::Pawn(_) => "pawn",
            Self::Zen => "zen",
        }
    }

    /// The key of a set-up that lists its points: `w` for a white stone, `br` for a black ring.
    #[must_use]
    pub const fn setup_key(self) -> &'static str {
        match self {
            Self::Stone(Side::White) | Self::Pawn(Side::White) | Self::Alien => "w",
            Self::Stone(Side::Black) | Self::Pawn(Side::Black) | Self::Amazon => "b",
            Self::Ring(Side::White) => "wr",
            Self::Ring(Side::Black) => "br",
            Self::Marker(Side::White) => "wm",
            Self::Marker(Side::Black) => "bm",
            Self::Zen => "zen",
        }
    }

    /// This kind of piece in each colour it comes in.
    #[must_use]
    pub fn colours(self) -> Vec<Self> {
        let both = |piece: fn(Side) -> Self| Side::BOTH.map(piece).to_vec();
        match self {
            Self::Stone(_) => both(Self::Stone),
            Self::Ring(_) => both(Self::Ring),
            Self::Marker(_) => both(Self::Marker),
            Self::Pawn(_) => both(Self::Pawn),
            Self::Alien | Self::Amazon | Self::Zen => vec![self],
        }
    }

    /// Its name for players.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::Stone(_) => Text { en: "stone", fr: "pierre" },
            Self::Ring(_) => Text { en: "ring", fr: "anneau" },
            Self::Marker(_) => Text { en: "marker", fr: "marqueur" },
            Self::Alien => Text { en: "alien", fr: "envahisseur" },
            Self::Amazon => Text { en: "amazon", fr: "amazone" },
            Self::Pawn(_) => Text { en: "pawn", fr: "pion" },
            Self::Zen => Text { en: "Zen", fr: "Zen" },
        }
    }
}

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedPiece {
    /// The point.
    pub at: Point,
    /// The piece.
    pub piece: Piece,
}

/// Pieces beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tray {
    /// Whose tray; `None` is shared.
    pub side: Option<Side>,
    /// The kind of tray: a reserve, a hand, taken rings.
    pub label: Text,
    /// The kind of piece in it.
    pub piece: Piece,
    /// How many.
    pub count: u32,
}

/// A law of Yin Yang as this audience sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LawCard {
    /// Whose law.
    pub owner: Side,
    /// 1 to 4.
    pub number: u8,
    /// Its text, unless it is secret to this audience or not written yet.
    pub text: Option<String>,
    /// Whether it lies face up.
    pub face_up: bool,
}

/// A fact that no piece shows: a ko square, a swap that may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The fact.
    pub text: Text,
    /// The point it is about.
    pub at: Option<Point>,
}

/// A row, or another figure, that lacks one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// The side.
    pub side: Side,
    /// The points of the whole row.
    pub points: Vec<Point>,
    /// The one of them where the side has nothing yet.
    pub missing: Point,
}

/// A position as an audience sees it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The board it stands on.
    #[serde(serialize_with = "board_id")]
    pub board: &'static Board,
    /// The pieces on the board.
    pub pieces: Vec<PlacedPiece>,
    /// The pieces beside it.
    pub trays: Vec<Tray>,
    /// The laws of Yin Yang.
    pub laws: Vec<LawCard>,
    /// Facts that no piece shows.
    pub notes: Vec<Note>,
    /// Rows that lack one piece, in the games that are won by rows.
    pub threats: Vec<Threat>,
}

fn board_id<S: serde::Serializer>(board: &&'static Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&board.id)
}

impl View {
    /// An empty board.
    #[must_use]
    pub const fn new(board: &'static Board) -> Self {
        Self { board, pieces: vec![], trays: vec![], laws: vec![], notes: vec![], threats: vec![] }
    }

    /// Adds pieces of one kind.
    #[must_use]
    pub fn with(mut self, piece: Piece, points: impl IntoIterator<Item = Point>) -> Self {
        self.pieces.extend(points.into_iter().map(|at| PlacedPiece { at, piece }));
        self
    }

    /// Adds a tray.
    #[must_use]
    pub fn tray(mut self, side: Option<Side>, label: Text, piece: Piece, count: u32) -> Self {
        self.trays.push(Tray { side, label, piece, count });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: Text, at: Option<Point>) -> Self {
        self.notes.push(Note { text, at });
        self
    }

    /// Adds rows that lack one piece.
    #[must_use]
    pub fn with_threats(mut self, threats: impl IntoIterator<Item = Threat>) -> Self {
        self.threats.extend(threats);
        self
    }

    /// The piece on a point: a ring rather than the marker inside it.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        self.pieces.iter().find(|placed| placed.at == point).map(|placed| placed.piece)
    }
}

/// A point, button or text with which a person builds a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Touch {
    /// A point of the board.
    Point(Point),
    /// A button, by the word it stands for: `pass`, `swap`, `done`, …
    Word(&'static str),
    /// One's own law, by number (Yin Yang).
    Law(u8),
    /// The text of a law (Yin Yang); any well-formed one is possible, too many to list.
    Text(String),
}

/// A word that is played like a touch, and the label of its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Button {
    /// The word, as notation and [`Touch::Word`] have it.
    pub word: &'static str,
    /// The label.
    pub label: Text,
}

impl Button {
    /// Nothing else can be played.
    pub const PASS: Self = Self { word: "pass", label: Text { en: "Pass", fr: "Passer" } };
    /// Y: taking over the first stone.
    pub const SWAP: Self =
        Self { word: "swap", label: Text { en: "Swap colours", fr: "Échanger les couleurs" } };
    /// The turn could go on and ends here.
    pub const DONE: Self = Self { word: "done", label: Text { en: "End the turn", fr: "Terminer le coup" } };
    /// Zen: losing to a check that was not announced, and letting it stand.
    pub const CONCEDE: Self = Self { word: "concede", label: Text { en: "Concede", fr: "Concéder" } };
    /// Zen: taking back the reply to a check that was not announced.
    pub const TAKEBACK: Self =
        Self { word: "takeback", label: Text { en: "Take my reply back", fr: "Reprendre mon coup" } };
}
