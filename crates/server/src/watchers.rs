//! Who is told what happens at a table. Viewers who may see the same get the same bytes, made once.
//!
//! Whoever sits at the table is told at once. If many watch, a task of its own tells them, some at a time: thousands of
//! sockets that wake up together would make the players at every other table wait.

use crate::house::House;
use axum::extract::ws::Utf8Bytes;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
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

/// Watchers who are told at once; if there are more, those who only watch are told by and by.
const FEW: usize = 32;
/// Watchers told at a time, which is about a millisecond's work, and how long everything else then has the processors. All
/// are told in so many steps at most, which take a fifth of a second, however many there are.
const AT_A_TIME: usize = 64;
const PAUSE: Duration = Duration::from_millis(2);
const STEPS: usize = 80;

/// What several viewers are told.
type Messages = Arc<[Utf8Bytes]>;

/// Somebody who watches.
struct Watcher {
    viewer: Viewer,
    scenes: bool,
    outbox: Outbox,
    /// The number of the last news this watcher was told, or need not be.
    told: u64,
}

impl Watcher {
    fn put(&mut self, number: u64, messages: &[Utf8Bytes]) {
        messages.iter().for_each(|message| self.outbox.put(message.clone()));
        self.told = number;
    }

    /// Puts in what others have been told already.
    fn catch_up(&mut self, pending: &VecDeque<News>) {
        for news in pending {
            if news.number > self.told {
                self.put(news.number, &news.messages[usize::from(self.scenes)]);
            }
        }
    }
}

/// Something those who only watch are to be told: without scenes, and with them.
struct News {
    number: u64,
    messages: [Messages; 2],
}

/// Everybody who watches one table through this node.
#[derive(Default)]
pub struct Watchers(Arc<Mutex<Crowd>>);

#[derive(Default)]
struct Crowd {
    watchers: HashMap<u64, Watcher>,
    /// How many news there have been.
    news: u64,
    /// What not everybody has been told yet, oldest first. While there is any, a task tells it.
    pending: VecDeque<News>,
}

/// A message as JSON.
///
/// # Panics
/// Never: messages are plain data.
#[must_use]
pub(crate) fn json(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

impl Watchers {
    /// Begins to watch: what has been told so far need not be told again.
    pub fn add(&self, viewer: Viewer, scenes: bool, outbox: Outbox) {
        let mut crowd = self.lock();
        let told = crowd.news;
        crowd.watchers.insert(outbox.socket, Watcher { viewer, scenes, outbox, told });
    }

    /// Ends it; false if the socket did not watch.
    pub fn remove(&self, socket: u64) -> bool {
        self.lock().watchers.remove(&socket).is_some()
    }

    /// How many sockets watch.
    pub fn count(&self) -> usize {
        self.lock().watchers.len()
    }

    /// How many of them do not sit at the table.
    pub fn spectators(&self, table: &Table) -> usize {
        self.lock().watchers.values().filter(|watcher| table.yours(watcher.viewer).is_empty()).count()
    }

    fn lock(&self) -> MutexGuard<'_, Crowd> {
        lock(&self.0)
    }

    /// Tells everybody what was committed.
    pub fn tell(&self, house: &House, table: &Table, entries: &[Arc<Entry>], names: &Names) {
        let mut made: HashMap<(Vec<u8>, bool), Messages> = HashMap::new();
        self.send(|viewer, scenes| {
            let yours = table.yours(viewer);
            let sits = !yours.is_empty();
            let messages = made
                .entry((yours, scenes))
                .or_insert_with(|| messages(house, table, entries, names, viewer, scenes).into());
            (sits, messages.clone())
        });
    }

    /// Tells each viewer a message of their own.
    pub fn tell_each(&self, mut message: impl FnMut(Viewer) -> Option<FromServer>) {
        for watcher in self.lock().watchers.values() {
            if let Some(message) = message(watcher.viewer) {
                watcher.outbox.put(json(&message));
            }
        }
    }

    /// Tells everybody the same.
    pub fn tell_all(&self, message: &FromServer) {
        let messages: Messages = [json(message)].into();
        self.send(|_, _| (false, messages.clone()));
    }

    /// Sends everybody what `says` says to a viewer with or without scenes, and beforehand whether that viewer sits at the
    /// table. All who do not are told the same.
    fn send(&self, mut says: impl FnMut(Viewer, bool) -> (bool, Messages)) {
        let mut crowd = self.lock();
        let Crowd { watchers, news, pending } = &mut *crowd;
        *news += 1;
        let few = watchers.len() <= FEW && pending.is_empty();
        let mut waiting: [Option<Messages>; 2] = [None, None];
        for watcher in watchers.values_mut() {
            let heard = &mut waiting[usize::from(watcher.scenes)];
            let (sits, messages) = says(watcher.viewer, watcher.scenes);
            if sits || few {
                watcher.catch_up(pending);
                watcher.put(*news, &messages);
            } else {
                heard.get_or_insert(messages);
            }
        }
        if waiting.iter().any(Option::is_some) {
            let messages = waiting.map(Option::unwrap_or_default);
            pending.push_back(News { number: *news, messages });
            if pending.len() == 1 {
                tokio::spawn(tell_by_and_by(self.0.clone()));
            }
        }
    }
}

fn lock(crowd: &Mutex<Crowd>) -> MutexGuard<'_, Crowd> {
    crowd.lock().expect("nothing panics while it tells")
}

/// Tells those who only watch what is pending, some at a time, until nothing is.
async fn tell_by_and_by(crowd: Arc<Mutex<Crowd>>) {
    loop {
        // Who comes later need not be told what is pending now.
        let (sockets, pending): (Vec<u64>, usize) = {
            let crowd = lock(&crowd);
            (crowd.watchers.keys().copied().collect(), crowd.pending.len())
        };
        for some in sockets.chunks(AT_A_TIME.max(sockets.len().div_ceil(STEPS))) {
            {
                let mut crowd = lock(&crowd);
                let Crowd { watchers, pending, .. } = &mut *crowd;
                for socket in some {
                    if let Some(watcher) = watchers.get_mut(socket) {
                        watcher.catch_up(pending);
                    }
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        let mut crowd = lock(&crowd);
        crowd.pending.drain(..pending);
        if crowd.pending.is_empty() {
            return;
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

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_protocol::PlayerId;

    const PLAYER: Viewer = Viewer(Some(PlayerId(1)));
    const NOBODY: Viewer = Viewer(None);

    /// Says a word to all; the player sits at the table.
    fn say(watchers: &Watchers, word: &str) {
        watchers.send(|viewer, scenes| {
            let sits = viewer == PLAYER;
            (sits, [format!("{word}{}", if scenes { " with a picture" } else { "" }).into()].into())
        });
    }

    fn watch(watchers: &Watchers, socket: u64, viewer: Viewer, scenes: bool) -> mpsc::Receiver<Utf8Bytes> {
        let (outbox, letters) = Outbox::new(socket, 100);
        watchers.add(viewer, scenes, outbox);
        letters
    }

    fn letters(receiver: &mut mpsc::Receiver<Utf8Bytes>) -> Vec<String> {
        std::iter::from_fn(|| receiver.try_recv().ok()).map(|letter| letter.to_string()).collect()
    }

    async fn all_told(watchers: &Watchers) {
        while !watchers.lock().pending.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    #[tokio::test]
    async fn players_are_told_first_and_the_crowd_in_order() {
        let watchers = Watchers::default();
        let mut player = watch(&watchers, 0, PLAYER, false);
        let mut crowd: Vec<_> =
            (1..=1000).map(|socket| watch(&watchers, socket, NOBODY, socket % 2 == 0)).collect();
        say(&watchers, "one");
        say(&watchers, "two");
        // Nothing has run since: only those who sit there have heard.
        assert_eq!(letters(&mut player), ["one", "two"]);
        assert!(crowd.iter_mut().all(|receiver| letters(receiver).is_empty()));
        tokio::task::yield_now().await;
        say(&watchers, "three");
        let mut late = watch(&watchers, 5000, NOBODY, false);
        all_told(&watchers).await;
        for (socket, receiver) in (1..).zip(&mut crowd) {
            let picture = if socket % 2 == 0 { " with a picture" } else { "" };
            let expected = ["one", "two", "three"].map(|word| format!("{word}{picture}"));
            assert_eq!(letters(receiver), expected, "{socket}");
        }
        assert!(letters(&mut late).is_empty());
        say(&watchers, "four");
        all_told(&watchers).await;
        assert_eq!(letters(&mut late), ["four"]);
        assert_eq!(letters(&mut player), ["three", "four"]);
    }

    #[tokio::test]
    async fn somebody_who_sits_down_misses_nothing() {
        let watchers = Watchers::default();
        let mut crowd: Vec<_> = (1..=100).map(|socket| watch(&watchers, socket, NOBODY, false)).collect();
        say(&watchers, "one");
        // The first of the crowd sits down before the crowd has heard.
        watchers.lock().watchers.get_mut(&1).unwrap().viewer = PLAYER;
        say(&watchers, "two");
        assert_eq!(letters(&mut crowd[0]), ["one", "two"]);
        watchers.remove(2);
        all_told(&watchers).await;
        assert!(letters(&mut crowd[0]).is_empty() && letters(&mut crowd[1]).is_empty());
        assert_eq!(letters(&mut crowd[2]), ["one", "two"]);
    }

    #[tokio::test]
    async fn a_few_are_told_at_once() {
        let watchers = Watchers::default();
        let mut crowd: Vec<_> = (1..=3).map(|socket| watch(&watchers, socket, NOBODY, false)).collect();
        say(&watchers, "one");
        assert!(crowd.iter_mut().all(|receiver| letters(receiver) == ["one"]));
        assert!(watchers.lock().pending.is_empty());
    }
}
