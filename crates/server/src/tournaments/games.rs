//! The games of a tournament at tables: opening them, pausing and closing them, reading their results.

use super::applicant::to_open;
use super::services::TournamentServices;
use super::shared::TournamentShared;
use crate::error::Result;
use crate::tables::CommandContext;
use futures_util::{StreamExt, stream};
use taijitu_protocol::{
    Code, Command, GameResult, TableId, TournamentId, TournamentPhase, TournamentSettings,
};
use taijitu_store::{FinishedGame, StoredSide, Winner};
use taijitu_table::{Actor, Occupant, TableGame};
use taijitu_tournament::{SeatHolder, SystemEvent, TableRequest, Tournament, TournamentPairing};

/// Tables that are opened or changed at the same time: what they write is one transaction, for which turns of games wait.
const AT_ONCE: usize = 4;

impl TournamentServices {
    /// Opens tables, and returns which are open; the others are tried again later.
    pub(super) async fn open_tables(
        &self,
        tournament: TournamentId,
        settings: &TournamentSettings,
        requests: Vec<TableRequest>,
    ) -> Vec<SystemEvent> {
        let open = &to_open(settings);
        let opened = stream::iter(requests).map(|request| async move {
            let seats: Vec<Occupant> = request.seats.iter().copied().map(occupant).collect();
            let done = self.tables.open_for_pairing(request.table, (open, tournament), &seats).await;
            match done {
                Ok(_) => Some(SystemEvent::TableOpened { pairing: request.pairing, game: request.game }),
                Err(refused) => {
                    let code = refused.0.code;
                    tracing::warn!(%tournament, ?code, "the table of a pairing was not opened");
                    None
                }
            }
        });
        opened.buffer_unordered(AT_ONCE).filter_map(std::future::ready).collect().await
    }

    /// Stops the clocks of tables if the tournament is paused, and lets them run otherwise. If it is paused or resumed meanwhile, the
    /// latest state counts, in whatever order two calls come to a table.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn set_clocks(&self, shared: &TournamentShared, tables: Vec<TableId>) -> Result<()> {
        use taijitu_table::SystemEvent::{Pause, Resume};
        let is_paused = || shared.latest().is_paused();
        let set = |table: TableId| async move {
            let done: Result<()> = async {
                let table = self.tables.get(table).await?;
                loop {
                    let paused = is_paused();
                    table.system(if paused { Pause } else { Resume }).await?;
                    if is_paused() == paused {
                        return Ok(());
                    }
                }
            }
            .await;
            unless_unavailable(done)
        };
        for_each_table(tables, set).await
    }

    /// Closes tables whose games run and are decided elsewhere.
    ///
    /// # Errors
    /// `unavailable` if the database fails. Tables that are closed already, or were never opened, are no errors.
    pub(super) async fn close_tables(&self, tables: Vec<TableId>) -> Result<()> {
        let close = |table: TableId| async move {
            let done: Result<()> = async {
                let table = self.tables.get(table).await?;
                if table.read(|table| table.running().is_some()).await? {
                    table.command(CommandContext::of(Actor::Admin), Command::Close, None).await?;
                }
                Ok(())
            }
            .await;
            unless_unavailable(done)
        };
        for_each_table(tables, close).await
    }

    /// The result of the game at a table of a tournament; none while it runs.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn result_at(&self, table: TableId) -> Result<Option<GameResult>> {
        match self.tables.get(table).await {
            Ok(table) => table.read(|table| table.game().and_then(TableGame::result)).await,
            // The log of a table that was closed long ago is gone; its game is not.
            Err(refused) if refused.0.code == Code::TableClosed => {
                Ok(self.site.store.games_of_table(table).await?.first().map(stored_result))
            }
            Err(refused) => Err(refused),
        }
    }
}

/// Does something at tables, a few at a time; the first failure is returned when all are done.
async fn for_each_table<F: Future<Output = Result<()>>>(
    tables: Vec<TableId>,
    work: impl Fn(TableId) -> F,
) -> Result<()> {
    let done: Vec<Result<()>> = stream::iter(tables).map(work).buffer_unordered(AT_ONCE).collect().await;
    done.into_iter().collect()
}

/// What was refused because the table is closed, or because there is nothing to do, is done.
fn unless_unavailable(done: Result<()>) -> Result<()> {
    done.or_else(|refused| if refused.0.code == Code::Unavailable { Err(refused) } else { Ok(()) })
}

/// Of tables that were just opened, those whose game has been decided meanwhile.
pub(super) fn decided_meanwhile(tournament: &Tournament, opened: &[SystemEvent]) -> Vec<TableId> {
    let table = |event: &SystemEvent| {
        let SystemEvent::TableOpened { pairing, game } = *event else { return None };
        let table = tournament.table_id(pairing, game);
        let runs = tournament.table_request(pairing).is_some_and(|request| request.table == table);
        (!runs).then_some(table)
    };
    // Games that run when the tournament is called off are played on.
    let is_running = tournament.phase() == TournamentPhase::Running;
    opened.iter().filter_map(table).filter(|_| is_running).collect()
}

/// The tables at which games of a tournament run. Not those without a result only: a tournament that was called off has none
/// of these.
pub(super) fn running_tables(tournament: &Tournament) -> Vec<TableId> {
    let table = |pairing: &TournamentPairing| {
        let game = pairing.games.len().checked_sub(1)?;
        let is_running = pairing.games[game].opened && pairing.games[game].result.is_none();
        is_running.then(|| tournament.table_id(pairing.id, u8::try_from(game).unwrap_or(u8::MAX)))
    };
    tournament.pairings().iter().filter_map(table).collect()
}

/// The result of a finished game, as its row has it. Who was missing in a game that was broken off is not known then.
fn stored_result(finished: &FinishedGame) -> GameResult {
    let first = finished.players.iter().find(|player| player.seat == 0).map(|player| player.side);
    match (finished.game.result, first) {
        (Winner::White, Some(StoredSide::White)) | (Winner::Black, Some(StoredSide::Black)) => {
            GameResult::White
        }
        (Winner::White | Winner::Black, _) => GameResult::Black,
        _ if finished.game.turns == 0 => GameResult::DoubleForfeit,
        _ => GameResult::Draw,
    }
}

const fn occupant(holder: SeatHolder) -> Occupant {
    match holder {
        SeatHolder::Player(player) => Occupant::Player(player),
        SeatHolder::Level(level) => Occupant::Engine(level),
    }
}
