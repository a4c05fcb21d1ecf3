//! The node's side: finds a worker for a position and waits for its answer.

use super::message::{SUBJECT, WorkerReply};
use crate::site::clock::instant;
use async_nats::{Client, Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use taijitu_search::Stop;
use taijitu_study::TurnResult;
use tokio::sync::watch;
use tokio::time::timeout;

/// A worker that has not answered within this time is considered absent.
const ACCEPT_TIMEOUT: Duration = Duration::from_millis(500);
/// A worker that sends nothing for this long while it searches is dead.
const SILENCE_TIMEOUT: Duration = Duration::from_millis(1500);
/// How many workers are tried before the node searches itself.
const MAX_ATTEMPTS: usize = 3;
/// How long no worker is tried after none was found.
const RETRY_AFTER: Duration = Duration::from_secs(2);
/// Maximum time of an attempt: no search takes longer.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(60);
/// How often cancellation is checked.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The client of the workers.
pub(crate) struct WorkerClient {
    client: Client,
    is_up: watch::Receiver<bool>,
    /// Set when no worker was found: until then none is tried.
    none_until: Mutex<Option<Instant>>,
}

/// Why an attempt has failed.
enum AttemptError {
    /// The worker, or the connection to it, is gone; another one may succeed.
    TryAnother,
    /// There is no worker.
    NoWorker,
    /// The request was cancelled.
    Cancelled,
}

impl WorkerClient {
    /// Workers that are reached by a NATS client.
    pub(crate) const fn new(client: Client, is_up: watch::Receiver<bool>) -> Self {
        Self { client, is_up, none_until: Mutex::new(None) }
    }

    /// Whether there may be a worker.
    pub(in crate::engines) fn is_worthwhile(&self) -> bool {
        *self.is_up.borrow() && self.none_until().is_none_or(|until| instant() >= until)
    }

    fn none_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.none_until.lock().expect("no panic while the lock is held")
    }

    /// Requests a turn from workers, one after the other; `None` if the node has to search itself, or the
    /// request is cancelled.
    pub(in crate::engines) async fn find_turn(&self, request: &str, stop: &Stop) -> Option<TurnResult> {
        for _ in 0..MAX_ATTEMPTS {
            let answer = timeout(ATTEMPT_TIMEOUT, self.try_worker(request, stop)).await;
            match answer.unwrap_or(Err(AttemptError::TryAnother)) {
                Ok(result) => {
                    metrics::counter!("taijitu_worker_turns_total").increment(1);
                    return Some(result);
                }
                Err(AttemptError::TryAnother) => {
                    metrics::counter!("taijitu_worker_failures_total").increment(1);
                }
                Err(AttemptError::Cancelled) => return None,
                Err(AttemptError::NoWorker) => {
                    *self.none_until() = Some(instant() + RETRY_AFTER);
                    return None;
                }
            }
        }
        None
    }

    /// Publishes a request and waits for the worker that takes it.
    async fn try_worker(&self, request: &str, stop: &Stop) -> Result<TurnResult, AttemptError> {
        // Each attempt has an inbox of its own: late answers to an earlier one are not read.
        let inbox = self.client.new_inbox();
        let mut replies = self.client.subscribe(inbox.clone()).await.map_err(|_| AttemptError::TryAnother)?;
        let sent = self.client.publish_with_reply(SUBJECT, inbox, request.to_owned().into()).await;
        sent.map_err(|_| AttemptError::TryAnother)?;
        let first = timeout(ACCEPT_TIMEOUT, replies.next()).await.ok().flatten();
        let cancel = match read(&first.ok_or(AttemptError::TryAnother)?)? {
            WorkerReply::Accepted { cancel } => cancel,
            WorkerReply::Cannot { reason } => {
                tracing::warn!(reason, "a worker cannot think about a position");
                return Err(AttemptError::TryAnother);
            }
            WorkerReply::Busy | WorkerReply::Thinking | WorkerReply::Found { .. } => {
                return Err(AttemptError::TryAnother);
            }
        };
        let result = wait_for_result(&mut replies, stop).await;
        if result.is_err() {
            // The worker may only be slow; cancel its search.
            let _ = self.client.publish(cancel, "".into()).await;
        }
        result
    }
}

/// Waits for the result of a worker that has accepted.
async fn wait_for_result(replies: &mut Subscriber, stop: &Stop) -> Result<TurnResult, AttemptError> {
    let mut silent = Duration::ZERO;
    loop {
        if stop.is_set() {
            return Err(AttemptError::Cancelled);
        }
        let Ok(message) = timeout(CANCEL_POLL_INTERVAL, replies.next()).await else {
            silent += CANCEL_POLL_INTERVAL;
            if silent >= SILENCE_TIMEOUT {
                return Err(AttemptError::TryAnother);
            }
            continue;
        };
        silent = Duration::ZERO;
        match read(&message.ok_or(AttemptError::TryAnother)?)? {
            WorkerReply::Thinking | WorkerReply::Accepted { .. } => (),
            reply => return reply.into_result().ok_or(AttemptError::TryAnother),
        }
    }
}

fn read(message: &Message) -> Result<WorkerReply, AttemptError> {
    if message.status == Some(StatusCode::NO_RESPONDERS) {
        return Err(AttemptError::NoWorker);
    }
    serde_json::from_slice(&message.payload).map_err(|_| AttemptError::TryAnother)
}
