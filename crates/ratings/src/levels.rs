//! The published ratings of the computer's levels, and how they come from matches between the levels.
//!
//! Matches measure differences only. Level 3 is put at 1500, where newcomers begin; what people score against the levels
//! may move all of them together one day.

use std::collections::BTreeMap;

/// The ratings of the levels of each game: `game` and the levels from 1, separated by spaces. `taijitu ladder --fit`
/// writes them from the matches of docs/LADDER.md.
const PUBLISHED: &str = include_str!("levels.txt");

/// The level whose rating is given.
const ANCHOR: u8 = 3;
/// The rating of that level.
const ANCHOR_RATING: f64 = 1500.0;
/// Rounds of the fit; a tenth of them is enough for any ladder there is.
const ROUNDS: usize = 20_000;

/// A match between two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelMatch {
    /// A level.
    pub level: u8,
    /// The level it played.
    pub opponent: u8,
    /// How many games.
    pub games: u32,
    /// Points of the first level for each game, a draw counting half.
    pub score: f64,
}

/// The published rating of a level of the computer in the usual game.
#[must_use]
pub fn level_rating(game: &str, level: u8) -> Option<i32> {
    let line = PUBLISHED.lines().find_map(|line| line.strip_prefix(game)?.strip_prefix(' '))?;
    line.split(' ').nth(usize::from(level.checked_sub(1)?))?.parse().ok()
}

/// Fits ratings to matches: the most likely ones by the model of Bradley and Terry, with one drawn game added to each
/// match, so that a level that won all its games has a rating too.
#[must_use]
pub fn fit_levels(matches: &[LevelMatch]) -> BTreeMap<u8, i32> {
    let mut strengths: BTreeMap<u8, f64> =
        matches.iter().flat_map(|one| [(one.level, 1.0), (one.opponent, 1.0)]).collect();
    for _ in 0..ROUNDS {
        let next = |level: u8, own: f64| {
            let (mut points, mut weight) = (0.0, 0.0);
            for one in matches {
                let games = f64::from(one.games);
                let (own_score, other) = match level {
                    level if level == one.level => (one.score, one.opponent),
                    level if level == one.opponent => (1.0 - one.score, one.level),
                    _ => continue,
                };
                points += own_score * games + 0.5;
                weight += (games + 1.0) / (own + strengths.get(&other).copied().unwrap_or(1.0));
            }
            if weight > 0.0 { points / weight } else { own }
        };
        strengths = strengths.iter().map(|(level, own)| (*level, next(*level, *own))).collect();
    }
    let anchor = strengths.get(&ANCHOR).copied().unwrap_or(1.0);
    let rating = |strength: f64| (ANCHOR_RATING + 400.0 * (strength / anchor).log10()).round() as i32;
    strengths.into_iter().map(|(level, strength)| (level, rating(strength))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_ten_to_one_is_four_hundred_points() {
        // One drawn game is added: 1000 games are many.
        let matches = [(4, 3), (3, 2)].map(|(level, opponent)| LevelMatch {
            level,
            opponent,
            games: 1000,
            score: 10.0 / 11.0,
        });
        let fitted = fit_levels(&matches);
        assert_eq!(fitted[&3], 1500);
        assert!((1895..=1900).contains(&fitted[&4]) && (1100..=1105).contains(&fitted[&2]), "{fitted:?}");
    }

    #[test]
    fn a_level_that_won_everything_has_a_rating() {
        let matches = [LevelMatch { level: 4, opponent: 3, games: 8, score: 1.0 }];
        assert_eq!(fit_levels(&matches)[&4], 1500 + (400.0 * 17.0_f64.log10()).round() as i32);
    }

    #[test]
    fn every_published_line_has_eight_levels_that_do_not_fall() {
        for line in PUBLISHED.lines() {
            let game = line.split(' ').next().unwrap_or_default();
            let ratings: Vec<i32> = (1..=8).filter_map(|level| level_rating(game, level)).collect();
            assert_eq!(ratings.len(), 8, "{line}");
            assert!(ratings.windows(2).all(|pair| pair[0] <= pair[1] + 10), "{line}");
            assert_eq!((level_rating(game, 0), level_rating(game, 9)), (None, None));
        }
        assert_eq!(level_rating("chess", 1), None);
    }

    #[test]
    fn the_document_has_the_published_ratings() {
        let document = include_str!("../../../docs/RATINGS.md");
        for line in PUBLISHED.lines() {
            let (game, ratings) = line.split_once(' ').unwrap_or_default();
            let row = format!("| `{game}` | {} |", ratings.replace(' ', " | "));
            assert!(document.contains(&row), "docs/RATINGS.md lacks {row}");
        }
    }
}
