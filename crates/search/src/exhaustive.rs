//! Proofs by trying everything: whether a side wins within a number of its own turns, whatever the other does, and
//! whether one turn alone does it.
//!
//! A side *wins within n* if it has a turn that ends the game in its favour, or one after which, whatever the other side
//! replies, it wins within n − 1. Turns that lead to the same position are one turn. A win is *unique* if exactly one
//! turn wins within the least n for which any does: another turn may win more slowly, or not at all.
//!
//! Only the rules are used: no evaluation, and no history, which a set-up does not have.

use crate::descriptor;
use std::collections::{HashMap, HashSet};
use taijitu_rules::turns::legal_turns;
use taijitu_rules::{AnyPlay, Notation, Rules, Side, hash};

/// Positions remembered at the most.
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

/// How much may be tried.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Positions looked at.
    pub nodes: u64,
    /// Asked now and then: whether nobody waits for the proof any more.
    pub stop: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// A number of positions, and nothing that stops it.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Effort { nodes, stop: &|| false }
    }
}

/// Whether exactly one turn wins within at most `most` own turns; `None` if that takes more than `node_limit`
/// positions.
#[must_use]
pub fn chances(play: &dyn AnyPlay, most: u8, node_limit: u64) -> Option<Chances> {
    descriptor::of(play).exhaustive(play).chances(most, node_limit)
}

/// The best reply of the side to act, if the other side tries to win within `own` of its turns; `None` if that
/// takes more than `node_limit` positions or the game is over.
#[must_use]
pub fn defence(play: &dyn AnyPlay, own: u8, effort: Effort<'_>) -> Option<Defence> {
    descriptor::of(play).exhaustive(play).defence(own, effort)
}

/// Whether a side wins within `own` of its turns; `None` if that takes more than `node_limit` positions.
#[must_use]
pub fn wins(play: &dyn AnyPlay, side: Side, own: u8, effort: Effort<'_>) -> Option<bool> {
    descriptor::of(play).exhaustive(play).wins(side, own, effort)
}

/// Proofs from a position of any game.
pub trait Exhaustive {
    /// See [`chances`].
    fn chances(&self, most: u8, node_limit: u64) -> Option<Chances>;
    /// See [`defence`].
    fn defence(&self, own: u8, effort: Effort<'_>) -> Option<Defence>;
    /// See [`wins`].
    fn wins(&self, side: Side, own: u8, effort: Effort<'_>) -> Option<bool>;
}

impl<G: Notation> Exhaustive for G {
    fn chances(&self, most: u8, node_limit: u64) -> Option<Chances> {
        let side = self.to_act().side();
        let mut prover = Prover::new(side, Effort::nodes(node_limit));
        for own in 1..=most {
            let choices = prover.after(self)?;
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
                let first = spelled(self, next)?;
                let rest = prover.line(next, own - 1)?;
                let line = std::iter::once(first).chain(rest).collect();
                return Some(Chances::One(Unique { wins_in: own, line, choices: choices.len() }));
            }
        }
        Some(Chances::None)
    }

    fn defence(&self, own: u8, effort: Effort<'_>) -> Option<Defence> {
        let mut prover = Prover::new(self.to_act().side().other(), effort);
        match prover.hardest(self, own)? {
            (Some(_), reply) => Some(Defence::Resists(spelled(self, &reply)?)),
            (None, reply) => Some(Defence::Refutes(spelled(self, &reply)?)),
        }
    }

    fn wins(&self, side: Side, own: u8, effort: Effort<'_>) -> Option<bool> {
        Prover::new(side, effort).wins(self, own)
    }
}

/// The turn that leads from one position to another.
fn spelled<G: Notation>(from: &G, to: &G) -> Option<String> {
    legal_turns(from).ok()?.into_iter().find(|turn| turn.after == *to).map(|turn| turn.text)
}

/// Nodes between two questions whether to stop: less than a millisecond.
const STOP_EVERY: u64 = 256;

/// Tries everything, until its limit of nodes is reached or `stop` returns true.
struct Prover<'a, G: Rules> {
    winner: Side,
    left: u64,
    stop: &'a dyn Fn() -> bool,
    known: HashMap<(G, u8), bool, hash::Build>,
    /// The first step of the reply that last held, by the own turns that were left: likely to hold again.
    held: Vec<Option<G::Step>>,
}

impl<'a, G: Notation> Prover<'a, G> {
    fn new(winner: Side, effort: Effort<'a>) -> Self {
        let Effort { nodes, stop } = effort;
        Self { winner, left: nodes, stop, known: HashMap::default(), held: vec![] }
    }

    /// Counts a node; none if the proof has to end.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.left.is_multiple_of(STOP_EVERY) || !(self.stop)()).then_some(())
    }

    /// The positions a turn can lead to, each once, with the first step of a way there.
    fn after(&mut self, position: &G) -> Option<Vec<(G::Step, G)>> {
        if position.has_countless_turns() {
            return None;
        }
        let (mut ends, mut begun) =
            (HashSet::<G, hash::Build>::default(), HashSet::<G, hash::Build>::default());
        let (mut open, mut steps, mut list) = (vec![(None, position.clone())], vec![], vec![]);
        while let Some((first, from)) = open.pop() {
            from.steps(&mut steps);
            for &step in &steps {
                self.count()?;
                let first = first.unwrap_or(step);
                let mut to = from.clone();
                to.play_unchecked(step);
                if to.mid_turn() {
                    if begun.insert(to.clone()) {
                        open.push((Some(first), to));
                    }
                } else if ends.insert(to.clone()) {
                    list.push((first, to));
                }
            }
        }
        Some(list)
    }

    /// Whether the winner has won, if the game is over.
    fn decided(&self, position: &G) -> Option<bool> {
        position.outcome().map(|outcome| outcome.winner == Some(self.winner))
    }

    /// Whether the winner wins within `own` of its turns.
    fn wins(&mut self, position: &G, own: u8) -> Option<bool> {
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
        let wins = if position.to_act().side() == self.winner {
            self.attacks(position, own)?
        } else {
            self.refutation(position, own)?.is_none()
        };
        if self.known.len() < REMEMBERED {
            self.known.insert(key, wins);
        }
        Some(wins)
    }

    fn attacks(&mut self, position: &G, own: u8) -> Option<bool> {
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
    fn refutation(&mut self, position: &G, own: u8) -> Option<Option<G>> {
        let mut replies = self.after(position)?;
        let at = usize::from(own);
        self.held.resize(self.held.len().max(at + 1), None);
        let held = self.held[at];
        // Replies that end the game first, then the reply that refuted elsewhere.
        replies.sort_by_key(|(step, next)| (next.outcome().is_none(), held != Some(*step)));
        for (step, next) in replies {
            if !self.wins(&next, own)? {
                self.held[at] = Some(step);
                return Some(Some(next));
            }
        }
        Some(None)
    }

    /// The reply that holds out longest, and the own turns the winner needs against it; none if it holds.
    fn hardest(&mut self, position: &G, own: u8) -> Option<(Option<u8>, G)> {
        if let Some(holds) = self.refutation(position, own)? {
            return Some((None, holds));
        }
        let mut longest: Option<(u8, G)> = None;
        for (_, next) in self.after(position)? {
            let needed = self.needed(&next, own)?;
            if longest.as_ref().is_none_or(|(most, _)| needed > *most) {
                longest = Some((needed, next));
            }
        }
        longest.map(|(needed, next)| (Some(needed), next))
    }

    /// The number of own turns the winner needs in a position it wins within `own` turns.
    fn needed(&mut self, position: &G, own: u8) -> Option<u8> {
        for fewer in 0..own {
            if self.wins(position, fewer)? {
                return Some(fewer);
            }
        }
        Some(own)
    }

    /// How a won game goes on: the longest resistance, the quickest win.
    fn line(&mut self, from: &G, own: u8) -> Option<Vec<String>> {
        let (mut position, mut own, mut turns) = (from.clone(), own, vec![]);
        while position.outcome().is_none() {
            let next = if position.to_act().side() == self.winner {
                let needed = self.needed(&position, own)?;
                own = needed.checked_sub(1)?;
                let choices = self.after(&position)?;
                self.first_that_wins(choices, own)?
            } else {
                self.hardest(&position, own)?.1
            };
            turns.push(spelled(&position, &next)?);
            position = next;
        }
        Some(turns)
    }

    fn first_that_wins(&mut self, choices: Vec<(G::Step, G)>, own: u8) -> Option<G> {
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
    fn one_winning_turn_is_told_from_several_and_none() {
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
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) == 2;
        assert_eq!(wins(&*play, Side::Black, 9, Effort { nodes: u64::MAX, stop: &stop }), None);
        assert_eq!(asked.get(), 3, "and does not ask again");
    }
}
