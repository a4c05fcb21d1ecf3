//! Turns as tasks: those of engines at tables, and those somebody asks for.

use super::callers::Caller;
use super::job::{Lane, Priority, TurnWork, Work};
use super::journal::Progress;
use super::pool::{EnginePool, Task};
use super::stream::Run;
use super::turn::{TurnRequest, TurnResult};
use crate::error::{Refused, Result};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;

/// How long a caller waits for a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(20);

/// A turn to find. The only update is its result.
pub(crate) struct Turn {
    caller: Caller,
    request: TurnRequest,
    priority: Priority,
}

impl Turn {
    /// A turn of an engine at a table; the caller is its host.
    #[must_use]
    pub(crate) const fn at_table(caller: Caller, request: TurnRequest) -> Self {
        Self { caller, request, priority: Priority::Turn }
    }

    /// A turn somebody asked for.
    #[must_use]
    pub(crate) const fn hint(caller: Caller, request: TurnRequest) -> Self {
        Self { caller, request, priority: Priority::Hint }
    }
}

impl Task for Turn {
    type Update = TurnResult;

    fn priority(&self) -> Priority {
        self.priority
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<TurnResult>>> {
        let work = |reporter| Work::Turn(TurnWork::new(self.request, reporter));
        pool.enqueue(self.caller, self.priority, Lane::Pool, work)
    }
}

impl EnginePool {
    /// Has an engine find a turn; none if it was stopped before.
    ///
    /// # Errors
    /// If too many wait, or the pool is closed.
    pub(crate) async fn find_turn(&self, turn: Turn) -> Result<Option<TurnResult>> {
        let result = self.submit(turn)?.next().await;
        Ok(if let Some(Progress::Update(result)) = result { Some(result) } else { None })
    }

    /// The turn an engine suggests; none if nothing can be played.
    ///
    /// # Errors
    /// If too many wait, it takes too long, or the pool is closed.
    pub(crate) async fn hint(&self, caller: Caller, request: TurnRequest) -> Result<Option<String>> {
        let found = tokio::time::timeout(HINT_TIMEOUT, self.find_turn(Turn::hint(caller, request))).await;
        let result = found.map_err(|_| Refused::unavailable())??.ok_or_else(Refused::unavailable)?;
        Ok(result.best.map(|best| best.turn))
    }
}
