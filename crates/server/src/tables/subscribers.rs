//! The sockets that watch a table. Viewers who may see the same get the same bytes, rendered once.
//!
//! Seated players are sent everything at once. If many watch, a separate task serves the spectators in
//! batches: waking thousands of sockets together would delay the players at every other table.

use super::outbox::{MessageText, Outbox};
use super::status::TableStatus;
use crate::site::Site;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use taijitu_protocol::{FromServer, Seat};
use taijitu_table::{LogEntry, Names, Table, Viewer};

/// Up to this many subscribers are sent everything at once; with more, spectators are served in batches.
const AT_ONCE: usize = 32;
/// Size of a batch, about a millisecond of work, and the pause between two batches.
const BATCH: usize = 64;
const PAUSE: Duration = Duration::from_millis(2);
/// Maximum number of batches however many spectators there are: they take a fifth of a second.
const MAX_BATCHES: usize = 80;

/// Messages for several viewers.
type Messages = Arc<[MessageText]>;

/// A socket that watches.
struct Subscriber {
    viewer: Viewer,
    scenes: bool,
    outbox: Outbox,
    /// The number of the last broadcast that this socket was sent or can skip.
    last_sent: u64,
}

impl Subscriber {
    fn put(&mut self, number: u64, messages: &[MessageText]) {
        messages.iter().for_each(|message| self.outbox.put(message.clone()));
        self.last_sent = number;
    }

    /// Adds broadcasts that others have been sent already.
    fn catch_up(&mut self, backlog: &VecDeque<Broadcast>) {
        for broadcast in backlog {
            if broadcast.number > self.last_sent {
                self.put(broadcast.number, &broadcast.messages[usize::from(self.scenes)]);
            }
        }
    }
}

/// Messages for spectators: without scenes, and with them.
struct Broadcast {
    number: u64,
    messages: [Messages; 2],
}

/// All sockets that watch one table through this node.
#[derive(Default)]
pub(super) struct Subscribers(Arc<Mutex<SubscriberList>>);

#[derive(Default)]
struct SubscriberList {
    subscribers: HashMap<u64, Subscriber>,
    /// How many broadcasts there have been.
    broadcasts: u64,
    /// Broadcasts that not all spectators have been sent yet, oldest first. While there are any, a task sends
    /// them.
    backlog: VecDeque<Broadcast>,
}

/// A message as JSON.
///
/// # Panics
/// Never: messages are plain data.
#[must_use]
pub(crate) fn json(message: &FromServer) -> MessageText {
    serde_json::to_string(message).expect("a message is plain data").into()
}

impl Subscribers {
    /// Adds a socket; earlier broadcasts are not sent to it.
    pub(super) fn add(&self, viewer: Viewer, scenes: bool, outbox: Outbox) {
        let mut list = self.lock();
        let last_sent = list.broadcasts;
        list.subscribers.insert(outbox.socket, Subscriber { viewer, scenes, outbox, last_sent });
    }

    /// Removes a socket; false if it did not watch.
    pub(super) fn remove(&self, socket: u64) -> bool {
        self.lock().subscribers.remove(&socket).is_some()
    }

    /// How many sockets watch.
    pub(super) fn count(&self) -> usize {
        self.lock().subscribers.len()
    }

    /// How many of them do not sit at the table.
    pub(super) fn spectators(&self, status: &TableStatus) -> usize {
        self.lock().subscribers.values().filter(|subscriber| !status.is_seated(subscriber.viewer)).count()
    }

    fn lock(&self) -> MutexGuard<'_, SubscriberList> {
        lock(&self.0)
    }

    /// Sends committed entries to all viewers. `render` is called once for all viewers who see the same:
    /// those of the same seats, and all of them if the messages have neither secrets nor scenes.
    pub(super) fn broadcast(
        &self,
        table: &Table,
        has_secrets: bool,
        mut render: impl FnMut(Viewer, bool) -> Messages,
    ) {
        let mut rendered: Vec<(bool, Vec<Seat>, Messages)> = vec![];
        self.send(|viewer, scenes| {
            let mut seats = table.seats_of_viewer(viewer);
            let is_seated = !seats.is_empty();
            if !scenes && !has_secrets {
                seats.clear();
            }
            let same =
                |(with_scenes, of, _): &&(bool, Vec<Seat>, Messages)| (*with_scenes, of) == (scenes, &seats);
            if let Some((.., messages)) = rendered.iter().find(same) {
                return (is_seated, messages.clone());
            }
            let messages = render(viewer, scenes);
            rendered.push((scenes, seats, messages.clone()));
            (is_seated, messages)
        });
    }

    /// Sends each viewer a message of their own.
    pub(super) fn send_each(&self, mut message: impl FnMut(Viewer) -> Option<FromServer>) {
        for subscriber in self.lock().subscribers.values() {
            if let Some(message) = message(subscriber.viewer) {
                subscriber.outbox.put(json(&message));
            }
        }
    }

    /// Sends the same message to all viewers.
    pub(super) fn send_all(&self, message: &FromServer) {
        let messages: Messages = [json(message)].into();
        self.send(|_, _| (false, messages.clone()));
    }

    /// Sends the result of `render` for each viewer with or without scenes; it also says whether that viewer
    /// sits at the table. All spectators are sent the same.
    fn send(&self, mut render: impl FnMut(Viewer, bool) -> (bool, Messages)) {
        let mut list = self.lock();
        let SubscriberList { subscribers, broadcasts, backlog } = &mut *list;
        *broadcasts += 1;
        let at_once = subscribers.len() <= AT_ONCE && backlog.is_empty();
        let mut waiting: [Option<Messages>; 2] = [None, None];
        for subscriber in subscribers.values_mut() {
            let later = &mut waiting[usize::from(subscriber.scenes)];
            let (is_seated, messages) = render(subscriber.viewer, subscriber.scenes);
            if is_seated || at_once {
                subscriber.catch_up(backlog);
                subscriber.put(*broadcasts, &messages);
            } else {
                later.get_or_insert(messages);
            }
        }
        if waiting.iter().any(Option::is_some) {
            let messages = waiting.map(Option::unwrap_or_default);
            backlog.push_back(Broadcast { number: *broadcasts, messages });
            if backlog.len() == 1 {
                tokio::spawn(drain_backlog(self.0.clone()));
            }
        }
    }
}

fn lock(list: &Mutex<SubscriberList>) -> MutexGuard<'_, SubscriberList> {
    list.lock().expect("no panic while the lock is held")
}

/// Sends the backlog to spectators in batches until it is empty.
async fn drain_backlog(list: Arc<Mutex<SubscriberList>>) {
    loop {
        // Sockets added later skip what is in the backlog now.
        let (sockets, length): (Vec<u64>, usize) = {
            let list = lock(&list);
            (list.subscribers.keys().copied().collect(), list.backlog.len())
        };
        for some in sockets.chunks(BATCH.max(sockets.len().div_ceil(MAX_BATCHES))) {
            {
                let mut list = lock(&list);
                let SubscriberList { subscribers, backlog, .. } = &mut *list;
                for socket in some {
                    if let Some(subscriber) = subscribers.get_mut(socket) {
                        subscriber.catch_up(backlog);
                    }
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        let mut list = lock(&list);
        list.backlog.drain(..length);
        if list.backlog.is_empty() {
            return;
        }
    }
}

/// Entries as messages for one viewer; the position comes with the last.
pub(crate) fn messages(
    site: &Site,
    table: &Table,
    entries: &[Arc<LogEntry>],
    names: &Names,
    viewer: Viewer,
    scenes: bool,
) -> Vec<MessageText> {
    let message = |entry: &Arc<LogEntry>| {
        let with_scene = scenes && entry.n == table.head();
        let scene =
            if with_scene { site.at_moment(|context| table.scene_for(viewer, &context)) } else { None };
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
    use super::super::outbox::{OutgoingMessages, WaitingBytes};
    use super::*;
    use taijitu_protocol::PlayerId;

    const PLAYER: Viewer = Viewer(Some(PlayerId(1)));
    const NOBODY: Viewer = Viewer(None);

    /// Says a word to all; the player sits at the table.
    fn say(subscribers: &Subscribers, word: &str) {
        subscribers.send(|viewer, scenes| {
            let sits = viewer == PLAYER;
            (sits, [format!("{word}{}", if scenes { " with a picture" } else { "" }).into()].into())
        });
    }

    fn watch(subscribers: &Subscribers, socket: u64, viewer: Viewer, scenes: bool) -> OutgoingMessages {
        let (outbox, outgoing) = Outbox::new(socket, WaitingBytes::default());
        subscribers.add(viewer, scenes, outbox);
        outgoing
    }

    fn take_all(outgoing: &mut OutgoingMessages) -> Vec<String> {
        std::iter::from_fn(|| outgoing.try_next()).map(|message| message.to_string()).collect()
    }

    async fn everybody_is_served(subscribers: &Subscribers) {
        while !subscribers.lock().backlog.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    #[tokio::test]
    async fn players_are_sent_events_first_and_spectators_in_order() {
        let subscribers = Subscribers::default();
        let mut player = watch(&subscribers, 0, PLAYER, false);
        let mut list: Vec<_> =
            (1..=1000).map(|socket| watch(&subscribers, socket, NOBODY, socket % 2 == 0)).collect();
        say(&subscribers, "one");
        say(&subscribers, "two");
        // Nothing has run since: only seated players have received the words.
        assert_eq!(take_all(&mut player), ["one", "two"]);
        assert!(list.iter_mut().all(|receiver| take_all(receiver).is_empty()));
        tokio::task::yield_now().await;
        say(&subscribers, "three");
        let mut late = watch(&subscribers, 5000, NOBODY, false);
        everybody_is_served(&subscribers).await;
        for (socket, receiver) in (1..).zip(&mut list) {
            let picture = if socket % 2 == 0 { " with a picture" } else { "" };
            let expected = ["one", "two", "three"].map(|word| format!("{word}{picture}"));
            assert_eq!(take_all(receiver), expected, "{socket}");
        }
        assert!(take_all(&mut late).is_empty());
        say(&subscribers, "four");
        everybody_is_served(&subscribers).await;
        assert_eq!(take_all(&mut late), ["four"]);
        assert_eq!(take_all(&mut player), ["three", "four"]);
    }

    #[tokio::test]
    async fn a_player_who_sits_down_misses_no_event() {
        let subscribers = Subscribers::default();
        let mut list: Vec<_> = (1..=100).map(|socket| watch(&subscribers, socket, NOBODY, false)).collect();
        say(&subscribers, "one");
        // The first spectator sits down before the batch is sent.
        subscribers.lock().subscribers.get_mut(&1).unwrap().viewer = PLAYER;
        say(&subscribers, "two");
        assert_eq!(take_all(&mut list[0]), ["one", "two"]);
        subscribers.remove(2);
        everybody_is_served(&subscribers).await;
        assert!(take_all(&mut list[0]).is_empty() && take_all(&mut list[1]).is_empty());
        assert_eq!(take_all(&mut list[2]), ["one", "two"]);
    }

    #[tokio::test]
    async fn a_few_are_told_at_once() {
        let subscribers = Subscribers::default();
        let mut list: Vec<_> = (1..=3).map(|socket| watch(&subscribers, socket, NOBODY, false)).collect();
        say(&subscribers, "one");
        assert!(list.iter_mut().all(|receiver| take_all(receiver) == ["one"]));
        assert!(subscribers.lock().backlog.is_empty());
    }
}
