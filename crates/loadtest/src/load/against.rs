//! Two programs in one run: the same measurement of this program and of another one, in alternation, as ratios.
//!
//! Numbers of two runs cannot be compared on a machine whose speed changes between them. Here each round measures both
//! programs one right after the other, and the program that begins changes from round to round. A ratio is taken within
//! its round; the median of the rounds is what counts.

use super::command::{Load, StoreChoice};
use super::report::{Grid, LoadReport};
use super::site::{Database, LoadSite};
use super::turns::{TurnPace, Turns, run};
use anyhow::{Context, Result};
use std::path::Path;

/// Measurements of one program in one round.
#[derive(Clone, Debug)]
pub struct ComparisonSample {
    /// At full speed.
    pub full: Turns,
    /// At a steady pace.
    pub steady: Turns,
}

/// Measurements of both programs in one round.
#[derive(Clone, Debug)]
pub struct ComparisonRound {
    /// The program under test.
    pub this: ComparisonSample,
    /// The program it is compared with.
    pub other: ComparisonSample,
}

/// The two paces at which both programs are measured.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    /// At full speed.
    pub full: TurnPace,
    /// At a steady pace.
    pub steady: TurnPace,
}

/// A number that is compared, and its name.
type Measure = (&'static str, fn(&ComparisonSample) -> f64);

const MEASURES: [Measure; 7] = [
    ("durable turns/s, full", |sample| sample.full.rate()),
    ("server CPU µs/turn, full", |sample| server_time(&sample.full)),
    ("p50 ms, full", |sample| latency(&sample.full, 500)),
    ("p99 ms, full", |sample| latency(&sample.full, 990)),
    ("server CPU µs/turn, steady", |sample| server_time(&sample.steady)),
    ("p50 ms, steady", |sample| latency(&sample.steady, 500)),
    ("p99 ms, steady", |sample| latency(&sample.steady, 990)),
];

fn server_time(turns: &Turns) -> f64 {
    turns.processor.of_each(turns.turns)[0]
}

fn latency(turns: &Turns, of_thousand: usize) -> f64 {
    turns.acknowledged.clone().per_mille(of_thousand).as_secs_f64() * 1000.0
}

/// Compares both programs on each kind of site requested, and reports the ratios.
pub(super) async fn against(load: &Load, other: &Path, report: &mut LoadReport) -> Result<()> {
    let full = TurnPace { think: None, ..load.pace() };
    let paces = Paces { full, steady: load.steady(full) };
    let mut compared = vec![];
    for (store, nodes) in sites(load) {
        let name = format!("{store}, nodes: {nodes}");
        let mut rounds = vec![];
        for number in 0..load.rounds {
            let database = load.database(store);
            let round = round(&load.server, other, &database, nodes, paces, number % 2 == 1);
            rounds.push(round.await.with_context(|| format!("{name}, round {}", number + 1))?);
            report.add(&grid(&[(name.as_str(), rounds.as_slice())]));
        }
        compared.push((store, nodes, name, rounds));
    }
    report.section(&format!("This program against {}", other.display()));
    let rows: Vec<(&str, &[ComparisonRound])> =
        compared.iter().map(|(.., name, rounds)| (name.as_str(), rounds.as_slice())).collect();
    report.keep(&grid(&rows));
    for (store, _, name, rounds) in compared.iter().filter(|(_, nodes, ..)| *nodes > 1) {
        if let Some((.., one)) = compared.iter().find(|(same, nodes, ..)| same == store && *nodes == 1) {
            let lost =
                |rate: fn(&ComparisonRound) -> f64| 100.0 * (1.0 - median(rounds, rate) / median(one, rate));
            report.say(&format!(
                "{name}: {:.0} % fewer turns than one node; the other program {:.0} %",
                lost(|round| round.this.full.rate()),
                lost(|round| round.other.full.rate())
            ));
        }
    }
    Ok(())
}

/// The kinds of sites that are compared: SQLite is for one node.
fn sites(load: &Load) -> Vec<(StoreChoice, usize)> {
    let mut sites = vec![];
    for store in load.stores() {
        match store {
            StoreChoice::Sqlite => sites.push((store, 1)),
            StoreChoice::Postgres => sites.extend(load.nodes.iter().map(|nodes| (store, *nodes))),
        }
    }
    sites
}

/// Measures both programs once, each on new databases.
///
/// # Errors
/// If a program does not start, or a client misses an event.
pub async fn round(
    this: &Path,
    other: &Path,
    database: &Database,
    nodes: usize,
    paces: Paces,
    other_first: bool,
) -> Result<ComparisonRound> {
    if other_first {
        let other = sample(other, database, nodes, paces).await.context("the other program")?;
        return Ok(ComparisonRound { this: sample(this, database, nodes, paces).await?, other });
    }
    let this = sample(this, database, nodes, paces).await?;
    Ok(ComparisonRound {
        this,
        other: sample(other, database, nodes, paces).await.context("the other program")?,
    })
}

async fn sample(program: &Path, database: &Database, nodes: usize, paces: Paces) -> Result<ComparisonSample> {
    let site = LoadSite::start(program, database, nodes).await?;
    let full = run(&site, paces.full).await.context("as fast as it goes")?;
    drop(site);
    let site = LoadSite::start(program, database, nodes).await?;
    let steady = run(&site, paces.steady).await.context("at a steady pace")?;
    Ok(ComparisonSample { full, steady })
}

/// One line for each number of each kind of site.
fn grid(sites: &[(&str, &[ComparisonRound])]) -> Grid {
    let mut grid = Grid::new(&["site", "measure", "this", "other", "ratio", "ratios of the rounds"]);
    for (name, rounds) in sites {
        for (measure, value) in MEASURES {
            let ratio = |round: &ComparisonRound| value(&round.this) / value(&round.other);
            let each: Vec<String> = rounds.iter().map(|round| format!("{:.2}", ratio(round))).collect();
            grid.row(vec![
                (*name).into(),
                measure.into(),
                format!("{:.1}", median(rounds, |round| value(&round.this))),
                format!("{:.1}", median(rounds, |round| value(&round.other))),
                format!("{:.2}", median(rounds, ratio)),
                each.join(" "),
            ]);
        }
    }
    grid
}

/// The value in the middle; of an even number of rounds the mean of the two in the middle.
fn median(rounds: &[ComparisonRound], value: impl Fn(&ComparisonRound) -> f64) -> f64 {
    let mut values: Vec<f64> = rounds.iter().map(value).collect();
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.as_slice() {
        [] => f64::NAN,
        values if values.len() % 2 == 1 => values[half],
        values => f64::midpoint(values[half - 1], values[half]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sample(turns: u64, ms: u64) -> ComparisonSample {
        let mut measured = Turns { turns, seconds: 1.0, ..Turns::default() };
        measured.processor.servers = 0.1;
        measured.acknowledged.add(Duration::from_millis(ms));
        ComparisonSample { full: measured.clone(), steady: measured }
    }

    fn round(this: u64, other: u64) -> ComparisonRound {
        ComparisonRound { this: sample(this, 5), other: sample(other, 10) }
    }

    #[test]
    fn ratios_are_taken_within_a_round_and_their_median_counts() {
        // The machine was four times slower in the last round.
        let rounds = [round(1200, 1000), round(1300, 1000), round(300, 250)];
        let text = grid(&[("SQLite", &rounds)]).say();
        let line = |measure: &str| text.lines().find(|line| line.contains(measure)).unwrap().to_owned();
        let turns = line("durable turns/s");
        assert!(turns.contains("| 1200.0 | 1000.0 | 1.20 "), "{turns}");
        assert!(turns.contains("1.20 1.30 1.20"), "{turns}");
        assert!(line("server CPU µs/turn, full").contains("| 0.83 "));
        assert!(line("p99 ms, steady").contains("| 5.0 "), "{}", line("p99 ms, steady"));
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_middle_two() {
        let rounds = [round(1, 1), round(4, 1), round(2, 1), round(9, 1)];
        assert!((median(&rounds, |round| round.this.full.rate()) - 3.0).abs() < 1e-9);
        assert!(median(&[], |_| 1.0).is_nan());
    }
}
