//! A table: the fold of its log.

use crate::clock::Outages;
use crate::game::{GameStart, PendingOffer, RecordLine, TableGame};
use crate::log_event::{LogEntry, LogEvent, Occupant, OfferTerms};
use crate::quota::{OfferKind, Offerer};
use crate::setup;
use crate::touch_cache::TouchCache;
use crate::wire::{rules_side, wire_side};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use taijitu_protocol::{GameId, PlayerId, Room, Seat, Setup, Side, State, TableId};
use taijitu_rules::record::Remark;
use taijitu_rules::short::{SmallMap, SmallSet};
use taijitu_rules::{Outcome, Reason};

/// How many answered requests a table keeps.
const REQUESTS: usize = 512;
/// An entry further ahead of the clock than this was written by a wrong clock, in milliseconds.
pub const FUTURE: i64 = 60_000;
/// How long a table waits for its players before it closes by itself, in milliseconds.
pub const OPEN_FOR: i64 = 24 * 60 * 60 * 1000;
/// How long a table stays for a rematch after a game, in milliseconds.
pub const FINISHED_FOR: i64 = 60 * 60 * 1000;
/// How long a game without a clock may go on without anything happening, in milliseconds.
pub const UNTIMED_FOR: i64 = 30 * OPEN_FOR;

/// A log that cannot be folded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorruptLog {
    /// The log does not begin with an opening.
    #[error("the log does not begin with the opening of a table")]
    NoOpening,
    /// A number is missing.
    #[error("event {expected} is missing: {found} follows")]
    Gap {
        /// The number that should follow.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// A game that this program does not have.
    #[error("unknown game `{0}`")]
    Game(String),
    /// A revision of the rules that this program does not have.
    #[error("played by revision {found} of the rules; this program knows {known}")]
    Revision {
        /// The revision in the log.
        found: u32,
        /// The revision of this program.
        known: u32,
    },
    /// An illegal start.
    #[error("the game cannot have started so: {0}")]
    Start(String),
    /// An illegal turn.
    #[error("a turn cannot have been played: {0}")]
    Turn(String),
    /// An event of a game before any game.
    #[error("an event of a game, but no game runs")]
    NoGame,
}

/// What lists show of a table, stored beside its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// What was agreed.
    pub setup: Setup,
    /// Who sits where.
    pub seats: Vec<Option<Occupant>>,
    /// The number of the last game.
    pub number: u32,
    /// Its turns, in summaries stored before rows had a column for them.
    #[serde(default, skip_serializing)]
    pub turns: u32,
}

/// An offer that waits for an answer, with the players it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayersOffer {
    /// Whose it is; none for an engine's.
    pub by: Option<PlayerId>,
    /// What is offered.
    pub terms: OfferTerms,
    /// The players who have not answered yet.
    pub to: Vec<PlayerId>,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    id: TableId,
    pub(crate) head: u64,
    opened_at: i64,
    last_at: i64,
    pub(crate) host: PlayerId,
    pub(crate) setup: Setup,
    pub(crate) seats: Vec<Option<Occupant>>,
    pub(crate) game: Option<TableGame>,
    pub(crate) earlier: Vec<GameId>,
    pub(crate) silenced: SmallMap<Seat, SmallSet<HiddenChat>>,
    /// Rooms that players have hidden or shown without an entry of the log.
    pub(crate) hidden_rooms: SmallMap<(PlayerId, HiddenChat), bool>,
    pub(crate) closed: bool,
    requests: VecDeque<(PlayerId, String, u64)>,
    pub(crate) touches: TouchCache,
}

/// A room that a player does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HiddenChat {
    Players,
    Spectators,
}

impl From<Room> for HiddenChat {
    fn from(room: Room) -> Self {
        match room {
            Room::Players => Self::Players,
            Room::Spectators => Self::Spectators,
        }
    }
}

impl From<HiddenChat> for Room {
    fn from(silent: HiddenChat) -> Self {
        match silent {
            HiddenChat::Players => Self::Players,
            HiddenChat::Spectators => Self::Spectators,
        }
    }
}

impl Table {
    /// A table from its first entry.
    ///
    /// # Errors
    /// [`CorruptLog::NoOpening`]; [`CorruptLog::Game`] if the game is unknown.
    pub fn open(id: TableId, first: &LogEntry) -> Result<Self, CorruptLog> {
        let (1, LogEvent::Opened { host, setup }) = (first.n, &first.event) else {
            return Err(CorruptLog::NoOpening);
        };
        let mut table = Self {
            id,
            head: 1,
            opened_at: first.at,
            last_at: first.at,
            host: *host,
            seats: vec![None; setup::seat_count(setup)],
            setup: setup.clone(),
            game: None,
            earlier: vec![],
            silenced: SmallMap::new(),
            hidden_rooms: SmallMap::new(),
            closed: false,
            requests: VecDeque::new(),
            touches: TouchCache::default(),
        };
        table.remember(first);
        Ok(table)
    }

    /// A table from its whole log.
    ///
    /// # Errors
    /// The first [`CorruptLog`] entry.
    pub fn fold<'a>(
        id: TableId,
        entries: impl IntoIterator<Item = &'a LogEntry>,
    ) -> Result<Self, CorruptLog> {
        let mut entries = entries.into_iter();
        let mut table = Self::open(id, entries.next().ok_or(CorruptLog::NoOpening)?)?;
        entries.try_for_each(|entry| table.apply(entry))?;
        Ok(table)
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// The number of its last entry.
    #[must_use]
    pub const fn head(&self) -> u64 {
        self.head
    }

    /// When it was opened.
    #[must_use]
    pub const fn opened_at(&self) -> i64 {
        self.opened_at
    }

    /// When something last happened.
    #[must_use]
    pub const fn last_at(&self) -> i64 {
        self.last_at
    }

    /// The set-up, including secrets of its start position.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who opened it.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Who sits where.
    #[must_use]
    pub fn seats(&self) -> &[Option<Occupant>] {
        &self.seats
    }

    /// The game being played, or the last one.
    #[must_use]
    pub const fn game(&self) -> Option<&TableGame> {
        self.game.as_ref()
    }

    /// The game being played.
    #[must_use]
    pub fn running(&self) -> Option<&TableGame> {
        self.game.as_ref().filter(|game| game.over.is_none() && !self.closed)
    }

    /// The state of the table.
    #[must_use]
    pub fn state(&self) -> State {
        match &self.game {
            _ if self.closed => State::Closed,
            None => State::Open,
            Some(game) if game.over.is_none() => State::Running,
            Some(_) => State::Finished,
        }
    }

    /// The seats of a player.
    pub fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.seats.len())
            .zip(&self.seats)
            .filter(move |(_, who)| **who == Some(Occupant::Player(player)))
            .map(|(seat, _)| seat)
    }

    /// The players who sit.
    pub fn seated_players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.seats.iter().filter_map(|who| match who {
            Some(Occupant::Player(player)) => Some(*player),
            _ => None,
        })
    }

    /// The absent players of the running game.
    #[must_use]
    pub fn absent_players(&self) -> Vec<PlayerId> {
        let absent = |(seat, who): (Seat, &Option<Occupant>)| match who {
            Some(Occupant::Player(player)) if self.running()?.absent.contains_key(&seat) => Some(*player),
            _ => None,
        };
        Seat::all(self.seats.len()).zip(&self.seats).filter_map(absent).collect()
    }

    /// All players that the table may mention.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let seated = self.seated_players();
        let newcomer = self.game.as_ref().and_then(|game| match game.pending.as_ref()?.matter {
            OfferTerms::Replace { newcomer, .. } => Some(newcomer),
            _ => None,
        });
        std::iter::once(self.host).chain(seated).chain(newcomer)
    }

    /// Whether the clocks are stopped by agreement.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.running().is_some_and(|game| game.paused)
    }

    /// What a seat had left at the last entry that set the clocks.
    #[must_use]
    pub fn time_left(&self, seat: Seat) -> Option<i64> {
        self.running()?.clock.left.get(seat.index()).copied()
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn pending_offer(&self) -> Option<PlayersOffer> {
        let pending = self.game.as_ref()?.pending.as_ref()?;
        let player = |seat: Seat| match self.seats.get(seat.index()) {
            Some(Some(Occupant::Player(player))) => Some(*player),
            _ => None,
        };
        let newcomer = match pending.matter {
            OfferTerms::Replace { newcomer, .. } => Some(newcomer),
            _ => None,
        };
        Some(PlayersOffer {
            by: pending.by.and_then(player).or(newcomer),
            terms: pending.matter,
            to: pending.waits.iter().filter_map(|seat| player(*seat)).collect(),
        })
    }

    /// A draw that waits for the answer of an engine: the number of the offer, and the seat.
    #[must_use]
    pub fn draw_offered_to_engine(&self) -> Option<(u64, Seat)> {
        let pending =
            self.running()?.pending.as_ref().filter(|pending| pending.matter == OfferTerms::Draw)?;
        let engine = |seat: &&Seat| matches!(self.seats.get(seat.index()), Some(Some(Occupant::Engine(_))));
        Some((pending.n, *pending.waits.iter().find(engine)?))
    }

    /// What lists show of the table.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let (number, turns) = self.game.as_ref().map_or((0, 0), |game| (game.number, game.turns));
        Summary { setup: setup::public_setup(&self.setup), seats: self.seats.clone(), number, turns }
    }

    /// Idempotency: the number of the entry that answered a request before, if there is one.
    #[must_use]
    pub fn answered(&self, player: PlayerId, request: &str) -> Option<u64> {
        let same = |(by, id, _): &&(PlayerId, String, u64)| *by == player && id == request;
        self.requests.iter().find(same).map(|(_, _, n)| *n)
    }

    /// Corrects the clocks of a table whose log has entries more than [`FUTURE`] ahead of `now`, written by a
    /// wrong clock: the clocks of the game run from now on, instead of standing until that time.
    /// Call it after folding a log.
    pub fn undo_future(&mut self, now: i64) {
        if self.last_at <= now + FUTURE {
            return;
        }
        self.last_at = now;
        if let Some(game) = &mut self.game {
            game.clock.since = game.clock.since.min(now);
        }
    }

    /// The next time at which the table changes without a command: a flag falls, a game without a first turn is
    /// aborted, an unused table closes.
    #[must_use]
    pub fn deadline(&self, outages: &Outages) -> Option<i64> {
        match self.state() {
            State::Closed => None,
            State::Open => Some(outages.after(self.last_at, OPEN_FOR)),
            State::Finished => Some(outages.after(self.last_at, FINISHED_FOR)),
            State::Running => {
                let game = self.game.as_ref()?;
                let running = game.running(&self.seats);
                // While a clock runs, the flag is the only deadline, however far away.
                let flag = game.clock.deadline(&running, outages);
                let first_turn = game.first_turn_due(&running, outages);
                let due = flag.into_iter().chain(first_turn).min();
                Some(due.unwrap_or_else(|| outages.after(self.last_at, UNTIMED_FOR)))
            }
        }
    }

    /// Applies an entry of the log.
    ///
    /// # Errors
    /// [`CorruptLog`] if the entry cannot follow.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        self.apply_entry(entry, false)
    }

    /// Applies the entry of a turn that the board shows already.
    pub(crate) fn apply_on_board(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        self.apply_entry(entry, true)
    }

    fn apply_entry(&mut self, entry: &LogEntry, on_board: bool) -> Result<(), CorruptLog> {
        let expected = self.head + 1;
        if entry.n != expected {
            return Err(CorruptLog::Gap { expected, found: entry.n });
        }
        self.apply_event(entry, on_board)?;
        self.head = entry.n;
        self.last_at = self.last_at.max(entry.at);
        self.remember(entry);
        Ok(())
    }

    fn remember(&mut self, entry: &LogEntry) {
        let Some((player, id)) = &entry.request else {
            return;
        };
        if self.requests.len() == REQUESTS {
            self.requests.pop_front();
        }
        self.requests.push_back((*player, id.clone(), entry.n));
    }

    fn apply_event(&mut self, entry: &LogEntry, on_board: bool) -> Result<(), CorruptLog> {
        match &entry.event {
            LogEvent::Opened { .. } => return Err(CorruptLog::NoOpening),
            LogEvent::Changed { setup } => {
                self.seats.resize(setup::seat_count(setup), None);
                self.setup = setup.clone();
            }
            LogEvent::Seated { seat, who } => self.sit(*seat, Some(*who)),
            LogEvent::Freed { seat } => self.sit(*seat, None),
            LogEvent::Silenced { seat, room, off } => {
                let rooms = self.silenced.get_or_default(*seat);
                let _ = if *off { rooms.insert((*room).into()) } else { rooms.remove(&(*room).into()) };
                if let Some(game) = &mut self.game {
                    game.quota.note_silence(*seat);
                }
            }
            LogEvent::Closed => self.closed = true,
            // A turn of a finished game; a later entry has the result.
            LogEvent::Erased => (),
            LogEvent::Started { number, game, even, options, revision, left, .. } => {
                let seats = self.seats.len();
                let start = GameStart {
                    number: *number,
                    id: *game,
                    setup: &self.setup,
                    even: *even,
                    options,
                    revision: *revision,
                    at: entry.at,
                    seats,
                };
                let mut new = TableGame::start(&start)?;
                new.clock.set(left, entry.at);
                self.earlier.extend(self.game.take().map(|old| old.id));
                self.game = Some(new);
            }
            LogEvent::Offered { by, matter } => self.offered(entry.n, *by, *matter)?,
            event => self.apply_game_event(entry, event, on_board)?,
        }
        Ok(())
    }

    fn sit(&mut self, seat: Seat, who: Option<Occupant>) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = who;
        }
        self.silenced.remove(&seat);
        if let Some(game) = &mut self.game {
            game.absent.remove(&seat);
            game.resigning.remove(&seat);
            game.quota.forget(seat);
        }
    }

    fn offered(&mut self, n: u64, by: Option<Seat>, matter: OfferTerms) -> Result<(), CorruptLog> {
        let waits = self.must_agree(by, &matter);
        let game = self.game.as_mut().ok_or(CorruptLog::NoGame)?;
        if let (OfferTerms::Draw, Some(seat)) = (&matter, by) {
            game.remark(seat, Remark::OffersDraw);
        }
        if let Some(offerer) = Offerer::of(by, &matter) {
            game.quota.note_offer(offerer, (&matter).into(), game.turns);
        }
        game.pending = Some(PendingOffer { n, by, matter, waits });
        Ok(())
    }

    /// The seats whose agreement an offer needs: all other people, and for a draw also an engine that is an
    /// opponent.
    pub(crate) fn must_agree(&self, by: Option<Seat>, matter: &OfferTerms) -> SmallSet<Seat> {
        let offerer = by.and_then(|seat| self.seats.get(seat.index()).copied().flatten());
        let replaced = if let OfferTerms::Replace { seat, .. } = matter { Some(*seat) } else { None };
        let absent = |seat: &Seat| self.game.as_ref().is_some_and(|game| game.absent.contains_key(seat));
        let needed = |(seat, who): (Seat, &Option<Occupant>)| {
            let is_asked = match who {
                Some(Occupant::Player(_)) => *who != offerer && Some(seat) != replaced,
                Some(Occupant::Engine(_)) => {
                    *matter == OfferTerms::Draw && by.is_some_and(|by| by.team() != seat.team())
                }
                None => false,
            };
            // An absent player cannot decide whether another absent player may be replaced.
            let away = replaced.is_some() && absent(&seat);
            (is_asked && !away).then_some(seat)
        };
        Seat::all(self.seats.len()).zip(&self.seats).filter_map(needed).collect()
    }

    fn apply_game_event(
        &mut self,
        entry: &LogEntry,
        event: &LogEvent,
        on_board: bool,
    ) -> Result<(), CorruptLog> {
        let game = self.game.as_mut().ok_or(CorruptLog::NoGame)?;
        match event {
            LogEvent::Played { seat, text, spent, lag, left, .. } => {
                if !on_board {
                    game.play_turn(*seat, text)?;
                }
                game.note_turn(entry.n, *seat, (*spent, *lag), left);
                // In an untimed simultaneous set-up, keep the start time: the other side has been thinking
                // since then.
                if !left.is_empty() || !game.others_still_write() {
                    game.clock.set(left, entry.at);
                }
            }
            LogEvent::Round { .. } => {
                game.note_accepted(OfferKind::Draw);
                if game.play.outcome().is_none() {
                    // It was not decided on the board: the players agreed to a draw.
                    game.remark_accepted_draw();
                    let drawn = game.play.end(Outcome::draw(Reason::Agreed));
                    drawn.map_err(|why| CorruptLog::Turn(why.to_string()))?;
                }
                game.play.next_round().map_err(|why| CorruptLog::Turn(why.to_string()))?;
                game.record_lines.push(RecordLine::Round);
                game.pending = None;
                game.turn_events.push(entry.n);
            }
            LogEvent::Agreed { seat } => {
                if let Some(pending) = &mut game.pending {
                    pending.waits.remove(seat);
                }
            }
            LogEvent::Declined { seat } => {
                if let (Some(OfferTerms::Draw), Some(seat)) = (game.pending.as_ref().map(|p| p.matter), seat)
                    && game.pending.as_ref().is_some_and(|pending| pending.by != Some(*seat))
                {
                    game.remark(*seat, Remark::DeclinesDraw);
                }
                game.pending = None;
            }
            LogEvent::Takenback { turns, left, .. } => {
                game.note_accepted(OfferKind::Takeback);
                game.take_back(*turns);
                game.turn_events.push(entry.n);
                game.pending = None;
                game.clock.set(left, entry.at);
            }
            LogEvent::Paused { left } | LogEvent::Resumed { left } => {
                game.paused = matches!(event, LogEvent::Paused { .. });
                game.note_accepted(if game.paused { OfferKind::Pause } else { OfferKind::Resume });
                game.pending = None;
                game.clock.set(left, entry.at);
            }
            LogEvent::Vacation { seat, until, left } => {
                game.clock.set(left, entry.at);
                game.clock.set_away(*seat, *until);
            }
            LogEvent::Gift { to, seconds, left } => {
                game.quota.note_gift(*to);
                game.clock.grant(*to, i64::from(*seconds) * 1000);
                game.clock.set(left, entry.at);
            }
            LogEvent::Resigning { seat } => {
                game.quota.note_resigning(*seat);
                game.resigning.insert(*seat);
            }
            LogEvent::Absent { seat, claim_at } => {
                game.quota.note_absence(*seat);
                game.absent.insert(*seat, *claim_at);
            }
            LogEvent::Back { seat } => drop(game.absent.remove(seat)),
            LogEvent::Ended { winner, reason, left } => {
                game.clock.set(left, entry.at);
                let reason = Reason::parse(reason).unwrap_or(Reason::Aborted);
                let outcome = Outcome { winner: winner.map(rules_side), reason };
                if reason == Reason::Agreed {
                    game.remark_accepted_draw();
                }
                if let (Reason::Resigned, Some(winner)) = (reason, outcome.winner) {
                    let loser = Seat::all(2).find(|&seat| game.rules_side(seat) != winner);
                    let loser = loser.unwrap_or(Seat::FIRST);
                    game.remark(loser, Remark::Resigns);
                }
                game.end(outcome, entry.at);
            }
            _ => (),
        }
        Ok(())
    }

    /// The numbers of the entries that hold turns of the last game: what is erased when it had no log.
    #[must_use]
    pub fn turn_entries(&self) -> Vec<u64> {
        self.game.as_ref().map(|game| game.turn_events.clone()).unwrap_or_default()
    }

    /// The winner's colour in the words of the protocol.
    pub(crate) fn wire_winner(outcome: &Outcome) -> Option<Side> {
        outcome.winner.map(wire_side)
    }
}
