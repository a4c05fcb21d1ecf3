//! Faults on purpose: a site of several nodes with players at its tables, hit again and again, and checked in the end.
//!
//! ```text
//! seed ──► plan ──► inject ──► nodes, links, PostgreSQL, NATS, workers
//!            │                            ▲
//!            └──► tables (clients) ───────┘ ──► gather ──► model ──► report
//! ```

mod client;
mod command;
mod disk;
mod gather;
mod history;
mod inject;
mod kept;
mod model;
mod node;
mod plan;
mod report;
mod site;
mod story;
mod tables;

pub use command::FaultArgs;
pub use disk::{FullDiskReport, out_of_disk};
pub use history::{FaultHistory, InjectedFault, Interval};
pub use model::{Times, Violation, check};
pub use plan::{Fault, FaultPlan, Link, PlannedFault, Terms};
pub use report::{FaultNumbers, FaultReport};
pub use story::{ClientRequest, Fate, NodeAnswer, ReceivedMessage, Story, Witness};

use crate::clock::since_1970;
use anyhow::{Context, Result};
use inject::Chronicle;
use site::{Doors, FaultSite};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tables::PlayedTable;
use taijitu_store::{Store, StoreSettings};
use tokio::task::JoinSet;

/// How long everything is left alone after the last fault before the tables are brought to an end.
const CALM: Duration = Duration::from_secs(3);
/// Outages are asked for from this long before the run, in milliseconds.
const BEFORE: i64 = 60_000;

/// Runs a site of its own, lets everything go wrong that a plan says, and checks what came of it. What the nodes say goes
/// to files in a folder.
///
/// # Errors
/// If something could not be started or asked; what is found wrong is in the report.
pub async fn run(program: &Path, terms: Terms, guests: usize, logs: &Path) -> Result<FaultReport> {
    let plan = FaultPlan::new(terms);
    std::fs::create_dir_all(logs).with_context(|| logs.display().to_string())?;
    std::fs::write(logs.join("plan.txt"), plan.to_string())?;
    let site = Arc::new(FaultSite::start(program, logs, terms.nodes, terms.workers).await?);
    let chronicle = Chronicle::new();
    let (circles, enough) = start_players(&site.doors, guests, terms.seed);
    let injected = inject::all(&site, &plan, &chronicle).await;
    let seconds = (since_1970() - chronicle.history().began) as f64 / 1000.0;
    eprintln!("{seconds:.0} s: everything is healed, games are brought to their end");
    tokio::time::sleep(CALM).await;
    enough.store(true, Ordering::Relaxed);
    let (parties, mut violations) = all_parties(circles).await;
    injected?;
    eprintln!("{} tables are checked", parties.len());
    let store = Store::open(&site.database, StoreSettings::default()).await?;
    let outages = store.outages(chronicle.history().began - BEFORE, i64::MAX).await?;
    let stories = gather::stories(parties, &store, terms.nodes).await?;
    store.close().await;
    let history = chronicle.history();
    let times = Times { downtime: history.downtime(terms.nodes, since_1970()), outages };
    for who in chronicle.ended() {
        violations.push(("none".into(), wrong("no process ends by itself", who)));
    }
    violations.extend(check_all(&stories, &times));
    Ok(FaultReport {
        command: command(terms, guests),
        seed: terms.seed,
        nodes: terms.nodes,
        workers: terms.workers,
        seconds,
        numbers: FaultNumbers::of(&stories),
        downtime: (times.downtime.len(), times.downtime.iter().map(|down| down.length()).sum()),
        outages: (times.outages.len(), times.outages.iter().map(|out| out.ended - out.began).sum()),
        history,
        violations,
    })
}

fn wrong(promise: &'static str, how: String) -> Violation {
    Violation { promise, how, at: None }
}

fn command(terms: Terms, guests: usize) -> String {
    let Terms { seed, seconds, faults, nodes, workers } = terms;
    format!(
        "cargo xtask faults --seed {seed} --seconds {seconds} --faults {faults} --nodes {nodes} --workers {workers} --guests {guests}"
    )
}

type Circles = JoinSet<Result<Vec<PlayedTable>>>;

/// Has a number of guests play, one game after the other, until the switch stops them.
fn start_players(doors: &Arc<Doors>, guests: usize, seed: u64) -> (Circles, Arc<AtomicBool>) {
    let enough = Arc::new(AtomicBool::new(false));
    let mut circles = JoinSet::new();
    for number in 0..guests.div_ceil(2).max(1) {
        circles.spawn(tables::circle(number, doors.clone(), seed, enough.clone()));
    }
    (circles, enough)
}

/// Waits for everybody; a circle that could not go on is a violation.
async fn all_parties(mut circles: Circles) -> (Vec<PlayedTable>, Vec<(String, Violation)>) {
    let (mut parties, mut violations) = (vec![], vec![]);
    while let Some(done) = circles.join_next().await {
        match done.map_err(anyhow::Error::from).flatten() {
            Ok(more) => parties.extend(more),
            Err(error) => violations.push(("none".into(), wrong("games go on", format!("{error:#}")))),
        }
    }
    (parties, violations)
}

fn check_all(stories: &[Story], times: &Times) -> Vec<(String, Violation)> {
    let named = |story: &Story| format!("{} ({})", story.id, story.game);
    stories
        .iter()
        .flat_map(|story| check(story, times).into_iter().map(move |violation| (named(story), violation)))
        .collect()
}
