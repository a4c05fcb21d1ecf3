//! A worker: a program that searches for the engines of a site.

use super::message::{GROUP, SUBJECT, WorkerReply};
use crate::engines::priority::lower_priority;
use crate::site::bus::{self, BusError};
use async_nats::{Client, ConnectOptions, Event, Message, Subject, Subscriber};
use futures_util::StreamExt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use taijitu_search::Stop;
use taijitu_study::{CachedEngine, ReceivedRequest};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How often a worker reports that it is still searching.
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
    /// Subscribes to positions. The server need not be up yet; `on_connection` is called when the connection
    /// is established or lost.
    ///
    /// # Errors
    /// [`BusError::Address`] if the address is malformed, [`BusError::Refused`] if the server refuses.
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
    /// Handles a request; refuses it if no thread is free.
    async fn serve(self, message: Message) {
        let Some(to) = message.reply else { return };
        let Ok(thread) = self.free.clone().try_acquire_owned() else {
            return self.reply(&to, &WorkerReply::Busy).await;
        };
        let request = match ReceivedRequest::read(&message.payload) {
            Ok(request) => request,
            Err(reason) => return self.reply(&to, &WorkerReply::Cannot { reason }).await,
        };
        let cancel = self.client.new_inbox();
        let Ok(mut cancelled) = self.client.subscribe(cancel.clone()).await else {
            return self.reply(&to, &WorkerReply::Busy).await;
        };
        self.reply(&to, &WorkerReply::Accepted { cancel }).await;
        let stop = Stop::default();
        let mut thinking = self.think(request, stop.clone(), thread);
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

    /// Searches on a blocking thread; the channel closes without a reply if the engine panics.
    fn think(
        &self,
        request: ReceivedRequest,
        stop: Stop,
        thread: OwnedSemaphorePermit,
    ) -> oneshot::Receiver<WorkerReply> {
        let (sender, receiver) = oneshot::channel();
        let engines = self.engines.clone();
        tokio::task::spawn_blocking(move || {
            lower_priority();
            let mut engine = engines.take(request.game());
            let result = request.find(&mut engine, &stop);
            engines.put(engine);
            drop(thread);
            // The request may have been cancelled.
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

/// Engines that are not in use: allocating a transposition table takes time.
#[derive(Default)]
struct EngineCache(Mutex<Vec<CachedEngine>>);

impl EngineCache {
    fn lock(&self) -> MutexGuard<'_, Vec<CachedEngine>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// An engine that has played this game, or any other one: so there are never more engines than threads.
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
