//! Games in which all eight laws are known and none adapts, solved: who wins, and in how many turns.
//!
//! Everything that can come from a position is listed first; where somebody can reach his corner at once,
//! nothing beyond that is listed, for nothing is better. Then values go backwards: who can move into a lost
//! position has won, who can move into won ones only has lost, and what is left over is a draw, because
//! neither side can be forced out of it before it repeats. Whether a law lies face up makes a difference only
//! where another contradicts it; all else of the face-up state is left out of the count.
//!
//! A forced win never comes to a position twice, so the third occurrence of a position changes no verdict, as
//! long as the game had no position twice before the one that is solved. Listing takes some 60 bytes a position
//! and going backwards about as much again: a full board with peopling laws leads to millions of them, which is
//! why the caller says how many are allowed.

use super::world::{World, cause, is_adaptation};
use crate::limits::Stop;
use std::collections::HashMap;
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::hash::Build;
use taijitu_rules::{Game, Side};

/// What perfect play leads to, for the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins with this many turns of both sides, the last one its own; 0 if it has won already.
    Win(u32),
    /// It loses, however it plays, after this many turns of both sides.
    Loss(u32),
    /// Neither side can be forced.
    Draw,
}

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// Laws are still to be written, or a turn has begun.
    #[error("the laws are not written yet, or a turn has begun")]
    NotBetweenTurns,
    /// One of the laws rewrites laws.
    #[error("an adaptation law makes the game too large to solve")]
    Adaptation,
    /// More positions than allowed.
    #[error("more positions can be reached than allowed")]
    TooMany,
    /// It was told to stop.
    #[error("it was told to stop")]
    Stopped,
}

/// A solved game: the verdict of every position that may come up in it.
pub struct Solution {
    /// The laws, as they were at the start, and which of them matter face up.
    start: World,
    matters: [u8; 2],
    index: HashMap<u64, u32, Build>,
    /// Turns to the end and whether the side to act wins; [`OPEN`] is a draw.
    values: Vec<u16>,
}

/// Not decided: a draw once everything else is.
const OPEN: u16 = u16::MAX;

/// Solves a game from a position on, if no more than `most` positions can come up.
///
/// # Errors
/// If it cannot be solved, why.
pub fn solve(position: &YinYang, most: usize, stop: &Stop) -> Result<Solution, Unsolved> {
    let start = World::of(position);
    if position.mid_turn() || position.has_countless_turns() {
        return Err(Unsolved::NotBetweenTurns);
    }
    if start.laws.iter().flatten().any(|&law| is_adaptation(law)) {
        return Err(Unsolved::Adaptation);
    }
    let mut solution =
        Solution { start, matters: contradictory(&start), index: HashMap::default(), values: vec![] };
    let graph = solution.explore(most.min(u32::MAX as usize), stop)?;
    solution.go_backwards(&graph);
    Ok(solution)
}

/// The laws, a bit each, that some other of the eight contradicts.
fn contradictory(world: &World) -> [u8; 2] {
    let all: Vec<u16> = world.laws.iter().flatten().copied().collect();
    world.laws.map(|laws| {
        let clashes = |law: u16| all.iter().any(|&other| cause(other) == cause(law) && other != law);
        (0..4).filter(|&at| clashes(laws[at])).map(|at| 1 << at).sum()
    })
}

/// Which position leads to which, both ways.
#[derive(Default)]
struct Graph {
    /// Where the turns of a position start in `to`.
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Graph {
    fn to(&self, from: usize) -> &[u32] {
        &self.to[self.first[from] as usize..self.first[from + 1] as usize]
    }

    /// The same turns, from where they lead to where they come from.
    fn reversed(&self) -> Self {
        let count = self.first.len() - 1;
        let mut first = vec![0; count + 1];
        for &to in &self.to {
            first[to as usize + 1] += 1;
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let (mut next, mut back) = (first.clone(), vec![0; self.to.len()]);
        for from in 0..count {
            for &to in self.to(from) {
                back[next[to as usize] as usize] = from as u32;
                next[to as usize] += 1;
            }
        }
        Self { first, to: back }
    }
}

impl Solution {
    /// The verdict of a position; `None` if it cannot come up, or only after a win at once was passed by.
    #[must_use]
    pub fn verdict(&self, position: &YinYang) -> Option<Verdict> {
        let world = World::of(position);
        if world.laws != self.start.laws || position.mid_turn() {
            return None;
        }
        self.value_of(&world)
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    fn value_of(&self, world: &World) -> Option<Verdict> {
        let at = *self.index.get(&self.key(world))?;
        Some(match self.values[at as usize] {
            OPEN => Verdict::Draw,
            value if value & 1 == 1 => Verdict::Win(u32::from(value / 2)),
            value => Verdict::Loss(u32::from(value / 2)),
        })
    }

    fn key(&self, world: &World) -> u64 {
        let [white, black] = self.matters;
        World { up: [world.up[0] & white, world.up[1] & black], ..*world }.outside()
    }

    fn world(&self, key: u64) -> World {
        World {
            stones: [key as u16, (key >> 16) as u16],
            laws: self.start.laws,
            up: [(key >> 32 & 15) as u8, (key >> 36 & 15) as u8],
            act: if key >> 40 & 1 == 0 { Side::White } else { Side::Black },
        }
    }

    /// Lists what can come up, and decides what is decided at once.
    fn explore(&mut self, most: usize, stop: &Stop) -> Result<Graph, Unsolved> {
        let mut keys = vec![self.key(&self.start)];
        self.index.insert(keys[0], 0);
        let mut graph = Graph::default();
        let mut turns = vec![];
        let mut at = 0;
        while at < keys.len() {
            if stop.is_set() {
                return Err(Unsolved::Stopped);
            }
            let world = self.world(keys[at]);
            graph.first.push(graph.to.len() as u32);
            let decided = decided(&world);
            self.values.push(decided.unwrap_or(OPEN));
            if decided.is_none() {
                world.turns(&mut turns);
                for &turn in &turns {
                    let key = self.key(&world.after(turn));
                    let next = keys.len() as u32;
                    let to = *self.index.entry(key).or_insert(next);
                    if to == next {
                        keys.push(key);
                    }
                    graph.to.push(to);
                }
            }
            if keys.len() > most || graph.to.len() > u32::MAX as usize {
                return Err(Unsolved::TooMany);
            }
            at += 1;
        }
        graph.first.push(graph.to.len() as u32);
        Ok(graph)
    }

    /// Lets the decided positions decide those before them, the quickest first.
    fn go_backwards(&mut self, graph: &Graph) {
        let back = graph.reversed();
        let mut open: Vec<u32> = (0..self.values.len()).map(|at| graph.to(at).len() as u32).collect();
        let mut ripe: Vec<Vec<u32>> = vec![vec![]; 2];
        for (at, &value) in self.values.iter().enumerate() {
            if value != OPEN {
                ripe[usize::from(value / 2)].push(at as u32);
            }
        }
        let mut turns = 0;
        while turns < ripe.len() && turns < usize::from(OPEN / 2 - 2) {
            for at in std::mem::take(&mut ripe[turns]) {
                let wins = self.values[at as usize] & 1 == 1;
                for &before in back.to(at as usize) {
                    let value = &mut self.values[before as usize];
                    open[before as usize] -= 1;
                    if *value == OPEN && (!wins || open[before as usize] == 0) {
                        *value = (turns as u16 + 1) << 1 | u16::from(!wins);
                        ripe.resize(ripe.len().max(turns + 2), vec![]);
                        ripe[turns + 1].push(before);
                    }
                }
            }
            turns += 1;
        }
    }
}

/// The value of a position that needs no looking further.
fn decided(world: &World) -> Option<u16> {
    match world.winner() {
        Some(side) => Some(u16::from(side == world.act)),
        None if world.winning_turn(world.act).is_some() => Some(1 << 1 | 1),
        None if !world.can_play(world.act) => Some(0),
        None => None,
    }
}
