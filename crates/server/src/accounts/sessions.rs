//! Who is signed in: secrets are kept as hashes only, in the database and, for a few seconds, in memory.
//!
//! A socket is registered here while it is open. When a player signs out, the cached sessions are dropped and
//! the player's sockets are woken, so that each checks its session again.

use crate::site::entropy::Entropy;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::PlayerId;
use tokio::sync::Notify;

/// How long a cached session is used without a query, in milliseconds. Another node may have ended it.
const BELIEVED_MS: i64 = 10_000;
/// More sessions than this are not remembered.
const MOST: usize = 100_000;
/// How long a session lasts after it was last used.
pub(crate) const SESSION_LASTS: i64 = 400 * 24 * 60 * 60 * 1000;
/// The name of the cookie over http.
const COOKIE: &str = "taijitu";
/// The name of the cookie over https: the prefix makes browsers accept it from this host only, so that no
/// other host of the same domain can set it.
const HOST_COOKIE: &str = "__Host-taijitu";

/// The name of the cookie.
#[must_use]
pub(crate) const fn cookie_name(https: bool) -> &'static str {
    if https { HOST_COOKIE } else { COOKIE }
}

/// A random secret of 256 bits.
#[must_use]
pub(crate) fn draw_secret(entropy: &Entropy) -> String {
    format!("{:032x}{:032x}", entropy.u128(), entropy.u128())
}

/// The hash under which a secret is kept.
#[must_use]
pub(crate) fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Sessions and tokens seen lately, and the sockets that hold some.
#[derive(Default)]
pub(crate) struct Sessions(Arc<Mutex<SessionCache>>);

#[derive(Default)]
struct SessionCache {
    /// By hash: the player, and when it was read from the database.
    seen: HashMap<String, (PlayerId, i64)>,
    /// Counts sign-outs: an answer of the database from before one is not remembered after it.
    sign_outs: u64,
    /// Sockets by number.
    sockets: HashMap<u64, (PlayerId, Arc<Wake>)>,
    next: u64,
}

/// Wakes a socket so that it checks its session.
#[derive(Default)]
struct Wake {
    due: AtomicBool,
    notify: Notify,
}

/// A socket's place among the sessions; it ends with the socket.
pub(crate) struct SocketSession {
    known: Arc<Mutex<SessionCache>>,
    number: u64,
    wake: Arc<Wake>,
}

fn lock(known: &Mutex<SessionCache>) -> MutexGuard<'_, SessionCache> {
    known.lock().expect("nothing panics while it looks up")
}

impl Sessions {
    /// The player behind a hash, if it was looked up a moment ago.
    pub(crate) fn get(&self, hash: &str, now: i64) -> Option<PlayerId> {
        lock(&self.0).seen.get(hash).filter(|(_, at)| now - at < BELIEVED_MS).map(|(player, _)| *player)
    }

    /// The number of sign-outs so far: read it before the query, and pass it to [`Self::put`].
    pub(crate) fn sign_outs(&self) -> u64 {
        lock(&self.0).sign_outs
    }

    /// Caches what was read from the database, unless somebody signed out since the query began; returns whether it did.
    pub(crate) fn put(&self, hash: String, player: PlayerId, now: i64, sign_outs: u64) -> bool {
        let mut known = lock(&self.0);
        if known.sign_outs != sign_outs {
            return false;
        }
        if known.seen.len() >= MOST {
            known.seen.clear();
        }
        known.seen.insert(hash, (player, now));
        true
    }

    /// Drops the sessions of a player who signed out somewhere, and wakes the player's sockets.
    pub(crate) fn forget(&self, player: PlayerId) {
        self.evict_where(|whose| whose == player);
    }

    /// The same for everybody: signals of other nodes may have been lost.
    pub(crate) fn forget_all(&self) {
        self.evict_where(|_| true);
    }

    fn evict_where(&self, signed_out: impl Fn(PlayerId) -> bool) {
        let mut known = lock(&self.0);
        known.sign_outs += 1;
        known.seen.retain(|_, (whose, _)| !signed_out(*whose));
        known.sockets.values().filter(|(whose, _)| signed_out(*whose)).for_each(|(_, wake)| {
            wake.due.store(true, Ordering::Release);
            wake.notify.notify_one();
        });
    }

    /// Drops entries that are too old to be used.
    pub(crate) fn forget_old(&self, now: i64) {
        lock(&self.0).seen.retain(|_, (_, at)| now - *at < BELIEVED_MS);
    }

    /// Registers a socket of a player; it is woken when it has to check its session again.
    #[must_use]
    pub(crate) fn hold(&self, player: PlayerId) -> SocketSession {
        let wake: Arc<Wake> = Arc::default();
        let mut known = lock(&self.0);
        known.next += 1;
        let number = known.next;
        known.sockets.insert(number, (player, wake.clone()));
        SocketSession { known: self.0.clone(), number, wake }
    }
}

impl SocketSession {
    /// Waits until the player's sign-ins have changed.
    pub(crate) async fn changed(&self) {
        self.wake.notify.notified().await;
    }

    /// Whether they have changed since the last call; checked before a message is acted upon.
    #[must_use]
    pub(crate) fn take_changed(&self) -> bool {
        self.wake.due.swap(false, Ordering::AcqRel)
    }
}

impl Drop for SocketSession {
    fn drop(&mut self) {
        lock(&self.known).sockets.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_believed_for_a_while() {
        let sessions = Sessions::default();
        assert!(sessions.put("h".into(), PlayerId(1), 0, 0));
        assert_eq!(sessions.get("h", BELIEVED_MS - 1), Some(PlayerId(1)));
        assert_eq!(sessions.get("h", BELIEVED_MS), None);
        sessions.forget(PlayerId(1));
        assert_eq!(sessions.get("h", 0), None);
    }

    #[test]
    fn an_answer_from_before_a_sign_out_is_not_believed() {
        let sessions = Sessions::default();
        let before = sessions.sign_outs();
        sessions.forget(PlayerId(1));
        assert!(!sessions.put("h".into(), PlayerId(1), 0, before));
        assert_eq!(sessions.get("h", 0), None);
    }

    #[tokio::test]
    async fn signing_out_wakes_the_sockets_of_the_player() {
        let sessions = Sessions::default();
        let (ada, bob) = (sessions.hold(PlayerId(1)), sessions.hold(PlayerId(2)));
        sessions.forget(PlayerId(1));
        ada.changed().await;
        assert_eq!([&ada, &ada, &bob].map(SocketSession::take_changed), [true, false, false]);
        let soon = std::time::Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, bob.changed()).await.is_err());
        drop((ada, bob));
        assert!(lock(&sessions.0).sockets.is_empty());
    }

    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
