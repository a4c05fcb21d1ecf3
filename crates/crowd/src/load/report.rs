//! Numbers as a table.

use std::time::Duration;

/// Times, to ask how slow the slowest of a thousand was.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Adds one.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds many.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The time that so many of a thousand do not exceed.
    #[must_use]
    pub fn per_mille(&mut self, of_thousand: usize) -> Duration {
        self.0.sort_unstable();
        let at = (self.0.len() * of_thousand / 1000).min(self.0.len().saturating_sub(1));
        self.0.get(at).copied().unwrap_or_default()
    }

    /// `p50 / p99 / p99.9` in milliseconds.
    #[must_use]
    pub fn say(&mut self) -> String {
        let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
        format!("{} / {} / {} ms", ms(self.per_mille(500)), ms(self.per_mille(990)), ms(self.per_mille(999)))
    }
}

/// Lines of a table, the first column as wide as it has to be.
#[must_use]
pub fn table(lines: &[(String, String)]) -> String {
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, value): &(String, String)| {
        let gap = " ".repeat(width - name.chars().count());
        format!("{name}{gap}  {value}\n")
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_taken_from_the_sorted_times() {
        let mut times = Latencies::default();
        for ms in (1..=1000).rev() {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.say(), "501.0 / 991.0 / 1000.0 ms");
        assert_eq!(Latencies::default().say(), "0.0 / 0.0 / 0.0 ms");
    }
}
