//! Who is at a table: connected by a socket, or heard of lately by HTTP.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use taijitu_protocol::PlayerId;

/// Without a sign of life for this long a player is away, in milliseconds.
pub(crate) const AWAY_AFTER: i64 = 30_000;
/// Somebody who asks by HTTP counts as present for this long.
const HTTP_COUNTS: i64 = 30_000;

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    sockets: u32,
    last: i64,
    /// Whether the player was away when this was last asked.
    away: bool,
}

/// The players at one table.
#[derive(Debug)]
pub struct Presence {
    players: Mutex<HashMap<PlayerId, Seen>>,
    /// When this node began to look: nobody is away before it could have seen them.
    since: i64,
    changed: AtomicBool,
}

impl Presence {
    /// Begins to look.
    #[must_use]
    pub fn new(now: i64) -> Self {
        Self { players: Mutex::default(), since: now, changed: AtomicBool::new(false) }
    }

    /// A socket of a player watches the table.
    pub fn arrive(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { sockets: seen.sockets + 1, last: now, ..seen });
    }

    /// It no longer does.
    pub fn depart(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { sockets: seen.sockets.saturating_sub(1), last: now, ..seen });
    }

    /// A player did something by HTTP.
    pub fn touch(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { last: now, ..seen });
    }

    /// Somebody without a name came or went.
    pub fn note(&self) {
        self.changed.store(true, Ordering::Relaxed);
    }

    fn change(&self, player: PlayerId, change: impl FnOnce(Seen) -> Seen) {
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let seen = players.entry(player).or_default();
        *seen = change(*seen);
        self.changed.store(true, Ordering::Relaxed);
    }

    /// Whether a player is here.
    pub fn is_here(&self, player: PlayerId, now: i64) -> bool {
        let seen = self.seen(player);
        seen.sockets > 0 || now - seen.last < HTTP_COUNTS
    }

    /// Whether a player has been away for long enough to tell the opponent.
    pub fn is_away(&self, player: PlayerId, now: i64) -> bool {
        let seen = self.seen(player);
        seen.sockets == 0 && now - seen.last.max(self.since) >= AWAY_AFTER
    }

    /// Whether a player who was away when this was last asked no longer is. Whoever stood up without going
    /// away has not come back by being there.
    pub fn take_return(&self, player: PlayerId, now: i64) -> bool {
        let away = self.is_away(player, now);
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let was_away = std::mem::replace(&mut players.entry(player).or_default().away, away);
        was_away && !away
    }

    fn seen(&self, player: PlayerId) -> Seen {
        self.players.lock().expect("nothing panics while it looks").get(&player).copied().unwrap_or_default()
    }

    /// Whether somebody came or went since this was last asked.
    pub fn take_changed(&self) -> bool {
        self.changed.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_away_half_a_minute_after_the_last_socket_closed() {
        let (presence, ada) = (Presence::new(1000), PlayerId(1));
        assert!(!presence.is_away(ada, 30_999), "nobody is away before they could have come");
        assert!(presence.is_away(ada, 31_000));
        presence.arrive(ada, 40_000);
        presence.arrive(ada, 41_000);
        presence.depart(ada, 50_000);
        assert!(!presence.is_away(ada, 200_000), "another tab is still open");
        presence.depart(ada, 60_000);
        assert_eq!([89_999, 90_000].map(|now| presence.is_away(ada, now)), [false, true]);
        assert!(!presence.take_return(ada, 90_000));
        presence.touch(ada, 95_000);
        assert_eq!([95_000, 95_001].map(|now| presence.take_return(ada, now)), [true, false]);
        assert!(presence.is_here(ada, 100_000) && !presence.is_away(ada, 100_000));
    }
}
