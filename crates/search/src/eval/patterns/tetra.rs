//! Patterns of Tetra: the stones with those around them.
//!
//! The counts of the hand-made evaluation know the figures; there are three phases, by the stones in hand.

use super::super::tetra::{COUNTS, both_counts};
use super::kadon::{STONE_ROWS, list_stones};
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::Rules;
use taijitu_rules::games::tetra::Tetra;

const ROWS: u16 = 1 + STONE_ROWS;

/// The second and the third phase begin when at most this many stones are in hand.
const PHASES: [u8; 2] = [11, 0];

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> = LazyLock::new(|| None);

impl Patterns for Tetra {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 16, heads: 3, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        list_tetra(self, both_counts(self), list);
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let in_hand = self.hand(act) + self.hand(act.other());
        PHASES.iter().filter(|&&most| in_hand <= most).count()
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}

/// Lists the patterns of a position whose counts are known.
pub(in crate::eval) fn list_tetra(game: &Tetra, counts: [[i32; COUNTS]; 2], list: &mut PatternList) {
    let act = game.to_act().side();
    list_stones([game.stones(act), game.stones(act.other())], 1, list);
    list.add_counts(counts.as_flattened());
}
