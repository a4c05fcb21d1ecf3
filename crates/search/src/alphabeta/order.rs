//! Move ordering: the step of the transposition table, then killers, then history and the order score of the
//! game.

use super::Evaluate;
use taijitu_rules::Side;

/// Weights in the history stay below this.
const MOST_WEIGHT: i32 = 1 << 18;

/// Entries of the history table: small enough for the processor's cache.
const STEPS: usize = 1 << 14;

/// The order score of a killer: a step that caused a cutoff at the same ply.
const KILLER: i32 = 1 << 20;

/// Killers and history: which steps caused a cut-off before.
pub(super) struct OrderingHistory {
    history: [Vec<i32>; 2],
    killers: Vec<[u16; 2]>,
}

/// A step of a list, with how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedStep<S> {
    rank: i32,
    pub(super) key: u16,
    pub(super) step: S,
}

impl OrderingHistory {
    pub(super) fn new(plies: usize) -> Self {
        Self { history: [vec![0; STEPS], vec![0; STEPS]], killers: vec![[0; 2]; plies] }
    }

    /// Ranks steps of a position.
    pub(super) fn rank<G: Evaluate>(&self, position: &G, ply: usize, list: &mut [RankedStep<G::Step>]) {
        let history = &self.history[position.to_act().side().index()];
        let killers = self.killers[ply];
        let order_score = position.order_scores();
        for RankedStep { rank, key, step } in list {
            let killer = if killers.contains(key) { KILLER } else { 0 };
            let score = order_score(*step).clamp(-(1 << 20), 1 << 20) * 64;
            *rank = score + killer + history[usize::from(*key) % STEPS];
        }
    }

    /// Records a cutoff: the step becomes a killer of its ply, and its history grows.
    pub(super) fn note(&mut self, side: Side, key: u16, depth: i32, ply: usize) {
        if self.killers[ply][0] != key {
            self.killers[ply] = [key, self.killers[ply][0]];
        }
        let weight = &mut self.history[side.index()][usize::from(key) % STEPS];
        *weight += depth.max(0) * depth.max(0);
        if *weight > MOST_WEIGHT {
            self.history.iter_mut().flatten().for_each(|weight| *weight /= 2);
        }
    }
}

/// Lists steps without order scores, the step of the transposition table first; returns whether it is among
/// them.
pub(super) fn enlist<G: Evaluate>(
    steps: &[G::Step],
    known: Option<u16>,
    list: &mut Vec<RankedStep<G::Step>>,
) -> bool {
    list.clear();
    list.extend(steps.iter().map(|&step| RankedStep { rank: 0, key: G::key(step), step }));
    let at = known.and_then(|known| list.iter().position(|ranked| ranked.key == known));
    if let Some(at) = at {
        list.swap(0, at);
    }
    at.is_some()
}

/// Moves the most promising of the steps from `at` on to `at`.
#[inline]
pub(super) fn pick<S: Copy>(list: &mut [RankedStep<S>], at: usize) -> RankedStep<S> {
    let mut best = at;
    for i in at + 1..list.len() {
        if list[i].rank > list[best].rank {
            best = i;
        }
    }
    list.swap(at, best);
    list[at]
}
