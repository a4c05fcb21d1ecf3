//! Injects the faults of a plan, each in a task of its own, and records when each was in effect.

use super::history::{FaultHistory, InjectedFault, Interval};
use super::node::Process;
use super::plan::{Fault, FaultPlan, Link, PlannedFault};
use super::site::{FaultNode, FaultSite};
use crate::clock::since_1970;
use crate::proxy::LinkState;
use anyhow::{Context, Result};
use rustix::process::Signal;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taijitu_test_services::{Nats, Postgres};
use tokio::task::JoinSet;

/// How often processes are checked for having ended by themselves.
const LOOK: Duration = Duration::from_millis(400);

/// The faults so far, shared between tasks.
#[derive(Clone, Default)]
pub(super) struct FaultLog {
    history: Arc<Mutex<FaultHistory>>,
    /// Processes that ended by themselves.
    ended: Arc<Mutex<Vec<String>>>,
}

impl FaultLog {
    pub(super) fn new() -> Self {
        let fault_log = Self::default();
        fault_log.lock().began = since_1970();
        fault_log
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

    /// Waits for the end of a fault that is in effect now, and records its interval.
    async fn while_it_lasts(&self, fault: Fault, lasts: u64) {
        let began = since_1970();
        pause(lasts).await;
        self.note(fault, began, since_1970());
    }

    fn note_ended(&self, who: String) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(who);
    }
}

/// Injects all faults; returns when none is in effect any more.
pub(super) async fn inject_all(site: &Arc<FaultSite>, plan: &FaultPlan, fault_log: &FaultLog) -> Result<()> {
    let mut faults = JoinSet::new();
    for &PlannedFault { at, lasts, fault } in &plan.faults {
        let (site, fault_log) = (site.clone(), fault_log.clone());
        faults.spawn(async move {
            pause(at).await;
            inject(&site, fault, lasts, &fault_log).await.with_context(|| fault.to_string())
        });
    }
    let watching = tokio::spawn(restart_ended(site.clone(), fault_log.clone()));
    while let Some(done) = faults.join_next().await {
        done??;
    }
    watching.abort();
    Ok(())
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// Locks the targets of a fault, waiting for faults that hold them. The fixed order prevents deadlocks.
async fn turns(site: &FaultSite, fault: Fault) -> Vec<tokio::sync::MutexGuard<'_, ()>> {
    match fault {
        Fault::Kill(node) | Fault::Drain(node) | Fault::Freeze(node) | Fault::Step(node, _) => {
            vec![site.nodes[node].turn.lock().await]
        }
        Fault::LinkState(node, Link::Database, _) => vec![site.nodes[node].database_turn.lock().await],
        Fault::NoDatabase(_) | Fault::RestartDatabase | Fault::FreezeDatabase => {
            let mut turns = vec![site.postgres_turn.lock().await];
            for node in &site.nodes {
                turns.push(node.database_turn.lock().await);
            }
            turns
        }
        Fault::RestartBus | Fault::FreezeBus => vec![site.nats_turn.lock().await],
        Fault::LinkState(..) | Fault::Extra | Fault::KillWorker(_) | Fault::FreezeWorker(_) => vec![],
    }
}

async fn inject(site: &FaultSite, fault: Fault, lasts: u64, fault_log: &FaultLog) -> Result<()> {
    let _turns = turns(site, fault).await;
    match fault {
        Fault::Kill(node) => {
            let mut process = site.nodes[node].process.lock().await;
            process.kill().await?;
            restart_after(&mut process, fault, lasts, fault_log).await
        }
        Fault::Drain(node) => {
            let mut process = site.nodes[node].process.lock().await;
            process.drain().await?;
            restart_after(&mut process, fault, lasts, fault_log).await
        }
        Fault::KillWorker(worker) => {
            let mut process = site.workers[worker].lock().await;
            process.kill().await?;
            restart_after(&mut process, fault, lasts, fault_log).await
        }
        Fault::Freeze(node) => freeze(&site.nodes[node].process, fault, lasts, fault_log).await,
        Fault::FreezeWorker(worker) => freeze(&site.workers[worker], fault, lasts, fault_log).await,
        Fault::Extra => run_extra_node(site, lasts, fault_log).await,
        Fault::Step(node, forward) => {
            let (there, back) =
                if forward { (Signal::USR1, Signal::USR2) } else { (Signal::USR2, Signal::USR1) };
            site.nodes[node].process.lock().await.signal(there)?;
            fault_log.while_it_lasts(fault, lasts).await;
            site.nodes[node].process.lock().await.signal(back)
        }
        Fault::LinkState(node, link, state) => {
            break_link(&[&site.nodes[node]], link, state, fault, lasts, fault_log).await;
            Ok(())
        }
        Fault::NoDatabase(state) => {
            let nodes: Vec<&FaultNode> = site.nodes.iter().collect();
            break_link(&nodes, Link::Database, state, fault, lasts, fault_log).await;
            Ok(())
        }
        Fault::RestartDatabase => {
            site.postgres.with(Postgres::stop).await?;
            fault_log.while_it_lasts(fault, lasts).await;
            site.postgres.with(Postgres::start_again).await
        }
        Fault::FreezeDatabase => {
            site.postgres.with(|postgres| postgres.signal_all("STOP")).await?;
            fault_log.while_it_lasts(fault, lasts).await;
            site.postgres.with(|postgres| postgres.signal_all("CONT")).await
        }
        Fault::RestartBus => {
            site.nats.with(Nats::kill).await?;
            fault_log.while_it_lasts(fault, lasts).await;
            site.nats.with(Nats::start_again).await
        }
        Fault::FreezeBus => {
            site.nats.with(|nats| nats.signal("STOP")).await?;
            fault_log.while_it_lasts(fault, lasts).await;
            site.nats.with(|nats| nats.signal("CONT")).await
        }
    }
}

/// A killed process is started again after a time.
async fn restart_after(process: &mut Process, fault: Fault, lasts: u64, fault_log: &FaultLog) -> Result<()> {
    fault_log.while_it_lasts(fault, lasts).await;
    process.start().await
}

async fn freeze(
    process: &tokio::sync::Mutex<Process>,
    fault: Fault,
    lasts: u64,
    fault_log: &FaultLog,
) -> Result<()> {
    process.lock().await.signal(Signal::STOP)?;
    fault_log.while_it_lasts(fault, lasts).await;
    process.lock().await.signal(Signal::CONT)
}

/// An additional node, which is drained after a time.
async fn run_extra_node(site: &FaultSite, lasts: u64, fault_log: &FaultLog) -> Result<()> {
    let Some(node) = site.nodes.last() else { return Ok(()) };
    let began = since_1970();
    node.process.lock().await.start().await?;
    site.addresses.extra.store(true, Ordering::Relaxed);
    pause(lasts).await;
    site.addresses.extra.store(false, Ordering::Relaxed);
    node.process.lock().await.drain().await?;
    fault_log.note(Fault::Extra, began, since_1970());
    Ok(())
}

async fn break_link(
    nodes: &[&FaultNode],
    link: Link,
    state: LinkState,
    fault: Fault,
    lasts: u64,
    fault_log: &FaultLog,
) {
    let set = |state: LinkState| {
        for node in nodes {
            match link {
                Link::Database => node.database.set(state),
                Link::Bus => node.bus.set(state),
                Link::Clients => node.clients.set(state),
            }
        }
    };
    set(state);
    fault_log.while_it_lasts(fault, lasts).await;
    set(LinkState::Clear);
}

/// Records a process that ended by itself, and starts it again so that the run continues.
async fn restart_ended(site: Arc<FaultSite>, fault_log: FaultLog) -> Result<()> {
    loop {
        tokio::time::sleep(LOOK).await;
        let nodes = site.nodes.iter().map(|node| &node.process);
        for (number, process) in nodes.chain(&site.workers).enumerate() {
            // A process that is being injected into is checked next time.
            if let Ok(mut process) = process.try_lock()
                && let Some(status) = process.ended()?
            {
                let at = since_1970() - fault_log.lock().began;
                let who = if number < site.nodes.len() { "node" } else { "worker" };
                let which = if number < site.nodes.len() { number } else { number - site.nodes.len() } + 1;
                fault_log.note_ended(format!("{who} {which} ended by itself at {at} ms: {status}"));
                process.start().await?;
            }
        }
    }
}
