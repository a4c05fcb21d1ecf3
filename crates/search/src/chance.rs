//! From what an engine says of a position to the chance to win.
//!
//! Points mean something else in every game. What they mean is measured: in games of the engine against itself the
//! chance to win, a draw counted half, is taken to be the logistic function of the points the search gave a position
//! before its game was decided, divided by a scale, and the scale is the one that makes the results most likely. `taijitu
//! tune GAME` prints it; [`SCALES`] holds what it printed.

use crate::engine::Score;
use taijitu_rules::Side;

/// The points that make a chance of 73 %, game by game, as `taijitu tune GAME --games 60` printed them (Leap Over: 300 games).
/// In Tetra, where hardly a position of such games is open, it is the unit in which the weights themselves were fitted
/// ([`Weighed::POINTS`](crate::eval::Weighed::POINTS)). Y and Yin Yang count no points.
const SCALES: [(&str, f64); 8] = [
    ("yinsh", 125.0),
    ("aliens", 2560.0),
    ("singularity", 79.0),
    ("leapover", 676.0),
    ("tetra", 100.0),
    ("quinta", 83.0),
    ("sexta", 66.0),
    ("zen", 88.0),
];

/// The chance that so many points give in a game: 0.5 for none.
#[must_use]
pub fn of_points(game: &str, points: i32) -> f64 {
    let scale = SCALES.iter().find(|(id, _)| *id == game).map_or(100.0, |(_, scale)| *scale);
    logistic(f64::from(points) / scale)
}

/// The chance to win of the side to act, for which a score was given.
#[must_use]
pub fn to_win(game: &str, score: Score, to_act: Side) -> f64 {
    match score {
        Score::Points(points) => of_points(game, points),
        Score::Chance(chance) => chance,
        Score::Wins(winner) => f64::from(u8::from(winner == to_act)),
    }
}

pub(crate) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + f64::exp(-value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune;

    #[test]
    fn every_game_with_points_has_a_scale_and_more_points_are_better() {
        for game in tune::GAMES {
            assert!(SCALES.iter().any(|(id, scale)| *id == game && *scale > 1.0), "{game}");
            assert!((of_points(game, 0) - 0.5).abs() < 1e-9);
            assert!(of_points(game, -50) < 0.5 && of_points(game, 50) < of_points(game, 90));
        }
        assert!((to_win("y", Score::Chance(0.3), Side::Black) - 0.3).abs() < 1e-9);
        assert!(to_win("y", Score::Wins(Side::White), Side::Black) < 1e-9);
    }
}
