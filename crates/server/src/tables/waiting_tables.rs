//! The tables at which players wait to be paired, and how strong those players are.

use super::directory::Tables;
use super::handle::TableHandle;
use super::rows::summary;
use crate::error::Result;
use crate::ratings::Standings;
use taijitu_protocol::{PlayerId, Setup, Time};
use taijitu_ratings::Rating;
use taijitu_store::{TableRow, TableState};
use taijitu_table::{Occupant, Summary, nearest_rating_class};

/// Maximum number of open tables examined for a seat.
pub(super) const MAX_CANDIDATES: i64 = 200;
/// Maximum number of tables examined to find out whether a player waits or plays already.
const MAX_OWN: i64 = 500;
/// A player who sat down this lately counts as present at any node, in milliseconds.
const FRESH_MS: i64 = 30_000;

/// A table at which a player waits to be paired.
pub(super) struct WaitingTable {
    pub(super) handle: TableHandle,
    /// Who sits there.
    pub(super) players: Vec<PlayerId>,
    /// Since when, in milliseconds.
    pub(super) since: i64,
}

/// The ratings of some players in one class.
pub(super) struct ClassRatings {
    class: Option<&'static str>,
    standings: Standings,
}

impl ClassRatings {
    /// The rating of a player in points; that of a newcomer for guests and before the first rated game.
    #[must_use]
    pub(super) fn of(&self, player: PlayerId) -> i32 {
        self.standings.view(player, self.class).map_or(Rating::START.points(), |rating| rating.value)
    }
}

impl Tables {
    /// The tables of a player that pairing has opened, where the player waits or plays, the latest change first.
    pub(super) async fn paired_tables(&self, player: PlayerId) -> Result<Vec<(TableRow, Summary)>> {
        let states = [TableState::Running, TableState::Open];
        let rows = self.services().site.store.tables_of(player, &states, None, MAX_OWN).await?;
        let summary = |row: TableRow| {
            let summary = summary(&row)?;
            summary.setup.quick.then_some((row, summary))
        };
        Ok(rows.into_iter().filter_map(|mine| summary(mine.table)).collect())
    }

    /// The ratings that count when players are paired for a game, casual games included.
    pub(super) async fn points_of(&self, players: &[PlayerId], wanted: &Setup) -> Result<ClassRatings> {
        let services = self.services();
        let names = services.accounts.names(players.iter().copied()).await?;
        let standings = services.ratings.of_names(&names).await?;
        Ok(ClassRatings { class: nearest_rating_class(wanted).map(|class| class.id), standings })
    }

    /// The tables at which players wait for this game, the longest wait first.
    pub(super) async fn waiting_tables(&self, wanted: &Setup) -> Result<Vec<WaitingTable>> {
        let store = &self.services().site.store;
        let rows = store.lobby(TableState::Open, Some(&wanted.game), None, MAX_CANDIDATES).await?;
        let mut waiting = vec![];
        for row in &rows {
            if let Some(summary) = summary(row).filter(|summary| summary.setup == *wanted)
                && let Some(found) = self.waiting_table(row, &summary).await?
            {
                waiting.push(found);
            }
        }
        waiting.sort_by_key(|table| (table.since, table.handle.id()));
        Ok(waiting)
    }

    /// A table with free seats, if one of its players is present and none plays a paired game elsewhere.
    async fn waiting_table(&self, row: &TableRow, summary: &Summary) -> Result<Option<WaitingTable>> {
        // A table that nobody is at need not be loaded.
        if !summary.seats.iter().any(|who| self.is_waiting_here(row, who.as_ref())) {
            return Ok(None);
        }
        let handle = self.get(row.id).await?;
        let (players, free): (Vec<PlayerId>, bool) = handle
            .read(|table| {
                let free = table.running().is_none() && table.seats().iter().any(Option::is_none);
                (table.seated_players().collect(), free)
            })
            .await?;
        if !free || players.is_empty() {
            return Ok(None);
        }
        for player in &players {
            let plays = |(row, other): &(TableRow, Summary)| {
                row.state == TableState::Running && keeps_from_pairing(other, &summary.setup)
            };
            if self.paired_tables(*player).await?.iter().any(plays) {
                return Ok(None);
            }
        }
        Ok(Some(WaitingTable { handle, players, since: row.created }))
    }

    /// Whether a player sits at a table and is present, as far as this node knows.
    fn is_waiting_here(&self, row: &TableRow, who: Option<&Occupant>) -> bool {
        let Some(Occupant::Player(player)) = who else { return false };
        let now = self.services().site.clock.now();
        now - row.updated < FRESH_MS
            || self.loaded_table(row.id).is_some_and(|table| table.presence().is_here(*player, now))
            || self.0.elsewhere.has(row.id, *player, now)
    }
}

/// Whether a running game keeps its players from being paired for another one. Of correspondence a player may have many
/// games: asking again for the same one gives the game back only while somebody has not played yet.
pub(super) fn keeps_from_pairing(running: &Summary, wanted: &Setup) -> bool {
    match running.setup.time {
        Time::None | Time::Total { .. } => true,
        Time::Days { .. } => running.setup == *wanted && (running.turns as usize) < running.seats.len(),
    }
}
