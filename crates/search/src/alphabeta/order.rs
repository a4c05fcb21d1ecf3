//! Move ordering: the step of the transposition table, then killers, then what caused cut-offs before and the order
//! score of the game.

use super::Evaluate;
use taijitu_rules::Side;

/// Weights stay within this, on either side of 0.
const MOST_WEIGHT: i32 = 1 << 14;

/// Entries of a table of weights: small enough for the processor's cache.
const STEPS: usize = 1 << 14;

/// What a cut-off adds at depth one, and at most.
const BONUS: i32 = 32;
const MOST_BONUS: i32 = 2000;

/// How much an order score counts, and the weight of a step in one of the tables.
const SCORE: i32 = 64;
const WEIGHT: i32 = 4;

/// The order score of a killer: a step that caused a cutoff at the same ply.
const KILLER: i32 = 1 << 20;

/// The key where there is no step: before the root, and for a null move.
const NO_STEP: u16 = u16::MAX;

/// Killers and history: which steps caused a cut-off before, and which did not.
pub(super) struct OrderingHistory {
    /// By side and step.
    history: [Vec<i16>; 2],
    /// By the step before, and by the one before that: what answers it, and what continues it.
    continuation: [Vec<i16>; 2],
    killers: Vec<[u16; 2]>,
    /// The line that leads to the node: the key of the step played at each ply.
    line: Vec<u16>,
}

/// A step of a list with its order score.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedStep<S> {
    rank: i32,
    pub(super) key: u16,
    pub(super) step: S,
}

/// Where a step has its weight among those that follow another.
#[inline]
fn continuation_index(earlier: u16, key: u16) -> usize {
    let mixed = (u32::from(earlier) << 16 | u32::from(key)).wrapping_mul(0x9e37_79b1);
    (mixed >> 18) as usize % STEPS
}

/// Moves a weight towards its limit, the less the nearer it is.
#[inline]
fn pull(weight: &mut i16, bonus: i32) {
    let old = i32::from(*weight);
    *weight = (old + bonus - old * bonus.abs() / MOST_WEIGHT) as i16;
}

impl OrderingHistory {
    pub(super) fn new(plies: usize) -> Self {
        let table = || [vec![0; STEPS], vec![0; STEPS]];
        Self {
            history: table(),
            continuation: table(),
            killers: vec![[0; 2]; plies],
            line: vec![NO_STEP; plies],
        }
    }

    /// Notes which step leads on from a ply; `None` is a null move.
    #[inline]
    pub(super) fn follow(&mut self, ply: usize, key: Option<u16>) {
        self.line[ply] = key.unwrap_or(NO_STEP);
    }

    /// The keys of the two steps before a ply, the last one first.
    #[inline]
    fn steps_before(&self, ply: usize) -> [u16; 2] {
        [1, 2].map(|back| ply.checked_sub(back).map_or(NO_STEP, |at| self.line[at]))
    }

    /// Ranks steps of a position.
    pub(super) fn rank<G: Evaluate>(&self, position: &G, ply: usize, list: &mut [RankedStep<G::Step>]) {
        let history = &self.history[position.to_act().side().index()];
        let (killers, [last, earlier]) = (self.killers[ply], self.steps_before(ply));
        let [answers, continuations] = &self.continuation;
        let order_score = position.order_scores();
        for RankedStep { rank, key, step } in list {
            let killer = if killers.contains(key) { KILLER } else { 0 };
            let score = order_score(*step).clamp(-(1 << 20), 1 << 20) * SCORE;
            let weights = [
                history[usize::from(*key) % STEPS],
                answers[continuation_index(last, *key)],
                continuations[continuation_index(earlier, *key)],
            ];
            *rank = score + killer + WEIGHT * weights.map(i32::from).iter().sum::<i32>();
        }
    }

    /// Records a cutoff: the step becomes a killer of its ply, its weights grow, and those of the steps tried before it
    /// shrink.
    pub(super) fn note<S>(&mut self, side: Side, key: u16, tried: &[RankedStep<S>], depth: i32, ply: usize) {
        if self.killers[ply][0] != key {
            self.killers[ply] = [key, self.killers[ply][0]];
        }
        let depth = depth.max(0);
        let bonus = (BONUS * depth * depth).min(MOST_BONUS);
        self.reward(side, key, ply, bonus);
        tried.iter().for_each(|other| self.reward(side, other.key, ply, -bonus));
    }

    fn reward(&mut self, side: Side, key: u16, ply: usize, bonus: i32) {
        pull(&mut self.history[side.index()][usize::from(key) % STEPS], bonus);
        let before = self.steps_before(ply);
        for (table, earlier) in self.continuation.iter_mut().zip(before) {
            pull(&mut table[continuation_index(earlier, key)], bonus);
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

/// Moves the step with the highest order score from `at` on to `at`.
#[inline]
pub(super) fn pick<S: Copy>(list: &mut [RankedStep<S>], at: usize) -> RankedStep<S> {
    let (mut best, mut rank) = (at, list[at].rank);
    for (place, ranked) in list[at..].iter().enumerate() {
        if ranked.rank > rank {
            (best, rank) = (at + place, ranked.rank);
        }
    }
    list.swap(at, best);
    list[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::quinta::Quinta;
    use taijitu_rules::{Play, Rules};

    /// The start of Quinta with its steps, of which the first two have the same order score.
    fn two_alike() -> (Quinta, Vec<RankedStep<<Quinta as Rules>::Step>>) {
        let position = Play::<Quinta>::start(&[]).expect("a start").position().clone();
        let (mut steps, mut list) = (vec![], vec![]);
        position.steps(&mut steps);
        let score = position.order_scores();
        let alike = |&step: &_| score(step) == score(steps[0]);
        let alike: Vec<_> = steps.iter().copied().filter(alike).take(2).collect();
        assert!(!enlist::<Quinta>(&alike, None, &mut list) && list.len() == 2);
        drop(score);
        (position, list)
    }

    #[test]
    fn steps_with_cut_offs_come_first_and_those_without_last() {
        let (position, mut list) = two_alike();
        let side = position.to_act().side();
        let mut ordering = OrderingHistory::new(9);
        let first = |ordering: &OrderingHistory, list: &mut Vec<_>, ply| {
            ordering.rank(&position, ply, list);
            pick(list, 0).key
        };
        let [a, b] = [list[0].key, list[1].key];
        ordering.note(side, b, &list[..1], 3, 2);
        // At another ply it is no killer.
        assert_eq!(first(&ordering, &mut list, 4), b);
        for _ in 0..3 {
            ordering.note(side, a, &list[..0], 1, 3);
        }
        assert_eq!(first(&ordering, &mut list, 4), b, "three shallow ones weigh less than a deep one");
    }

    #[test]
    fn replies_are_stored_with_the_step_they_answer() {
        let (position, mut list) = two_alike();
        let side = position.to_act().side();
        let mut ordering = OrderingHistory::new(9);
        let [a, b] = [list[0].key, list[1].key];
        let mut first_after = |ordering: &mut OrderingHistory, step: Option<u16>| {
            ordering.follow(3, step);
            ordering.rank(&position, 4, &mut list);
            pick(&mut list, 0).key
        };
        // Each of the two answers one step and fails against the other: without the step before, they are alike.
        for (step, answer, other) in [(Some(7), a, b), (Some(8), b, a)] {
            ordering.follow(1, step);
            for _ in 0..9 {
                ordering.note(side, answer, &[RankedStep { rank: 0, key: other, step: () }], 2, 2);
            }
        }
        assert_eq!([Some(7), Some(8)].map(|step| first_after(&mut ordering, step)), [a, b]);
    }

    #[test]
    fn a_weight_stays_within_its_limits() {
        let mut weight = 0;
        for bonus in [MOST_BONUS, -MOST_BONUS] {
            for _ in 0..1000 {
                pull(&mut weight, bonus);
                assert!(i32::from(weight).abs() <= MOST_WEIGHT);
            }
            assert!(
                i32::from(weight).signum() == bonus.signum() && i32::from(weight).abs() > MOST_WEIGHT / 2
            );
        }
    }
}
