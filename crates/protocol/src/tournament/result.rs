//! The result of a game of a tournament.

use crate::table::Side;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The result of one game, by the colours of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White did not play: Black wins without a game.
    WhiteForfeit,
    /// Black did not play: White wins without a game.
    BlackForfeit,
    /// Neither played.
    DoubleForfeit,
}

impl GameResult {
    /// The winner.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::White | Self::BlackForfeit => Some(Side::White),
            Self::Black | Self::WhiteForfeit => Some(Side::Black),
            Self::Draw | Self::DoubleForfeit => None,
        }
    }

    /// Whether a game was played: only then it counts for colours and for the performance.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, Self::White | Self::Black | Self::Draw)
    }

    /// Half points of a side: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(self, side: Side) -> u32 {
        match self.winner() {
            Some(winner) if winner == side => 2,
            None if self == Self::Draw => 1,
            _ => 0,
        }
    }

    /// As tables of results have it, White first: `1–0`, `½–½`, `+–−` without a game.
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self {
            Self::White => "1–0",
            Self::Black => "0–1",
            Self::Draw => "½–½",
            Self::WhiteForfeit => "−–+",
            Self::BlackForfeit => "+–−",
            Self::DoubleForfeit => "−–−",
        }
    }
}
