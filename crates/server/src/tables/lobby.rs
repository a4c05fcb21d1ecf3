//! Tables as lists show them, and quick pairing.

use super::directory::Tables;
use crate::error::Result;
use crate::stored;
use taijitu_protocol::{Command, LobbyTable, OpenTable, Paired, PlayerId, Setup, Sitter};
use taijitu_store::{TableRow, TableState};
use taijitu_table::{Names, Summary, Table, Who};

/// Open tables looked at to find a place.
const MAX_CANDIDATES: i64 = 200;

impl Tables {
    /// Rows of tables as lines of a list; rows that cannot be read are left out.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn lobby_lines(&self, rows: &[TableRow]) -> Result<Vec<LobbyTable>> {
        let summaries: Vec<(&TableRow, Summary)> =
            rows.iter().filter_map(|row| Some((row, serde_json::from_str(&row.summary).ok()?))).collect();
        let players = summaries.iter().flat_map(|(_, summary)| &summary.seats).filter_map(|who| match who {
            Some(Who::Player(player)) => Some(*player),
            _ => None,
        });
        let names = self.services().accounts.names(players.collect::<Vec<PlayerId>>()).await?;
        Ok(summaries.into_iter().map(|(row, summary)| line(row, summary, &names)).collect())
    }

    /// Seats a player with somebody who asked for the same game, or opens a table to wait at.
    ///
    /// # Errors
    /// If an option is not possible, or `unavailable` if the database fails.
    pub(crate) async fn pair(&self, player: PlayerId, open: &OpenTable) -> Result<Paired> {
        let wanted = Table::setup_for(open, true)?;
        if let Some(paired) = self.find_seat(player, &wanted).await? {
            return Ok(paired);
        }
        let table = self.open(player, open, true).await?;
        // The player counts as waiting even before the page has connected to the table.
        table.presence().touch(player, self.services().site.clock.now());
        Ok(Paired { table: table.id(), started: false })
    }

    /// Takes a seat at a table that waits for the same game. If somebody else is faster, the next table is tried.
    async fn find_seat(&self, player: PlayerId, wanted: &Setup) -> Result<Option<Paired>> {
        let site = &self.services().site;
        let rows = site.store.lobby(TableState::Open, Some(&wanted.game), None, MAX_CANDIDATES).await?;
        let mut lines = self.lobby_lines(&rows).await?;
        lines.retain(|table| table.setup == *wanted);
        for LobbyTable { id, .. } in lines.into_iter().rev() {
            let table = self.get(id).await?;
            let seated: Vec<PlayerId> = table.read(|table| table.seated_players().collect()).await?;
            let now = site.clock.now();
            if seated.contains(&player) {
                table.presence().touch(player, now);
                return Ok(Some(Paired { table: id, started: false }));
            }
            let somebody_waits = seated.iter().any(|&player| table.presence().is_here(player, now));
            let join = Command::Join { seat: None };
            if somebody_waits && self.act(&table, (player, 0), join, None).await.is_ok() {
                table.presence().touch(player, now);
                let started = table.read(|table| table.running().is_some()).await?;
                return Ok(Some(Paired { table: id, started }));
            }
        }
        Ok(None)
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
    let sitter = |who: &Option<Who>| match who {
        Some(Who::Player(player)) => Some(Sitter::Player(names.profile(*player))),
        Some(Who::Engine(level)) => Some(Sitter::Engine(*level)),
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
