//! What threads run: the work, its priority, and its lane.

use super::journal::Reporter;
use taijitu_search::Stop;
use taijitu_study::{CachedEngine, SolutionCache, TurnRequest, TurnResult, WorkRequest};

/// How urgent a task is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Priority {
    /// The turn of an engine at a table.
    Turn,
    /// A turn requested by a player: a hint, or a reply in a study.
    Hint,
    /// The analysis of a position.
    Analysis,
    /// The review of a finished game.
    Review,
}

impl Priority {
    /// All of them, in order.
    pub(super) const ALL: [Self; 4] = [Self::Turn, Self::Hint, Self::Analysis, Self::Review];

    /// Whether such a task takes long: it can be suspended, and reports its place in the queue.
    pub(super) const fn is_background(self) -> bool {
        matches!(self, Self::Analysis | Self::Review)
    }
}

/// Which threads run a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Those of the pool.
    Pool,
    /// The one thread for exact solutions, which cannot be suspended.
    Exact,
}

impl Lane {
    /// Both of them.
    pub(super) const ALL: [Self; 2] = [Self::Pool, Self::Exact];
}

/// The work of a task.
pub(super) enum JobWork {
    /// Finds one turn, here or on a worker; runs to its end.
    Turn(TurnWork),
    /// Takes long and can be suspended.
    Background(Box<dyn BackgroundWork>),
}

/// Work that takes long.
pub(super) trait BackgroundWork: Send {
    /// Works until it is finished or `pause` is set.
    fn run(&mut self, pause: &Stop, solutions: &SolutionCache) -> WorkState;
}

/// Whether work from which a thread has returned has to continue later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkState {
    /// It is done, or was abandoned.
    Finished,
    /// There is more to do.
    Unfinished,
}

/// A turn in the queue.
pub(super) struct TurnWork {
    request: TurnRequest,
    reporter: Reporter<TurnResult>,
}

impl TurnWork {
    /// A turn to find.
    pub(super) const fn new(request: TurnRequest, reporter: Reporter<TurnResult>) -> Self {
        Self { request, reporter }
    }

    /// The request as a worker reads it; none if it cannot be sent.
    pub(super) fn message(&self) -> Option<String> {
        serde_json::to_string(&WorkRequest::new(&self.request)?).ok()
    }

    /// Finds the turn on this thread.
    pub(super) fn run(&self, stop: &Stop, share: f64, engine: &mut CachedEngine) {
        let result = engine.find_requested(&self.request, share, stop);
        metrics::histogram!("taijitu_engine_seconds").record(result.spent);
        // A stopped search may not have found the turn that the engine would play.
        if !stop.is_set() {
            self.report(result);
        }
    }

    /// Reports the result.
    pub(super) fn report(&self, result: TurnResult) {
        self.reporter.report(result);
        self.reporter.end(Ok(()));
    }
}
