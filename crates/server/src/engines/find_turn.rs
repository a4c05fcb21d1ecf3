//! Turns as tasks: those of engines at tables, and hints.

use super::callers::Caller;
use super::job::{JobWork, Lane, Priority, TurnWork};
use super::journal::TaskProgress;
use super::pool::{EnginePool, Task};
use super::stream::Run;
use crate::error::{ApiError, Result};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use taijitu_study::{TurnRequest, TurnResult};

/// How long a caller waits for a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(20);

/// A turn to find. The only update is its result.
pub(crate) struct FindTurn {
    caller: Caller,
    request: TurnRequest,
    priority: Priority,
}

impl FindTurn {
    /// A turn of an engine at a table; the caller is its host.
    #[must_use]
    pub(crate) const fn at_table(caller: Caller, request: TurnRequest) -> Self {
        Self { caller, request, priority: Priority::Turn }
    }

    /// A hint: a turn that a player requested.
    #[must_use]
    pub(crate) const fn hint(caller: Caller, request: TurnRequest) -> Self {
        Self { caller, request, priority: Priority::Hint }
    }
}

impl Task for FindTurn {
    type Update = TurnResult;

    fn priority(&self) -> Priority {
        self.priority
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<TurnResult>>> {
        let work = |reporter| JobWork::Turn(TurnWork::new(self.request, reporter));
        pool.enqueue(self.caller, self.priority, Lane::Pool, work)
    }
}

impl EnginePool {
    /// Finds a turn; `None` if it was stopped before.
    ///
    /// # Errors
    /// `too_fast` if too many wait, `unavailable` if the pool is closed.
    pub(crate) async fn find_turn(&self, turn: FindTurn) -> Result<Option<TurnResult>> {
        let result = self.submit(turn)?.next().await;
        Ok(if let Some(TaskProgress::Update(result)) = result { Some(result) } else { None })
    }

    /// The turn an engine suggests; `None` if no turn is possible.
    ///
    /// # Errors
    /// `too_fast` if too many wait, `unavailable` if it takes too long or the pool is closed.
    pub(crate) async fn hint(&self, caller: Caller, request: TurnRequest) -> Result<Option<String>> {
        let found = tokio::time::timeout(HINT_TIMEOUT, self.find_turn(FindTurn::hint(caller, request))).await;
        let result = found.map_err(|_| ApiError::unavailable())??.ok_or_else(ApiError::unavailable)?;
        Ok(result.best.map(|best| best.turn))
    }
}
