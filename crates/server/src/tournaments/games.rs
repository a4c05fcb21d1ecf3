//! The games of a tournament at tables: opening them, pausing and closing them, reading their results.

use super::applicant::to_open;
use super::services::TournamentServices;
use crate::error::Result;
use crate::tables::CommandContext;
use futures_util::{StreamExt, stream};
use taijitu_protocol::{Code, Command, GameResult, TableId, TournamentId, TournamentSettings};
use taijitu_store::{FinishedGame, StoredSide, Winner};
use taijitu_table::{Actor, Occupant, TableGame};
use taijitu_tournament::{SeatHolder, SystemEvent, TableRequest};

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

    /// Stops the clocks of tables, or lets them run again.
    pub(super) async fn pause_tables(&self, tables: Vec<TableId>, paused: bool) {
        use taijitu_table::SystemEvent::{Pause, Resume};
        let set = |table: TableId| async move {
            let done: Result<()> = async {
                let table = self.tables.get(table).await?;
                table.system(if paused { Pause } else { Resume }).await
            }
            .await;
            if let Err(refused) = done {
                tracing::warn!(%table, code = ?refused.0.code, "the clocks of a table were not set");
            }
        };
        stream::iter(tables).for_each_concurrent(AT_ONCE, set).await;
    }

    /// Closes tables whose games are decided elsewhere.
    pub(super) async fn close_tables(&self, tables: Vec<TableId>) {
        let close = |table: TableId| async move {
            let done: Result<u64> = async {
                let table = self.tables.get(table).await?;
                table.command(CommandContext::of(Actor::Admin), Command::Close, None).await
            }
            .await;
            if let Err(refused) = done {
                tracing::debug!(%table, code = ?refused.0.code, "a decided game was not closed");
            }
        };
        stream::iter(tables).for_each_concurrent(AT_ONCE, close).await;
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
