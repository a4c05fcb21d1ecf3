//! Callers: each may have one analysis and one review at a time, and one address only a few.

use super::job::Priority;
use crate::error::{ApiError, Result};
use crate::site::limits::{address_factor, network};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Code, PlayerId};
use tokio::sync::watch;

/// Maximum concurrent analyses and reviews for one IP address: enough for a classroom behind one NAT. The
/// machine itself has a higher limit, see [`address_factor`].
const MAX_PER_ADDRESS: usize = 8;

/// Who asked for a task: a player, or without an account the address.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caller {
    player: Option<PlayerId>,
    address: Option<IpAddr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CallerKey {
    Player(PlayerId),
    Address(Option<IpAddr>),
}

impl Caller {
    /// A caller with an account, or without one from an address.
    #[must_use]
    pub(crate) const fn new(player: Option<PlayerId>, address: Option<IpAddr>) -> Self {
        Self { player, address }
    }

    pub(super) fn key(&self) -> CallerKey {
        self.player.map_or(CallerKey::Address(self.network()), CallerKey::Player)
    }

    /// The address used for counting: one network per household.
    pub(super) fn network(&self) -> Option<IpAddr> {
        self.address.map(network)
    }
}

type SlotKey = (CallerKey, Priority);

/// The callers with a task in the pool.
#[derive(Default)]
pub(super) struct Callers(Mutex<HashMap<SlotKey, OccupiedSlots>>);

struct OccupiedSlots {
    address: Option<IpAddr>,
    /// Becomes true when the same caller submits another task.
    replaced: watch::Sender<bool>,
}

/// The right of a caller to run one task of a priority; released on drop.
pub(super) struct Slot {
    callers: Arc<Callers>,
    key: SlotKey,
    replaced: watch::Receiver<bool>,
}

impl Callers {
    fn lock(&self) -> MutexGuard<'_, HashMap<SlotKey, OccupiedSlots>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Takes the slot of a caller; the task that had it ends.
    ///
    /// # Errors
    /// `too_many` if the caller's address has too many tasks.
    pub(super) fn take(self: &Arc<Self>, caller: Caller, priority: Priority) -> Result<Slot> {
        let (key, address) = ((caller.key(), priority), caller.network());
        let limit = MAX_PER_ADDRESS * address_factor(address) as usize;
        let mut slots = self.lock();
        let others = slots.iter().filter(|(other, slot)| **other != key && slot.address == address);
        if others.count() >= limit {
            return Err(too_many());
        }
        let (sender, replaced) = watch::channel(false);
        if let Some(old) = slots.insert(key, OccupiedSlots { address, replaced: sender }) {
            old.replaced.send_replace(true);
        }
        Ok(Slot { callers: self.clone(), key, replaced })
    }
}

fn too_many() -> ApiError {
    let mut refused = ApiError::new(
        Code::TooMany,
        "the engine is already working on too many requests from your address; try again in a moment",
        "le moteur traite déjà trop de demandes depuis votre adresse ; réessayez dans un instant",
    );
    refused.0.retry = Some(10);
    refused
}

impl Slot {
    /// Whether the caller has submitted another task since.
    pub(super) fn is_replaced(&self) -> bool {
        *self.replaced.borrow()
    }

    /// Waits until the caller submits another task.
    pub(super) async fn replaced(&mut self) {
        // The sender is dropped only after it has sent its last message.
        let _ = self.replaced.wait_for(|replaced| *replaced).await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut slots = self.callers.lock();
        let is_own = |slot: &OccupiedSlots| slot.replaced.subscribe().same_channel(&self.replaced);
        if slots.get(&self.key).is_some_and(is_own) {
            slots.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_task_replaces_the_first_of_its_priority() {
        let callers = Arc::new(Callers::default());
        let ada = Caller::new(Some(PlayerId(1)), None);
        let take = |priority| callers.take(ada, priority).expect("a slot");
        let (analysis, review) = (take(Priority::Analysis), take(Priority::Review));
        let second = take(Priority::Analysis);
        assert!(analysis.is_replaced() && !review.is_replaced() && !second.is_replaced());
        drop(analysis);
        assert_eq!(callers.lock().len(), 2, "the slot belongs to the second task");
        drop((second, review));
        assert!(callers.lock().is_empty());
    }

    #[test]
    fn an_address_has_a_few_slots_and_this_machine_ten_times_as_many() {
        let callers = Arc::new(Callers::default());
        let take = |player: u32, address: &str| {
            let caller = Caller::new(Some(PlayerId(player.into())), address.parse().ok());
            callers.take(caller, Priority::Analysis)
        };
        let slots: Vec<Slot> = (0..20).filter_map(|player| take(player, "203.0.113.9").ok()).collect();
        assert_eq!(slots.len(), MAX_PER_ADDRESS);
        assert!(take(0, "203.0.113.9").is_ok(), "replacing one's own task needs no other slot");
        assert!(take(20, "203.0.113.10").is_ok(), "another address");
        let many = |players: std::ops::Range<u32>, address: &str| {
            players.filter_map(|player| take(player, address).ok()).collect::<Vec<_>>().len()
        };
        assert_eq!(many(30..200, "::1"), 10 * MAX_PER_ADDRESS, "the machine itself");
        assert_eq!(many(30..200, "not an address"), MAX_PER_ADDRESS, "all that are not known are one");
        let mut home = vec![];
        for n in 300..320 {
            home.extend(take(n, &format!("2001:db8::{n:x}")));
        }
        assert_eq!(home.len(), MAX_PER_ADDRESS, "a home is one address");
    }
}
