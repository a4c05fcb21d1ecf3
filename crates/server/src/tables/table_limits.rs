//! Limits on the number of tables that a player and an address may have open: without a game yet, or with a
//! running one.

use super::directory::Tables;
use super::opened::Opener;
use crate::error::{ApiError, Result};
use crate::site::limits::address_factor;
use std::collections::HashSet;
use taijitu_protocol::{Code, PlayerId, TableId, Time};
use taijitu_store::TableState;
use taijitu_table::Summary;

/// Tables a player may sit at or have opened, without those of correspondence.
pub(crate) const MAX_LIVE: usize = 50;
/// Tables of correspondence a player may sit at or have opened.
pub(crate) const MAX_CORRESPONDENCE: usize = 200;
/// Tables that may have been opened from one address: a club evening has forty people behind one.
pub(crate) const MAX_PER_ADDRESS: usize = 400;
/// Opened tables looked at in one round of housekeeping.
const CHECKED_AT_ONCE: usize = 1000;

impl Tables {
    /// Checks that a player may open a table with a time control.
    ///
    /// # Errors
    /// `too_many` if the player or the address has too many open tables; `unavailable` if the database fails.
    pub(crate) async fn check_may_open(&self, opener: Opener, time: Time) -> Result<()> {
        let factor = self.services().site.config.rate_factor as usize;
        let is_slow = matches!(time, Time::Days { .. });
        let limit = self.limit_of_player(is_slow);
        if self.count_of_player(opener, is_slow, limit).await? >= limit {
            return Err(too_many_of_player(limit, is_slow));
        }
        let limit =
            MAX_PER_ADDRESS.saturating_mul(factor).saturating_mul(address_factor(opener.address) as usize);
        let of_address = self.0.opened.by_address(opener.address);
        if of_address.len() >= limit && self.still_open(&of_address).await?.len() >= limit {
            return Err(ApiError::new(
                Code::TooMany,
                format!("{limit} tables are open from your address, which is the maximum"),
                format!("{limit} tables sont ouvertes depuis votre adresse, le maximum"),
            ));
        }
        Ok(())
    }

    /// Whether a player may play another game with a clock, independent of who opens its table.
    ///
    /// # Errors
    /// `too-many` if the player has too many open tables; `unavailable` if the database fails.
    pub(crate) async fn check_may_play(&self, player: PlayerId, time: Time) -> Result<()> {
        let is_slow = matches!(time, Time::Days { .. });
        let limit = self.limit_of_player(is_slow);
        let opener = Opener { player, address: None };
        if self.count_of_player(opener, is_slow, limit).await? >= limit {
            return Err(too_many_of_player(limit, is_slow));
        }
        Ok(())
    }

    fn limit_of_player(&self, is_slow: bool) -> usize {
        let factor = self.services().site.config.rate_factor as usize;
        if is_slow { MAX_CORRESPONDENCE } else { MAX_LIVE }.saturating_mul(factor)
    }

    /// How many open tables a player sits at or has opened, of correspondence or of other games; a few more than the
    /// limit count as well as many.
    async fn count_of_player(&self, opener: Opener, is_slow: bool, limit: usize) -> Result<usize> {
        let states = [TableState::Open, TableState::Running];
        let most = (MAX_LIVE + MAX_CORRESPONDENCE).saturating_mul(2);
        let most = i64::try_from(most.max(limit).saturating_mul(2)).unwrap_or(i64::MAX);
        let rows = self.services().site.store.tables_of(opener.player, &states, None, most).await?;
        let is_of_kind = |summary: &str| {
            let summary: Option<Summary> = serde_json::from_str(summary).ok();
            summary.is_none_or(|summary| matches!(summary.setup.time, Time::Days { .. }) == is_slow)
        };
        let counted = rows.iter().filter(|row| is_of_kind(&row.table.summary)).count();
        if is_slow {
            return Ok(counted);
        }
        // Tables opened for others or for engines have no seat for their host: only this node knows those.
        let seated: HashSet<TableId> = rows.iter().map(|row| row.table.id).collect();
        let mut hosted = self.0.opened.by_player(opener.player);
        hosted.retain(|table| !seated.contains(table));
        if counted + hosted.len() >= limit {
            hosted = self.still_open(&hosted).await?;
        }
        Ok(counted + hosted.len())
    }

    /// Filters tables that are still open; the others are dropped from memory.
    async fn still_open(&self, tables: &[TableId]) -> Result<Vec<TableId>> {
        let open: HashSet<TableId> =
            self.services().site.store.open_among(tables).await?.into_iter().collect();
        let (open, closed): (Vec<TableId>, Vec<TableId>) =
            tables.iter().partition(|table| open.contains(table));
        closed.into_iter().for_each(|table| self.0.opened.forget(table));
        Ok(open)
    }

    /// Drops some of the tables that are no longer open.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn forget_closed(&self) -> Result<()> {
        let some = self.0.opened.next_to_check(CHECKED_AT_ONCE);
        self.still_open(&some).await.map(drop)
    }
}

fn too_many_of_player(limit: usize, is_slow: bool) -> ApiError {
    if is_slow {
        return ApiError::new(
            Code::TooMany,
            format!("you have {limit} correspondence games, which is the maximum; finish some first"),
            format!("vous avez {limit} parties par correspondance, le maximum ; terminez-en d’abord"),
        );
    }
    ApiError::new(
        Code::TooMany,
        format!("you have {limit} open tables, which is the maximum; finish a game or close a table first"),
        format!(
            "vous avez {limit} tables ouvertes, le maximum ; terminez d’abord une partie ou fermez une table"
        ),
    )
}
