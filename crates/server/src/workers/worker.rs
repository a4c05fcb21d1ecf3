//! A worker: a program that thinks for the engines of a site.

use super::{FORMAT, GROUP, Position, SUBJECT, Wanted, Word};
use crate::bots::{Kept, Thinker, lower_priority};
use crate::bus::BusError;
use crate::clock::instant;
use async_nats::{Client, ConnectOptions, Event, Message, Subject, Subscriber};
use futures_util::StreamExt;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taijitu_rules::games;
use taijitu_search::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How often a worker says that it still thinks.
const SAY_EVERY: Duration = Duration::from_millis(300);
/// How long a worker that is told to stop may take to finish what it has begun.
const PATIENCE: Duration = Duration::from_secs(10);

/// A worker that listens.
pub struct Worker {
    hands: Hands,
    positions: Subscriber,
}

/// What every piece of work shares.
#[derive(Clone)]
struct Hands {
    client: Client,
    free: Arc<Semaphore>,
    threads: u32,
    /// Engines that were used before: their tables are large.
    kept: Arc<Mutex<Vec<Kept>>>,
}

impl Worker {
    /// Begins to listen. The server need not be up yet; `tell` is told when it is, and when it no longer is.
    ///
    /// # Errors
    /// If the address is none, or the server refuses.
    pub async fn start(
        url: &str,
        threads: u16,
        tell: impl Fn(bool) + Send + Sync + 'static,
    ) -> Result<Self, BusError> {
        let address =
            |error: std::io::Error| BusError::Address { url: url.into(), reason: error.to_string() };
        let server: async_nats::ServerAddr = url.parse().map_err(address)?;
        let options = ConnectOptions::new().name("taijitu worker").retry_on_initial_connect().event_callback(
            move |event| {
                match event {
                    Event::Connected => tell(true),
                    Event::Disconnected => tell(false),
                    _ => (),
                }
                async {}
            },
        );
        let refused = |reason: String| BusError::Refused { url: url.into(), reason };
        let client = options.connect(server).await.map_err(|error| refused(error.to_string()))?;
        let positions = client.queue_subscribe(SUBJECT, GROUP.into()).await;
        let positions = positions.map_err(|error| refused(error.to_string()))?;
        let threads = u32::from(threads.max(1));
        let free = Arc::new(Semaphore::new(threads as usize));
        Ok(Self { hands: Hands { client, free, threads, kept: Arc::default() }, positions })
    }

    /// Thinks until told to stop; then finishes what it has begun and takes nothing new.
    pub async fn work(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let message = tokio::select! {
                message = self.positions.next() => message,
                () = &mut stop => break,
            };
            let Some(message) = message else { break };
            tokio::spawn(self.hands.clone().take(message));
        }
        if let Err(error) = self.positions.unsubscribe().await {
            tracing::debug!(%error, "still listed as a worker");
        }
        let all = self.hands.free.acquire_many(self.hands.threads);
        if tokio::time::timeout(PATIENCE, all).await.is_err() {
            tracing::warn!("an engine did not end in time");
        }
        if let Err(error) = self.hands.client.flush().await {
            tracing::debug!(%error, "the last words were not sent");
        }
    }
}

impl Hands {
    /// Takes a position, if there is a thread for it.
    async fn take(self, message: Message) {
        let Some(reply) = message.reply else { return };
        let Ok(thread) = self.free.clone().try_acquire_owned() else {
            return self.say(&reply, &Word::Busy).await;
        };
        let (wanted, position) = match read(&message.payload) {
            Ok(read) => read,
            Err(reason) => return self.say(&reply, &Word::Cannot { reason }).await,
        };
        let cancel = self.client.new_inbox();
        let Ok(mut cancelled) = self.client.subscribe(cancel.clone()).await else {
            return self.say(&reply, &Word::Busy).await;
        };
        self.say(&reply, &Word::Accepted { cancel }).await;
        let stop = Stop::default();
        let mut thinking = self.think(wanted, position, stop.clone(), thread);
        let mut says = tokio::time::interval(SAY_EVERY);
        loop {
            tokio::select! {
                word = &mut thinking => {
                    let word = word.unwrap_or(Word::Cannot { reason: "the engine panicked".into() });
                    return self.say(&reply, &word).await;
                }
                _ = says.tick() => self.say(&reply, &Word::Thinking).await,
                // Nothing but a cancellation comes here; a lost connection ends nothing.
                Some(_) = cancelled.next() => stop.stop(),
            }
        }
    }

    /// Thinks on a thread of its own; the answer comes through the channel, unless the engine panics.
    fn think(
        &self,
        wanted: Wanted,
        position: Position,
        stop: Stop,
        thread: OwnedSemaphorePermit,
    ) -> oneshot::Receiver<Word> {
        let (tell, told) = oneshot::channel();
        let kept = self.kept.clone();
        tokio::task::spawn_blocking(move || {
            lower_priority();
            let mut engine = take_kept(&kept, &wanted.game);
            let thinker = Thinker {
                level: wanted.level,
                seed: wanted.seed,
                share: 1.0,
                time: wanted.time.map(Duration::from_millis),
            };
            let began = instant();
            let found = thinker.think(&wanted.game, &position.known(), &stop, &mut engine);
            lock(&kept).push(engine);
            drop(thread);
            // Whoever asked may have gone.
            let _ = tell.send(Word::found(found, began.elapsed()));
        });
        told
    }

    async fn say(&self, to: &Subject, word: &Word) {
        let text = serde_json::to_string(word).unwrap_or_default();
        if let Err(error) = self.client.publish(to.clone(), text.into()).await {
            tracing::debug!(%error, "an answer was not sent");
        }
    }
}

fn lock(kept: &Mutex<Vec<Kept>>) -> std::sync::MutexGuard<'_, Vec<Kept>> {
    kept.lock().expect("nothing panics while it looks")
}

/// An engine that played this game before, or any other that has nothing to do: its place is used again.
fn take_kept(kept: &Mutex<Vec<Kept>>, game: &str) -> Kept {
    let mut kept = lock(kept);
    let same = kept.iter().position(|each| each.game() == Some(game));
    match same.or_else(|| kept.len().checked_sub(1)) {
        Some(at) => kept.swap_remove(at),
        None => Kept::default(),
    }
}

fn read(payload: &[u8]) -> Result<(Wanted, Position), String> {
    let wanted: Wanted = serde_json::from_slice(payload).map_err(|error| error.to_string())?;
    let known = games::find(&wanted.game).map(|kind| kind.meta().revision());
    if wanted.format != FORMAT || known != Some(wanted.rules) {
        return Err(format!("it knows other rules of {} than revision {}", wanted.game, wanted.rules));
    }
    let position = Position::read(&wanted)?;
    Ok((wanted, position))
}
