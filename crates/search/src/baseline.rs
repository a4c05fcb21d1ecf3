//! The yardstick: depth-limited alpha-beta on the obvious count, without a table, an order of steps worth the name,
//! or any knowledge of the game. An engine that does not beat it nine times out of ten is not worth its code.

use crate::alphabeta::{Found, PROVED, WIN};
use crate::engine::{Engine, Report, Thought, thought};
use crate::eval::{quinta, sexta, steps_to_goal, tetra};
use crate::known::Known;
use crate::limits::{Limits, Stop, Watch};
use crate::mcts::{MonteCarlo, Settings};
use std::marker::PhantomData;
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::games::{
    aliens::Aliens, leapover::LeapOver, quinta::Quinta, sexta::Sexta, singularity::Singularity, tetra::Tetra,
    yinsh::Yinsh, zen::Zen,
};
use taijitu_rules::{Game, Point, Side};

/// A game in which something obvious can be counted.
pub trait Count: Game {
    /// What a beginner would count, White's less Black's.
    fn count(&self) -> i32;
}

/// Rings taken off, then markers.
impl Count for Yinsh {
    fn count(&self) -> i32 {
        let count = |side| 1000 * i32::from(self.rings_taken(side)) + 10 * self.marker_count(side) as i32;
        count(Side::White) - count(Side::Black)
    }
}

/// Few groups.
impl Count for Zen {
    fn count(&self) -> i32 {
        self.group_count(Side::Black) as i32 - self.group_count(Side::White) as i32
    }
}

/// The most stones in a figure that is still open.
impl Count for Tetra {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| self.stones(side));
        10 * (tetra::FIGURES.fullest(white, black) - tetra::FIGURES.fullest(black, white))
    }
}

/// The most stones on a place for five that is still open.
impl Count for Quinta {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| self.stones(side));
        10 * (quinta::FIVES.fullest(white, black) - quinta::FIVES.fullest(black, white))
    }
}

/// The longest line.
impl Count for Sexta {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| sexta::longest(self.stones(side)));
        10 * (white - black)
    }
}

/// Amazons captured, then the room around the aliens.
impl Count for Aliens {
    fn count(&self) -> i32 {
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        let room = |alien: Point| (kadon().neighbours[alien.index()] - aliens - amazons).len() as i32;
        let left = amazons.len() as i32 + i32::from(self.hand(Side::Black));
        -100 * left + 5 * aliens.iter().map(room).sum::<i32>()
    }
}

/// Few stones, and those near the centre: the board numbers its rings from the outside in.
impl Count for Singularity {
    fn count(&self) -> i32 {
        let ring =
            |stone: Point| [24, 45, 63, 78, 90].iter().filter(|&&end| stone.index() >= end).count() as i32;
        let count = |side| self.stones(side).iter().map(|stone| ring(stone) - 10).sum::<i32>();
        count(Side::White) - count(Side::Black)
    }
}

/// The stones' steps to the nearest goal.
impl Count for LeapOver {
    fn count(&self) -> i32 {
        let total =
            |side| self.stones(side).iter().map(|stone| steps_to_goal(side)[stone.index()]).sum::<i32>();
        total(Side::Black) - total(Side::White)
    }
}

/// The baseline of the game with this id.
#[must_use]
pub fn for_game(id: &str) -> Option<Box<dyn Engine>> {
    Some(match id {
        "yinsh" => Baseline::<Yinsh>::boxed(),
        "y" => Box::new(MonteCarlo::new(Settings::PLAIN)),
        "aliens" => Baseline::<Aliens>::boxed(),
        "singularity" => Baseline::<Singularity>::boxed(),
        "leapover" => Baseline::<LeapOver>::boxed(),
        "tetra" => Baseline::<Tetra>::boxed(),
        "quinta" => Baseline::<Quinta>::boxed(),
        "sexta" => Baseline::<Sexta>::boxed(),
        "zen" => Baseline::<Zen>::boxed(),
        "yinyang" => Box::new(crate::yinyang::Baseline::new(1)),
        _ => return None,
    })
}

/// Alpha-beta on a count.
pub struct Baseline<G>(PhantomData<fn() -> G>);

impl<G: Count> Baseline<G> {
    /// The baseline as an engine.
    #[must_use]
    pub fn boxed() -> Box<dyn Engine> {
        Box::new(Self(PhantomData))
    }
}

impl<G: Count> Engine for Baseline<G> {
    fn think(
        &mut self,
        known: &Known<'_>,
        limits: Limits,
        stop: &Stop,
        report: Report<'_>,
    ) -> Option<Thought> {
        let play = known.open::<G>()?;
        if play.outcome().is_some() {
            return None;
        }
        let root = play.position();
        let mut watch = Watch::start(limits, stop.clone());
        let mut best: Option<Found<G>> = None;
        for depth in 1..=limits.depth.unwrap_or(64) {
            let mut line = best.as_ref().map_or_else(Vec::new, |found| found.line.clone());
            let value = look(root, depth, (-WIN - 1, WIN + 1), 0, &mut watch, &mut vec![], &mut line);
            if watch.is_over() && best.is_some() {
                break;
            }
            let found =
                Found { value, line: complete(root, line), depth, nodes: watch.nodes(), others: vec![] };
            report(&thought(root, &found));
            let proved = value.abs() > PROVED;
            best = Some(found);
            if proved || !watch.has_time_for_another() {
                break;
            }
        }
        best.map(|found| thought(root, &Found { nodes: watch.nodes(), ..found }))
    }

    fn new_game(&mut self, _seed: u64) {}
}

/// The value for the side to act. `line` begins as the steps to try first and ends as the best steps; `begun` are the
/// turns on the way here that are not complete, for a chain of jumps could go round for ever.
fn look<G: Count>(
    position: &G,
    depth: u32,
    (mut low, high): (i32, i32),
    ply: i32,
    watch: &mut Watch,
    begun: &mut Vec<G>,
    line: &mut Vec<G::Step>,
) -> i32 {
    let act = position.to_act().side();
    let sign = |side: Side| if side == act { 1 } else { -1 };
    if !position.mid_turn() {
        if let Some(outcome) = position.outcome() {
            line.clear();
            return outcome.winner.map_or(0, |winner| sign(winner) * (WIN - ply));
        }
        if depth == 0 {
            line.clear();
            return sign(Side::White) * position.count();
        }
    }
    let mut steps = vec![];
    position.steps(&mut steps);
    if let Some(at) = line.first().and_then(|first| steps.iter().position(|step| step == first)) {
        steps.swap(0, at);
    }
    let hint = line.get(1..).map_or_else(Vec::new, <[_]>::to_vec);
    let mut best = -WIN - 1;
    for (at, step) in steps.into_iter().enumerate() {
        if watch.tick() && best > -WIN {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(step);
        let mid_turn = next.mid_turn();
        if mid_turn && begun.contains(&next) {
            continue;
        }
        begun.extend(mid_turn.then(|| next.clone()));
        let deeper = if mid_turn { depth } else { depth - 1 };
        let mut below = if at == 0 { hint.clone() } else { vec![] };
        let value = if next.to_act().side() == act {
            look(&next, deeper, (low, high), ply + 1, watch, begun, &mut below)
        } else {
            -look(&next, deeper, (-high, -low), ply + 1, watch, begun, &mut below)
        };
        if mid_turn {
            begun.pop();
        }
        if value > best {
            best = value;
            line.clear();
            line.push(step);
            line.append(&mut below);
            low = low.max(value);
        }
        if best >= high {
            break;
        }
    }
    best
}

/// The line, its first turn brought to an end with whatever is legal.
fn complete<G: Game>(root: &G, line: Vec<G::Step>) -> Vec<G::Step> {
    let mut position = root.clone();
    let (mut turn, mut steps) = (vec![], vec![]);
    let mut known = line.iter().copied();
    while turn.is_empty() || position.mid_turn() {
        position.steps(&mut steps);
        let Some(step) = known.next().or_else(|| steps.first().copied()) else { break };
        position.play_unchecked(step);
        turn.push(step);
    }
    if turn.len() > line.len() { turn } else { line }
}
