//! What is written to the database with the entries of a tournament.

use crate::stored;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use taijitu_protocol::{
    EntrantPresence, PairingId, PlayerId, TournamentKind, TournamentPhase, TournamentSettings,
};
use taijitu_store::{NewEvent, TournamentAppend, TournamentGameRow, TournamentRow};
use taijitu_tournament::{LogEntry, LogEvent, Members, Tournament};

/// A node that has paired players opens their tables at once; another one looks after this time, in milliseconds.
pub(super) const OPENED_WITHIN: i64 = 5000;

/// What lists show of a tournament, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TournamentSummary {
    pub(super) settings: TournamentSettings,
    pub(super) entrants: u32,
    pub(super) round: u32,
    pub(super) starts: Option<i64>,
    pub(super) ends: Option<i64>,
    /// The first of the final standings.
    pub(super) winner: Option<Members>,
}

/// What is written with some entries; the tournament has applied them already.
pub(super) fn to_append(
    tournament: &Tournament,
    entries: &[LogEntry],
    has_follow_up: bool,
) -> TournamentAppend {
    let events = entries.iter().map(|entry| NewEvent { at: entry.at, body: entry.body() }).collect();
    let (entered, left) = changed_players(tournament, entries);
    TournamentAppend {
        first: entries.first().map_or(0, |entry| entry.n).cast_signed(),
        events,
        row: row(tournament),
        entered,
        left,
        games: entries.iter().filter_map(|entry| game_row(tournament, &entry.event)).collect(),
        has_follow_up,
    }
}

fn row(tournament: &Tournament) -> TournamentRow {
    let settings = tournament.settings();
    let starts = tournament.starts_or_started_at();
    let at = match tournament.phase() {
        TournamentPhase::Open => starts.unwrap_or(tournament.opened_at()),
        _ => tournament.last_at(),
    };
    let waits = !tournament.effects().open.is_empty();
    let deadline = tournament.deadline();
    let opens = waits.then(|| tournament.last_at().saturating_add(OPENED_WITHIN));
    TournamentRow {
        id: tournament.id(),
        host: tournament.host(),
        kind: settings.game.clone(),
        public: settings.public,
        state: stored::tournament_state(tournament.phase()),
        created: tournament.opened_at(),
        at,
        head: tournament.head().cast_signed(),
        deadline: deadline.into_iter().chain(opens).min(),
        summary: serde_json::to_string(&summary(tournament)).unwrap_or_default(),
    }
}

fn summary(tournament: &Tournament) -> TournamentSummary {
    let is_over = matches!(tournament.phase(), TournamentPhase::Finished | TournamentPhase::CalledOff);
    let is_finished = tournament.phase() == TournamentPhase::Finished;
    let winner = || {
        let first = tournament.standings().into_iter().next()?;
        Some(tournament.entrant(first.entrant)?.members.clone())
    };
    let is_arena = matches!(tournament.settings().kind, TournamentKind::Arena { .. });
    TournamentSummary {
        settings: tournament.settings().clone(),
        entrants: taking_part(tournament),
        round: if is_arena { 0 } else { u32::try_from(tournament.rounds().len()).unwrap_or(u32::MAX) },
        starts: tournament.starts_or_started_at(),
        ends: if is_over { Some(tournament.last_at()) } else { tournament.ends_at(tournament.last_at()) },
        winner: if is_finished { winner() } else { None },
    }
}

/// How many take part; those who left, and the computer, are not counted.
pub(super) fn taking_part(tournament: &Tournament) -> u32 {
    let counts = tournament
        .entrants()
        .iter()
        .filter(|entrant| entrant.presence != EntrantPresence::Withdrawn && !entrant.is_filler());
    u32::try_from(counts.count()).unwrap_or(u32::MAX)
}

/// The players that some entries concern: those who take part after them, or are invited to, and those who do not.
fn changed_players(tournament: &Tournament, entries: &[LogEntry]) -> (Vec<PlayerId>, Vec<PlayerId>) {
    let changed = entries.iter().filter_map(|entry| match entry.event {
        LogEvent::Entered { entrant, .. }
        | LogEvent::Agreed { entrant }
        | LogEvent::Withdrew { entrant }
        | LogEvent::Back { entrant } => tournament.entrant(entrant),
        _ => None,
    });
    let changed: BTreeSet<PlayerId> =
        changed.flat_map(|entrant| entrant.members.players().iter().copied()).collect();
    let takes_part = |player: &PlayerId| {
        let mut entrants = tournament.entrants().iter();
        entrants.any(|own| own.presence != EntrantPresence::Withdrawn && own.has_player(*player))
    };
    changed.into_iter().partition(takes_part)
}

fn game_row(tournament: &Tournament, event: &LogEvent) -> Option<TournamentGameRow> {
    let (pairing, game, is_open): (PairingId, u8, bool) = match event {
        LogEvent::Table { pairing, game } => (*pairing, *game, true),
        LogEvent::Result { pairing, game, .. } => (*pairing, *game, false),
        _ => return None,
    };
    let is_opened = tournament.pairing(pairing)?.games.get(usize::from(game))?.opened;
    is_opened.then(|| TournamentGameRow {
        pairing: i64::from(u32::from(pairing)),
        game: i64::from(game),
        table: tournament.table_id(pairing, game),
        is_open,
    })
}
