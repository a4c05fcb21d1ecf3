//! A worker: a program that thinks for the engines of a site.

use super::message::{FORMAT, GROUP, ReceivedPosition, SUBJECT, WorkRequest, WorkerReply};
use crate::engines::turn::{CachedEngine, TurnSettings, lower_priority};
use crate::site::bus::{self, BusError};
use async_nats::{Client, ConnectOptions, Event, Message, Subject, Subscriber};
use futures_util::StreamExt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use taijitu_rules::games;
use taijitu_search::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How often a worker says that it still thinks.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(300);
/// Maximum time for a worker that is stopped to finish its searches.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// A worker that is subscribed to positions.
pub struct Worker {
    shared: WorkerContext,
    positions: Subscriber,
}

/// What all requests share.
#[derive(Clone)]
struct WorkerContext {
    client: Client,
    free: Arc<Semaphore>,
    threads: u32,
    engines: Arc<EngineCache>,
}

impl Worker {
    /// Subscribes to positions. The server need not be up yet; `on_connection` is told when it is, and when it no longer
    /// is.
    ///
    /// # Errors
    /// If the address is malformed, or the server refuses.
    pub async fn start(
        url: &str,
        threads: u16,
        on_connection: impl Fn(bool) + Send + Sync + 'static,
    ) -> Result<Self, BusError> {
        let on_event = move |event: &Event| match event {
            Event::Connected => on_connection(true),
            Event::Disconnected => on_connection(false),
            _ => (),
        };
        let client = bus::connect(url, ConnectOptions::new().name("taijitu worker"), on_event).await?;
        let positions = client.queue_subscribe(SUBJECT, GROUP.into()).await;
        let positions = positions.map_err(|error| BusError::refused(url, &error))?;
        let threads = u32::from(threads.max(1));
        let free = Arc::new(Semaphore::new(threads as usize));
        Ok(Self { shared: WorkerContext { client, free, threads, engines: Arc::default() }, positions })
    }

    /// Searches until it is stopped; then finishes running searches and accepts no new ones.
    pub async fn work(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let message = tokio::select! {
                message = self.positions.next() => message,
                () = &mut stop => break,
            };
            let Some(message) = message else { break };
            tokio::spawn(self.shared.clone().serve(message));
        }
        if let Err(error) = self.positions.unsubscribe().await {
            tracing::debug!(%error, "still subscribed");
        }
        let all = self.shared.free.acquire_many(self.shared.threads);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await.is_err() {
            tracing::warn!("an engine did not end in time");
        }
        if let Err(error) = self.shared.client.flush().await {
            tracing::debug!(%error, "the last replies were not sent");
        }
    }
}

impl WorkerContext {
    /// Answers a request, with a refusal if no thread is free.
    async fn serve(self, message: Message) {
        let Some(to) = message.reply else { return };
        let Ok(thread) = self.free.clone().try_acquire_owned() else {
            return self.reply(&to, &WorkerReply::Busy).await;
        };
        let (request, position) = match read(&message.payload) {
            Ok(read) => read,
            Err(reason) => return self.reply(&to, &WorkerReply::Cannot { reason }).await,
        };
        let cancel = self.client.new_inbox();
        let Ok(mut cancelled) = self.client.subscribe(cancel.clone()).await else {
            return self.reply(&to, &WorkerReply::Busy).await;
        };
        self.reply(&to, &WorkerReply::Accepted { cancel }).await;
        let stop = Stop::default();
        let mut thinking = self.think(request, position, stop.clone(), thread);
        let mut heartbeat = tokio::time::interval(HEARTBEAT_INTERVAL);
        loop {
            tokio::select! {
                found = &mut thinking => {
                    let panicked = |_| WorkerReply::Cannot { reason: "the engine panicked".into() };
                    return self.reply(&to, &found.unwrap_or_else(panicked)).await;
                }
                _ = heartbeat.tick() => self.reply(&to, &WorkerReply::Thinking).await,
                // Only cancellations arrive here; a lost connection ends nothing.
                Some(_) = cancelled.next() => stop.stop(),
            }
        }
    }

    /// Thinks on a blocking thread; the channel closes without a reply if the engine panics.
    fn think(
        &self,
        request: WorkRequest,
        position: ReceivedPosition,
        stop: Stop,
        thread: OwnedSemaphorePermit,
    ) -> oneshot::Receiver<WorkerReply> {
        let (sender, receiver) = oneshot::channel();
        let engines = self.engines.clone();
        tokio::task::spawn_blocking(move || {
            lower_priority();
            let mut engine = engines.take(&request.game);
            let settings = TurnSettings {
                level: request.level,
                seed: request.seed,
                share: 1.0,
                time: request.time.map(Duration::from_millis),
            };
            let result = engine.find(&request.game, &position.known(), &settings, &stop);
            engines.put(engine);
            drop(thread);
            // The request may be over.
            let _ = sender.send(result.into());
        });
        receiver
    }

    async fn reply(&self, to: &Subject, reply: &WorkerReply) {
        let text = serde_json::to_string(reply).unwrap_or_default();
        if let Err(error) = self.client.publish(to.clone(), text.into()).await {
            tracing::debug!(%error, "a reply was not sent");
        }
    }
}

/// The engines that are not in use: allocating a transposition table takes time.
#[derive(Default)]
struct EngineCache(Mutex<Vec<CachedEngine>>);

impl EngineCache {
    fn lock(&self) -> MutexGuard<'_, Vec<CachedEngine>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// An engine that has played this game, or any other: so there are never more than threads.
    fn take(&self, game: &str) -> CachedEngine {
        let mut engines = self.lock();
        let same = engines.iter().position(|engine| engine.game() == Some(game));
        match same.or_else(|| engines.len().checked_sub(1)) {
            Some(at) => engines.swap_remove(at),
            None => CachedEngine::default(),
        }
    }

    fn put(&self, engine: CachedEngine) {
        self.lock().push(engine);
    }
}

fn read(payload: &[u8]) -> Result<(WorkRequest, ReceivedPosition), String> {
    let request: WorkRequest = serde_json::from_slice(payload).map_err(|error| error.to_string())?;
    let known = games::find(&request.game).map(|kind| kind.meta().revision());
    if request.format != FORMAT || known != Some(request.rules) {
        return Err(format!("it knows other rules of {} than revision {}", request.game, request.rules));
    }
    let position = ReceivedPosition::read(&request)?;
    Ok((request, position))
}
