//! What is written to the database with the entries of a table.

use crate::archive::finished_row;
use crate::stored;
use taijitu_protocol::Seat;
use taijitu_store::{Append, NewEvent, SeatRow, TableRow};
use taijitu_table::{Entry, Fact, Outages, Table, Who};

/// What is written with some entries; the table has applied them already.
pub(super) fn to_append(table: &Table, entries: &[Entry], outages: &Outages) -> Append {
    let ended = entries.iter().any(|entry| matches!(entry.fact, Fact::Ended { .. }));
    let erased =
        if ended && !table.game().is_none_or(|game| game.setup.log) { table.turn_entries() } else { vec![] };
    let body = |entry: &Entry| {
        if erased.contains(&entry.n) {
            Entry { fact: Fact::Erased, ..entry.clone() }.body()
        } else {
            entry.body()
        }
    };
    let events = entries.iter().map(|entry| NewEvent { at: entry.at, body: body(entry) }).collect();
    let first = entries.first().map_or(0, |entry| entry.n);
    let mut append = Append::new(first as i64, events, table_row(table, outages));
    let earlier = erased.into_iter().filter(|&n| n < first);
    append.erase = earlier.map(|n| (n as i64, erased_body(n))).collect();
    if entries.iter().any(|entry| changes_seats(&entry.fact)) {
        append.seats = Some(seat_rows(table));
    } else {
        append.acts =
            table.running().map(|game| game.acting().into_iter().map(|seat| seat.index() as i64).collect());
    }
    append.finished = if ended { table.finished().map(|game| finished_row(table.id(), game)) } else { None };
    append
}

const fn changes_seats(fact: &Fact) -> bool {
    matches!(fact, Fact::Started { .. } | Fact::Ended { .. } | Fact::Seated { .. } | Fact::Freed { .. })
}

/// What remains of an earlier turn that was played without a log.
fn erased_body(n: u64) -> String {
    Entry { n, at: 0, request: None, fact: Fact::Erased }.body()
}

/// The row of a table as lists show it.
fn table_row(table: &Table, outages: &Outages) -> TableRow {
    TableRow {
        id: table.id(),
        kind: table.setup().game.clone(),
        public: table.setup().public && !table.setup().hotseat,
        state: stored::table_state(table.state()),
        host: table.host(),
        created: table.opened_at(),
        updated: table.last_at(),
        head: table.head() as i64,
        deadline: table.deadline(outages),
        summary: serde_json::to_string(&table.summary()).unwrap_or_default(),
    }
}

/// Who sits at a table and has to act.
fn seat_rows(table: &Table) -> Vec<SeatRow> {
    let acting = table.running().map(taijitu_table::Game::acting).unwrap_or_default();
    let row = |(seat, who): (Seat, &Option<Who>)| match who {
        Some(Who::Player(player)) => {
            Some(SeatRow { player: *player, seat: seat.index() as i64, acts: acting.contains(&seat) })
        }
        _ => None,
    };
    Seat::all(table.seats().len()).zip(table.seats()).filter_map(row).collect()
}
