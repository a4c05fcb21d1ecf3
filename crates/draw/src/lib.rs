#![doc = include_str!("../README.md")]

#[cfg(feature = "raster")]
pub mod gif;
mod labels;
mod law;
#[cfg(feature = "raster")]
pub mod png;
pub mod svg;
pub mod terminal;
mod words;

use taijitu_rules::{Actors, Lang, Point};

/// What to show besides the position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// The language of every word in the picture.
    pub lang: Lang,
    /// How the names of the points can be read off.
    pub names: PointNames,
    /// The points of the last turn, marked on the board.
    pub last: Vec<Point>,
    /// The points that decided the game, marked as a glow with an outline.
    pub decisive: Vec<Point>,
    /// A title above the board.
    pub caption: Option<String>,
    /// Shows the side to act below the board.
    pub to_act: Option<Actors>,
    /// Shows the result below the board.
    pub result: Option<String>,
    /// The colours of the picture.
    pub look: Theme,
    /// The id of the game, for the signs printed on its board.
    pub game: Option<&'static str>,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Black on white paper, fit for print.
    #[default]
    Paper,
    /// A wooden board and pieces with light on them, as on the page.
    Wood,
}

impl Default for DrawOptions {
    fn default() -> Self {
        let (last, decisive) = (vec![], vec![]);
        Self {
            lang: Lang::En,
            names: PointNames::Edges,
            last,
            decisive,
            caption: None,
            to_act: None,
            result: None,
            look: Theme::Paper,
            game: None,
        }
    }
}

impl PointNames {
    /// What a word means: `edges`, `none` or `all`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "edges" => Some(Self::Edges),
            "none" => Some(Self::None),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// How the names of the points can be read off a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointNames {
    /// Not at all.
    None,
    /// Letters and numbers along the edges; on a board of rings the names of its rim and of every ring's corners.
    Edges,
    /// As along the edges, and the full name on every empty point.
    All,
}
