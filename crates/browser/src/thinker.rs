//! Engines: a turn at a level, advice, an analysis, a search with the caller's limits.

use crate::{read, write};
use std::time::Duration;
use taijitu_protocol::{
    Analyse, AnalysisNews, Code, DeviceFound, DeviceSearch, Insight, Problem, Reply, StudyReply, Words,
};
use taijitu_rules::{AnyPlay, Side};
use taijitu_search::limits::now;
use taijitu_search::{InformationSet, LEVELS, Limits, Player, Stop, Strength, Thought};
use taijitu_study::{
    Analysis, AnalysisEnd, AnalysisSearch, CachedEngine, ReceivedRequest, SolutionCache, insight, reply,
};
use taijitu_table::StudyPosition;

/// Memory limit of a solved game of Yin Yang in MiB: one face-up state, which is what a phone can spare.
const SOLUTION_MEBIBYTES: usize = 100;

/// The most nodes of a search without a limit of time.
const MOST_NODES: u64 = 100_000_000;
/// The longest search, in milliseconds.
const MOST_TIME_MS: u32 = 60_000;

/// The state that engines keep between two questions.
pub struct ThinkerState {
    engine: CachedEngine,
    solutions: SolutionCache,
}

impl Default for ThinkerState {
    fn default() -> Self {
        Self { engine: CachedEngine::default(), solutions: SolutionCache::with_mebibytes(SOLUTION_MEBIBYTES) }
    }
}

/// Called with each piece of news; false ends the search.
pub type NewsFn<'a> = &'a mut dyn FnMut(&str) -> bool;

impl ThinkerState {
    /// Finds the turn that a [`WorkRequest`](taijitu_study::WorkRequest) asks for; `DeviceFound`.
    pub fn find(&mut self, request: &str) -> String {
        let request = ReceivedRequest::read(request.as_bytes());
        let found = request.map(|request| request.find(&mut self.engine, &Stop::default()));
        write(found.map_err(unreadable).map(|found| DeviceFound {
            better: found.best.as_ref().is_some_and(|best| best.is_better),
            turn: found.best.map(|best| best.turn),
            spent: u64::try_from(found.spent.as_millis()).unwrap_or(u64::MAX),
        }))
    }

    /// The turn an engine would play in a study, as `/api/study/reply` answers; `Reply`.
    pub fn reply(&mut self, query: &str, seed: u64) -> String {
        write(read(query).and_then(|query| self.reply_to(&query, seed)))
    }

    fn reply_to(&mut self, query: &StudyReply, seed: u64) -> Result<Reply, Problem> {
        reply::check_level(query.level)?;
        let (side, play) = StudyPosition::read(&query.study)?.into_play();
        let request = reply::turn_request(side, play.boxed_clone(), query.level, seed)?;
        let found = self.engine.find_requested(&request, 1.0, &Stop::default());
        let turn = found.best.ok_or_else(nothing_found)?.turn;
        Ok(taijitu_table::reply(&*play, side, turn))
    }

    /// Analyses a position, as `/api/analysis` does: each piece of news is an [`AnalysisNews`], the last one included.
    pub fn analyse(&mut self, query: &str, news: NewsFn<'_>) -> String {
        // Two tables would take twice the memory.
        self.engine = CachedEngine::default();
        write(read(query).and_then(|query: Analyse| self.run_analysis(&query, news)))
    }

    fn run_analysis(&mut self, query: &Analyse, news: NewsFn<'_>) -> Result<(), Problem> {
        let analysis = Analysis::read(query)?;
        if let Some(outcome) = analysis.outcome() {
            say(news, &AnalysisNews::Insight(insight::ended(outcome)));
            say(news, &AnalysisNews::Over {});
            return Ok(());
        }
        let stop = Stop::default();
        let mut report = |insight: Insight| {
            if !say(news, &AnalysisNews::Insight(insight)) {
                stop.stop();
            }
        };
        let end = AnalysisSearch::new(analysis).run(&stop, &self.solutions, &mut report);
        let last = match end {
            AnalysisEnd::NotJudged => AnalysisNews::Stopped { message: not_judged() },
            _ => AnalysisNews::Over {},
        };
        say(news, &last);
        Ok(())
    }

    /// Searches a position within limits of the caller's own; `Insight`. `news` gets an [`Insight`] after each depth.
    pub fn search(&mut self, query: &str, news: NewsFn<'_>) -> String {
        self.engine = CachedEngine::default();
        write(read(query).and_then(|query: DeviceSearch| search(&query, None, news)))
    }

    /// The same with a table of this many mebibytes, and without the time it took: native code with the same table and a
    /// limit of nodes answers the same.
    pub fn search_with_memory(&mut self, query: &str, mebibytes: usize) -> String {
        let found = read(query).and_then(|query| search(&query, Some(mebibytes), &mut |_| true));
        write(found.map(|insight| Insight { ms: 0, ..insight }))
    }
}

fn search(query: &DeviceSearch, mebibytes: Option<usize>, news: NewsFn<'_>) -> Result<Insight, Problem> {
    let (side, play) = StudyPosition::read(&query.study)?.into_play();
    let act = play.to_act();
    let side = if act.includes(side) { side } else { act.side() };
    if let Some(outcome) = play.outcome() {
        return Ok(insight::ended(outcome));
    }
    let limits = limits_of(query)?;
    let mut player = player_of(&*play, query)?;
    if let Some(mebibytes) = mebibytes {
        player.set_table(mebibytes);
    }
    let (began, stop) = (now(), Stop::default());
    let seen = |thought: &Thought| shown(&*play, side, thought, began.elapsed());
    let mut report = |thought: &Thought| {
        if !say(news, &seen(thought)) {
            stop.stop();
        }
    };
    let thought = player.think(&InformationSet::to(side, &*play), limits, &stop, &mut report);
    Ok(seen(&thought.ok_or_else(nothing_found)?))
}

fn shown(play: &dyn AnyPlay, side: Side, thought: &Thought, spent: Duration) -> Insight {
    insight::insight(play, side, thought, spent.as_millis())
}

fn limits_of(query: &DeviceSearch) -> Result<Limits, Problem> {
    let is_bounded = query.nodes.is_some() || query.movetime.is_some() || query.depth.is_some();
    if !is_bounded && query.level.is_none()
        || query.nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes))
        || query.movetime.is_some_and(|time| !(1..=MOST_TIME_MS).contains(&time))
    {
        return Err(Problem::new(
            Code::Invalid,
            format!(
                "a search has a level, or nodes up to {MOST_NODES}, movetime up to {MOST_TIME_MS} ms or depth"
            ),
            format!(
                "une recherche a un niveau, ou nodes jusqu’à {MOST_NODES}, movetime jusqu’à {MOST_TIME_MS} ms ou depth"
            ),
        ));
    }
    let time = query.movetime.map(|ms| Duration::from_millis(u64::from(ms)));
    // A depth alone may take hours.
    let time = time.or_else(|| query.nodes.is_none().then(|| Duration::from_millis(u64::from(MOST_TIME_MS))));
    Ok(Limits { nodes: query.nodes, time, depth: query.depth })
}

fn player_of(play: &dyn AnyPlay, query: &DeviceSearch) -> Result<Player, Problem> {
    let lines = query.lines.unwrap_or(1);
    let level_is_known = query.level.is_none_or(|level| LEVELS.contains(&level));
    if !(1..=5).contains(&lines) || !level_is_known {
        return Err(Problem::new(
            Code::Invalid,
            "lines: 1 to 5; level: 1 to 8",
            "lines : 1 à 5 ; level : 1 à 8",
        ));
    }
    let game = play.meta().id;
    let strength = query.level.and_then(|level| Strength::of(game, level));
    let mut player = Player::new(game, strength, query.seed.unwrap_or_default()).ok_or_else(nothing_found)?;
    player.set_others(usize::from(lines) - 1);
    Ok(player)
}

/// Hands over a piece of news; false ends the search.
fn say<T: serde::Serialize>(news: NewsFn<'_>, update: &T) -> bool {
    serde_json::to_string(update).is_ok_and(|text| news(&text))
}

fn unreadable(reason: String) -> Problem {
    Problem::new(Code::BadRequest, reason.clone(), reason)
}

fn nothing_found() -> Problem {
    let Words { en, fr } = not_judged();
    Problem::new(Code::NotNow, en, fr)
}

fn not_judged() -> Words {
    Words::new("the engine cannot analyse this position", "le moteur ne peut pas analyser cette position")
}
