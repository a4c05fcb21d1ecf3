//! What happened in a tournament, in sentences.

use super::handle::TournamentHandle;
use super::pages::entrant_name;
use super::services::TournamentServices;
use super::view::players_of;
use crate::error::{ApiError, Result};
use crate::site::work::WorkCaller;
use taijitu_protocol::{EntrantId, GameResult, PairingId, PlayerId, TournamentNote, TournamentNotes, Words};
use taijitu_store::EventRow;
use taijitu_table::Names;
use taijitu_tournament::{LogEntry, LogEvent, Source, Tournament};

/// Sentences of one page.
const PAGE: usize = 50;
/// Entries that are read for one page; some have no sentence.
const ENTRIES: u64 = 500;

impl TournamentServices {
    /// What happened before an entry, the latest first.
    pub(super) async fn notes(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        before: Option<u64>,
    ) -> Result<TournamentNotes> {
        let head = handle.shared().head();
        let end = before.unwrap_or(head + 1).min(head + 1);
        let begin = end.saturating_sub(ENTRIES + 1);
        let limit = end.saturating_sub(begin + 1).cast_signed();
        let rows = self.site.store.tournament_events(handle.id(), begin.cast_signed(), limit).await?;
        let read = move |tournament: &Tournament| -> Result<(Vec<LogEntry>, Vec<PlayerId>)> {
            let entries = read_entries(&rows)?;
            let players = named_players(tournament, &entries);
            Ok((entries, players))
        };
        let (entries, players) = handle.work(&self.site.work.quick, caller, read).await??;
        let names = self.accounts.names(players).await?;
        let write = move |tournament: &Tournament| {
            let latest_first = entries.iter().rev();
            let note = |entry: &LogEntry| {
                let words = sentence(tournament, &entry.event, &names)?;
                Some(TournamentNote { n: entry.n, at: entry.at, words })
            };
            latest_first.filter_map(note).take(PAGE).collect::<Vec<_>>()
        };
        let notes = handle.work(&self.site.work.quick, caller, write).await?;
        let last = if notes.len() == PAGE { notes.last().map(|note| note.n) } else { Some(begin + 1) };
        Ok(TournamentNotes { notes, next: last.filter(|n| *n > 1) })
    }
}

fn read_entries(rows: &[EventRow]) -> Result<Vec<LogEntry>> {
    let read = |row: &EventRow| LogEntry::read(row.n.unsigned_abs(), row.at, &row.body);
    rows.iter().map(|row| read(row).map_err(|_| ApiError::unavailable())).collect()
}

/// The players whose names are in the sentences of some entries.
fn named_players(tournament: &Tournament, entries: &[LogEntry]) -> Vec<PlayerId> {
    let named = entries.iter().filter_map(|entry| mentions(&entry.event));
    let pairings = entries.iter().filter_map(|entry| tournament.pairing(pairing_of(&entry.event)?));
    let of_pairings = pairings.flat_map(|pairing| [pairing.white, pairing.black]);
    players_of(tournament, named.chain(of_pairings))
}

const fn mentions(event: &LogEvent) -> Option<EntrantId> {
    match event {
        LogEvent::Entered { entrant, .. }
        | LogEvent::Agreed { entrant }
        | LogEvent::Withdrew { entrant }
        | LogEvent::Absent { entrant }
        | LogEvent::Back { entrant }
        | LogEvent::Renamed { entrant: Some(entrant), .. } => Some(*entrant),
        _ => None,
    }
}

const fn pairing_of(event: &LogEvent) -> Option<PairingId> {
    match event {
        LogEvent::Moved { pairing, .. }
        | LogEvent::Claimed { pairing, .. }
        | LogEvent::Result { pairing, .. }
        | LogEvent::Corrected { pairing, .. } => Some(*pairing),
        _ => None,
    }
}

/// An entry as a sentence; `None` for entries that only the server needs.
fn sentence(tournament: &Tournament, event: &LogEvent, names: &Names) -> Option<Words> {
    let name = |id: EntrantId| tournament.entrant(id).map(|entrant| entrant_name(entrant, names));
    let (en, fr) = match event {
        LogEvent::Opened { .. } => ("The tournament was created".into(), "Le tournoi est créé".into()),
        LogEvent::Changed { .. } => ("The settings were changed".into(), "Les réglages sont modifiés".into()),
        LogEvent::Entered { entrant, .. } => {
            let name = name(*entrant)?;
            (format!("{name} entered"), format!("{name} s’inscrit"))
        }
        LogEvent::Agreed { entrant } => {
            let name = name(*entrant)?;
            (format!("{name}: the team is complete"), format!("{name} : l’équipe est complète"))
        }
        LogEvent::Withdrew { entrant } => {
            let name = name(*entrant)?;
            (format!("{name} withdrew"), format!("{name} se retire"))
        }
        LogEvent::Absent { entrant } => {
            let name = name(*entrant)?;
            (format!("{name} is absent"), format!("{name} est absent"))
        }
        LogEvent::Back { entrant } => {
            let name = name(*entrant)?;
            (format!("{name} is back"), format!("{name} est de retour"))
        }
        LogEvent::Started { .. } => ("The tournament started".into(), "Le tournoi commence".into()),
        LogEvent::Paired { round, rows, .. } => (
            format!("Round {round} was paired: {} games", rows.len()),
            format!("Ronde {round} appariée : {} parties", rows.len()),
        ),
        LogEvent::Result { pairing, game, result, source } => {
            result_sentence(tournament, (*pairing, *game), *result, *source, names)?
        }
        LogEvent::Corrected { pairing, game, result, reason, .. } => {
            let game = versus(tournament, *pairing, *game, names)?;
            let score = result.score();
            (
                format!("{game}: corrected to {score} by the host: {reason}"),
                format!("{game} : corrigé en {score} par l’organisateur : {reason}"),
            )
        }
        LogEvent::Paused {} => ("The round is paused".into(), "La ronde est suspendue".into()),
        LogEvent::Resumed {} => ("The tournament resumed".into(), "Le tournoi reprend".into()),
        LogEvent::CalledOff { reason: Some(reason) } => {
            (format!("Called off: {reason}"), format!("Annulé : {reason}"))
        }
        LogEvent::CalledOff { reason: None } => ("Called off".into(), "Annulé".into()),
        LogEvent::Finished {} => ("The standings are final".into(), "Le classement est définitif".into()),
        LogEvent::Renamed { entrant: None, .. } => {
            ("Renamed by the moderators".into(), "Renommé par les modérateurs".into())
        }
        LogEvent::Renamed { entrant: Some(entrant), .. } => {
            let name = name(*entrant)?;
            (format!("{name}: renamed by the moderators"), format!("{name} : renommé par les modérateurs"))
        }
        LogEvent::Table { .. } | LogEvent::Moved { .. } | LogEvent::Claimed { .. } => return None,
    };
    Some(Words::new(en, fr))
}

/// The two of a game, White first.
fn versus(tournament: &Tournament, pairing: PairingId, game: u8, names: &Names) -> Option<String> {
    let (white, black) = tournament.pairing(pairing)?.colours(usize::from(game));
    let name = |id| Some(entrant_name(tournament.entrant(id)?, names));
    Some(format!("{} – {}", name(white)?, name(black)?))
}

fn result_sentence(
    tournament: &Tournament,
    (pairing, game): (PairingId, u8),
    result: GameResult,
    source: Source,
    names: &Names,
) -> Option<(String, String)> {
    let (versus, score) = (versus(tournament, pairing, game, names)?, result.score());
    let (en, fr) = match source {
        Source::Table => ("", ""),
        Source::Players => (", entered by the players", ", saisi par les joueurs"),
        Source::Host => (", entered by the host", ", saisi par l’organisateur"),
        Source::Absence => (", by forfeit", ", par forfait"),
    };
    Some((format!("{versus}: {score}{en}"), format!("{versus} : {score}{fr}")))
}
