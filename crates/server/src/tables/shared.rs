//! State that the actor of a table shares with its handles: what is known without a message to the actor.

use super::chat_log::ChatLog;
use super::presence::Presence;
use super::status::TableStatus;
use super::subscribers::Subscribers;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Problem, Seat};
use taijitu_table::{Occupant, Table};
use tokio::sync::watch;

/// State shared by the actor and its handles.
pub(super) struct ActorShared {
    pub(super) status: watch::Sender<TableStatus>,
    pub(super) subscribers: Subscribers,
    pub(super) presence: Presence,
    pub(super) chat: ChatLog,
    /// Whether an engine searches a turn of this table.
    pub(super) is_searching: Arc<AtomicBool>,
    pub(super) used: AtomicI64,
    pub(super) unlisted: UnlistedTurns,
}

/// The entry of the log after which more turns are possible than are listed. Finding that out takes as long as a list: it is
/// done once.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnlistedTurns(Arc<Mutex<Option<(u64, Problem)>>>);

impl UnlistedTurns {
    fn lock(&self) -> MutexGuard<'_, Option<(u64, Problem)>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Notes the refusal of a list after an entry.
    pub(crate) fn note(&self, head: u64, refused: &Problem) {
        *self.lock() = Some((head, refused.clone()));
    }

    /// The refusal of a list after an entry, if it is known.
    pub(crate) fn refusal(&self, head: u64) -> Option<Problem> {
        self.lock().as_ref().filter(|(after, _)| *after == head).map(|(_, refused)| refused.clone())
    }
}

impl ActorShared {
    pub(super) fn new(table: &Table, now: i64) -> Self {
        Self {
            status: watch::Sender::new(TableStatus::of(table)),
            subscribers: Subscribers::default(),
            presence: Presence::new(now),
            chat: ChatLog::default(),
            is_searching: Arc::default(),
            used: AtomicI64::new(now),
            unlisted: UnlistedTurns::default(),
        }
    }

    /// The seats with a connected player, and the number of spectators. While two play against two a lost
    /// connection counts only after half a minute, and the number is 0.
    pub(super) fn who_is_here(&self, now: i64) -> (Vec<Seat>, u32) {
        let status = self.status.borrow();
        let here = |who: &Option<Occupant>| match who {
            // Partners could communicate by closing and opening their connections.
            Some(Occupant::Player(player)) if status.has_partners_playing() => {
                self.presence.is_here(*player, now)
            }
            Some(Occupant::Player(player)) => self.presence.is_connected(*player, now),
            _ => false,
        };
        let seats = Seat::all(status.seats.len()).zip(&status.seats);
        let seats = seats.filter(|(_, who)| here(who)).map(|(seat, _)| seat).collect();
        // Partners must not communicate: a number of open tabs would be a message.
        if status.has_partners_playing() {
            return (seats, 0);
        }
        let watching = u32::try_from(self.subscribers.spectators(&status)).unwrap_or(u32::MAX);
        (seats, watching.saturating_add(self.presence.watching_elsewhere(now)))
    }
}
