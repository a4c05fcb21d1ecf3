//! Patterns of Sexta: the stones with those around them, and how far every two stones are apart.
//!
//! The counts of the hand-made evaluation know the lines and their gaps; they weigh differently in each of nine phases, by
//! the length of the longest line of either side.

use super::super::sexta::{COUNTS, apart, both_counts, longest};
use super::kadon::{STONE_ROWS, list_stones};
use super::shipped;
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::Rules;
use taijitu_rules::games::sexta::Sexta;

/// Distances of two stones; farther apart counts as this far.
const DISTANCES: u16 = 13;

/// The stones of a side.
const STONES: usize = 6;

/// The first row of pairs of own stones, of the other side's, and of one of each.
const PAIRS: u16 = 1 + STONE_ROWS;
const ROWS: u16 = PAIRS + 3 * DISTANCES;

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> =
    LazyLock::new(|| shipped::<Sexta>(include_bytes!("../../../weights/sexta.network")));

impl Patterns for Sexta {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 32, heads: 9, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        list_sexta(self, both_counts(self), list);
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        sexta_phase([act, act.other()].map(|side| longest(self.stones(side))))
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}

/// The phase, by the longest line of the side to act and of the other.
pub(in crate::eval) fn sexta_phase(lengths: [i32; 2]) -> usize {
    let [own, other] = lengths.map(|length| (length - 2).clamp(0, 2) as usize);
    3 * own + other
}

/// Lists the patterns of a position whose counts are known.
pub(in crate::eval) fn list_sexta(game: &Sexta, counts: [[i32; COUNTS]; 2], list: &mut PatternList) {
    let act = game.to_act().side();
    let stones = [game.stones(act), game.stones(act.other())];
    list_stones(stones, 1, list);
    let mut nodes = [[0; STONES]; 2];
    for (nodes, stones) in nodes.iter_mut().zip(stones) {
        nodes.iter_mut().zip(stones).for_each(|(node, stone)| *node = stone.index());
    }
    let of = |which: usize| &nodes[which][..stones[which].len().min(STONES)];
    let (own, other) = (of(0), of(1));
    list_pairs(own, PAIRS, list);
    list_pairs(other, PAIRS + DISTANCES, list);
    for &from in own {
        list_distances(from, other, PAIRS + 2 * DISTANCES, list);
    }
    list.add_counts(counts.as_flattened());
}

/// Lists the distance of every two of these nodes.
#[inline]
fn list_pairs(nodes: &[usize], first: u16, list: &mut PatternList) {
    for (n, &from) in nodes.iter().enumerate() {
        list_distances(from, &nodes[n + 1..], first, list);
    }
}

#[inline]
fn list_distances(from: usize, to: &[usize], first: u16, list: &mut PatternList) {
    let row = &apart()[from];
    list.extend(to.iter().map(|&other| first + u16::from(row[other]).min(DISTANCES - 1)));
}
