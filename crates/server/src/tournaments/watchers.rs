//! The sockets that watch a tournament. All of them see the same: it is rendered once, and sent at most once a second.

use crate::tables::{MessageText, Outbox};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// The shortest time between two messages.
const PAUSE: Duration = Duration::from_secs(1);
/// Bytes a second that one tournament sends to all its watchers together.
const BYTES_A_SECOND: usize = 8 * 1024 * 1024;
/// The longest time between two messages, for any number of watchers.
const PAUSE_MOST: Duration = Duration::from_secs(15);
/// Sockets that are woken at once, and the pause after them: turns of games come first.
const BATCH: usize = 64;
const BATCH_PAUSE: Duration = Duration::from_millis(2);

/// The sockets by number.
#[derive(Default)]
pub(super) struct Watchers {
    outboxes: Mutex<HashMap<u64, Outbox>>,
    /// The length of the last message.
    bytes: AtomicUsize,
}

impl Watchers {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Outbox>> {
        self.outboxes.lock().expect("no panic while the lock is held")
    }

    pub(super) fn add(&self, outbox: Outbox) {
        self.lock().insert(outbox.socket, outbox);
    }

    pub(super) fn remove(&self, socket: u64) {
        self.lock().remove(&socket);
    }

    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    /// How long to wait before another message.
    pub(super) fn pause(&self) -> Duration {
        pause_for(self.bytes.load(Ordering::Relaxed).saturating_mul(self.count()))
    }

    /// Sends a message to all, some at a time.
    pub(super) fn send(&self, message: &MessageText) {
        self.bytes.store(message.len(), Ordering::Relaxed);
        let mut outboxes: Vec<Outbox> = self.lock().values().cloned().collect();
        let first = outboxes.len().min(BATCH);
        outboxes.drain(..first).for_each(|outbox| outbox.put(message.clone()));
        if outboxes.is_empty() {
            return;
        }
        let message = message.clone();
        tokio::spawn(async move {
            for batch in outboxes.chunks(BATCH) {
                tokio::time::sleep(BATCH_PAUSE).await;
                batch.iter().for_each(|outbox| outbox.put(message.clone()));
            }
        });
    }
}

/// How long to wait after this many bytes were sent.
fn pause_for(bytes: usize) -> Duration {
    let millis = bytes.saturating_mul(1000) / BYTES_A_SECOND;
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)).clamp(PAUSE, PAUSE_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_watchers_are_sent_less_often() {
        assert_eq!(pause_for(0), PAUSE, "nobody watches");
        assert_eq!(pause_for(4 * 1024 * 1000), PAUSE);
        assert!(pause_for(64 * 1024 * 1000) > Duration::from_secs(7));
        assert_eq!(pause_for(usize::MAX), PAUSE_MOST);
    }
}
