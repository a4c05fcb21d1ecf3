//! Fits the weights of an evaluation to the results of games of the engine against itself.
//!
//! Games and targets are those of [`self_play`](crate::self_play); the chance to win is the logistic function
//! of the evaluation, and the weights are those that make the targets most likely.
//! `taijitu tune` runs this and prints the weights to be written into the game's file in `eval/`.

use crate::descriptor;
use crate::eval::WeightedEvaluation;
use crate::mcts;
use crate::self_play::{SelfPlayPlan, SelfPlayer};
use crate::win_probability::logistic;
use crate::yinyang;
use std::fmt;
use taijitu_rules::Side;

/// The size of a tuning run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TuningPlan {
    /// Games of the engine against itself.
    pub games: u32,
    /// Nodes of each turn.
    pub nodes: u64,
    /// Random turns at the beginning of a game, at least.
    pub opening: u32,
    /// The same seed plays the same games.
    pub seed: u64,
}

/// A count with its name and its weights, those in use and those that fit best.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedWeight {
    /// What is counted.
    pub name: &'static str,
    /// The weights in use, for the side to act and for the one that waits.
    pub now: [i32; 2],
    /// The weights that fit.
    pub best: [f64; 2],
}

/// The weights of an evaluation that fit best.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFit {
    /// Positions looked at.
    pub positions: usize,
    /// Games won by White, won by Black, drawn.
    pub results: [u32; 3],
    /// The mean cross-entropy with the fitted weights; 0.693 for a coin flip.
    pub loss: f64,
    /// The value of being to act.
    pub tempo: f64,
    /// The points of a search that make a chance of 73 %, with the weights in use.
    pub scale: f64,
    /// The weights.
    pub weights: Vec<FittedWeight>,
}

/// The result of a tuning run.
#[derive(Clone, Debug, PartialEq)]
pub enum TuningResult {
    /// The evaluation is a weighted sum: weights that fit.
    Weights(WeightFit),
    /// Something else was tuned: source text to be written into the game's files.
    Source(String),
}

impl fmt::Display for TuningResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weights(fit) => fit.fmt(f),
            Self::Source(text) => f.write_str(text),
        }
    }
}

/// Hands in each pool of Yin Yang.
const HANDS: usize = 12;

/// Tunes the parameters of a game's engine; `report` is called after every game.
/// `None` if there is no such game.
#[cfg(not(target_family = "wasm"))]
pub fn tune(id: &str, plan: TuningPlan, report: &mut dyn FnMut(u32)) -> Option<TuningResult> {
    Some(descriptor::find(id)?.tune(plan, report))
}

/// Compares settings of the search of Y; a game of the plan is one of each setting.
pub fn settings(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    mcts::tune::compare(plan, report)
}

/// Searches the first stones of Y's 93-node board, each with the plan's nodes; `report` is called after each.
pub fn openings(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    mcts::first_stones::search(plan.nodes, plan.seed, report)
}

/// Searches hands of Yin Yang worth writing; a game of the plan is a round, in which either side tries a new
/// one.
pub fn hands(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    let TuningPlan { games: rounds, nodes, seed, .. } = plan;
    let plan = yinyang::tune::HandTuningPlan { rounds, nodes, hands: HANDS, seed };
    yinyang::tune::evolve(plan, &mut |progress| report(progress.round)).source
}

/// The weights as they are written in the game's file.
impl fmt::Display for WeightFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black, drawn] = self.results;
        writeln!(
            f,
            "// {} positions; won by White {white}, by Black {black}, drawn {drawn}",
            self.positions
        )?;
        writeln!(f, "// loss {:.4}; in the comments the weights in use", self.loss)?;
        for FittedWeight { name, now, best: [act, wait] } in &self.weights {
            writeln!(f, "(\"{name}\", [{act:.0}, {wait:.0}]), // {now:?}")?;
        }
        writeln!(f, "const TEMPO: i32 = {:.0};", self.tempo)?;
        writeln!(f, "// {:.0} points of the search make a chance of 73 % with the weights in use", self.scale)
    }
}

/// A sample: the counts for the side to act and for the other, and the result for the former.
struct Sample {
    counts: [Vec<f64>; 2],
    result: f64,
}

/// Fits the weights of an evaluation to games of the engine against itself.
pub fn fit_weights<G: WeightedEvaluation>(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
    let (mut samples, mut values) = (vec![], vec![]);
    let mut results = [0; 3];
    let TuningPlan { nodes, opening, seed, .. } = plan;
    let mut player = SelfPlayer::new(SelfPlayPlan { nodes, opening, seed }, None);
    for number in 0..plan.games {
        let Some(game) = player.play::<G>(number) else { continue };
        results[game.winner.map_or(2, Side::index)] += 1;
        for met in game.positions::<G>(G::POINTS).unwrap_or_default() {
            let act = met.position.to_act().side();
            let counts = [act, act.other()]
                .map(|side| met.position.counts(side).as_ref().iter().copied().map(f64::from).collect());
            samples.push(Sample { counts, result: met.target });
            let (points, result) = (f64::from(met.searched.0), met.searched.1);
            values.extend((points.abs() < DECIDED * G::POINTS).then_some((points, result)));
        }
        report(number + 1);
    }
    let (best, tempo, loss) = fit(&samples, G::WEIGHTS.len());
    let points = |weight: f64| G::POINTS * weight;
    let weights = G::WEIGHTS.iter().zip(best).map(|(&(name, now), best)| FittedWeight {
        name,
        now,
        best: best.map(points),
    });
    let weights = weights.collect();
    TuningResult::Weights(WeightFit {
        positions: samples.len(),
        results,
        loss,
        tempo: points(tempo),
        scale: fit_scale(&values),
        weights,
    })
}

/// The scale that makes results most likely if the chance to win is the logistic function of the points over
/// it: the likelihood has one maximum, and its slope shows on which side of it a scale lies.
fn fit_scale(values: &[(f64, f64)]) -> f64 {
    let (mut low, mut high) = (1e-6_f64, 1.0_f64);
    for _ in 0..60 {
        let per_point = (low * high).sqrt();
        let slope: f64 =
            values.iter().map(|(points, result)| points * (result - logistic(points * per_point))).sum();
        if slope > 0.0 { low = per_point } else { high = per_point }
    }
    1.0 / (low * high).sqrt()
}

/// Scores beyond this many scale units are treated as decided and excluded from the fit.
const DECIDED: f64 = 20.0;

/// Epochs, enough for the loss to settle in its fourth digit.
const ROUNDS: u32 = 1500;

/// Logistic regression by gradient descent with momentum, counts scaled to their spread. Returns the weights,
/// the tempo and the loss; a chance of 73 % is 1.
fn fit(samples: &[Sample], counts: usize) -> (Vec<[f64; 2]>, f64, f64) {
    let total = samples.len().max(1) as f64;
    let spread = |which: usize, n: usize| {
        let squares: f64 = samples.iter().map(|sample| sample.counts[which][n].powi(2)).sum();
        (squares / total).sqrt().max(1e-3)
    };
    let scale: Vec<[f64; 2]> = (0..counts).map(|n| [spread(0, n), -spread(1, n)]).collect();
    let mut weights = vec![[0.0; 2]; counts];
    let mut momentum = weights.clone();
    let (mut tempo, mut loss) = (0.0, 0.0);
    for _ in 0..ROUNDS {
        let mut slope = vec![[0.0; 2]; counts];
        let mut tempo_slope = 0.0;
        loss = 0.0;
        for sample in samples {
            let input = |n: usize, which: usize| sample.counts[which][n] / scale[n][which];
            let value: f64 =
                (0..counts).map(|n| weights[n][0] * input(n, 0) + weights[n][1] * input(n, 1)).sum();
            let chance = logistic(value + tempo);
            let error = sample.result - chance;
            let surprise = |chance: f64| -chance.max(1e-9).ln();
            loss += sample.result * surprise(chance) + (1.0 - sample.result) * surprise(1.0 - chance);
            for (n, slope) in slope.iter_mut().enumerate() {
                *slope = [slope[0] + error * input(n, 0), slope[1] + error * input(n, 1)];
            }
            tempo_slope += error;
        }
        loss /= total;
        tempo += tempo_slope / total;
        for n in 0..counts {
            for which in 0..2 {
                momentum[n][which] = 0.9 * momentum[n][which] + slope[n][which] / total;
                weights[n][which] += 0.2 * momentum[n][which];
            }
        }
    }
    let plain = |(weights, scale): ([f64; 2], &[f64; 2])| [weights[0] / scale[0], -weights[1] / scale[1]];
    (weights.into_iter().zip(&scale).map(plain).collect(), tempo, loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::DESCRIPTORS;
    use taijitu_rules::playout::Random;

    /// Results drawn with known weights: they have to come out again.
    #[test]
    fn the_weights_behind_the_results_are_found() {
        let mut random = Random::new(3);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let mut draw = || f64::from(random.below(6));
                let counts = [vec![draw(), draw()], vec![draw(), draw()]];
                let value = 0.3 + 0.5 * counts[0][0] - 0.4 * counts[1][0] - 0.2 * counts[0][1];
                let chance = 1.0 / (1.0 + f64::exp(-value));
                let won = f64::from(random.below(10_000)) < 10_000.0 * chance;
                Sample { counts, result: f64::from(u8::from(won)) }
            })
            .collect();
        let (weights, tempo, loss) = fit(&samples, 2);
        let near =
            |found: f64, hidden: f64| assert!((found - hidden).abs() < 0.06, "{found} is not {hidden}");
        near(weights[0][0], 0.5);
        near(weights[0][1], 0.4);
        near(weights[1][0], -0.2);
        near(weights[1][1], 0.0);
        near(tempo, 0.3);
        assert!(loss < 0.6, "{loss}");
    }

    #[test]
    fn the_scale_behind_the_results_is_found() {
        let mut random = Random::new(5);
        let drawn = |_| {
            let points = f64::from(random.below(400)) - 200.0;
            let won = f64::from(random.below(10_000)) < 10_000.0 * logistic(points / 70.0);
            (points, f64::from(u8::from(won)))
        };
        let found = fit_scale(&(0..20_000).map(drawn).collect::<Vec<_>>());
        assert!((found - 70.0).abs() < 4.0, "{found}");
    }

    #[test]
    fn a_short_run_tunes_every_game() {
        let plan = TuningPlan { games: 2, nodes: 20, opening: 2, seed: 1 };
        for game in DESCRIPTORS {
            let (id, mut reported) = (game.id(), 0);
            let tuned = game.tune(plan, &mut |number| reported = number);
            assert!(reported == 2 && !tuned.to_string().is_empty(), "{id}: {reported} games");
            if let TuningResult::Weights(fit) = tuned {
                assert!(fit.positions > 5, "{id}: {} positions", fit.positions);
                assert!(fit.weights.iter().all(|fitted| fitted.best.iter().all(|weight| weight.is_finite())));
            }
        }
    }
}
