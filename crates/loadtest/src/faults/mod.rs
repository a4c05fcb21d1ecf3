//! Fault injection: a site of several nodes with players at its tables, checked against a model after the run.
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
mod model;
mod node;
mod owning_thread;
mod plan;
mod rated;
mod rated_games;
mod report;
mod site;
mod table_history;
mod tables;

pub use command::FaultArgs;
pub use disk::{FullDiskReport, out_of_disk};
pub use history::{FaultHistory, InjectedFault, Interval};
pub use model::{Times, Violation, check};
pub use plan::{Fault, FaultPlan, Link, PlannedFault, Terms};
pub use rated::{RatedArgs, RatedReport, RatedTerms, rated_on_postgres, rated_on_sqlite};
pub use report::{FaultNumbers, FaultReport};
pub use table_history::{
    ClientHistory, ClientRequest, NodeAnswer, ReceivedMessage, RequestOutcome, TableHistory,
};

use crate::clock::since_1970;
use anyhow::{Context, Result};
use inject::FaultLog;
use site::{FaultSite, NodeAddresses};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tables::PlayedTable;
use taijitu_store::{Store, StoreSettings};
use tokio::task::JoinSet;

/// How long the site recovers after the last fault before the tables are finished.
const CALM: Duration = Duration::from_secs(3);
/// Outages are read from this long before the run, in milliseconds.
const BEFORE_MS: i64 = 60_000;

/// Starts a site, injects the faults of a plan, and checks the result. The logs of the nodes go to files in a folder.
///
/// # Errors
/// If something could not be started or read. Violations are not errors: they are in the report.
pub async fn run(program: &Path, terms: Terms, guests: usize, logs: &Path) -> Result<FaultReport> {
    let plan = FaultPlan::new(terms);
    std::fs::create_dir_all(logs).with_context(|| logs.display().to_string())?;
    std::fs::write(logs.join("plan.txt"), plan.to_string())?;
    let site = Arc::new(FaultSite::start(program, logs, terms.nodes, terms.workers).await?);
    let fault_log = FaultLog::new();
    let (circles, enough) = start_players(&site.addresses, guests, terms.seed);
    let injected = inject::inject_all(&site, &plan, &fault_log).await;
    let seconds = (since_1970() - fault_log.history().began) as f64 / 1000.0;
    eprintln!("{seconds:.0} s: everything is healed, games are brought to their end");
    tokio::time::sleep(CALM).await;
    enough.store(true, Ordering::Relaxed);
    let (parties, mut violations) = all_parties(circles).await;
    injected?;
    eprintln!("{} tables are checked", parties.len());
    let store = Store::open(&site.database, StoreSettings::default()).await?;
    let outages = store.outages(fault_log.history().began - BEFORE_MS, i64::MAX).await?;
    let histories = gather::histories(parties, &store, terms.nodes).await?;
    store.close().await;
    let history = fault_log.history();
    let times = Times { downtime: history.downtime(terms.nodes, since_1970()), outages };
    for who in fault_log.ended() {
        violations.push(("none".into(), wrong("no process ends by itself", who)));
    }
    violations.extend(check_all(&histories, &times));
    Ok(FaultReport {
        command: command(terms, guests),
        seed: terms.seed,
        nodes: terms.nodes,
        workers: terms.workers,
        seconds,
        numbers: FaultNumbers::of(&histories),
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

/// Lets guests play one game after the other, until the flag stops them.
fn start_players(addresses: &Arc<NodeAddresses>, guests: usize, seed: u64) -> (Circles, Arc<AtomicBool>) {
    let enough = Arc::new(AtomicBool::new(false));
    let mut circles = JoinSet::new();
    for number in 0..guests.div_ceil(2).max(1) {
        circles.spawn(tables::circle(number, addresses.clone(), seed, enough.clone()));
    }
    (circles, enough)
}

/// Waits for all circles; one that failed is a violation.
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

fn check_all(histories: &[TableHistory], times: &Times) -> Vec<(String, Violation)> {
    let named = |history: &TableHistory| format!("{} ({})", history.id, history.game);
    histories
        .iter()
        .flat_map(|history| {
            check(history, times).into_iter().map(move |violation| (named(history), violation))
        })
        .collect()
}
