//! Background work on tables: deadlines, commits of other nodes, presence.
//!
//! A signal says where to look, never what happened. A lost one costs only time: heads and chats are polled
//! as well.

use super::directory::Tables;
use super::handle::TableHandle;
use super::news::{TableNews, news_of_log};
use super::rows::summary;
use crate::error::{ApiError, Result};
use crate::site::bus::{Signal, TableAttendance, UnresponsivePlayers};
use std::sync::atomic::Ordering;
use taijitu_protocol::{Code, FromServer, State, TableId};
use taijitu_table::{Occupant, Summary, SystemEvent};

/// How long after a failure a deadline is tried again, in milliseconds.
const DEADLINE_RETRY_MS: i64 = 1000;
/// Tables whose heads are read in one query.
const HEADS_PER_QUERY: usize = 200;
/// Deadlines of other nodes that are taken over at a time.
const DEADLINES_PER_POLL: i64 = 100;
/// Maximum number of chats read in one poll.
const CHATS_PER_POLL: usize = 50;
/// How long an engine's turn may be overdue before this node takes it over, in milliseconds.
const ENGINE_OVERDUE_MS: i64 = 10_000;
/// Maximum number of tables with overdue engines examined in one poll.
const ENGINES_PER_POLL: i64 = 100;
/// How long a conditional turn may be overdue before this node takes it over, in milliseconds.
const CONDITIONAL_OVERDUE_MS: i64 = 10_000;
/// Maximum number of tables with overdue conditional turns examined in one poll.
const CONDITIONAL_PER_POLL: i64 = 100;

impl Tables {
    /// Continues where the last server left off: deadlines, and engines that have to play.
    ///
    /// # Errors
    /// `unavailable` if the database cannot be read.
    pub(crate) async fn resume(&self) -> Result<()> {
        let store = &self.services().site.store;
        for row in store.tables_with_deadline().await? {
            self.services().schedule.set(row.id, row.deadline);
        }
        for row in store.running().await? {
            let summary = summary(&row);
            let has_engine =
                |summary: &Summary| summary.seats.iter().any(|who| matches!(who, Some(Occupant::Engine(_))));
            if summary.as_ref().is_some_and(has_engine) {
                // Loading a table starts its engine. A table that cannot be loaded is tried again when it is
                // requested.
                let _ = self.get(row.id).await;
            }
        }
        Ok(())
    }

    /// Fires the deadlines that have passed.
    pub(crate) fn fire_due(&self) {
        for id in self.services().schedule.take_due(self.services().site.clock.now()) {
            let tables = self.clone();
            tokio::spawn(async move { tables.fire(id).await });
        }
    }

    /// Fires the deadline of every table that has one, due or not, and waits for the result.
    #[cfg(feature = "test-hooks")]
    pub(crate) async fn fire_all(&self) {
        let rows = self.services().site.store.tables_with_deadline().await.expect("the database answers");
        for row in rows {
            self.fire(row.id).await;
        }
    }

    /// Recomputes the deadline of every table in use: the clock was far ahead and was set back.
    pub(crate) async fn reconsider_deadlines(&self) {
        for table in self.loaded() {
            self.fire(table.id()).await;
        }
    }

    async fn fire(&self, id: TableId) {
        let (site, schedule) = (&self.services().site, &self.services().schedule);
        match self.consider_deadline(id).await {
            // An outage may have moved it.
            Ok(deadline) => schedule.set(id, deadline),
            Err(refused) if refused.0.code == Code::Unavailable => {
                schedule.set(id, Some(site.clock.now() + DEADLINE_RETRY_MS));
            }
            Err(_) => (),
        }
    }

    async fn consider_deadline(&self, id: TableId) -> Result<Option<i64>> {
        let table = self.get(id).await?;
        table.system(SystemEvent::Deadline).await?;
        let outages = self.services().site.outages();
        table.read(move |table| table.deadline(&outages)).await
    }

    /// Follows a signal of another node.
    pub(crate) async fn on_signal(&self, signal: Signal) {
        let site = &self.services().site;
        let (Signal::Log(id, _) | Signal::Chat(id) | Signal::Here(id, _) | Signal::Quiet(id, _)) = signal
        else {
            return;
        };
        let Some(table) = self.loaded_table(id) else {
            if let Signal::Here(_, here) = signal
                && here.node != site.node
            {
                self.0.elsewhere.on_report(id, &here, site.clock.now());
            }
            return;
        };
        match signal {
            Signal::Log(_, head) => {
                // Most signals are about this node's own commits.
                // Others are handled concurrently: reading a log takes time.
                if table.status().head < head {
                    tokio::spawn(async move { log_failure(table.catch_up_to(head).await) });
                }
            }
            Signal::Here(_, here) => {
                if here.node != site.node {
                    table.presence().on_report(&here, site.clock.now());
                }
            }
            Signal::Quiet(_, quiet) => {
                if quiet.node != site.node {
                    table.presence().on_quiet_report(&quiet);
                }
            }
            Signal::Chat(_)
            | Signal::Player(_)
            | Signal::Moderation
            | Signal::Online(_)
            | Signal::News(_)
            | Signal::Tournament(..) => {
                log_failure(self.read_hidden_rooms(&table).await);
                log_failure(self.services().deliver_chat(&table).await);
            }
        }
    }

    /// Reads the hidden rooms of a table again: another node may have stored one.
    async fn read_hidden_rooms(&self, table: &TableHandle) -> Result<()> {
        if table.status().seats.len() > 2 {
            let choices = self.services().site.store.hidden_rooms(table.id()).await?;
            table.know_hidden_rooms(choices).await;
        }
        Ok(())
    }

    /// Sets since when signals of all nodes arrive without a gap; `i64::MAX` while the bus is down.
    pub(crate) fn set_bus_complete_since(&self, since: i64) {
        self.0.bus_complete_since.store(since, Ordering::Relaxed);
    }

    /// Reads the heads of the tables in use, and the deadlines other nodes have set.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn poll_heads(&self) -> Result<()> {
        let services = self.services();
        // Not only tables with sockets: a request that waits for events is answered as soon.
        for chunk in self.loaded().chunks(HEADS_PER_QUERY) {
            let ids: Vec<TableId> = chunk.iter().map(TableHandle::id).collect();
            for (id, head) in services.site.store.heads(&ids).await? {
                if let Some(table) = chunk.iter().find(|table| table.id() == id)
                    && (table.status().head as i64) < head
                {
                    table.catch_up_to(head as u64).await?;
                }
            }
        }
        for row in services.site.store.tables_due(services.site.clock.now(), DEADLINES_PER_POLL).await? {
            services.schedule.set(row.id, row.deadline);
        }
        Ok(())
    }

    /// Reads the chats of some watched tables, all of them in rotation: signals may have been lost.
    pub(crate) async fn poll_chats(&self, round: usize) {
        let mut watched = self.loaded();
        watched.retain(|table| table.subscribers().count() > 0);
        let chunks = watched.len().div_ceil(CHATS_PER_POLL).max(1);
        for table in watched.chunks(CHATS_PER_POLL).nth(round % chunks).unwrap_or_default() {
            log_failure(self.read_hidden_rooms(table).await);
            log_failure(self.services().deliver_chat(table).await);
        }
    }

    /// Loads tables whose engine is overdue: loading a table starts its engine.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn poll_engines(&self) -> Result<()> {
        let site = &self.services().site;
        let overdue = site.clock.now() - ENGINE_OVERDUE_MS;
        for id in site.store.waiting_for_engines(overdue, ENGINES_PER_POLL).await? {
            // A table that this node cannot read waits for one that can.
            let _ = self.get(id).await;
        }
        Ok(())
    }

    /// Plays overdue conditional turns: the node that committed the opponent's turn was killed before it replied, and
    /// nobody has come to the table since.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn poll_conditional_turns(&self) -> Result<()> {
        let site = &self.services().site;
        let overdue = site.clock.now() - CONDITIONAL_OVERDUE_MS;
        for id in site.store.waiting_for_conditional_turns(overdue, CONDITIONAL_PER_POLL).await? {
            // A table that this node cannot read waits for one that can.
            if let Ok(table) = self.get(id).await {
                table.follow_conditional_turns().await;
            }
        }
        Ok(())
    }

    /// The news of a commit, if there are any.
    ///
    /// # Errors
    /// `unavailable` if the log cannot be read or folded.
    pub(crate) async fn news_of_commit(
        &self,
        id: TableId,
        first: u64,
        last: u64,
    ) -> Result<Option<TableNews>> {
        let entries = self.services().read_log(id, 0).await?;
        let fold = move || news_of_log(id, &entries, first, last);
        tokio::task::spawn_blocking(fold).await.map_err(|_| ApiError::unavailable())?
    }

    /// Reports to tables who went away and who is back, and to their viewers who is present.
    pub(crate) async fn update_presence(&self) {
        for table in self.loaded() {
            self.notice_absences(&table).await;
            self.broadcast_presence(&table);
        }
    }

    async fn notice_absences(&self, table: &TableHandle) {
        let now = self.services().site.clock.now();
        let complete_since = self.0.bus_complete_since.load(Ordering::Relaxed);
        let status = table.status().clone();
        if status.state != State::Running {
            return;
        }
        for player in status.players() {
            // A socket reports by itself that its player is back; players who use HTTP are noticed here.
            let returned = table.presence().take_return(player, now, complete_since);
            let event = match status.absent.contains(&player) {
                false if table.presence().is_away(player, now, complete_since) => {
                    Some(SystemEvent::Away(player))
                }
                true if returned => Some(SystemEvent::Here(player)),
                _ => None,
            };
            if let Some(event) = event {
                log_failure(table.system(event).await);
            }
        }
    }

    /// Broadcasts the presence of a table if it has changed since the last broadcast.
    pub(crate) fn broadcast_presence(&self, table: &TableHandle) {
        let site = &self.services().site;
        let now = site.clock.now();
        let changed = table.presence().take_changed();
        let is_watched = table.subscribers().count() > 0;
        if site.bus.is_up().is_some() && table.presence().should_announce(changed, is_watched, now) {
            let status = table.status();
            let here = TableAttendance {
                node: site.node.clone(),
                watching: u32::try_from(table.subscribers().spectators(&status)).unwrap_or(u32::MAX),
                players: table.presence().connected(status.players()),
            };
            site.bus.publish(Signal::Here(table.id(), here));
            let quiet = UnresponsivePlayers {
                node: site.node.clone(),
                players: table.presence().quiet(status.players()),
            };
            if table.presence().should_announce_quiet(!quiet.players.is_empty()) {
                site.bus.publish(Signal::Quiet(table.id(), quiet));
            }
        }
        if changed && is_watched {
            let (seats, watching) = table.shared().who_is_here(now);
            table.subscribers().send_all(&FromServer::Presence { table: table.id(), seats, watching });
        }
    }
}

fn log_failure(result: Result<()>) {
    if let Err(refused) = result {
        tracing::debug!(code = ?refused.0.code, "a table could not be brought up to date");
    }
}
