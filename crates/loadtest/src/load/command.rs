//! Arguments of `loadtest load`, and its measurements.

use super::against::against;
use super::baseline::{echoes, single_commits, syncs};
use super::crush::crush;
use super::engines::beside_engines;
use super::growth::growth;
use super::idle::idle;
use super::matrix::matrix;
use super::plot::{LinePanel, Panel, PlotSeries};
use super::report::LoadReport;
use super::site::{Database, LoadSite};
use super::soak::{fit, soak};
use super::turns::TurnPace;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fmt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use taijitu_test_services::{Nats, Postgres};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// Files a process needs beside its sockets.
const OTHER_FILES: u64 = 200;
/// Default rate in turns a second.
const RATE: f64 = 1600.0;

/// A database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreChoice {
    /// SQLite, a file.
    Sqlite,
    /// PostgreSQL, a server.
    Postgres,
}

impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// Which databases are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreChoices {
    /// SQLite only.
    Sqlite,
    /// PostgreSQL only.
    Postgres,
    /// Both, PostgreSQL if it is installed.
    All,
}

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LoadPart {
    /// Syncs of the disk, single commits, echoes: what the machine could do at best.
    Machine,
    /// Turns on each database with each number of nodes.
    Turns,
    /// More tables, more spectators.
    Growth,
    /// Thousands of spectators of one table.
    Spectators,
    /// People beside busy engines.
    Engines,
    /// Memory of idle sockets.
    Idle,
    /// Memory under constant load while tables come and go; only when it is named, with --seconds 3600.
    Soak,
}

/// Measure how much a server carries
#[derive(Args, Clone, Debug)]
pub struct Load {
    /// The program to measure
    pub server: PathBuf,
    /// The databases
    #[arg(long, value_enum, default_value_t = StoreChoices::All)]
    pub store: StoreChoices,
    /// How many nodes; several numbers, as in 1,3, are measured one after the other
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3], value_parser = node_count)]
    pub nodes: Vec<usize>,
    /// Tables that play at the same time, two players each
    #[arg(long, default_value_t = 200, value_parser = at_least_one)]
    pub tables: usize,
    /// Turns a second of all tables together, while they play at a steady pace [default: 1600]
    #[arg(long, value_name = "TURNS_PER_SECOND", allow_negative_numbers = true, value_parser = above_zero, conflicts_with = "think")]
    pub rate: Option<f64>,
    /// Seconds a player thinks about a turn on average, instead of --rate
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = above_zero)]
    pub think: Option<f64>,
    /// Sockets that only watch: of all tables together [default: one a table], of one table in the part `spectators` [default: 5000]
    #[arg(long)]
    pub spectators: Option<usize>,
    /// Connections that are lost each second, and come back
    #[arg(long, value_name = "PER_SECOND", allow_negative_numbers = true, default_value_t = 5.0, value_parser = not_negative)]
    pub reconnects: f64,
    /// Seconds each measurement takes
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,
    /// Idle sockets
    #[arg(long, default_value_t = 10_000)]
    pub sockets: usize,
    /// Draw a picture into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Only these parts [default: all but soak]
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<LoadPart>,
    /// Compare with another program, such as the taijitu of an earlier commit: both play the same turns in alternation,
    /// and ratios are printed instead of the parts above
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["only", "svg"])]
    pub against: Option<PathBuf>,
    /// How often both programs are measured
    #[arg(long, default_value_t = 3, value_parser = at_least_one, requires = "against")]
    pub rounds: usize,
    /// Where SQLite's files go while measuring [default: a temporary folder]
    #[arg(long)]
    pub folder: Option<PathBuf>,
}

fn node_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(nodes @ 1..=9) => Ok(nodes),
        _ => Err("a number of nodes is 1 to 9; several are separated by commas, as in 1,3".into()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "a number from 1 up, such as 200".into())
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "a number above 0, such as 1000 or 0.5".into())
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| "a number such as 5, or 0 for none".into())
}

impl Load {
    /// The databases to measure.
    #[must_use]
    pub fn stores(&self) -> Vec<StoreChoice> {
        match self.store {
            StoreChoices::Postgres => vec![StoreChoice::Postgres],
            StoreChoices::All if Postgres::is_installed() => vec![StoreChoice::Sqlite, StoreChoice::Postgres],
            StoreChoices::Sqlite | StoreChoices::All => vec![StoreChoice::Sqlite],
        }
    }

    /// PostgreSQL, unless only SQLite is requested or installed.
    pub(super) fn best_store(&self) -> StoreChoice {
        self.stores().last().copied().unwrap_or(StoreChoice::Sqlite)
    }

    /// A new database for one measurement.
    pub(super) fn database(&self, store: StoreChoice) -> Database {
        match store {
            StoreChoice::Postgres => Database::Postgres,
            StoreChoice::Sqlite => Database::Sqlite(self.parent()),
        }
    }

    /// The pace of tables at full speed.
    pub(super) fn pace(&self) -> TurnPace {
        TurnPace {
            tables: self.tables,
            think: None,
            spectators: self.spectators.unwrap_or(self.tables),
            reconnects: self.reconnects,
            time: Duration::from_secs(self.seconds),
            leave: false,
        }
    }

    /// The same at the requested pace.
    pub(super) fn steady(&self, pace: TurnPace) -> TurnPace {
        match self.think {
            Some(think) => TurnPace { think: Some(Duration::from_secs_f64(think)), ..pace },
            None => pace.at_rate(self.rate.unwrap_or(RATE)),
        }
    }

    /// Turns a second while tables are added: a quarter of the requested rate, so that all of them keep up.
    pub(super) fn growth_rate(&self) -> f64 {
        self.rate.unwrap_or(RATE) / 4.0
    }

    fn has(&self, part: LoadPart) -> bool {
        if self.only.is_empty() { part != LoadPart::Soak } else { self.only.contains(&part) }
    }

    /// Runs the requested measurements and prints them.
    ///
    /// # Errors
    /// If something is not installed, the server refuses a legal request, or a client misses an event.
    pub async fn run(&self) -> Result<()> {
        self.check()?;
        let mut report = LoadReport::default();
        if let Some(other) = &self.against {
            against(self, other, &mut report).await.context("the comparison")?;
            println!("{}", report.text());
            return Ok(());
        }
        if self.has(LoadPart::Machine) {
            self.machine(&mut report).await.context("the machine")?;
        }
        if self.has(LoadPart::Turns) {
            matrix(self, &mut report).await.context("turns")?;
        }
        if self.has(LoadPart::Growth) {
            growth(self, &mut report).await.context("growth")?;
        }
        if self.has(LoadPart::Spectators) {
            crush(self, &mut report).await.context("spectators")?;
        }
        if self.has(LoadPart::Engines) {
            self.engines(&mut report).await.context("engines")?;
        }
        if self.has(LoadPart::Idle) {
            self.idle(&mut report).await.context("idle sockets")?;
        }
        if self.has(LoadPart::Soak) {
            self.soak(&mut report).await.context("soak")?;
        }
        println!("{}", report.text());
        if let (Some(file), Some(picture)) = (&self.svg, report.picture("What a server carries")) {
            std::fs::write(file, picture).with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }

    /// Checks that the machine has what is needed; the error names what is missing.
    fn check(&self) -> Result<()> {
        for program in std::iter::once(&self.server).chain(&self.against) {
            if !program.is_file() {
                bail!("there is no program at {}: name the taijitu to measure", program.display());
            }
        }
        if self.store == StoreChoices::Postgres && !Postgres::is_installed() {
            bail!("there is no PostgreSQL: install it (Debian: postgresql), or measure with --store sqlite");
        }
        if self.nodes.iter().any(|nodes| *nodes > 1) && Nats::program().is_none() {
            bail!("there is no nats-server: install it (Debian: nats-server), or measure with --nodes 1");
        }
        let sockets = [
            (LoadPart::Idle, self.sockets),
            (LoadPart::Spectators, self.spectators.unwrap_or(5000) + 200),
            (LoadPart::Turns, 2 * self.tables + self.spectators.unwrap_or(self.tables)),
            (LoadPart::Growth, 3200),
        ];
        let most = sockets.into_iter().filter(|(part, _)| self.has(*part)).map(|(_, sockets)| sockets).max();
        allow_files(most.unwrap_or(0) as u64 + OTHER_FILES)
    }

    async fn machine(&self, report: &mut LoadReport) -> Result<()> {
        report.section("The machine");
        let folder = tempfile::tempdir_in(self.parent())?;
        let short = Duration::from_secs(2);
        report.say(&format!("syncs of the disk: {:.0}/s", syncs(folder.path(), short)?));
        let commits = single_commits(folder.path(), short).await?;
        report.say(&format!("single SQLite commits: {commits:.0}/s"));
        let echoes = echo(self.tables, Duration::from_secs(self.seconds.div_ceil(2))).await?;
        report.say(&format!(
            "echoes of a bare WebSocket server with {} sockets: {echoes:.0}/s",
            self.tables * 2
        ));
        Ok(())
    }

    async fn engines(&self, report: &mut LoadReport) -> Result<()> {
        let store = self.best_store();
        let site = LoadSite::start(&self.server, &self.database(store), 1).await?;
        let time = Duration::from_secs(self.seconds);
        let pace = TurnPace { tables: 50, time, ..TurnPace::default() }.at_rate(200.0);
        let mut beside = beside_engines(&site, 40, pace).await?;
        report.section(&format!("People beside 40 tables with engines ({store}, one node)"));
        report.say(&format!(
            "{:.0} turns/s, acknowledged p50 / p99 / p99.9: {} ms",
            beside.rate(),
            beside.acknowledged.say()
        ));
        Ok(())
    }

    async fn idle(&self, report: &mut LoadReport) -> Result<()> {
        let store = self.best_store();
        let site = LoadSite::start(&self.server, &self.database(store), 1).await?;
        let idle = idle(&site, self.sockets).await?;
        report.section(&format!("Idle sockets ({store}, one node)"));
        let kb = |kib: u64| kib as f64 * 1.024;
        for (sockets, memory) in &idle.steps {
            report.say(&format!(
                "{sockets} sockets: server at {:.0} MB, {:.1} kB each",
                kb(*memory) / 1000.0,
                kb(memory.saturating_sub(idle.before)) / (*sockets).max(1) as f64
            ));
        }
        let start = [(0.0, kb(idle.before) / 1000.0)];
        let points = idle.steps.iter().map(|(sockets, memory)| (*sockets as f64, kb(*memory) / 1000.0));
        report.draw(Panel::Lines(LinePanel {
            title: "Memory of the server with idle sockets".into(),
            across: "sockets".into(),
            up: "MB".into(),
            series: vec![PlotSeries {
                name: "server".into(),
                points: start.into_iter().chain(points).collect(),
            }],
        }));
        Ok(())
    }

    async fn soak(&self, report: &mut LoadReport) -> Result<()> {
        let store = self.best_store();
        let nodes = self.nodes.first().copied().unwrap_or(1);
        let site = LoadSite::start(&self.server, &self.database(store), nodes).await?;
        let mut soaked = soak(&site, self.steady(self.pace())).await?;
        report.section(&format!("{} s of constant load ({store}, nodes: {nodes})", self.seconds));
        let turns = &mut soaked.turns;
        report.say(&format!(
            "{} turns, {:.1}/s, acknowledged {} ms",
            turns.turns,
            turns.rate(),
            turns.acknowledged.say()
        ));
        report.say(&format!("connections lost and taken up again: {}", turns.returned.len()));
        let settled = soaked.settled();
        let line = fit(settled).context("too short to say anything: ask for more --seconds")?;
        let at = |points: &[(f64, f64)]| points.last().map_or(0.0, |point| point.1);
        report.say(&format!(
            "memory of the servers: {:.1} MiB at first, {:.1} when caches were full, {:.1} at the end; \
             slope from then on {:+.2} MiB an hour",
            soaked.memory.first().map_or(0.0, |point| point.1),
            settled.first().map_or(0.0, |point| point.1),
            at(&soaked.memory),
            line.1 * 3600.0
        ));
        let halves = settled.split_at(settled.len() / 2);
        for (name, half) in [("first", halves.0), ("second", halves.1)] {
            if let Some((_, slope)) = fit(half) {
                report.say(&format!("slope of the {name} half of that: {:+.2} MiB an hour", slope * 3600.0));
            }
        }
        let minutes = |points: &[(f64, f64)]| points.iter().map(|(x, y)| (x / 60.0, *y)).collect::<Vec<_>>();
        let fitted: Vec<(f64, f64)> = settled.iter().map(|(x, _)| (x / 60.0, line.0 + line.1 * x)).collect();
        report.draw(Panel::Lines(LinePanel {
            title: "Memory of the servers under constant load".into(),
            across: "minutes".into(),
            up: "MiB".into(),
            series: vec![
                PlotSeries { name: "measured".into(), points: minutes(&soaked.memory) },
                PlotSeries { name: "fitted line".into(), points: fitted },
            ],
        }));
        Ok(())
    }

    fn parent(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(std::env::temp_dir)
    }
}

/// Raises the limit of open files to the number of sockets; the servers inherit it.
pub(crate) fn allow_files(needed: u64) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    let enough = |limit: Option<u64>| limit.is_none_or(|limit| limit >= needed);
    if enough(limit.current) {
        return Ok(());
    }
    if enough(limit.maximum) {
        let raised = Rlimit { current: Some(needed), maximum: limit.maximum };
        return setrlimit(Resource::Nofile, raised).context("cannot raise the number of open files");
    }
    bail!(
        "{needed} open files are needed and {} allowed: run `ulimit -n {needed}` as root, or ask for fewer with --sockets, \
         --spectators and --tables",
        limit.maximum.unwrap_or(0)
    )
}

/// Echoes a second of a bare server in a process of its own, with as many sockets as players.
async fn echo(tables: usize, time: Duration) -> Result<f64> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("echo")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("cannot start the echo server")?;
    let mut address = String::new();
    BufReader::new(child.stdout.take().context("its output")?).read_line(&mut address).await?;
    echoes(address.trim().parse()?, tables * 2, time).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        load: Load,
    }

    fn read(words: &str) -> Result<Load, String> {
        let line = Line::try_parse_from(["loadtest", "taijitu"].into_iter().chain(words.split_whitespace()));
        line.map(|line| line.load).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_has_a_default_and_parts_can_be_chosen() {
        let load = read("").unwrap();
        assert_eq!(load.nodes, [1, 3]);
        assert!(load.has(LoadPart::Turns) && load.has(LoadPart::Idle) && !load.has(LoadPart::Soak));
        let load = read("--only soak,idle --nodes 2 --store sqlite --think 0.5").unwrap();
        assert!(load.has(LoadPart::Soak) && load.has(LoadPart::Idle) && !load.has(LoadPart::Turns));
        assert_eq!((load.nodes.as_slice(), load.stores()), ([2].as_slice(), vec![StoreChoice::Sqlite]));
        assert_eq!(load.steady(load.pace()).think, Some(Duration::from_millis(500)));
        let load = read("--against old/taijitu --rounds 5").unwrap();
        assert_eq!((load.against, load.rounds), (Some("old/taijitu".into()), 5));
        let load = read("--rate 400 --tables 100").unwrap();
        assert_eq!(load.steady(load.pace()).think, Some(Duration::from_millis(250)));
    }

    #[test]
    fn a_wrong_argument_says_what_would_be_right() {
        for (words, hint) in [
            ("--store mysql", "sqlite, postgres, all"),
            ("--nodes 0", "1 to 9"),
            ("--nodes one", "1 to 9"),
            ("--tables 0", "from 1 up"),
            ("--rate -3", "above 0"),
            ("--rate fast", "above 0"),
            ("--reconnects -1", "0 for none"),
            ("--rate 5 --think 1", "cannot be used with"),
            ("--seconds 0", "1.."),
            ("--only everything", "growth"),
            ("--against old --only turns", "cannot be used with"),
            ("--rounds 5", "--against"),
            ("--against old --rounds 0", "from 1 up"),
        ] {
            let error = read(words).expect_err(words);
            assert!(error.contains(hint), "{words}: {error}");
        }
    }

    #[test]
    fn missing_things_are_named() {
        let error = read("").unwrap().check().unwrap_err().to_string();
        assert!(error.contains("there is no program at taijitu"), "{error}");
        let error = allow_files(u64::MAX - 1);
        assert!(error.is_ok() || error.unwrap_err().to_string().contains("ulimit -n"));
    }
}
