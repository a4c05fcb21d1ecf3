//! Analysis as a task: one caller's position, searched when nothing more urgent waits, or solved on a thread of its own.

use super::callers::Caller;
use super::job::{BackgroundWork, JobWork, Lane, Priority, WorkState};
use super::journal::{Reporter, StopReason};
use super::pool::{EnginePool, Task};
use super::stream::Run;
use crate::error::Result;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::Insight;
use taijitu_search::Stop;
use taijitu_study::{Analysis, AnalysisEnd, AnalysisSearch, SolutionCache};

/// A position to analyse for somebody. Each update is an [`Insight`] that replaces the one before.
pub(crate) struct AnalysisTask {
    /// Who asked.
    pub(crate) caller: Caller,
    /// The position.
    pub(crate) analysis: Analysis,
}

impl Task for AnalysisTask {
    type Update = Insight;

    const TIME_SHARE: Option<Duration> = Some(Duration::from_secs(10));

    fn priority(&self) -> Priority {
        Priority::Analysis
    }

    fn caller(&self) -> Option<Caller> {
        Some(self.caller)
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<Insight>>> {
        let lane = if self.analysis.is_solvable() { Lane::Exact } else { Lane::Pool };
        pool.enqueue(self.caller, Priority::Analysis, lane, |reporter| {
            let search = AnalysisSearch::new(self.analysis);
            JobWork::Background(Box::new(AnalysisWork { search, reporter }))
        })
    }
}

/// An analysis in the queue.
struct AnalysisWork {
    search: AnalysisSearch,
    reporter: Reporter<Insight>,
}

impl BackgroundWork for AnalysisWork {
    fn run(&mut self, pause: &Stop, solutions: &SolutionCache) -> WorkState {
        let Self { search, reporter } = self;
        match search.run(pause, solutions, &mut |insight| reporter.replace(insight)) {
            AnalysisEnd::Paused => return WorkState::Unfinished,
            // Only a task that was cancelled is asked to pause while it is solved.
            AnalysisEnd::GivenUp => (),
            AnalysisEnd::Finished => reporter.end(Ok(())),
            AnalysisEnd::NotJudged => reporter.end(Err(StopReason::PositionNotJudged)),
        }
        WorkState::Finished
    }
}
