//! The baseline that engines are measured against: depth-limited alpha-beta on the obvious count, without a
//! transposition table, move ordering or knowledge of the game.
//! An engine should beat it nine times out of ten.

use crate::alphabeta::{PROVED, SearchResult, WIN};
use crate::engine::{Engine, ReportFn, Thought, thought};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop, Watch};
use std::marker::PhantomData;
use taijitu_rules::{Game, Rules, Side};

/// A game with an obvious count.
pub trait Count: Rules {
    /// What a beginner would count, White's less Black's.
    fn count(&self) -> i32;
}

/// Alpha-beta on a count.
pub struct Baseline<G>(PhantomData<fn() -> G>);

impl<G: Count + Game> Baseline<G> {
    /// The baseline as an engine.
    #[must_use]
    pub fn boxed() -> Box<dyn Engine> {
        Box::new(Self(PhantomData))
    }
}

impl<G: Count + Game> Engine for Baseline<G> {
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        let play = known.open::<G>()?;
        if play.outcome().is_some() {
            return None;
        }
        let root = play.position();
        let mut watch = Watch::start(limits, stop.clone());
        let mut best: Option<SearchResult<G>> = None;
        for depth in 1..=limits.depth.unwrap_or(64) {
            let mut line = best.as_ref().map_or_else(Vec::new, |found| found.line.clone());
            let value = alpha_beta(root, depth, (-WIN - 1, WIN + 1), 0, &mut watch, &mut vec![], &mut line);
            if watch.is_over() && best.is_some() {
                break;
            }
            let found = SearchResult {
                value,
                line: complete(root, line),
                depth,
                nodes: watch.nodes(),
                others: vec![],
            };
            report(&thought(root, &found));
            let proved = value.abs() > PROVED;
            best = Some(found);
            if proved || !watch.has_time_for_another() {
                break;
            }
        }
        best.map(|found| thought(root, &SearchResult { nodes: watch.nodes(), ..found }))
    }

    fn new_game(&mut self, _seed: u64) {}
}

/// The value for the side to act.
/// `line` begins as the steps to try first and ends as the best steps; `begun` are the turns on the way here
/// that are not complete, because a chain of jumps could go on in a circle.
fn alpha_beta<G: Count>(
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
            alpha_beta(&next, deeper, (low, high), ply + 1, watch, begun, &mut below)
        } else {
            -alpha_beta(&next, deeper, (-high, -low), ply + 1, watch, begun, &mut below)
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

/// The line, its first turn completed with any legal steps.
fn complete<G: Rules>(root: &G, line: Vec<G::Step>) -> Vec<G::Step> {
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
