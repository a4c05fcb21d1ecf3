//! `loadtest abuse`, which `cargo xtask abuse` runs.

use super::field::AttackSize;
use super::measured::AttackMeasurement;
use super::report;
use super::run::{AbusePlan, run};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What may be said about a run.
#[derive(Args)]
pub struct AbuseArgs {
    /// The program to attack
    server: PathBuf,
    /// Attack this program instead of the one that was built
    #[arg(long)]
    program: Option<PathBuf>,
    /// The time of all attacks together, quiet times and recoveries included
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Only these attacks
    #[arg(long, value_delimiter = ',', value_name = "ATTACK")]
    only: Vec<String>,
    /// Honest tables
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1000))]
    tables: u64,
    /// Attack without a proxy: clients differ by their local addresses, which have ten times the limits of others
    #[arg(long)]
    direct: bool,
    /// The same seed makes the same malformed requests
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the report into this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl AbuseArgs {
    /// How the time is divided: a quarter is quiet, a quarter recovery.
    fn plan(&self) -> Result<AbusePlan> {
        let mut plan = AbusePlan {
            only: self.only.clone(),
            tables: self.tables as usize,
            think: Duration::from_secs(1),
            quiet: Duration::ZERO,
            attack: Duration::ZERO,
            recovery: Duration::ZERO,
            size: AttackSize::Full,
            trust_proxy: !self.direct,
            seed: self.seed,
        };
        let each = Duration::from_secs(self.seconds).div_f64(plan.attacks()?.len() as f64);
        (plan.quiet, plan.attack, plan.recovery) =
            (each.mul_f64(0.25), each.mul_f64(0.5), each.mul_f64(0.25));
        Ok(plan)
    }

    /// Attacks, prints the table, and fails if something wanted does not hold.
    ///
    /// # Errors
    /// If a requirement does not hold, or the run could not be made.
    pub async fn run(self) -> Result<()> {
        let plan = self.plan()?;
        let program = self.program.as_ref().unwrap_or(&self.server);
        let print = |measured: &AttackMeasurement| {
            let alone = std::slice::from_ref(measured);
            eprintln!("{}\n{}", report::grid(alone).say(), measured.tally.codes());
            eprint!("{}", report::complaints(alone));
        };
        let all = run(program, &plan, print).await?;
        println!("{}\n{}", report::grid(&all).say(), report::whole(&all));
        if let Some(file) = &self.report {
            let text = report::document(&all, &self.terms(&plan));
            std::fs::write(file, text).with_context(|| file.display().to_string())?;
        }
        let complaints = report::complaints(&all);
        if complaints.is_empty() {
            println!("everything wanted holds");
            return Ok(());
        }
        bail!("what is wanted does not hold\n{complaints}")
    }

    fn terms(&self, plan: &AbusePlan) -> String {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        format!(
            "{} honest tables, {:.0} s of quiet before each attack and {:.0} s of attack (`malformed`: until all are sent), {} \
             processors, the server started with its usual limits{}.",
            plan.tables,
            plan.quiet.as_secs_f64(),
            plan.attack.as_secs_f64(),
            cores,
            if plan.trust_proxy { ", behind a proxy that it trusts" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        abuse: AbuseArgs,
    }

    fn read(words: &str) -> Result<AbuseArgs, String> {
        let line = Line::try_parse_from(["loadtest", "taijitu"].into_iter().chain(words.split_whitespace()));
        line.map(|line| line.abuse).map_err(|error| error.to_string())
    }

    #[test]
    fn the_time_is_divided_among_the_attacks() {
        let plan = read("--seconds 40 --only idle-connections,chat").unwrap().plan().unwrap();
        assert_eq!((plan.quiet.as_secs(), plan.attack.as_secs(), plan.recovery.as_secs()), (5, 10, 5));
        assert_eq!((plan.tables, plan.size), (50, AttackSize::Full));
    }

    #[test]
    fn a_wrong_argument_says_what_would_be_right() {
        let error = read("--only everything").unwrap().plan().unwrap_err().to_string();
        assert!(error.contains("there is no attack `everything`; there are turns-list, "), "{error}");
        assert!(read("--seconds 0").is_err_and(|error| error.contains("1..")));
    }
}
