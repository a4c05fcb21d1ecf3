//! What is written to the database with the entries of a table.

use crate::archive::finished_row;
use crate::stored;
use taijitu_protocol::Seat;
use taijitu_store::{Append, NewEvent, SeatRow, TableProgress, TableRow};
use taijitu_table::{LogEntry, LogEvent, Occupant, Outages, Summary, Table};

/// What is written with some entries; the table has applied them already.
pub(super) fn to_append(table: &Table, entries: &[LogEntry], outages: &Outages) -> Append {
    let ended = entries.iter().any(|entry| matches!(entry.event, LogEvent::Ended { .. }));
    let erased =
        if ended && !table.game().is_none_or(|game| game.setup.log) { table.turn_entries() } else { vec![] };
    let body = |entry: &LogEntry| {
        if erased.contains(&entry.n) {
            LogEntry { event: LogEvent::Erased, ..entry.clone() }.body()
        } else {
            entry.body()
        }
    };
    let events = entries.iter().map(|entry| NewEvent { at: entry.at, body: body(entry) }).collect();
    let first = entries.first().map_or(0, |entry| entry.n);
    let mut append = if entries.iter().any(|entry| changes_listing(&entry.event)) {
        Append::new(first as i64, events, table_row(table, outages))
    } else {
        Append::progress(first as i64, events, progress(table, outages))
    };
    let earlier = erased.into_iter().filter(|&n| n < first);
    append.erase = earlier.map(|n| (n as i64, erased_body(n))).collect();
    if entries.iter().any(|entry| changes_seats(&entry.event)) {
        append.seats = Some(seat_rows(table));
    }
    if let Some(finished) = table.finished().filter(|_| ended) {
        append.rated = finished.rated.map(str::to_owned);
        append.finished = Some(finished_row(table.id(), finished));
    }
    append
}

/// Whether an event changes who sits at the table.
const fn changes_seats(event: &LogEvent) -> bool {
    matches!(
        event,
        LogEvent::Started { .. } | LogEvent::Ended { .. } | LogEvent::Seated { .. } | LogEvent::Freed { .. }
    )
}

/// Whether an event changes what lists show of a table, besides what [`progress`] has.
const fn changes_listing(event: &LogEvent) -> bool {
    match event {
        LogEvent::Opened { .. }
        | LogEvent::Changed { .. }
        | LogEvent::Seated { .. }
        | LogEvent::Freed { .. }
        | LogEvent::Started { .. }
        | LogEvent::Ended { .. }
        | LogEvent::Closed => true,
        LogEvent::Played { .. }
        | LogEvent::Round { .. }
        | LogEvent::Offered { .. }
        | LogEvent::Agreed { .. }
        | LogEvent::Declined { .. }
        | LogEvent::Takenback { .. }
        | LogEvent::Paused { .. }
        | LogEvent::Resumed { .. }
        | LogEvent::Vacation { .. }
        | LogEvent::Gift { .. }
        | LogEvent::Resigning { .. }
        | LogEvent::Absent { .. }
        | LogEvent::Back { .. }
        | LogEvent::Silenced { .. }
        | LogEvent::Erased => false,
    }
}

/// What remains of an earlier turn that was played without a log.
fn erased_body(n: u64) -> String {
    LogEntry { n, at: 0, request: None, event: LogEvent::Erased }.body()
}

/// The row of a table as lists show it.
fn table_row(table: &Table, outages: &Outages) -> TableRow {
    let TableProgress { id, updated, deadline, acts, turns } = progress(table, outages);
    TableRow {
        id,
        kind: table.setup().game.clone(),
        public: table.setup().public && !table.setup().hotseat,
        state: stored::table_state(table.state()),
        host: table.host(),
        created: table.opened_at(),
        updated,
        head: table.head() as i64,
        deadline,
        summary: serde_json::to_string(&table.summary()).unwrap_or_default(),
        acts,
        turns,
    }
}

/// What lists show of a table, from its row; none if it cannot be read.
pub(super) fn summary(row: &TableRow) -> Option<Summary> {
    let stored: Summary = serde_json::from_str(&row.summary).ok()?;
    let turns = u32::try_from(row.turns).unwrap_or(u32::MAX).max(stored.turns);
    Some(Summary { turns, ..stored })
}

/// What changes in the row of a table with every turn.
fn progress(table: &Table, outages: &Outages) -> TableProgress {
    let acting = table.running().map(taijitu_table::TableGame::acting).unwrap_or_default();
    TableProgress {
        id: table.id(),
        updated: table.last_at(),
        deadline: table.deadline(outages),
        acts: acting.into_iter().fold(0, |mask, seat| mask | 1 << seat.index()),
        turns: table.game().map_or(0, |game| i64::from(game.turns())),
    }
}

/// Who sits at a table.
fn seat_rows(table: &Table) -> Vec<SeatRow> {
    let row = |(seat, who): (Seat, &Option<Occupant>)| match who {
        Some(Occupant::Player(player)) => Some(SeatRow { player: *player, seat: seat.index() as i64 }),
        _ => None,
    };
    Seat::all(table.seats().len()).zip(table.seats()).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use taijitu_protocol::TableId;

    /// An entry of a stored log: number, time and body; comments are skipped.
    fn read(line: &str) -> Option<LogEntry> {
        let mut words = line.splitn(3, ' ');
        let (n, at) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some(LogEntry::read(n, at, words.next()?).expect("a body"))
    }

    /// Every stored game, entry by entry: what is not written with the progress has not changed.
    #[test]
    fn progress_leaves_out_nothing_that_changed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/stored");
        let outages = Outages::default();
        let mut checked = 0;
        for file in std::fs::read_dir(folder).expect("the stored logs") {
            let log = std::fs::read_to_string(file.expect("a file").path()).expect("a log");
            let entries: Vec<LogEntry> = log.lines().filter_map(read).collect();
            for length in 2..=entries.len() {
                let fold = |length: usize| Table::fold(TableId(1), &entries[..length]).expect("a table");
                let (before, after) = (table_row(&fold(length - 1), &outages), fold(length));
                if changes_listing(&entries[length - 1].event) {
                    continue;
                }
                let TableProgress { updated, deadline, acts, turns, .. } = progress(&after, &outages);
                let head = after.head() as i64;
                let advanced = TableRow { updated, head, deadline, acts, turns, ..before };
                assert_eq!(advanced, table_row(&after, &outages), "{:?}", entries[length - 1]);
                checked += 1;
            }
        }
        assert!(checked > 500, "{checked}");
    }
}
