//! Analysis: the best turns of a position, reported while the engine searches.
//!
//! In Yin Yang with all laws given the game is solved instead ([`exact`]).

use crate::exact::{self, SolutionCache};
use crate::insight;
use std::time::Duration;
use taijitu_protocol::{Analyse, Code, Insight, Problem, Study};
use taijitu_rules::{AnyPlay, Outcome, Side};
use taijitu_search::engine::SearchScore;
use taijitu_search::limits::now;
use taijitu_search::{InformationSet, Limits, Player, Stop, Thought};
use taijitu_table::StudyPosition;

/// Default number of turns to compare.
const LINES: u8 = 3;
/// Default time for the engine, in seconds.
const SECONDS: u8 = 10;

/// How long the engine searches before it begins to solve a game: solving reports nothing before its end.
const SEARCH_BEFORE_SOLVING: Duration = Duration::from_millis(500);

/// Stands for a law that is not known; the engine does not see it.
const UNKNOWN_LAW: &str = "....>*";

/// A position to analyse.
#[derive(Debug)]
pub struct Analysis {
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
    /// Checks the limits of a request: `1..=5` lines, `1..=60` seconds.
    ///
    /// # Errors
    /// `invalid`.
    pub fn check(request: &Analyse) -> Result<(), Problem> {
        let (lines, seconds) = limits(request);
        if (1..=5).contains(&lines) && (1..=60).contains(&seconds) {
            return Ok(());
        }
        Err(Problem::new(
            Code::Invalid,
            "lines: 1 to 5; seconds: 1 to 60",
            "lines : 1 à 5 ; seconds : 1 à 60",
        ))
    }

    /// Reads a request. In Yin Yang laws may be unknown, `?`: then the engine sees what the other side sees.
    ///
    /// # Errors
    /// A [`Problem`] if a limit or the position is not legal, or a law of the side to act is unknown.
    pub fn read(request: &Analyse) -> Result<Self, Problem> {
        Self::check(request)?;
        let (lines, seconds) = limits(request);
        let study = &request.study;
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
        let (lines, time) = (usize::from(lines), Duration::from_secs(u64::from(seconds)));
        Ok(Self { play, side, is_open, lines, time })
    }

    /// The game up to the position.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// How the game has ended, if it has: then there is nothing to search.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.play.outcome()
    }

    /// Whether the game is solved instead of searched.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.is_open && exact::game(&*self.play).is_some()
    }
}

fn limits(request: &Analyse) -> (u8, u8) {
    (request.lines.unwrap_or(LINES), request.seconds.unwrap_or(SECONDS))
}

fn own_laws_unknown() -> Problem {
    Problem::new(
        Code::NotNow,
        "the engine cannot choose for a side whose laws are not known: give them, or let the other side act",
        "le moteur ne peut pas choisir pour un camp dont les lois ne sont pas connues : donnez-les, ou laissez \
         jouer l’autre camp",
    )
}

/// How a run of an analysis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisEnd {
    /// It has used its time, or the game is solved.
    Finished,
    /// It was paused on request, and can be continued.
    Paused,
    /// It was paused on request, and cannot be continued: an exact solution has no intermediate state.
    GivenUp,
    /// The engine has no opinion about the position.
    NotJudged,
}

/// An analysis that can be paused and continued. Each report is an [`Insight`] that replaces the one before.
pub struct AnalysisSearch {
    analysis: Analysis,
    player: Option<Player>,
    spent: Duration,
    /// The depth reached and the nodes searched before it was paused.
    before: (u32, u64),
}

/// What is called with each insight.
pub type InsightFn<'a> = &'a mut dyn FnMut(Insight);

impl AnalysisSearch {
    /// An analysis that has not begun.
    #[must_use]
    pub const fn new(analysis: Analysis) -> Self {
        Self { analysis, player: None, spent: Duration::ZERO, before: (0, 0) }
    }

    /// Searches or solves until the end, or until `pause` is set.
    pub fn run(&mut self, pause: &Stop, solutions: &SolutionCache, report: InsightFn<'_>) -> AnalysisEnd {
        if self.analysis.is_solvable() {
            self.solve(pause, solutions, report)
        } else {
            self.search_to_the_end(pause, report)
        }
    }

    fn search_to_the_end(&mut self, pause: &Stop, report: InsightFn<'_>) -> AnalysisEnd {
        let limit = self.analysis.time;
        if !self.search(limit, pause, report) {
            return AnalysisEnd::NotJudged;
        }
        if pause.is_set() && self.spent < limit { AnalysisEnd::Paused } else { AnalysisEnd::Finished }
    }

    /// A game of Yin Yang with all laws known.
    fn solve(&mut self, pause: &Stop, solutions: &SolutionCache, report: InsightFn<'_>) -> AnalysisEnd {
        let began = now();
        self.search(SEARCH_BEFORE_SOLVING, pause, report);
        let Some(game) = exact::game(&*self.analysis.play) else { return AnalysisEnd::NotJudged };
        match solutions.get_or_solve(game.position(), pause) {
            Ok(solution) => {
                let ms = began.elapsed().as_millis();
                report(exact::insight(&solution, game, self.analysis.lines, ms));
                AnalysisEnd::Finished
            }
            Err(_) if pause.is_set() => AnalysisEnd::GivenUp,
            // Too large to solve: the search is all there is.
            Err(_) => {
                self.search(self.analysis.time, pause, report);
                AnalysisEnd::Finished
            }
        }
    }

    /// Searches until `limit` in total or the pause; false if there is nothing to report.
    fn search(&mut self, limit: Duration, pause: &Stop, report: InsightFn<'_>) -> bool {
        let Analysis { play, side, lines, .. } = &self.analysis;
        if self.player.is_none() {
            self.player = Player::full(play.meta().id);
        }
        let Some(player) = self.player.as_mut() else { return false };
        player.set_others(lines - 1);
        let (began, spent, (depth, nodes)) = (now(), self.spent, self.before);
        let mut reached = self.before;
        let mut report = |thought: &Thought| {
            // After a pause the search repeats the depths it has already reported.
            let is_repeated = matches!(thought.score, SearchScore::Points(_)) && thought.depth < depth;
            reached = (reached.0.max(thought.depth), nodes + thought.nodes);
            if !is_repeated {
                let ms = (spent + began.elapsed()).as_millis();
                let thought = Thought { nodes: reached.1, ..thought.clone() };
                report(insight::insight(&**play, *side, &thought, ms));
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
}
