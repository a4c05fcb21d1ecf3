//! The lock under which players are paired: one node at a time pairs players.

use crate::{Backend, Result, Store};
use sqlx::{Any, Transaction};
use tokio::sync::OwnedMutexGuard;

/// An arbitrary number, the same for every node. The timeout keeps a frozen node from blocking the others for
/// long.
const LOCK: &str = "SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_xact_lock(727302)";

/// Held while players are paired; released when it is dropped.
#[derive(Debug)]
pub struct PairingLock {
    _local: OwnedMutexGuard<()>,
    shared: Option<Transaction<'static, Any>>,
}

impl PairingLock {
    /// Releases it, and returns when it is released: after a mere drop it is released when the connection is
    /// next used.
    pub async fn release(self) {
        if let Some(transaction) = self.shared
            && let Err(error) = transaction.rollback().await
        {
            // The server ends the transaction of a connection that breaks.
            tracing::debug!(%error, "the lock was not released in order");
        }
    }
}

impl Store {
    /// Waits until no other node that shares this store, or this database if it is PostgreSQL, holds the lock.
    /// Processes that share a SQLite file do not wait for each other.
    ///
    /// # Errors
    /// [`StoreError::Database`](crate::StoreError::Database) if the database fails, or another node has held
    /// the lock for two seconds.
    pub async fn pairing_lock(&self) -> Result<PairingLock> {
        let local = self.inner.pairing.clone().lock_owned().await;
        let shared = match self.kind() {
            Backend::Sqlite => None,
            Backend::Postgres => {
                let mut transaction = self.pool().begin().await?;
                sqlx::raw_sql(LOCK).execute(&mut *transaction).await?;
                Some(transaction)
            }
        };
        Ok(PairingLock { _local: local, shared })
    }
}
