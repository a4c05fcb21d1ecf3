//! Running games between people, and from which addresses they are played: what fair play is checked against.
//!
//! Positions are compared by where the pieces lie, mirror images included; options and the side to act do not count,
//! because a question could change them and still be the same question.

use crate::site::limits::network;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, TableId};
use taijitu_rules::AnyPlay;
use taijitu_rules::canonical::placement_key;
use taijitu_table::Table;

/// Running games remembered for one address, and addresses remembered.
const GAMES_PER_ADDRESS: usize = 256;
const MAX_ADDRESSES: usize = 10_000;
/// Games whose positions are kept in memory.
const MAX_CACHED: usize = 2_000;
/// After this many turns a game that goes the same way as a running one follows it: before, it is a common opening.
const FOLLOWED: usize = 4;

/// A position somebody asks about, and how it was reached.
#[derive(Clone, Debug)]
pub(crate) struct AskedPosition {
    /// The keys of the positions on the way, the first one first; the last is the one asked about.
    path: Vec<u64>,
}

impl AskedPosition {
    /// The position a play has reached, with all positions on the way.
    pub(crate) fn of(play: &dyn AnyPlay) -> Self {
        Self { path: positions(play) }
    }
}

/// The keys of all positions of the present round, the first one first.
fn positions(play: &dyn AnyPlay) -> Vec<u64> {
    let mut play = play.boxed_clone();
    let mut keys = vec![placement_key(&*play)];
    for _ in 0..play.turns_in_round() {
        if !play.undo() {
            break;
        }
        keys.push(placement_key(&*play));
    }
    keys.reverse();
    keys
}

/// A running game between people.
#[derive(Debug)]
pub(super) struct RunningGame {
    head: i64,
    pub(super) players: Vec<PlayerId>,
    /// By turn. The usual start is left out: everybody begins there.
    positions: Vec<Option<u64>>,
}

impl RunningGame {
    /// None if no game runs there, or nobody plays against somebody else.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let game = table.running()?;
        let mut players: Vec<PlayerId> = table.seated_players().collect();
        players.sort_unstable();
        players.dedup();
        let mut keys: Vec<Option<u64>> = positions(game.play()).into_iter().map(Some).collect();
        if game.setup.from.is_none() {
            keys[0] = None;
        }
        (players.len() > 1).then(|| Self { head: table.head() as i64, players, positions: keys })
    }

    /// Whether the position asked about occurred in this game.
    pub(super) fn has_position(&self, asked: &AskedPosition) -> bool {
        asked.path.last().is_some_and(|key| self.positions.contains(&Some(*key)))
    }

    /// Whether the position asked about is the present one of this game.
    pub(super) fn is_at(&self, asked: &AskedPosition) -> bool {
        self.positions.last().is_some_and(|key| key.is_some() && *key == asked.path.last().copied())
    }

    /// Whether the way to the position asked about leads through one of this game that is no common opening.
    pub(super) fn is_followed_by(&self, asked: &AskedPosition) -> bool {
        let later = self.positions.iter().skip(FOLLOWED).flatten();
        later.into_iter().any(|key| asked.path.contains(key))
    }

    /// Whether the way leads through the present position of this game, and that is no common opening.
    pub(super) fn is_continued_by(&self, asked: &AskedPosition) -> bool {
        let present = self.positions.last().copied().flatten();
        self.positions.len() > FOLLOWED && present.is_some_and(|key| asked.path.contains(&key))
    }
}

/// What is remembered of running games.
#[derive(Default)]
pub(super) struct RunningGames {
    /// By address: the tables at which somebody from there plays.
    played_from: Mutex<HashMap<IpAddr, VecDeque<TableId>>>,
    games: Mutex<HashMap<TableId, Arc<RunningGame>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while the lock is held")
}

impl RunningGames {
    /// Remembers that a game is played from an address.
    pub(super) fn note(&self, address: IpAddr, table: TableId) {
        let mut played_from = lock(&self.played_from);
        let address = network(address);
        if played_from.len() >= MAX_ADDRESSES && !played_from.contains_key(&address) {
            played_from.clear();
        }
        let tables = played_from.entry(address).or_default();
        if tables.back() == Some(&table) {
            return;
        }
        tables.retain(|other| *other != table);
        tables.push_back(table);
        if tables.len() > GAMES_PER_ADDRESS {
            tables.pop_front();
        }
    }

    /// The tables at which somebody from an address plays, or played lately.
    pub(super) fn played_from(&self, address: IpAddr) -> Vec<TableId> {
        let tables = lock(&self.played_from).get(&network(address)).cloned();
        tables.unwrap_or_default().into()
    }

    /// Forgets games of an address that are over.
    pub(super) fn forget(&self, address: IpAddr, over: &[TableId]) {
        if let Some(tables) = lock(&self.played_from).get_mut(&network(address)) {
            tables.retain(|table| !over.contains(table));
        }
    }

    /// The game of a table as of an entry of its log, if it is known.
    pub(super) fn cached(&self, table: TableId, head: i64) -> Option<Arc<RunningGame>> {
        lock(&self.games).get(&table).filter(|game| game.head == head).cloned()
    }

    /// Keeps a game in memory.
    pub(super) fn keep(&self, table: TableId, game: Arc<RunningGame>) {
        let mut games = lock(&self.games);
        if games.len() >= MAX_CACHED && !games.contains_key(&table) {
            games.clear();
        }
        games.insert(table, game);
    }
}
