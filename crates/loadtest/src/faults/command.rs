//! `loadtest faults`, which `cargo xtask faults` runs.

use super::{FaultPlan, FaultReport, FullDiskReport, Terms, out_of_disk, run};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};

/// The text after this line of a file is replaced by the report of the run.
const HERE: &str = "<!-- What follows is written by `cargo xtask faults --report`. -->";

/// Arguments of a run.
#[derive(Args)]
pub struct FaultArgs {
    /// The program to hit
    server: PathBuf,
    /// The same seed makes the same faults
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long faults are injected
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// How many faults
    #[arg(long, default_value_t = 210)]
    faults: usize,
    /// How many nodes; one more is added temporarily from time to time
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// How many engine workers
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// How many guests play at a time
    #[arg(long, default_value_t = 40)]
    guests: usize,
    /// Write the report into this file, after its marker line if it has one
    #[arg(long)]
    report: Option<PathBuf>,
    /// Print the plan and do nothing
    #[arg(long)]
    plan: bool,
}

impl FaultArgs {
    fn terms(&self) -> Terms {
        let Self { seed, seconds, faults, nodes, workers, .. } = *self;
        Terms { seed, seconds, faults, nodes: nodes.max(1), workers }
    }

    /// Runs, prints the report, and fails if there are violations.
    ///
    /// # Errors
    /// If there are violations, or the site could not be started or checked.
    pub async fn run(self) -> Result<()> {
        let plan = FaultPlan::new(self.terms());
        println!("{plan}");
        if self.plan {
            return Ok(());
        }
        let logs = std::env::temp_dir().join(format!("taijitu-faults-{}-{}", self.seed, std::process::id()));
        let report = run(&self.server, self.terms(), self.guests, &logs).await;
        let report = report.with_context(|| format!("the logs are in {}", logs.display()))?;
        println!("{}", report.markdown());
        eprintln!("{}", report.wrongs());
        let full = out_of_disk(&self.server, &logs, self.guests.min(20), 3, self.seed).await?;
        println!("{full}");
        let text = format!("{}\nThen {full}.\n", report.markdown());
        if let Some(file) = &self.report {
            write(file, &text)?;
        }
        finish(&report, &full, &logs)
    }
}

/// Fails if there are violations; the logs of the nodes are kept for reading.
fn finish(report: &FaultReport, full: &FullDiskReport, logs: &Path) -> Result<()> {
    let wrongs = report.violations.len() + full.violations.len();
    if wrongs == 0 {
        return std::fs::remove_dir_all(logs).with_context(|| logs.display().to_string());
    }
    for (table, violation) in &full.violations {
        eprintln!("VIOLATION out of disk (seed {}) at table {table}\n  {violation}", report.seed);
    }
    std::fs::write(logs.join("violations.txt"), report.wrongs())?;
    bail!("{wrongs} violations; what the nodes said is in {}", logs.display())
}

/// Writes a report into a file, after its marker line.
fn write(file: &Path, report: &str) -> Result<()> {
    let before = std::fs::read_to_string(file).unwrap_or_default();
    let above = before.split(HERE).next().unwrap_or_default().trim_end();
    std::fs::write(file, format!("{above}\n\n{HERE}\n\n{report}").trim_start())
        .with_context(|| file.display().to_string())
}
