//! A player who checks that no event is missing, and may lose the connection and reconnect to another node.

use anyhow::{Context, Result, bail};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use taijitu_protocol::{Command, Event, FromClient, FromServer, Seat, SeatChoice, TableId};
use taijitu_testkit::{Client, Socket};

/// The nodes of a site.
pub(crate) type Nodes = Arc<[SocketAddr]>;

/// A player with a socket.
pub(crate) struct LoadPlayer {
    client: Client,
    nodes: Nodes,
    /// The node the socket is at.
    at: usize,
    pub(crate) table: TableId,
    pub(crate) seat: Seat,
    /// Gone while the connection is lost.
    socket: Option<Socket>,
    /// The number of the last event received.
    pub(crate) seen: u64,
}

impl LoadPlayer {
    /// Opens a table and sits at its first seat.
    pub(super) async fn open(nodes: Nodes, at: usize, game: &str) -> Result<Self> {
        let client = Client::guest(nodes[at % nodes.len()]).await?;
        Self::open_as(client, nodes, at, game, json!({})).await
    }

    /// The same for a client that is signed in, with more fields in the request.
    pub(crate) async fn open_as(
        client: Client,
        nodes: Nodes,
        at: usize,
        game: &str,
        more: serde_json::Value,
    ) -> Result<Self> {
        let mut open = json!({"game": game, "seat": 1, "options": options(game)});
        if let (Some(open), serde_json::Value::Object(more)) = (open.as_object_mut(), more) {
            open.extend(more);
        }
        let door = client.try_post("/api/tables", &open).await?.success()?;
        let table = door["table"].as_str().context("an id")?.parse()?;
        let mut player = Self { client, nodes, at, table, seat: Seat::FIRST, socket: None, seen: 0 };
        player.come_back().await?;
        Ok(player)
    }

    /// Sits at the second seat of a table, at another node if there is one.
    pub(super) async fn join(host: &Self) -> Result<Self> {
        let client = Client::guest(host.nodes[(host.at + 1) % host.nodes.len()]).await?;
        Self::join_as(client, host).await
    }

    /// The same for a client that is signed in.
    pub(crate) async fn join_as(client: Client, host: &Self) -> Result<Self> {
        let (nodes, at) = (host.nodes.clone(), host.at + 1);
        let mut player =
            Self { client, nodes, at, table: host.table, seat: Seat::new(1), socket: None, seen: 0 };
        player.come_back().await?;
        player.send("join", Command::Join { seat: Some(SeatChoice::Number(player.seat.number())) }).await?;
        player.answer("join").await?;
        Ok(player)
    }

    /// Receives everything up to an event: a commit of another node arrives here a moment later.
    pub(crate) async fn receive_up_to(&mut self, n: u64) -> Result<()> {
        while self.seen < n {
            self.receive().await?;
        }
        Ok(())
    }

    /// Loses the connection.
    pub(super) fn lose_connection(&mut self) {
        self.socket = None;
        // Reconnect at the next node.
        self.at += 1;
    }

    /// Reconnects, and requests missed events.
    pub(super) async fn come_back(&mut self) -> Result<()> {
        if self.socket.is_none() {
            let address = self.nodes[self.at % self.nodes.len()];
            let mut socket = Socket::connect(&self.client.at(address)).await?;
            let since = Some(self.seen).filter(|&seen| seen > 0);
            socket
                .try_send(&FromClient::Watch { table: self.table, since, chat: None, scenes: false })
                .await?;
            self.socket = Some(socket);
        }
        Ok(())
    }

    /// Sends a command.
    pub(crate) async fn send(&mut self, id: &str, command: Command) -> Result<()> {
        let message = FromClient::Do { table: self.table, id: id.to_owned(), command };
        self.socket.as_mut().context("connected")?.try_send(&message).await
    }

    /// The next message; it is an error if an event is missing before it.
    pub(crate) async fn receive(&mut self) -> Result<FromServer> {
        let message = self.socket.as_mut().context("connected")?.try_next().await?;
        match &message {
            FromServer::Snapshot { table, .. } => self.seen = table.head,
            FromServer::Event { event, .. } => {
                follow(&mut self.seen, event.n)?;
            }
            FromServer::Goodbye { reason, .. } => bail!("the server said goodbye: {}", reason.as_str()),
            _ => (),
        }
        Ok(message)
    }

    /// Waits for the answer to a request.
    pub(crate) async fn answer(&mut self, wanted: &str) -> Result<u64> {
        loop {
            match self.receive().await? {
                FromServer::Done { id, n } if id == wanted => return Ok(n),
                FromServer::Refused { id: Some(id), problem, .. } if id == wanted => {
                    bail!("{wanted}: {problem}")
                }
                _ => (),
            }
        }
    }
}

/// Advances to the next event; an error if one was left out.
pub(super) fn follow(seen: &mut u64, n: u64) -> Result<()> {
    if *seen + 1 != n {
        bail!("event {n} came after event {seen}");
    }
    *seen = n;
    Ok(())
}

/// Random games are made up with the usual options, and White begins Zen there.
fn options(game: &str) -> serde_json::Value {
    if game == "zen" { json!({"first": "white"}) } else { json!({}) }
}

/// Starts the first game at a table at which both have sat down; the seat that begins.
pub(crate) async fn start_first_game(players: &mut [LoadPlayer; 2]) -> Result<Seat> {
    let joined = players[1].seen;
    players[0].receive_up_to(joined).await?;
    players[0].send("start", Command::Start).await?;
    receive_start(players, 1).await
}

/// Waits until both players have received the start of the game with a number; returns the seat that begins.
pub(crate) async fn receive_start(players: &mut [LoadPlayer; 2], game: u32) -> Result<Seat> {
    let mut begins = None;
    for player in players {
        loop {
            if let FromServer::Event { event, .. } = player.receive().await?
                && let Event::Started { number, acts, .. } = event.event
                && number == game
            {
                begins = acts.first().copied();
                break;
            }
        }
    }
    begins.context("somebody begins")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_and_a_repetition_are_noticed() {
        let mut seen = 3;
        assert!(follow(&mut seen, 4).is_ok() && seen == 4);
        assert_eq!(follow(&mut seen, 6).unwrap_err().to_string(), "event 6 came after event 4");
        assert!(follow(&mut seen, 4).is_err() && seen == 4);
    }
}
