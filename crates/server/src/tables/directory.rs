//! The directory of tables in use: it loads a table when somebody asks for it, and starts its actor.

use super::actor::TableActor;
use super::elsewhere::Elsewhere;
use super::engine_seats::EngineSeats;
use super::handle::TableHandle;
use super::input::Origin;
use super::opened::{OpenedTables, Opener};
use super::outbox::{Outbox, OutgoingMessages, WaitingBytes};
use super::pairing_desk::PairingDesk;
use super::rows;
use super::running_games::RunningGames;
use super::schedule::Schedule;
use super::services::Services;
use super::shared::ActorShared;
use crate::accounts::Accounts;
use crate::engines::{Caller, EnginePool};
use crate::error::{ApiError, Result};
use crate::site::Site;
use std::collections::HashMap;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{Code, Command, OpenTable, TableId};
use taijitu_store::AppendOutcome;
use taijitu_table::{Actor, Input, LogEntry, Table};
use tokio::sync::OnceCell;

/// The tables in use by id. A table that is being loaded has a cell, so that its log is read once.
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
    pub(super) elsewhere: Elsewhere,
    waiting_bytes: WaitingBytes,
}

impl Tables {
    /// The tables of a node, none of them in use yet.
    #[must_use]
    pub fn new(site: Site, accounts: Accounts, engines: EnginePool) -> Self {
        let services = Services { site, accounts, engines, schedule: Arc::new(Schedule::default()) };
        let bus_complete_since = AtomicI64::new(i64::MIN / 2);
        Self(Arc::new(TablesInner {
            services,
            loaded: Mutex::default(),
            running_games: RunningGames::default(),
            bus_complete_since,
            desk: PairingDesk::default(),
            opened: OpenedTables::default(),
            elsewhere: Elsewhere::default(),
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
    /// `no-such-table`, `table-closed` if its log is gone, or `unavailable` if the log cannot be read or folded.
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
        let mut table = Table::fold(id, &entries)?;
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

    /// Opens a table; with `start`, the game begins at once if the seats are taken.
    ///
    /// # Errors
    /// If an option is not possible, or `unavailable` if the table cannot be committed.
    pub(crate) async fn open(&self, opener: Opener, open: &OpenTable, quick: bool) -> Result<TableHandle> {
        let host = opener.player;
        let site = &self.services().site;
        let id = TableId(site.entropy.u128());
        let now = site.clock.now();
        let events = Table::opening(open, host, quick)?;
        let mut entries: Vec<LogEntry> =
            (1..).zip(events).map(|(n, event)| LogEntry { n, at: now, request: None, event }).collect();
        let mut table = Table::fold(id, &entries)?;
        if open.start {
            let actor = Actor::Player(host);
            let input = Input::Command { actor, command: &Command::Start, request: None };
            let step = site.at_decision(|context| table.step(&input, &context))?;
            step.answer?;
            entries.extend(step.entries);
        }
        match site.store.append(rows::to_append(&table, &entries, &site.outages())).await? {
            AppendOutcome::Committed => (),
            AppendOutcome::Conflict { .. } => return Err(ApiError::unavailable()),
        }
        self.0.opened.note(id, opener);
        let handle = self.start_actor(table, Origin::Local);
        self.lock().insert(id, Arc::new(OnceCell::from(handle.clone())));
        Ok(handle)
    }
}
