//! Conditional turns: stored beside the log, known to their author alone, and played by the actor of the table.

use super::directory::Tables;
use super::services::Services;
use crate::error::Result;
use taijitu_protocol::{ConditionalTurn, PlayerId, TableId};
use taijitu_store::ConditionalRow;
use taijitu_table::{ConditionalCheck, ConditionalState, ConditionalTurns};

impl Tables {
    /// The conditional turns of a player at a table that are left.
    ///
    /// # Errors
    /// `no-such-table`, or `unavailable` if the database fails.
    pub(crate) async fn conditional_turns(
        &self,
        id: TableId,
        player: PlayerId,
    ) -> Result<Vec<ConditionalTurn>> {
        let table = self.get(id).await?;
        let Some((_, turns)) = self.services().conditional_turns(id, player).await? else {
            return Ok(vec![]);
        };
        table
            .read(move |table| match table.conditional_state(player, &turns) {
                ConditionalState::Waiting(tree) => tree,
                ConditionalState::Reply { .. } | ConditionalState::Over => vec![],
            })
            .await
    }

    /// What conditional turns of a player at a table are checked against.
    ///
    /// # Errors
    /// If the player cannot write any now, or `unavailable` if the database fails.
    pub(crate) async fn conditional_check(&self, id: TableId, player: PlayerId) -> Result<ConditionalCheck> {
        let table = self.get(id).await?;
        // This node may not have heard yet of what another one committed.
        for (_, head) in self.services().site.store.heads(&[id]).await? {
            table.catch_up_to(u64::try_from(head).unwrap_or_default()).await?;
        }
        Ok(table.read(move |table| table.conditional_check(player)).await??)
    }

    /// Stores checked conditional turns. If the opponent has played since the check, they are applied at once.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn set_conditional_turns(
        &self,
        id: TableId,
        player: PlayerId,
        turns: ConditionalTurns,
    ) -> Result<Vec<ConditionalTurn>> {
        let row = ConditionalRow {
            table: id,
            player,
            game: i64::from(turns.game),
            after: i64::from(turns.after),
            body: serde_json::to_string(&turns.tree).unwrap_or_default(),
        };
        self.services().site.store.set_conditional_turns(&row).await?;
        self.get(id).await?.follow_conditional_turns().await;
        Ok(turns.tree)
    }
}

impl Services {
    /// The conditional turns of a player at a table as they are stored.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn conditional_turns(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<(ConditionalRow, ConditionalTurns)>> {
        let row = self.site.store.conditional_turns(table, player).await?;
        Ok(row.map(|row| {
            let turns = ConditionalTurns {
                game: u32::try_from(row.game).unwrap_or(0),
                after: u32::try_from(row.after).unwrap_or(0),
                // What a later version has written is followed by nobody here.
                tree: serde_json::from_str(&row.body).unwrap_or_default(),
            };
            (row, turns)
        }))
    }
}
