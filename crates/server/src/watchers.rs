//! Who is told what happens at a table. Viewers who may see the same get the same bytes, made once.

use crate::house::House;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use taijitu_protocol::FromServer;
use taijitu_table::{Entry, Names, Table, Viewer};
use tokio::sync::mpsc;

/// Where messages for one socket go. A socket that does not keep up is told so once and left alone.
#[derive(Clone)]
pub struct Outbox {
    /// The socket's number on this node.
    pub socket: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    slow: Arc<AtomicBool>,
}

impl Outbox {
    /// An outbox for so many messages, and the end from which the socket takes them.
    #[must_use]
    pub fn new(socket: u64, room: usize) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(room);
        (Self { socket, sender, slow: Arc::default() }, receiver)
    }

    /// Puts a message in, if there is room.
    pub fn put(&self, message: Utf8Bytes) {
        if self.sender.try_send(message).is_err() {
            self.slow.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a message did not fit: the client has to start over.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed)
    }
}

/// Somebody who watches.
#[derive(Clone)]
struct Watcher {
    viewer: Viewer,
    scenes: bool,
    outbox: Outbox,
}

/// Everybody who watches one table through this node.
#[derive(Default)]
pub struct Watchers(Mutex<HashMap<u64, Watcher>>);

/// A message as JSON.
///
/// # Panics
/// Never: messages are plain data.
#[must_use]
pub(crate) fn json(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

impl Watchers {
    /// Begins to watch.
    pub fn add(&self, viewer: Viewer, scenes: bool, outbox: Outbox) {
        self.lock().insert(outbox.socket, Watcher { viewer, scenes, outbox });
    }

    /// Ends it; false if the socket did not watch.
    pub fn remove(&self, socket: u64) -> bool {
        self.lock().remove(&socket).is_some()
    }

    /// How many sockets watch.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// How many of them do not sit at the table.
    pub fn spectators(&self, table: &Table) -> usize {
        self.lock().values().filter(|watcher| table.yours(watcher.viewer).is_empty()).count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Watcher>> {
        self.0.lock().expect("nothing panics while it tells")
    }

    /// Tells everybody what was committed.
    pub fn tell(&self, house: &House, table: &Table, entries: &[Arc<Entry>], names: &Names) {
        let mut made: HashMap<(Vec<u8>, bool), Vec<Utf8Bytes>> = HashMap::new();
        for watcher in self.lock().values() {
            let key = (table.yours(watcher.viewer), watcher.scenes);
            let messages = made
                .entry(key)
                .or_insert_with(|| messages(house, table, entries, names, watcher.viewer, watcher.scenes));
            for message in messages {
                watcher.outbox.put(message.clone());
            }
        }
    }

    /// Tells each viewer a message of their own.
    pub fn tell_each(&self, mut message: impl FnMut(Viewer) -> Option<FromServer>) {
        for watcher in self.lock().values() {
            if let Some(message) = message(watcher.viewer) {
                watcher.outbox.put(json(&message));
            }
        }
    }

    /// Tells everybody the same.
    pub fn tell_all(&self, message: &FromServer) {
        let message = json(message);
        for watcher in self.lock().values() {
            watcher.outbox.put(message.clone());
        }
    }
}

/// Entries as messages for one viewer; the position comes with the last.
pub(crate) fn messages(
    house: &House,
    table: &Table,
    entries: &[Arc<Entry>],
    names: &Names,
    viewer: Viewer,
    scenes: bool,
) -> Vec<Utf8Bytes> {
    let message = |entry: &Arc<Entry>| {
        let with_scene = scenes && entry.n == table.head();
        let scene =
            if with_scene { house.at_moment(|moment| table.scene_for(viewer, &moment)) } else { None };
        json(&FromServer::Event {
            table: table.id(),
            event: table.event(entry, viewer, names),
            scene: scene.map(Box::new),
        })
    };
    entries.iter().map(message).collect()
}
