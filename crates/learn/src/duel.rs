//! A match of two evaluations in the same engine, at equal time.
//!
//! Time is taken as nodes: each side gets nodes in proportion to its speed, which is measured before the match by
//! searching the same positions in turn. So a match does not depend on what else the machine does.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, GameType, Options};
use taijitu_rules::{Side, games};
use taijitu_search::elo::{SeriesResults, Sprt};
use taijitu_search::limits::Watch;
use taijitu_search::{Engine, Evaluation, InformationSet, Limits, Stop, for_game, one_ply};

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelPlan {
    /// Games, at the most.
    pub games: u32,
    /// Nodes of each turn of the slower side's first evaluation; the other side gets more if it is faster.
    pub nodes: u64,
    /// Random turns of an opening, at least.
    pub opening: u32,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The same seed gives the same openings.
    pub seed: u64,
    /// Games at the same time.
    pub jobs: usize,
}

/// Games with more turns than this are called drawn.
const MOST_TURNS: u32 = 200;

/// Mebibytes of each transposition table.
const TABLE: usize = 16;

/// Positions and nodes from which speed is measured.
const SPEED_POSITIONS: u64 = 24;
const SPEED_NODES: u64 = 20_000;

/// How many times as many nodes a second the first evaluation searches as the second: the median over several
/// positions, each searched with both. 1 if there is no such game.
#[must_use]
pub fn speed_ratio(id: &str, evaluations: [&Evaluation; 2]) -> f64 {
    let Some((kind, mut engines)) = games::find(id).zip(engines(id, evaluations)) else { return 1.0 };
    let mut ratios = vec![];
    for number in 0..SPEED_POSITIONS {
        let turns = 8 + 2 * number as u32;
        let Some(play) = opening(kind, turns, number) else { continue };
        let [first, second] = [0, 1].map(|which| time_per_node(&mut *engines[which], &*play));
        ratios.extend(second.zip(first).map(|(second, first)| second / first));
    }
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().filter(|ratio| ratio.is_finite()).unwrap_or(1.0)
}

/// Seconds for a node.
fn time_per_node(engine: &mut dyn Engine, play: &dyn AnyPlay) -> Option<f64> {
    engine.new_game(0);
    let watch = Watch::start(Limits::default(), Stop::default());
    let known = InformationSet::to_actor(play);
    let thought = engine.think(&known, Limits::nodes(SPEED_NODES), &Stop::default(), &mut |_| ())?;
    Some(watch.elapsed().as_secs_f64() / thought.nodes.max(1) as f64)
}

/// An engine for each evaluation.
fn engines(id: &str, evaluations: [&Evaluation; 2]) -> Option<[Box<dyn Engine>; 2]> {
    let engine = |evaluation: &Evaluation| {
        let mut engine = for_game(id)?;
        engine.set_table(TABLE);
        engine.set_evaluation(evaluation).ok()?;
        Some(engine)
    };
    Some([engine(evaluations[0])?, engine(evaluations[1])?])
}

/// A game after random turns that do not end it.
fn opening(kind: &'static dyn GameType, turns: u32, number: u64) -> Option<Box<dyn AnyPlay>> {
    let options = Options::parse(kind.meta().options, []).ok()?;
    (0..100).find_map(|attempt| {
        let mut random = Random::new(number.wrapping_mul(100).wrapping_add(attempt));
        let mut play = kind.start(options.clone()).ok()?;
        for _ in 0..turns {
            let turn = one_ply::random_turn(&InformationSet::to_actor(&*play), &mut random)?;
            play.turn(&turn).ok()?;
        }
        play.outcome().is_none().then_some(play)
    })
}

/// Plays a match; `report` is called after every game with the results of the first evaluation.
pub fn duel(
    id: &str,
    evaluations: [&Evaluation; 2],
    ratio: f64,
    plan: DuelPlan,
    stop: &Stop,
    report: &mut dyn FnMut(&SeriesResults),
) -> SeriesResults {
    let mut results = SeriesResults::default();
    let Some(kind) = games::find(id) else { return results };
    // The faster side gets more nodes in the same time.
    let share = |ratio: f64| (plan.nodes as f64 * ratio.max(1.0)) as u64;
    let nodes = [share(ratio), share(1.0 / ratio)];
    let (next, over) = (AtomicU32::new(0), Stop::default());
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let (send, next, over) = (send.clone(), &next, &over);
            scope.spawn(move || {
                let Some(mut engines) = engines(id, evaluations) else { return };
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if 2 * pair >= plan.games {
                        return;
                    }
                    let number = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(pair));
                    let turns = plan.opening + pair % 4;
                    for first in Side::BOTH {
                        let Some(start) = opening(kind, turns, number) else { continue };
                        let won = play_on(start, &mut engines, nodes, first);
                        if over.is_set() || stop.is_set() || send.send(won).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(send);
        for won in receive {
            results.add(won);
            report(&results);
            if plan.sprt.is_some_and(|sprt| sprt.verdict(&results).is_some()) {
                over.stop();
                break;
            }
        }
    });
    results
}

/// Whether the first engine won, which has the colour `first`; `None` is a draw.
fn play_on(
    mut play: Box<dyn AnyPlay>,
    engines: &mut [Box<dyn Engine>; 2],
    nodes: [u64; 2],
    first: Side,
) -> Option<bool> {
    engines.iter_mut().for_each(|engine| engine.new_game(0));
    for _ in 0..MOST_TURNS {
        if let Some(outcome) = play.outcome() {
            return outcome.winner.map(|winner| winner == first);
        }
        let side = play.to_act().side();
        let which = usize::from(side != first);
        let thought = engines[which].think(
            &InformationSet::to_actor(&*play),
            Limits::nodes(nodes[which]),
            &Stop::default(),
            &mut |_| (),
        );
        // A side without a legal turn to play loses; the engines never come to that.
        let played = thought.is_some_and(|thought| play.turn(&thought.turn).is_ok());
        if !played {
            return Some(side != first);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_scores_half_against_itself() {
        let plan = DuelPlan { games: 6, nodes: 100, opening: 8, sprt: None, seed: 1, jobs: 2 };
        let plain = Evaluation::Plain;
        let mut reported = 0;
        let results = duel("yinsh", [&plain; 2], 1.0, plan, &Stop::default(), &mut |results| {
            reported = results.games();
        });
        assert_eq!((results.games(), reported), (6, 6));
        assert_eq!(results.wins, results.losses, "the same games with colours exchanged");
    }
}
