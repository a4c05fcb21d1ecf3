//! Yin Yang with all laws known: solved, not searched.

use crate::insight::variation;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taijitu_protocol::{Insight, Score, Variation};
use taijitu_rules::games::yinyang::{Step, YinYang};
use taijitu_rules::{AnyPlay, Audience, Notation, Play, Rules};
use taijitu_search::engine::SearchScore;
use taijitu_search::yinyang::{Solution, SolvedValue, solvable, solve};
use taijitu_search::{Stop, yinyang::SolveError};
use taijitu_table::wire::wire_side;

/// Maximum number of turns in a line.
const MAX_LINE: usize = 40;

/// The last solution: a caller who steps through a game requests one position after the other.
pub struct SolutionCache {
    mebibytes: usize,
    last: Mutex<Option<Arc<Solution>>>,
}

/// The game of Yin Yang that can be solved from here, if it is one.
#[must_use]
pub fn game(play: &dyn AnyPlay) -> Option<&Play<YinYang>> {
    play.as_any().downcast_ref::<Play<YinYang>>().filter(|play| solvable(play.position()))
}

impl Default for SolutionCache {
    /// With memory for three face-up states that make a difference, which few games exceed.
    fn default() -> Self {
        Self::with_mebibytes(300)
    }
}

impl SolutionCache {
    /// A cache whose solutions take at most this much memory.
    #[must_use]
    pub const fn with_mebibytes(mebibytes: usize) -> Self {
        Self { mebibytes, last: Mutex::new(None) }
    }

    /// The solution of the game from a position on.
    ///
    /// # Errors
    /// [`SolveError`] if it takes too much memory or was stopped.
    pub fn get_or_solve(&self, position: &YinYang, stop: &Stop) -> Result<Arc<Solution>, SolveError> {
        let cached = self.lock().clone();
        if let Some(cached) = cached.filter(|cached| cached.verdict(position).is_some()) {
            return Ok(cached);
        }
        // Dropped before the next one is made, so that there are never two in memory.
        *self.lock() = None;
        let solution = Arc::new(solve(position, self.mebibytes, stop)?);
        *self.lock() = Some(solution.clone());
        Ok(solution)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Solution>>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The value of a position under perfect play, for White.
#[must_use]
pub fn score(solution: &Solution, position: &YinYang) -> Option<Score> {
    Some(as_score(solution.verdict(position)?, position))
}

fn as_score(verdict: SolvedValue, position: &YinYang) -> Score {
    let act = position.to_act().side();
    match verdict {
        SolvedValue::Win(turns) => Score::Wins { side: wire_side(act), turns: Some(turns) },
        SolvedValue::Loss(turns) => Score::Wins { side: wire_side(act.other()), turns: Some(turns) },
        SolvedValue::Draw => Score::Draw,
    }
}

/// The best turns of a position, each with its continuation under perfect play.
#[must_use]
pub fn insight(solution: &Solution, play: &Play<YinYang>, lines: usize, ms: u128) -> Insight {
    let position = play.position();
    let best = solution.turns(position).unwrap_or_default();
    let line = |(steps, verdict): &(Vec<_>, SolvedValue)| {
        let side = position.to_act().side();
        let turns = follow(solution, position, steps);
        let shown = variation(play, side, &turns, SearchScore::Chance(0.5));
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
    while turns.len() < MAX_LINE {
        turns.push(position.spell(&steps, Audience::Omniscient));
        steps.iter().for_each(|&step| position.play_unchecked(step));
        if position.outcome().is_some() {
            break;
        }
        let verdict = solution.verdict(&position);
        let next = solution.turns(&position).and_then(|best| best.into_iter().next());
        match next {
            // Perfect play of a drawn position may never end: one turn is enough.
            Some((best, _)) if verdict != Some(SolvedValue::Draw) => steps = best,
            _ => break,
        }
    }
    turns
}
