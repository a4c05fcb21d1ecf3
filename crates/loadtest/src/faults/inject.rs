//! Lets the faults of a plan happen, each for itself, and writes down when each was in effect.

use super::history::{FaultHistory, InjectedFault, Interval};
use super::node::Process;
use super::plan::{Fault, FaultPlan, Link, PlannedFault};
use super::site::{FaultNode, FaultSite};
use crate::clock::since_1970;
use crate::proxy::Weather;
use anyhow::{Context, Result};
use rustix::process::Signal;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taijitu_test_services::{Nats, Postgres};
use tokio::task::JoinSet;

/// How often it is looked whether something ended that nobody hit.
const LOOK: Duration = Duration::from_millis(400);

/// What has happened so far, for everybody to look at.
#[derive(Clone, Default)]
pub(super) struct Chronicle {
    history: Arc<Mutex<FaultHistory>>,
    /// Processes that ended by themselves.
    ended: Arc<Mutex<Vec<String>>>,
}

impl Chronicle {
    pub(super) fn new() -> Self {
        let chronicle = Self::default();
        chronicle.lock().began = since_1970();
        chronicle
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FaultHistory> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn history(&self) -> FaultHistory {
        self.lock().clone()
    }

    pub(super) fn ended(&self) -> Vec<String> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, fault: Fault, began: i64, ended: i64) {
        self.lock().happened.push(InjectedFault { fault, effect: Interval { began, ended } });
    }

    /// Waits for the end of a fault that is in effect now, and notes from when to when it was.
    async fn while_it_lasts(&self, fault: Fault, lasts: u64) {
        let began = since_1970();
        pause(lasts).await;
        self.note(fault, began, since_1970());
    }

    fn note_ended(&self, who: String) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(who);
    }
}

/// Lets everything happen; returns when all is healed.
pub(super) async fn all(site: &Arc<FaultSite>, plan: &FaultPlan, chronicle: &Chronicle) -> Result<()> {
    let mut faults = JoinSet::new();
    for &PlannedFault { at, lasts, fault } in &plan.faults {
        let (site, chronicle) = (site.clone(), chronicle.clone());
        faults.spawn(async move {
            pause(at).await;
            one(&site, fault, lasts, &chronicle).await.with_context(|| fault.to_string())
        });
    }
    let watching = tokio::spawn(look_after(site.clone(), chronicle.clone()));
    while let Some(done) = faults.join_next().await {
        done??;
    }
    watching.abort();
    Ok(())
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// Waits until whatever hits the same thing is over, in an order in which nobody waits in a circle.
async fn turns(site: &FaultSite, fault: Fault) -> Vec<tokio::sync::MutexGuard<'_, ()>> {
    match fault {
        Fault::Kill(node) | Fault::Drain(node) | Fault::Freeze(node) | Fault::Step(node, _) => {
            vec![site.nodes[node].turn.lock().await]
        }
        Fault::Weather(node, Link::Database, _) => vec![site.nodes[node].database_turn.lock().await],
        Fault::NoDatabase(_) | Fault::RestartDatabase | Fault::FreezeDatabase => {
            let mut turns = vec![site.postgres_turn.lock().await];
            for node in &site.nodes {
                turns.push(node.database_turn.lock().await);
            }
            turns
        }
        Fault::RestartBus | Fault::FreezeBus => vec![site.nats_turn.lock().await],
        Fault::Weather(..) | Fault::Extra | Fault::KillWorker(_) | Fault::FreezeWorker(_) => vec![],
    }
}

async fn one(site: &FaultSite, fault: Fault, lasts: u64, chronicle: &Chronicle) -> Result<()> {
    let _turns = turns(site, fault).await;
    match fault {
        Fault::Kill(node) => {
            let mut process = site.nodes[node].process.lock().await;
            process.kill().await?;
            away(&mut process, fault, lasts, chronicle).await
        }
        Fault::Drain(node) => {
            let mut process = site.nodes[node].process.lock().await;
            process.drain().await?;
            away(&mut process, fault, lasts, chronicle).await
        }
        Fault::KillWorker(worker) => {
            let mut process = site.workers[worker].lock().await;
            process.kill().await?;
            away(&mut process, fault, lasts, chronicle).await
        }
        Fault::Freeze(node) => freeze(&site.nodes[node].process, fault, lasts, chronicle).await,
        Fault::FreezeWorker(worker) => freeze(&site.workers[worker], fault, lasts, chronicle).await,
        Fault::Extra => extra(site, lasts, chronicle).await,
        Fault::Step(node, forward) => {
            let (there, back) =
                if forward { (Signal::USR1, Signal::USR2) } else { (Signal::USR2, Signal::USR1) };
            site.nodes[node].process.lock().await.signal(there)?;
            chronicle.while_it_lasts(fault, lasts).await;
            site.nodes[node].process.lock().await.signal(back)
        }
        Fault::Weather(node, link, weather) => {
            blow(&[&site.nodes[node]], link, weather, fault, lasts, chronicle).await;
            Ok(())
        }
        Fault::NoDatabase(weather) => {
            let nodes: Vec<&FaultNode> = site.nodes.iter().collect();
            blow(&nodes, Link::Database, weather, fault, lasts, chronicle).await;
            Ok(())
        }
        Fault::RestartDatabase => {
            site.postgres.with(Postgres::stop).await?;
            chronicle.while_it_lasts(fault, lasts).await;
            site.postgres.with(Postgres::start_again).await
        }
        Fault::FreezeDatabase => {
            site.postgres.with(|postgres| postgres.signal_all("STOP")).await?;
            chronicle.while_it_lasts(fault, lasts).await;
            site.postgres.with(|postgres| postgres.signal_all("CONT")).await
        }
        Fault::RestartBus => {
            site.nats.with(Nats::kill).await?;
            chronicle.while_it_lasts(fault, lasts).await;
            site.nats.with(Nats::start_again).await
        }
        Fault::FreezeBus => {
            site.nats.with(|nats| nats.signal("STOP")).await?;
            chronicle.while_it_lasts(fault, lasts).await;
            site.nats.with(|nats| nats.signal("CONT")).await
        }
    }
}

/// A process that is gone comes back after a while.
async fn away(process: &mut Process, fault: Fault, lasts: u64, chronicle: &Chronicle) -> Result<()> {
    chronicle.while_it_lasts(fault, lasts).await;
    process.start().await
}

async fn freeze(
    process: &tokio::sync::Mutex<Process>,
    fault: Fault,
    lasts: u64,
    chronicle: &Chronicle,
) -> Result<()> {
    process.lock().await.signal(Signal::STOP)?;
    chronicle.while_it_lasts(fault, lasts).await;
    process.lock().await.signal(Signal::CONT)
}

/// One more node, which is drained after a while.
async fn extra(site: &FaultSite, lasts: u64, chronicle: &Chronicle) -> Result<()> {
    let Some(node) = site.nodes.last() else { return Ok(()) };
    let began = since_1970();
    node.process.lock().await.start().await?;
    site.doors.extra.store(true, Ordering::Relaxed);
    pause(lasts).await;
    site.doors.extra.store(false, Ordering::Relaxed);
    node.process.lock().await.drain().await?;
    chronicle.note(Fault::Extra, began, since_1970());
    Ok(())
}

async fn blow(
    nodes: &[&FaultNode],
    link: Link,
    weather: Weather,
    fault: Fault,
    lasts: u64,
    chronicle: &Chronicle,
) {
    let set = |weather: Weather| {
        for node in nodes {
            match link {
                Link::Database => node.database.set(weather),
                Link::Bus => node.bus.set(weather),
                Link::Clients => node.clients.set(weather),
            }
        }
    };
    set(weather);
    chronicle.while_it_lasts(fault, lasts).await;
    set(Weather::Clear);
}

/// A process that ends by itself is written down, and started again so that the run goes on.
async fn look_after(site: Arc<FaultSite>, chronicle: Chronicle) -> Result<()> {
    loop {
        tokio::time::sleep(LOOK).await;
        let nodes = site.nodes.iter().map(|node| &node.process);
        for (number, process) in nodes.chain(&site.workers).enumerate() {
            // A process that is being injected into is checked next time.
            if let Ok(mut process) = process.try_lock()
                && let Some(status) = process.ended()?
            {
                let at = since_1970() - chronicle.lock().began;
                let who = if number < site.nodes.len() { "node" } else { "worker" };
                let which = if number < site.nodes.len() { number } else { number - site.nodes.len() } + 1;
                chronicle.note_ended(format!("{who} {which} ended by itself at {at} ms: {status}"));
                process.start().await?;
            }
        }
    }
}
