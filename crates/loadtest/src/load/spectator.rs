//! Sockets that only watch. They check that no event is left out, and read no more of it than its number: five thousand of
//! them share two processors with the server.

use super::player::{Nodes, follow};
use super::report::Latencies;
use super::turns::LoadRun;
use crate::clock::now;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};
use taijitu_protocol::{FromClient, FromServer, TableId};
use taijitu_testkit::{Client, Socket};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Connections being opened at once.
const AT_ONCE: usize = 50;
/// Turns of which the time is remembered.
const REMEMBERED: usize = 64;
/// How long a client with a lost connection stays away.
const AWAY: Duration = Duration::from_millis(50);
/// How long the last turns may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// Threads of their own with the lowest priority. On a site spectators have their own machines; here they
/// must not take the processor from the players whose turns are measured.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("spectators")
        // Refused in some containers; then they compete.
        .on_thread_start(|| { let _ = rustix::process::nice(19); })
        .enable_all()
        .build()
        .expect("a runtime starts")
});

/// How long turns took to reach spectators.
#[derive(Clone, Debug, Default)]
pub struct SpectatorLatencies {
    /// Every turn at every spectator.
    pub each: Latencies,
    /// For each turn how many have it and when the last one had it.
    turns: HashMap<(TableId, u64), (usize, Duration)>,
}

impl SpectatorLatencies {
    /// Adds the latencies of others.
    pub fn extend(&mut self, others: Self) {
        self.each.extend(others.each);
        for (turn, (count, last)) in others.turns {
            let all = self.turns.entry(turn).or_default();
            *all = (all.0 + count, all.1.max(last));
        }
    }

    /// How long each turn took to reach all spectators, and how many turns did not reach all.
    #[must_use]
    pub fn by_all(&self, spectators: usize) -> (Latencies, usize) {
        let mut all = Latencies::default();
        let reached = self.turns.values().filter(|(count, _)| *count >= spectators);
        reached.for_each(|(_, last)| all.add(*last));
        let missing = self.turns.len() - all.len();
        (all, missing)
    }
}

/// When the last turns of a table were sent.
type SendTimes = Mutex<[Option<(u64, Instant)>; REMEMBERED]>;

/// Everybody who watches one table.
pub(super) struct SpectatorGroup {
    board: Arc<SharedSpectatorState>,
    /// Dropped when it is over.
    stage: watch::Sender<()>,
    spectators: Vec<JoinHandle<Result<SpectatorLatencies>>>,
}

/// State shared by the spectators of a table.
struct SharedSpectatorState {
    table: TableId,
    sent: SendTimes,
    /// The number of the last turn.
    last: AtomicU64,
    running: Arc<LoadRun>,
    /// Connections that should be lost.
    losses: AtomicUsize,
}

impl SpectatorGroup {
    /// Opens a number of sockets at a node.
    pub(super) async fn arrive(
        nodes: &Nodes,
        at: usize,
        table: TableId,
        running: &Arc<LoadRun>,
        count: usize,
    ) -> Result<Self> {
        let sent = Mutex::new([None; REMEMBERED]);
        let (last, losses) = (AtomicU64::new(0), AtomicUsize::new(0));
        let board = Arc::new(SharedSpectatorState { table, sent, last, running: running.clone(), losses });
        let (stage, seats) = watch::channel(());
        let mut spectators = vec![];
        for _ in 0..count.div_ceil(AT_ONCE) {
            let missing = (count - spectators.len()).min(AT_ONCE);
            let (ready, mut all_ready) = tokio::sync::mpsc::channel(missing);
            for _ in 0..missing {
                let (nodes, board, seat, ready) =
                    (nodes.clone(), board.clone(), seats.clone(), ready.clone());
                spectators.push(RUNTIME.spawn(async move {
                    let mut spectator = Spectator::arrive(nodes, at, board).await?;
                    ready.send(()).await?;
                    drop(ready);
                    spectator.watch(seat).await
                }));
            }
            drop(ready);
            while all_ready.recv().await.is_some() {}
        }
        Ok(Self { board, stage, spectators })
    }

    /// One spectator loses the connection and reconnects.
    pub(super) fn lose_one(&self) {
        self.board.losses.fetch_add(1, Ordering::Relaxed);
    }

    /// A turn is being sent that will have this number.
    pub(super) fn expect(&self, n: u64, sent: Instant) {
        self.board.last.store(n, Ordering::Relaxed);
        if self.board.running.measuring.load(Ordering::Relaxed) {
            self.board.sent.lock().expect("nothing panics while it notes")[n as usize % REMEMBERED] =
                Some((n, sent));
        }
    }

    /// All leave when they have seen the last turn.
    pub(super) async fn leave(self) -> Result<SpectatorLatencies> {
        let mut seen = SpectatorLatencies::default();
        drop(self.stage);
        for spectator in self.spectators {
            seen.extend(
                tokio::time::timeout(PATIENCE, spectator)
                    .await
                    .context("a turn did not reach a spectator")???,
            );
        }
        Ok(seen)
    }
}

struct Spectator {
    board: Arc<SharedSpectatorState>,
    nodes: Nodes,
    at: usize,
    socket: Socket,
    /// The number of the last event.
    last: u64,
    seen: SpectatorLatencies,
}

impl Spectator {
    async fn arrive(nodes: Nodes, at: usize, board: Arc<SharedSpectatorState>) -> Result<Self> {
        let socket = connect(nodes[at % nodes.len()], board.table, None).await?;
        let mut spectator = Self { board, nodes, at, socket, last: 0, seen: SpectatorLatencies::default() };
        while spectator.last == 0 {
            spectator.receive().await?;
        }
        Ok(spectator)
    }

    /// Watches until the end, and until the last turn has arrived.
    async fn watch(&mut self, mut seat: watch::Receiver<()>) -> Result<SpectatorLatencies> {
        let mut over = false;
        while !over || self.last < self.board.last.load(Ordering::Relaxed) {
            tokio::select! {
                message = self.receive() => message?,
                _ = seat.changed(), if !over => over = true,
            }
            if self.takes_loss() {
                self.lose_connection().await?;
            }
        }
        Ok(std::mem::take(&mut self.seen))
    }

    fn takes_loss(&self) -> bool {
        let losses = &self.board.losses;
        losses.load(Ordering::Relaxed) > 0
            && losses.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
    }

    async fn lose_connection(&mut self) -> Result<()> {
        self.at += 1;
        let address = self.nodes[self.at % self.nodes.len()];
        tokio::time::sleep(AWAY).await;
        self.socket = connect(address, self.board.table, Some(self.last)).await?;
        Ok(())
    }

    async fn receive(&mut self) -> Result<()> {
        let text = self.socket.try_next_text().await?;
        if let Some(n) = event_number(&text) {
            follow(&mut self.last, n)?;
            self.note(n);
            return Ok(());
        }
        match serde_json::from_str(&text)? {
            FromServer::Ping { ping, .. } => self.socket.try_send(&FromClient::Pong { ping }).await?,
            FromServer::Snapshot { table, .. } => self.last = table.head,
            FromServer::Goodbye { reason, .. } => {
                bail!("the server said goodbye to a spectator: {}", reason.as_str())
            }
            FromServer::Refused { problem, .. } => bail!("a spectator was refused: {problem}"),
            _ => (),
        }
        Ok(())
    }

    fn note(&mut self, n: u64) {
        let sent = self.board.sent.lock().expect("nothing panics while it notes")[n as usize % REMEMBERED];
        if let Some((_, sent)) = sent.filter(|(number, _)| *number == n) {
            let time = now() - sent;
            self.seen.each.add(time);
            self.seen.turns.insert((self.board.table, n), (1, time));
        }
    }
}

async fn connect(address: SocketAddr, table: TableId, since: Option<u64>) -> Result<Socket> {
    let mut socket = Socket::connect(&Client::new(address)).await?;
    socket.try_send(&FromClient::Watch { table, since, chat: None, scenes: false }).await?;
    Ok(socket)
}

/// The number of an event, without reading the rest of the message.
fn event_number(text: &str) -> Option<u64> {
    let rest = text.strip_prefix("{\"type\":\"event\",")?;
    let (_, rest) = rest.split_once("\"event\":{\"n\":")?;
    rest.split_once(',')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_protocol::{Event, EventView, Seat};

    #[test]
    fn the_number_of_an_event_is_found_as_the_protocol_writes_it() {
        let event = EventView { n: 4711, at: 99, event: Event::Freed { seat: Seat::FIRST } };
        let message = FromServer::Event { table: TableId(5), event, scene: None };
        assert_eq!(event_number(&serde_json::to_string(&message).unwrap()), Some(4711));
        let ping = FromServer::Ping { ping: 1, now: 2, lag: None, heads: vec![] };
        assert_eq!(event_number(&serde_json::to_string(&ping).unwrap()), None);
    }

    #[test]
    fn a_turn_is_seen_by_all_when_the_last_has_it() {
        let of = |n: u64, ms: u64| SpectatorLatencies {
            turns: HashMap::from([((TableId(1), n), (1, Duration::from_millis(ms)))]),
            ..SpectatorLatencies::default()
        };
        let mut all = of(7, 20);
        all.extend(of(7, 80));
        all.extend(of(8, 10));
        let (mut by_all, missing) = all.by_all(2);
        assert_eq!((by_all.len(), missing), (1, 1));
        assert_eq!(by_all.per_mille(999), Duration::from_millis(80));
    }
}
