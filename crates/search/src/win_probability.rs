//! From the score of a position to the probability of a win.
//!
//! Points have a different meaning in every game.
//! Their meaning is measured: in games of the engine against itself the probability to win, a draw counted half, is taken to
//! be the logistic function of the points the search gave a position before its game was decided, divided by a scale.
//! The scale is the one that makes the results most likely; `taijitu tune GAME` prints it.

use crate::descriptor;
use crate::engine::SearchScore;
use taijitu_rules::{AnyPlay, Side};

/// The unit of an engine's scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScoreUnit {
    /// It counts points: this many make a probability of 73 %.
    Points(f64),
    /// The score is a probability. Points are only given to a turn played without a search, and are
    /// meaningless.
    Probability,
}

impl ScoreUnit {
    /// The probability to win of the side to act, for which a score was given.
    #[must_use]
    pub fn win_probability(self, score: SearchScore, to_act: Side) -> f64 {
        match (score, self) {
            (SearchScore::Points(points), Self::Points(scale)) => logistic(f64::from(points) / scale),
            (SearchScore::Points(_), Self::Probability) => 0.5,
            (SearchScore::Chance(chance), _) => chance,
            (SearchScore::Wins(winner), _) => f64::from(u8::from(winner == to_act)),
        }
    }
}

/// The probability to win of the side to act in a play, for which a score was given.
#[must_use]
pub fn of_score(play: &dyn AnyPlay, score: SearchScore, to_act: Side) -> f64 {
    descriptor::of(play).score_unit().win_probability(score, to_act)
}

pub(crate) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::DESCRIPTORS;

    #[test]
    fn no_points_are_even_and_more_points_are_better_in_every_game() {
        for game in DESCRIPTORS {
            let (id, unit) = (game.id(), game.score_unit());
            let of_points = |points| unit.win_probability(SearchScore::Points(points), Side::Black);
            assert!((of_points(0) - 0.5).abs() < 1e-9, "{id}");
            if let ScoreUnit::Points(scale) = unit {
                assert!(scale > 1.0, "{id}");
                assert!(of_points(-50) < 0.5 && of_points(50) < of_points(90), "{id}");
            }
            assert!((unit.win_probability(SearchScore::Chance(0.3), Side::Black) - 0.3).abs() < 1e-9, "{id}");
            assert!(unit.win_probability(SearchScore::Wins(Side::White), Side::Black) < 1e-9, "{id}");
        }
    }
}
