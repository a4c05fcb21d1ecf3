//! Patterns of Singularity: the stones with those around them, and how many slides each needs from its node.
//!
//! The counts of the hand-made evaluation take part; there are nine phases, by the stones that each side has left.

use super::super::singularity::{COUNTS, counts, slides_needed};
use super::kadon::{ORBITS, STONE_ROWS, list_stones, node_orbits};
use super::shipped;
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::Rules;
use taijitu_rules::games::singularity::Singularity;

/// The first row of the stones by node and slides that they need.
const BY_SLIDES: u16 = 1 + STONE_ROWS;

/// Slides to the central region: none, one, two, more.
const SLIDES: u16 = 4;
const ROWS: u16 = BY_SLIDES + 2 * SLIDES * ORBITS;

/// The second and the third phase of a side begin when it has at most this many stones.
const PHASES: [usize; 2] = [7, 4];

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> =
    LazyLock::new(|| shipped::<Singularity>(include_bytes!("../../../weights/singularity.network")));

impl Patterns for Singularity {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 32, heads: 9, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        let act = self.to_act().side();
        let (sides, orbits) = ([act, act.other()], node_orbits());
        list_stones([self.stones(act), self.stones(act.other())], 1, list);
        for (which, side) in (0..).zip(sides) {
            let (own, mut needed) = (self.stones(side), [0; SLIDES as usize]);
            list.extend(own.iter().map(|stone| {
                let slides = slides_needed(self, stone);
                needed[slides] += 1;
                BY_SLIDES + (which * SLIDES + slides as u16) * ORBITS + orbits[stone.index()]
            }));
            list.add_counts(&counts(own, needed));
        }
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let phase = |stones| PHASES.iter().filter(|&&most| stones <= most).count();
        3 * phase(self.stones(act).len()) + phase(self.stones(act.other()).len())
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}
