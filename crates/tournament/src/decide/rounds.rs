//! What the host does with the tournament as a whole: settings, start, rounds, pauses, the end.

use super::Decision;
use crate::command::{Actor, Context};
use crate::entrant::{Entrant, Members};
use crate::log_event::LogEvent;
use crate::random::mix;
use crate::refusal::Refusal;
use crate::settings::{MAX_NAME, MAX_REASON, check_settings, is_text};
use crate::tournament::Tournament;
use std::cmp::Reverse;
use taijitu_protocol::{EntrantId, TournamentKind, TournamentPhase, TournamentSettings, TournamentStart};

/// How often the settings may be changed: each change is an entry with all of them.
pub const MAX_SETTINGS_CHANGES: u16 = 100;
/// How often a tournament may be paused: each pause stops the clocks of all running games.
pub const MAX_PAUSES: u16 = 100;

impl Tournament {
    pub(super) fn change(&self, actor: &Actor, settings: &TournamentSettings, context: &Context) -> Decision {
        if self.phase != TournamentPhase::Open {
            return Err(Refusal::NotAfter);
        }
        if self.settings_changes >= MAX_SETTINGS_CHANGES {
            return Err(Refusal::TooManySettings);
        }
        check_settings(settings, context.now)?;
        let has_own_words = settings.name != self.settings.name || settings.notes != self.settings.notes;
        if self.is_renamed && has_own_words && *actor != Actor::Admin {
            return Err(Refusal::NamedByModerators);
        }
        if self.entrants.is_empty() {
            return Ok(vec![LogEvent::Changed { settings: settings.clone() }]);
        }
        // Those who have entered agreed to teams or not, and to the number of places.
        if settings.teams != self.settings.teams {
            return Err(if settings.teams { Refusal::NoTeams } else { Refusal::TeamsOnly });
        }
        if settings.rated && !self.settings.rated {
            return Err(Refusal::GuestsInRated);
        }
        if self.present().count() > usize::from(settings.places) {
            return Err(Refusal::Full);
        }
        Ok(vec![LogEvent::Changed { settings: settings.clone() }])
    }

    pub(super) fn start_by_hand(&self, context: &Context) -> Decision {
        if self.phase != TournamentPhase::Open {
            return Err(Refusal::NotAfter);
        }
        self.start_events(context)
    }

    /// The events of the start. The first round is due after them.
    ///
    /// # Errors
    /// [`Refusal::TooFew`].
    pub(super) fn start_events(&self, context: &Context) -> Decision {
        let mut order: Vec<&Entrant> = self.present().collect();
        if order.len() < 2 {
            return Err(Refusal::TooFew);
        }
        let is_drawn = matches!(self.settings.kind, TournamentKind::RoundRobin { .. });
        order.sort_by_key(|entrant| {
            let strength = if is_drawn { 0 } else { entrant.rating.unwrap_or(0) };
            (Reverse(strength), mix(context.seed, u64::from(u32::from(entrant.id)), 0))
        });
        let mut order: Vec<EntrantId> = order.into_iter().map(|entrant| entrant.id).collect();
        let mut events = vec![];
        // In a Swiss and an arena the computer comes and goes with the parity of the field.
        if let (Some(level), true) = (self.settings.filler, self.settings.kind.has_fixed_field())
            && !order.len().is_multiple_of(2)
            && let Some(entrant) = EntrantId::at(self.entrants.len())
        {
            events.push(LogEvent::Entered { entrant, members: Members::Level(level), rating: None });
            order.push(entrant);
        }
        events.push(LogEvent::Started { seed: context.seed, order });
        Ok(events)
    }

    pub(super) fn next_round_by_hand(&self) -> Decision {
        self.must_run()?;
        if matches!(self.settings.kind, TournamentKind::Arena { .. }) {
            return Err(Refusal::RoundsByThemselves);
        }
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        if !self.undecided.is_empty() {
            return Err(Refusal::RoundRuns);
        }
        if self.round_count().is_some_and(|count| self.rounds.len() >= usize::from(count)) {
            return Err(Refusal::NoMoreRounds);
        }
        if self.present().count() < 2 {
            return Err(Refusal::TooFew);
        }
        Ok(self.pair_round())
    }

    pub(super) fn pause(&self) -> Decision {
        self.must_run()?;
        match self.is_paused() {
            true => Err(Refusal::Paused),
            false if self.pauses >= MAX_PAUSES => Err(Refusal::TooManyPauses),
            false => Ok(vec![LogEvent::Paused {}]),
        }
    }

    pub(super) fn resume(&self) -> Decision {
        self.must_run()?;
        if self.is_paused() { Ok(vec![LogEvent::Resumed {}]) } else { Err(Refusal::NotPaused) }
    }

    pub(super) fn call_off(&self, reason: &str) -> Decision {
        if !is_text(reason, 1, MAX_REASON) || reason.trim().is_empty() {
            return Err(Refusal::NoReason);
        }
        Ok(vec![LogEvent::CalledOff { reason: Some(reason.to_owned()) }])
    }

    /// A moderator takes a name away that should not be.
    pub(super) fn rename(&self, actor: &Actor, name: &str, entrant: Option<EntrantId>) -> Decision {
        if *actor != Actor::Admin {
            return Err(Refusal::NotModerator);
        }
        if !is_text(name, 1, MAX_NAME) || name.trim().is_empty() || name.contains('\n') {
            return Err(Refusal::BadName);
        }
        let is_team =
            |id| matches!(self.entrant(id).map(|entrant| &entrant.members), Some(Members::Team { .. }));
        if entrant.is_some_and(|id| !is_team(id)) {
            return Err(Refusal::NoSuchEntrant);
        }
        Ok(vec![LogEvent::Renamed { name: name.to_owned(), entrant }])
    }

    /// When the tournament starts by itself.
    pub(super) const fn starts_at(&self) -> Option<i64> {
        match self.settings.start {
            TournamentStart::At(at) => Some(at),
            TournamentStart::Hand => None,
        }
    }
}
