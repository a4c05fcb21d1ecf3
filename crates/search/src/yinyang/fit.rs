//! Tunes the weights of the evaluation by games of the engine against itself.
//!
//! Two evaluations, the current one with every weight randomly a little larger or smaller and its opposite,
//! play two games with the same hands; the weights move a little towards the better one (simultaneous
//! perturbation). A logistic fit to results, as in other games, was tried first and was worse: pieces
//! correlate with winning but do not cause it, and the weights it gave scored 46 % of 1000 games. The result
//! has to hold in slower games against the weights in use. `taijitu tune yinyang` runs this.

use super::duel::{Duellist, duel};
use super::hands::Hands;
use super::judge::{COUNTS, Judge, WEIGHTS};
use super::leaf::LeafJudge;
use super::yinyang_search::YinYangSearch;
use crate::elo::SeriesResults;
use crate::tune::TuningPlan;
use std::fmt::Write as _;
use taijitu_rules::Side;
use taijitu_rules::playout::Random;

/// The perturbation of a weight, as a share of itself, and how far a won pair of games moves it.
const VARIED: f64 = 0.5;
const MOVED: f64 = 0.012;

/// The minimum used for the perturbation of small weights.
const LEAST: f64 = 8.0;

/// How many times more nodes the games between old and new weights have.
const SLOWER: u64 = 10;

/// One weight for each count, the same for either side.
type Weights = [f64; COUNTS];

/// Tunes in `plan.games` pairs of games, plays half as many between the new and the old weights, and reports
/// the result.
pub(crate) fn run(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    let weights = climb(plan, &mut |game| report(game / 2));
    let meet = TuningPlan { nodes: plan.nodes * SLOWER, games: plan.games.div_ceil(2), ..plan };
    let tally = compare(meet, judge(&weights), &mut |game| report(plan.games / 2 + game));
    let (low, high) = tally.score_between();
    let [score, low, high] = [tally.score(), low, high].map(|score| 100.0 * score);
    let mut out = String::new();
    // Writing to a string does not fail.
    for ((name, now), best) in WEIGHTS.iter().zip(weights) {
        let _ = writeln!(out, "(\"{name}\", {best:.0}), // {now}");
    }
    let _ = writeln!(
        out,
        "// {} games of {} nodes a turn against the weights in use: {score:.1} % ({low:.1} … {high:.1})",
        tally.games(),
        meet.nodes
    );
    out
}

/// Moves the weights towards the better evaluation.
fn climb(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> Weights {
    let mut weights = WEIGHTS.map(|(_, weight)| f64::from(weight));
    let scale = weights.map(|weight| weight.abs().max(LEAST));
    for pair in 0..plan.games {
        let mut random = Random::new(plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(pair)));
        let sign = scale.map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 });
        let varied = |way: f64| -> Judge {
            judge(&std::array::from_fn(|at| weights[at] + way * sign[at] * VARIED * scale[at]))
        };
        let won = pair_of_games([varied(1.0), varied(-1.0)], plan.nodes, &mut random);
        let points = won.map(|won| won.map_or(0.0, |won| if won { 1.0 } else { -1.0 }));
        for at in 0..COUNTS {
            weights[at] += sign[at] * MOVED * scale[at] * f64::midpoint(points[0], points[1]);
        }
        report(pair + 1);
    }
    weights
}

fn judge(weights: &Weights) -> Judge {
    Judge(weights.map(|weight| weight.round() as i32))
}

/// Two games with the same hands and swapped colours; whether the first evaluation won each.
fn pair_of_games(judges: [Judge; 2], nodes: u64, random: &mut Random) -> [Option<bool>; 2] {
    let hands = Side::BOTH.map(|side| Hands::known().expect(side, random));
    let seeds = [random.next(), random.next()];
    Side::BOTH.map(|first| {
        let player = |side: Side| {
            let mut search = YinYangSearch::expecting(seeds[side.index()], Hands::known());
            search.leaf = LeafJudge { judge: judges[usize::from(side != first)], network: None };
            Duellist::YinYangSearch(Box::new(search), nodes)
        };
        duel(hands, Side::BOTH.map(player)).map(|winner| winner == first)
    })
}

/// Games of an evaluation against the one in use.
fn compare(plan: TuningPlan, new: Judge, report: &mut dyn FnMut(u32)) -> SeriesResults {
    let mut tally = SeriesResults::default();
    for pair in 0..plan.games.div_ceil(2) {
        // Other hands and seeds than those the weights were tuned with.
        let mut random = Random::new(!plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(pair)));
        for won in pair_of_games([new, Judge::BEST], plan.nodes, &mut random) {
            tally.add(won);
        }
        report((2 * pair + 2).min(plan.games));
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TuningPlan = TuningPlan { games: 6, nodes: 60, opening: 0, seed: 1 };

    #[test]
    fn a_short_run_names_every_weight_and_plays_the_new_against_the_old() {
        let mut reported = vec![];
        let text = run(PLAN, &mut |game| reported.push(game));
        assert!(reported.is_sorted() && reported.last() == Some(&6), "{reported:?}");
        assert!(WEIGHTS.iter().all(|(name, _)| text.contains(name)), "{text}");
        assert!(text.contains("4 games of 600 nodes a turn against the weights in use"), "{text}");
        assert_eq!(text, run(PLAN, &mut |_| ()), "the same seed tunes the same");
    }

    #[test]
    fn a_judgement_that_wants_to_lose_loses() {
        let upside_down = Judge(WEIGHTS.map(|(_, weight)| -weight));
        let tally = compare(TuningPlan { games: 40, ..PLAN }, upside_down, &mut |_| ());
        assert!(tally.score() < 0.35, "{tally:?}");
    }
}
