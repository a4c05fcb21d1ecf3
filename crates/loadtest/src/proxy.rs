//! A link that can be made bad: a small proxy between a node and its database, its bus or its clients.
//!
//! What it does is its [`Weather`], set from the process it runs in. The weather holds for connections that exist and for those
//! that come; when it clears, a connection that has lost bytes is reset, because nobody could make sense of what follows.

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
pub enum Way {
    /// From the client to the server.
    Up,
    /// From the server to the client.
    Down,
}

/// What a link does to what is sent through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
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
    /// Nothing passes, nothing is lost: it arrives when the weather clears, as TCP sends again what was not received.
    Held,
    /// What is sent this way vanishes, or both ways if none is said. Connections are taken, and nothing comes of them.
    Hole(Option<Way>),
    /// The connection ends this way, and lives on the other way.
    HalfClosed(Way),
    /// Connections are reset, and new ones too.
    Cut,
}

impl Weather {
    fn swallows(self, way: Way) -> bool {
        matches!(self, Self::Hole(which) if which.is_none_or(|which| which == way))
    }

    /// Whether nothing that is asked through the link can be answered.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Held | Self::Hole(_) | Self::HalfClosed(_) | Self::Cut)
    }
}

/// A running proxy; it ends when this is dropped, and so do its connections.
pub struct Proxy {
    address: SocketAddr,
    sky: watch::Sender<Weather>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Listens at a free port for what is meant for a target.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start(target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (sky, seen) = watch::channel(Weather::Clear);
        let task = tokio::spawn(async move {
            loop {
                // An accept that fails is a client that went away again.
                if let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(carry(client, target, seen.clone()));
                }
            }
        });
        Ok(Self { address, sky, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the weather.
    pub fn set(&self, weather: Weather) {
        self.sky.send_replace(weather);
    }

    /// The weather.
    #[must_use]
    pub fn weather(&self) -> Weather {
        *self.sky.borrow()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // The connections see the sender go.
        self.task.abort();
    }
}

/// Carries one connection until an end closes or the weather breaks it.
async fn carry(client: TcpStream, target: SocketAddr, sky: watch::Receiver<Weather>) {
    let connected = if *sky.borrow() == Weather::Cut { None } else { TcpStream::connect(target).await.ok() };
    let Some(server) = connected else {
        // Nobody is behind us: the client hears of it as if it had asked there.
        let _ = client.set_zero_linger();
        return;
    };
    // A socket that does not take this is slower, nothing else.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let lost = Arc::new(AtomicBool::new(false));
    let carried = tokio::select! {
        both = async {
            tokio::try_join!(
                pump(&mut from_client, &mut to_server, Way::Up, sky.clone(), &lost),
                pump(&mut from_server, &mut to_client, Way::Down, sky.clone(), &lost),
            )
        } => both.is_ok(),
        () = broken(sky.clone(), &lost) => false,
    };
    if !carried {
        let _ = (to_client.as_ref().set_zero_linger(), to_server.as_ref().set_zero_linger());
        // Dropped as they are, they would say a polite goodbye first.
        to_client.forget();
        to_server.forget();
    }
}

/// Waits until the weather breaks a connection.
async fn broken(mut sky: watch::Receiver<Weather>, lost: &AtomicBool) {
    loop {
        let weather = *sky.borrow_and_update();
        let swallows = matches!(weather, Weather::Hole(_));
        if weather == Weather::Cut
            || (lost.load(Ordering::Relaxed) && !swallows)
            || sky.changed().await.is_err()
        {
            return;
        }
    }
}

/// Carries bytes one way, as the weather lets it.
async fn pump(
    from: &mut OwnedReadHalf,
    to: &mut OwnedWriteHalf,
    way: Way,
    mut sky: watch::Receiver<Weather>,
    lost: &AtomicBool,
) -> std::io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    let mut random = Random::new(since_1970().unsigned_abs());
    loop {
        let half_closed = sky.wait_for(|weather| *weather == Weather::HalfClosed(way));
        let read = tokio::select! {
            _ = half_closed => 0,
            read = from.read(&mut buffer) => read?,
        };
        if read == 0 {
            return to.shutdown().await;
        }
        let held = sky.wait_for(|weather| *weather != Weather::Held).await;
        let weather = held.map_or(Weather::Cut, |weather| *weather);
        match weather {
            Weather::Delayed { ms, jitter } => {
                pause(u64::from(ms) + u64::from(random.below(jitter + 1))).await;
            }
            Weather::Slow { bytes } => pause(read as u64 * 1000 / u64::from(bytes.max(1))).await,
            _ if weather.swallows(way) => {
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

    /// How long something has to stay away before it counts as not coming, and come before it counts as lost.
    const WHILE: Duration = Duration::from_millis(150);
    const LONG: Duration = Duration::from_secs(20);

    /// A server that says everything back.
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

        /// What comes back: words, an end, or an error.
        async fn hear(&mut self) -> std::io::Result<String> {
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
    async fn what_is_sent_passes_at_once_late_or_slowly() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        for weather in [
            Weather::Clear,
            Weather::Delayed { ms: 20, jitter: 10 },
            Weather::Slow { bytes: 1000 },
            Weather::Clear,
        ] {
            proxy.set(weather);
            line.say("hello").await;
            assert_eq!(line.hear().await.unwrap(), "hello", "{weather:?}");
        }
    }

    #[tokio::test]
    async fn what_is_held_arrives_when_the_weather_clears() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        proxy.set(Weather::Held);
        line.say("hello").await;
        assert!(line.is_silent().await);
        proxy.set(Weather::Clear);
        assert_eq!(line.hear().await.unwrap(), "hello");
    }

    #[tokio::test]
    async fn a_connection_that_lost_bytes_is_reset_and_another_is_not() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let (mut talks, mut listens) = (Line::to(&proxy).await, Line::to(&proxy).await);
        listens.say("a").await;
        assert_eq!(listens.hear().await.unwrap(), "a");
        proxy.set(Weather::Hole(Some(Way::Down)));
        talks.say("hello").await;
        assert!(talks.is_silent().await);
        proxy.set(Weather::Clear);
        assert!(talks.hear().await.is_err(), "reset");
        listens.say("b").await;
        assert_eq!(listens.hear().await.unwrap(), "b");
    }

    #[tokio::test]
    async fn a_half_closed_connection_ends_one_way() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        line.say("hello").await;
        assert_eq!(line.hear().await.unwrap(), "hello");
        proxy.set(Weather::HalfClosed(Way::Down));
        assert_eq!(line.hear().await.unwrap(), "", "an end, not a reset");
    }

    #[tokio::test]
    async fn a_cut_resets_everybody_until_it_is_healed() {
        let proxy = Proxy::start(echo().await).await.unwrap();
        let mut line = Line::to(&proxy).await;
        line.say("hello").await;
        assert_eq!(line.hear().await.unwrap(), "hello");
        proxy.set(Weather::Cut);
        assert!(line.hear().await.is_err());
        let mut new = Line::to(&proxy).await;
        assert!(new.hear().await.is_err());
        proxy.set(Weather::Clear);
        let mut new = Line::to(&proxy).await;
        new.say("back").await;
        assert_eq!(new.hear().await.unwrap(), "back");
    }
}
