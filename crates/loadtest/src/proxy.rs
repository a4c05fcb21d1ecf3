//! A link with faults: a small proxy between a node and its database, its bus or its clients.
//!
//! Its behaviour is its [`LinkState`], set from the process it runs in. It applies to existing and to new
//! connections; when it clears, a connection that has lost bytes is reset, because the rest of its stream
//! would be meaningless.

use crate::clock::since_1970;
use anyhow::Result;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use taijitu_rules::playout::Random;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Bytes carried at once.
const CHUNK: usize = 16 * 1024;

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the client to the server.
    Up,
    /// From the server to the client.
    Down,
}

/// What a link does to the data sent through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// Everything passes.
    Clear,
    /// Everything passes late.
    Delayed {
        /// Milliseconds at the least.
        ms: u32,
        /// Up to this many milliseconds more.
        jitter: u32,
    },
    /// Everything passes slowly.
    Slow {
        /// Bytes a second.
        bytes: u32,
    },
    /// Nothing passes and nothing is lost: data arrives when the state is cleared, as after TCP
    /// retransmissions.
    Held,
    /// Data in this direction vanishes, or in both if none is given. Connections are accepted, and never
    /// answered.
    Hole(Option<Direction>),
    /// The connection ends this way, and lives on the other way.
    HalfClosed(Direction),
    /// Connections are reset, and new ones too.
    Cut,
}

impl LinkState {
    fn drops(self, direction: Direction) -> bool {
        matches!(self, Self::Hole(which) if which.is_none_or(|which| which == direction))
    }

    /// Whether no request through the link can be answered.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Held | Self::Hole(_) | Self::HalfClosed(_) | Self::Cut)
    }
}

/// A running proxy; it ends when this is dropped, and so do its connections.
pub struct Proxy {
    address: SocketAddr,
    link: watch::Sender<LinkState>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Listens at a free port and forwards to a target.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start(target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (link, seen) = watch::channel(LinkState::Clear);
        let task = tokio::spawn(async move {
            loop {
                // An accept that fails is a client that went away again.
                if let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(carry(client, target, seen.clone()));
                }
            }
        });
        Ok(Self { address, link, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the state of the link.
    pub fn set(&self, state: LinkState) {
        self.link.send_replace(state);
    }

    /// The state of the link.
    #[must_use]
    pub fn state(&self) -> LinkState {
        *self.link.borrow()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // The connections see the sender go.
        self.task.abort();
    }
}

/// Carries one connection until an end closes or the link breaks.
async fn carry(client: TcpStream, target: SocketAddr, link: watch::Receiver<LinkState>) {
    let connected =
        if *link.borrow() == LinkState::Cut { None } else { TcpStream::connect(target).await.ok() };
    let Some(server) = connected else {
        // The target is down: the client gets the same reset as from there.
        let _ = client.set_zero_linger();
        return;
    };
    // Without this option the socket is only slower.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let lost = Arc::new(AtomicBool::new(false));
    let carried = tokio::select! {
        both = async {
            tokio::try_join!(
                pump(&mut from_client, &mut to_server, Direction::Up, link.clone(), &lost),
                pump(&mut from_server, &mut to_client, Direction::Down, link.clone(), &lost),
            )
        } => both.is_ok(),
        () = broken(link.clone(), &lost) => false,
    };
    if !carried {
        let _ = (to_client.as_ref().set_zero_linger(), to_server.as_ref().set_zero_linger());
        // A plain drop would send FIN first.
        to_client.forget();
        to_server.forget();
    }
}

/// Waits until the link breaks a connection.
async fn broken(mut link: watch::Receiver<LinkState>, lost: &AtomicBool) {
    loop {
        let state = *link.borrow_and_update();
        let drops = matches!(state, LinkState::Hole(_));
        if state == LinkState::Cut
            || (lost.load(Ordering::Relaxed) && !drops)
            || link.changed().await.is_err()
        {
            return;
        }
    }
}

/// Carries bytes in one direction, as the state of the link allows.
async fn pump(
    from: &mut OwnedReadHalf,
    to: &mut OwnedWriteHalf,
    direction: Direction,
    mut link: watch::Receiver<LinkState>,
    lost: &AtomicBool,
) -> std::io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    let mut random = Random::new(since_1970().unsigned_abs());
    loop {
        let half_closed = link.wait_for(|state| *state == LinkState::HalfClosed(direction));
        let read = tokio::select! {
            _ = half_closed => 0,
            read = from.read(&mut buffer) => read?,
        };
        if read == 0 {
            return to.shutdown().await;
        }
        let held = link.wait_for(|state| *state != LinkState::Held).await;
        let state = held.map_or(LinkState::Cut, |state| *state);
        match state {
            LinkState::Delayed { ms, jitter } => {
                pause(u64::from(ms) + u64::from(random.below(jitter + 1))).await;
            }
            LinkState::Slow { bytes } => pause(read as u64 * 1000 / u64::from(bytes.max(1))).await,
            _ if state.drops(direction) => {
                lost.store(true, Ordering::Relaxed);
                continue;
            }
            _ => (),
        }
        to.write_all(&buffer[..read]).await?;
    }
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long data has to be absent before it counts as withheld.
    const WHILE: Duration = Duration::from_millis(150);
    const LONG: Duration = Duration::from_secs(20);

    /// An echo server.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut read, mut write) = stream.split();
                    tokio::io::copy(&mut read, &mut write).await
                });
            }
        });
        address
    }

    struct Line(TcpStream);

    impl Line {
        async fn to(proxy: &Proxy) -> Self {
            Self(TcpStream::connect(proxy.address()).await.unwrap())
        }

        async fn say(&mut self, words: &str) {
            self.0.write_all(words.as_bytes()).await.unwrap();
        }

        /// What comes back: text, the end, or an error.
        async fn receive(&mut self) -> std::io::Result<String> {
            let mut buffer = [0; 64];
            let read =
                tokio::time::timeout(LONG, self.0.read(&mut buffer)).await.expect("something comes")?;
            Ok(String::from_utf8_lossy(&buffer[..read]).into_owned())
        }

        async fn is_silent(&mut self) -> bool {
            let mut buffer = [0; 64];
            tokio::time::timeout(WHILE, self.0.read(&mut buffer)).await.is_err()
        }
    }

    #[tokio::test]
    async fn data_passes_at_once_late_or_slowly() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        for state in [
            LinkState::Clear,
            LinkState::Delayed { ms: 20, jitter: 10 },
            LinkState::Slow { bytes: 1000 },
            LinkState::Clear,
        ] {
            proxy.set(state);
            line.say("hello").await;
            assert_eq!(line.receive().await.unwrap(), "hello", "{state:?}");
        }
    }

    #[tokio::test]
    async fn held_data_arrives_when_the_link_is_cleared() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        proxy.set(LinkState::Held);
        line.say("hello").await;
        assert!(line.is_silent().await);
        proxy.set(LinkState::Clear);
        assert_eq!(line.receive().await.unwrap(), "hello");
    }

    #[tokio::test]
    async fn a_connection_that_lost_bytes_is_reset_and_another_is_not() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let (mut talks, mut listens) = (Line::to(&proxy).await, Line::to(&proxy).await);
        listens.say("a").await;
        assert_eq!(listens.receive().await.unwrap(), "a");
        proxy.set(LinkState::Hole(Some(Direction::Down)));
        talks.say("hello").await;
        assert!(talks.is_silent().await);
        proxy.set(LinkState::Clear);
        assert!(talks.receive().await.is_err(), "reset");
        listens.say("b").await;
        assert_eq!(listens.receive().await.unwrap(), "b");
    }

    #[tokio::test]
    async fn a_half_closed_connection_ends_one_way() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        line.say("hello").await;
        assert_eq!(line.receive().await.unwrap(), "hello");
        proxy.set(LinkState::HalfClosed(Direction::Down));
        assert_eq!(line.receive().await.unwrap(), "", "an end, not a reset");
    }

    #[tokio::test]
    async fn a_cut_resets_everybody_until_it_is_healed() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        line.say("hello").await;
        assert_eq!(line.receive().await.unwrap(), "hello");
        proxy.set(LinkState::Cut);
        assert!(line.receive().await.is_err());
        let mut new = Line::to(&proxy).await;
        assert!(new.receive().await.is_err());
        proxy.set(LinkState::Clear);
        let mut new = Line::to(&proxy).await;
        new.say("back").await;
        assert_eq!(new.receive().await.unwrap(), "back");
    }
}
