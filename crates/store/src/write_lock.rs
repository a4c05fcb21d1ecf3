//! Who writes next. SQLite has one writer at a time, and waiting for its own lock is not fair.
//!
//! Commits of logs wait for at most one other transaction: everybody else waits in a line of their own, whose first one
//! alone competes with the writer of the logs. Otherwise a hundred strangers who sign up at once, each with a
//! transaction and a sync of the disk, would go before the next turn of a game.

use crate::Backend;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The right to write to a SQLite database; PostgreSQL needs none, and gets it at once.
#[derive(Clone, Debug)]
pub(crate) struct WriteLock {
    kind: Backend,
    /// Held by the one who writes.
    lock: Arc<Mutex<()>>,
    /// Held by the first of those who do not write logs.
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

    /// For the writer of logs and for checkpoints: waits for those who write now, not for those who wait.
    pub(crate) async fn first(&self) -> WriteGuard {
        match self.kind {
            Backend::Sqlite => WriteGuard { _lock: Some(self.lock.clone().lock_owned().await), _line: None },
            Backend::Postgres => WriteGuard::default(),
        }
    }

    /// For everybody else: waits in line.
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
        // The first of the line may ask now, and comes after the writer, who asked before.
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
