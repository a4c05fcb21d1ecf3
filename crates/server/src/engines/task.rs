//! What can be submitted to the pool, and what the pool runs.

use super::callers::Caller;
use super::exact::SolutionCache;
use super::pool::EnginePool;
use super::progress::Run;
use super::turn::TurnWork;
use crate::error::Result;
use std::sync::Arc;
use std::time::Duration;
use taijitu_search::Stop;

/// How urgent a task is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Priority {
    /// The turn of an engine at a table.
    Turn,
    /// A turn somebody asked for: a hint, or a reply in a study.
    Hint,
    /// A position.
    Analysis,
    /// A finished game.
    Review,
}

impl Priority {
    /// All of them, in order.
    pub(super) const ALL: [Self; 4] = [Self::Turn, Self::Hint, Self::Analysis, Self::Review];

    /// Whether such a task takes long: it can be suspended, and its caller is told how many are ahead.
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

/// Something an engine is asked for.
pub(crate) trait Task: Sized {
    /// What is reported: intermediate results and the final one.
    type Update: Clone + Send + Sync + 'static;

    /// A task that has run for this long ends when others wait for its threads; without it, only when it is done.
    const TIME_SHARE: Option<Duration> = None;

    /// How urgent it is.
    fn priority(&self) -> Priority;

    /// Who asked, if callers of this priority are limited to one task at a time.
    fn caller(&self) -> Option<Caller> {
        None
    }

    /// Enqueues the work, or joins a run that does the same.
    ///
    /// # Errors
    /// If the queue is full or closed, or the task cannot be run.
    fn start(self, pool: &EnginePool) -> Result<Arc<Run<Self::Update>>>;
}

/// The work of a task.
pub(super) enum Work {
    /// Finds one turn, here or on a worker; runs to its end.
    Turn(TurnWork),
    /// Takes long and can be suspended.
    Background(Box<dyn BackgroundWork>),
}

/// Work that takes long.
pub(super) trait BackgroundWork: Send {
    /// Works until it is finished or told to pause.
    fn run(&mut self, pause: &Stop, solutions: &SolutionCache) -> WorkState;
}

/// Whether work that a thread has returned from has to continue later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkState {
    /// It is done, or was given up.
    Finished,
    /// There is more to do.
    Unfinished,
}
