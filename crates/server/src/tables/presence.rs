//! Who is at a table: connected by a socket, or recently seen by HTTP or at another node.

use crate::site::bus::{TableAttendance, UnresponsivePlayers};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use taijitu_protocol::PlayerId;

/// Without activity for this long a player is away, in milliseconds.
pub(crate) const AWAY_AFTER: i64 = 30_000;
/// A player without a socket counts as present for this long after a request or a report of another node.
const HTTP_COUNTS: i64 = 30_000;
/// How often presence is sent to other nodes, in milliseconds: often enough that one lost signal does no
/// harm.
const ANNOUNCE_INTERVAL_MS: i64 = 10_000;

#[derive(Clone, Copy, Debug, Default)]
struct PlayerPresence {
    sockets: u32,
    /// Those of the sockets that leave pings unanswered.
    quiet: u32,
    /// The last activity of any kind.
    last: i64,
    /// The last request by HTTP since a socket was last closed.
    requested: Option<i64>,
    /// Whether the player was away at the last check.
    away: bool,
}

/// The report of another node about a table.
#[derive(Debug, Default)]
struct NodePresence {
    watching: u32,
    players: Vec<PlayerId>,
    quiet: Vec<PlayerId>,
    at: i64,
}

/// The presence of a table that was last sent to other nodes.
#[derive(Debug, Default)]
struct LastAnnouncement {
    at: i64,
    anybody: bool,
    anybody_quiet: bool,
}

/// The players at one table.
///
/// It answers two questions separately: whether a player is connected at this moment, for display, and
/// whether a player is present or away by the rules, which allow half a minute.
#[derive(Debug)]
pub(crate) struct Presence {
    players: Mutex<HashMap<PlayerId, PlayerPresence>>,
    /// When this node began to observe: absence is counted from then at the earliest.
    since: i64,
    changed: AtomicBool,
    /// Reports of other nodes, by node.
    elsewhere: Mutex<HashMap<String, NodePresence>>,
    announced: Mutex<LastAnnouncement>,
}

impl Presence {
    /// Begins to observe.
    #[must_use]
    pub(crate) fn new(now: i64) -> Self {
        Self {
            players: Mutex::default(),
            since: now,
            changed: AtomicBool::new(false),
            elsewhere: Mutex::default(),
            announced: Mutex::default(),
        }
    }

    /// A socket of a player watches the table.
    pub(crate) fn arrive(&self, player: PlayerId, now: i64) {
        self.change(player, |presence| PlayerPresence {
            sockets: presence.sockets + 1,
            last: now,
            ..presence
        });
    }

    /// It no longer does. Earlier requests by HTTP no longer count for the connection.
    pub(crate) fn depart(&self, player: PlayerId, now: i64) {
        self.change(player, |presence| PlayerPresence {
            sockets: presence.sockets.saturating_sub(1),
            last: now,
            requested: None,
            ..presence
        });
    }

    /// A socket of a player leaves a ping unanswered, or answers again. Call [`Self::note`] to broadcast the change.
    pub(crate) fn set_quiet(&self, player: PlayerId, quiet: bool) {
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let presence = players.entry(player).or_default();
        presence.quiet = if quiet { presence.quiet + 1 } else { presence.quiet.saturating_sub(1) };
    }

    /// A player did something by HTTP.
    pub(crate) fn touch(&self, player: PlayerId, now: i64) {
        self.change(player, |presence| PlayerPresence { last: now, requested: Some(now), ..presence });
    }

    /// Marks the presence of a table as changed; it is broadcast with the next update.
    pub(crate) fn note(&self) {
        self.changed.store(true, Ordering::Relaxed);
    }

    fn change(&self, player: PlayerId, change: impl FnOnce(PlayerPresence) -> PlayerPresence) {
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let presence = players.entry(player).or_default();
        *presence = change(*presence);
        self.changed.store(true, Ordering::Relaxed);
    }

    /// Whether a player is connected at this moment: by a socket that answers, here or at another node, or without any
    /// socket by requests that came lately.
    pub(crate) fn is_connected(&self, player: PlayerId, now: i64) -> bool {
        let presence = self.presence(player);
        let by_http = presence.sockets == 0
            && presence.requested.is_some_and(|requested| now - requested < HTTP_COUNTS);
        presence.sockets > presence.quiet || by_http || self.is_connected_elsewhere(player, now)
    }

    fn is_connected_elsewhere(&self, player: PlayerId, now: i64) -> bool {
        let elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        elsewhere.values().any(|report| {
            now - report.at < HTTP_COUNTS
                && report.players.contains(&player)
                && !report.quiet.contains(&player)
        })
    }

    /// Whether a player is here, as far as the rules are concerned: a connection that is lost for less than half a
    /// minute does not count.
    pub(crate) fn is_here(&self, player: PlayerId, now: i64) -> bool {
        let presence = self.presence(player);
        presence.sockets > 0 || now - presence.last < HTTP_COUNTS
    }

    /// Whether a player has been away long enough for the opponent to be notified, as far as this node can know:
    /// reports of other nodes arrive without a gap since `whole`.
    pub(crate) fn is_away(&self, player: PlayerId, now: i64, whole: i64) -> bool {
        let presence = self.presence(player);
        presence.sockets == 0 && now.saturating_sub(presence.last.max(self.since).max(whole)) >= AWAY_AFTER
    }

    /// Whether a player who was away at the last call is back.
    /// Leaving one's seat while connected does not count as being away.
    pub(crate) fn take_return(&self, player: PlayerId, now: i64, whole: i64) -> bool {
        let away = self.is_away(player, now, whole);
        let mut players = self.players.lock().expect("nothing panics while it looks");
        let was_away = std::mem::replace(&mut players.entry(player).or_default().away, away);
        was_away && !away
    }

    /// Stores the report of another node about who is at this table.
    pub(crate) fn on_report(&self, here: &TableAttendance, now: i64) {
        let mut players = self.players.lock().expect("nothing panics while it looks");
        for &player in &here.players {
            players.entry(player).or_default().last = now;
        }
        let mut elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        let report = elsewhere.entry(here.node.clone()).or_default();
        if report.watching != here.watching
            || report.players != here.players
            || now - report.at >= HTTP_COUNTS
        {
            self.note();
        }
        (report.watching, report.players, report.at) = (here.watching, here.players.clone(), now);
    }

    /// Stores the report of another node about connections that do not answer.
    pub(crate) fn on_quiet_report(&self, quiet: &UnresponsivePlayers) {
        let mut elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        let report = elsewhere.entry(quiet.node.clone()).or_default();
        if report.quiet != quiet.players {
            report.quiet.clone_from(&quiet.players);
            self.note();
        }
    }

    /// How many watch through other nodes.
    pub(crate) fn watching_elsewhere(&self, now: i64) -> u32 {
        let elsewhere = self.elsewhere.lock().expect("nothing panics while it looks");
        elsewhere.values().filter(|report| now - report.at < HTTP_COUNTS).map(|report| report.watching).sum()
    }

    /// Whether presence should be sent to other nodes now: it has changed, or was last sent too long ago.
    pub(crate) fn should_announce(&self, changed: bool, anybody: bool, now: i64) -> bool {
        let mut announced = self.announced.lock().expect("nothing panics while it looks");
        // An empty table is reported once after its last player left, and never before.
        let due =
            if anybody { changed || now - announced.at >= ANNOUNCE_INTERVAL_MS } else { announced.anybody };
        if due {
            (announced.at, announced.anybody) = (now, anybody);
        }
        due
    }

    /// Whether unanswered pings should be sent to other nodes: there are some, or the last ones have ended.
    pub(crate) fn should_announce_quiet(&self, anybody_quiet: bool) -> bool {
        let mut announced = self.announced.lock().expect("nothing panics while it looks");
        std::mem::replace(&mut announced.anybody_quiet, anybody_quiet) || anybody_quiet
    }

    /// Those of some players who are connected here.
    pub(crate) fn connected(&self, players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
        players.filter(|&player| self.presence(player).sockets > 0).collect()
    }

    /// Those of some players whose sockets here all leave pings unanswered.
    pub(crate) fn quiet(&self, players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
        let is_quiet = |presence: PlayerPresence| presence.sockets > 0 && presence.sockets <= presence.quiet;
        players.filter(|&player| is_quiet(self.presence(player))).collect()
    }

    fn presence(&self, player: PlayerId) -> PlayerPresence {
        self.players.lock().expect("nothing panics while it looks").get(&player).copied().unwrap_or_default()
    }

    /// Whether a player connected or left since the last call.
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
    fn a_closed_socket_is_a_lost_connection_at_once_and_an_absence_later() {
        let (presence, ada) = (Presence::new(0), PlayerId(1));
        presence.arrive(ada, 1000);
        presence.arrive(ada, 1500);
        presence.touch(ada, 2000);
        presence.depart(ada, 2500);
        assert!(presence.is_connected(ada, 2500), "another tab is still open");
        presence.depart(ada, 3000);
        assert!(!presence.is_connected(ada, 3000) && presence.is_here(ada, 32_999));
        assert_eq!([32_999, 33_000].map(|now| presence.is_away(ada, now, 0)), [false, true]);
        presence.touch(ada, 40_000);
        let by_http = [40_000, 69_999, 70_000].map(|now| presence.is_connected(ada, now));
        assert_eq!(by_http, [true, true, false], "a program without a socket");
    }

    #[test]
    fn a_socket_that_leaves_pings_unanswered_is_a_lost_connection_and_no_absence() {
        let (presence, ada) = (Presence::new(0), PlayerId(1));
        presence.arrive(ada, 1000);
        presence.touch(ada, 1000);
        presence.set_quiet(ada, true);
        assert!(!presence.is_connected(ada, 1000) && presence.is_here(ada, 1000));
        assert_eq!(presence.quiet([ada, PlayerId(2)].into_iter()), [ada]);
        assert!(!presence.is_away(ada, 100_000, 0), "the socket is still open");
        presence.arrive(ada, 2000);
        assert!(presence.is_connected(ada, 2000), "another tab answers");
        presence.depart(ada, 3000);
        presence.set_quiet(ada, false);
        assert!(presence.is_connected(ada, 3000) && presence.quiet([ada].into_iter()).is_empty());
    }

    #[test]
    fn another_node_says_who_has_gone_and_who_does_not_answer() {
        let (presence, ada) = (Presence::new(0), PlayerId(1));
        let here = |players| TableAttendance { node: "b".into(), watching: 0, players };
        let quiet = |players| UnresponsivePlayers { node: "b".into(), players };
        presence.on_report(&here(vec![ada]), 1000);
        assert!(presence.take_changed() && presence.is_connected(ada, 1000));
        presence.on_report(&here(vec![ada]), 11_000);
        assert!(!presence.take_changed(), "nothing new");
        presence.on_quiet_report(&quiet(vec![ada]));
        assert!(
            presence.take_changed() && !presence.is_connected(ada, 11_000) && presence.is_here(ada, 11_000)
        );
        presence.on_quiet_report(&quiet(vec![]));
        assert!(presence.take_changed() && presence.is_connected(ada, 11_000));
        presence.on_report(&here(vec![]), 12_000);
        assert!(presence.take_changed() && !presence.is_connected(ada, 12_000));
        assert_eq!([40_999, 41_000].map(|now| presence.is_away(ada, now, 0)), [false, true]);
        presence.arrive(ada, 50_000);
        presence.on_report(&here(vec![ada]), 50_000);
        presence.depart(ada, 50_000);
        assert!(presence.is_connected(ada, 50_000), "a socket closed here says nothing of another node");
    }

    #[test]
    fn players_at_another_node_are_not_away() {
        let (presence, ada) = (Presence::new(0), PlayerId(1));
        let here = |watching, players| TableAttendance { node: "b".into(), watching, players };
        presence.on_report(&here(2, vec![ada]), 20_000);
        assert!(presence.is_here(ada, 49_999) && !presence.is_away(ada, 49_999, 0));
        assert_eq!(presence.watching_elsewhere(20_000), 2);
        assert!(presence.is_away(ada, 50_000, 0), "that node has not mentioned her for half a minute");
        assert!(!presence.is_away(ada, 50_000, 45_000), "but it could not have been heard");
        assert_eq!(presence.watching_elsewhere(50_000), 0);
    }

    #[test]
    fn other_nodes_are_sent_changes_and_regular_announcements() {
        let presence = Presence::new(0);
        assert!(!presence.should_announce(true, false, 0), "nobody came");
        assert!(presence.should_announce(true, true, 1000));
        assert_eq!([2000, 11_000].map(|now| presence.should_announce(false, true, now)), [false, true]);
        assert!(presence.should_announce(true, false, 12_000), "the last one went");
        assert!(!presence.should_announce(true, false, 13_000));
        assert_eq!(
            [false, true, true, false, false].map(|quiet| presence.should_announce_quiet(quiet)),
            [false, true, true, true, false]
        );
    }
}
