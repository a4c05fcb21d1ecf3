//! The model every table is checked against when all is over.
//!
//! It is pure: a [`Story`] goes in, violations come out, so that a story with a lie in it can be made up and has to be found
//! out. What is checked: the log has no gaps and can be folded by the rules; whatever anybody was told is in it,
//! as they may see it; every acknowledged request is in it once and no refused one; every game ended once and is
//! in the archive once; all nodes tell the same; nobody's clock was charged for downtime ([`clocks`]); nobody heard a secret
//! ([`secrets`]).

mod clocks;
mod requests;
mod secrets;
#[cfg(test)]
mod tests;
mod told;

use super::history::Interval;
use super::story::Story;
use std::fmt;
use taijitu_protocol::GameId;
use taijitu_rules::Record;
use taijitu_store::OutageRow;
use taijitu_table::{LogEntry, LogEvent, Table};

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which promise was broken.
    pub promise: &'static str,
    /// How.
    pub how: String,
    /// When, if that is known, in milliseconds since 1970.
    pub at: Option<i64>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.promise, self.how)
    }
}

/// What the clocks are checked against.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The outages the nodes have written down.
    pub outages: Vec<OutageRow>,
    /// The times in which nothing could be committed, as the driver measured them.
    pub downtime: Vec<Interval>,
}

/// What is found wrong, one after the other.
#[derive(Default)]
struct Violations(Vec<Violation>);

impl Violations {
    fn add(&mut self, promise: &'static str, how: String, at: Option<i64>) {
        self.0.push(Violation { promise, how, at });
    }
}

/// Checks everything about one table.
#[must_use]
pub fn check(story: &Story, times: &Times) -> Vec<Violation> {
    let mut found = Violations::default();
    for witness in &story.witnesses {
        for wrong in &witness.wrong {
            found.add("what a client is told", format!("{}: {wrong}", witness.name()), None);
        }
    }
    numbers(story, &mut found);
    let table = match Table::fold(story.id, &story.log) {
        Ok(table) => table,
        Err(broken) => {
            found.add("every turn is legal", format!("the log cannot be folded: {broken}"), None);
            return found.0;
        }
    };
    requests::check(story, &mut found);
    told::check(story, &table, &mut found);
    ends(story, &mut found);
    clocks::check(&story.log, times, &mut found);
    secrets::check(story, &mut found);
    found.0
}

/// Numbers have no gaps, and time does not run backwards.
fn numbers(story: &Story, found: &mut Violations) {
    let promise = "numbers have no gaps";
    for (expected, entry) in (1..).zip(&story.log) {
        if entry.n != expected {
            return found.add(
                promise,
                format!("event {} where {expected} should be", entry.n),
                Some(entry.at),
            );
        }
    }
    let last = story.log.len() as u64;
    if story.head != last {
        found.add(
            promise,
            format!("the table says its head is {}, its log ends at {last}", story.head),
            None,
        );
    }
    for pair in story.log.windows(2) {
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
fn ends(story: &Story, found: &mut Violations) {
    let promise = "every game ends once";
    let mut running = false;
    let mut ended = 0;
    for LogEntry { n, at, event, .. } in &story.log {
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
    if story.finished.len() != ended {
        found.add(promise, format!("{ended} games ended, {} are there", story.finished.len()), None);
    }
    let mut ids: Vec<GameId> = story.finished.iter().map(|game| game.game.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() != story.finished.len() {
        found.add(promise, "one is there twice".into(), None);
    }
    for game in &story.finished {
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
