//! Clocks: recomputed from the log alone, without the table's own arithmetic.
//!
//! A player may be charged for the time between two entries of the log, less the outages that the nodes recorded, and never
//! for downtime that the driver measured. There are two tolerances:
//!
//! - A gap between heartbeats of up to [`TOLERANCE`] is not an outage: that much of each downtime may be charged.
//! - A node whose own last heartbeat is younger than that does not read outages before it charges. It may charge the first
//!   [`TOLERANCE`] of an outage that another node is about to record.
//!
//! [`SLACK`] covers the delay between something and its recorded time: the driver's record of a fault, the transport of a
//! heartbeat to the database, the milliseconds between a decision and the time of its event.

use super::{Times, Violations};
use crate::faults::history::Interval;
use taijitu_protocol::{Seat, Time};
use taijitu_table::{LogEntry, LogEvent, Occupant};

/// The longest gap between heartbeats that is not an outage, in milliseconds.
pub(super) const TOLERANCE: i64 = 2000;
const SLACK: i64 = 400;

const CHARGED: &str = "nobody is charged for downtime";

/// The clocks, recomputed from the log.
#[derive(Default)]
struct LoggedClocks {
    increment: i64,
    /// The seats of people: an engine is charged for its search, however late its turn arrives.
    people: Vec<bool>,
    acts: Vec<Seat>,
    left: Vec<i64>,
    since: i64,
    paused: bool,
}

pub(super) fn check(log: &[LogEntry], times: &Times, found: &mut Violations) {
    let mut clocks = LoggedClocks::default();
    for entry in log {
        match &entry.event {
            LogEvent::Opened { setup, .. } | LogEvent::Changed { setup } => {
                clocks.increment = match setup.time {
                    Time::Total { increment, .. } => i64::from(increment) * 1000,
                    Time::None | Time::Days { .. } => 0,
                };
            }
            LogEvent::Seated { seat, who } => {
                let seat = seat.index();
                clocks.people.resize(clocks.people.len().max(seat + 1), false);
                clocks.people[seat] = matches!(who, Occupant::Player(_));
            }
            LogEvent::Started { acts, left, .. } | LogEvent::Takenback { acts, left, .. } => {
                clocks.set(entry.at, acts, left);
            }
            LogEvent::Played { seat, acts, left, .. } => {
                clocks.compare(entry, Some(*seat), left, times, found);
                clocks.set(entry.at, acts, left);
            }
            LogEvent::Ended { reason, left, .. } => {
                clocks.compare(entry, None, left, times, found);
                if reason == "time" || reason.contains("time") {
                    clocks.flag(entry, times, found);
                }
                clocks.set(entry.at, &[], left);
            }
            LogEvent::Round { acts, .. } => clocks.acts.clone_from(acts),
            LogEvent::Paused { left } | LogEvent::Resumed { left } => {
                clocks.paused = matches!(entry.event, LogEvent::Paused { .. });
                clocks.set(entry.at, &clocks.acts.clone(), left);
            }
            LogEvent::Vacation { left, .. } | LogEvent::Gift { left, .. } => {
                clocks.set(entry.at, &clocks.acts.clone(), left);
            }
            _ => (),
        }
    }
}

impl LoggedClocks {
    fn set(&mut self, at: i64, acts: &[Seat], left: &[i64]) {
        self.acts = acts.to_vec();
        if !left.is_empty() {
            self.left = left.to_vec();
            self.since = at;
        }
    }

    fn runs(&self, seat: Seat) -> bool {
        let acts = self.acts.contains(&seat);
        !self.paused && acts && self.people.get(seat.index()).copied().unwrap_or(false)
    }

    /// Adds a violation for each player who was charged too much.
    fn compare(
        &self,
        entry: &LogEntry,
        player: Option<Seat>,
        left: &[i64],
        times: &Times,
        found: &mut Violations,
    ) {
        for (seat, (before, after)) in Seat::all(left.len()).zip(self.left.iter().zip(left)) {
            let got = if player == Some(seat) { self.increment } else { 0 };
            let charged = before + got - after;
            let may = if self.runs(seat) { most(self.since, entry.at, times) } else { 0 };
            let is_person = self.people.get(seat.index()).copied().unwrap_or(false);
            if is_person && charged > may {
                let how = format!(
                    "event {}: seat {} was charged {charged} ms between {} and {}, at most {may} are right",
                    entry.n, seat, self.since, entry.at
                );
                found.add(CHARGED, how, Some(entry.at));
            }
        }
    }

    /// Adds a violation if a flag fell before its time was up.
    fn flag(&self, entry: &LogEntry, times: &Times, found: &mut Violations) {
        let may = most(self.since, entry.at, times);
        let fell = Seat::all(self.left.len()).any(|seat| self.runs(seat) && self.left[seat.index()] <= may);
        if !fell {
            let how = format!(
                "event {}: a flag fell after {may} ms that count, left were {:?}",
                entry.n, self.left
            );
            found.add(CHARGED, how, Some(entry.at));
        }
    }
}

/// The most that may be charged for an interval.
fn most(since: i64, now: i64, times: &Times) -> i64 {
    let stretch = Interval { began: since, ended: now };
    let passed = (now - since).max(0);
    let uncharged = |outage: &taijitu_store::OutageRow| {
        let whole = Interval { began: outage.began, ended: outage.ended };
        // The command was decided before this outage was recorded.
        let fresh = now - outage.began < TOLERANCE + SLACK;
        if fresh { 0 } else { whole.common(stretch).map_or(0, Interval::length) }
    };
    let written: i64 = times.outages.iter().map(uncharged).sum();
    let measured: i64 = times
        .downtime
        .iter()
        .filter_map(|down| down.common(stretch))
        .map(|down| (down.length() - TOLERANCE - SLACK).max(0))
        .sum();
    passed - written.max(measured) + SLACK
}
