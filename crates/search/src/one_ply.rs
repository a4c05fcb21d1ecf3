//! Helpers that look one turn ahead, without an engine: a win in one turn, a random turn.

use crate::information_set::InformationSet;
use std::borrow::Cow;
use taijitu_rules::hash::PositionSet;
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Notation, Reason, Side};

/// Maximum number of steps tried to find a win in one turn.
const MOST_TRIED: usize = 20_000;

/// A random turn is abandoned after this many steps: a chain of jumps may go in circles.
const MOST_STEPS: usize = 2000;

/// A turn that wins at once, spelled; `None` if there is none or too many turns to try.
#[must_use]
pub fn winning_turn(known: &InformationSet<'_>) -> Option<String> {
    ask(known, |position| position.winning_turn())?
}

/// A random legal turn, uniform step by step, spelled; `None` if the game is over.
#[must_use]
pub fn random_turn(known: &InformationSet<'_>, random: &mut Random) -> Option<String> {
    ask(known, |position| position.random_turn(known.side(), random))?
}

/// Whether a turn is legal.
#[must_use]
pub fn is_legal(known: &InformationSet<'_>, turn: &str) -> bool {
    ask(known, |position| position.is_legal(known.side(), turn)).unwrap_or(false)
}

/// Whether there are too many turns to list, as where laws are written.
#[must_use]
pub fn is_countless(known: &InformationSet<'_>) -> bool {
    ask(known, |position| position.is_countless()).unwrap_or(false)
}

/// Questions about a position between two turns that need no search.
pub trait OnePly {
    /// A turn that wins at once, spelled; `None` if there is none or too many turns to try.
    fn winning_turn(&self) -> Option<String>;
    /// A random legal turn of a side, uniform step by step, spelled.
    fn random_turn(&self, side: Side, random: &mut Random) -> Option<String>;
    /// Whether a side may play this turn.
    fn is_legal(&self, side: Side, turn: &str) -> bool;
    /// Whether there are more turns than can be listed.
    fn is_countless(&self) -> bool;
}

/// Calls `question` with the position of a game that is not over.
fn ask<T>(known: &InformationSet<'_>, question: impl FnOnce(&dyn OnePly) -> T) -> Option<T> {
    if known.is_over() {
        return None;
    }
    known.game().one_ply(known).map(|position| question(&*position))
}

impl<G: Notation> OnePly for Cow<'_, G> {
    fn winning_turn(&self) -> Option<String> {
        if self.has_countless_turns() {
            return None;
        }
        let side = self.to_act().side();
        let (mut open, mut steps) = (vec![(G::clone(self), vec![])], vec![]);
        let mut begun = PositionSet::<G>::default();
        let mut left = MOST_TRIED;
        while let Some((from, so_far)) = open.pop() {
            from.steps(&mut steps);
            for &step in &steps {
                left = left.checked_sub(1)?;
                let mut to = from.clone();
                to.play_unchecked(step);
                let path = || [so_far.as_slice(), &[step]].concat();
                if !to.mid_turn() {
                    // Whether the other side has a turn may depend on laws that this side cannot see.
                    let wins = to.outcome().is_some_and(|outcome| {
                        outcome.winner == Some(side) && outcome.reason != Reason::NoTurn
                    });
                    if wins {
                        return Some(self.spell(&path(), Audience::Omniscient));
                    }
                } else if begun.insert(to.clone()) {
                    open.push((to, path()));
                }
            }
        }
        None
    }

    fn random_turn(&self, side: Side, random: &mut Random) -> Option<String> {
        loop {
            let mut position = G::clone(self);
            let (mut turn, mut steps) = (vec![], vec![]);
            while turn.len() < MOST_STEPS {
                position.steps(&mut steps);
                steps.retain(|&step| G::made_by(step).is_none_or(|by| by == side));
                let step = *steps.get(random.below(steps.len() as u32) as usize)?;
                position.play_unchecked(step);
                turn.push(step);
                if !position.mid_turn() {
                    return Some(self.spell(&turn, Audience::Omniscient));
                }
            }
        }
    }

    fn is_legal(&self, side: Side, turn: &str) -> bool {
        let mut position = G::clone(self);
        let mut play = |steps: Vec<G::Step>| steps.into_iter().all(|step| position.play(step).is_ok());
        self.read(side, turn).is_ok_and(&mut play) && !position.mid_turn()
    }

    fn is_countless(&self) -> bool {
        self.has_countless_turns()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{AnyPlay, Options, games};

    fn start(id: &str, options: &[&str]) -> Box<dyn AnyPlay> {
        let kind = games::find(id).expect("a game");
        let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
        kind.start(options).expect("a start")
    }

    #[test]
    fn a_win_is_seen_and_nothing_else_is() {
        let mut play = start("y", &["board=triangle-3", "pie=off"]);
        assert_eq!(winning_turn(&InformationSet::to_actor(&*play)), None);
        for turn in ["b2", "a3", "a2", "c3"] {
            play.turn(turn).expect("a legal turn");
        }
        let known = InformationSet::to_actor(&*play);
        assert_eq!(winning_turn(&known).as_deref(), Some("b3"));
        assert!(is_legal(&known, "b3") && !is_legal(&known, "a3") && !is_legal(&known, "nonsense"));
    }

    #[test]
    fn random_turns_of_every_game_are_legal() {
        for kind in games::GAMES {
            let mut random = Random::new(5);
            let options = Options::parse(kind.meta().options, []).expect("defaults");
            let options = options.drawn(kind.meta().options, &mut random);
            let mut play = kind.start(options).expect("a start");
            for _ in 0..30 {
                if play.outcome().is_some() {
                    break;
                }
                let turn = random_turn(&InformationSet::to_actor(&*play), &mut random)
                    .expect("a running game has turns");
                assert!(is_legal(&InformationSet::to_actor(&*play), &turn));
                play.turn(&turn).unwrap_or_else(|error| panic!("{}: {error}", kind.meta().id));
            }
        }
    }
}
