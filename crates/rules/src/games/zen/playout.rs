//! Random games without listing moves.
//!
//! A move is a piece and one of eight directions. Drawing both until they make a legal move is uniform among
//! the legal moves, and takes about two tries where a list would take a hundred.

use super::Zen;
use super::check::MoverClaim;
use super::moves::Step;
use crate::game::Rules;
use crate::hash;
use crate::outcome::{Outcome, Reason};
use crate::play::TURN_LIMIT;
use crate::playout::{Playout, Random, Scratch};

/// After this many failed tries the moves are listed: there may be none.
const TRIES: u32 = 64;

impl Zen {
    /// A random game of a variant without check.
    pub(super) fn random_game(&self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        let mut position = self.clone();
        let mut turns = 0;
        scratch.seen.clear();
        scratch.seen.note(hash::of(&position));
        let mut drawn = None;
        loop {
            if let Some(outcome) = position.outcome().or(drawn) {
                return Playout { outcome, turns };
            }
            let step = position.random_step(random, &mut scratch.steps);
            position.make(step);
            turns += 1;
            if scratch.seen.note(hash::of(&position)) >= 3 {
                drawn = Some(Outcome::draw(Reason::Repetition));
            } else if turns >= TURN_LIMIT {
                drawn = Some(Outcome::draw(Reason::TurnLimit));
            }
        }
    }

    /// A step, each legal one with the same chance.
    pub(super) fn random_step(&self, random: &mut Random, list: &mut Vec<Step>) -> Step {
        let own = self.field.own(self.act);
        let (ways, leash) = (8 * own.len() as u32, self.leash());
        for _ in 0..TRIES {
            let way = random.below(ways) as usize;
            let from = own.iter().nth(way / 8).expect("a way is one of a piece");
            if let Some(to) = self.field.target(self.act, from, way % 8, leash) {
                return Step::Move { from, to, claim: MoverClaim::Nothing };
            }
        }
        list.clear();
        self.list_steps(list);
        list[random.below(list.len() as u32) as usize]
    }
}
