//! A tournament: the fold over its entries.

use crate::entrant::Entrant;
use crate::log_event::{LogEntry, LogEvent};
use crate::pairing_log::TournamentPairing;
use crate::random::mix;
use std::collections::{BTreeSet, VecDeque};
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, PairingId, PlayerId, TableId, TournamentId, TournamentKind,
    TournamentPhase, TournamentSettings, TournamentStart,
};

/// Answered requests kept for idempotency.
const REQUESTS: usize = 512;
/// An entry further ahead of the clock than this was written by a clock that was wrong, in milliseconds.
const FUTURE_MS: i64 = 60_000;
/// Entries of a log beyond which nothing is paired and only commands that lead to an end are possible.
pub const MAX_ENTRIES: u64 = 250_000;

/// A round of a tournament; in an arena a batch of pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// From 1.
    pub number: u16,
    /// Its pairings.
    pub pairings: Vec<PairingId>,
    /// Those without an opponent.
    pub byes: Vec<EntrantId>,
    /// When it was paired.
    pub paired_at: i64,
}

/// A log that cannot be folded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorruptLog {
    /// The log does not begin with an opening.
    #[error("the log does not begin with the opening of a tournament")]
    NoOpening,
    /// A number is missing.
    #[error("entry {expected} is missing: {found} follows")]
    Gap {
        /// The number that should follow.
        expected: u64,
        /// The one that does.
        found: u64,
    },
    /// An entrant out of order.
    #[error("entrant {0} is unknown, or not the next one")]
    Entrant(EntrantId),
    /// A pairing out of order.
    #[error("pairing {0} is unknown, or not the next one")]
    Pairing(PairingId),
    /// A round out of order.
    #[error("round {0} is not the next one")]
    Round(u16),
    /// A game that is not the running one, or has no result to correct.
    #[error("game {game} of pairing {pairing} cannot have this entry")]
    Game {
        /// The pairing.
        pairing: PairingId,
        /// The game, from 0.
        game: u8,
    },
    /// An event that is not possible in this phase.
    #[error("entry {0} is not possible in this phase of the tournament")]
    Phase(u64),
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(crate) id: TournamentId,
    pub(crate) head: u64,
    pub(crate) opened_at: i64,
    pub(crate) last_at: i64,
    pub(crate) host: PlayerId,
    pub(crate) settings: TournamentSettings,
    /// Whether a moderator has named it: the host cannot change its name and notes then.
    pub(crate) is_renamed: bool,
    pub(crate) phase: TournamentPhase,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) pairings: Vec<TournamentPairing>,
    pub(crate) rounds: Vec<Round>,
    /// Pairings without a result.
    pub(crate) undecided: BTreeSet<PairingId>,
    /// Running games on the page whose table has not been opened.
    pub(crate) unopened: BTreeSet<PairingId>,
    pub(crate) seed: u64,
    /// The place of each entrant in the seeding.
    pub(crate) seeding: Vec<u32>,
    /// How many entrants were there at the start.
    pub(crate) field: usize,
    /// When an arena ends, pauses so far included.
    pub(crate) ends_at: Option<i64>,
    pub(crate) paused_since: Option<i64>,
    pub(crate) started_at: Option<i64>,
    /// Why it was called off, in the words of the host.
    pub(crate) reason: Option<String>,
    /// When the last result of the round came in.
    pub(crate) round_over_at: i64,
    /// How often the settings were changed, and how often it was paused.
    pub(crate) settings_changes: u16,
    pub(crate) pauses: u16,
    requests: VecDeque<(PlayerId, String, u64)>,
}

impl Tournament {
    /// A tournament from its first entry.
    ///
    /// # Errors
    /// [`CorruptLog::NoOpening`].
    pub fn open(id: TournamentId, first: &LogEntry) -> Result<Self, CorruptLog> {
        let (1, LogEvent::Opened { host, settings }) = (first.n, &first.event) else {
            return Err(CorruptLog::NoOpening);
        };
        let mut new = Self {
            id,
            head: 1,
            opened_at: first.at,
            last_at: first.at,
            host: *host,
            settings: settings.clone(),
            is_renamed: false,
            phase: TournamentPhase::Open,
            entrants: vec![],
            pairings: vec![],
            rounds: vec![],
            undecided: BTreeSet::new(),
            unopened: BTreeSet::new(),
            seed: 0,
            seeding: vec![],
            field: 0,
            ends_at: None,
            paused_since: None,
            started_at: None,
            reason: None,
            round_over_at: 0,
            settings_changes: 0,
            pauses: 0,
            requests: VecDeque::new(),
        };
        new.remember(first);
        Ok(new)
    }

    /// A tournament from its whole log.
    ///
    /// # Errors
    /// [`CorruptLog`] if the entries cannot follow each other.
    pub fn fold(id: TournamentId, log: &[LogEntry]) -> Result<Self, CorruptLog> {
        let (first, rest) = log.split_first().ok_or(CorruptLog::NoOpening)?;
        let mut tournament = Self::open(id, first)?;
        for entry in rest {
            tournament.apply(entry)?;
        }
        Ok(tournament)
    }

    /// Applies an entry of the log.
    ///
    /// # Errors
    /// [`CorruptLog`] if the entry cannot follow; the tournament has to be folded again then.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        let expected = self.head + 1;
        if entry.n != expected {
            return Err(CorruptLog::Gap { expected, found: entry.n });
        }
        self.apply_event(entry)?;
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

    /// The number of the entry that answered a request, if it was answered.
    #[must_use]
    pub fn answered(&self, player: PlayerId, request: &str) -> Option<u64> {
        let same = |(by, id, _): &&(PlayerId, String, u64)| *by == player && id == request;
        self.requests.iter().find(same).map(|(_, _, n)| *n)
    }

    /// Undoes entries more than a minute ahead of `now`, written by a wrong clock: deadlines count from now on.
    /// Call it after folding a log; [`Tournament::step`] does it too.
    pub fn undo_future(&mut self, now: i64) {
        if self.last_at <= now + FUTURE_MS {
            return;
        }
        self.last_at = now;
        self.round_over_at = self.round_over_at.min(now);
        self.paused_since = self.paused_since.map(|since| since.min(now));
        for entrant in &mut self.entrants {
            entrant.waits_since = entrant.waits_since.min(now);
        }
        if let TournamentKind::Arena { minutes, .. } = self.settings.kind {
            // What is left of an arena is never more than its length.
            let latest = now.saturating_add(i64::from(minutes) * 60_000);
            self.ends_at = self.ends_at.map(|at| at.min(latest));
        }
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> TournamentId {
        self.id
    }

    /// The number of the last entry.
    #[must_use]
    pub const fn head(&self) -> u64 {
        self.head
    }

    /// The time of the last entry.
    #[must_use]
    pub const fn last_at(&self) -> i64 {
        self.last_at
    }

    /// When it was made.
    #[must_use]
    pub const fn opened_at(&self) -> i64 {
        self.opened_at
    }

    /// When it started; before that, when it is to start, if a time is set.
    #[must_use]
    pub const fn starts_or_started_at(&self) -> Option<i64> {
        match (self.started_at, self.settings.start) {
            (Some(at), _) | (None, TournamentStart::At(at)) => Some(at),
            (None, TournamentStart::Hand) => None,
        }
    }

    /// Why it was called off, in the words of the host.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The host.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Its settings.
    #[must_use]
    pub const fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// Its phase.
    #[must_use]
    pub const fn phase(&self) -> TournamentPhase {
        self.phase
    }

    /// Whether it is paused.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused_since.is_some()
    }

    /// When an arena ends; while it is paused, when it would end if it went on now.
    #[must_use]
    pub fn ends_at(&self, now: i64) -> Option<i64> {
        let pause = self.paused_since.map_or(0, |since| (now - since).max(0));
        self.ends_at.map(|at| at.saturating_add(pause))
    }

    /// The entrants by number, those that left included.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// One of them.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.index())
    }

    /// The entrant a player belongs to.
    #[must_use]
    pub fn entrant_of(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants.iter().rev().find(|entrant| entrant.has_player(player))
    }

    /// All pairings, by number.
    #[must_use]
    pub fn pairings(&self) -> &[TournamentPairing] {
        &self.pairings
    }

    /// One of them.
    #[must_use]
    pub fn pairing(&self, id: PairingId) -> Option<&TournamentPairing> {
        self.pairings.get(id.index())
    }

    /// The pairings without a result.
    pub fn undecided(&self) -> impl Iterator<Item = &TournamentPairing> {
        self.undecided.iter().filter_map(|id| self.pairing(*id))
    }

    /// The rounds that have been paired.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How many rounds there are in all. None for an arena, and before the start where it depends on the field.
    #[must_use]
    pub fn round_count(&self) -> Option<u16> {
        let field = self.fixed_field()?;
        match self.settings.kind {
            TournamentKind::Arena { .. } => None,
            TournamentKind::Swiss { rounds } => Some(rounds),
            TournamentKind::RoundRobin { twice, .. } => {
                let once = (field + field % 2).saturating_sub(1);
                u16::try_from(if twice { 2 * once } else { once }).ok()
            }
            TournamentKind::Knockout { .. } => u16::try_from(field.next_power_of_two().trailing_zeros()).ok(),
        }
    }

    /// The number of entrants at the start. For a Swiss it does not matter, and is known before.
    fn fixed_field(&self) -> Option<usize> {
        match self.settings.kind {
            TournamentKind::Arena { .. } => None,
            TournamentKind::Swiss { .. } => Some(0),
            _ if self.phase == TournamentPhase::Open => None,
            _ => Some(self.field),
        }
    }

    /// The entrants in the order of the seeding. Those who entered after the start come last.
    #[must_use]
    pub fn seeded(&self) -> Vec<EntrantId> {
        let mut all: Vec<EntrantId> = self.entrants.iter().map(|entrant| entrant.id).collect();
        all.sort_by_key(|id| self.seed_of(*id));
        all
    }

    /// The place of an entrant in the seeding, from 0.
    #[must_use]
    pub fn seed_of(&self, id: EntrantId) -> u32 {
        self.seeding.get(id.index()).copied().unwrap_or_else(|| u32::from(id) - 1)
    }

    /// The id of the table of a game. Every node computes the same one, so that two nodes that open it at the same
    /// time open one table.
    #[must_use]
    pub fn table_id(&self, pairing: PairingId, game: u8) -> TableId {
        let id = self.id.0;
        let key = mix(self.seed, id as u64, (id >> 64) as u64);
        let place = u64::from(u32::from(pairing)) << 8 | u64::from(game);
        TableId(u128::from(mix(key, place, 1)) << 64 | u128::from(mix(key, place, 2)))
    }

    /// Whether an entrant plays a game now.
    #[must_use]
    pub fn is_playing(&self, id: EntrantId) -> bool {
        // In an arena only the last pairing can be undecided.
        let looked_at =
            if matches!(self.settings.kind, TournamentKind::Arena { .. }) { 1 } else { usize::MAX };
        let pairings = self.entrant(id).map_or(&[][..], |entrant| &entrant.pairings);
        pairings.iter().rev().take(looked_at).any(|pairing| self.undecided.contains(pairing))
    }

    /// Those who are to be paired, the computer that fills the field not counted.
    pub(crate) fn present(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.presence == EntrantPresence::Present && !entrant.is_filler())
    }

    /// The computer that fills an odd field, if it has ever been needed.
    pub(crate) fn filler(&self) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.is_filler())
    }

    /// Whether a pairing needs another game after this result.
    pub(crate) fn is_replayed(&self, game: usize, result: GameResult) -> bool {
        matches!(self.settings.kind, TournamentKind::Knockout { .. })
            && result == GameResult::Draw
            && game + 1 < crate::pairing_log::KNOCKOUT_GAMES
    }
}
