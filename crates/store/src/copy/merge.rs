//! Two tables read side by side, and what has to be written so that the second becomes the first.

use super::error::{At, CopyError};
use super::rows::{Checksum, ChecksumBuilder, TableRows};
use super::schema::{Row, RowValue, TableSchema};
use super::source::CopySource;
use super::target::{CopyTarget, CopyWriter};
use std::cmp::Ordering;
use tokio::sync::mpsc;

/// Rows in one transaction, at most, and bytes of text after which there are enough.
const ROWS: usize = 4096;
const BYTES: usize = 4 << 20;
/// Rows between two reports of progress.
pub(super) const TOLD_EVERY: u64 = 1000;

/// What is written in one transaction.
#[derive(Default)]
pub(super) struct Batch {
    /// The keys of rows that go, or are about to be inserted anew.
    pub(super) remove: Vec<Row>,
    pub(super) insert: Vec<Row>,
    /// Whether the target has rows further on that may hold what is unique here: those have changed and their turn comes.
    pub(super) contested: bool,
    bytes: usize,
}

/// What became of a table.
pub(super) struct MergeResult {
    pub(super) source: Checksum,
    pub(super) written: u64,
    pub(super) deleted: u64,
    /// What the target had before, if there was nothing to write.
    pub(super) found: Option<Checksum>,
}

/// What was read, without what it came to.
struct Read {
    source: Checksum,
    target: Checksum,
    changed: u64,
}

/// Makes a table of the target the same as in the source; `told` is called with the number of rows that are done.
pub(super) async fn merge(
    table: &'static TableSchema,
    source: &mut CopySource,
    target: &mut CopyTarget,
    told: impl Fn(u64),
) -> Result<MergeResult, CopyError> {
    let (send, batches) = mpsc::channel(2);
    let (there, writer) = target.rows(table);
    let reading = read(table, source.rows(table), there, send, told);
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
    told: impl Fn(u64),
) -> Result<Read, CopyError> {
    told(0);
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
            if count % TOLD_EVERY == 0 {
                told(count);
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
    // If nobody takes it, the writer has failed and says why.
    let _ = send.send(batch).await;
    Ok(Read { source: wanted.finish(), target: found.finish(), changed })
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
    /// Notes what has to be done for a key: `new` is its row in the source, `old` the one in the target.
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
