//! A node that has engine work to give.

use super::{SUBJECT, Wanted, Word};
use crate::bots::{Found, Request};
use async_nats::{Client, Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use taijitu_search::Stop;
use tokio::sync::watch;
use tokio::time::timeout;

/// A worker that does not answer for so long is not there.
const ANSWERS_WITHIN: Duration = Duration::from_millis(500);
/// One that thinks and does not say so for so long has died.
const SILENCE: Duration = Duration::from_millis(1500);
/// So many workers are asked before the node thinks itself.
const TRIES: usize = 3;
/// If there are no workers, they are looked for again after this long.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// No engine thinks longer; whatever is left after that is given up.
const DEADLINE: Duration = Duration::from_secs(60);
/// How often it is looked whether the turn is still wanted.
const STILL_WANTED: Duration = Duration::from_millis(100);

/// The workers, as a node knows them.
pub(crate) struct Hiring {
    client: Client,
    up: watch::Receiver<bool>,
    /// Until then nobody is asked: there was no worker.
    none_until: Mutex<Option<Instant>>,
}

/// Why a worker did not find anything.
enum Failed {
    /// It, or the way to it, is gone; another one may do it.
    TryAnother,
    /// There is no worker.
    Nobody,
    /// Nobody wants it any more.
    Unwanted,
}

impl Hiring {
    pub(crate) const fn new(client: Client, up: watch::Receiver<bool>) -> Self {
        Self { client, up, none_until: Mutex::new(None) }
    }

    /// Whether it is worth asking.
    pub(crate) fn is_worthwhile(&self) -> bool {
        let none_until = *self.none_until.lock().expect("nothing panics while it looks");
        *self.up.borrow() && none_until.is_none_or(|until| crate::clock::instant() >= until)
    }

    /// Asks workers for a turn, one after the other; none if the node has to think itself, or nobody wants to know.
    pub(crate) async fn ask(&self, request: &Request, stop: &Stop) -> Option<(Option<Found>, Duration)> {
        let wanted = serde_json::to_string(&Wanted::of(request)?).ok()?;
        for _ in 0..TRIES {
            let answer = timeout(DEADLINE, self.ask_one(&wanted, stop)).await;
            match answer.unwrap_or(Err(Failed::TryAnother)) {
                Ok(found) => {
                    metrics::counter!("taijitu_worker_turns_total").increment(1);
                    return Some(found);
                }
                Err(Failed::TryAnother) => metrics::counter!("taijitu_worker_failures_total").increment(1),
                Err(Failed::Unwanted) => return None,
                Err(Failed::Nobody) => {
                    let until = crate::clock::instant() + LOOK_AGAIN;
                    *self.none_until.lock().expect("nothing panics while it looks") = Some(until);
                    return None;
                }
            }
        }
        None
    }

    /// Puts a position on the bus and listens to whoever took it.
    async fn ask_one(&self, wanted: &str, stop: &Stop) -> Result<(Option<Found>, Duration), Failed> {
        // An answer to an earlier attempt goes to an inbox nobody listens to any more.
        let inbox = self.client.new_inbox();
        let mut answers = self.client.subscribe(inbox.clone()).await.map_err(|_| Failed::TryAnother)?;
        let sent = self.client.publish_with_reply(SUBJECT, inbox, wanted.to_owned().into()).await;
        sent.map_err(|_| Failed::TryAnother)?;
        let first = timeout(ANSWERS_WITHIN, answers.next()).await.ok().flatten();
        let cancel = match word(&first.ok_or(Failed::TryAnother)?)? {
            Word::Accepted { cancel } => cancel,
            Word::Cannot { reason } => {
                tracing::warn!(reason, "a worker cannot think about a position");
                return Err(Failed::TryAnother);
            }
            Word::Busy | Word::Thinking | Word::Found { .. } => return Err(Failed::TryAnother),
        };
        let found = listen(&mut answers, stop).await;
        if found.is_err() {
            // It may only be slow: then it need not go on.
            let _ = self.client.publish(cancel, "".into()).await;
        }
        found
    }
}

/// Listens to a worker that thinks.
async fn listen(answers: &mut Subscriber, stop: &Stop) -> Result<(Option<Found>, Duration), Failed> {
    let mut silent = Duration::ZERO;
    loop {
        if stop.is_set() {
            return Err(Failed::Unwanted);
        }
        let Ok(message) = timeout(STILL_WANTED, answers.next()).await else {
            silent += STILL_WANTED;
            if silent >= SILENCE {
                return Err(Failed::TryAnother);
            }
            continue;
        };
        silent = Duration::ZERO;
        match word(&message.ok_or(Failed::TryAnother)?)? {
            Word::Found { turn, better, spent } => {
                let found = turn.map(|turn| Found { turn, better });
                return Ok((found, Duration::from_millis(spent)));
            }
            Word::Thinking | Word::Accepted { .. } => (),
            Word::Busy | Word::Cannot { .. } => return Err(Failed::TryAnother),
        }
    }
}

fn word(message: &Message) -> Result<Word, Failed> {
    if message.status == Some(StatusCode::NO_RESPONDERS) {
        return Err(Failed::Nobody);
    }
    serde_json::from_slice(&message.payload).map_err(|_| Failed::TryAnother)
}
