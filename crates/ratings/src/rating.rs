//! A rating in fixed point.
//!
//! Results are rounded after every game. Two machines whose exponential functions differ in the last bit of a float
//! therefore still store the same rating.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// Units of a value and of a deviation in one point.
const POINT: f64 = 1e6;
/// Units of a volatility in 1.
const ONE: f64 = 1e9;
/// The least and the greatest value, in points.
const VALUES: (f64, f64) = (100.0, 4000.0);
/// The deviation before the first game, which is also the maximum, in points.
const MAX_DEVIATION: f64 = 350.0;
/// The greatest volatility.
const MAX_VOLATILITY: f64 = 0.1;
/// Points in one unit of Glicko-2's own scale, on which volatilities are.
const SCALE: f64 = 173.7178;
/// Above this deviation a rating is shown with a question mark, in points.
const SETTLED: i64 = 110_000_000;

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The rating, in millionths of a point.
    pub value: i64,
    /// How uncertain it is: one standard deviation, in millionths of a point.
    pub deviation: i64,
    /// How much the player's strength is expected to change, in billionths.
    pub volatility: i64,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// The player won.
    Won,
    /// Nobody won.
    Drawn,
    /// The player lost.
    Lost,
}

impl Rating {
    /// The rating before the first game.
    pub const START: Self = Self { value: 1_500_000_000, deviation: 350_000_000, volatility: 60_000_000 };

    /// The greatest deviation of a rating that is shown without a question mark.
    pub const MAX_SETTLED_DEVIATION: i64 = SETTLED;

    /// The value in whole points.
    #[must_use]
    pub fn points(self) -> i32 {
        whole(self.value)
    }

    /// The deviation in whole points.
    #[must_use]
    pub fn deviation_points(self) -> i32 {
        whole(self.deviation)
    }

    /// Whether the rating is too uncertain to be relied on.
    #[must_use]
    pub const fn is_provisional(self) -> bool {
        self.deviation > SETTLED
    }

    /// The rating after a game against an opponent.
    #[must_use]
    pub fn after(self, opponent: Self, score: GameScore) -> Self {
        let outcome = match score {
            GameScore::Won => Outcomes::WIN,
            GameScore::Drawn => Outcomes::DRAW,
            GameScore::Lost => Outcomes::LOSS,
        };
        let results = [(opponent.to_floats(), outcome)];
        Self::from_floats(&glicko2_rating_period(&self.to_floats(), &results, &Glicko2Config::new()))
    }

    /// The rating after some rating periods without a game: less certain, up to the uncertainty of a newcomer.
    #[must_use]
    pub fn rested(self, periods: u64) -> Self {
        if periods == 0 {
            return self;
        }
        // Each period adds the square of the volatility to the square of the deviation.
        let rating = self.to_floats();
        let widened = (rating.deviation / SCALE).hypot(rating.volatility * (periods as f64).sqrt());
        Self::from_floats(&Glicko2Rating { deviation: widened * SCALE, ..rating })
    }

    /// The strength of a team: the mean of its values, with the root mean square of its deviations, so that a team is no
    /// better known than its members. None for a team without members.
    #[must_use]
    pub fn mean(team: &[Self]) -> Option<Self> {
        let count = team.len() as f64;
        let mean =
            |number: fn(&Self) -> i64| team.iter().map(|member| number(member) as f64).sum::<f64>() / count;
        let squares = team.iter().map(|member| (member.deviation as f64).powi(2)).sum::<f64>() / count;
        (!team.is_empty()).then(|| Self {
            value: mean(|member| member.value).round() as i64,
            deviation: squares.sqrt().round() as i64,
            volatility: mean(|member| member.volatility).round() as i64,
        })
    }

    fn to_floats(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.value as f64 / POINT,
            deviation: self.deviation as f64 / POINT,
            volatility: self.volatility as f64 / ONE,
        }
    }

    fn from_floats(rating: &Glicko2Rating) -> Self {
        let (least, most) = VALUES;
        Self {
            value: (rating.rating.clamp(least, most) * POINT).round() as i64,
            deviation: (rating.deviation.min(MAX_DEVIATION) * POINT).round() as i64,
            // A volatility of 0 has no logarithm, and an upset of thousands of points must not raise it without bound.
            volatility: (rating.volatility.clamp(0.0, MAX_VOLATILITY) * ONE).round().max(1.0) as i64,
        }
    }
}

fn whole(millionths: i64) -> i32 {
    let points = (millionths + 500_000).div_euclid(1_000_000);
    i32::try_from(points).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillratings::glicko2::decay_deviation;

    /// The example of Glickman's paper, which rates three games in one period, is checked by `skillratings` itself; this
    /// one was computed by hand from the formulas of the paper for a single game.
    #[test]
    fn a_newcomer_who_wins_gains_as_the_paper_says() {
        let won = Rating::START.after(Rating::START, GameScore::Won);
        assert_eq!((won.points(), won.deviation_points()), (1662, 290));
        let lost = Rating::START.after(Rating::START, GameScore::Lost);
        assert_eq!((lost.points(), lost.deviation_points()), (1338, 290));
        assert_eq!(Rating::START.after(Rating::START, GameScore::Drawn).points(), 1500);
    }

    #[test]
    fn a_rest_widens_the_deviation_up_to_that_of_a_newcomer() {
        let settled = Rating { deviation: 60_000_000, ..Rating::START };
        assert!(!settled.is_provisional());
        assert_eq!(settled.rested(0), settled);
        let after_a_year = settled.rested(73);
        assert_eq!((after_a_year.value, after_a_year.deviation_points()), (settled.value, 107));
        assert_eq!(settled.rested(u64::MAX).deviation, Rating::START.deviation);
        assert!(settled.rested(100).is_provisional());
    }

    #[test]
    fn a_rest_is_that_of_the_library() {
        let settled = Rating { deviation: 60_000_000, ..Rating::START };
        let twice = decay_deviation(&decay_deviation(&settled.to_floats()));
        assert_eq!(settled.rested(2), Rating::from_floats(&twice));
    }

    #[test]
    fn a_team_is_its_mean() {
        let of = |value, deviation| Rating { value, deviation, ..Rating::START };
        let mean = Rating::mean(&[of(1_400_000_000, 60_000_000), of(1_600_000_000, 80_000_000)]);
        assert_eq!(mean.map(|mean| (mean.points(), mean.deviation_points())), Some((1500, 71)));
        assert_eq!(Rating::mean(&[]), None);
    }

    proptest! {
        #[test]
        fn ratings_stay_in_bounds_and_a_win_is_never_worse_than_a_draw_or_a_loss(
            values in (100_000_000_i64..=4_000_000_000, 100_000_000_i64..=4_000_000_000),
            deviations in (20_000_000_i64..=350_000_000, 20_000_000_i64..=350_000_000),
            volatility in 1_000_000_i64..=100_000_000,
        ) {
            let player = Rating { value: values.0, deviation: deviations.0, volatility };
            let opponent = Rating { value: values.1, deviation: deviations.1, volatility };
            let after = [GameScore::Lost, GameScore::Drawn, GameScore::Won].map(|score| player.after(opponent, score));
            prop_assert!(after[0].value <= after[1].value && after[1].value <= after[2].value);
            for rating in after {
                prop_assert!((100_000_000..=4_000_000_000).contains(&rating.value));
                prop_assert!((1..=350_000_000).contains(&rating.deviation));
                prop_assert!(rating.volatility > 0 && rating.volatility <= 100_000_000);
            }
        }
    }
}
