//! The order of writers. SQLite has one writer at a time, and waiting for its own lock is not fair.
//!
//! Commits of logs wait for at most one other transaction: all others wait in a queue of their own, of which
//! only the first competes with the writer of the logs. Otherwise a hundred clients that sign up at once,
//! each with a transaction and a sync of the disk, would delay the next turn of a game.

use crate::Backend;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The right to write to a SQLite database; PostgreSQL needs none and grants it at once.
#[derive(Clone, Debug)]
pub(crate) struct WriteLock {
    kind: Backend,
    /// Held by the current writer.
    lock: Arc<Mutex<()>>,
    /// Held by the first of those that do not write logs.
    line: Arc<Mutex<()>>,
}

/// Dropping it lets the next one write.
#[derive(Debug, Default)]
pub(crate) struct WriteGuard {
    _lock: Option<OwnedMutexGuard<()>>,
    _line: Option<OwnedMutexGuard<()>>,
}

impl WriteLock {
    pub(crate) fn new(kind: Backend) -> Self {
        Self { kind, lock: Arc::default(), line: Arc::default() }
    }

    /// For the writer of logs and for checkpoints: waits for the current writer, not for the queue.
    pub(crate) async fn first(&self) -> WriteGuard {
        match self.kind {
            Backend::Sqlite => WriteGuard { _lock: Some(self.lock.clone().lock_owned().await), _line: None },
            Backend::Postgres => WriteGuard::default(),
        }
    }

    /// For all others: waits in the queue.
    pub(crate) async fn in_line(&self) -> WriteGuard {
        match self.kind {
            Backend::Sqlite => {
                let line = self.line.clone().lock_owned().await;
                WriteGuard { _line: Some(line), ..self.first().await }
            }
            Backend::Postgres => WriteGuard::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn the_writer_of_logs_waits_for_one_other_only() {
        let lock = WriteLock::new(Backend::Sqlite);
        let now = lock.in_line().await;
        let mut others = Vec::new();
        for _ in 0..100 {
            let mut other = Box::pin(lock.in_line());
            assert!(other.as_mut().now_or_never().is_none());
            others.push(other);
        }
        let mut writer = Box::pin(lock.first());
        assert!(writer.as_mut().now_or_never().is_none());
        drop(now);
        // The first of the queue may compete now, and comes after the writer, who was earlier.
        let mut others = others.into_iter();
        let mut next = others.next().expect("a hundred wait");
        assert!(next.as_mut().now_or_never().is_none());
        let guard = writer.as_mut().now_or_never().expect("one other had the lock");
        assert!(next.as_mut().now_or_never().is_none());
        drop(guard);
        assert!(next.as_mut().now_or_never().is_some());
    }

    #[tokio::test]
    async fn postgresql_lets_everybody_write_at_once() {
        let lock = WriteLock::new(Backend::Postgres);
        let _first = lock.first().await;
        let _second = lock.in_line().await;
        let _third = lock.first().await;
    }
}
