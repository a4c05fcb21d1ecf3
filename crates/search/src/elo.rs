//! Statistics of a series of games: the score, the difference in Elo with its error, and when enough games
//! were played.

/// The results of a series for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesResults {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// 95 of 100 values of a normal distribution lie within this many deviations.
const TWO_SIDED_95: f64 = 1.96;

impl SeriesResults {
    /// Adds a game: won, lost, or drawn.
    pub const fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game, a draw counting half; one half before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The difference in Elo that corresponds to the score.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of(self.score())
    }

    /// The scores between which the true one lies with 95 % confidence.
    #[must_use]
    pub fn score_between(&self) -> (f64, f64) {
        let error = TWO_SIDED_95 * (self.variance() / f64::from(self.games().max(1))).sqrt();
        ((self.score() - error).max(0.0), (self.score() + error).min(1.0))
    }

    /// The differences in Elo between which the true one lies with 95 % confidence.
    #[must_use]
    pub fn elo_between(&self) -> (f64, f64) {
        let (low, high) = self.score_between();
        (elo_of(low), elo_of(high))
    }

    /// The variance of one game's points. One win and one loss are added: otherwise the variance after the
    /// first win would be 0.
    fn variance(&self) -> f64 {
        let (wins, draws, losses) = (self.wins + 1, self.draws, self.losses + 1);
        let games = f64::from(wins + draws + losses);
        let mean = (f64::from(wins) + f64::from(draws) / 2.0) / games;
        let squares = f64::from(wins) + f64::from(draws) / 4.0;
        squares / games - mean * mean
    }
}

/// The score that corresponds to a difference in Elo.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that corresponds to a score; infinite for all or nothing.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A sequential probability ratio test: is the player better by at least `better` Elo, or not better at all?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo that matters.
    pub better: f64,
    /// The error probability.
    pub error: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Better.
    Better,
    /// Not better.
    NotBetter,
}

impl Sprt {
    /// A test that is wrong once in twenty.
    #[must_use]
    pub const fn new(better: f64) -> Self {
        Self { better, error: 0.05 }
    }

    /// The log-likelihood ratio of the games for "better" against "not better".
    #[must_use]
    pub fn log_ratio(&self, tally: &SeriesResults) -> f64 {
        let (equal, better) = (0.5, score_of(self.better));
        let games = f64::from(tally.games());
        games * (better - equal) * (2.0 * tally.score() - equal - better) / (2.0 * tally.variance())
    }

    /// The verdict, once there is one.
    #[must_use]
    pub fn verdict(&self, tally: &SeriesResults) -> Option<SprtVerdict> {
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.log_ratio(tally) {
            ratio if ratio >= bound => Some(SprtVerdict::Better),
            ratio if ratio <= -bound => Some(SprtVerdict::NotBetter),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, by_hand: f64) {
        assert!((found - by_hand).abs() < 0.01, "{found} is not {by_hand}");
    }

    fn tally(wins: u32, draws: u32, losses: u32) -> SeriesResults {
        SeriesResults { wins, draws, losses }
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        near(tally(70, 10, 20).elo(), 190.85);
        near(tally(20, 10, 70).elo(), -190.85);
        near(score_of(190.85), 0.75);
        assert_eq!(tally(0, 0, 0).elo(), 0.0);
        assert_eq!(tally(3, 0, 0).elo(), f64::INFINITY);
    }

    /// 71 wins, 10 draws, 21 losses: mean 76/102, squares 73.5/102, variance 0.16542; with 100 games the error
    /// is 1.96 · √0.0016542 = 0.07972, so the score lies between 0.67028 and 0.82972.
    #[test]
    fn the_error_is_two_deviations() {
        let (low, high) = tally(70, 10, 20).elo_between();
        near(low, elo_of(0.670_28));
        near(high, elo_of(0.829_72));
    }

    /// score_of(30) = 0.54307, variance 0.16542: 100 · 0.04307 · (1.5 − 1.04307) / 0.33084 = 5.948.
    #[test]
    fn a_test_ends_when_the_games_have_said_enough() {
        let sprt = Sprt::new(30.0);
        near(sprt.log_ratio(&tally(70, 10, 20)), 5.948);
        assert_eq!(sprt.verdict(&tally(70, 10, 20)), Some(SprtVerdict::Better));
        assert_eq!(sprt.verdict(&tally(20, 10, 70)), Some(SprtVerdict::NotBetter));
        assert_eq!(sprt.verdict(&tally(5, 0, 5)), None);
        assert_eq!(sprt.verdict(&tally(0, 0, 0)), None);
        assert_eq!(sprt.verdict(&tally(3, 0, 0)), None);
    }
}
