//! Copying a whole site from one database to another, while it is served or not.
//!
//! A run reads **one state** of the source, in one transaction, and makes the target the same: both are read in the order of
//! their keys, side by side; what is missing is inserted, what differs is written again, what the source no longer has is
//! deleted. The rows in the target are the only note of how far a run came, and they change in the transactions that
//! write them: whatever was killed when, the next run finds what is there and goes on behind it. The last run, after
//! the server was stopped, is the same run once more: it has little to write.
//!
//! Then every table is read back from the target and compared by count and checksum with what was read from the
//! source. A target says of itself that it is one (table `copying`): a store refuses to be opened on it until a run has
//! ended well that began when no server ran on the source. The first to open it takes it into use; from then on it is a
//! site of its own and nothing is copied over it.

mod error;
mod merge;
mod rows;
mod schema;
mod source;
mod target;

pub use error::CopyError;
pub use rows::Checksum;
pub use schema::{Column, Holds, TABLES, TableSchema};
pub(crate) use target::take_into_use;

use merge::MergeResult;
use source::CopySource;
use std::time::Duration;
use target::CopyTarget;

/// What is copied, from where to where.
#[derive(Clone, Copy, Debug)]
pub struct Copy<'a> {
    /// The address of the source, as [`crate::Store::open`] takes it. Nothing is written there.
    pub from: &'a str,
    /// The address of the target. It is made, if it is a file that is missing, and brought to the schema.
    pub to: &'a str,
    /// How long to wait for a heartbeat at the source before it counts as served by nobody.
    pub silence: Duration,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the source, and writing where the target differs.
    Copying,
    /// Reading back from the target what was written.
    Verifying,
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct CopyProgress {
    /// What is being done.
    pub stage: Stage,
    /// The table it is done with.
    pub table: &'static str,
    /// The rows of this stage that are done.
    pub done: u64,
    /// All rows of this stage.
    pub of: u64,
}

/// What became of a table.
#[derive(Clone, Debug)]
pub struct TableCopy {
    /// Its name.
    pub table: &'static str,
    /// Rows that were new in the target, or written again.
    pub written: u64,
    /// Rows that were deleted from the target, because the source no longer has them.
    pub deleted: u64,
    /// What the source has.
    pub source: Checksum,
    /// What the target has, read back.
    pub target: Checksum,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct CopyOutcome {
    /// Every table.
    pub tables: Vec<TableCopy>,
    /// Whether a server wrote to the source meanwhile: then there may be more to copy, and the target is not opened yet.
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

    /// Whether the target may be opened: it is what the source will stay.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.agrees() && !self.served
    }
}

impl Copy<'_> {
    /// Makes the target what the source is at this moment, and verifies it.
    ///
    /// # Errors
    /// If one of them cannot be read or written, if the target is not one for this source, or if another run or a server
    /// came between. What was written before stays, and the next run goes on from there.
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
            let told = |rows| {
                watch(CopyProgress { stage: Stage::Copying, table: table.name, done: done + rows, of });
            };
            let merged = merge::merge(table, &mut source, &mut target, told).await?;
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

/// Reads back the tables something was written to; the others were read a moment ago, when there was nothing to write.
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
                let stage = Stage::Verifying;
                let told = |rows| watch(CopyProgress { stage, table: table.name, done: done + rows, of });
                let found = target.sum(table, told).await?;
                done += source.rows;
                found
            }
        };
        tables.push(TableCopy { table: table.name, written, deleted, source, target: found });
    }
    Ok(tables)
}
