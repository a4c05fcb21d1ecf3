//! Reviews: a finished game judged position by position, from the last to the first, with the turns that were not the
//! best.
//!
//! Every position is searched with the same number of nodes, so a review is the same on every machine.
//! It goes backwards because the transposition table then contains what followed, and a position is worth at
//! least as much as the turn that was played.
//! Callers that request the same game share one run, which ends when the last of them leaves.

mod judge;
mod marks;
mod reverse_replay;

use super::callers::Caller;
use super::job::{BackgroundWork, JobWork, Lane, Priority, WorkState};
use super::journal::{Reporter, StopReason};
use super::pool::{EnginePool, Task};
use super::stream::Run;
use crate::error::{ApiError, Result};
use crate::site::clock::instant;
use judge::{GameJudge, Judgement};
use reverse_replay::ReverseReplay;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{self as protocol, Code, GameId, Mark, Score};
use taijitu_rules::{Audience, Record};
use taijitu_search::Stop;
use taijitu_study::SolutionCache;

/// How long a review runs before it lets others go first.
const SLICE: Duration = Duration::from_secs(2);

/// A finished game to review.
pub(crate) struct ReviewTask {
    /// Who asked.
    pub(crate) caller: Caller,
    /// The id of the game: callers that request the same one share a run.
    pub(crate) game: GameId,
    /// The record of the game.
    pub(crate) record: String,
}

/// What a review reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReviewUpdate {
    /// A position was judged.
    Position {
        /// Which frame of the replay it is.
        frame: u32,
        /// How many frames there are.
        of: u32,
        /// How good it is.
        score: Score,
    },
    /// The whole game was judged.
    Finished(protocol::Review),
}

impl Task for ReviewTask {
    type Update = ReviewUpdate;

    fn priority(&self) -> Priority {
        Priority::Review
    }

    fn caller(&self) -> Option<Caller> {
        Some(self.caller)
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<ReviewUpdate>>> {
        pool.shared_runs().join(self.game.to_string(), || {
            let (replay, judge) = read(&self.record).ok_or_else(unknown_rules)?;
            let lane = if judge.may_solve() { Lane::Exact } else { Lane::Pool };
            let work = |reporter| JobWork::Background(Box::new(ReviewWork::new(replay, judge, reporter)));
            pool.enqueue(self.caller, Priority::Review, lane, work)
        })
    }
}

fn read(record: &str) -> Option<(ReverseReplay, GameJudge)> {
    let record = Record::read(record).ok()?;
    Some((ReverseReplay::read(&record)?, GameJudge::new(&record)?))
}

fn unknown_rules() -> ApiError {
    ApiError::new(
        Code::NotNow,
        "this game was played under rules that this server does not have: it cannot be reviewed",
        "cette partie a été jouée selon des règles que ce serveur n’a pas : elle ne peut pas être analysée",
    )
}

/// A review in the queue.
struct ReviewWork {
    replay: ReverseReplay,
    judge: GameJudge,
    /// The frame judged last, and the set-up of its position.
    after: Option<(Judgement, String)>,
    /// The scores, from the last frame backwards.
    scores: Vec<Score>,
    marks: Vec<Mark>,
    /// What the turns of White and of Black cost.
    costs: [Vec<f64>; 2],
    reporter: Reporter<ReviewUpdate>,
}

impl BackgroundWork for ReviewWork {
    fn run(&mut self, pause: &Stop, solutions: &SolutionCache) -> WorkState {
        let began = instant();
        self.judge.prepare(pause, solutions);
        loop {
            if pause.is_set() || began.elapsed() > SLICE {
                return WorkState::Unfinished;
            }
            if self.judge_frame().is_none() {
                self.reporter.end(Err(StopReason::GameNotJudged));
                return WorkState::Finished;
            }
            if !self.replay.back() {
                self.finish();
                return WorkState::Finished;
            }
        }
    }
}

impl ReviewWork {
    fn new(replay: ReverseReplay, judge: GameJudge, reporter: Reporter<ReviewUpdate>) -> Self {
        let (scores, marks, costs) = (vec![], vec![], [vec![], vec![]]);
        Self { replay, judge, after: None, scores, marks, costs, reporter }
    }

    /// Judges the current position and the turn that was played in it.
    fn judge_frame(&mut self) -> Option<()> {
        let play = self.replay.play();
        let mut judged = self.judge.judge(play)?;
        if let (Some((after, setup)), Some(played)) = (&self.after, self.replay.played())
            && let Some((cost, mark)) = marks::compare(play, &mut judged, after, setup, &played)
        {
            self.costs[played.by.index()].push(cost);
            self.marks.extend(mark);
        }
        let (score, setup) = (judged.score.clone(), play.setup(Audience::Omniscient));
        self.after = Some((judged, setup));
        self.scores.push(score.clone());
        let (frame, of) = (self.replay.frame(), self.replay.frames());
        self.reporter.report(ReviewUpdate::Position { frame, of, score });
        Some(())
    }

    fn finish(&mut self) {
        self.marks.reverse();
        self.scores.reverse();
        let [white, black] = &self.costs;
        let review = protocol::Review {
            scores: std::mem::take(&mut self.scores),
            marks: std::mem::take(&mut self.marks),
            accuracy: (marks::accuracy(white), marks::accuracy(black)),
            nodes: self.judge.nodes(),
        };
        self.reporter.report(ReviewUpdate::Finished(review));
        self.reporter.end(Ok(()));
    }
}
