//! Copies a whole site from one database to another, while it is served or not.
//!
//! A run reads **one snapshot** of the source, in one transaction, and makes the target equal: both are read
//! in the order of their keys, side by side; missing rows are inserted, different rows are rewritten, and
//! rows that the source no longer has are deleted. The rows in the target are the only record of progress,
//! and they change in the transactions that write them: after a kill at any moment, the next run continues
//! from what is there. The last run, after the server was stopped, is the same run once more: it has little
//! to write.
//!
//! Then every table is read back from the target and compared with the source by count and checksum. A target
//! is marked as one (table `copying`): a store refuses to open it until a run has succeeded that began when
//! no server ran on the source. The first store that opens it takes it into use; from then on it is a site of
//! its own and no copy overwrites it.

mod error;
mod merge;
mod rows;
mod schema;
mod source;
mod target;

pub use error::CopyError;
pub use rows::Checksum;
pub use schema::{Column, ColumnType, TABLES, TableSchema};
pub(crate) use target::take_into_use;

use merge::MergeResult;
use source::CopySource;
use std::time::Duration;
use target::CopyTarget;

/// The source and the target of a copy.
#[derive(Clone, Copy, Debug)]
pub struct Copy<'a> {
    /// The address of the source, as [`crate::Store::open`] takes it. Nothing is written there.
    pub from: &'a str,
    /// The address of the target. A missing file is created, and the schema is brought up to date.
    pub to: &'a str,
    /// How long to wait for a heartbeat at the source before it counts as not served.
    pub silence: Duration,
}

/// The stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStage {
    /// Reading the source, and writing where the target differs.
    Copying,
    /// Reading back from the target what was written.
    Verifying,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct CopyProgress {
    /// What is being done.
    pub stage: CopyStage,
    /// The table it is done with.
    pub table: &'static str,
    /// The rows of this stage that are done.
    pub done: u64,
    /// All rows of this stage.
    pub of: u64,
}

/// The result for a table.
#[derive(Clone, Debug)]
pub struct TableCopy {
    /// Its name.
    pub table: &'static str,
    /// Rows that were new in the target, or written again.
    pub written: u64,
    /// Rows that were deleted from the target, because the source no longer has them.
    pub deleted: u64,
    /// The contents of the source.
    pub source: Checksum,
    /// The contents of the target, read back.
    pub target: Checksum,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct CopyOutcome {
    /// Every table.
    pub tables: Vec<TableCopy>,
    /// Whether a server wrote to the source meanwhile: then there may be more to copy, and the target cannot
    /// be opened yet.
    pub served: bool,
}

impl TableCopy {
    /// Whether source and target are the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.source == self.target
    }
}

impl CopyOutcome {
    /// Whether every table is the same in source and target.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.tables.iter().all(TableCopy::agrees)
    }

    /// Whether the target may be opened: the source will not change any more.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.agrees() && !self.served
    }
}

impl Copy<'_> {
    /// Makes the target equal to the current state of the source, and verifies it.
    ///
    /// # Errors
    /// [`CopyError`] if the source or the target cannot be read or written, the target does not belong to
    /// this source, or another run or a server interfered. Rows written before stay, and the next run
    /// continues from there.
    pub async fn run(&self, watch: impl Fn(CopyProgress)) -> Result<CopyOutcome, CopyError> {
        if source::name(self.from) == source::name(self.to) {
            return Err(CopyError::Same);
        }
        let mut source = CopySource::open(self.from).await?;
        let mut target = CopyTarget::open(self.to, &source::name(self.from)).await?;
        let begun = tokio::time::sleep(self.silence);
        let of = source.count().await?;
        let mut tables = vec![];
        let mut done = 0;
        for table in &TABLES {
            let on_progress = |rows| {
                watch(CopyProgress { stage: CopyStage::Copying, table: table.name, done: done + rows, of });
            };
            let merged = merge::merge(table, &mut source, &mut target, on_progress).await?;
            done += merged.source.rows;
            tables.push((table, merged));
        }
        let tables = verify(tables, &mut target, watch).await?;
        begun.await;
        let outcome = CopyOutcome { tables, served: source.was_served().await? };
        if outcome.agrees() {
            target.finish(outcome.served).await?;
        }
        Ok(outcome)
    }
}

/// Reads back the tables that were written to; the others were read a moment ago, when nothing had to be
/// written.
async fn verify(
    merged: Vec<(&'static TableSchema, MergeResult)>,
    target: &mut CopyTarget,
    watch: impl Fn(CopyProgress),
) -> Result<Vec<TableCopy>, CopyError> {
    let unread = merged.iter().filter(|(_, merged)| merged.found.is_none());
    let of = unread.map(|(_, merged)| merged.source.rows).sum();
    let mut done = 0;
    let mut tables = vec![];
    for (table, MergeResult { source, written, deleted, found }) in merged {
        let found = match found {
            Some(found) => found,
            None => {
                let stage = CopyStage::Verifying;
                let on_progress =
                    |rows| watch(CopyProgress { stage, table: table.name, done: done + rows, of });
                let found = target.sum(table, on_progress).await?;
                done += source.rows;
                found
            }
        };
        tables.push(TableCopy { table: table.name, written, deleted, source, target: found });
    }
    Ok(tables)
}
