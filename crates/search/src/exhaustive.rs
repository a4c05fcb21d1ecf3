//! Proofs by exhaustive search: whether a side wins within a number of its own turns, whatever the other
//! does, and whether exactly one turn does it.
//!
//! A side *wins within n* if it has a turn that ends the game in its favour, or one after which, whatever the other side
//! replies, it wins within n − 1. Turns that lead to the same position are one turn. A win is *unique* if exactly one
//! turn wins within the least n for which any does: another turn may win more slowly, or not at all.
//!
//! Only the rules are used: no evaluation, and no history, which a set-up does not have.

use crate::descriptor;
use std::any::Any;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use taijitu_rules::hash::{self, PositionMap, PositionSet};
use taijitu_rules::turns::legal_turns;
use taijitu_rules::{AnyPlay, Notation, Outcome, Side};

/// Maximum number of positions in the transposition table.
const REMEMBERED: usize = 400_000;

/// A position in which exactly one turn wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// In how many own turns.
    pub wins_in: u8,
    /// The winning turn, the longest resistance, and so on to the end.
    pub line: Vec<String>,
    /// How many turns there are to choose from.
    pub choices: usize,
}

/// The winning turns of the side to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chances {
    /// One turn wins.
    One(Unique),
    /// Several turns win equally fast.
    Several,
    /// No turn wins within the given number of turns.
    None,
}

/// The best reply of the side to act against a side that tries to win within a number of its own turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// It is lost: this reply holds out longest.
    Resists(String),
    /// This reply holds.
    Refutes(String),
}

/// The limits of a proof.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Maximum number of positions.
    pub nodes: u64,
    /// Called repeatedly: true if the proof is no longer needed.
    pub stop: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// A number of positions, without a stop.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Effort { nodes, stop: &|| false }
    }
}

/// Whether exactly one turn wins within at most `most` own turns; `None` if that takes more than `node_limit`
/// positions.
#[must_use]
pub fn chances(play: &dyn AnyPlay, most: u8, node_limit: u64) -> Option<Chances> {
    let from = descriptor::of(play).exhaustive(play).shared();
    let mut prover = Prover::new(from.0.actor(), Effort::nodes(node_limit));
    for own in 1..=most {
        let choices = prover.after(&from)?;
        let mut winning = vec![];
        for (_, next) in &choices {
            if prover.wins(next, own - 1)? {
                winning.push(next);
            }
            if winning.len() > 1 {
                return Some(Chances::Several);
            }
        }
        if let [next] = winning[..] {
            let first = from.0.turn_to(&*next.0)?;
            let rest = prover.line(next, own - 1)?;
            let line = std::iter::once(first).chain(rest).collect();
            return Some(Chances::One(Unique { wins_in: own, line, choices: choices.len() }));
        }
    }
    Some(Chances::None)
}

/// The best reply of the side to act, if the other side tries to win within `own` of its turns; `None` if that
/// takes more than `node_limit` positions or the game is over.
#[must_use]
pub fn defence(play: &dyn AnyPlay, own: u8, effort: Effort<'_>) -> Option<Defence> {
    let from = descriptor::of(play).exhaustive(play).shared();
    let mut prover = Prover::new(from.0.actor().other(), effort);
    match prover.hardest(&from, own)? {
        (Some(_), reply) => Some(Defence::Resists(from.0.turn_to(&*reply.0)?)),
        (None, reply) => Some(Defence::Refutes(from.0.turn_to(&*reply.0)?)),
    }
}

/// Whether a side wins within `own` of its turns; `None` if that takes more than `node_limit` positions.
#[must_use]
pub fn wins(play: &dyn AnyPlay, side: Side, own: u8, effort: Effort<'_>) -> Option<bool> {
    let from = descriptor::of(play).exhaustive(play).shared();
    Prover::new(side, effort).wins(&from, own)
}

/// How many turns a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCount {
    /// Those that lead to different positions.
    pub all: usize,
    /// Those of them that win at once and begin differently: a choice after the first step is one turn here.
    pub winning: usize,
}

/// Counts the turns of the side to act; `None` if that takes more than `node_limit` positions.
#[must_use]
pub fn count_turns(play: &dyn AnyPlay, node_limit: u64) -> Option<TurnCount> {
    let from = descriptor::of(play).exhaustive(play).shared();
    let winner = from.0.actor();
    let mut prover = Prover::new(winner, Effort::nodes(node_limit));
    let choices = prover.after(&from)?;
    let mut winning: Vec<u64> = choices
        .iter()
        .filter(|(_, next)| prover.decided(next) == Some(true))
        .map(|(first, _)| *first)
        .collect();
    winning.sort_unstable();
    winning.dedup();
    Some(TurnCount { all: choices.len(), winning: winning.len() })
}

/// A position of any game, for proofs: they are compiled once and not for each game.
pub trait Exhaustive {
    /// How it ended.
    fn ending(&self) -> Option<Outcome>;
    /// The side to act.
    fn actor(&self) -> Side;
    /// Every position one turn leads to, each once, with the hash of the first step of a turn that leads there. `count` is
    /// called for each step and ends the list if it returns `None`.
    fn after(&self, count: &mut dyn FnMut() -> Option<()>) -> Option<Vec<(u64, SharedPosition)>>;
    /// The turn that leads to another position.
    fn turn_to(&self, to: &dyn Exhaustive) -> Option<String>;
    /// The same, to be kept.
    fn shared(&self) -> SharedPosition;
    /// Its hash.
    fn hashed(&self) -> u64;
    /// Whether another position is the same.
    fn is_same(&self, other: &dyn Exhaustive) -> bool;
    /// The position with its type.
    fn as_any(&self) -> &dyn Any;
}

/// A position that is kept in several places.
#[derive(Clone)]
pub struct SharedPosition(Rc<dyn Exhaustive>);

impl Hash for SharedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hashed());
    }
}

impl PartialEq for SharedPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl Eq for SharedPosition {}

impl<G: Notation> Exhaustive for G {
    fn ending(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn actor(&self) -> Side {
        self.to_act().side()
    }

    fn after(&self, count: &mut dyn FnMut() -> Option<()>) -> Option<Vec<(u64, SharedPosition)>> {
        if self.has_countless_turns() {
            return None;
        }
        // Each end with the first step of a turn that leads to it.
        let (mut ends, mut begun) = (PositionMap::<G, G::Step>::default(), PositionSet::<G>::default());
        let (mut open, mut steps) = (vec![(None, self.clone())], vec![]);
        while let Some((first, from)) = open.pop() {
            from.steps(&mut steps);
            for &step in &steps {
                count()?;
                let first = first.unwrap_or(step);
                let mut to = from.clone();
                to.play_unchecked(step);
                if !to.mid_turn() {
                    ends.get_or_insert(to, first);
                } else if begun.insert(to.clone()) {
                    open.push((Some(first), to));
                }
            }
        }
        let shared = |(to, first): (G, G::Step)| (hash::of(&first), SharedPosition(Rc::new(to)));
        Some(ends.into_entries().into_iter().map(shared).collect())
    }

    fn turn_to(&self, to: &dyn Exhaustive) -> Option<String> {
        let to = to.as_any().downcast_ref::<G>()?;
        legal_turns(self).ok()?.into_iter().find(|turn| turn.after == *to).map(|turn| turn.text)
    }

    fn shared(&self) -> SharedPosition {
        SharedPosition(Rc::new(self.clone()))
    }

    fn hashed(&self) -> u64 {
        hash::of(self)
    }

    fn is_same(&self, other: &dyn Exhaustive) -> bool {
        other.as_any().downcast_ref::<G>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Nodes between two calls of `stop`: less than a millisecond.
const STOP_EVERY: u64 = 256;

/// A proof in progress: which positions are known to be won within a number of turns.
struct Prover<'a> {
    /// The side that tries to win.
    winner: Side,
    left: u64,
    stop: &'a dyn Fn() -> bool,
    known: HashMap<(SharedPosition, u8), bool, hash::PositionHasherBuilder>,
    /// For each number of own turns left, the first step of the reply that refuted last, by its hash: it often refutes
    /// elsewhere.
    held: Vec<Option<u64>>,
}

impl<'a> Prover<'a> {
    fn new(winner: Side, effort: Effort<'a>) -> Self {
        let Effort { nodes, stop } = effort;
        Self { winner, left: nodes, stop, known: HashMap::default(), held: vec![] }
    }

    /// Counts a node; `None` if the proof has to end.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.left.is_multiple_of(STOP_EVERY) || !(self.stop)()).then_some(())
    }

    /// The positions a turn can lead to, each once, with the hash of the first step of a way there.
    fn after(&mut self, position: &SharedPosition) -> Option<Vec<(u64, SharedPosition)>> {
        position.0.after(&mut || self.count())
    }

    /// Whether the winner has won, if the game is over.
    fn decided(&self, position: &SharedPosition) -> Option<bool> {
        position.0.ending().map(|outcome| outcome.winner == Some(self.winner))
    }

    /// Whether the winner wins within `own` of its turns.
    fn wins(&mut self, position: &SharedPosition, own: u8) -> Option<bool> {
        if let Some(decided) = self.decided(position) {
            return Some(decided);
        }
        if own == 0 {
            return Some(false);
        }
        let key = (position.clone(), own);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let wins = if position.0.actor() == self.winner {
            self.attacks(position, own)?
        } else {
            self.refutation(position, own)?.is_none()
        };
        if self.known.len() < REMEMBERED {
            self.known.insert(key, wins);
        }
        Some(wins)
    }

    fn attacks(&mut self, position: &SharedPosition, own: u8) -> Option<bool> {
        let next = self.after(position)?;
        if next.iter().any(|(_, next)| self.decided(next) == Some(true)) {
            return Some(true);
        }
        for (_, next) in &next {
            if own > 1 && self.wins(next, own - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// A reply after which the winner does not win within `own` of its turns.
    fn refutation(&mut self, position: &SharedPosition, own: u8) -> Option<Option<SharedPosition>> {
        let replies = self.after(position)?;
        let at = usize::from(own);
        self.held.resize(self.held.len().max(at + 1), None);
        let held = self.held[at];
        // Replies that end the game first, then the reply that refuted elsewhere.
        let rank = |(step, next): &(u64, SharedPosition)| {
            2 * u8::from(next.0.ending().is_none()) + u8::from(held != Some(*step))
        };
        let ranks: Vec<u8> = replies.iter().map(rank).collect();
        for wanted in 0..4 {
            for ((step, next), _) in replies.iter().zip(&ranks).filter(|(_, rank)| **rank == wanted) {
                if !self.wins(next, own)? {
                    self.held[at] = Some(*step);
                    return Some(Some(next.clone()));
                }
            }
        }
        Some(None)
    }

    /// The reply that holds out longest, and the own turns the winner needs against it; none if it holds.
    fn hardest(&mut self, position: &SharedPosition, own: u8) -> Option<(Option<u8>, SharedPosition)> {
        if let Some(holds) = self.refutation(position, own)? {
            return Some((None, holds));
        }
        let mut longest: Option<(u8, SharedPosition)> = None;
        for (_, next) in self.after(position)? {
            let needed = self.needed(&next, own)?;
            if longest.as_ref().is_none_or(|(most, _)| needed > *most) {
                longest = Some((needed, next));
            }
        }
        longest.map(|(needed, next)| (Some(needed), next))
    }

    /// The number of own turns the winner needs in a position it wins within `own` turns.
    fn needed(&mut self, position: &SharedPosition, own: u8) -> Option<u8> {
        for fewer in 0..own {
            if self.wins(position, fewer)? {
                return Some(fewer);
            }
        }
        Some(own)
    }

    /// How a won game goes on: the longest resistance, the quickest win.
    fn line(&mut self, from: &SharedPosition, own: u8) -> Option<Vec<String>> {
        let (mut position, mut own, mut turns) = (from.clone(), own, vec![]);
        while position.0.ending().is_none() {
            let next = if position.0.actor() == self.winner {
                let needed = self.needed(&position, own)?;
                own = needed.checked_sub(1)?;
                let choices = self.after(&position)?;
                self.first_that_wins(choices, own)?
            } else {
                self.hardest(&position, own)?.1
            };
            turns.push(position.0.turn_to(&*next.0)?);
            position = next;
        }
        Some(turns)
    }

    fn first_that_wins(&mut self, choices: Vec<(u64, SharedPosition)>, own: u8) -> Option<SharedPosition> {
        for (_, next) in choices {
            if self.wins(&next, own)? {
                return Some(next);
            }
        }
        None
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{Options, games};

    fn set_up(game: &str, options: &[&str], setup: &str) -> Box<dyn AnyPlay> {
        let kind = games::find(game).expect("a game");
        let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
        kind.set_up(options, setup).expect("a set-up")
    }

    const NODE_LIMIT: u64 = 1_000_000;

    #[test]
    fn one_winning_turn_is_distinguished_from_several_and_none() {
        let small = &["board=triangle-3", "pie=off"][..];
        let one = set_up("y", small, "b=a2,b2 w=a3,c3 act=black");
        let Some(Chances::One(unique)) = chances(&*one, 2, NODE_LIMIT) else { panic!("one turn wins") };
        assert_eq!((unique.wins_in, &unique.line[..]), (1, &["b3".to_owned()][..]));
        let several = set_up("y", small, "b=b2 w=a3 act=black");
        assert_eq!(chances(&*several, 2, NODE_LIMIT), Some(Chances::Several));
        assert_eq!(chances(&*several, 1, NODE_LIMIT), Some(Chances::None), "not at once");
        assert_eq!(chances(&*several, 2, 3), None, "the limit is reached");
    }

    #[test]
    fn a_lost_side_resists_and_a_saved_one_refutes() {
        let small = &["board=triangle-3", "pie=off"][..];
        let lost = set_up("y", small, "b=a2,b2 w=a3 act=white");
        assert!(matches!(defence(&*lost, 1, Effort::nodes(NODE_LIMIT)), Some(Defence::Resists(_))));
        assert_eq!(wins(&*lost, Side::Black, 1, Effort::nodes(NODE_LIMIT)), Some(true));
        let held = set_up("y", small, "b=b2 w=a3 act=white");
        assert!(matches!(defence(&*held, 1, Effort::nodes(NODE_LIMIT)), Some(Defence::Refutes(_))));
    }

    #[test]
    fn a_proof_nobody_waits_for_ends() {
        let play = set_up("y", &["pie=off"], "act=black");
        let calls = std::cell::Cell::new(0);
        let stop = || calls.replace(calls.get() + 1) == 2;
        assert_eq!(wins(&*play, Side::Black, 9, Effort { nodes: u64::MAX, stop: &stop }), None);
        assert_eq!(calls.get(), 3, "and does not ask again");
    }
}
