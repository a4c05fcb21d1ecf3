//! Resource usage of processes according to the kernel: processor time and memory.

use std::fs::read_to_string;
use std::ops::Sub;

/// Clock ticks a second in `/proc`: the same on every Linux.
const TICKS: f64 = 100.0;

/// Processor time in seconds, by who used it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Processor {
    /// All nodes.
    pub servers: f64,
    /// PostgreSQL with the processes of its connections; nothing for SQLite, which is part of the server.
    pub database: f64,
    /// NATS.
    pub bus: f64,
    /// The players: this process.
    pub driver: f64,
}

impl Sub for Processor {
    type Output = Self;
    fn sub(self, before: Self) -> Self {
        Self {
            servers: self.servers - before.servers,
            database: self.database - before.database,
            bus: self.bus - before.bus,
            driver: self.driver - before.driver,
        }
    }
}

impl Processor {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.servers + self.database + self.bus + self.driver
    }

    /// Microseconds of processor time a turn: servers, database, bus, driver.
    #[must_use]
    pub fn of_each(&self, turns: u64) -> [f64; 4] {
        [self.servers, self.database, self.bus, self.driver].map(|time| time * 1e6 / turns.max(1) as f64)
    }
}

/// Memory in kibibytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryUsage {
    /// All nodes together.
    pub servers: u64,
    /// PostgreSQL with the processes of its connections, what they share counted once.
    pub database: u64,
    /// NATS.
    pub bus: u64,
}

/// Processor time of a process, its children, and those of its children that have ended, in seconds.
pub(crate) fn processor_time(pid: u32) -> f64 {
    let own = numbers(pid).map_or(0.0, |numbers| (numbers.own + numbers.ended) / TICKS);
    own + children(pid).into_iter().map(processor_time).sum::<f64>()
}

/// Processor time of a process alone, in seconds.
pub(crate) fn own_time(pid: u32) -> f64 {
    numbers(pid).map_or(0.0, |numbers| numbers.own / TICKS)
}

struct UsageNumbers {
    parent: u32,
    /// Ticks of the process.
    own: f64,
    /// Ticks of children that have ended.
    ended: f64,
}

fn numbers(pid: u32) -> Option<UsageNumbers> {
    let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in brackets and may have spaces.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some(UsageNumbers {
        parent: fields.get(1)?.parse().ok()?,
        own: ticks(11)? + ticks(12)?,
        ended: ticks(13)? + ticks(14)?,
    })
}

fn children(of: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|&pid| numbers(pid).is_some_and(|numbers| numbers.parent == of)).collect()
}

/// Resident memory of a process in kibibytes.
pub(crate) fn resident(pid: u32) -> u64 {
    field(&format!("/proc/{pid}/status"), "VmRSS:").unwrap_or(0)
}

/// Memory of a process and its children in kibibytes; shared pages are divided among them.
pub(crate) fn proportional(pid: u32) -> u64 {
    let own = field(&format!("/proc/{pid}/smaps_rollup"), "Pss:").unwrap_or_else(|| resident(pid));
    own + children(pid).into_iter().map(proportional).sum::<u64>()
}

fn field(path: &str, name: &str) -> Option<u64> {
    let text = read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_its_children_and_has_memory() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let own = std::process::id();
        assert!(children(own).contains(&child.id()));
        assert!(resident(own) > 0 && proportional(own) > 0 && resident(child.id()) > 0);
        assert!(processor_time(own) >= 0.0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(resident(u32::MAX), 0);
    }
}
