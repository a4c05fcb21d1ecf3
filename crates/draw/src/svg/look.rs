//! The colours of a picture: white paper for print, or wood as on the screen.

use crate::Theme;

/// The colours of a picture.
#[derive(Clone, Copy)]
pub(super) struct ThemeColours {
    /// Behind everything.
    pub(super) paper: &'static str,
    /// Where a name has to cover the lines.
    pub(super) patch: &'static str,
    /// The lines of the board and its frame.
    pub(super) line: &'static str,
    /// The names of the points.
    pub(super) name: &'static str,
    /// Every other square: its colour and how much of it.
    pub(super) tint: (&'static str, f64),
    /// Marks.
    pub(super) accent: &'static str,
    /// The plate the board is printed on: light above, dark below, the edge; paper has none.
    pub(super) plate: Option<[&'static str; 3]>,
}

const PAPER: ThemeColours = ThemeColours {
    paper: "#fff",
    patch: "#fff",
    line: super::INK,
    name: super::INK,
    tint: ("#efede6", 1.0),
    accent: super::ACCENT,
    plate: None,
};

/// The page's wooden board by daylight.
const WOOD: ThemeColours = ThemeColours {
    paper: "#f6f3ec",
    patch: "#dfba80",
    line: "#4a2f12",
    name: "#4e3413",
    tint: ("#683c0a", 0.14),
    accent: "#a01c14",
    plate: Some(["#e6c48d", "#d2a566", "#9a6c34"]),
};

impl Theme {
    pub(super) const fn colours(self) -> ThemeColours {
        match self {
            Self::Paper => PAPER,
            Self::Wood => WOOD,
        }
    }
}
