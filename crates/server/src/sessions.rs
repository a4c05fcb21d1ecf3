//! Who is signed in: secrets are kept as hashes only, in the database and, for a few seconds, in memory.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Mutex;
use taijitu_protocol::PlayerId;

/// How long a session is believed without asking the database, in milliseconds. Another node may have ended it.
const BELIEVED: i64 = 10_000;
/// How long a session lasts after it was last used.
pub(crate) const LASTS: i64 = 400 * 24 * 60 * 60 * 1000;
/// The name of the cookie.
pub(crate) const COOKIE: &str = "taijitu";

/// The hash under which a secret is kept.
#[must_use]
pub(crate) fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Sessions and tokens seen lately, by hash.
#[derive(Default)]
pub struct Sessions(Mutex<HashMap<String, (PlayerId, i64)>>);

impl Sessions {
    /// The player behind a hash, if that was asked a moment ago.
    pub fn get(&self, hash: &str, now: i64) -> Option<PlayerId> {
        let known = self.0.lock().expect("nothing panics while it looks up");
        known.get(hash).filter(|(_, at)| now - at < BELIEVED).map(|(player, _)| *player)
    }

    /// Remembers one.
    pub fn put(&self, hash: String, player: PlayerId, now: i64) {
        self.0.lock().expect("nothing panics while it looks up").insert(hash, (player, now));
    }

    /// Forgets all of a player: they signed out.
    pub fn forget(&self, player: PlayerId) {
        self.0.lock().expect("nothing panics while it looks up").retain(|_, (known, _)| *known != player);
    }

    /// Forgets what is not believed any more.
    pub fn forget_old(&self, now: i64) {
        self.0.lock().expect("nothing panics while it looks up").retain(|_, (_, at)| now - *at < BELIEVED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_believed_for_a_while() {
        let sessions = Sessions::default();
        sessions.put("h".into(), PlayerId(1), 0);
        assert_eq!(sessions.get("h", BELIEVED - 1), Some(PlayerId(1)));
        assert_eq!(sessions.get("h", BELIEVED), None);
        sessions.forget(PlayerId(1));
        assert_eq!(sessions.get("h", 0), None);
    }

    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
