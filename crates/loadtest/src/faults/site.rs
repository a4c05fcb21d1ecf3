//! The site that is hit: a database, a bus, nodes and workers, and a proxy on every link between them.

use super::kept::ThreadOwned;
use super::node::{Process, free_address};
use crate::proxy::Proxy;
use anyhow::Result;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use taijitu_test_services::{Durability, Nats, Postgres};

/// A node with its links.
pub(super) struct FaultNode {
    pub(super) process: tokio::sync::Mutex<Process>,
    /// Held while something is done to the process, and to the link to the database: what takes longer than planned is
    /// waited for.
    pub(super) turn: tokio::sync::Mutex<()>,
    pub(super) database_turn: tokio::sync::Mutex<()>,
    pub(super) database: Proxy,
    pub(super) bus: Proxy,
    pub(super) clients: Proxy,
}

/// Where clients may knock: as behind a load balancer, any node will do.
pub(super) struct Doors {
    addresses: Vec<SocketAddr>,
    /// Whether the last one, of the node that comes for a while, is there.
    pub(super) extra: AtomicBool,
}

impl Doors {
    /// One door for each address; the last one may be for a while only.
    pub(super) fn new(addresses: Vec<SocketAddr>, all: bool) -> Self {
        Self { addresses, extra: AtomicBool::new(all) }
    }

    /// How many there are at the moment.
    pub(super) fn count(&self) -> usize {
        self.addresses.len() - usize::from(!self.extra.load(Ordering::Relaxed))
    }

    /// The door with a number, counted around.
    pub(super) fn address(&self, number: usize) -> SocketAddr {
        self.addresses[number % self.count().max(1)]
    }
}

/// Everything that runs.
pub(super) struct FaultSite {
    pub(super) postgres: ThreadOwned<Postgres>,
    pub(super) nats: ThreadOwned<Nats>,
    /// Held while something is done to either.
    pub(super) postgres_turn: tokio::sync::Mutex<()>,
    pub(super) nats_turn: tokio::sync::Mutex<()>,
    /// The last one only runs for a while.
    pub(super) nodes: Vec<FaultNode>,
    pub(super) workers: Vec<tokio::sync::Mutex<Process>>,
    pub(super) doors: Arc<Doors>,
    pub(super) database: String,
}

impl FaultSite {
    /// Starts everything but the node that comes later.
    pub(super) async fn start(program: &Path, logs: &Path, nodes: usize, workers: usize) -> Result<Self> {
        let postgres = ThreadOwned::new(|| Postgres::start(Durability::Durable)).await?;
        let nats = ThreadOwned::new(Nats::start).await?;
        let (database, database_port) =
            postgres.with(|postgres| Ok((postgres.url(), postgres.port()))).await?;
        let (bus, bus_port) = nats.with(|nats| Ok((nats.url(), nats.port()))).await?;
        let mut all = vec![];
        for number in 0..=nodes {
            all.push(node(program, logs, number, database_port, bus_port).await?);
        }
        let doors = Doors::new(all.iter().map(|node| node.clients.address()).collect(), false);
        let worker = |number: usize| {
            let words = ["worker", "--threads", "1", "--nats"].map(str::to_owned);
            let arguments = words.into_iter().chain([bus.clone()]).collect();
            let log = logs.join(format!("worker-{}.log", number + 1));
            tokio::sync::Mutex::new(Process::new(program, arguments, log, None))
        };
        let site = Self {
            workers: (0..workers).map(worker).collect(),
            doors: Arc::new(doors),
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
