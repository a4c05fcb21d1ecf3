//! The sockets of a node: numbered, limited for each player and address, and waited for at shutdown.

use super::limits::{address_factor, network};
use crate::error::{ApiError, Result};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Code, PlayerId};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

/// Sockets one player may have open at a node: a browser has one for each tab.
const MAX_PER_PLAYER: u32 = 32;
/// Sockets from one address: a club evening has forty people behind one.
const MAX_PER_ADDRESS: u32 = 256;

/// Whose sockets are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Player(PlayerId),
    /// None for all clients whose address is not known.
    Address(Option<IpAddr>),
}

/// The sockets of a node.
pub(crate) struct Connections {
    opened: AtomicU64,
    /// The limits are multiplied by this.
    factor: u32,
    held: Arc<SocketCounts>,
    /// Read-locked by each open socket. Shutdown takes the write lock, which succeeds once every socket has closed.
    open: Arc<RwLock<()>>,
}

#[derive(Default)]
struct SocketCounts(Mutex<HashMap<Holder, u32>>);

impl SocketCounts {
    fn lock(&self) -> MutexGuard<'_, HashMap<Holder, u32>> {
        self.0.lock().expect("no panic while the lock is held")
    }
}

/// The right to one socket; it is given back when this is dropped.
pub(crate) struct Admission {
    held: Arc<SocketCounts>,
    holders: Vec<Holder>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut held = self.held.lock();
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

impl Connections {
    /// No sockets yet; the limits are multiplied by a factor.
    pub(crate) fn new(factor: u32) -> Self {
        Self { opened: AtomicU64::new(0), factor, held: Arc::default(), open: Arc::default() }
    }

    /// Counts a socket that is about to be opened.
    ///
    /// # Errors
    /// `too-many` if the player or the address has too many.
    pub(crate) fn admit(&self, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<Admission> {
        let player = player.map(|player| (Holder::Player(player), MAX_PER_PLAYER));
        let of_address = MAX_PER_ADDRESS.saturating_mul(address_factor(address));
        let address = (Holder::Address(address.map(network)), of_address);
        let mut held = self.held.lock();
        let counted: Vec<(Holder, u32)> = player.into_iter().chain([address]).collect();
        for (holder, limit) in &counted {
            let limit = limit.saturating_mul(self.factor);
            if held.get(holder).is_some_and(|count| *count >= limit) {
                return Err(too_many(*holder, limit));
            }
        }
        let holders: Vec<Holder> = counted.into_iter().map(|(holder, _)| holder).collect();
        for holder in &holders {
            *held.entry(*holder).or_default() += 1;
        }
        Ok(Admission { held: self.held.clone(), holders })
    }

    /// How many players have a socket open.
    pub(crate) fn players(&self) -> usize {
        self.held.lock().keys().filter(|holder| matches!(holder, Holder::Player(_))).count()
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
            format!("you have {limit} connections open, the most there may be; close some tabs or programs"),
            format!(
                "vous avez {limit} connexions ouvertes, le maximum ; fermez des onglets ou des programmes"
            ),
        ),
        Holder::Address(_) => ApiError::new(
            Code::TooMany,
            format!("{limit} connections from your address are open, the most there may be"),
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
        assert_eq!((of_ada.len(), connections.players()), (32, 1));
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
        assert!(connections.held.lock().is_empty(), "what is closed is forgotten");
    }
}
