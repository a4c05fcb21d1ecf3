//! Learns the weights of policy from games of the engine against itself.
//!
//! A lesson is a position that was not decided: the descriptions of all empty points, and which the search chose.
//! The chance of a point is the softmax of its weights; the weights are those that make the chosen points most
//! likely. One lesson in ten is kept back to say how well that goes.

use super::super::playout_board::{EMPTY, PlayoutBoard, PlayoutGround, PlayoutTurn};
use super::super::search::last_stones;
use super::super::{MctsSettings, MonteCarlo};
use super::{KINDS, PolicyView, all_descriptions};
use crate::engine::{Engine, SearchScore};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::one_ply;
use crate::tune::TuningPlan;
use std::fmt::Write as _;
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

/// How often all lessons are gone through, and how fast weights change.
const ROUNDS: usize = 12;
const RATE: f64 = 0.1;

/// Draws weights that nothing speaks for to zero.
const DECAY: f64 = 1e-4;

struct Lesson {
    points: Vec<[u16; KINDS]>,
    chosen: usize,
}

/// Plays, learns, and prints the weights to be written into `weights.rs`.
pub(crate) fn run(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> String {
    let mut lessons = vec![];
    for game in 0..plan.games {
        play(plan, game, &mut lessons);
        report(game + 1);
    }
    shuffle(&mut lessons, plan.seed);
    let (kept_back, learnt) = lessons.split_at(lessons.len() / 10);
    let weights = fit(learnt);
    let (surprise, first) = examine(kept_back, &weights);
    let (blind, _) = examine(kept_back, &vec![0.0; all_descriptions()]);
    let mut out = format!(
        "{} positions; mean surprise at the stone chosen {surprise:.3}, knowing nothing {blind:.3}; {:.0} % guessed\n",
        lessons.len(),
        100.0 * first
    );
    for row in weights.chunks(16) {
        for weight in row {
            // Writing to a string does not fail.
            let _ = write!(out, "{:.0}, ", 100.0 * weight);
        }
        out.push('\n');
    }
    out
}

/// One game, as long as it is open.
fn play(plan: TuningPlan, game: u32, lessons: &mut Vec<Lesson>) -> Option<()> {
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
            lessons.extend(lesson(&before, point.0));
        }
        stray = u32::from(random.below(STRAY) == 0);
    }
    Some(())
}

fn lesson(play: &Play<Y>, chosen: u16) -> Option<Lesson> {
    let y = play.position();
    let ground = PlayoutGround::of(y);
    let board = PlayoutBoard::of(y, &ground);
    let view = PolicyView::new(&ground, &board, PlayoutTurn::of(y).side, last_stones(play));
    let empty: Vec<u16> = ground.points().filter(|&at| board.at(at) == EMPTY).collect();
    let points = empty.iter().map(|&at| view.describe(at)).collect();
    Some(Lesson { points, chosen: empty.iter().position(|&at| at == chosen)? })
}

fn shuffle(lessons: &mut [Lesson], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..lessons.len()).rev() {
        lessons.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// The chances of the points.
fn chances(lesson: &Lesson, weights: &[f64]) -> Vec<f64> {
    let looks = |point: &[u16; KINDS]| point.iter().map(|&number| weights[usize::from(number)]).sum::<f64>();
    let mut odds: Vec<f64> = lesson.points.iter().map(looks).collect();
    let best = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - best).exp());
    let sum: f64 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= sum);
    odds
}

/// Gradient ascent, each weight the slower the more it was changed (Adagrad).
fn fit(lessons: &[Lesson]) -> Vec<f64> {
    let mut weights = vec![0.0; all_descriptions()];
    let mut changed = vec![1e-3; weights.len()];
    let mut slope = vec![0.0; weights.len()];
    for lesson in (0..ROUNDS).flat_map(|_| lessons) {
        for (place, (point, chance)) in lesson.points.iter().zip(chances(lesson, &weights)).enumerate() {
            let missing = f64::from(u8::from(place == lesson.chosen)) - chance;
            point.iter().for_each(|&number| slope[usize::from(number)] += missing);
        }
        for number in lesson.points.iter().flatten().map(|&number| usize::from(number)) {
            // A description that several points have is done with after the first.
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

/// The mean cross-entropy of the chosen stones, and how often the best-looking stone was chosen.
fn examine(lessons: &[Lesson], weights: &[f64]) -> (f64, f64) {
    let (mut surprise, mut first) = (0.0, 0u32);
    for lesson in lessons {
        let chances = chances(lesson, weights);
        let chosen = chances[lesson.chosen];
        surprise -= chosen.ln();
        first += u32::from(chances.iter().all(|&chance| chance <= chosen));
    }
    let all = lessons.len().max(1) as f64;
    (surprise / all, f64::from(first) / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TuningPlan = TuningPlan { games: 4, nodes: 60, opening: 2, seed: 3 };

    #[test]
    fn what_was_learnt_makes_the_chosen_stones_likelier() {
        let mut lessons = vec![];
        (0..PLAN.games).for_each(|game| {
            play(PLAN, game, &mut lessons);
        });
        assert!(lessons.len() > 40, "{}", lessons.len());
        let (blind, _) = examine(&lessons, &vec![0.0; all_descriptions()]);
        let (surprise, first) = examine(&lessons, &fit(&lessons));
        assert!(surprise < blind - 0.5 && first > 0.1, "{surprise} {blind} {first}");
    }

    #[test]
    fn the_weights_are_printed_one_for_each_description() {
        let mut games = 0;
        let printed = run(TuningPlan { games: 1, ..PLAN }, &mut |game| games = game);
        let weights = printed.lines().skip(1).flat_map(|row| row.split_terminator(", ")).count();
        assert_eq!((weights, games), (all_descriptions(), 1));
    }
}
