//! SQLite's checkpoints, off the path of commits.
//!
//! By default SQLite copies its write-ahead log into the database within the commit that makes the log too
//! long: that commit, and all callers that wait for it, takes as long as copying and syncing thousands of
//! pages.
//! Here a separate connection copies the log while commits continue, which copies nearly all of it. If there is always another
//! commit, the log still grows; only a long log is copied with the write lock, so that the next commit restarts it. A turn that
//! waits for this waits for a sync of the whole database.
//! Durability is the same: a commit is in the log on the disk before it is acknowledged, and the log is not overwritten
//! before what it holds is in the database on the disk.
//!
//! The log keeps earlier contents of pages. When turns of a game without a log or the messages of a deleted
//! account are erased, the log is truncated at once ([`CheckpointRequest::Scrub`]), so that no file contains
//! them any more.

use crate::Result;
use crate::archive::archive_reads;
use crate::open::{Backend, connect};
use crate::write_lock::WriteLock;
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection, Row};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often the log is copied.
const INTERVAL: Duration = Duration::from_secs(1);
/// A shorter log is left to grow: a page that changes with every turn is copied once for many turns.
const MIN_PAGES: i64 = 1000;
/// A log with as many pages, copied or not, is restarted; 32 MiB.
const RESTART_PAGES: i64 = 8000;

/// The minimum time between two truncations of the log, so that frequent erasing does not delay writers. The next tick truncates
/// what is erased sooner after one.
const BETWEEN_SCRUBS: Duration = Duration::from_secs(1);

/// A request to the task.
#[derive(Debug)]
pub(crate) enum CheckpointRequest {
    /// Something was erased: truncate the log.
    Scrub,
    /// End; replies when the connection is closed.
    Close(oneshot::Sender<()>),
}

/// The state of the task.
pub(crate) struct Checkpointer {
    options: AnyConnectOptions,
    /// `None` after a failure; opened again when needed.
    connection: Option<AnyConnection>,
    write_lock: WriteLock,
    /// The permits of searches of the archive.
    archive_reads: Arc<Semaphore>,
    /// Whether the log holds something that was erased.
    has_to_cut: bool,
    /// When the log was last truncated because of a request.
    scrubbed: Option<Instant>,
}

impl Checkpointer {
    pub(crate) const fn new(
        options: AnyConnectOptions,
        write_lock: WriteLock,
        archive_reads: Arc<Semaphore>,
    ) -> Self {
        // A process that was killed may have left something erased in the log.
        Self { options, connection: None, write_lock, archive_reads, has_to_cut: true, scrubbed: None }
    }

    /// Copies the log periodically until the store is closed or the last handle is dropped.
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
                // Until the next attempt the log grows; nothing is lost.
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
            // The caller may have gone away.
            let _ = done.send(());
        }
    }

    /// Truncates the log. While a reader, such as a backup, still uses it, that is not possible: the next
    /// tick tries again.
    async fn scrub(&mut self) -> Result<()> {
        self.has_to_cut = true;
        if self.scrubbed.is_some_and(|scrubbed| scrubbed.elapsed() < BETWEEN_SCRUBS) {
            return Ok(());
        }
        self.scrubbed = Some(Instant::now());
        self.checkpoint().await
    }

    async fn checkpoint(&mut self) -> Result<()> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(Backend::Sqlite, &self.options).await?,
        };
        let log = LogSize::ask(&mut connection).await?;
        if self.has_to_cut || log.pages - log.copied >= MIN_PAGES {
            copy_log(&mut connection).await?;
            if self.has_to_cut {
                // Searches read from the log for tenths of a second, and a flood of them without a pause: they wait, so that
                // those who write do not.
                let _no_search = self.archive_reads.acquire_many(archive_reads(Backend::Sqlite) as u32).await;
                let _guard = self.write_lock.first().await;
                self.has_to_cut = !cut_log(&mut connection).await?;
            } else if log.pages >= RESTART_PAGES {
                let _guard = self.write_lock.first().await;
                copy_log(&mut connection).await?;
            }
        }
        self.connection = Some(connection);
        Ok(())
    }
}

/// How long the log is.
struct LogSize {
    /// All its pages.
    pages: i64,
    /// Those that are in the database.
    copied: i64,
}

impl LogSize {
    async fn ask(connection: &mut AnyConnection) -> Result<Self> {
        let row = sqlx::query("PRAGMA wal_checkpoint(NOOP)").fetch_one(connection).await?;
        Ok(Self { pages: row.try_get(1)?, copied: row.try_get(2)? })
    }
}

/// Copies the pages that no reader needs, without waiting.
async fn copy_log(connection: &mut AnyConnection) -> Result<()> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(())
}

/// Copies everything and truncates the log, unless a reader uses it for longer than a moment; returns whether
/// it was truncated.
async fn cut_log(connection: &mut AnyConnection) -> Result<bool> {
    // Writers are locked out for this time: a turn waits for a reader this long at most.
    sqlx::raw_sql("PRAGMA busy_timeout = 20").execute(&mut *connection).await?;
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    sqlx::raw_sql("PRAGMA busy_timeout = 5000").execute(&mut *connection).await?;
    Ok(row?.try_get::<i64, _>(0)? == 0)
}
