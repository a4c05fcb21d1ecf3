//! Quick pairing: all players who seek the same game are paired if their ratings are close enough for their waits, and
//! no player twice.
//!
//! One task of a node takes all waiting requests at once, and decides them under a lock that the nodes of a
//! site share. It reads who waits where, makes a plan, and carries it out for all tables at the same time, so
//! that many players cost a few commits. Seats are taken by ordinary commands: if a player from outside the
//! pairing is faster, the log refuses the command, and the player without a seat is planned for again.
//!
//! Those who find nobody wait at tables of their own. Each second the nodes at which they wait look again, because the
//! difference of ratings that is accepted grows with the wait; players who are paired then move to the older table.

use super::directory::Tables;
use super::handle::TableHandle;
use super::opened::Opener;
use super::pairing_desk::PairingRequest;
use super::rows::summary;
use super::waiting_tables::{MAX_CANDIDATES, keeps_from_pairing};
use crate::error::{ApiError, Result};
use futures_util::future::join_all;
use std::collections::{BTreeSet, HashSet};
use taijitu_protocol::{Command, OpenTable, PairingResult, PairingSearch, PlayerId, Setup, State, TableId};
use taijitu_ratings::search_window;
use taijitu_store::TableState;
use taijitu_table::Table;
use tokio::sync::oneshot;

/// Requests decided at a time.
const BATCH: usize = 64;
/// How often players who lost a seat to a player from outside the pairing are planned for again.
const MAX_ROUNDS: usize = 8;

/// What a player already has from pairing.
enum CurrentPairing {
    /// A running game.
    Playing(TableId),
    /// A table at which to wait for the same game.
    WaitingAt(TableHandle),
    /// Neither.
    Nowhere,
}

impl Tables {
    /// Seats a player with another one who seeks the same game, or opens a table to wait at. A player whose game by
    /// pairing runs already gets that one; waiting for another game ends.
    ///
    /// # Errors
    /// If an option is not possible, `too-many` if the player has too many tables, or `unavailable` if the database fails.
    pub(crate) async fn pair(&self, opener: Opener, open: OpenTable) -> Result<PairingResult> {
        let wanted = Table::setup_for(&open, true)?;
        self.check_may_rate(opener.player, &open).await?;
        let (reply, answer) = oneshot::channel();
        if self.0.desk.push(PairingRequest { opener, open, wanted, reply }) {
            tokio::spawn(self.clone().serve_desk());
        }
        answer.await.unwrap_or_else(|_| Err(ApiError::unavailable()))
    }

    /// Where a player waits to be paired and how far apart ratings may be by now, or else the game that pairing has just
    /// started: a player has not played in it yet. None if there is neither.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn pairing_search(&self, player: PlayerId) -> Result<Option<PairingSearch>> {
        let mut tables = self.paired_tables(player).await?;
        tables.retain(|(_, summary)| (summary.turns as usize) < summary.seats.len());
        tables.sort_by_key(|(row, _)| row.state != TableState::Open);
        let Some((row, summary)) = tables.into_iter().next() else { return Ok(None) };
        let (table, since) = (row.id, row.created);
        let rating = self.points_of(&[player], &summary.setup).await?.of(player);
        let waited = self.services().site.clock.now() - since;
        let within = search_window(waited);
        Ok(Some(PairingSearch { table, started: row.state != TableState::Open, since, rating, within }))
    }

    /// Decides requests until none wait.
    async fn serve_desk(self) {
        while !self.0.desk.is_done() {
            let lock = self.services().site.store.pairing_lock().await;
            if let Err(error) = &lock {
                // The log still decides who sits where; at worst two players wait who could have been paired.
                tracing::warn!(%error, "players are paired without the lock");
            }
            // Only now, so that requests that arrived while other nodes held the lock are included.
            let batch = self.0.desk.take(BATCH);
            let tables = self.clone();
            // A panic must not end the task: the requests of this batch are refused, the next ones are decided.
            if tokio::spawn(async move { tables.pair_batch(batch).await }).await.is_err() {
                tracing::error!("pairing panicked");
            }
            if let Ok(lock) = lock {
                lock.release().await;
            }
        }
    }

    /// Decides some requests; the caller holds the lock.
    async fn pair_batch(&self, batch: Vec<PairingRequest>) {
        let mut players = HashSet::new();
        let (first, again): (Vec<PairingRequest>, Vec<PairingRequest>) =
            batch.into_iter().partition(|request| players.insert(request.opener.player));
        // The second request of a player sees the result of the first.
        self.0.desk.put_back(again);
        let placed = join_all(first.into_iter().map(|request| self.place(request))).await;
        let mut groups: Vec<(Setup, Vec<PairingRequest>)> = vec![];
        for request in placed.into_iter().flatten() {
            match groups.iter_mut().find(|(wanted, _)| *wanted == request.wanted) {
                Some((_, requests)) => requests.push(request),
                None => groups.push((request.wanted.clone(), vec![request])),
            }
        }
        join_all(groups.into_iter().map(|(wanted, requests)| self.pair_group(wanted, requests))).await;
    }

    /// Answers a player who plays already. The requests of the others are returned; waiting for another game ends, and
    /// players who wait for the same game count as present.
    async fn place(&self, request: PairingRequest) -> Option<PairingRequest> {
        match self.place_of(request.opener.player, &request.wanted).await {
            Ok(CurrentPairing::Playing(table)) => request.answer(Ok(PairingResult { table, started: true })),
            Ok(CurrentPairing::WaitingAt(table)) => {
                table.presence().touch(request.opener.player, self.services().site.clock.now());
                return Some(request);
            }
            Ok(CurrentPairing::Nowhere) => return Some(request),
            Err(refused) => request.answer(Err(refused)),
        }
        None
    }

    async fn place_of(&self, player: PlayerId, wanted: &Setup) -> Result<CurrentPairing> {
        let mut own = None;
        for (row, summary) in self.paired_tables(player).await? {
            if row.state == TableState::Running {
                if keeps_from_pairing(&summary, wanted) {
                    return Ok(CurrentPairing::Playing(row.id));
                }
            } else if summary.setup == *wanted && own.is_none() {
                own = Some(row.id);
            } else if self.stop_waiting(row.id, player).await? {
                return Ok(CurrentPairing::Playing(row.id));
            }
        }
        Ok(match own {
            Some(id) => CurrentPairing::WaitingAt(self.get(id).await?),
            None => CurrentPairing::Nowhere,
        })
    }

    /// Ends waiting at a table; true if its game has started meanwhile, so that it cannot be left.
    pub(super) async fn stop_waiting(&self, id: TableId, player: PlayerId) -> Result<bool> {
        let table = self.get(id).await?;
        let is_alone =
            table.read(move |table| table.host() == player && table.seated_players().eq([player])).await?;
        let command = if is_alone { Command::Close } else { Command::Leave };
        if self.act(&table, (player, 0), None, command, None).await.is_ok() {
            return Ok(false);
        }
        table.read(move |table| table.running().is_some() && table.seats_of(player).next().is_some()).await
    }

    /// Pairs players who seek the same game now, and players who already wait for it.
    async fn pair_group(&self, wanted: Setup, mut requests: Vec<PairingRequest>) {
        for _ in 0..MAX_ROUNDS {
            let players: Vec<PlayerId> = requests.iter().map(|request| request.opener.player).collect();
            let queue = match self.read_queue(&wanted, &players).await {
                Ok(queue) => queue,
                Err(refused) => {
                    return requests.into_iter().for_each(|request| request.answer(Err(refused.clone())));
                }
            };
            let plans = queue.plan(requests);
            let left_over = join_all(plans.into_iter().map(|plan| self.carry_out(plan))).await;
            requests = left_over.into_iter().flatten().collect();
            if requests.is_empty() {
                return;
            }
        }
        requests.into_iter().for_each(|request| request.answer(Err(ApiError::unavailable())));
    }

    /// Pairs players who wait at this node with others who wait for the same game: their windows have widened.
    ///
    /// # Errors
    /// `unavailable` if the database fails, or another node pairs for too long.
    pub(crate) async fn pair_waiting(&self) -> Result<()> {
        let mut games = BTreeSet::new();
        let now = self.services().site.clock.now();
        for table in self.loaded() {
            if has_players_waiting(&table, now) {
                games.insert(table.read(|table| table.setup().game.clone()).await?);
            }
        }
        for game in games {
            let setups = self.setups_waited_for(&game).await?;
            if setups.is_empty() {
                continue;
            }
            let lock = self.services().site.store.pairing_lock().await?;
            join_all(setups.into_iter().map(|wanted| self.pair_group(wanted, vec![]))).await;
            lock.release().await;
        }
        Ok(())
    }

    /// What more than one table of a game waits for.
    async fn setups_waited_for(&self, game: &str) -> Result<Vec<Setup>> {
        let store = &self.services().site.store;
        let rows = store.lobby(TableState::Open, Some(game), None, MAX_CANDIDATES).await?;
        let mut counts: Vec<(Setup, usize)> = vec![];
        for setup in rows.iter().filter_map(summary).map(|summary| summary.setup).filter(|setup| setup.quick)
        {
            match counts.iter_mut().find(|(counted, _)| *counted == setup) {
                Some((_, count)) => *count += 1,
                None => counts.push((setup, 1)),
            }
        }
        Ok(counts.into_iter().filter(|(_, count)| *count > 1).map(|(setup, _)| setup).collect())
    }
}

/// Whether a player waits at a table to be paired, and is present.
fn has_players_waiting(table: &TableHandle, now: i64) -> bool {
    let status = table.status();
    let waits = status.is_quick && status.state == State::Open;
    waits && status.players().any(|player| table.presence().is_here(player, now))
}
