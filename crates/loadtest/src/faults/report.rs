//! The result of a run, as Markdown.

use super::history::FaultHistory;
use super::model::Violation;
use super::table_history::{RequestOutcome, TableHistory};
use std::collections::BTreeMap;
use std::fmt::Write;
use taijitu_table::LogEvent;

/// Faults within this time of a violation are shown with it, in milliseconds.
const MARGIN_MS: i64 = 8000;

/// Numbers of a run.
#[derive(Clone, Debug, Default)]
pub struct FaultNumbers {
    /// Tables played at.
    pub tables: usize,
    /// Games ended, and by the flag.
    pub games: usize,
    /// Of these by the flag.
    pub flags: usize,
    /// Turns in the logs.
    pub turns: usize,
    /// Of these by engines.
    pub engine_turns: usize,
    /// Requests that were acknowledged.
    pub acknowledged: usize,
    /// Requests that were refused.
    pub refused: usize,
    /// Events received by clients during the run.
    pub events: usize,
    /// How often a client switched to another node.
    pub moves: usize,
    /// Messages searched for secrets.
    pub searched: usize,
}

impl FaultNumbers {
    /// Counts.
    #[must_use]
    pub fn of(histories: &[TableHistory]) -> Self {
        let mut numbers = Self { tables: histories.len(), ..Self::default() };
        for history in histories {
            for entry in &history.log {
                match &entry.event {
                    LogEvent::Played { .. } => {
                        numbers.turns += 1;
                        numbers.engine_turns += usize::from(entry.request.is_none());
                    }
                    LogEvent::Ended { reason, .. } => {
                        numbers.games += 1;
                        numbers.flags += usize::from(reason == "time");
                    }
                    _ => (),
                }
            }
            for client in &history.clients {
                numbers.events += client.events.len();
                numbers.moves += client.moves;
                numbers.searched += client.messages.len();
                let is_done = |outcome: &RequestOutcome| matches!(outcome, RequestOutcome::Done(_));
                let done = client.requests.iter().filter(|request| is_done(&request.outcome)).count();
                numbers.acknowledged += done;
                numbers.refused += client.requests.len() - done;
            }
        }
        numbers
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct FaultReport {
    /// The command that repeats the run.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// How many nodes.
    pub nodes: usize,
    /// How many workers.
    pub workers: usize,
    /// Seconds from the first table to the last fault.
    pub seconds: f64,
    /// Counts of the run.
    pub numbers: FaultNumbers,
    /// The injected faults.
    pub history: FaultHistory,
    /// Downtime the driver measured: how often, and milliseconds in all.
    pub downtime: (usize, i64),
    /// Outages that the nodes recorded: how many, and milliseconds in all.
    pub outages: (usize, i64),
    /// The violations, with the table.
    pub violations: Vec<(String, Violation)>,
}

impl FaultReport {
    /// How many faults were injected.
    #[must_use]
    pub fn faults(&self) -> usize {
        self.history.happened.len()
    }

    /// The report as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let FaultNumbers {
            tables,
            games,
            flags,
            turns,
            engine_turns,
            acknowledged,
            refused,
            events,
            moves,
            searched,
        } = self.numbers;
        let mut text = format!("```sh\n{}\n```\n\n| | |\n|---|---|\n", self.command);
        let seconds = |ms: i64| format!("{:.1} s", ms as f64 / 1000.0);
        let rows = [
            ("seed", self.seed.to_string()),
            ("nodes, workers", format!("{}, {}", self.nodes, self.workers)),
            ("length", format!("{:.0} s", self.seconds)),
            ("**faults injected**", format!("**{}**", self.faults())),
            ("tables", tables.to_string()),
            ("games ended, of these by the flag", format!("{games}, {flags}")),
            ("turns in the logs, of these by engines", format!("{turns}, {engine_turns}")),
            ("requests acknowledged, refused", format!("{acknowledged}, {refused}")),
            ("events sent along the way", events.to_string()),
            ("times a client went to another node", moves.to_string()),
            ("messages searched for secrets", searched.to_string()),
            ("downtime measured", format!("{} times, {}", self.downtime.0, seconds(self.downtime.1))),
            ("outages written down", format!("{}, {}", self.outages.0, seconds(self.outages.1))),
            ("**violations**", format!("**{}**", self.violations.len())),
        ];
        // Writing to a string cannot fail.
        for (name, value) in rows {
            let _ = writeln!(text, "| {name} | {value} |");
        }
        text.push_str("\n| fault | times |\n|---|---|\n");
        for (kind, count) in self.kinds() {
            let _ = writeln!(text, "| {kind} | {count} |");
        }
        text
    }

    fn kinds(&self) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for happened in &self.history.happened {
            *kinds.entry(happened.fault.kind()).or_default() += 1;
        }
        kinds
    }

    /// The violations, each with the faults around it.
    #[must_use]
    pub fn wrongs(&self) -> String {
        let mut text = String::new();
        for (table, violation) in &self.violations {
            let _ = writeln!(text, "VIOLATION (seed {}) at table {table}\n  {violation}", self.seed);
            if let Some(at) = violation.at {
                let second = (at - self.history.began) as f64 / 1000.0;
                let _ = writeln!(text, "  at {second:.1} s; faults around it:");
                for line in self.history.around(at, MARGIN_MS) {
                    let _ = writeln!(text, "    {line}");
                }
            }
        }
        text
    }
}
