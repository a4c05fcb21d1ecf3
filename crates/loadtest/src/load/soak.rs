//! Constant load for a long time, while players and tables come and go: does the memory of the servers grow?

use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run_beside};
use crate::clock::now;
use anyhow::Result;
use std::time::Duration;

/// How often the memory is looked at.
const EVERY: Duration = Duration::from_secs(10);
/// The share of the time at the beginning in which caches fill.
const WARM: f64 = 1.0 / 6.0;

/// The measurements.
pub struct SoakReport {
    /// The turns.
    pub turns: Turns,
    /// Seconds since the beginning, and the memory of the servers in mebibytes then.
    pub memory: Vec<(f64, f64)>,
}

/// Runs tables and samples the memory.
///
/// # Errors
/// If the server refuses a legal request, or a client misses an event.
pub async fn soak(site: &LoadSite, pace: TurnPace) -> Result<SoakReport> {
    let mut memory = vec![];
    let look = async {
        let began = now();
        loop {
            let (seconds, mib) = (began.elapsed().as_secs_f64(), site.memory().servers as f64 / 1024.0);
            eprintln!("{seconds:6.0} s  {mib:.1} MiB");
            memory.push((seconds, mib));
            tokio::time::sleep(EVERY).await;
        }
    };
    let turns = run_beside(site, TurnPace { leave: true, ..pace }, look).await?;
    Ok(SoakReport { turns, memory })
}

impl SoakReport {
    /// The samples after the caches have filled.
    #[must_use]
    pub fn settled(&self) -> &[(f64, f64)] {
        let skipped = (self.memory.len() as f64 * WARM) as usize;
        self.memory.get(skipped..).unwrap_or_default()
    }
}

/// Least-squares line: its value at zero and its slope; `None` for fewer than two points.
#[must_use]
pub fn fit(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
    slope.is_finite().then_some((y - slope * x, slope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again_under_noise_that_cancels() {
        let points: Vec<(f64, f64)> = (0..100)
            .map(|k| (f64::from(k), 5.0 + 0.25 * f64::from(k) + [1.0, -1.0, -1.0, 1.0][k as usize % 4]))
            .collect();
        let (height, slope) = fit(&points).unwrap();
        assert!((slope - 0.25).abs() < 1e-3 && (height - 5.0).abs() < 0.1, "{height} {slope}");
        assert_eq!(fit(&[(1.0, 2.0)]), None);
        assert_eq!(fit(&[]), None);
    }
}
