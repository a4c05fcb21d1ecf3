//! Fits the weights of the policy to games of the engine against itself.
//!
//! A sample is an undecided position: the descriptions of all empty points, and how the search shared its playouts among
//! them. The probability of a point is the softmax of its weights; the weights are those that make these shares
//! most likely. One sample in ten is held out for validation.
//! A new generation learns from games of a search with the weights of the one before.

use super::super::playout_board::{EMPTY, PlayoutBoard, PlayoutGround, PlayoutTurn};
use super::super::search::last_stones;
use super::super::tree::ROOT;
use super::super::{MctsSettings, MonteCarlo};
use super::surroundings::Surroundings;
use super::weights;
use super::{KINDS, PolicyView, all_descriptions};
use crate::engine::{Engine, SearchScore};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::one_ply;
use crate::tune::TuningPlan;
use std::collections::HashMap;
use std::ops::Range;
use taijitu_rules::Play;
use taijitu_rules::games::y::{Step, Y};
use taijitu_rules::playout::Random;

/// The boards of the games, in turn.
const BOARDS: [&str; 4] = ["board=kadon", "board=triangle-13", "board=kadon", "board=triangle-11"];

/// Mebibytes of a tree: the games are short searches.
const MEMORY: usize = 16;

/// Positions with a win probability outside this range are decided and not used.
const OPEN: Range<f64> = 0.06..0.94;

/// One turn in this many is random, for more variety.
const STRAY: u32 = 12;

/// Number of epochs, and the learning rate.
const ROUNDS: usize = 12;
const RATE: f64 = 0.1;

/// Weight decay.
const DECAY: f64 = 1e-4;

/// Surroundings met less often than this have no weight of their own.
const OFTEN: u32 = 24;

/// No number of surroundings.
const RARE: u32 = u32::MAX;

struct PolicyExample {
    points: Vec<[u16; KINDS]>,
    /// What stands around each point, and later its place in the list of the frequent ones, or [`RARE`].
    around: Vec<u32>,
    /// The share of each point.
    shares: Vec<f32>,
}

/// Plays, learns, and prints the weights to be written into `weights/y.txt`.
pub(crate) fn run(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    let mut lessons = vec![];
    for game in 0..plan.games {
        play(plan, game, &mut lessons);
        report(game + 1);
    }
    shuffle(&mut lessons, plan.seed);
    let frequent = number_surroundings(&mut lessons);
    let (kept_back, learnt) = lessons.split_at(lessons.len() / 10);
    let fitted = fit(learnt, frequent.len());
    let (surprise, first) = examine(kept_back, &fitted);
    let (blind, _) = examine(kept_back, &vec![0.0; fitted.len()]);
    let how = format!(
        "{} positions of {} games, {} playouts a turn; cross-entropy {surprise:.3}, knowing nothing {blind:.3}; \
         {:.0} % guessed",
        lessons.len(),
        plan.games,
        plan.nodes,
        100.0 * first
    );
    let (kinds, surroundings) = fitted.split_at(all_descriptions());
    let surroundings: Vec<(Surroundings, f64)> =
        frequent.into_iter().zip(surroundings.iter().copied()).collect();
    weights::write(&how, kinds, &surroundings)
}

/// Numbers the surroundings that were met often, in the samples too; returns them.
fn number_surroundings(lessons: &mut [PolicyExample]) -> Vec<Surroundings> {
    let mut firsts: HashMap<u32, (u32, u32)> = HashMap::new();
    let mut met: HashMap<u32, u32> = HashMap::new();
    for &around in lessons.iter().flat_map(|lesson| &lesson.around) {
        let (first, _) = firsts.entry(around).or_insert_with(|| (Surroundings(around).first().0, RARE));
        *met.entry(*first).or_default() += 1;
    }
    let mut frequent: Vec<u32> =
        met.into_iter().filter(|(_, times)| *times >= OFTEN).map(|(first, _)| first).collect();
    frequent.sort_unstable();
    for (first, number) in firsts.values_mut() {
        *number = frequent.binary_search(first).map_or(RARE, |at| at as u32);
    }
    for around in lessons.iter_mut().flat_map(|lesson| &mut lesson.around) {
        *around = firsts.get(around).map_or(RARE, |(_, number)| *number);
    }
    frequent.into_iter().map(Surroundings).collect()
}

/// One game, as long as it is open.
fn play(plan: TuningPlan, game: u32, lessons: &mut Vec<PolicyExample>) -> Option<()> {
    let mut random = Random::new(plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(game)));
    let mut play = Play::<Y>::start(&["pie=off", BOARDS[game as usize % BOARDS.len()]]).ok()?;
    let mut stray = random.below(plan.opening + 1);
    let settings = MctsSettings { memory: MEMORY, seed: random.next(), ..MctsSettings::BEST };
    let mut engine = MonteCarlo::new(settings);
    while play.outcome().is_none() {
        let known = InformationSet::to_actor(&play);
        if stray > 0 {
            stray -= 1;
            play.turn(&one_ply::random_turn(&known, &mut random)?).ok()?;
            continue;
        }
        let thought = engine.think(&known, Limits::nodes(plan.nodes), &Stop::default(), &mut |_| ())?;
        if !matches!(thought.score, SearchScore::Chance(chance) if OPEN.contains(&chance)) {
            break;
        }
        let before = play.clone();
        play.turn(&thought.turn).ok()?;
        let steps = &play.rounds().last()?.turns.last()?.steps;
        if let [Step::Place(point)] = steps[..] {
            lessons.extend(lesson(&before, point.0, &shares(&engine)));
        }
        stray = u32::from(random.below(STRAY) == 0);
    }
    Some(())
}

/// The playouts of each stone at the root.
fn shares(engine: &MonteCarlo) -> HashMap<u16, u32> {
    engine.tree.children(ROOT).1.iter().map(|node| (node.point(), node.own.get().0)).collect()
}

/// What is to be learnt from a position: half of the weight is that of the stone chosen, half is shared by playouts.
fn lesson(play: &Play<Y>, chosen: u16, playouts: &HashMap<u16, u32>) -> Option<PolicyExample> {
    let y = play.position();
    let ground = PlayoutGround::of(y);
    let board = PlayoutBoard::of(y, &ground);
    let view = PolicyView::new(&ground, &board, PlayoutTurn::of(y).side, last_stones(play));
    let empty: Vec<u16> = ground.points().filter(|&at| board.at(at) == EMPTY).collect();
    let all: u32 = playouts.values().sum();
    let share = |at: &u16| {
        let playouts = playouts.get(at).copied().unwrap_or(0) as f32 / all.max(1) as f32;
        0.5 * playouts + if *at == chosen { 0.5 } else { 0.0 }
    };
    Some(PolicyExample {
        points: empty.iter().map(|&at| view.describe(at)).collect(),
        around: empty.iter().map(|&at| view.surroundings(at).0).collect(),
        shares: empty.iter().map(share).collect(),
    })
}

fn shuffle(lessons: &mut [PolicyExample], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..lessons.len()).rev() {
        lessons.swap(last, random.below(last as u32 + 1) as usize);
    }
}

impl PolicyExample {
    /// The numbers of the weights of a point.
    fn weights_of(&self, place: usize) -> impl Iterator<Item = usize> {
        let around = Some(self.around[place]).filter(|&around| around != RARE);
        let kinds = self.points[place].iter().map(|&number| usize::from(number));
        kinds.chain(around.map(|around| all_descriptions() + around as usize))
    }

    /// The probabilities of the points.
    fn chances(&self, weights: &[f64]) -> Vec<f64> {
        let looks = |place: usize| self.weights_of(place).map(|number| weights[number]).sum::<f64>();
        let mut odds: Vec<f64> = (0..self.points.len()).map(looks).collect();
        let best = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        odds.iter_mut().for_each(|odds| *odds = (*odds - best).exp());
        let sum: f64 = odds.iter().sum();
        odds.iter_mut().for_each(|odds| *odds /= sum);
        odds
    }
}

/// Gradient ascent with Adagrad.
fn fit(lessons: &[PolicyExample], surroundings: usize) -> Vec<f64> {
    let mut weights = vec![0.0; all_descriptions() + surroundings];
    let mut changed = vec![1e-3; weights.len()];
    let mut slope = vec![0.0; weights.len()];
    for lesson in (0..ROUNDS).flat_map(|_| lessons) {
        for (place, chance) in lesson.chances(&weights).into_iter().enumerate() {
            let missing = f64::from(lesson.shares[place]) - chance;
            lesson.weights_of(place).for_each(|number| slope[number] += missing);
        }
        for number in (0..lesson.points.len()).flat_map(|place| lesson.weights_of(place)) {
            // A description shared by several points is applied once.
            let step = std::mem::take(&mut slope[number]);
            if step != 0.0 {
                let step = step - DECAY * weights[number];
                changed[number] += step * step;
                weights[number] += RATE * step / changed[number].sqrt();
            }
        }
    }
    weights
}

/// The mean cross-entropy, and how often the best-looking stone was the one with the largest share.
fn examine(lessons: &[PolicyExample], weights: &[f64]) -> (f64, f64) {
    let (mut surprise, mut first) = (0.0, 0u32);
    for lesson in lessons {
        let chances = lesson.chances(weights);
        surprise -= chances
            .iter()
            .zip(&lesson.shares)
            .map(|(chance, &share)| f64::from(share) * chance.ln())
            .sum::<f64>();
        let most = |list: &mut dyn Iterator<Item = f64>| {
            list.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
        };
        let largest = most(&mut lesson.shares.iter().map(|&share| f64::from(share)));
        first += u32::from(most(&mut chances.iter().copied()) == largest);
    }
    let all = lessons.len().max(1) as f64;
    (surprise / all, f64::from(first) / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TuningPlan = TuningPlan { games: 4, nodes: 60, opening: 2, seed: 3 };

    #[test]
    fn training_makes_the_chosen_stones_likelier() {
        let mut lessons = vec![];
        (0..PLAN.games).for_each(|game| {
            play(PLAN, game, &mut lessons);
        });
        assert!(lessons.len() > 40, "{}", lessons.len());
        let frequent = number_surroundings(&mut lessons);
        let (blind, _) = examine(&lessons, &vec![0.0; all_descriptions() + frequent.len()]);
        let (surprise, first) = examine(&lessons, &fit(&lessons, frequent.len()));
        assert!(surprise < blind - 0.5 && first > 0.1, "{surprise} {blind} {first}");
    }

    #[test]
    fn the_weights_are_printed_one_for_each_description() {
        let mut games = 0;
        let printed = run(TuningPlan { games: 1, ..PLAN }, &mut |game| games = game);
        let kinds =
            printed.lines().skip(1).filter(|line| !line.contains(':')).flat_map(str::split_whitespace);
        let weights = kinds.count();
        assert_eq!((weights, games), (all_descriptions(), 1));
    }
}
