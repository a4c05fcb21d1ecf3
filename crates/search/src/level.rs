//! The eight levels of each game: a budget of nodes, and a rate of random turns.
//!
//! Levels 1 to 7 are budgets of nodes, the same on every machine; level 8 searches for about a second.
//! The low levels play some turns at random, though none of them misses a win in one turn.
//! `taijitu ladder` measures whether each level beats the one below it; tune the table with it.

use crate::descriptor;
use crate::limits::Limits;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The levels.
pub const LEVELS: RangeInclusive<u8> = 1..=8;

/// The level that gives hints to players: the highest whose budget is the same everywhere. Amazons that
/// follow the hints of level 5 make no progress against random aliens, see `taijitu hints`.
pub const ADVISER: u8 = 7;

/// Search time of the highest level.
const TOP: Duration = Duration::from_millis(1000);

/// The strength of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Its budget.
    pub budget: Limits,
    /// Random turns per thousand.
    pub random_turns_per_mille: u32,
}

impl Strength {
    /// A level of a game; `None` if there is no such game or level.
    #[must_use]
    pub fn of(game: &str, level: u8) -> Option<Self> {
        let table = descriptor::find(game)?.levels();
        if level == *LEVELS.end() {
            return Some(Self { budget: Limits::time(TOP), random_turns_per_mille: 0 });
        }
        let &(nodes, random_turns_per_mille) = table.get(usize::from(level).checked_sub(1)?)?;
        Some(Self { budget: Limits::nodes(nodes), random_turns_per_mille })
    }

    /// The same level with its budget multiplied, for quick comparisons of levels.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        let nodes = self.budget.nodes.map(|nodes| ((nodes as f64 * scale) as u64).max(1));
        let time = self.budget.time.map(|time| time.mul_f64(scale).max(Duration::from_millis(1)));
        Self { budget: Limits { nodes, time, ..self.budget }, ..self }
    }
}

/// Nodes, and random turns per thousand, of the levels 1 to 7.
pub type LevelTable = [(u64, u32); 7];

/// For alpha-beta with more than a million steps a second.
pub(crate) const FAST: LevelTable =
    [(30, 850), (200, 450), (600, 200), (2_000, 70), (8_000, 0), (40_000, 0), (200_000, 0)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::DESCRIPTORS;

    #[test]
    fn every_game_has_eight_levels_each_with_more_nodes_and_fewer_random_turns() {
        for game in DESCRIPTORS {
            let id = game.id();
            assert!(game.levels().is_sorted_by(|a, b| a.0 < b.0 && a.1 >= b.1), "{id}");
            assert!(LEVELS.into_iter().all(|level| Strength::of(id, level).is_some()), "{id}");
            assert_eq!(Strength::of(id, 7).and_then(|strength| strength.budget.time), None, "{id}");
            assert_eq!((Strength::of(id, 0), Strength::of(id, 9)), (None, None), "{id}");
        }
        assert_eq!(Strength::of("chess", 1), None);
    }

    #[test]
    fn a_scaled_level_keeps_a_budget() {
        let strength = Strength::of("yinsh", 1).expect("a level").scaled(0.001);
        assert_eq!((strength.budget.nodes, strength.random_turns_per_mille), (Some(1), 850));
    }
}
