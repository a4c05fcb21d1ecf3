//! Results: from tables, from players at real boards, from the host.

use super::Decision;
use crate::command::Actor;
use crate::entrant::Entrant;
use crate::log_event::{LogEvent, Source};
use crate::pairing_log::TournamentPairing;
use crate::refusal::Refusal;
use crate::settings::{MAX_REASON, is_text};
use crate::tournament::Tournament;
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, PairingId, TournamentKind, TournamentPhase, Venue,
};

/// How often a player may enter a result for one game.
const MAX_CLAIMS: u8 = 4;
/// How often the results of one pairing may be corrected: the log of a tournament that is over would grow without end.
pub const MAX_CORRECTIONS: u8 = 20;
/// How often one pairing may be moved between the page and a real board.
pub const MAX_MOVES: u8 = 10;

impl Tournament {
    pub(super) fn table_opened(&self, id: PairingId, game: u8) -> Vec<LogEvent> {
        let is_new = self.unopened.contains(&id)
            && self.pairing(id).and_then(TournamentPairing::running_game) == Some(usize::from(game));
        if is_new { vec![LogEvent::Table { pairing: id, game }] } else { vec![] }
    }

    /// A game at a table ended. Only the running game takes a result, so that a repeated report changes nothing.
    pub(super) fn game_ended(&self, id: PairingId, game: u8, result: GameResult) -> Vec<LogEvent> {
        let is_running = self.undecided.contains(&id)
            && self.pairing(id).is_some_and(|pairing| {
                pairing.venue == Venue::Page && pairing.running_game() == Some(usize::from(game))
            });
        if !is_running {
            return vec![];
        }
        let mut events = vec![LogEvent::Result { pairing: id, game, result, source: Source::Table }];
        let missing = self.pairing(id).map(|pairing| missing_in(pairing.colours(usize::from(game)), result));
        let gone = missing.into_iter().flatten().filter_map(|entrant| self.entrant(entrant));
        let gone =
            gone.filter(|entrant| entrant.presence == EntrantPresence::Present && !entrant.is_filler());
        let gone = gone.filter(|entrant| self.is_gone(entrant, id));
        events.extend(gone.map(|entrant| LogEvent::Absent { entrant: entrant.id }));
        events
    }

    /// Whether an entrant who did not come to a game is taken to be absent: in an arena, where games follow each other by
    /// themselves, at once; elsewhere after two games in a row. Otherwise tables would be opened for nobody.
    fn is_gone(&self, entrant: &Entrant, missed: PairingId) -> bool {
        if matches!(self.settings.kind, TournamentKind::Arena { .. }) {
            return true;
        }
        let before = entrant.pairings.iter().rev().find(|pairing| **pairing != missed);
        let before = before.and_then(|pairing| self.pairing(*pairing));
        before.is_some_and(|pairing| {
            let missing =
                pairing.last_result().map(|(game, result)| missing_in(pairing.colours(game), result));
            missing.is_some_and(|missing| missing.contains(&entrant.id))
        })
    }

    /// A pairing whose running game has no result, with the number of that game.
    fn running_pairing(&self, id: PairingId) -> Result<(&TournamentPairing, u8), Refusal> {
        self.must_run()?;
        let pairing = self.pairing(id).ok_or(Refusal::NoSuchPairing)?;
        let game = pairing.running_game().filter(|_| self.undecided.contains(&id));
        let game = game.and_then(|game| u8::try_from(game).ok()).ok_or(Refusal::HasResult)?;
        Ok((pairing, game))
    }

    /// The entrant of a player in a pairing.
    fn entrant_in(&self, actor: &Actor, pairing: &TournamentPairing) -> Result<&Entrant, Refusal> {
        let Actor::Player(person) = actor else {
            return Err(Refusal::NotYourPairing);
        };
        let mine = [pairing.white, pairing.black].into_iter().filter_map(|id| self.entrant(id));
        mine.into_iter().find(|entrant| entrant.has_player(person.id)).ok_or(Refusal::NotYourPairing)
    }

    pub(super) fn claim_result(&self, actor: &Actor, id: PairingId, result: GameResult) -> Decision {
        let (pairing, game) = self.running_pairing(id)?;
        let entrant = self.entrant_in(actor, pairing)?.id;
        if pairing.venue != Venue::Room {
            return Err(Refusal::NotInRoom);
        }
        let side = pairing.side(entrant).ok_or(Refusal::NotYourPairing)? as usize;
        if pairing.claim_counts[side] >= MAX_CLAIMS {
            return Err(Refusal::TooManyClaims);
        }
        if pairing.claims[side] == Some(result) {
            return Err(Refusal::SameResult);
        }
        let mut events = vec![LogEvent::Claimed { pairing: id, game, entrant, result }];
        if pairing.claims[1 - side] == Some(result) {
            events.push(LogEvent::Result { pairing: id, game, result, source: Source::Players });
        }
        Ok(events)
    }

    pub(super) fn move_pairing(&self, actor: &Actor, id: PairingId, venue: Venue) -> Decision {
        let (pairing, game) = self.running_pairing(id)?;
        if self.must_be_host(actor).is_err() {
            self.entrant_in(actor, pairing)?;
        }
        let entrants = [pairing.white, pairing.black];
        if venue == pairing.venue {
            return Ok(vec![]);
        }
        if pairing.games.get(usize::from(game)).is_some_and(|game| game.opened) {
            return Err(Refusal::TableOpen);
        }
        if self.settings.rated {
            return Err(Refusal::RatedInRoom);
        }
        if entrants.iter().any(|id| self.entrant(*id).is_some_and(Entrant::is_filler)) {
            return Err(Refusal::ComputerInRoom);
        }
        if pairing.claim_counts.iter().any(|count| *count >= MAX_CLAIMS) {
            return Err(Refusal::TooManyClaims);
        }
        if pairing.moves >= MAX_MOVES {
            return Err(Refusal::TooManyMoves);
        }
        Ok(vec![LogEvent::Moved { pairing: id, venue }])
    }

    pub(super) fn decide_result(&self, id: PairingId, result: GameResult) -> Decision {
        let (_, game) = self.running_pairing(id)?;
        Ok(vec![LogEvent::Result { pairing: id, game, result, source: Source::Host }])
    }

    pub(super) fn correct_result(
        &self,
        actor: &Actor,
        id: PairingId,
        result: GameResult,
        reason: &str,
    ) -> Decision {
        let pairing = self.pairing(id).ok_or(Refusal::NoSuchPairing)?;
        let (game, old) = pairing.last_result().ok_or(Refusal::NoResult)?;
        if !is_text(reason, 1, MAX_REASON) || reason.trim().is_empty() {
            return Err(Refusal::NoReason);
        }
        if old == result {
            return Err(Refusal::SameResult);
        }
        if pairing.corrections >= MAX_CORRECTIONS {
            return Err(Refusal::TooManyCorrections);
        }
        if matches!(self.settings.kind, TournamentKind::Knockout { .. }) {
            if self.rounds.len() > usize::from(pairing.round) {
                return Err(Refusal::NextRoundPaired);
            }
            if self.phase == TournamentPhase::Finished && self.is_replayed(game, result) {
                return Err(Refusal::Over);
            }
        }
        let by = if let Actor::Player(person) = actor { Some(person.id) } else { None };
        let game = u8::try_from(game).map_err(|_| Refusal::NoResult)?;
        Ok(vec![LogEvent::Corrected { pairing: id, game, result, reason: reason.to_owned(), by }])
    }
}

/// Who did not come to a game between White and Black.
fn missing_in((white, black): (EntrantId, EntrantId), result: GameResult) -> Vec<EntrantId> {
    match result {
        GameResult::WhiteForfeit => vec![white],
        GameResult::BlackForfeit => vec![black],
        GameResult::DoubleForfeit => vec![white, black],
        GameResult::White | GameResult::Black | GameResult::Draw => vec![],
    }
}
