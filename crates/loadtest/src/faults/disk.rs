//! A node on SQLite that runs out of disk: a limit on the size of its files, lowered and raised from outside.

use super::model::{Times, check};
use super::node::Process;
use super::report::FaultNumbers;
use super::site::NodeAddresses;
use super::{Violation, all_parties, gather, start_players};
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use taijitu_store::{Store, StoreSettings};
use taijitu_test_services::free_address;
use taijitu_testkit::Client;

/// How long the disk has room, and how long it is full.
const ROOM: Duration = Duration::from_secs(3);
const NONE: Duration = Duration::from_secs(4);
/// A full disk has room for this, in bytes: less than any database needs.
const FULL: u64 = 4096;

/// The result.
#[derive(Clone, Debug)]
pub struct FullDiskReport {
    /// Counts.
    pub numbers: FaultNumbers,
    /// How often the disk was full.
    pub times: u32,
    /// The code a request was refused with while it was.
    pub refused_with: Vec<String>,
    /// Violations, with the id of the table.
    pub violations: Vec<(String, Violation)>,
}

impl fmt::Display for FullDiskReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultNumbers { tables, turns, acknowledged, moves, .. } = self.numbers;
        write!(
            f,
            "a SQLite node out of disk {} times: {tables} tables, {turns} turns, {acknowledged} requests acknowledged, \
             {moves} tried again, refused with {:?}; {} violations",
            self.times,
            self.refused_with,
            self.violations.len()
        )
    }
}

/// Has guests play at a node on SQLite whose disk becomes full several times.
///
/// # Errors
/// If the node does not start, or a request of the checks fails.
pub async fn out_of_disk(
    program: &Path,
    folder: &Path,
    guests: usize,
    times: u32,
    seed: u64,
) -> Result<FullDiskReport> {
    let address = free_address()?;
    let data = folder.join("data");
    let arguments = ["serve", "--listen", &address.to_string(), "--rate-factor", "10000", "--data"];
    let arguments = arguments.iter().map(|word| (*word).to_owned()).chain([data.display().to_string()]);
    let mut process = Process::new(program, arguments.collect(), folder.join("node.log"), Some(address));
    process.start().await?;
    let addresses = Arc::new(NodeAddresses::new(vec![address], true));
    let (circles, enough) = start_players(&addresses, guests, seed);
    let mut refused_with = vec![];
    let mut violations = vec![];
    for _ in 0..times {
        tokio::time::sleep(ROOM).await;
        limit(&process, Some(FULL))?;
        tokio::time::sleep(NONE / 2).await;
        refused_with.push(refused_requests(address).await.unwrap_or_else(|error| format!("{error:#}")));
        tokio::time::sleep(NONE / 2).await;
        limit(&process, None)?;
        if let Some(status) = process.ended()? {
            let how = format!("the node ended: {status}");
            violations
                .push(("none".into(), Violation { promise: "a full disk ends nothing", how, at: None }));
            process.start().await?;
        }
    }
    tokio::time::sleep(ROOM).await;
    enough.store(true, Ordering::Relaxed);
    let (parties, more) = all_parties(circles).await;
    violations.extend(more);
    let database = format!("sqlite:{}", data.join("taijitu.db").display());
    let store = Store::open(&database, StoreSettings::default()).await?;
    let outages = store.outages(0, i64::MAX).await?;
    let histories = gather::histories(parties, &store, 1).await?;
    store.close().await;
    // A node that cannot write a heartbeat counts as down for the clocks; the outages it recorded say for how long.
    let checked = Times { outages, downtime: vec![] };
    for history in &histories {
        violations.extend(check(history, &checked).into_iter().map(|wrong| (history.id.to_string(), wrong)));
    }
    Ok(FullDiskReport { numbers: FaultNumbers::of(&histories), times, refused_with, violations })
}

/// Limits the size of files that a process writes; `None` removes the limit.
fn limit(process: &Process, bytes: Option<u64>) -> Result<()> {
    let pid = process.pid().context("the node does not run")?.to_string();
    let size = bytes.map_or_else(|| "unlimited".into(), |bytes| bytes.to_string());
    // The soft limit only: it can be raised again.
    let status = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={size}:")]).status();
    ensure!(status.context("prlimit, of util-linux, is needed")?.success(), "prlimit failed");
    Ok(())
}

/// The error code of a request that has to store something now.
async fn refused_requests(address: SocketAddr) -> Result<String> {
    let client = Client::new(address);
    let nothing = serde_json::json!({});
    let request = client.try_post("/api/guest", &nothing);
    let answer = tokio::time::timeout(Duration::from_secs(20), request).await.context("no answer")??;
    Ok(answer
        .refusal()
        .unwrap_or_else(|| if answer.status == 200 { "it was stored" } else { "no code" }.to_owned()))
}
