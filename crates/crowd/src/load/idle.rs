//! What an idle socket costs.

use crate::http::Browser;
use crate::server::ServerProcess;
use crate::socket::Socket;
use anyhow::{Context, Result};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use taijitu_protocol::FromClient;

/// Connections being opened at once.
const AT_ONCE: usize = 50;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    /// How many sockets.
    pub sockets: usize,
    /// Memory of the server without them, in kibibytes.
    pub before: u64,
    /// With them.
    pub after: u64,
}

/// Opens so many sockets that watch one table, and looks at the server's memory.
///
/// # Errors
/// If a socket cannot be opened.
pub async fn idle(server: &ServerProcess, sockets: usize) -> Result<Idle> {
    let mut host = Browser::guest(server.address()).await?;
    let door = host.post("/api/tables", &serde_json::json!({"game": "yinsh"})).await?.ok()?;
    let table = door["table"].as_str().context("an id")?.parse()?;
    let before = server.memory().context("the memory of the server")?;
    let connect = async || -> Result<Socket> {
        let mut socket = Socket::connect(&Browser::new(server.address())).await?;
        socket.send(&FromClient::Watch { table, since: None, chat: None, scenes: false }).await?;
        // Hello and snapshot.
        socket.next().await?;
        socket.next().await?;
        Ok(socket)
    };
    let (mut open, mut opening) = (vec![], FuturesUnordered::new());
    for _ in 0..sockets {
        if opening.len() == AT_ONCE {
            open.push(opening.next().await.context("one is being opened")??);
        }
        opening.push(connect());
    }
    while let Some(socket) = opening.next().await {
        open.push(socket?);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let after = server.memory().context("the memory of the server")?;
    drop(open);
    Ok(Idle { sockets, before, after })
}
