//! Who is at a table: connected by a socket, or heard of lately by HTTP or from another node.

use crate::site::bus::Here;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use taijitu_protocol::PlayerId;

/// Without a sign of life for this long a player is away, in milliseconds.
pub(crate) const AWAY_AFTER: i64 = 30_000;
/// Somebody who asks by HTTP, or is at another node, counts as present for this long.
const HTTP_COUNTS: i64 = 30_000;
/// How often other nodes are told who is here, in milliseconds: often enough that one lost signal does no harm.
const SAID_EVERY: i64 = 10_000;

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    sockets: u32,
    last: i64,
    /// Whether the player was away when this was last asked.
    away: bool,
}

/// The players at one table.
#[derive(Debug)]
pub(crate) struct Presence {
    players: Mutex<HashMap<PlayerId, Seen>>,
    /// When this node began to look: nobody is away before it could have seen them.
    since: i64,
    changed: AtomicBool,
    /// By node: how many watch there, and when it said so.
    elsewhere: Mutex<HashMap<String, (u32, i64)>>,
    /// When other nodes were last told, and whether there was anybody to speak of.
    said: Mutex<(i64, bool)>,
}

impl Presence {
    /// Begins to look.
    #[must_use]
    pub(crate) fn new(now: i64) -> Self {
        Self {
            players: Mutex::default(),
            since: now,
            changed: AtomicBool::new(false),
            elsewhere: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// A socket of a player watches the table.
    pub(crate) fn arrive(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { sockets: seen.sockets + 1, last: now, ..seen });
    }

    /// It no longer does.
    pub(crate) fn depart(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { sockets: seen.sockets.saturating_sub(1), last: now, ..seen });
    }

    /// A player did something by HTTP.
    pub(crate) fn touch(&self, player: PlayerId, now: i64) {
        self.change(player, |seen| Seen { last: now, ..seen });
    }

    /// Somebody without a name came or went.
    pub(crate) fn note(&self) {
        self.changed.store(true, Ordering::Relaxed);
    }

    fn change(&self, player: PlayerId, change: impl FnOnce(Seen) -> Seen) {
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let seen = players.entry(player).or_default();
        *seen = change(*seen);
        self.changed.store(true, Ordering::Relaxed);
    }

    /// Whether a player is here.
    pub(crate) fn is_here(&self, player: PlayerId, now: i64) -> bool {
        let seen = self.seen(player);
        seen.sockets > 0 || now - seen.last < HTTP_COUNTS
    }

    /// Whether a player has been away for long enough to tell the opponent, as far as this node could hear of it: since
    /// `whole` it hears what other nodes say.
    pub(crate) fn is_away(&self, player: PlayerId, now: i64, whole: i64) -> bool {
        let seen = self.seen(player);
        seen.sockets == 0 && now.saturating_sub(seen.last.max(self.since).max(whole)) >= AWAY_AFTER
    }

    /// Whether a player who was away at the last call is back.
    /// Leaving one's seat while connected does not count as being away.
    pub(crate) fn take_return(&self, player: PlayerId, now: i64, whole: i64) -> bool {
        let away = self.is_away(player, now, whole);
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let was_away = std::mem::replace(&mut players.entry(player).or_default().away, away);
        was_away && !away
    }

    /// Another node says who is at this table through it.
    pub(crate) fn hear(&self, here: &Here, now: i64) {
        for &player in &here.players {
            self.hear_of(player, now);
        }
        let mut elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        let before = elsewhere.insert(here.node.clone(), (here.watching, now));
        if before.is_none_or(|(watching, _)| watching != here.watching) {
            self.note();
        }
    }

    /// A player is at another node. That is news only if this one thought otherwise.
    fn hear_of(&self, player: PlayerId, now: i64) {
        if !self.is_here(player, now) {
            self.note();
        }
        self.players.lock().expect("nothing panics while it looks").entry(player).or_default().last = now;
    }

    /// How many watch through other nodes.
    pub(crate) fn watching_elsewhere(&self, now: i64) -> u32 {
        let elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        elsewhere.values().filter(|(_, said)| now - said < HTTP_COUNTS).map(|(watching, _)| watching).sum()
    }

    /// Whether other nodes should be told now who is here: something has changed, or it was said long ago.
    pub(crate) fn should_say(&self, changed: bool, anybody: bool, now: i64) -> bool {
        let mut said = self.said.lock().expect("nothing panics while it looks");
        // That nobody is left has to be said once; that nobody ever came need not be.
        let due = if anybody { changed || now - said.0 >= SAID_EVERY } else { said.1 };
        if due {
            *said = (now, anybody);
        }
        due
    }

    /// Those of some players who are connected here.
    pub(crate) fn connected(&self, players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
        players.filter(|&player| self.seen(player).sockets > 0).collect()
    }

    fn seen(&self, player: PlayerId) -> Seen {
        self.players.lock().expect("nothing panics while it looks").get(&player).copied().unwrap_or_default()
    }

    /// Whether somebody came or went since this was last asked.
    pub(crate) fn take_changed(&self) -> bool {
        self.changed.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_away_half_a_minute_after_the_last_socket_closed() {
        let (presence, ada) = (Presence::new(1000), PlayerId(1));
        assert!(!presence.is_away(ada, 30_999, 0), "nobody is away before they could have come");
        assert!(presence.is_away(ada, 31_000, 0));
        presence.arrive(ada, 40_000);
        presence.arrive(ada, 41_000);
        presence.depart(ada, 50_000);
        assert!(!presence.is_away(ada, 200_000, 0), "another tab is still open");
        presence.depart(ada, 60_000);
        assert_eq!([89_999, 90_000].map(|now| presence.is_away(ada, now, 0)), [false, true]);
        assert!(!presence.take_return(ada, 90_000, 0));
        presence.touch(ada, 95_000);
        assert_eq!([95_000, 95_001].map(|now| presence.take_return(ada, now, 0)), [true, false]);
        assert!(presence.is_here(ada, 100_000) && !presence.is_away(ada, 100_000, 0));
    }

    #[test]
    fn who_is_at_another_node_is_not_away() {
        let (presence, ada) = (Presence::new(0), PlayerId(1));
        let here = |watching, players| Here { node: "b".into(), watching, players };
        presence.hear(&here(2, vec![ada]), 20_000);
        assert!(presence.is_here(ada, 49_999) && !presence.is_away(ada, 49_999, 0));
        assert_eq!(presence.watching_elsewhere(20_000), 2);
        assert!(presence.is_away(ada, 50_000, 0), "that node has not mentioned her for half a minute");
        assert!(!presence.is_away(ada, 50_000, 45_000), "but it could not have been heard");
        assert_eq!(presence.watching_elsewhere(50_000), 0);
    }

    #[test]
    fn other_nodes_are_told_of_changes_and_now_and_then() {
        let presence = Presence::new(0);
        assert!(!presence.should_say(true, false, 0), "nobody came");
        assert!(presence.should_say(true, true, 1000));
        assert_eq!([2000, 11_000].map(|now| presence.should_say(false, true, now)), [false, true]);
        assert!(presence.should_say(true, false, 12_000), "the last one went");
        assert!(!presence.should_say(true, false, 13_000));
    }
}
