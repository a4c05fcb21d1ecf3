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
mod hands;
mod judge;
mod mind;
mod search;
mod sight;
mod solve;
pub mod tune;
mod world;

#[cfg(test)]
mod tests;

pub use baseline::Baseline;
pub use mind::{Decision, Mind};
pub use sight::{Sight, Witnessed};
pub use solve::{Solution, Unsolved, Verdict, solve};

use crate::engine::{Engine, Report, Score, Thought};
use crate::known::Known;
use crate::limits::{Limits, Stop};
use taijitu_rules::games::yinyang::Law;
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
        self.0 = Mind::new(seed);
    }
}

fn thought(sight: &Sight, decision: &Decision) -> Thought {
    // Whatever the opponent's laws are, the turn is spelled the same.
    let turn =
        sight.now().with_guess([Law::all()[0]; 4]).spell(&decision.steps, Audience::Side(sight.side()));
    let score = if decision.certain { Score::Wins(sight.side()) } else { Score::Chance(decision.chance) };
    Thought {
        line: vec![turn.clone()],
        turn,
        score,
        depth: decision.depth,
        nodes: decision.nodes,
        others: vec![],
    }
}
