//! The site that faults are injected into: a database, a bus, nodes and workers, and a proxy on every link between them.

use super::node::Process;
use super::owning_thread::OwningThread;
use crate::proxy::Proxy;
use anyhow::Result;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use taijitu_test_services::{Durability, Nats, Postgres, free_address};

/// A node with its links.
pub(super) struct FaultNode {
    pub(super) process: tokio::sync::Mutex<Process>,
    /// Held while a fault of the process or of its link to the database is in effect, so that a fault that takes longer
    /// than planned delays the next one.
    pub(super) turn: tokio::sync::Mutex<()>,
    pub(super) database_turn: tokio::sync::Mutex<()>,
    pub(super) database: Proxy,
    pub(super) bus: Proxy,
    pub(super) clients: Proxy,
}

/// The addresses clients connect to, as behind a load balancer: any node serves any client.
pub(super) struct NodeAddresses {
    addresses: Vec<SocketAddr>,
    /// Whether the last address, of the additional node, is in use.
    pub(super) extra: AtomicBool,
}

impl NodeAddresses {
    /// The addresses of all nodes; without `all` the last one is not used yet.
    pub(super) fn new(addresses: Vec<SocketAddr>, all: bool) -> Self {
        Self { addresses, extra: AtomicBool::new(all) }
    }

    /// The number of addresses in use.
    pub(super) fn count(&self) -> usize {
        self.addresses.len() - usize::from(!self.extra.load(Ordering::Relaxed))
    }

    /// The address with a number, modulo the number in use.
    pub(super) fn address(&self, number: usize) -> SocketAddr {
        self.addresses[number % self.count().max(1)]
    }
}

/// All processes of the site.
pub(super) struct FaultSite {
    pub(super) postgres: OwningThread<Postgres>,
    pub(super) nats: OwningThread<Nats>,
    /// Held while a fault of the database or the bus is in effect.
    pub(super) postgres_turn: tokio::sync::Mutex<()>,
    pub(super) nats_turn: tokio::sync::Mutex<()>,
    /// The last one is the additional node.
    pub(super) nodes: Vec<FaultNode>,
    pub(super) workers: Vec<tokio::sync::Mutex<Process>>,
    pub(super) addresses: Arc<NodeAddresses>,
    pub(super) database: String,
}

impl FaultSite {
    /// Starts everything but the additional node.
    pub(super) async fn start(program: &Path, logs: &Path, nodes: usize, workers: usize) -> Result<Self> {
        let postgres = OwningThread::new(|| Postgres::start(Durability::Durable)).await?;
        let nats = OwningThread::new(Nats::start).await?;
        let (database, database_port) =
            postgres.with(|postgres| Ok((postgres.url(), postgres.port()))).await?;
        let (bus, bus_port) = nats.with(|nats| Ok((nats.url(), nats.port()))).await?;
        let mut all = vec![];
        for number in 0..=nodes {
            all.push(node(program, logs, number, database_port, bus_port).await?);
        }
        let addresses = NodeAddresses::new(all.iter().map(|node| node.clients.address()).collect(), false);
        let worker = |number: usize| {
            let words = ["worker", "--threads", "1", "--nats"].map(str::to_owned);
            let arguments = words.into_iter().chain([bus.clone()]).collect();
            let log = logs.join(format!("worker-{}.log", number + 1));
            tokio::sync::Mutex::new(Process::new(program, arguments, log, None))
        };
        let site = Self {
            workers: (0..workers).map(worker).collect(),
            addresses: Arc::new(addresses),
            database,
            postgres,
            nats,
            postgres_turn: tokio::sync::Mutex::default(),
            nats_turn: tokio::sync::Mutex::default(),
            nodes: all,
        };
        for node in &site.nodes[..nodes] {
            node.process.lock().await.start().await?;
        }
        for worker in &site.workers {
            worker.lock().await.start().await?;
        }
        Ok(site)
    }
}

async fn node(program: &Path, logs: &Path, number: usize, postgres: u16, nats: u16) -> Result<FaultNode> {
    let here = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
    let address = free_address()?;
    let (database, bus) = (Proxy::start(here(postgres)).await?, Proxy::start(here(nats)).await?);
    let arguments = [
        "serve",
        "--listen",
        &address.to_string(),
        "--rate-factor",
        "10000",
        "--engine-threads",
        "1",
        "--data",
        &format!("postgres://postgres@{}/postgres", database.address()),
        "--nats",
        &format!("nats://{}", bus.address()),
    ];
    let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
    let log = logs.join(format!("node-{}.log", number + 1));
    let process = tokio::sync::Mutex::new(Process::new(program, arguments, log, Some(address)));
    let (turn, database_turn) = <(tokio::sync::Mutex<()>, tokio::sync::Mutex<()>)>::default();
    let clients = Proxy::start(address).await?;
    Ok(FaultNode { process, turn, database_turn, database, bus, clients })
}
