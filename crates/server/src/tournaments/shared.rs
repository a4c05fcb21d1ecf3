//! What an actor shares with the handles of its tournament.

use super::kept_view::KeptView;
use super::watchers::Watchers;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use taijitu_protocol::WallBoard;
use taijitu_tournament::Tournament;

/// No deadline.
const NEVER: i64 = i64::MAX;

/// What is known without a message to the actor.
pub(super) struct TournamentShared {
    /// The number of the last entry, and the tournament after it.
    head: AtomicU64,
    latest: Mutex<Arc<Tournament>>,
    /// When the actor has something to do by itself.
    deadline: AtomicI64,
    /// When the tournament was last used.
    used: AtomicI64,
    /// The sockets that watch.
    pub(super) watchers: Watchers,
    /// The last view. Held while another one is made.
    pub(super) view: tokio::sync::Mutex<Option<KeptView>>,
    /// The running games as a projector shows them, and when they were read.
    pub(super) boards: tokio::sync::Mutex<Option<(i64, Arc<Vec<WallBoard>>)>>,
}

impl TournamentShared {
    pub(super) fn new(tournament: Arc<Tournament>, now: i64) -> Self {
        Self {
            head: AtomicU64::new(tournament.head()),
            latest: Mutex::new(tournament),
            deadline: AtomicI64::new(NEVER),
            used: AtomicI64::new(now),
            watchers: Watchers::default(),
            view: tokio::sync::Mutex::default(),
            boards: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn head(&self) -> u64 {
        self.head.load(Ordering::Relaxed)
    }

    /// The tournament after the last entry that was committed.
    pub(super) fn latest(&self) -> Arc<Tournament> {
        self.latest.lock().expect("no panic while the lock is held").clone()
    }

    pub(super) fn set_latest(&self, tournament: Arc<Tournament>) {
        let head = tournament.head();
        *self.latest.lock().expect("no panic while the lock is held") = tournament;
        self.head.store(head, Ordering::Relaxed);
    }

    pub(super) fn set_deadline(&self, deadline: Option<i64>) {
        self.deadline.store(deadline.unwrap_or(NEVER), Ordering::Relaxed);
    }

    /// Moves a deadline to a time, unless it is later anyway.
    pub(super) fn delay_deadline(&self, to: i64) {
        self.deadline.fetch_max(to, Ordering::Relaxed);
    }

    /// Whether the deadline has passed; it is returned once.
    pub(super) fn take_due(&self, now: i64) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline <= now
            && self.deadline.compare_exchange(deadline, NEVER, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub(super) fn touch(&self, now: i64) {
        self.used.store(now, Ordering::Relaxed);
    }

    /// Whether nobody has used the tournament since a time, and nobody watches.
    pub(super) fn is_idle(&self, before: i64) -> bool {
        self.used.load(Ordering::Relaxed) < before && self.watchers.count() == 0
    }
}
