//! The model that every table is checked against after the run.
//!
//! It is a pure function from a [`TableHistory`] to violations, so that tests can check it with falsified histories.
//! It checks that:
//! - the log has no gaps and can be folded by the rules;
//! - every event a client received is in the log, as that client may see it ([`received`]);
//! - every acknowledged request is in the log once, and no refused one is ([`requests`]);
//! - every game ended once and is in the archive once;
//! - all nodes return the same;
//! - no clock was charged for downtime ([`clocks`]);
//! - no client received a secret ([`secrets`]).

mod clocks;
mod received;
mod requests;
mod secrets;
#[cfg(test)]
mod tests;

use super::history::Interval;
use super::table_history::TableHistory;
use std::fmt;
use taijitu_protocol::GameId;
use taijitu_rules::Record;
use taijitu_store::OutageRow;
use taijitu_table::{LogEntry, LogEvent, Table};

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which promise was broken.
    pub promise: &'static str,
    /// The details.
    pub how: String,
    /// The time if it is known, in milliseconds since 1970.
    pub at: Option<i64>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.promise, self.how)
    }
}

/// The times that clocks are checked against.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The outages that the nodes recorded.
    pub outages: Vec<OutageRow>,
    /// The times in which no node could commit, as the driver measured them.
    pub downtime: Vec<Interval>,
}

/// The violations found so far.
#[derive(Default)]
struct Violations(Vec<Violation>);

impl Violations {
    fn add(&mut self, promise: &'static str, how: String, at: Option<i64>) {
        self.0.push(Violation { promise, how, at });
    }
}

/// Checks one table.
#[must_use]
pub fn check(history: &TableHistory, times: &Times) -> Vec<Violation> {
    let mut found = Violations::default();
    for client in &history.clients {
        for wrong in &client.wrong {
            found.add("clients receive consistent events", format!("{}: {wrong}", client.name()), None);
        }
    }
    numbers(history, &mut found);
    let table = match Table::fold(history.id, &history.log) {
        Ok(table) => table,
        Err(broken) => {
            found.add("every turn is legal", format!("the log cannot be folded: {broken}"), None);
            return found.0;
        }
    };
    requests::check(history, &mut found);
    received::check(history, &table, &mut found);
    ends(history, &mut found);
    clocks::check(&history.log, times, &mut found);
    secrets::check(history, &mut found);
    found.0
}

/// Numbers have no gaps, and time does not run backwards.
fn numbers(history: &TableHistory, found: &mut Violations) {
    let promise = "numbers have no gaps";
    for (expected, entry) in (1..).zip(&history.log) {
        if entry.n != expected {
            return found.add(
                promise,
                format!("event {} where {expected} should be", entry.n),
                Some(entry.at),
            );
        }
    }
    let last = history.log.len() as u64;
    if history.head != last {
        found.add(
            promise,
            format!("the table says its head is {}, its log ends at {last}", history.head),
            None,
        );
    }
    for pair in history.log.windows(2) {
        if let [before, after] = pair
            && after.at < before.at
        {
            found.add(
                promise,
                format!("event {} is earlier than the one before it", after.n),
                Some(after.at),
            );
        }
    }
}

/// Every game ends once, and then it is in the archive once, as it was played.
fn ends(history: &TableHistory, found: &mut Violations) {
    let promise = "every game ends once";
    let mut running = false;
    let mut ended = 0;
    for LogEntry { n, at, event, .. } in &history.log {
        match event {
            LogEvent::Started { .. } => running = true,
            LogEvent::Ended { .. } if running => (running, ended) = (false, ended + 1),
            LogEvent::Ended { .. } => found.add(promise, format!("event {n} ends what had ended"), Some(*at)),
            LogEvent::Played { .. } if !running => {
                found.add(promise, format!("event {n} is played after the end"), Some(*at));
            }
            _ => (),
        }
    }
    if running {
        found.add(promise, "a game has not ended".into(), None);
    }
    let promise = "a finished game is in the archive once";
    if history.finished.len() != ended {
        found.add(promise, format!("{ended} games ended, {} are there", history.finished.len()), None);
    }
    let mut ids: Vec<GameId> = history.finished.iter().map(|game| game.game.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() != history.finished.len() {
        found.add(promise, "one is there twice".into(), None);
    }
    for game in &history.finished {
        if let Err(error) = replayed(&game.game) {
            found.add(promise, format!("game {}: {error:#}", game.game.id), Some(game.game.ended));
        }
    }
}

/// The record of a game leads to its result.
fn replayed(game: &taijitu_store::GameRow) -> anyhow::Result<()> {
    use anyhow::{Context, ensure};
    let outcome = Record::read(&game.record)?.replay()?.outcome().context("its record has no end")?;
    ensure!(
        outcome.reason.text().en == game.reason,
        "its record ends by {outcome}, the row says {}",
        game.reason
    );
    let winner = outcome.winner.map_or_else(|| "draw".into(), |side| side.to_string());
    let result = game.result.as_str();
    ensure!(winner == result, "its record ends with {winner}, the row says {result}");
    Ok(())
}
