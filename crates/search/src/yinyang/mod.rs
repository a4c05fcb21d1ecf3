//! Yin Yang: an engine that plays from one seat and sees only what that seat may see.
//!
//! * `sight`: what a seat has seen of a game, the one door to the engine;
//! * `belief`: what the opponent's secret laws may be;
//! * `hands`: laws worth writing;
//! * `world`, `search`, `judge`: positions with guessed laws, alpha-beta in them, what is good;
//! * `mind`: the engine, which puts these together;
//! * `solve`: games with all laws known, solved;
//! * `tune`: hands found by self-play;
//! * `baseline`: what the engine is measured against.

mod baseline;
mod belief;
mod duel;
pub(crate) mod fit;
mod hands;
mod judge;
mod mind;
mod search;
mod sight;
mod solve;
pub mod tune;
mod world;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

pub use baseline::Baseline;
pub use mind::{Decision, Mind};
pub use sight::{Sight, Witnessed};
pub use solve::{Solution, Unsolved, Verdict, solvable, solve};

use crate::engine::{Choice, Engine, Report, Score, Thought};
use crate::known::Known;
use crate::limits::{Limits, Stop};
use taijitu_rules::games::yinyang::{Law, Step};
use taijitu_rules::{Audience, Game};

/// The engine behind the common interface.
pub struct YinYangEngine(Mind);

impl YinYangEngine {
    /// An engine; the same seed writes and plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Mind::new(seed))
    }
}

impl Engine for YinYangEngine {
    fn think(
        &mut self,
        known: &Known<'_>,
        limits: Limits,
        stop: &Stop,
        report: Report<'_>,
    ) -> Option<Thought> {
        let sight = known.sight().filter(|_| !known.is_over())?;
        let spelled = |decision: &Decision| thought(sight, decision);
        let decision = self.0.think(sight, limits, stop, &mut |decision| report(&spelled(decision)))?;
        Some(spelled(&decision))
    }

    fn new_game(&mut self, seed: u64) {
        let Mind { threads, others, .. } = self.0;
        self.0 = Mind::new(seed);
        (self.0.threads, self.0.others) = (threads, others);
    }

    fn set_threads(&mut self, threads: usize) {
        self.0.threads = threads.max(1);
    }

    fn set_others(&mut self, others: usize) {
        self.0.others = others;
    }
}

fn thought(sight: &Sight, decision: &Decision) -> Thought {
    // Whatever the opponent's laws are, the turn is spelled the same.
    let position = sight.now().with_guess([Law::all()[0]; 4]);
    let spell = |steps: &[Step]| position.spell(steps, Audience::Side(sight.side()));
    let other = |(steps, chance): &(Vec<Step>, f64)| Choice {
        line: vec![spell(steps)],
        score: Score::Chance(*chance),
    };
    let turn = spell(&decision.steps);
    let score = if decision.certain { Score::Wins(sight.side()) } else { Score::Chance(decision.chance) };
    Thought {
        line: vec![turn.clone()],
        turn,
        score,
        depth: decision.depth,
        nodes: decision.nodes,
        others: decision.others.iter().map(other).collect(),
    }
}
