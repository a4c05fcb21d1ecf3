//! Compares two tables row by row, and writes what makes the second equal to the first.

use super::error::{CopyError, ErrorEnd};
use super::rows::{Checksum, ChecksumBuilder, TableRows};
use super::schema::{Row, RowValue, TableSchema};
use super::source::CopySource;
use super::target::{CopyTarget, CopyWriter};
use std::cmp::Ordering;
use tokio::sync::mpsc;

/// Maximum number of rows in one transaction, and of bytes of text.
const ROWS: usize = 4096;
const BYTES: usize = 4 << 20;
/// Rows between two reports of progress.
pub(super) const PROGRESS_ROWS: u64 = 1000;

/// What is written in one transaction.
#[derive(Default)]
pub(super) struct Batch {
    /// The keys of rows to delete, or to insert again.
    pub(super) remove: Vec<Row>,
    pub(super) insert: Vec<Row>,
    /// Whether later rows of the target may hold unique values of this batch: those rows have changed and are
    /// written later.
    pub(super) contested: bool,
    bytes: usize,
}

/// The result for a table.
pub(super) struct MergeResult {
    pub(super) source: Checksum,
    pub(super) written: u64,
    pub(super) deleted: u64,
    /// The previous contents of the target, if nothing had to be written.
    pub(super) found: Option<Checksum>,
}

/// The result of reading.
struct TableDifference {
    source: Checksum,
    target: Checksum,
    changed: u64,
}

/// Makes a table of the target equal to that of the source; `on_progress` is called with the number of rows copied so far.
pub(super) async fn merge(
    table: &'static TableSchema,
    source: &mut CopySource,
    target: &mut CopyTarget,
    on_progress: impl Fn(u64),
) -> Result<MergeResult, CopyError> {
    let (send, batches) = mpsc::channel(2);
    let (there, writer) = target.rows(table);
    let reading = read(table, source.rows(table), there, send, on_progress);
    let writing = write(table, writer, batches);
    // While one batch is written the next is read.
    let (read, (written, removed)) = tokio::try_join!(reading, writing)?;
    let found = (written == 0 && removed == 0).then_some(read.target);
    Ok(MergeResult { source: read.source, written, deleted: removed - read.changed, found })
}

async fn read(
    table: &'static TableSchema,
    mut source: TableRows<'_>,
    mut target: TableRows<'_>,
    send: mpsc::Sender<Batch>,
    on_progress: impl Fn(u64),
) -> Result<TableDifference, CopyError> {
    on_progress(0);
    let (mut wanted, mut found) = (ChecksumBuilder::default(), ChecksumBuilder::default());
    let (mut here, mut there) = (source.next().await.source()?, target.next().await.target()?);
    let (mut batch, mut changed, mut count) = (Batch::default(), 0, 0);
    while here.is_some() || there.is_some() {
        let order = order(table, here.as_ref(), there.as_ref());
        let new = if order.is_le() { here.take() } else { None };
        let old = if order.is_ge() { there.take() } else { None };
        if let Some(row) = &new {
            wanted.add(row);
            here = source.next().await.source()?;
            count += 1;
            if count % PROGRESS_ROWS == 0 {
                on_progress(count);
            }
        }
        if let Some(row) = &old {
            found.add(row);
            there = target.next().await.target()?;
        }
        changed += u64::from(new.is_some() && old.is_some() && new != old);
        batch.take(table, new, old, there.is_some());
        if batch.is_full() && send.send(std::mem::take(&mut batch)).await.is_err() {
            break;
        }
    }
    // If the channel is closed, the writer has failed and reports why.
    let _ = send.send(batch).await;
    Ok(TableDifference { source: wanted.finish(), target: found.finish(), changed })
}

/// Which of the two next rows comes first; a table that has ended has none.
fn order(table: &TableSchema, here: Option<&Row>, there: Option<&Row>) -> Ordering {
    match (here, there) {
        (Some(here), Some(there)) => table.compare(here, there),
        (Some(_), None) => Ordering::Less,
        (None, _) => Ordering::Greater,
    }
}

async fn write(
    table: &'static TableSchema,
    writer: &mut CopyWriter,
    mut batches: mpsc::Receiver<Batch>,
) -> Result<(u64, u64), CopyError> {
    let (mut written, mut removed) = (0, 0);
    while let Some(batch) = batches.recv().await {
        if !batch.remove.is_empty() || !batch.insert.is_empty() {
            writer.write(table, &batch).await?;
        }
        written += batch.insert.len() as u64;
        removed += batch.remove.len() as u64;
    }
    Ok((written, removed))
}

impl Batch {
    /// Records what to do for a key: `new` is its row in the source, `old` the one in the target.
    fn take(&mut self, table: &TableSchema, new: Option<Row>, old: Option<Row>, more: bool) {
        if new == old {
            return;
        }
        if let Some(mut row) = old {
            row.truncate(table.key);
            self.bytes += bytes(&row);
            self.remove.push(row);
        }
        if let Some(row) = new {
            self.contested |= more;
            self.bytes += bytes(&row);
            self.insert.push(row);
        }
    }

    fn is_full(&self) -> bool {
        self.insert.len() + self.remove.len() >= ROWS || self.bytes >= BYTES
    }
}

fn bytes(row: &Row) -> usize {
    row.iter().map(|value| if let RowValue::Text(text) = value { text.len() } else { 8 }).sum()
}
