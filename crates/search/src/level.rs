//! The eight levels of each game: how many nodes the engine looks at, and how often it plays without looking.
//!
//! Levels 1 to 7 are budgets of nodes, the same on every machine; level 8 thinks for about a second. The low
//! levels err on purpose: now and then they play a turn at random, though none of them misses a win in one
//! turn. `taijitu ladder` measures whether each level beats the one below it; tune the table with it.

use crate::limits::Limits;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The levels.
pub const LEVELS: RangeInclusive<u8> = 1..=8;

/// What the highest level may think.
const TOP: Duration = Duration::from_millis(1000);

/// How strong a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What it may look at.
    pub budget: Limits,
    /// Of a thousand turns, how many it plays at random.
    pub slips: u32,
}

impl Strength {
    /// A level of a game; `None` if there is no such level.
    #[must_use]
    pub fn of(game: &str, level: u8) -> Option<Self> {
        if level == *LEVELS.end() {
            return Some(Self { budget: Limits::time(TOP), slips: 0 });
        }
        let table = TABLES.iter().find(|(id, _)| *id == game).map_or(&FAST, |(_, table)| table);
        let &(nodes, slips) = table.get(usize::from(level).checked_sub(1)?)?;
        Some(Self { budget: Limits::nodes(nodes), slips })
    }

    /// The same with its budget multiplied, for a quick look at how levels compare.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        let nodes = self.budget.nodes.map(|nodes| ((nodes as f64 * scale) as u64).max(1));
        let time = self.budget.time.map(|time| time.mul_f64(scale).max(Duration::from_millis(1)));
        Self { budget: Limits { nodes, time, ..self.budget }, ..self }
    }
}

/// Nodes and slips of the levels 1 to 7.
type Table = [(u64, u32); 7];

/// Where a node is a step of alpha-beta, and there are more than a million a second.
const FAST: Table = [(30, 850), (200, 450), (600, 200), (2_000, 70), (8_000, 0), (40_000, 0), (200_000, 0)];

/// The same where there are half as many.
const SLOW: Table = [(30, 850), (200, 450), (600, 200), (1_500, 70), (5_000, 0), (20_000, 0), (100_000, 0)];

/// Where a node is a random game to its end.
const PLAYOUTS: Table = [(10, 850), (60, 450), (150, 200), (400, 70), (1_500, 0), (6_000, 0), (25_000, 0)];

/// Leap Over: many games between neighbours are drawn, and the upper levels plan ahead with what they have.
const RACE: Table = [(30, 850), (200, 450), (600, 200), (1_500, 70), (4_000, 0), (30_000, 0), (120_000, 0)];

/// Tetra: whoever begins wins by force, and a few thousand nodes see how. Only slips tell levels apart.
const TETRA: Table =
    [(30, 900), (100, 770), (300, 640), (1_000, 510), (3_000, 380), (10_000, 240), (50_000, 110)];

/// Yin Yang: White's advantage hides small differences, so the upper levels lie farther apart.
const SECRETS: Table =
    [(30, 850), (200, 450), (600, 200), (2_000, 70), (5_000, 0), (20_000, 0), (300_000, 0)];

const TABLES: [(&str, Table); 10] = [
    ("yinsh", FAST),
    ("y", PLAYOUTS),
    ("aliens", FAST),
    ("singularity", FAST),
    ("leapover", RACE),
    ("tetra", TETRA),
    ("quinta", FAST),
    ("sexta", SLOW),
    ("zen", FAST),
    ("yinyang", SECRETS),
];

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::GAMES;

    #[test]
    fn every_game_has_eight_levels_each_with_more_nodes_and_fewer_slips() {
        for (kind, (id, table)) in GAMES.iter().zip(TABLES) {
            assert_eq!(kind.meta().id, id);
            assert!(table.is_sorted_by(|a, b| a.0 < b.0 && a.1 >= b.1), "{id}");
            assert!(LEVELS.into_iter().all(|level| Strength::of(id, level).is_some()));
            assert_eq!(Strength::of(id, 7).and_then(|strength| strength.budget.time), None);
            assert_eq!((Strength::of(id, 0), Strength::of(id, 9)), (None, None));
        }
    }

    #[test]
    fn a_scaled_level_keeps_a_budget() {
        let strength = Strength::of("yinsh", 1).expect("a level").scaled(0.001);
        assert_eq!((strength.budget.nodes, strength.slips), (Some(1), 850));
    }
}
