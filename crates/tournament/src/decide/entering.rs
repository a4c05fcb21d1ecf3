//! Entering, leaving, being absent.

use super::Decision;
use crate::command::{Actor, Applicant};
use crate::entrant::{Entrant, Members};
use crate::log_event::{LogEvent, Source};
use crate::pairing_log::TournamentPairing;
use crate::refusal::Refusal;
use crate::settings::{MAX_NAME, is_text};
use crate::tournament::Tournament;
use taijitu_protocol::{EntrantId, EntrantPresence, GameResult, PlayerId, TournamentPhase};

/// How often an entrant may leave, come back or be absent.
const MAX_CHANGES: u16 = 100;
/// Maximum number of entries in the log for each place: leaving frees the place, but not without limit.
const ENTRIES_FOR_A_PLACE: usize = 4;

impl Tournament {
    pub(super) fn enter_as(&self, actor: &Actor, partner: Option<PlayerId>, team: Option<&str>) -> Decision {
        let person = self.may_enter(actor)?;
        if let Some(entrant) = self.entrant_of(person.id) {
            return match entrant.presence {
                EntrantPresence::Withdrawn => self.come_back(actor),
                _ => Err(Refusal::AlreadyEntered),
            };
        }
        if self.is_full() || self.entrants.len() >= usize::from(self.settings.places) * ENTRIES_FOR_A_PLACE {
            return Err(Refusal::Full);
        }
        let members = match (self.settings.teams, partner, team) {
            (false, None, None) => Members::Player(person.id),
            (false, ..) => return Err(Refusal::NoTeams),
            (true, Some(partner), Some(name)) => self.new_team(person.id, partner, name)?,
            (true, ..) => return Err(Refusal::TeamsOnly),
        };
        let entrant = EntrantId::at(self.entrants.len()).ok_or(Refusal::Full)?;
        Ok(vec![LogEvent::Entered { entrant, members, rating: person.rating }])
    }

    fn new_team(&self, player: PlayerId, partner: PlayerId, name: &str) -> Result<Members, Refusal> {
        if !is_text(name, 1, MAX_NAME) || name.trim().is_empty() || name.contains('\n') {
            return Err(Refusal::BadName);
        }
        if partner == player || self.is_taken(partner) {
            return Err(Refusal::BadPartner);
        }
        Ok(Members::Team { name: name.to_owned(), players: [player, partner] })
    }

    /// Whether a player plays in the tournament.
    fn is_taken(&self, player: PlayerId) -> bool {
        self.entrant_of(player).is_some_and(|entrant| entrant.presence != EntrantPresence::Withdrawn)
    }

    /// Whether somebody may enter now.
    fn may_enter<'a>(&self, actor: &'a Actor) -> Result<&'a Applicant, Refusal> {
        let Actor::Player(person) = actor else {
            return Err(Refusal::NotEntered);
        };
        self.must_take_entries()?;
        match person {
            Applicant { guest: true, .. } if self.settings.rated => Err(Refusal::GuestsInRated),
            Applicant { bot: true, .. } if !self.settings.bots => Err(Refusal::NoBots),
            _ => Ok(person),
        }
    }

    fn must_take_entries(&self) -> Result<(), Refusal> {
        let is_last = self.round_count().is_some_and(|count| self.rounds.len() >= usize::from(count));
        match self.phase {
            TournamentPhase::Open => Ok(()),
            _ if !self.settings.late_entry || self.settings.kind.has_fixed_field() || is_last => {
                Err(Refusal::EntryClosed)
            }
            _ => Ok(()),
        }
    }

    fn is_full(&self) -> bool {
        let counts =
            |entrant: &&Entrant| entrant.presence != EntrantPresence::Withdrawn && !entrant.is_filler();
        self.entrants.iter().filter(counts).count() >= usize::from(self.settings.places)
    }

    pub(super) fn agree(&self, actor: &Actor, id: EntrantId) -> Decision {
        let person = self.may_enter(actor)?;
        let entrant = self.entrant(id).ok_or(Refusal::NoSuchEntrant)?;
        let is_invited = entrant.presence == EntrantPresence::Invited
            && entrant.members.players().get(1).is_some_and(|partner| *partner == person.id);
        if !is_invited {
            return Err(Refusal::NotInvited);
        }
        if self.is_taken(person.id) {
            return Err(Refusal::AlreadyEntered);
        }
        Ok(vec![LogEvent::Agreed { entrant: id }])
    }

    fn entered(&self, actor: &Actor) -> Result<&Entrant, Refusal> {
        match actor {
            Actor::Player(person) => self.entrant_of(person.id).ok_or(Refusal::NotEntered),
            Actor::Admin => Err(Refusal::NotEntered),
        }
    }

    pub(super) fn withdraw(&self, actor: &Actor) -> Decision {
        let entrant = self.entered(actor)?;
        if entrant.presence == EntrantPresence::Withdrawn {
            return Err(Refusal::NotEntered);
        }
        Ok(self.leave(entrant))
    }

    pub(super) fn remove(&self, id: EntrantId) -> Decision {
        let entrant = self.entrant(id).ok_or(Refusal::NoSuchEntrant)?;
        if entrant.presence == EntrantPresence::Withdrawn {
            return Err(Refusal::NoSuchEntrant);
        }
        Ok(self.leave(entrant))
    }

    /// An entrant leaves: the games it has not finished are lost.
    fn leave(&self, entrant: &Entrant) -> Vec<LogEvent> {
        let mut events = vec![LogEvent::Withdrew { entrant: entrant.id }];
        let unfinished = entrant.pairings.iter().filter(|id| self.undecided.contains(id));
        events.extend(unfinished.filter_map(|id| forfeit(self.pairing(*id)?, |of| of == entrant.id)));
        events
    }

    pub(super) fn be_absent(&self, actor: &Actor) -> Decision {
        let entrant = self.entered(actor)?;
        match entrant.presence {
            EntrantPresence::Present if entrant.changes >= MAX_CHANGES => Err(Refusal::TooManyChanges),
            EntrantPresence::Present => Ok(vec![LogEvent::Absent { entrant: entrant.id }]),
            EntrantPresence::Absent => Err(Refusal::AlreadyAbsent),
            EntrantPresence::Invited | EntrantPresence::Withdrawn => Err(Refusal::NotEntered),
        }
    }

    pub(super) fn come_back(&self, actor: &Actor) -> Decision {
        let entrant = self.entered(actor)?;
        match entrant.presence {
            EntrantPresence::Present | EntrantPresence::Invited => Err(Refusal::NotAbsent),
            _ if entrant.changes >= MAX_CHANGES => Err(Refusal::TooManyChanges),
            EntrantPresence::Absent => Ok(vec![LogEvent::Back { entrant: entrant.id }]),
            EntrantPresence::Withdrawn => {
                self.may_enter(actor)?;
                let others = entrant.members.players();
                if self.is_full() {
                    return Err(Refusal::Full);
                }
                if others.iter().any(|player| self.is_taken(*player)) {
                    return Err(Refusal::AlreadyEntered);
                }
                Ok(vec![LogEvent::Back { entrant: entrant.id }])
            }
        }
    }
}

/// The event by which those of a pairing who are missing lose its running game; none if nobody is.
pub(crate) fn forfeit(
    pairing: &TournamentPairing,
    is_missing: impl Fn(EntrantId) -> bool,
) -> Option<LogEvent> {
    let game = pairing.running_game()?;
    let (white, black) = pairing.colours(game);
    let result = match (is_missing(white), is_missing(black)) {
        (true, true) => GameResult::DoubleForfeit,
        (true, false) => GameResult::WhiteForfeit,
        (false, true) => GameResult::BlackForfeit,
        (false, false) => return None,
    };
    let game = u8::try_from(game).ok()?;
    Some(LogEvent::Result { pairing: pairing.id, game, result, source: Source::Absence })
}
