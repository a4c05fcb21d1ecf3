//! Quick pairing: of those who ask for the same game everybody is paired who can be, and nobody twice.
//!
//! One task of a node takes the requests that wait, all of them at once, and decides them under a lock that the nodes of a
//! site share. It reads who waits where, makes a plan, and carries it out for all tables at the same time, so that a crowd
//! costs a few commits. Seats are taken as by anybody else: should a player from outside the pairing be faster, the log
//! says so, and those who lost their seat are planned for again.

use super::directory::Tables;
use super::handle::TableHandle;
use super::opened::Opener;
use super::pairing_desk::PairingRequest;
use super::rows::summary;
use crate::error::{ApiError, Result};
use futures_util::future::join_all;
use std::collections::{HashSet, VecDeque};
use taijitu_protocol::{Command, OpenTable, Paired, PlayerId, Setup, TableId, Time};
use taijitu_store::{TableRow, TableState};
use taijitu_table::{Occupant, Summary, Table};
use tokio::sync::oneshot;

/// Open tables looked at to find a place.
const MAX_CANDIDATES: i64 = 200;
/// Tables of a player looked at to find out whether the player waits or plays already.
const MAX_OWN: i64 = 500;
/// Requests decided at a time.
const BATCH: usize = 64;
/// How often those are planned for again who lost a seat to somebody from outside the pairing.
const MAX_ROUNDS: usize = 8;
/// Somebody who sat down this lately is there, whichever node knows of it, in milliseconds.
const FRESH: i64 = 30_000;

/// What a player who asks has already.
enum CurrentPairing {
    /// A game that pairing has made and that runs.
    Playing(TableId),
    /// A table at which to wait for the same game.
    WaitingAt(TableHandle),
    /// Neither.
    Nowhere,
}

/// A table with free seats, or one to be opened by somebody who asks.
struct SeatingPlan {
    table: Option<TableHandle>,
    /// Who opens it, if it is to be opened, and who sits down at it.
    requests: Vec<PairingRequest>,
    free: usize,
}

impl Tables {
    /// Seats a player with somebody who asked for the same game, or opens a table to wait at. A player whose game by
    /// pairing runs already gets that one; waiting for another game ends.
    ///
    /// # Errors
    /// If an option is not possible, `too-many` if the player has too many tables, or `unavailable` if the database fails.
    pub(crate) async fn pair(&self, opener: Opener, open: OpenTable) -> Result<Paired> {
        let wanted = Table::setup_for(&open, true)?;
        let (reply, answer) = oneshot::channel();
        if self.0.desk.push(PairingRequest { opener, open, wanted, reply }) {
            tokio::spawn(self.clone().serve_desk());
        }
        answer.await.unwrap_or_else(|_| Err(ApiError::unavailable()))
    }

    /// Decides requests until none wait.
    async fn serve_desk(self) {
        while !self.0.desk.is_done() {
            let lock = self.services().site.store.pairing_lock().await;
            if let Err(error) = &lock {
                // The log still decides who sits where; at worst two wait who could have been paired.
                tracing::warn!(%error, "players are paired without the lock");
            }
            // Only now, so that everybody is decided who has come while other nodes held the lock.
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
        // The second request of a player sees what came of the first.
        self.0.desk.put_back(again);
        let placed = join_all(first.into_iter().map(|request| self.place(request))).await;
        let mut groups: Vec<(Setup, Vec<PairingRequest>)> = vec![];
        for (request, own) in placed.into_iter().flatten() {
            let request = match own {
                Some(own) => match self.move_from(request, own).await {
                    Some(request) => request,
                    None => continue,
                },
                None => request,
            };
            match groups.iter_mut().find(|(wanted, _)| *wanted == request.wanted) {
                Some((_, requests)) => requests.push(request),
                None => groups.push((request.wanted.clone(), vec![request])),
            }
        }
        join_all(groups.into_iter().map(|(wanted, requests)| self.pair_group(wanted, requests))).await;
    }

    /// Answers a player who plays already. Of the others, those who wait for the same game come with their table, and
    /// those who wait for another one no longer do.
    async fn place(&self, request: PairingRequest) -> Option<(PairingRequest, Option<TableHandle>)> {
        match self.place_of(request.opener.player, &request.wanted).await {
            Ok(CurrentPairing::Playing(table)) => request.answer(Ok(Paired { table, started: true })),
            Ok(CurrentPairing::WaitingAt(table)) => return Some((request, Some(table))),
            Ok(CurrentPairing::Nowhere) => return Some((request, None)),
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

    /// The tables of a player that pairing has opened: where the player waits or plays.
    async fn paired_tables(&self, player: PlayerId) -> Result<Vec<(TableRow, Summary)>> {
        let states = [TableState::Running, TableState::Open];
        let rows = self.services().site.store.tables_of(player, &states, None, MAX_OWN).await?;
        let summary = |row: TableRow| {
            let summary = summary(&row)?;
            summary.setup.quick.then_some((row, summary))
        };
        Ok(rows.into_iter().filter_map(|mine| summary(mine.table)).collect())
    }

    /// Ends waiting at a table; true if its game has started meanwhile, so that it cannot be left.
    async fn stop_waiting(&self, id: TableId, player: PlayerId) -> Result<bool> {
        let table = self.get(id).await?;
        let is_alone =
            table.read(move |table| table.host() == player && table.seated_players().eq([player])).await?;
        let command = if is_alone { Command::Close } else { Command::Leave };
        if self.act(&table, (player, 0), command, None).await.is_ok() {
            return Ok(false);
        }
        table.read(move |table| table.running().is_some() && table.seats_of(player).next().is_some()).await
    }

    /// A player who waits already and asks again goes on waiting, unless somebody else waits for the same game at
    /// another table: two who were away from each other's sight. Returns the request if the player left the own table.
    async fn move_from(&self, request: PairingRequest, own: TableHandle) -> Option<PairingRequest> {
        match self.would_move(&request, &own).await {
            Ok(true) => return Some(request),
            Ok(false) => {
                own.presence().touch(request.opener.player, self.services().site.clock.now());
                let started = own.read(|table| table.running().is_some()).await;
                request.answer(started.map(|started| Paired { table: own.id(), started }));
            }
            Err(refused) => request.answer(Err(refused)),
        }
        None
    }

    /// Whether somebody else waits for the same game; then the own table has been left.
    async fn would_move(&self, request: &PairingRequest, own: &TableHandle) -> Result<bool> {
        let others = self.waiting_tables(&request.wanted, Some(own.id())).await?;
        Ok(!others.is_empty() && !self.stop_waiting(own.id(), request.opener.player).await?)
    }

    /// Pairs those who ask for the same game.
    async fn pair_group(&self, wanted: Setup, requests: Vec<PairingRequest>) {
        let mut requests = VecDeque::from(requests);
        for _ in 0..MAX_ROUNDS {
            if requests.is_empty() {
                return;
            }
            let waiting = match self.waiting_tables(&wanted, None).await {
                Ok(waiting) => waiting,
                Err(refused) => {
                    return requests.into_iter().for_each(|request| request.answer(Err(refused.clone())));
                }
            };
            let plans = plan(waiting, requests, taijitu_table::seat_count(&wanted));
            let left_over = join_all(plans.into_iter().map(|plan| self.carry_out(plan))).await;
            requests = left_over.into_iter().flatten().collect();
        }
        requests.into_iter().for_each(|request| request.answer(Err(ApiError::unavailable())));
    }

    /// Opens the table of a plan unless it is there, and seats everybody; returns those who did not get a seat.
    async fn carry_out(&self, plan: SeatingPlan) -> Vec<PairingRequest> {
        let mut requests = VecDeque::from(plan.requests);
        let mut seated = vec![];
        let table = match plan.table {
            Some(table) => table,
            None => {
                let Some(host) = requests.pop_front() else { return vec![] };
                match self.open_checked(host.opener, &host.open).await {
                    Ok(table) => {
                        seated.push(host);
                        table
                    }
                    Err(refused) => {
                        host.answer(Err(refused));
                        return requests.into();
                    }
                }
            }
        };
        let mut left_over = vec![];
        for request in requests {
            let join = Command::Join { seat: None };
            match self.act(&table, (request.opener.player, 0), join, None).await {
                Ok(_) => seated.push(request),
                Err(_) => left_over.push(request),
            }
        }
        let started = table.read(|table| table.running().is_some()).await;
        let now = self.services().site.clock.now();
        for request in seated {
            // The player counts as present even before the page has connected to the table.
            table.presence().touch(request.opener.player, now);
            request.answer(started.clone().map(|started| Paired { table: table.id(), started }));
        }
        left_over
    }

    /// Opens a table to wait at, if the player may have another one.
    async fn open_checked(&self, opener: Opener, open: &OpenTable) -> Result<TableHandle> {
        self.check_may_open(opener, open.time).await?;
        self.open(opener, open, true).await
    }

    /// The tables at which somebody waits for this game, those who wait longest first, with the number of free seats.
    async fn waiting_tables(
        &self,
        wanted: &Setup,
        except: Option<TableId>,
    ) -> Result<Vec<(TableHandle, usize)>> {
        let store = &self.services().site.store;
        let rows = store.lobby(TableState::Open, Some(&wanted.game), None, MAX_CANDIDATES).await?;
        let mut waiting = vec![];
        for row in rows.iter().rev().filter(|row| Some(row.id) != except) {
            let summary = summary(row);
            if summary.is_some_and(|summary| summary.setup == *wanted)
                && let Some(found) = self.waiting_table(row).await?
            {
                waiting.push(found);
            }
        }
        Ok(waiting)
    }

    /// A table and its free seats, if somebody who sits there is present and nobody plays a paired game elsewhere.
    async fn waiting_table(&self, row: &TableRow) -> Result<Option<(TableHandle, usize)>> {
        let table = self.get(row.id).await?;
        let (seated, free): (Vec<PlayerId>, usize) = table
            .read(|table| {
                let free = table.seats().iter().filter(|who: &&Option<Occupant>| who.is_none()).count();
                (table.seated_players().collect(), if table.running().is_some() { 0 } else { free })
            })
            .await?;
        let now = self.services().site.clock.now();
        let is_here = |player: &PlayerId| {
            now - row.updated < FRESH
                || table.presence().is_here(*player, now)
                || self.0.elsewhere.has(row.id, *player, now)
        };
        if free == 0 || !seated.iter().any(is_here) {
            return Ok(None);
        }
        for player in seated {
            let wanted = table.read(|table| table.setup().clone()).await?;
            let plays = |(row, summary): &(TableRow, Summary)| {
                row.state == TableState::Running && keeps_from_pairing(summary, &wanted)
            };
            if self.paired_tables(player).await?.iter().any(plays) {
                return Ok(None);
            }
        }
        Ok(Some((table, free)))
    }
}

/// Whether a running game keeps its players from being paired for another one. Of correspondence a player may have many
/// games: asking again for the same one gives the game back only while somebody has not played yet.
fn keeps_from_pairing(running: &Summary, wanted: &Setup) -> bool {
    match running.setup.time {
        Time::None | Time::Total { .. } => true,
        Time::Days { .. } => running.setup == *wanted && (running.turns as usize) < running.seats.len(),
    }
}

/// Who sits down where: those who ask fill the tables that wait, then open tables for each other.
fn plan(
    waiting: Vec<(TableHandle, usize)>,
    mut requests: VecDeque<PairingRequest>,
    seats: usize,
) -> Vec<SeatingPlan> {
    let mut plans: Vec<SeatingPlan> = waiting
        .into_iter()
        .map(|(table, free)| SeatingPlan { table: Some(table), requests: vec![], free })
        .collect();
    for plan in &mut plans {
        let count = plan.free.min(requests.len());
        plan.requests.extend(requests.drain(..count));
    }
    while !requests.is_empty() {
        let count = seats.max(1).min(requests.len());
        plans.push(SeatingPlan { table: None, requests: requests.drain(..count).collect(), free: 0 });
    }
    plans.retain(|plan| !plan.requests.is_empty());
    plans
}
