//! What a tournament does by itself: it starts, pairs and ends.

use crate::command::Context;
use crate::entrant::Entrant;
use crate::log_event::LogEvent;
use crate::tournament::{MAX_ENTRIES, Tournament};
use taijitu_protocol::{EntrantId, EntrantPresence, NextRound, TournamentKind, TournamentPhase};

/// How long a tournament without a start time waits for its host, in milliseconds.
pub const OPEN_FOR: i64 = 30 * 24 * 60 * 60 * 1000;
/// A running tournament in which nothing happens for this long is called off, in milliseconds.
pub const STALE_AFTER: i64 = 400 * 24 * 60 * 60 * 1000;
/// Those who come to wait in an arena within this time are paired together, in milliseconds.
pub const ARENA_BATCH: i64 = 2000;

impl Tournament {
    /// What the tournament does by itself now; empty if nothing. Call again after applying it.
    #[must_use]
    pub fn due_events(&self, context: &Context) -> Vec<LogEvent> {
        if self.deadline().is_none_or(|at| at > context.now) {
            return vec![];
        }
        match self.phase {
            TournamentPhase::Open if self.starts_at().is_none() => vec![LogEvent::CalledOff { reason: None }],
            TournamentPhase::Open => {
                self.start_events(context).unwrap_or_else(|_| vec![LogEvent::CalledOff { reason: None }])
            }
            TournamentPhase::Running if self.last_at.saturating_add(STALE_AFTER) <= context.now => {
                vec![LogEvent::CalledOff { reason: None }]
            }
            TournamentPhase::Running if self.is_over(context.now) => vec![LogEvent::Finished {}],
            TournamentPhase::Running => self.pair_round(),
            TournamentPhase::Finished | TournamentPhase::CalledOff => vec![],
        }
    }

    /// The next time at which the tournament does something by itself. It may have passed: then something is due now.
    #[must_use]
    pub fn deadline(&self) -> Option<i64> {
        match self.phase {
            TournamentPhase::Open => {
                Some(self.starts_at().unwrap_or(self.opened_at.saturating_add(OPEN_FOR)))
            }
            TournamentPhase::Finished | TournamentPhase::CalledOff => None,
            TournamentPhase::Running => {
                let stale = self.last_at.saturating_add(STALE_AFTER);
                let next = if self.is_paused() { None } else { self.next_pairing_or_end() };
                Some(next.map_or(stale, |next| next.min(stale)))
            }
        }
    }

    fn next_pairing_or_end(&self) -> Option<i64> {
        if let TournamentKind::Arena { .. } = self.settings.kind {
            let end = self.ends_at.unwrap_or(self.last_at);
            let end = if self.head >= MAX_ENTRIES || self.is_deserted() { self.last_at } else { end };
            return Some(self.next_batch_at().map_or(end, |at| at.min(end)));
        }
        if !self.undecided.is_empty() {
            return None;
        }
        if self.has_no_more_rounds() {
            return Some(self.last_at);
        }
        // Absent players may come back; without two there is nothing to pair.
        if self.present().count() < 2 && self.staying() >= 2 {
            return None;
        }
        match self.settings.next_round {
            _ if self.rounds.is_empty() => Some(self.last_at),
            NextRound::After(seconds) => Some(self.round_over_at.saturating_add(i64::from(seconds) * 1000)),
            NextRound::Hand => None,
        }
    }

    /// When the next batch of an arena is paired; none if nobody can be.
    fn next_batch_at(&self) -> Option<i64> {
        let waiting = self.waiting();
        let newest = |entrant: &EntrantId| self.entrant(*entrant).map(|entrant| entrant.waits_since);
        let second = {
            let mut since: Vec<i64> = waiting.iter().filter_map(newest).collect();
            since.sort_unstable();
            *since.get(1)?
        };
        self.can_pair_arena(&waiting).then(|| second.saturating_add(ARENA_BATCH))
    }

    /// Those who can be paired in an arena, the computer included if it makes their number even.
    pub(crate) fn waiting(&self) -> Vec<EntrantId> {
        let waits = |entrant: &&Entrant| !self.is_playing(entrant.id);
        let mut waiting: Vec<EntrantId> = self.present().filter(waits).map(|entrant| entrant.id).collect();
        if !waiting.len().is_multiple_of(2) && self.settings.filler.is_some() {
            match self.filler() {
                Some(filler) if self.is_playing(filler.id) => (),
                Some(filler) => waiting.push(filler.id),
                None => waiting.extend(EntrantId::at(self.entrants.len())),
            }
        }
        waiting
    }

    fn is_over(&self, now: i64) -> bool {
        match self.settings.kind {
            TournamentKind::Arena { .. } => {
                self.ends_at.is_none_or(|at| at <= now) || self.head >= MAX_ENTRIES || self.is_deserted()
            }
            _ => self.undecided.is_empty() && self.has_no_more_rounds(),
        }
    }

    /// How many have not withdrawn, the computer not counted.
    fn staying(&self) -> usize {
        let stays =
            |entrant: &&Entrant| entrant.presence != EntrantPresence::Withdrawn && !entrant.is_filler();
        self.entrants.iter().filter(stays).count()
    }

    /// Whether too few are left to go on. A knockout goes on: the last one wins the remaining rounds without a game.
    /// An arena that takes late entries waits for them.
    fn is_deserted(&self) -> bool {
        let least = match self.settings.kind {
            TournamentKind::Knockout { .. } => 0,
            TournamentKind::Arena { .. } if self.settings.late_entry => 0,
            _ => 2,
        };
        self.undecided.is_empty() && self.staying() < least
    }

    fn has_no_more_rounds(&self) -> bool {
        let played = self.round_count().is_some_and(|count| self.rounds.len() >= usize::from(count));
        played || self.is_deserted() || self.head >= MAX_ENTRIES
    }
}
