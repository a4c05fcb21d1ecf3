//! Sides, seats, audiences and languages.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A colour. Results and positions refer to colours, not to players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black: an index into a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Reads `white` or `black`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "white" => Some(Self::White),
            "black" => Some(Self::Black),
            _ => None,
        }
    }

    /// The side's name in a player's language.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::White => Text { en: "white", fr: "blanc" },
            Self::Black => Text { en: "black", fr: "noir" },
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().en)
    }
}

/// A pair of values, one for each side: `pair[side]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pair<T>(pub [T; 2]);

impl<T> std::ops::Index<Side> for Pair<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> std::ops::IndexMut<Side> for Pair<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

/// A place at the table: a side, and with two against two the first or second partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seat {
    /// The colour this seat plays for.
    pub side: Side,
    /// 1, or 2 for the second partner.
    pub number: u8,
}

/// Who has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Actors {
    /// One seat.
    One(Seat),
    /// Both sides at the same time, neither waiting for the other (Yin Yang's set-up).
    Both,
}

impl Actors {
    /// The only seat of a side.
    #[must_use]
    pub const fn only(side: Side) -> Self {
        Self::One(Seat { side, number: 1 })
    }

    /// Whether this side may act.
    #[must_use]
    pub fn includes(self, side: Side) -> bool {
        match self {
            Self::One(seat) => seat.side == side,
            Self::Both => true,
        }
    }

    /// The side to act; Black where both may.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::One(seat) => seat.side,
            Self::Both => Side::Black,
        }
    }
}

/// For whom a text or view is made. Only Yin Yang has secrets, but every game takes an audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Audience {
    /// Anybody: what both players can see.
    Everyone,
    /// The players of one side.
    Side(Side),
    /// Everything, secrets included: for the rules themselves, and for everybody once a game is over.
    Omniscient,
}

impl Audience {
    /// Whether a secret of `owner` may be shown.
    #[must_use]
    pub fn may_see(self, owner: Side) -> bool {
        match self {
            Self::Everyone => false,
            Self::Side(side) => side == owner,
            Self::Omniscient => true,
        }
    }
}

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    En,
    /// French.
    Fr,
}

/// A fixed sentence with its translation: both languages (i18n).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Text {
    /// The sentence in one language.
    #[must_use]
    pub const fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}
