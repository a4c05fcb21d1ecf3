//! The messages that wait for one socket, bounded in number and in bytes.
//!
//! A message is shared by all recipients, so the bytes counted here are an upper bound of the memory used by
//! a socket that does not read. Adding one takes two atomic additions and no lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// Maximum number of messages that wait for a socket.
pub(crate) const MAX_MESSAGES: usize = 256;
/// Maximum number of bytes that wait for a socket, unless a single message is larger.
pub(crate) const MAX_BYTES: usize = 512 * 1024;
/// With more than this waiting, nothing is read from the socket: a client that sends requests without reading
/// the answers is read from again when it has taken some of them.
pub(crate) const PAUSE_MESSAGES: usize = MAX_MESSAGES / 4;
pub(crate) const PAUSE_BYTES: usize = MAX_BYTES / 32;

/// Maximum number of bytes that wait for all sockets of a node. Beyond that, one socket has
/// [`CROWDED_BYTES`]: sockets that read nothing are asked to reconnect; those that keep up are not affected.
pub(crate) const TOTAL_BYTES: usize = 256 * 1024 * 1024;
/// Maximum number of bytes that wait for a socket while too many wait for all of them.
pub(crate) const CROWDED_BYTES: usize = MAX_BYTES / 8;

/// A message as JSON, shared by all recipients.
pub(crate) type MessageText = Arc<str>;

/// The bytes that wait for all sockets of a node.
#[derive(Clone, Default)]
pub(crate) struct WaitingBytes(Arc<AtomicUsize>);

impl WaitingBytes {
    fn is_crowded(&self) -> bool {
        self.0.load(Ordering::Relaxed) > TOTAL_BYTES
    }
}

struct WaitingMessages {
    bytes: AtomicUsize,
    is_slow: AtomicBool,
    in_total: WaitingBytes,
}

impl WaitingMessages {
    /// Counts a message; returns how many bytes waited before.
    fn add(&self, bytes: usize) -> usize {
        self.in_total.0.fetch_add(bytes, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed)
    }

    fn remove(&self, bytes: usize) {
        self.in_total.0.fetch_sub(bytes, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for WaitingMessages {
    /// Messages that were never taken no longer wait.
    fn drop(&mut self) {
        self.in_total.0.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

/// The queue of messages for one socket. A socket that does not keep up gets one last message, then nothing.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// The socket's number on this node.
    pub(crate) socket: u64,
    sender: mpsc::Sender<MessageText>,
    waiting: Arc<WaitingMessages>,
}

/// The end of an outbox from which the socket takes messages.
pub(crate) struct OutgoingMessages {
    receiver: mpsc::Receiver<MessageText>,
    waiting: Arc<WaitingMessages>,
}

impl Outbox {
    /// An empty outbox. What waits in it counts in total, too.
    #[must_use]
    pub(crate) fn new(socket: u64, in_total: WaitingBytes) -> (Self, OutgoingMessages) {
        let (sender, receiver) = mpsc::channel(MAX_MESSAGES);
        let waiting = Arc::new(WaitingMessages {
            bytes: AtomicUsize::new(0),
            is_slow: AtomicBool::new(false),
            in_total,
        });
        (Self { socket, sender, waiting: waiting.clone() }, OutgoingMessages { receiver, waiting })
    }

    /// Adds a message if there is room. A message larger than the limit fits into an empty outbox.
    pub(crate) fn put(&self, message: MessageText) {
        let bytes = message.len();
        let before = self.waiting.add(bytes);
        let most = if self.waiting.in_total.is_crowded() { CROWDED_BYTES } else { MAX_BYTES };
        let fits = before == 0 || before + bytes <= most;
        if !fits || self.sender.try_send(message).is_err() {
            self.waiting.remove(bytes);
            self.waiting.is_slow.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a message did not fit: the client has to start over.
    #[must_use]
    pub(crate) fn is_slow(&self) -> bool {
        self.waiting.is_slow.load(Ordering::Relaxed)
    }
}

impl OutgoingMessages {
    /// Waits for the next message; `None` once every sender is dropped.
    pub(crate) async fn next(&mut self) -> Option<MessageText> {
        let message = self.receiver.recv().await?;
        Some(self.taken(message))
    }

    /// The next message, if one waits.
    pub(crate) fn try_next(&mut self) -> Option<MessageText> {
        let message = self.receiver.try_recv().ok()?;
        Some(self.taken(message))
    }

    fn taken(&self, message: MessageText) -> MessageText {
        self.waiting.remove(message.len());
        message
    }

    /// Whether too much waits to read more from the client.
    pub(crate) fn is_backed_up(&self) -> bool {
        self.receiver.len() > PAUSE_MESSAGES || self.waiting.bytes.load(Ordering::Relaxed) > PAUSE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty(socket: u64) -> (Outbox, OutgoingMessages) {
        Outbox::new(socket, WaitingBytes::default())
    }

    fn text(bytes: usize) -> MessageText {
        "x".repeat(bytes).into()
    }

    #[test]
    fn an_outbox_is_bounded_in_messages_and_in_bytes() {
        let (outbox, mut outgoing) = empty(1);
        for _ in 0..MAX_MESSAGES {
            outbox.put(text(1));
        }
        assert!(!outbox.is_slow() && outgoing.is_backed_up());
        outbox.put(text(1));
        assert!(outbox.is_slow());
        assert_eq!(std::iter::from_fn(|| outgoing.try_next()).count(), MAX_MESSAGES);
        assert_eq!(outgoing.waiting.bytes.load(Ordering::Relaxed), 0, "what did not fit is not counted");

        let (outbox, mut outgoing) = empty(2);
        outbox.put(text(MAX_BYTES - 10));
        assert!(!outbox.is_slow() && outgoing.is_backed_up());
        outbox.put(text(10));
        assert!(!outbox.is_slow());
        outbox.put(text(1));
        assert!(outbox.is_slow());
        assert_eq!(
            std::iter::from_fn(|| outgoing.try_next()).map(|text| text.len()).sum::<usize>(),
            MAX_BYTES
        );
    }

    #[test]
    fn all_outboxes_together_are_bounded() {
        let in_total = WaitingBytes::default();
        let message = text(MAX_BYTES / 4);
        let new = |socket| Outbox::new(socket, in_total.clone());
        let full = TOTAL_BYTES / MAX_BYTES;
        let deaf: Vec<_> = (0..full as u64 + 1).map(new).collect();
        for (outbox, _) in &deaf {
            (0..4).for_each(|_| outbox.put(message.clone()));
        }
        assert!(deaf.iter().filter(|(outbox, _)| outbox.is_slow()).count() <= 1, "the last one at most");
        let (outbox, mut outgoing) = new(1000);
        for _ in 0..100 {
            outbox.put(text(CROWDED_BYTES / 2));
            assert!(outgoing.try_next().is_some());
        }
        assert!(!outbox.is_slow(), "a client that reads notices nothing");
        (0..3).for_each(|_| outbox.put(text(CROWDED_BYTES / 2)));
        assert!(outbox.is_slow(), "one that does not read has little");
        drop((deaf, outbox, outgoing));
        assert_eq!(in_total.0.load(Ordering::Relaxed), 0, "what is gone does not count");
    }

    #[test]
    fn one_large_message_fits_into_an_empty_outbox() {
        let (outbox, mut outgoing) = empty(1);
        outbox.put(text(2 * MAX_BYTES));
        assert!(!outbox.is_slow());
        assert!(outgoing.try_next().is_some() && !outgoing.is_backed_up());
    }
}
