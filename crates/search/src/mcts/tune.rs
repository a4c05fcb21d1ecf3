//! Compares settings of the search with the ones in use, by games between them.

use super::{MctsSettings, MonteCarlo};
use crate::elo::SeriesResults;
use crate::engine::Engine;
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::one_ply;
use crate::tune::TuningPlan;
use std::fmt::Write as _;
use taijitu_rules::games::y::Y;
use taijitu_rules::playout::Random;
use taijitu_rules::{Play, Side};

/// Mebibytes of a tree: the games are short searches.
const MEMORY: usize = 16;

/// Variants of the settings in use, with one change each.
fn variants() -> Vec<(String, MctsSettings)> {
    let best = MctsSettings { memory: MEMORY, ..MctsSettings::BEST };
    let mut variants = vec![
        ("without bridges".into(), MctsSettings { bridges: false, ..best }),
        ("without links".into(), MctsSettings { links: false, ..best }),
        ("without policy".into(), MctsSettings { policy: 0.0, ..best }),
    ];
    for factor in [0.5, 2.0] {
        let policy = best.policy * factor;
        variants.push((format!("policy {policy}"), MctsSettings { policy, ..best }));
    }
    for factor in [0.25, 0.5, 2.0, 4.0] {
        let rave_bias = best.rave_bias * factor;
        variants.push((format!("rave_bias {rave_bias}"), MctsSettings { rave_bias, ..best }));
    }
    for exploration in [0.02, 0.1] {
        variants.push((format!("exploration {exploration}"), MctsSettings { exploration, ..best }));
    }
    for prior in [1, 2, 8, 16] {
        variants.push((format!("prior {prior}"), MctsSettings { prior, ..best }));
    }
    for ripe in [2, 5, 20, 40] {
        variants.push((format!("ripe {ripe}"), MctsSettings { ripe, ..best }));
    }
    variants
}

/// Plays `plan.games` games of every variant against the settings in use and reports the scores.
pub(crate) fn compare(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    let best = MctsSettings { memory: MEMORY, ..MctsSettings::BEST };
    let variants = variants();
    let mut out =
        format!("{} games each against the settings in use, {} playouts a turn\n", plan.games, plan.nodes);
    for (number, (name, settings)) in (0..).zip(variants.iter()) {
        let mut tally = SeriesResults::default();
        for game in 0..plan.games {
            let winner = play(plan, u64::from(game / 2), [*settings, best], Side::BOTH[game as usize % 2]);
            tally.add(winner);
            report((number * plan.games + game + 1) / variants.len() as u32);
        }
        let (low, high) = tally.score_between();
        let [score, low, high] = [tally.score(), low, high].map(|score| 100.0 * score);
        // Writing to a string does not fail.
        let _ = writeln!(out, "{name:20} {score:5.1} % ({low:.1} … {high:.1})");
    }
    out
}

/// One game; whether the first settings won, which have this colour.
fn play(plan: TuningPlan, opening: u64, settings: [MctsSettings; 2], colour: Side) -> Option<bool> {
    let mut random = Random::new(plan.seed.wrapping_add(opening));
    let mut play = Play::<Y>::start(&["pie=off"]).ok()?;
    for _ in 0..plan.opening {
        let turn = one_ply::random_turn(&InformationSet::to_actor(&play), &mut random)?;
        play.turn(&turn).ok()?;
    }
    let seed = random.next();
    let mut engines = settings.map(|settings| MonteCarlo::new(MctsSettings { seed, ..settings }));
    while play.outcome().is_none() {
        let known = InformationSet::to_actor(&play);
        let engine = &mut engines[usize::from(known.side() != colour)];
        let thought = engine.think(&known, Limits::nodes(plan.nodes), &Stop::default(), &mut |_| ())?;
        play.turn(&thought.turn).ok()?;
    }
    play.outcome()?.winner.map(|winner| winner == colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_plays() {
        let plan = TuningPlan { games: 2, nodes: 8, opening: 40, seed: 1 };
        let mut last = 0;
        let table = compare(plan, &mut |game| last = game);
        assert_eq!((table.lines().count(), last), (1 + variants().len(), 2));
    }
}
