//! How a game ends: a winner or a draw, and why.

use crate::side::{Side, Text};
use serde::Serialize;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winning colour; `None` is a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Self {
        Self { winner: Some(side), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (winner, reason) = text.trim().strip_suffix(')')?.split_once(" (")?;
        let winner = match winner {
            "draw" => None,
            side => Some(Side::parse(side)?),
        };
        Some(Self { winner, reason: Reason::parse(reason)? })
    }
}

/// `white (third ring)`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $en:literal, $fr:literal;)*) => {
        /// Why a game ended. The English words are stable: programs read them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])* $name),* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The reason as text.
            #[must_use]
            pub const fn text(self) -> Text {
                match self { $(Self::$name => Text { en: $en, fr: $fr }),* }
            }
        }
    };
}

reasons! {
    /// The third occurrence of a position.
    Repetition = "repetition", "répétition";
    /// The limit of turns.
    TurnLimit = "2000 turns", "2 000 coups";
    /// Nobody could move twice in a row.
    TwoPasses = "two passes", "deux passes";
    /// A player resigned.
    Resigned = "resigned", "abandon";
    /// A flag fell.
    Time = "time", "temps";
    /// A draw by agreement.
    Agreed = "agreed", "accord mutuel";
    /// Claimed against an absent player.
    Claimed = "claimed", "victoire réclamée";
    /// Aborted.
    Aborted = "aborted", "partie annulée";
    /// YINSH: the third ring taken off.
    ThirdRing = "third ring", "troisième anneau";
    /// YINSH blitz: the first ring taken off.
    FirstRing = "first ring", "premier anneau";
    /// YINSH: no marker left.
    ReserveEmpty = "reserve empty", "réserve épuisée";
    /// Y: a chain touches all sides.
    ThreeSides = "three sides", "trois côtés reliés";
    /// Aliens & Amazons: no alien can move.
    Immobilised = "immobilised", "envahisseurs immobilisés";
    /// Aliens & Amazons: the amazons cannot win any more.
    TooFewAmazons = "too few amazons", "trop peu d’amazones";
    /// Singularity: one stone left, in the centre.
    LastStone = "last stone", "dernière pierre";
    /// Leap Over: all stones across.
    Arrived = "arrived", "arrivée";
    /// Tetra figure.
    LineByNodes = "line by nodes", "ligne par les nœuds";
    /// Tetra figure.
    LineByLines = "line by lines", "ligne par les lignes";
    /// Tetra figure.
    RhombusByNodes = "rhombus by nodes", "losange par les nœuds";
    /// Tetra figure.
    RhombusByLines = "rhombus by lines", "losange par les lignes";
    /// Quinta.
    FiveInLine = "five in line", "cinq alignées";
    /// Sexta.
    LineOfSix = "line of six", "ligne de six";
    /// Zen: one colour is one chain.
    Connected = "connected", "pions reliés";
    /// Zen: both colours are.
    BothConnected = "both connected", "les deux camps reliés";
    /// Zen: a colour was captured whole.
    NoPawns = "no pawns", "plus de pions";
    /// Zen: check and mate.
    Mate = "mate", "mat";
    /// Zen: an unannounced check conceded.
    Conceded = "conceded", "concédé";
    /// Yin Yang: the opposite corner reached.
    Corner = "corner", "coin atteint";
    /// Yin Yang: nothing to play.
    NoTurn = "no turn", "aucun coup";
}

impl Reason {
    /// Reads the English words.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reason| reason.text().en == text)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().en)
    }
}

impl Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().en)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_read_back() {
        for &reason in Reason::ALL {
            for outcome in [Outcome::draw(reason), Outcome::win(Side::Black, reason)] {
                assert_eq!(Outcome::parse(&outcome.to_string()), Some(outcome));
            }
        }
        assert_eq!(Outcome::parse("white (luck)"), None);
    }
}
