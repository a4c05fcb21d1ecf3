//! Yin Yang: an engine for a game with hidden information. It gets only what its seat may see.
//!
//! * `observation`: what a seat has seen of a game, the only input of the engine;
//! * `belief`: the possible secret laws of the opponent;
//! * `hands`: laws worth writing;
//! * `determinization`, `search`, `judge`: positions with guessed laws, alpha-beta in them, their evaluation;
//! * `leaf`: the evaluation that is learned;
//! * `yinyang_search`: the engine, which combines these;
//! * `solve`: games with all laws known, solved;
//! * `ranking`: hands ranked by such solutions;
//! * `tune`: hands found by self-play;
//! * `baseline`: the program that the engine is measured against.

mod baseline;
mod belief;
mod determinization;
mod duel;
pub(crate) mod fit;
mod hands;
mod judge;
mod leaf;
mod observation;
mod ranking;
mod search;
mod solve;
pub mod tune;
mod yinyang_search;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

pub use baseline::YinYangBaseline;
pub use observation::{Observation, WitnessedTurn};
pub use ranking::{HandRanking, HandsResult, RankedHand, pairs, rank};
pub use solve::{Solution, SolveError, SolvedValue, solvable, solve};
pub use yinyang_search::{YinYangDecision, YinYangSearch};

use crate::descriptor::SearchGame;
use crate::engine::{Choice, Engine, ReportFn, SearchScore, Thought};
use crate::information_set::InformationSet;
use crate::level::LevelTable;
use crate::limits::{Limits, Stop};
use crate::pattern::{Evaluation, WeightsError};
use crate::tune::{TuningPlan, TuningResult};
use crate::win_probability::ScoreUnit;
use std::borrow::Cow;
use taijitu_rules::games::yinyang::{Law, LawKind, Step, YinYang};
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Notation, Play, Side};

impl SearchGame for YinYang {
    /// White's advantage hides small differences, so the upper levels lie farther apart.
    const LEVELS: LevelTable =
        [(30, 850), (200, 450), (600, 200), (2_000, 70), (5_000, 0), (20_000, 0), (300_000, 0)];
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Probability;
    const REVIEW_NODES: u64 = 100_000;

    fn engine() -> Box<dyn Engine> {
        Box::new(YinYangEngine::new(1))
    }

    fn baseline() -> Box<dyn Engine> {
        Box::new(YinYangBaseline::new(1))
    }

    fn tune(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
        TuningResult::Source(fit::run(plan, report))
    }

    fn known(play: &Play<Self>, side: Side) -> InformationSet<'_> {
        InformationSet::seen(Observation::of(play, side), play.outcome().is_some())
    }

    /// A side's own turns do not depend on hidden laws, so any laws will do for those.
    fn known_position<'a>(known: &InformationSet<'a>) -> Option<Cow<'a, Self>> {
        known.sight().map(|sight| Cow::Owned(sight.now().with_guess([Law::all()[0]; 4])))
    }

    /// With laws that do not adapt: others cannot be solved.
    fn puzzle_start(random: &mut Random) -> Option<Play<Self>> {
        let laws: Vec<&Law> = Law::all().iter().filter(|law| law.kind() != LawKind::Adaptation).collect();
        let mut hand = |key: &str| {
            let mut draw = || laws[random.below(laws.len() as u32) as usize].to_string();
            format!("{key}={},{},{},{}", draw(), draw(), draw(), draw())
        };
        let (white, black) = (hand("laws_white"), hand("laws_black"));
        Play::start(&[&white, &black]).ok()
    }

    /// All laws lie face up.
    fn puzzle_setup(&self) -> String {
        let setup = self.setup(Audience::Omniscient);
        let (kept, rest): (Vec<&str>, Vec<&str>) = setup
            .split_whitespace()
            .filter(|field| !field.starts_with("up="))
            .partition(|field| !field.starts_with("act="));
        format!("{} up=b1,b2,b3,b4,w1,w2,w3,w4 {}", kept.join(" "), rest.join(" "))
    }
}

/// The engine behind the common interface.
pub struct YinYangEngine(YinYangSearch);

impl YinYangEngine {
    /// An engine; the same seed writes and plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(YinYangSearch::new(seed))
    }
}

impl Engine for YinYangEngine {
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        let sight = known.sight().filter(|_| !known.is_over())?;
        let spelled = |decision: &YinYangDecision| thought(sight, decision);
        let decision = self.0.think(sight, limits, stop, &mut |decision| report(&spelled(decision)))?;
        Some(spelled(&decision))
    }

    fn new_game(&mut self, seed: u64) {
        let YinYangSearch { threads, others, ref leaf, .. } = self.0;
        let leaf = leaf.clone();
        self.0 = YinYangSearch::new(seed);
        (self.0.threads, self.0.others, self.0.leaf) = (threads, others, leaf);
    }

    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        self.0.leaf.network = evaluation.network::<YinYang>()?;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.0.threads = threads.max(1);
    }

    fn set_others(&mut self, others: usize) {
        self.0.others = others;
    }
}

fn thought(sight: &Observation, decision: &YinYangDecision) -> Thought {
    // Whatever the opponent's laws are, the turn is spelled the same.
    let position = sight.now().with_guess([Law::all()[0]; 4]);
    let spell = |steps: &[Step]| position.spell(steps, Audience::Side(sight.side()));
    let other = |(steps, chance): &(Vec<Step>, f64)| Choice {
        line: vec![spell(steps)],
        score: SearchScore::Chance(*chance),
    };
    let turn = spell(&decision.steps);
    let score =
        if decision.certain { SearchScore::Wins(sight.side()) } else { SearchScore::Chance(decision.chance) };
    Thought {
        line: vec![turn.clone()],
        turn,
        score,
        depth: decision.depth,
        nodes: decision.nodes,
        others: decision.others.iter().map(other).collect(),
    }
}
