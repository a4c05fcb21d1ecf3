//! Analysis: the best turns of a position, reported while the engine searches.
//!
//! In Yin Yang with all laws given the game is solved instead ([`exact`](super::exact)).

use super::callers::Caller;
use super::exact::{self, SolutionCache};
use super::insight;
use super::job::{BackgroundWork, JobWork, Lane, Priority, WorkState};
use super::journal::{Reporter, StopReason};
use super::pool::{EnginePool, Task};
use super::stream::Run;
use crate::error::Result;
use crate::site::clock::instant;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{Code, Insight, Problem, Study};
use taijitu_rules::{AnyPlay, Outcome, Side};
use taijitu_search::engine::SearchScore;
use taijitu_search::{InformationSet, Limits, Player, Stop, Thought};
use taijitu_table::StudyPosition;

/// How long the engine searches before it begins to solve a game: solving reports nothing before its end.
const SEARCH_BEFORE_SOLVING: Duration = Duration::from_millis(500);

/// Stands for a law that is not known; the engine does not see it.
const UNKNOWN_LAW: &str = "....>*";

/// A position to analyse. Each update is an [`Insight`] that replaces the one before.
pub(crate) struct Analysis {
    caller: Caller,
    play: Box<dyn AnyPlay>,
    /// Whose turn is searched for.
    side: Side,
    /// Whether nothing is hidden.
    is_open: bool,
    /// How many turns to compare.
    lines: usize,
    /// How long to search.
    time: Duration,
}

impl Analysis {
    /// Reads a position. In Yin Yang laws may be unknown, `?`: then the engine sees what the other side sees.
    ///
    /// # Errors
    /// If the position is not legal, or the side to act does not know its own laws.
    pub(crate) fn read(
        caller: Caller,
        study: &Study,
        lines: usize,
        time: Duration,
    ) -> std::result::Result<Self, Problem> {
        let known = study.setup.as_ref().map(|setup| setup.replace('?', UNKNOWN_LAW));
        let hides = |key: &str| {
            let mut fields = study.setup.as_deref().unwrap_or_default().split_whitespace();
            study.game == "yinyang" && fields.any(|field| field.starts_with(key) && field.contains('?'))
        };
        let hidden =
            [("lw=", Side::White), ("lb=", Side::Black)].map(|(key, side)| hides(key).then_some(side));
        let is_open = hidden == [None, None];
        let studied = if is_open {
            StudyPosition::read(study)?
        } else {
            StudyPosition::read(&Study { setup: known, ..study.clone() })?
        };
        let (viewer, play) = studied.into_play();
        let act = play.to_act();
        let side = if act.includes(viewer) { viewer } else { act.side() };
        if play.outcome().is_none() && hidden.contains(&Some(side)) {
            return Err(own_laws_unknown());
        }
        Ok(Self { caller, play, side, is_open, lines, time })
    }

    /// The game up to the position.
    pub(crate) fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// How the game has ended, if it has: then there is nothing to search.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.play.outcome()
    }
}

fn own_laws_unknown() -> Problem {
    Problem::new(
        Code::NotNow,
        "the engine cannot choose for a side whose laws are not known: give them, or let the other side act",
        "le moteur ne peut pas choisir pour un camp dont les lois ne sont pas connues : donnez-les, ou laissez \
         jouer l'autre camp",
    )
}

impl Task for Analysis {
    type Update = Insight;

    const TIME_SHARE: Option<Duration> = Some(Duration::from_secs(10));

    fn priority(&self) -> Priority {
        Priority::Analysis
    }

    fn caller(&self) -> Option<Caller> {
        Some(self.caller)
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<Insight>>> {
        let is_solvable = self.is_open && exact::game(&*self.play).is_some();
        let lane = if is_solvable { Lane::Exact } else { Lane::Pool };
        pool.enqueue(self.caller, Priority::Analysis, lane, |reporter| {
            let search = AnalysisSearch::new(self, reporter);
            JobWork::Background(if is_solvable { Box::new(ExactAnalysis(search)) } else { Box::new(search) })
        })
    }
}

/// An analysis by search.
struct AnalysisSearch {
    analysis: Analysis,
    reporter: Reporter<Insight>,
    player: Option<Player>,
    spent: Duration,
    /// The depth reached and the nodes searched before it was suspended.
    before: (u32, u64),
}

impl AnalysisSearch {
    const fn new(analysis: Analysis, reporter: Reporter<Insight>) -> Self {
        Self { analysis, reporter, player: None, spent: Duration::ZERO, before: (0, 0) }
    }

    /// Searches until `limit` in total or the pause; false if there is nothing to report.
    fn search(&mut self, limit: Duration, pause: &Stop) -> bool {
        let Analysis { play, side, lines, .. } = &self.analysis;
        if self.player.is_none() {
            self.player = Player::full(play.meta().id);
        }
        let Some(player) = self.player.as_mut() else { return false };
        player.set_others(lines - 1);
        let (began, spent, (depth, nodes)) = (instant(), self.spent, self.before);
        let mut reached = self.before;
        let mut report = |thought: &Thought| {
            // After a pause the search repeats the depths it has already reported.
            let is_repeated = matches!(thought.score, SearchScore::Points(_)) && thought.depth < depth;
            reached = (reached.0.max(thought.depth), nodes + thought.nodes);
            if !is_repeated {
                let ms = (spent + began.elapsed()).as_millis();
                let thought = Thought { nodes: reached.1, ..thought.clone() };
                self.reporter.replace(insight::insight(&**play, *side, &thought, ms));
            }
        };
        let known = InformationSet::to(*side, &**play);
        let thought = player.think(&known, Limits::time(limit.saturating_sub(spent)), pause, &mut report);
        if let Some(thought) = &thought {
            report(thought);
        }
        self.before = reached;
        self.spent += began.elapsed();
        thought.is_some()
    }

    fn end(&self, end: std::result::Result<(), StopReason>) -> WorkState {
        self.reporter.end(end);
        WorkState::Finished
    }
}

impl BackgroundWork for AnalysisSearch {
    fn run(&mut self, pause: &Stop, _: &SolutionCache) -> WorkState {
        let limit = self.analysis.time;
        if !self.search(limit, pause) {
            return self.end(Err(StopReason::PositionNotJudged));
        }
        if pause.is_set() && self.spent < limit {
            return WorkState::Unfinished;
        }
        self.end(Ok(()))
    }
}

/// An analysis of a game of Yin Yang that is solved.
struct ExactAnalysis(AnalysisSearch);

impl BackgroundWork for ExactAnalysis {
    fn run(&mut self, pause: &Stop, solutions: &SolutionCache) -> WorkState {
        let began = instant();
        let Self(search) = self;
        search.search(SEARCH_BEFORE_SOLVING, pause);
        let Some(game) = exact::game(&*search.analysis.play) else {
            return search.end(Err(StopReason::PositionNotJudged));
        };
        match solutions.get_or_solve(game.position(), pause) {
            Ok(solution) => {
                let ms = began.elapsed().as_millis();
                search.reporter.replace(exact::insight(&solution, game, search.analysis.lines, ms));
                search.end(Ok(()))
            }
            Err(_) if pause.is_set() => WorkState::Finished,
            // Too large to solve: the search is all there is.
            Err(_) => {
                search.search(search.analysis.time, pause);
                search.end(Ok(()))
            }
        }
    }
}
