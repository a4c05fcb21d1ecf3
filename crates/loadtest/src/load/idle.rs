//! The cost of an idle socket.

use super::site::LoadSite;
use anyhow::{Context, Result};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::net::SocketAddr;
use std::time::Duration;
use taijitu_protocol::{FromClient, TableId};
use taijitu_testkit::{Client, Socket};

/// Connections being opened at once.
const AT_ONCE: usize = 50;
/// How long the server may take to become idle.
const REST: Duration = Duration::from_secs(3);

/// The measurements.
#[derive(Clone, Debug)]
pub struct IdleMeasurement {
    /// Memory of the servers without sockets, in kibibytes.
    pub before: u64,
    /// How many sockets, and the memory with them.
    pub steps: Vec<(usize, u64)>,
}

impl IdleMeasurement {
    /// Bytes a socket, with all of them open.
    #[must_use]
    pub fn bytes_each(&self) -> f64 {
        self.steps.last().map_or(0.0, |(sockets, after)| {
            after.saturating_sub(self.before) as f64 * 1024.0 / (*sockets).max(1) as f64
        })
    }
}

/// Opens a number of sockets that watch one table, in four steps, and measures the servers' memory after each.
///
/// # Errors
/// If a socket cannot be opened.
pub async fn idle(site: &LoadSite, sockets: usize) -> Result<IdleMeasurement> {
    let nodes = site.addresses();
    let host = Client::guest(*nodes.first().context("a node")?).await?;
    let door = host.try_post("/api/tables", &serde_json::json!({"game": "yinsh"})).await?.success()?;
    let table = door["table"].as_str().context("an id")?.parse()?;
    let before = site.memory().servers;
    let (mut open, mut steps) = (vec![], vec![]);
    for quarter in 1..=4 {
        connect(&nodes, table, sockets * quarter / 4, &mut open).await?;
        tokio::time::sleep(REST).await;
        steps.push((open.len(), site.memory().servers));
    }
    Ok(IdleMeasurement { before, steps })
}

/// Opens sockets up to this number.
async fn connect(nodes: &[SocketAddr], table: TableId, sockets: usize, open: &mut Vec<Socket>) -> Result<()> {
    let connect = async |number: usize| -> Result<Socket> {
        let mut socket = Socket::connect(&Client::new(nodes[number % nodes.len()])).await?;
        socket.try_send(&FromClient::Watch { table, since: None, chat: None, scenes: false }).await?;
        // Hello and snapshot.
        socket.try_next().await?;
        socket.try_next().await?;
        Ok(socket)
    };
    let mut opening = FuturesUnordered::new();
    for number in open.len()..sockets {
        if opening.len() == AT_ONCE {
            open.push(opening.next().await.context("one is being opened")??);
        }
        opening.push(connect(number));
    }
    while let Some(socket) = opening.next().await {
        open.push(socket?);
    }
    Ok(())
}
