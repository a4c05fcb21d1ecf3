//! What clients hold open at a node: sockets, numbered, limited per player and address, and awaited at shutdown; and requests
//! that wait for events, limited in the same way.

use super::limits::{address_factor, network};
use crate::error::{ApiError, Result};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Code, PlayerId};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

/// Sockets one player may have open at a node: a browser has one for each tab.
pub(crate) const MAX_PER_PLAYER: u32 = 32;
/// Sockets from one address: a club evening has forty people behind one.
pub(crate) const MAX_PER_ADDRESS: u32 = 256;

/// Requests that wait for events, of one player and from one address. Behind a proxy connections are not counted by
/// address: these are what holds one.
pub(crate) const MAX_WAITING_PER_PLAYER: u32 = 64;
pub(crate) const MAX_WAITING_PER_ADDRESS: u32 = 256;

/// The keys by which open requests and sockets are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Player(PlayerId),
    /// None for all clients whose address is not known.
    Address(Option<IpAddr>),
}

/// The sockets of a node.
pub(crate) struct Connections {
    opened: AtomicU64,
    sockets: HeldCounts,
    waiting: HeldCounts,
    /// Read-locked by each open socket. Shutdown takes the write lock, which succeeds once every socket has closed.
    open: Arc<RwLock<()>>,
}

/// How many of one kind are held open, by holder, and how many may be.
struct HeldCounts {
    per_player: u32,
    per_address: u32,
    held: Arc<Mutex<HashMap<Holder, u32>>>,
}

fn lock(held: &Mutex<HashMap<Holder, u32>>) -> MutexGuard<'_, HashMap<Holder, u32>> {
    held.lock().expect("no panic while the lock is held")
}

/// The right to hold something open; released on drop.
pub(crate) struct Admission {
    held: Arc<Mutex<HashMap<Holder, u32>>>,
    holders: Vec<Holder>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut held = lock(&self.held);
        for holder in &self.holders {
            if let Some(count) = held.get_mut(holder) {
                *count -= 1;
                if *count == 0 {
                    held.remove(holder);
                }
            }
        }
    }
}

impl HeldCounts {
    fn new(per_player: u32, per_address: u32, factor: u32) -> Self {
        let (per_player, per_address) =
            (per_player.saturating_mul(factor), per_address.saturating_mul(factor));
        Self { per_player, per_address, held: Arc::default() }
    }

    fn admit(&self, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<Admission> {
        let player = player.map(|player| (Holder::Player(player), self.per_player));
        let of_address = self.per_address.saturating_mul(address_factor(address));
        let address = (Holder::Address(address.map(network)), of_address);
        let mut held = lock(&self.held);
        let counted: Vec<(Holder, u32)> = player.into_iter().chain([address]).collect();
        for (holder, limit) in &counted {
            if held.get(holder).is_some_and(|count| count >= limit) {
                return Err(too_many(*holder, *limit));
            }
        }
        let holders: Vec<Holder> = counted.into_iter().map(|(holder, _)| holder).collect();
        for holder in &holders {
            *held.entry(*holder).or_default() += 1;
        }
        Ok(Admission { held: self.held.clone(), holders })
    }
}

impl Connections {
    /// Nothing is open yet; the limits are multiplied by a factor.
    pub(crate) fn new(factor: u32) -> Self {
        Self {
            opened: AtomicU64::new(0),
            sockets: HeldCounts::new(MAX_PER_PLAYER, MAX_PER_ADDRESS, factor),
            waiting: HeldCounts::new(MAX_WAITING_PER_PLAYER, MAX_WAITING_PER_ADDRESS, factor),
            open: Arc::default(),
        }
    }

    /// Counts a socket that is about to be opened.
    ///
    /// # Errors
    /// `too_many` if the player or the address has too many.
    pub(crate) fn admit(&self, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<Admission> {
        self.sockets.admit(player, address)
    }

    /// Counts a request that waits for events.
    ///
    /// # Errors
    /// `too_many` if the player or the address has too many.
    pub(crate) fn admit_waiting(
        &self,
        player: Option<PlayerId>,
        address: Option<IpAddr>,
    ) -> Result<Admission> {
        self.waiting.admit(player, address)
    }

    /// The players who have a socket open.
    pub(crate) fn connected_players(&self) -> Vec<PlayerId> {
        let player = |holder: &Holder| match holder {
            Holder::Player(player) => Some(*player),
            Holder::Address(_) => None,
        };
        lock(&self.sockets.held).keys().filter_map(player).collect()
    }

    /// Whether a player has a socket open.
    pub(crate) fn has_player(&self, player: PlayerId) -> bool {
        lock(&self.sockets.held).contains_key(&Holder::Player(player))
    }

    /// The number of a new socket, and a guard to hold until it is closed.
    pub(crate) async fn open(&self) -> (u64, OwnedRwLockReadGuard<()>) {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        (number, self.open.clone().read_owned().await)
    }

    /// Waits until every socket is closed.
    pub(crate) async fn all_closed(&self) {
        let _none_is_open = self.open.write().await;
    }
}

fn too_many(holder: Holder, limit: u32) -> ApiError {
    match holder {
        Holder::Player(_) => ApiError::new(
            Code::TooMany,
            format!("you have {limit} connections open, which is the maximum; close some tabs or programs"),
            format!(
                "vous avez {limit} connexions ouvertes, le maximum ; fermez des onglets ou des programmes"
            ),
        ),
        Holder::Address(_) => ApiError::new(
            Code::TooMany,
            format!("{limit} connections from your address are open, which is the maximum"),
            format!("{limit} connexions sont ouvertes depuis votre adresse, le maximum"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_and_an_address_have_so_many_sockets() {
        let connections = Connections::new(1);
        let ada = Some(PlayerId(1));
        let of_ada: Vec<Admission> = (0..100).filter_map(|_| connections.admit(ada, None).ok()).collect();
        assert_eq!((of_ada.len(), connections.connected_players()), (32, vec![PlayerId(1)]));
        let from = |address: &str| connections.admit(None, address.parse().ok());
        let of_home: Vec<Admission> =
            (0..300).filter_map(|n| from(&format!("2001:db8::{n:x}")).ok()).collect();
        assert_eq!(of_home.len(), 256, "a home is one address");
        assert!(from("2001:db8:0:1::1").is_ok() && from("203.0.113.9").is_ok());
        assert!(connections.admit(ada, "203.0.113.9".parse().ok()).is_err());
        assert_eq!((0..4000).filter_map(|_| from("127.0.0.1").ok()).collect::<Vec<_>>().len(), 2560);
        drop(of_ada);
        let unknown: Vec<Admission> = (0..300).filter_map(|_| from("not an address").ok()).collect();
        assert_eq!(unknown.len(), 256, "all that are not known are one address");
        drop((of_home, unknown));
        assert!(lock(&connections.sockets.held).is_empty(), "what is closed is forgotten");
    }

    #[test]
    fn requests_that_wait_are_counted_apart_from_sockets() {
        let (connections, ada) = (Connections::new(1), Some(PlayerId(1)));
        let address = "203.0.113.9".parse().ok();
        let of_ada: Vec<Admission> =
            (0..100).filter_map(|_| connections.admit_waiting(ada, address).ok()).collect();
        assert_eq!(of_ada.len(), 64);
        assert!(connections.connected_players().is_empty(), "who waits has no socket");
        assert!(connections.admit(ada, address).is_ok());
        let of_address: Vec<Admission> =
            (0..400).filter_map(|_| connections.admit_waiting(None, address).ok()).collect();
        assert_eq!(of_address.len(), 256 - 64);
        drop((of_ada, of_address));
        assert!(lock(&connections.waiting.held).is_empty());
    }
}
