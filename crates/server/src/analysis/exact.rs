//! Yin Yang with all laws on the table: solved, not searched.

use super::insight::{variation, wire};
use std::sync::{Arc, Mutex};
use taijitu_protocol::{Insight, Score, Variation};
use taijitu_rules::games::yinyang::{Step, YinYang};
use taijitu_rules::{AnyPlay, Audience, Game, Play};
use taijitu_search::engine::Score as Judged;
use taijitu_search::yinyang::{Solution, Verdict, solvable, solve};
use taijitu_search::{Stop, yinyang::Unsolved};

/// What solving may take: three face-up states that make a difference, which few games exceed.
const MEBIBYTES: usize = 300;

/// Turns of a line shown at the most.
const LONGEST: usize = 40;

/// The last solution: whoever steps through a game asks about one position of it after the other.
#[derive(Default)]
pub(crate) struct Solved(Mutex<Option<Arc<Solution>>>);

/// The game of Yin Yang that can be solved from here, if it is one.
#[must_use]
pub(crate) fn game(play: &dyn AnyPlay) -> Option<&Play<YinYang>> {
    play.as_any().downcast_ref::<Play<YinYang>>().filter(|play| solvable(play.position()))
}

impl Solved {
    /// The solution of the game from a position on.
    ///
    /// # Errors
    /// If it takes too much memory or was told to stop.
    pub(crate) fn from(&self, position: &YinYang, stop: &Stop) -> Result<Arc<Solution>, Unsolved> {
        let kept = self.0.lock().map_or(None, |kept| kept.clone());
        if let Some(kept) = kept.filter(|kept| kept.verdict(position).is_some()) {
            return Ok(kept);
        }
        // The old one is let go first: each takes a good deal of memory.
        if let Ok(mut kept) = self.0.lock() {
            *kept = None;
        }
        let solution = Arc::new(solve(position, MEBIBYTES, stop)?);
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some(solution.clone());
        }
        Ok(solution)
    }
}

/// What perfect play leads to in a position, for White.
#[must_use]
pub(crate) fn score(solution: &Solution, position: &YinYang) -> Option<Score> {
    Some(as_score(solution.verdict(position)?, position))
}

fn as_score(verdict: Verdict, position: &YinYang) -> Score {
    let act = position.to_act().side();
    match verdict {
        Verdict::Win(turns) => Score::Wins { side: wire(act), turns: Some(turns) },
        Verdict::Loss(turns) => Score::Wins { side: wire(act.other()), turns: Some(turns) },
        Verdict::Draw => Score::Draw,
    }
}

/// The best turns of a position, each with how it goes on if both sides play perfectly.
#[must_use]
pub(crate) fn insight(solution: &Solution, play: &Play<YinYang>, lines: usize, ms: u128) -> Insight {
    let position = play.position();
    let best = solution.turns(position).unwrap_or_default();
    let line = |(steps, verdict): &(Vec<_>, Verdict)| {
        let side = position.to_act().side();
        let turns = follow(solution, position, steps);
        let shown = variation(play, side, &turns, Judged::Chance(0.5));
        Variation { score: as_score(*verdict, position), ..shown }
    };
    Insight {
        depth: 0,
        nodes: solution.positions() as u64,
        ms: u32::try_from(ms).unwrap_or(u32::MAX),
        lines: best.iter().take(lines).map(line).collect(),
    }
}

/// A turn, and what follows if both sides play perfectly.
fn follow(solution: &Solution, from: &YinYang, first: &[Step]) -> Vec<String> {
    let (mut position, mut steps, mut turns) = (from.clone(), first.to_vec(), vec![]);
    while turns.len() < LONGEST {
        turns.push(position.spell(&steps, Audience::Omniscient));
        steps.iter().for_each(|&step| position.play_unchecked(step));
        if position.outcome().is_some() {
            break;
        }
        let verdict = solution.verdict(&position);
        let next = solution.turns(&position).and_then(|best| best.into_iter().next());
        match next {
            // A draw leads nowhere: one turn says it.
            Some((best, _)) if verdict != Some(Verdict::Draw) => steps = best,
            _ => break,
        }
    }
    turns
}
