//! What one attack did to the server and to honest players, and whether that is little enough.

use super::honest::Window;
use super::tally::AttackTally;

/// Memory after an attack, as a multiple of the memory before it.
const MEMORY_FACTOR: f64 = 1.5;
/// The p99 of honest turns during an attack, as a multiple of that in quiet times.
const P99_FACTOR: f64 = 3.0;
/// The p99 of honest turns during an attack, in milliseconds.
const P99_LIMIT: f64 = 200.0;
/// The slowest reply of an honest player's engine during an attack, in seconds.
const REPLY_LIMIT: f64 = 5.0;

/// The numbers of one attack. Times are in milliseconds, memory is in kibibytes.
#[derive(Clone, Debug, Default)]
pub struct AttackMeasurement {
    /// The attack.
    pub name: &'static str,
    /// Resident memory before the attack, at its peak, and after it.
    pub memory: [u64; 3],
    /// p50 and p99 of honest turns in the quiet times up to the attack.
    pub before: [f64; 2],
    /// p50 and p99 of honest turns during it.
    pub during: [f64; 2],
    /// Honest turns during it.
    pub turns: usize,
    /// The slowest reply of an honest player's engine in quiet times and during the attack.
    pub replies: [f64; 2],
    /// The slowest answer to `/healthz` during it.
    pub health: f64,
    /// What the attacker was answered.
    pub tally: AttackTally,
    /// What was lost or refused for honest players.
    pub errors: Vec<String>,
}

impl AttackMeasurement {
    /// Takes the numbers from what honest players have seen.
    pub(super) fn new(name: &'static str, memory: [u64; 3], quiet: &mut Window, during: &mut Window) -> Self {
        let [half, most, _] = quiet.turns.milliseconds();
        let before = [half, most];
        let [half, most, _] = during.turns.milliseconds();
        let longest = |times: &crate::load::Latencies| times.longest().as_secs_f64() * 1000.0;
        Self {
            name,
            memory,
            before,
            during: [half, most],
            turns: during.turns.len(),
            replies: [longest(&quiet.replies), longest(&during.replies)],
            health: longest(&during.health),
            ..Self::default()
        }
    }

    /// Whether memory is back.
    #[must_use]
    pub fn is_memory_back(&self) -> bool {
        self.memory[2] as f64 <= MEMORY_FACTOR * self.memory[0] as f64
    }

    /// Whether honest turns were acknowledged fast enough.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        self.turns > 0 && self.during[1] <= P99_FACTOR * self.before[1] && self.during[1] < P99_LIMIT
    }

    /// Whether an honest player's engine replied in time.
    #[must_use]
    pub fn is_engine_fair(&self) -> bool {
        self.replies[1] <= REPLY_LIMIT * 1000.0
    }

    /// Whether honest players lost nothing and the server did nothing it must never do.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty() && self.tally.failures.is_empty()
    }

    /// Whether everything wanted holds.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.is_memory_back() && self.is_fast() && self.is_engine_fair() && self.is_clean()
    }

    /// What does not hold, a sentence each.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = vec![];
        if !self.is_memory_back() {
            let [before, _, after] = self.memory;
            complaints.push(format!("memory grew from {before} to {after} KiB and stayed"));
        }
        if !self.is_fast() {
            let ([_, before], [_, during]) = (self.before, self.during);
            complaints.push(format!("honest p99 rose from {before:.1} to {during:.1} ms"));
        }
        if !self.is_engine_fair() {
            complaints.push(format!("an honest player's engine took {:.1} s", self.replies[1] / 1000.0));
        }
        complaints.extend(self.tally.failures.iter().map(|failure| format!("the server failed: {failure}")));
        complaints.extend(self.errors.iter().map(|error| format!("an honest player lost: {error}")));
        complaints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> AttackMeasurement {
        AttackMeasurement {
            name: "idle",
            memory: [40_000, 90_000, 60_000],
            before: [2.0, 8.0],
            during: [3.0, 24.0],
            turns: 100,
            replies: [300.0, 900.0],
            health: 12.0,
            ..AttackMeasurement::default()
        }
    }

    #[test]
    fn each_promise_is_judged() {
        assert!(good().is_good() && good().complaints().is_empty());
        let bad = [
            AttackMeasurement { memory: [40_000, 90_000, 60_001], ..good() },
            AttackMeasurement { during: [3.0, 24.1], ..good() },
            AttackMeasurement { before: [50.0, 100.0], during: [60.0, 200.0], ..good() },
            AttackMeasurement { turns: 0, ..good() },
            AttackMeasurement { replies: [300.0, 5001.0], ..good() },
            AttackMeasurement { errors: vec!["refused".into()], ..good() },
        ];
        for measured in bad {
            assert!(!measured.is_good() && measured.complaints().len() == 1, "{measured:?}");
        }
    }
}
