//! What the actor of a table and its handles share: what can be known without asking the actor.

use super::chat_log::ChatLog;
use super::presence::Presence;
use super::status::TableStatus;
use super::subscribers::Subscribers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};
use taijitu_protocol::Seat;
use taijitu_table::{Occupant, Table};
use tokio::sync::watch;

/// What the actor and its handles share.
pub(super) struct ActorShared {
    pub(super) status: watch::Sender<TableStatus>,
    pub(super) subscribers: Subscribers,
    pub(super) presence: Presence,
    pub(super) chat: ChatLog,
    /// Whether an engine searches a turn of this table.
    pub(super) is_searching: Arc<AtomicBool>,
    pub(super) used: AtomicI64,
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
        }
    }

    /// The seats with somebody connected, and how many others watch. While two play against two a lost connection counts
    /// after half a minute only, and the number is 0.
    pub(super) fn who_is_here(&self, now: i64) -> (Vec<Seat>, u32) {
        let status = self.status.borrow();
        let here = |who: &Option<Occupant>| match who {
            // Partners could speak by closing and opening their connections.
            Some(Occupant::Player(player)) if status.has_partners_playing() => {
                self.presence.is_here(*player, now)
            }
            Some(Occupant::Player(player)) => self.presence.is_connected(*player, now),
            _ => false,
        };
        let seats = Seat::all(status.seats.len()).zip(&status.seats);
        let seats = seats.filter(|(_, who)| here(who)).map(|(seat, _)| seat).collect();
        // Partners must not tell each other anything: a number of open tabs would be a message.
        if status.has_partners_playing() {
            return (seats, 0);
        }
        let watching = u32::try_from(self.subscribers.spectators(&status)).unwrap_or(u32::MAX);
        (seats, watching.saturating_add(self.presence.watching_elsewhere(now)))
    }
}
