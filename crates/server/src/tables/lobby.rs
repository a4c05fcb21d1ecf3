//! Tables as lists show them.

use super::directory::Tables;
use super::rows::summary;
use crate::error::Result;
use crate::ratings::Standings;
use crate::stored;
use taijitu_protocol::{Command, LobbyTable, MyTable, PlayerId, Sitter, State};
use taijitu_store::{PlayerTableRow, TableRow, TableState};
use taijitu_table::{Names, Occupant, Summary, nearest_rating_class};

impl Tables {
    /// Rows of tables as lines of a list; unreadable rows are left out.
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
        let standings = self.services().ratings.of_names(&names).await?;
        Ok(summaries.into_iter().map(|(row, summary)| line(row, summary, &names, &standings)).collect())
    }

    /// Tables of a player as lines of a list.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn my_tables(&self, mine: &[PlayerTableRow]) -> Result<Vec<MyTable>> {
        let rows: Vec<TableRow> = mine.iter().map(|my| my.table.clone()).collect();
        let line = |table: LobbyTable| {
            let row = mine.iter().find(|my| my.table.id == table.id);
            let is_running = table.state == State::Running;
            let deadline = row.and_then(|my| my.table.deadline).filter(|_| is_running);
            MyTable { my_turn: row.is_some_and(|my| my.acts), deadline, table }
        };
        Ok(self.lobby_lines(&rows).await?.into_iter().map(line).collect())
    }

    /// Frees the seats of a player at tables without a running game: nobody waits for an opponent who is gone.
    pub(crate) async fn leave_all(&self, player: PlayerId) {
        let states = [TableState::Open, TableState::Finished];
        let store = &self.services().site.store;
        let tables = store.tables_of(player, &states, None, i64::MAX).await.unwrap_or_default();
        for id in tables.iter().map(|mine| mine.table.id) {
            // A table that cannot be left keeps a seat occupied; that is no reason to fail.
            if let Ok(table) = self.get(id).await {
                let _ = self.act(&table, (player, 0), None, Command::Leave, None).await;
            }
        }
    }
}

fn line(row: &TableRow, summary: Summary, names: &Names, standings: &Standings) -> LobbyTable {
    let class = nearest_rating_class(&summary.setup).map(|class| class.id);
    let sitter = |who: &Option<Occupant>| match who {
        Some(Occupant::Player(player)) => {
            Some(Sitter::Player(standings.rated(names.profile(*player), class)))
        }
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
