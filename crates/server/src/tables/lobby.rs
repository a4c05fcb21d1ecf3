//! Tables as lists show them.

use super::directory::Tables;
use super::rows::summary;
use crate::error::Result;
use crate::stored;
use taijitu_protocol::{Command, LobbyTable, PlayerId, Sitter};
use taijitu_store::{TableRow, TableState};
use taijitu_table::{Names, Occupant, Summary};

impl Tables {
    /// Rows of tables as lines of a list; rows that cannot be read are left out.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn lobby_lines(&self, rows: &[TableRow]) -> Result<Vec<LobbyTable>> {
        let summaries: Vec<(&TableRow, Summary)> =
            rows.iter().filter_map(|row| Some((row, summary(row)?))).collect();
        let players = summaries.iter().flat_map(|(_, summary)| &summary.seats).filter_map(|who| match who {
            Some(Occupant::Player(player)) => Some(*player),
            _ => None,
        });
        let names = self.services().accounts.names(players.collect::<Vec<PlayerId>>()).await?;
        Ok(summaries.into_iter().map(|(row, summary)| line(row, summary, &names)).collect())
    }

    /// Frees the seats of a player at tables without a running game: nobody waits for an opponent who is gone.
    pub(crate) async fn leave_all(&self, player: PlayerId) {
        let states = [TableState::Open, TableState::Finished];
        let store = &self.services().site.store;
        let tables = store.tables_of(player, &states, None, i64::MAX).await.unwrap_or_default();
        for id in tables.iter().map(|mine| mine.table.id) {
            // A table that cannot be left keeps a seat for nobody; that is no reason to fail.
            if let Ok(table) = self.get(id).await {
                let _ = self.act(&table, (player, 0), Command::Leave, None).await;
            }
        }
    }
}

fn line(row: &TableRow, summary: Summary, names: &Names) -> LobbyTable {
    let sitter = |who: &Option<Occupant>| match who {
        Some(Occupant::Player(player)) => Some(Sitter::Player(names.profile(*player))),
        Some(Occupant::Engine(level)) => Some(Sitter::Engine(*level)),
        None => None,
    };
    LobbyTable {
        id: row.id,
        state: stored::wire_state(row.state),
        seats: summary.seats.iter().map(sitter).collect(),
        setup: summary.setup,
        number: summary.number,
        turns: summary.turns,
        updated: row.updated,
    }
}
