//! Running games between people, and the addresses they are played from: what fair play is checked against.
//!
//! Positions are compared by where the pieces lie, mirror images included and the colours exchanged or not; options and the side
//! to act are ignored, because changing them in a request does not make it another position.
//! Positions that are nearly that of a running game are closed, too: those after one turn, whatever it changes, and those in
//! which few pieces lie elsewhere.

use crate::site::limits::network;
use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use taijitu_protocol::{PlayerId, TableId};
use taijitu_rules::canonical::{Placement, placement_key};
use taijitu_rules::{AnyPlay, Audience};
use taijitu_table::Table;

/// Running games remembered for one address, and addresses remembered.
const GAMES_PER_ADDRESS: usize = 256;
const MAX_ADDRESSES: usize = 10_000;
/// Games whose positions are kept in memory.
const MAX_CACHED: usize = 2_000;
/// From this turn on, a game that takes the same course as a running one follows it; before, it is a common
/// opening.
const FOLLOWED: usize = 4;
/// A position in which at most this number of points differ from that of a running game is near it, if that is at most this
/// part of its pieces: two turns of most games differ that much, and so do two stones that were added as a disguise.
pub(crate) const NEAR_POINTS: usize = 4;
const NEAR_PART: usize = 3;
/// Positions after one turn are looked for if at most this number of points differ: no turn changes more.
const ONE_TURN_POINTS: usize = 24;
/// Turns of one position that are tried for that, and running games of an address for one request.
pub(crate) const TRIED_TURNS: usize = 1000;
const TRIED_GAMES: usize = 4;

/// A position in a request, and how it was reached.
#[derive(Clone, Debug)]
pub(crate) struct RequestedPosition {
    /// The keys of the positions on the way, in order; the last is that of the request.
    path: Vec<u64>,
    pub(super) placement: Placement,
    /// Whether it is reached within the first turns from the usual start, which many games have in common.
    pub(super) is_opening: bool,
}

impl RequestedPosition {
    /// The position a play has reached, with all positions on the way.
    pub(crate) fn of(play: &dyn AnyPlay) -> Self {
        Self { path: positions(play), placement: Placement::of(play), is_opening: is_opening(play) }
    }
}

/// Whether a play is within its first turns from the usual start.
fn is_opening(play: &dyn AnyPlay) -> bool {
    play.turns_in_round() < FOLLOWED && play.start_setup(Audience::Omniscient).is_none()
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
pub(super) struct RunningGame {
    head: i64,
    pub(super) players: Vec<PlayerId>,
    /// By turn. The usual start is left out: every game begins there.
    positions: Vec<Option<u64>>,
    /// The present position.
    play: Box<dyn AnyPlay>,
    placement: Placement,
    /// Whether nothing of it is secret: the list of legal turns would reveal a secret law.
    is_open: bool,
    /// The keys of the positions after each of its turns, once computed.
    next: OnceLock<HashSet<u64>>,
}

impl RunningGame {
    /// `None` if no game runs there, or nobody plays against another person.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let game = table.running()?;
        let mut players: Vec<PlayerId> = table.seated_players().collect();
        players.sort_unstable();
        players.dedup();
        let mut keys: Vec<Option<u64>> = positions(game.play()).into_iter().map(Some).collect();
        if game.setup.from.is_none() {
            keys[0] = None;
        }
        let play = game.play();
        (players.len() > 1).then(|| Self {
            head: table.head() as i64,
            players,
            positions: keys,
            play: play.boxed_clone(),
            placement: Placement::of(play),
            is_open: play.setup(Audience::Everyone) == play.setup(Audience::Omniscient),
            next: OnceLock::new(),
        })
    }

    /// On how many points something else lies in another position; none if that is another game, or this one is in a common
    /// opening.
    fn distance(&self, other: &Placement) -> Option<usize> {
        self.placement.distance(other).filter(|_| self.positions.len() > FOLLOWED)
    }

    /// Whether another position is the one after some turn. Tries the turns at the first call, which takes a while.
    fn leads_to(&self, other: &Placement) -> bool {
        let after = |turn: &String| {
            let mut play = self.play.boxed_clone();
            play.turn(turn).ok().map(|_| placement_key(&*play))
        };
        let next = self.next.get_or_init(|| {
            let turns = self.play.turns_within(TRIED_TURNS, &|| false).unwrap_or_default();
            turns.iter().filter_map(after).collect()
        });
        next.contains(&other.key())
    }

    /// Whether the position of the request occurred in this game.
    pub(super) fn has_position(&self, requested: &RequestedPosition) -> bool {
        requested.path.last().is_some_and(|key| self.positions.contains(&Some(*key)))
    }

    /// Whether the position of the request is the current one of this game.
    pub(super) fn is_at(&self, requested: &RequestedPosition) -> bool {
        self.positions.last().is_some_and(|key| key.is_some() && *key == requested.path.last().copied())
    }

    /// Whether the way to the position of the request passes through one of this game that is no common
    /// opening.
    pub(super) fn is_followed_by(&self, requested: &RequestedPosition) -> bool {
        let later = self.positions.iter().skip(FOLLOWED).flatten();
        later.into_iter().any(|key| requested.path.contains(key))
    }

    /// Whether the way passes through the current position of this game.
    pub(super) fn is_passed_by(&self, requested: &RequestedPosition) -> bool {
        let present = self.positions.last().copied().flatten();
        present.is_some_and(|key| requested.path.contains(&key))
    }

    /// The same, unless that is a common opening.
    pub(super) fn is_continued_by(&self, requested: &RequestedPosition) -> bool {
        self.positions.len() > FOLLOWED && self.is_passed_by(requested)
    }
}

/// The running games that a position may belong to, and whether it is near one of them.
pub(super) struct NearGames {
    /// Whether few pieces lie elsewhere than in one of the games.
    pub(super) is_near: bool,
    /// The games most like it: one turn may lead there.
    may_lead: Vec<Arc<RunningGame>>,
}

impl NearGames {
    /// Compares a position with those of some games. Takes a millisecond for hundreds of games.
    pub(super) fn of(games: &[Arc<RunningGame>], position: &Placement) -> Self {
        let distances = games.iter().filter_map(|game| Some((game.distance(position)?, game.clone())));
        let mut games: Vec<(usize, Arc<RunningGame>)> = distances.collect();
        games.sort_by_key(|(distance, _)| *distance);
        let is_near = |(distance, game): &(usize, Arc<RunningGame>)| {
            *distance <= NEAR_POINTS && distance * NEAR_PART <= game.placement.pieces()
        };
        let is_near = games.iter().any(is_near);
        games.retain(|(distance, game)| *distance <= ONE_TURN_POINTS && game.is_open);
        games.truncate(TRIED_GAMES);
        Self { is_near, may_lead: games.into_iter().map(|(_, game)| game).collect() }
    }

    /// Whether there is nothing to try.
    pub(super) const fn is_empty(&self) -> bool {
        self.may_lead.is_empty()
    }

    /// Whether one turn of one of the games leads to the position. Takes tenths of a second.
    pub(super) fn lead_to(&self, position: &Placement) -> bool {
        self.may_lead.iter().any(|game| game.leads_to(position))
    }
}

/// Whether a play has passed, after its opening, the present position of one of some games or one that is near it. `is_stopped` ends
/// the search, which may take a second.
pub(super) fn passes_near(
    games: &[Arc<RunningGame>],
    play: &dyn AnyPlay,
    is_stopped: &dyn Fn() -> bool,
) -> bool {
    let mut play = play.boxed_clone();
    loop {
        if !is_opening(&*play) {
            let position = Placement::of(&*play);
            let near = NearGames::of(games, &position);
            if near.is_near || near.lead_to(&position) {
                return true;
            }
        }
        if is_stopped() || !play.undo() {
            return false;
        }
    }
}

/// The running games that are in memory.
#[derive(Default)]
pub(super) struct RunningGames {
    /// By address: the tables at which a player from there plays.
    played_from: Mutex<HashMap<IpAddr, VecDeque<TableId>>>,
    games: Mutex<HashMap<TableId, Arc<RunningGame>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while the lock is held")
}

impl RunningGames {
    /// Records that a game is played from an address.
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

    /// The tables at which a player from an address plays, or played recently.
    pub(super) fn played_from(&self, address: IpAddr) -> Vec<TableId> {
        let tables = lock(&self.played_from).get(&network(address)).cloned();
        tables.unwrap_or_default().into()
    }

    /// Drops games of an address that are over.
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

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{Options, games};

    fn at(game: &str, options: &[&str], setup: &str) -> Box<dyn AnyPlay> {
        let kind = games::find(game).unwrap();
        let options = Options::parse(kind.meta().options, options.iter().copied()).unwrap();
        kind.set_up(options, setup).unwrap()
    }

    fn running(play: &dyn AnyPlay, turns: usize) -> Arc<RunningGame> {
        let is_open = play.setup(Audience::Everyone) == play.setup(Audience::Omniscient);
        Arc::new(RunningGame {
            head: 1,
            players: vec![PlayerId(1), PlayerId(2)],
            positions: vec![None; turns + 1],
            play: play.boxed_clone(),
            placement: Placement::of(play),
            is_open,
            next: OnceLock::new(),
        })
    }

    #[test]
    fn the_position_after_any_turn_is_found() {
        let play = at("yinsh", &[], games::find("yinsh").unwrap().meta().sample);
        let game = [running(&*play, 40)];
        let mut farthest = 0;
        for turn in play.turns().unwrap() {
            let mut after = play.boxed_clone();
            after.turn(&turn).unwrap();
            // As a set-up, without the way there.
            let after = at("yinsh", &[], &after.setup(Audience::Everyone));
            let after = Placement::of(&*after);
            let near = NearGames::of(&game, &after);
            assert!(near.is_near || near.lead_to(&after), "{turn}");
            farthest = farthest.max(game[0].distance(&after).unwrap());
        }
        assert!(farthest > NEAR_POINTS, "no turn changes much");
    }

    #[test]
    fn common_openings_are_nobodys_and_what_is_far_is_free() {
        let stones = "w=c5,d6,b4 b=e6,c4,d5 act=black";
        let play = at("y", &["pie=off"], stones);
        let is_near = |turns: usize, setup: &str| {
            let position = Placement::of(&*at("y", &["pie=off"], setup));
            NearGames::of(&[running(&*play, turns)], &position).is_near
        };
        let one_more = "w=c5,d6,b4 b=e6,c4,d5,e7 act=white";
        assert!(is_near(FOLLOWED, one_more) && !is_near(FOLLOWED - 1, one_more));
        assert!(is_near(6, "w=c5,d6,b4,b6 b=e6,c4,d5,e7 act=black"), "two turns");
        assert!(!is_near(6, "w=c5,d6,b4,b6 b=e6,c4,d5,e7,e8 act=white"), "three are half of its pieces");
        assert!(!is_near(6, "w=c5 b=e6 act=black"), "few pieces are like many games");
    }

    #[test]
    fn secret_laws_are_not_tried() {
        let sample = games::find("yinyang").unwrap().meta().sample;
        let setup: Vec<&str> = sample.split(' ').filter(|word| !word.starts_with("up=")).collect();
        let play = at("yinyang", &[], &setup.join(" "));
        let near = NearGames::of(&[running(&*play, 9)], &Placement::of(&*play));
        assert!(near.is_near && near.is_empty());
    }
}
