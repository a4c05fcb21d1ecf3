//! SQLite's checkpoints, off the path of commits.
//!
//! By default SQLite copies its write-ahead log into the database within the commit that makes the log too long: that
//! commit, and everybody who waits for it, takes as long as copying and syncing thousands of pages does.
//! Here a connection of its own does it: first while commits go on, which copies nearly everything, then once more with
//! the write lock, so that nothing is left and the next commit begins the log anew.
//! Durability is the same: a commit is in the log on the disk before it is acknowledged, and the log is not overwritten
//! before what it holds is in the database on the disk.
//!
//! The log keeps what pages were before they were changed. When turns of a game without a log or the words of a deleted
//! account are erased, the log is cut off at once ([`CheckpointRequest::Scrub`]), so that they are in no file any more.

use crate::Result;
use crate::open::{Backend, connect};
use crate::write_lock::WriteLock;
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection, Row};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

/// How often the log is copied.
const INTERVAL: Duration = Duration::from_secs(1);
/// A log with fewer pages than this is left to grow: a page that changes with every turn is copied once for many turns.
const MIN_PAGES: i64 = 1000;

/// The least time between two cuts of the log: erasing often must not keep the disk busy.
const BETWEEN_SCRUBS: Duration = Duration::from_millis(200);

/// What the task is asked to do.
#[derive(Debug)]
pub(crate) enum CheckpointRequest {
    /// Something was erased: leave nothing of it in the log.
    Scrub,
    /// End; the task answers when its connection is closed.
    Close(oneshot::Sender<()>),
}

/// The state of the task.
pub(crate) struct Checkpointer {
    options: AnyConnectOptions,
    /// Gone after a failure, and made anew.
    connection: Option<AnyConnection>,
    write_lock: WriteLock,
    /// Whether the log holds something that was erased.
    has_to_cut: bool,
}

impl Checkpointer {
    pub(crate) const fn new(options: AnyConnectOptions, write_lock: WriteLock) -> Self {
        // A process that was killed may have left something erased in the log.
        Self { options, connection: None, write_lock, has_to_cut: true }
    }

    /// Copies the log again and again until the store is closed or nobody holds it any more.
    pub(crate) async fn run(mut self, mut requests: mpsc::Receiver<CheckpointRequest>) {
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let done = loop {
            let result = tokio::select! {
                request = requests.recv() => match request {
                    Some(CheckpointRequest::Scrub) => self.scrub().await,
                    Some(CheckpointRequest::Close(done)) => break Some(done),
                    None => break None,
                },
                _ = ticks.tick() => self.checkpoint().await,
            };
            if let Err(error) = result {
                // The log grows meanwhile; nothing is lost.
                tracing::warn!("a checkpoint failed: {error}");
                self.connection = None;
            }
        };
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!("closing the checkpointer's connection: {error}");
        }
        if let Some(done) = done {
            // The caller may have gone away meanwhile.
            let _ = done.send(());
        }
    }

    /// Cuts the log off. While somebody still reads from it, such as a backup, it cannot be: then the next tick tries again.
    async fn scrub(&mut self) -> Result<()> {
        self.has_to_cut = true;
        self.checkpoint().await?;
        tokio::time::sleep(BETWEEN_SCRUBS).await;
        Ok(())
    }

    async fn checkpoint(&mut self) -> Result<()> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(Backend::Sqlite, &self.options).await?,
        };
        if self.has_to_cut || pages(&mut connection).await? >= MIN_PAGES {
            copy_log(&mut connection).await?;
            let _guard = self.write_lock.first().await;
            if self.has_to_cut {
                self.has_to_cut = !cut_log(&mut connection).await?;
            } else {
                copy_log(&mut connection).await?;
            }
        }
        self.connection = Some(connection);
        Ok(())
    }
}

/// The pages of the log that are not in the database yet.
async fn pages(connection: &mut AnyConnection) -> Result<i64> {
    let row = sqlx::query("PRAGMA wal_checkpoint(NOOP)").fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(1)? - row.try_get::<i64, _>(2)?)
}

/// Copies what no reader still needs from the log, and waits for nobody.
async fn copy_log(connection: &mut AnyConnection) -> Result<()> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(())
}

/// Copies everything and cuts the log off, unless somebody reads from it for longer than a moment; whether it was cut off.
async fn cut_log(connection: &mut AnyConnection) -> Result<bool> {
    // Nobody writes meanwhile: those who wait for a reader do not wait for long.
    sqlx::raw_sql("PRAGMA busy_timeout = 100").execute(&mut *connection).await?;
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    sqlx::raw_sql("PRAGMA busy_timeout = 5000").execute(&mut *connection).await?;
    Ok(row?.try_get::<i64, _>(0)? == 0)
}
