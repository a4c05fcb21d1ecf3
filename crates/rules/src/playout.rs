//! Random games to their end: a benchmark of the rules, and the rollouts of a Monte-Carlo search.
//!
//! A playout is uniform among the legal steps and ends by the rules, repetition and the turn limit
//! included. It takes its randomness from the caller and allocates nothing once its [`Scratch`] is warm.

use crate::game::Rules;
use crate::hash;
use crate::outcome::{Outcome, Reason};
use crate::play::TURN_LIMIT;

/// A small fast random number generator; the same seed gives the same numbers everywhere.
///
/// ```
/// use taijitu_rules::playout::Random;
/// let mut random = Random::new(7);
/// assert!((0..100).all(|_| random.below(6) < 6));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = (self.0 as u128) * ((self.0 ^ 0xe703_7ed1_a0b4_28db) as u128);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `bound`; uniform but for a bias under 2⁻³².
    #[inline(always)]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Its result.
    pub outcome: Outcome,
    /// How many turns it took.
    pub turns: u32,
}

/// Reusable memory of a playout.
#[derive(Debug)]
pub struct Scratch<G: Rules> {
    /// The list of steps.
    pub steps: Vec<G::Step>,
    /// The positions seen in this game.
    pub seen: Occurrences,
}

impl<G: Rules> Default for Scratch<G> {
    fn default() -> Self {
        Self { steps: Vec::with_capacity(512), seen: Occurrences::default() }
    }
}

/// Counts how often a position occurred in one game, by its 64-bit hash.
///
/// Two different positions of one game sharing a hash is possible and about as likely as 2000² / 2⁶⁴; a
/// [`Play`](crate::Play) compares whole positions instead.
#[derive(Debug)]
pub struct Occurrences {
    slots: Vec<(u64, u32, u32)>,
    game: u32,
}

impl Default for Occurrences {
    fn default() -> Self {
        // More than twice the turn limit: a probe never wraps around the table.
        Self { slots: vec![(0, 0, 0); 8192], game: 0 }
    }
}

impl Occurrences {
    /// Clears all counts.
    pub fn clear(&mut self) {
        if self.game == u32::MAX {
            self.slots.fill((0, 0, 0));
            self.game = 0;
        }
        self.game += 1;
    }

    /// Counts a position and returns how often it has occurred now.
    pub fn note(&mut self, hash: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (found, game, count) = &mut self.slots[at];
            if *game != self.game {
                (*found, *game, *count) = (hash, self.game, 1);
                return 1;
            }
            if *found == hash {
                *count += 1;
                return *count;
            }
            at = (at + 1) & mask;
        }
    }
}

/// A random game through the common interface.
pub fn by_steps<G: Rules>(start: &G, random: &mut Random, scratch: &mut Scratch<G>) -> Playout {
    let mut position = start.clone();
    let mut turns = 0;
    let mut counted = 0;
    scratch.seen.clear();
    if G::CYCLES {
        scratch.seen.note(hash::of(&position.visible()));
    }
    let mut anew = false;
    loop {
        position.steps(&mut scratch.steps);
        if scratch.steps.is_empty() {
            let outcome = position.outcome().expect("a position without steps is decided");
            return Playout { outcome, turns };
        }
        let step = scratch.steps[random.below(scratch.steps.len() as u32) as usize];
        let counts = position.counts_as_turn();
        anew |= G::restarts_repetition(step);
        position.play_unchecked(step);
        if position.mid_turn() {
            continue;
        }
        turns += 1;
        counted += u32::from(counts);
        if std::mem::take(&mut anew) {
            scratch.seen.clear();
        }
        let third = G::CYCLES && scratch.seen.note(hash::of(&position.visible())) >= 3;
        if (third || counted >= TURN_LIMIT) && position.outcome().is_none() {
            let reason = if third { Reason::Repetition } else { Reason::TurnLimit };
            return Playout { outcome: Outcome::draw(reason), turns };
        }
    }
}
