//! How each event changes a tournament.

use crate::entrant::{Entrant, Members};
use crate::log_event::{LogEntry, LogEvent};
use crate::pairing_log::{PairedRow, PairingGame, TournamentPairing};
use crate::tournament::{CorruptLog, Round, Tournament};
use std::collections::BTreeSet;
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, PairingId, TournamentKind, TournamentPhase, Venue,
};

impl Tournament {
    pub(crate) fn apply_event(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        let at = entry.at;
        if matches!(self.phase, TournamentPhase::Finished | TournamentPhase::CalledOff)
            && !matches!(entry.event, LogEvent::Corrected { .. } | LogEvent::Renamed { .. })
        {
            return Err(CorruptLog::Phase(entry.n));
        }
        match &entry.event {
            LogEvent::Opened { .. } => return Err(CorruptLog::NoOpening),
            LogEvent::Changed { settings } => {
                self.must_be(TournamentPhase::Open, entry)?;
                self.settings = settings.clone();
                self.settings_changes = self.settings_changes.saturating_add(1);
            }
            LogEvent::Entered { .. }
            | LogEvent::Agreed { .. }
            | LogEvent::Back { .. }
            | LogEvent::Withdrew { .. }
            | LogEvent::Absent { .. } => self.apply_presence(entry)?,
            LogEvent::Started { seed, order } => {
                self.must_be(TournamentPhase::Open, entry)?;
                self.start(*seed, order, at)?;
            }
            LogEvent::Paired { round, first, rows, byes } => {
                self.must_be(TournamentPhase::Running, entry)?;
                self.pair(*round, *first, rows, byes, at)?;
            }
            LogEvent::Table { .. }
            | LogEvent::Moved { .. }
            | LogEvent::Claimed { .. }
            | LogEvent::Result { .. }
            | LogEvent::Corrected { .. } => self.apply_to_pairing(entry)?,
            LogEvent::Paused {} => {
                self.paused_since = Some(at);
                self.pauses = self.pauses.saturating_add(1);
            }
            LogEvent::Resumed {} => {
                self.ends_at = self.ends_at(at);
                self.paused_since = None;
            }
            LogEvent::CalledOff { reason } => {
                self.reason.clone_from(reason);
                self.end(TournamentPhase::CalledOff);
            }
            LogEvent::Finished {} => self.end(TournamentPhase::Finished),
            LogEvent::Renamed { name, entrant } => self.rename_to(name, *entrant)?,
        }
        Ok(())
    }

    /// Applies an event about who takes part.
    fn apply_presence(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        let (id, presence) = match entry.event {
            LogEvent::Entered { entrant, .. } => return self.enter(entrant, entry),
            LogEvent::Agreed { entrant } => {
                self.entrant_mut(entrant)?.is_agreed = true;
                (entrant, EntrantPresence::Present)
            }
            LogEvent::Back { entrant } => {
                let is_agreed = self.entrant_mut(entrant)?.is_agreed;
                (entrant, if is_agreed { EntrantPresence::Present } else { EntrantPresence::Invited })
            }
            LogEvent::Withdrew { entrant } => (entrant, EntrantPresence::Withdrawn),
            LogEvent::Absent { entrant } => (entrant, EntrantPresence::Absent),
            _ => return Ok(()),
        };
        self.entrant_mut(id)?.set_presence(presence, entry.at);
        Ok(())
    }

    /// Applies an event about a game of a pairing.
    fn apply_to_pairing(&mut self, entry: &LogEntry) -> Result<(), CorruptLog> {
        match entry.event {
            LogEvent::Table { pairing, game } => {
                self.game_mut(pairing, game, |game| game.result.is_none())?.opened = true;
                self.unopened.remove(&pairing);
            }
            LogEvent::Moved { pairing, venue } => self.move_to(pairing, venue)?,
            LogEvent::Claimed { pairing, game, entrant, result } => {
                self.claim(pairing, game, entrant, result)?;
            }
            LogEvent::Result { pairing, game, result, .. } => {
                self.game_mut(pairing, game, |game| game.result.is_none())?;
                self.set_result(pairing, game, result, entry, false);
            }
            LogEvent::Corrected { pairing, game, result, .. } => {
                self.game_mut(pairing, game, |game| game.result.is_some())?;
                self.set_result(pairing, game, result, entry, true);
            }
            _ => (),
        }
        Ok(())
    }

    /// Replaces the name of the tournament, whose notes go with it, or of a team.
    fn rename_to(&mut self, name: &str, team: Option<EntrantId>) -> Result<(), CorruptLog> {
        let Some(id) = team else {
            name.clone_into(&mut self.settings.name);
            self.settings.notes.clear();
            self.is_renamed = true;
            return Ok(());
        };
        match &mut self.entrant_mut(id)?.members {
            Members::Team { name: team, .. } => name.clone_into(team),
            _ => return Err(CorruptLog::Entrant(id)),
        }
        Ok(())
    }

    fn must_be(&self, phase: TournamentPhase, entry: &LogEntry) -> Result<(), CorruptLog> {
        if self.phase == phase { Ok(()) } else { Err(CorruptLog::Phase(entry.n)) }
    }

    fn entrant_mut(&mut self, id: EntrantId) -> Result<&mut Entrant, CorruptLog> {
        self.entrants.get_mut(id.index()).ok_or(CorruptLog::Entrant(id))
    }

    fn game_mut(
        &mut self,
        pairing: PairingId,
        game: u8,
        fits: impl Fn(&PairingGame) -> bool,
    ) -> Result<&mut PairingGame, CorruptLog> {
        let pairing_mut = self.pairings.get_mut(pairing.index()).ok_or(CorruptLog::Pairing(pairing))?;
        let game_mut = pairing_mut.games.get_mut(usize::from(game)).filter(|game| fits(game));
        game_mut.ok_or(CorruptLog::Game { pairing, game })
    }

    fn enter(&mut self, id: EntrantId, entry: &LogEntry) -> Result<(), CorruptLog> {
        let LogEvent::Entered { members, rating, .. } = &entry.event else {
            return Err(CorruptLog::Entrant(id));
        };
        if id.index() != self.entrants.len() {
            return Err(CorruptLog::Entrant(id));
        }
        let is_team = matches!(members, Members::Team { .. });
        self.entrants.push(Entrant {
            id,
            members: members.clone(),
            rating: *rating,
            presence: if is_team { EntrantPresence::Invited } else { EntrantPresence::Present },
            is_agreed: !is_team,
            changes: 0,
            pairings: vec![],
            byes: vec![],
            waits_since: entry.at,
        });
        Ok(())
    }

    fn start(&mut self, seed: u64, order: &[EntrantId], at: i64) -> Result<(), CorruptLog> {
        self.seed = seed;
        self.seeding = vec![u32::MAX; self.entrants.len()];
        for (place, id) in (0..).zip(order) {
            let seat = self.seeding.get_mut(id.index()).filter(|seat| **seat == u32::MAX);
            *seat.ok_or(CorruptLog::Entrant(*id))? = place;
        }
        self.field = order.len();
        // Those who are not in the seeding left before the start.
        let others = self.seeding.iter_mut().filter(|seat| **seat == u32::MAX);
        for (next, seat) in (order.len() as u32..).zip(others) {
            *seat = next;
        }
        self.phase = TournamentPhase::Running;
        self.started_at = Some(at);
        self.round_over_at = at;
        for entrant in &mut self.entrants {
            entrant.waits_since = at;
        }
        if let TournamentKind::Arena { minutes, .. } = self.settings.kind {
            self.ends_at = Some(at.saturating_add(i64::from(minutes) * 60_000));
        }
        Ok(())
    }

    fn pair(
        &mut self,
        number: u16,
        first: PairingId,
        rows: &[PairedRow],
        byes: &[EntrantId],
        at: i64,
    ) -> Result<(), CorruptLog> {
        if usize::from(number) != self.rounds.len() + 1 {
            return Err(CorruptLog::Round(number));
        }
        if first.index() != self.pairings.len() {
            return Err(CorruptLog::Pairing(first));
        }
        let mut round = Round { number, pairings: vec![], byes: byes.to_vec(), paired_at: at };
        for (board, row) in self.free_boards().zip(rows) {
            let id = PairingId::at(self.pairings.len()).ok_or(CorruptLog::Pairing(first))?;
            for entrant in [row.white, row.black] {
                self.entrant_mut(entrant)?.pairings.push(id);
            }
            if row.white == row.black {
                return Err(CorruptLog::Entrant(row.white));
            }
            self.pairings.push(self.new_pairing(id, (number, board), row));
            self.undecided.insert(id);
            if self.pairings[id.index()].venue == Venue::Page {
                self.unopened.insert(id);
            }
            round.pairings.push(id);
        }
        for id in byes {
            self.entrant_mut(*id)?.byes.push(number);
        }
        if rows.is_empty() {
            self.round_over_at = at;
        }
        self.rounds.push(round);
        Ok(())
    }

    /// Table numbers for a round: from 1. In an arena those of running games are left out.
    fn free_boards(&self) -> impl Iterator<Item = u16> + use<> {
        let is_arena = matches!(self.settings.kind, TournamentKind::Arena { .. });
        let used: BTreeSet<u16> =
            self.undecided().filter(|_| is_arena).map(|pairing| pairing.board).collect();
        (1..=u16::MAX).filter(move |board| !used.contains(board))
    }

    fn new_pairing(&self, id: PairingId, (round, board): (u16, u16), row: &PairedRow) -> TournamentPairing {
        let with_computer = [row.white, row.black]
            .iter()
            .any(|entrant| self.entrant(*entrant).is_some_and(Entrant::is_filler));
        let venue = if with_computer { Venue::Page } else { self.settings.venue };
        TournamentPairing::new(id, (round, board), row, venue)
    }

    fn move_to(&mut self, id: PairingId, venue: Venue) -> Result<(), CorruptLog> {
        let pairing = self.pairings.get_mut(id.index()).ok_or(CorruptLog::Pairing(id))?;
        pairing.venue = venue;
        pairing.moves = pairing.moves.saturating_add(1);
        pairing.claims = [None; 2];
        match venue {
            Venue::Page if self.undecided.contains(&id) => drop(self.unopened.insert(id)),
            _ => drop(self.unopened.remove(&id)),
        }
        Ok(())
    }

    fn claim(
        &mut self,
        id: PairingId,
        game: u8,
        entrant: EntrantId,
        result: GameResult,
    ) -> Result<(), CorruptLog> {
        self.game_mut(id, game, |game| game.result.is_none())?;
        let pairing = self.pairings.get_mut(id.index()).ok_or(CorruptLog::Pairing(id))?;
        let side = pairing.side(entrant).ok_or(CorruptLog::Entrant(entrant))? as usize;
        pairing.claims[side] = Some(result);
        pairing.claim_counts[side] = pairing.claim_counts[side].saturating_add(1);
        Ok(())
    }

    /// Sets the result of a game that exists. Later games of the pairing are dropped; another one follows a draw in a
    /// knockout.
    fn set_result(&mut self, id: PairingId, game: u8, result: GameResult, entry: &LogEntry, corrected: bool) {
        let at = usize::from(game);
        let replayed = self.is_replayed(at, result);
        let pairing = &mut self.pairings[id.index()];
        pairing.corrections = pairing.corrections.saturating_add(u8::from(corrected));
        pairing.games.truncate(at + 1);
        pairing.claims = [None; 2];
        let decided = &mut pairing.games[at];
        decided.result = Some(result);
        decided.corrected = corrected;
        let (white, black, venue) = (pairing.white, pairing.black, pairing.venue);
        if replayed {
            pairing.games.push(PairingGame::default());
            pairing.claim_counts = [0; 2];
            self.undecided.insert(id);
            if venue == Venue::Page {
                self.unopened.insert(id);
            }
            return;
        }
        self.unopened.remove(&id);
        self.undecided.remove(&id);
        for entrant in [white, black] {
            if let Some(entrant) = self.entrants.get_mut(entrant.index()).filter(|_| !corrected) {
                entrant.waits_since = entry.at;
            }
        }
        self.round_over_at = entry.at;
    }

    fn end(&mut self, phase: TournamentPhase) {
        self.phase = phase;
        self.paused_since = None;
        self.undecided.clear();
        self.unopened.clear();
    }
}
