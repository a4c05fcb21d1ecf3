//! Background work on tournaments: deadlines, commits of other nodes, games that ended.
//!
//! A signal says where to look, never what happened. A lost one costs only time: heads, deadlines and tables are polled.

use super::directory::Tournaments;
use super::handle::TournamentHandle;
use crate::error::Result;
use std::collections::HashMap;
use taijitu_protocol::{TableId, TournamentId};

/// Deadlines of other nodes that are taken over at a time, and games that are looked at.
const PER_POLL: i64 = 200;

impl Tournaments {
    /// Wakes the tournaments whose deadline has passed.
    pub(crate) fn fire_due(&self) {
        let now = self.services().site.clock.now();
        for handle in self.loaded() {
            if handle.shared().take_due(now) {
                handle.wake();
            }
        }
    }

    /// Reads the heads of tournaments in use, and looks for deadlines that have passed and games that ended at any node.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn poll(&self) -> Result<()> {
        let (store, now) = (&self.services().site.store, self.services().site.clock.now());
        let loaded = self.loaded();
        let ids: Vec<TournamentId> = loaded.iter().map(TournamentHandle::id).collect();
        let by_id: HashMap<TournamentId, &TournamentHandle> =
            loaded.iter().map(|handle| (handle.id(), handle)).collect();
        for (id, head) in store.tournament_heads(&ids).await? {
            let head = head.unsigned_abs();
            if let Some(handle) = by_id.get(&id).filter(|handle| handle.shared().head() < head) {
                handle.catch_up_to(head).await?;
            }
        }
        for id in store.tournaments_due(now, PER_POLL).await? {
            match self.get(id).await {
                Ok(handle) => handle.wake(),
                Err(refused) => tracing::warn!(%id, code = ?refused.0.code, "a tournament was not loaded"),
            }
        }
        for ended in store.ended_tournament_games(PER_POLL).await? {
            self.on_table_ended(ended.tournament, ended.table).await;
        }
        Ok(())
    }

    /// Does what follows from the commit of some entries of a tournament, unless it is done.
    ///
    /// # Errors
    /// `unavailable` if the log cannot be read, `no_such_thing` if there is none.
    pub(crate) async fn follow_up(&self, id: TournamentId, first: i64, last: i64) -> Result<()> {
        self.get(id).await?.follow_up(first.unsigned_abs(), last.unsigned_abs()).await
    }

    /// Follows the signal of a node that has written to a tournament.
    pub(crate) fn on_signal(&self, id: TournamentId, head: u64) {
        let Some(handle) = self.loaded_tournament(id).filter(|handle| handle.shared().head() < head) else {
            return;
        };
        tokio::spawn(async move {
            if let Err(refused) = handle.catch_up_to(head).await {
                tracing::debug!(code = ?refused.0.code, "a tournament could not be brought up to date");
            }
        });
    }

    /// Takes over the result of a game of a tournament. A repeated call changes nothing.
    pub(crate) async fn on_table_ended(&self, tournament: TournamentId, table: TableId) {
        let done: Result<()> = async { self.get(tournament).await?.table_ended(table).await }.await;
        if let Err(refused) = done {
            // Ignored: the next poll finds it.
            tracing::warn!(%tournament, %table, code = ?refused.0.code, "a result was not taken over");
        }
    }

    /// Reports the result of a game again.
    #[cfg(feature = "test-hooks")]
    pub async fn report_again(&self, tournament: TournamentId, table: TableId) {
        self.on_table_ended(tournament, table).await;
    }

    /// Does what is due, and waits for it.
    #[cfg(feature = "test-hooks")]
    pub(crate) async fn tick(&self) {
        self.poll().await.expect("the database answers");
        for handle in self.loaded() {
            handle.wake();
            // Read after it: the actor answers in order.
            let _ = handle.read(|_| ()).await;
        }
    }
}
