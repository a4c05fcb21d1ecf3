//! What is called proved is true: every claim of a search is checked against trying everything.
//!
//! The engine searches with its usual options and a small budget, several positions of one game with one table, as
//! it does when it plays. A claim is checked in a plain way, by trying every step of every turn.

use std::collections::HashMap;
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::games::{
    aliens::Aliens, leapover::LeapOver, singularity::Singularity, yinsh::Yinsh, zen::Zen,
};
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Options, Play, Rules, Side, hash};
use taijitu_search::alphabeta::{Evaluate, PROVED, WIN, search};
use taijitu_search::table::TranspositionTable;
use taijitu_search::{Limits, Stop};

/// Tries everything, as far as its patience reaches.
struct Solver<G: Rules> {
    winner: Side,
    known: HashMap<(u64, u32), bool>,
    patience: u32,
    game: std::marker::PhantomData<G>,
}

impl<G: Rules> Solver<G> {
    /// Whether the winner wins within `turns` against every defence; `None` if that takes too long.
    fn wins(&mut self, position: &G, turns: u32) -> Option<bool> {
        if !position.mid_turn()
            && let Some(outcome) = position.outcome()
        {
            return Some(outcome.winner == Some(self.winner));
        }
        if turns == 0 {
            return Some(false);
        }
        let to_act = position.to_act().side();
        let mut won = to_act != self.winner;
        for next in after(position) {
            self.patience = self.patience.checked_sub(1)?;
            let key = (hash::of(&next), turns - 1);
            let wins = match self.known.get(&key) {
                Some(&wins) => wins,
                None => self.wins(&next, turns - 1)?,
            };
            self.known.insert(key, wins);
            if wins != won {
                won = wins;
                break;
            }
        }
        Some(won)
    }
}

/// All positions a turn may lead to.
fn after<G: Rules>(position: &G) -> Vec<G> {
    let (mut open, mut seen, mut ends) = (vec![position.clone()], vec![], vec![]);
    let mut steps = vec![];
    while let Some(at) = open.pop() {
        at.steps(&mut steps);
        for &step in &steps {
            let mut next = at.clone();
            next.play_unchecked(step);
            let hash = hash::of(&next);
            if !seen.contains(&hash) {
                seen.push(hash);
                if next.mid_turn() { open.push(next) } else { ends.push(next) }
            }
        }
    }
    ends
}

/// Plays games from the usual start and checks the claims.
fn check<G: Evaluate + Game>(options: &[&str], games: u64, turns: u32, nodes: u64) -> [u32; 2] {
    check_from(|_| Play::<G>::start(options).expect("a start"), games, turns, nodes)
}

/// Plays games, most turns at random, and checks the claims. How many wins and losses were claimed and checked.
fn check_from<G: Evaluate + Game>(
    start: impl Fn(&mut Random) -> Play<G>,
    games: u64,
    turns: u32,
    nodes: u64,
) -> [u32; 2] {
    let mut checked = [0; 2];
    let mut table = TranspositionTable::with_mebibytes(1);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut play = start(&mut random);
        let mut steps = vec![];
        for turn in 0..200 {
            if play.outcome().is_some() {
                break;
            }
            let position = play.position();
            let side = position.to_act().side();
            let mut draft = play.draft(side);
            let mut chosen = vec![];
            if turn >= turns {
                table.next_search();
                let budget = Limits::nodes(nodes);
                let found = search(&play, budget, &Stop::default(), &table, 1, &mut |_| ()).expect("a turn");
                if found.value.abs() > PROVED
                    && let Some(true_claim) = verify(position, found.value)
                {
                    assert!(true_claim, "{} is claimed: {play:?}", found.value);
                    checked[usize::from(found.value < 0)] += 1;
                }
                if random.below(2) == 0 {
                    chosen = found.turn(position);
                }
            }
            let mut chosen = chosen.into_iter();
            while !draft.is_complete() {
                draft.position().steps(&mut steps);
                let any = steps[random.below(steps.len() as u32) as usize];
                draft.step(chosen.next().unwrap_or(any)).expect("a listed step");
            }
            play.commit(&draft).expect("a turn");
        }
    }
    checked
}

fn verify<G: Rules>(position: &G, value: i32) -> Option<bool> {
    let to_act = position.to_act().side();
    let winner = if value > 0 { to_act } else { to_act.other() };
    // A turn has at least one step.
    let turns = (WIN - value.abs()) as u32;
    if turns > 9 {
        return None;
    }
    let mut solver =
        Solver::<G> { winner, known: HashMap::new(), patience: 60_000, game: std::marker::PhantomData };
    solver.wins(position, turns)
}

fn enough(name: &str, [wins, losses]: [u32; 2], least: [u32; 2]) {
    assert!(wins >= least[0] && losses >= least[1], "{name}: only {wins} wins and {losses} losses checked");
}

/// A few random turns from the usual start of Leap Over, and the colours exchanged: both are a few jumps from arriving.
fn nearly_arrived(random: &mut Random) -> Play<LeapOver> {
    let mut position = Play::<LeapOver>::start(&[]).expect("a start").position().clone();
    for _ in 0..3 + random.below(4) {
        let next = after(&position);
        position = next[random.below(next.len() as u32) as usize].clone();
    }
    let list = |side| -> String {
        let stones = position.stones(side).iter();
        stones.map(|stone| kadon().board.name(stone)).collect::<Vec<_>>().join(",")
    };
    let setup = format!("w={} b={} act=white", list(Side::Black), list(Side::White));
    Play::from_setup(Options::default(), &setup).expect("a set-up")
}

#[test]
fn claims_in_yinsh_are_true() {
    enough("blitz", check::<Yinsh>(&["variant=blitz"], 12, 24, 400), [5, 1]);
    enough("standard", check::<Yinsh>(&[], 4, 40, 400), [2, 0]);
}

#[test]
fn claims_in_zen_are_true() {
    enough("basic", check::<Zen>(&[], 6, 16, 400), [4, 1]);
    for options in [&["variant=1"][..], &["variant=1", "announce=manual"], &["variant=3", "players=4"]] {
        enough(options[0], check::<Zen>(options, 4, 16, 400), [1, 0]);
    }
}

#[test]
fn claims_in_games_with_turns_of_several_steps_are_true() {
    enough("leapover", check_from(nearly_arrived, 20, 0, 400), [5, 1]);
    enough("singularity", check::<Singularity>(&[], 3, 30, 400), [1, 0]);
    enough("aliens", check::<Aliens>(&[], 12, 30, 400), [1, 0]);
}
