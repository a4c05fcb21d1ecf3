//! Folding the log of a table, where it keeps nobody waiting.

use crate::error::{ApiError, Result};
use taijitu_protocol::TableId;
use taijitu_table::{LogEntry, Table};

/// A longer log is read and folded on a thread of its own: one of fifty thousand entries takes as long as a search.
pub(super) const SHORT: usize = 300;

/// The table of a log; the log is given back.
///
/// # Errors
/// `unavailable` if it cannot be folded.
pub(super) async fn fold_log(id: TableId, entries: Vec<LogEntry>) -> Result<(Table, Vec<LogEntry>)> {
    if entries.len() <= SHORT {
        return Ok((Table::fold(id, &entries)?, entries));
    }
    let fold = move || Table::fold(id, &entries).map(|table| (table, entries));
    Ok(tokio::task::spawn_blocking(fold).await.map_err(|_| ApiError::unavailable())??)
}
