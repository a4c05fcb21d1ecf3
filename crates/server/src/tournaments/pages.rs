//! Pages of standings, pairings and other lists that do not fit into the view of a tournament.

use super::handle::TournamentHandle;
use super::services::TournamentServices;
use super::view::{entrant_views, pairing_view, players_of, points_text, standing_view, tie_breaks};
use crate::error::{ApiError, Result};
use crate::site::work::WorkCaller;
use std::collections::HashMap;
use taijitu_protocol::{
    Code, CrossCell, CrossLine, CrossTablePage, EntrantId, EntrantView, GameId, PairingId, PairingsPage,
    ProgressLine, ProgressPage, StandingsPage, TableId, TournamentKind, WhyPaired,
};
use taijitu_table::Names;
use taijitu_tournament::{Entrant, EntrantStanding, Members, Tournament, TournamentPairing};

/// Lines of one page.
const PAGE: usize = 100;
/// Games of an entrant in one line of the cross table of an arena.
const ARENA_CELLS: usize = 30;
/// Lines of the graph of progress.
const PROGRESS_LINES: usize = 10;
/// Points of one line of that graph.
const PROGRESS_POINTS: usize = 300;
/// Records of real boards that are looked at for a page.
const RECORDS: i64 = 10_000;

/// Which pairings a page has: those of a round, of an entrant, or all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PairingSelection {
    /// Of one round.
    pub(crate) round: Option<u16>,
    /// Of one entrant.
    pub(crate) entrant: Option<EntrantId>,
}

/// Some lines of a list, with the place of the next one.
fn cut<T>(mut all: Vec<T>, from: u32) -> (Vec<T>, Option<u32>) {
    let from = usize::try_from(from).unwrap_or(usize::MAX).min(all.len());
    let mut page = all.split_off(from);
    let next = (page.len() > PAGE).then(|| u32::try_from(from + PAGE).ok()).flatten();
    page.truncate(PAGE);
    (page, next)
}

impl TournamentServices {
    /// The views of entrants, with names.
    async fn entrants(&self, handle: &TournamentHandle, ids: Vec<EntrantId>) -> Result<Vec<EntrantView>> {
        let wanted = ids.clone();
        let read =
            move |tournament: &Tournament| (players_of(tournament, wanted), tournament.settings().clone());
        let (players, settings) = handle.read(read).await?;
        let names = self.rated_names(players, &settings).await?;
        handle.read(move |tournament| entrant_views(tournament, ids, &names)).await
    }

    /// A page of the standings.
    pub(super) async fn standings(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        from: u32,
    ) -> Result<StandingsPage> {
        let read = move |tournament: &Tournament| {
            let (rows, next) = cut(tournament.standings(), from);
            let views: Vec<_> = rows.iter().map(|row| standing_view(tournament, row)).collect();
            (tie_breaks(tournament), views, next)
        };
        let (tie_breaks, standings, next) = handle.work(&self.site.work.quick, caller, read).await?;
        let entrants = self.entrants(handle, standings.iter().map(|row| row.entrant).collect()).await?;
        Ok(StandingsPage { tie_breaks, standings, entrants, next })
    }

    /// A page of the entrants, in the order of entry.
    pub(super) async fn entrants_page(&self, handle: &TournamentHandle, from: u32) -> Result<StandingsPage> {
        let read = move |tournament: &Tournament| {
            let ids: Vec<EntrantId> = tournament.entrants().iter().map(|entrant| entrant.id).collect();
            (tie_breaks(tournament), cut(ids, from))
        };
        let (tie_breaks, (ids, next)) = handle.read(read).await?;
        Ok(StandingsPage { tie_breaks, standings: vec![], entrants: self.entrants(handle, ids).await?, next })
    }

    /// A page of pairings, with the finished games.
    pub(super) async fn pairings(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        of: PairingSelection,
        from: u32,
    ) -> Result<PairingsPage> {
        let choose = move |tournament: &Tournament| {
            let (chosen, next) = cut(chosen_pairings(tournament, of), from);
            let tables = chosen.iter().filter_map(|id| tournament.pairing(*id)).flat_map(|pairing| {
                let games = (0..).zip(&pairing.games).filter(|(_, game)| game.opened);
                games.map(|(game, _)| tournament.table_id(pairing.id, game)).collect::<Vec<_>>()
            });
            let tables: Vec<TableId> = tables.collect();
            (chosen, next, tables)
        };
        let (chosen, next, tables) = handle.work(&self.site.work.quick, caller, choose).await?;
        let at_tables: HashMap<TableId, GameId> =
            self.site.store.first_games_at(&tables).await?.into_iter().collect();
        let records = self.site.store.tournament_records(handle.id(), RECORDS).await?;
        let records: HashMap<(i64, i64), GameId> =
            records.into_iter().map(|(pairing, game, id)| ((pairing, game), id)).collect();
        let render = move |tournament: &Tournament| {
            let game_of = |pairing: &TournamentPairing, game: u8| {
                let at_table = at_tables.get(&tournament.table_id(pairing.id, game));
                let key = (i64::from(u32::from(pairing.id)), i64::from(game));
                at_table.or_else(|| records.get(&key)).copied()
            };
            let pairings = chosen.iter().filter_map(|id| tournament.pairing(*id));
            let views: Vec<_> = pairings.map(|pairing| pairing_view(tournament, pairing, &game_of)).collect();
            let round =
                of.round.and_then(|round| tournament.rounds().get(usize::from(round).checked_sub(1)?));
            (views, round.map_or(vec![], |round| round.byes.clone()))
        };
        let (pairings, byes) = handle.read(render).await?;
        let named = pairings.iter().flat_map(|pairing| [pairing.white, pairing.black]);
        let entrants = self.entrants(handle, named.chain(byes.iter().copied()).collect()).await?;
        Ok(PairingsPage { pairings, byes, entrants, next })
    }

    /// A page of the cross table.
    pub(super) async fn cross_table(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        from: u32,
    ) -> Result<CrossTablePage> {
        let read = move |tournament: &Tournament| {
            let (rows, next) = cut(tournament.standings(), from);
            (rows.iter().map(|row| cross_line(tournament, row)).collect::<Vec<_>>(), next)
        };
        let (lines, next) = handle.work(&self.site.work.quick, caller, read).await?;
        let named = lines.iter().flat_map(|line| {
            let opponents = line.cells.iter().filter_map(|cell| cell.opponent);
            opponents.chain([line.entrant]).collect::<Vec<_>>()
        });
        let entrants = self.entrants(handle, named.collect()).await?;
        Ok(CrossTablePage { lines, entrants, next })
    }

    /// The points of the first ones after each round.
    pub(super) async fn progress(
        &self,
        handle: &TournamentHandle,
        caller: WorkCaller,
    ) -> Result<ProgressPage> {
        let read = |tournament: &Tournament| {
            let first = tournament.standings().into_iter().take(PROGRESS_LINES);
            let line = |row: EntrantStanding| ProgressLine {
                entrant: row.entrant,
                points: row.progress.into_iter().take(PROGRESS_POINTS).collect(),
            };
            first.map(line).collect::<Vec<_>>()
        };
        let lines = handle.work(&self.site.work.quick, caller, read).await?;
        let entrants = self.entrants(handle, lines.iter().map(|line| line.entrant).collect()).await?;
        Ok(ProgressPage { lines, entrants })
    }
}

/// The requested pairings: of a round by table number, all others the latest first.
fn chosen_pairings(tournament: &Tournament, of: PairingSelection) -> Vec<PairingId> {
    let plays = |pairing: &&TournamentPairing| {
        of.entrant.is_none_or(|entrant| pairing.side(entrant).is_some())
            && of.round.is_none_or(|round| pairing.round == round)
    };
    let mut chosen: Vec<&TournamentPairing> = tournament.pairings().iter().filter(plays).collect();
    if of.round.is_some() {
        chosen.sort_by_key(|pairing| pairing.board);
    } else {
        chosen.reverse();
    }
    chosen.into_iter().map(|pairing| pairing.id).collect()
}

fn cross_line(tournament: &Tournament, row: &EntrantStanding) -> CrossLine {
    let mut cells = tournament.cells(row.entrant);
    if matches!(tournament.settings().kind, TournamentKind::Arena { .. }) {
        cells.drain(..cells.len().saturating_sub(ARENA_CELLS));
    }
    let cells = cells.iter().map(|cell| CrossCell {
        round: cell.round,
        opponent: cell.opponent,
        side: cell.side,
        half_points: cell.half_points,
        played: cell.is_played,
    });
    CrossLine {
        entrant: row.entrant,
        rank: row.rank,
        points: points_text(tournament, row.points),
        cells: cells.collect(),
    }
}

/// Why two entrants were paired. Refuses a pairing that does not exist.
pub(super) fn why(tournament: &Tournament, pairing: PairingId) -> Result<WhyPaired> {
    let missing = || {
        ApiError::new(
            Code::NoSuchThing,
            "there is no such pairing in this tournament",
            "cet appariement n’existe pas dans ce tournoi",
        )
    };
    let found = tournament.pairing(pairing).ok_or_else(missing)?;
    let explain = |entrant| tournament.explain(pairing, entrant).ok_or_else(missing);
    Ok(WhyPaired { white: explain(found.white)?, black: explain(found.black)? })
}

/// The name of an entrant in exports and pictures.
pub(crate) fn entrant_name(entrant: &Entrant, names: &Names) -> String {
    match &entrant.members {
        Members::Player(player) => names.profile(*player).name.unwrap_or_else(|| "—".into()),
        Members::Team { name, players } => {
            let of = |player| names.profile(player).name.unwrap_or_else(|| "—".into());
            format!("{name} ({}, {})", of(players[0]), of(players[1]))
        }
        Members::Level(level) => format!("Taijitu {level}"),
    }
}
