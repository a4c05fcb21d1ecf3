//! Patterns of Leap Over: every stone by its node, with a table for each side to act, because the two ways home are no
//! images of each other that exchange the sides.
//!
//! The counts of the hand-made evaluation take part; there are three phases, by the stones that have arrived.

use super::super::WeightedEvaluation;
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::Rules;
use taijitu_rules::board::kadon::NODES;
use taijitu_rules::games::leapover::LeapOver;

const ROWS: usize = 1 + 4 * NODES;

/// The numbers of stones in their goals with which the second and the third phase begin.
const PHASES: [usize; 2] = [4, 11];

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> = LazyLock::new(|| None);

impl Patterns for LeapOver {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS, width: 16, heads: 3, counts: 2 * Self::WEIGHTS.len() });

    fn list_patterns(&self, list: &mut PatternList) {
        let act = self.to_act().side();
        for (which, side) in [act, act.other()].into_iter().enumerate() {
            let first = 1 + NODES * (2 * act.index() + which);
            list.extend(self.stones(side).iter().map(|stone| (first + stone.index()) as u16));
            list.add_counts(self.counts(side).as_ref());
        }
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let arrived = [act, act.other()].map(|side| (self.stones(side) & Self::home(side.other())).len());
        PHASES.iter().filter(|&&least| arrived[0] + arrived[1] >= least).count()
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}
