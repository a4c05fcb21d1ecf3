//! The directory of tables in use: loads a table when it is first requested, and starts its actor.

use super::actor::TableActor;
use super::engine_seats::EngineSeats;
use super::fold::fold_log;
use super::handle::TableHandle;
use super::input::Origin;
use super::news::{NewsQueue, TableNews, news_of_start};
use super::opened::{OpenedTables, Opener};
use super::outbox::{Outbox, OutgoingMessages, WaitingBytes};
use super::pairing_desk::PairingDesk;
use super::remote_presence::RemotePresence;
use super::rows;
use super::running_games::RunningGames;
use super::schedule::Schedule;
use super::services::Services;
use super::shared::ActorShared;
use crate::accounts::Accounts;
use crate::engines::{Caller, EnginePool};
use crate::error::{ApiError, Result};
use crate::ratings::Ratings;
use crate::site::Site;
use std::collections::HashMap;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Code, Command, OpenTable, PlayerId, TableId, TournamentId};
use taijitu_store::AppendOutcome;
use taijitu_table::{Actor, Input, LogEntry, LogEvent, Occupant, Table};
use tokio::sync::OnceCell;

/// The tables in use by id. A table that is being loaded has a cell, so that its log is read only once.
type LoadedTables = HashMap<TableId, Arc<OnceCell<TableHandle>>>;

/// The tables of a node; cheap to clone.
#[derive(Clone)]
pub struct Tables(pub(super) Arc<TablesInner>);

pub(super) struct TablesInner {
    services: Services,
    loaded: Mutex<LoadedTables>,
    pub(super) running_games: RunningGames,
    /// Since when signals of all nodes arrive here without a gap, in milliseconds.
    pub(super) bus_complete_since: AtomicI64,
    pub(super) desk: PairingDesk,
    pub(super) opened: OpenedTables,
    pub(super) elsewhere: RemotePresence,
    waiting_bytes: WaitingBytes,
}

impl Tables {
    /// The tables of a node, none of them in use yet.
    #[must_use]
    pub fn new(site: Site, accounts: Accounts, ratings: Ratings, engines: EnginePool) -> Self {
        let (schedule, news) = (Arc::new(Schedule::default()), NewsQueue::default());
        let services = Services { site, accounts, ratings, engines, schedule, news };
        let bus_complete_since = AtomicI64::new(i64::MIN / 2);
        Self(Arc::new(TablesInner {
            services,
            loaded: Mutex::default(),
            running_games: RunningGames::default(),
            bus_complete_since,
            desk: PairingDesk::default(),
            opened: OpenedTables::default(),
            elsewhere: RemotePresence::default(),
            waiting_bytes: WaitingBytes::default(),
        }))
    }

    /// The outbox of a new socket; what waits for all sockets of the node is limited.
    #[must_use]
    pub(crate) fn new_outbox(&self, socket: u64) -> (Outbox, OutgoingMessages) {
        Outbox::new(socket, self.0.waiting_bytes.clone())
    }

    pub(super) fn services(&self) -> &Services {
        &self.0.services
    }

    fn lock(&self) -> MutexGuard<'_, LoadedTables> {
        self.0.loaded.lock().expect("no panic while the lock is held")
    }

    /// The tables in use.
    #[must_use]
    pub(crate) fn loaded(&self) -> Vec<TableHandle> {
        self.lock().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// A table, if it is in use.
    pub(super) fn loaded_table(&self, id: TableId) -> Option<TableHandle> {
        self.lock().get(&id).and_then(|cell| cell.get().cloned())
    }

    /// Waits for the next news of tables. To be called by one task.
    pub(crate) async fn next_news(&self) -> Option<TableNews> {
        self.services().news.next().await
    }

    /// Whether a player is connected to a table, as far as this node knows.
    pub(crate) fn is_at_table(&self, id: TableId, player: PlayerId) -> bool {
        let now = self.services().site.clock.now();
        self.loaded_table(id).is_some_and(|table| table.presence().is_connected(player, now))
            || self.0.elsewhere.has(id, player, now)
    }

    /// Drops the handles of tables nobody has used since a time; their actors end.
    pub(crate) fn evict_idle(&self, before: i64) {
        let mut loaded = self.lock();
        loaded.retain(|_, cell| !cell.get().is_some_and(|table| table.is_idle(before)));
        metrics::gauge!("taijitu_tables_in_memory").set(loaded.len() as f64);
        self.0.elsewhere.forget_old(self.services().site.clock.now());
    }

    /// A table, in use or from its log.
    ///
    /// # Errors
    /// `no_such_table`, `table_closed` if its log is gone, or `unavailable` if the log cannot be read or
    /// folded.
    pub(crate) async fn get(&self, id: TableId) -> Result<TableHandle> {
        let cell = self.cell(id);
        let loaded = cell.get_or_try_init(|| self.load(id)).await;
        if loaded.is_err() {
            let mut tables = self.lock();
            if tables.get(&id).is_some_and(|cell| cell.get().is_none()) {
                tables.remove(&id);
            }
        }
        let table = loaded?.clone();
        table.touch(self.services().site.clock.now());
        Ok(table)
    }

    fn cell(&self, id: TableId) -> Arc<OnceCell<TableHandle>> {
        let mut loaded = self.lock();
        if loaded.get(&id).is_some_and(|cell| cell.get().is_some_and(TableHandle::is_dead)) {
            loaded.remove(&id);
        }
        loaded.entry(id).or_default().clone()
    }

    async fn load(&self, id: TableId) -> Result<TableHandle> {
        let entries = self.services().read_log(id, 0).await?;
        if entries.is_empty() {
            let row = self.services().site.store.table(id).await?;
            return Err(row.map_or_else(ApiError::no_such_table, |_| {
                ApiError::new(
                    Code::TableClosed,
                    "this table is closed; its games are in the archive",
                    "cette table est fermée ; ses parties sont dans les archives",
                )
            }));
        }
        let (mut table, _) = fold_log(id, entries).await?;
        self.services().load_hidden_rooms(&mut table).await?;
        Ok(self.start_actor(table, self.services().origin_of_log()))
    }

    /// Starts the actor of a table.
    fn start_actor(&self, mut table: Table, origin: Origin) -> TableHandle {
        let services = self.services().clone();
        table.undo_future(services.site.clock.now());
        let shared = Arc::new(ActorShared::new(&table, services.site.clock.now()));
        let (handle, inbox) = TableHandle::new(table.id(), shared.clone());
        let caller = Caller::new(Some(table.host()), self.0.opened.address_of(table.id()));
        let engines = EngineSeats::new(
            services.engines.clone(),
            caller,
            handle.downgrade(),
            shared.is_searching.clone(),
        );
        tokio::spawn(TableActor::new(services, shared, inbox, table, engines).run(origin));
        handle
    }

    /// Refuses rated games to guests.
    ///
    /// # Errors
    /// `guests-cannot`, or `unavailable` if the database fails.
    pub(crate) async fn check_may_rate(&self, player: PlayerId, open: &OpenTable) -> Result<()> {
        if open.rated && self.services().accounts.names([player]).await?.profile(player).guest {
            return Err(ApiError(Table::rated_guest_problem()));
        }
        Ok(())
    }

    /// Opens a table; with `start`, the game begins at once if the seats are taken.
    ///
    /// # Errors
    /// `bad_option` if an option is not possible, `unavailable` if the table cannot be committed.
    pub(crate) async fn open(&self, opener: Opener, open: &OpenTable, quick: bool) -> Result<TableHandle> {
        self.check_may_rate(opener.player, open).await?;
        let id = TableId(self.services().site.entropy.u128());
        let events = Table::opening(open, opener.player, quick)?;
        match self.open_with(id, opener, open.start, events).await? {
            Some(table) => Ok(table),
            None => Err(ApiError::unavailable()),
        }
    }

    /// Opens a table for two players, under an id that was drawn before, and starts the game. If there is a table of that id
    /// already, that one: however often this is done, through however many nodes, there is one table.
    ///
    /// # Errors
    /// If an option is not possible, or `unavailable` if the table cannot be committed.
    pub(crate) async fn open_for_two(
        &self,
        id: TableId,
        opener: Opener,
        open: &OpenTable,
        other: PlayerId,
    ) -> Result<TableHandle> {
        if self.services().site.store.table(id).await?.is_some() {
            return self.get(id).await;
        }
        for player in [opener.player, other] {
            self.check_may_rate(player, open).await?;
        }
        let events = Table::opening_for_two(open, opener.player, other)?;
        match self.open_with(id, opener, true, events).await? {
            Some(table) => Ok(table),
            None => self.get(id).await,
        }
    }

    /// Opens the table of a pairing of a tournament, under the id the tournament gives it, and starts the game. If there is a
    /// table of that id already, that one.
    ///
    /// # Errors
    /// If an option is not possible, or `unavailable` if the table cannot be committed.
    pub(crate) async fn open_for_pairing(
        &self,
        id: TableId,
        (open, tournament): (&OpenTable, TournamentId),
        seats: &[Occupant],
    ) -> Result<TableHandle> {
        if self.services().site.store.table(id).await?.is_some() {
            return self.get(id).await;
        }
        let events = Table::opening_for_pairing(open, tournament, seats)?;
        let host = events.iter().find_map(LogEvent::mentions).ok_or_else(ApiError::unavailable)?;
        let opener = Opener { player: host, address: None };
        match self.open_with(id, opener, true, events).await? {
            Some(table) => Ok(table),
            None => self.get(id).await,
        }
    }

    /// Opens a table with its first events; none if there is a table of this id already.
    async fn open_with(
        &self,
        id: TableId,
        opener: Opener,
        start: bool,
        events: Vec<LogEvent>,
    ) -> Result<Option<TableHandle>> {
        let host = opener.player;
        let site = &self.services().site;
        let now = site.clock.now();
        let mut entries: Vec<LogEntry> =
            (1..).zip(events).map(|(n, event)| LogEntry { n, at: now, request: None, event }).collect();
        let mut table = Table::fold(id, &entries)?;
        if start {
            let actor = Actor::Player(host);
            let input = Input::Command { actor, command: &Command::Start, request: None };
            let step = site.at_decision(|context| table.step(&input, &context))?;
            step.answer?;
            entries.extend(step.entries);
        }
        let mut append = rows::to_append(&table, &entries, &site.outages());
        append.has_follow_up = news_of_start(&table).is_some_and(|news| news.is_slow());
        match site.store.append(append).await? {
            AppendOutcome::Committed => (),
            AppendOutcome::Conflict { .. } => return Ok(None),
        }
        self.0.opened.note(id, opener);
        let handle = self.start_actor(table, Origin::Local);
        self.lock().insert(id, Arc::new(OnceCell::from(handle.clone())));
        Ok(Some(handle))
    }
}
