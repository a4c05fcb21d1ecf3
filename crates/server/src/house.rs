//! The house: everything the server shares, and the tables it has in memory.

use crate::bus::{Bus, Signal};
use crate::clock::Clock;
use crate::config::Config;
use crate::deadlines::Deadlines;
use crate::directory::Directory;
use crate::engines::{EnginePool, WorkerClient};
use crate::error::{Refused, Result};
use crate::limits::Limits;
use crate::live::{By, Live, to_append};
use crate::passwords::Passwords;
use crate::random::Chance;
use crate::sessions::Sessions;
use crate::table_turns;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::sync::{Arc, Mutex, RwLock};
use taijitu_protocol::{Code, OpenTable, PlayerId, State, TableId};
use taijitu_store::{Appended, SeatRow, Store, TableRow, TableState};
use taijitu_table::{Entry, Fact, Matter, Moment, Names, Outage, Outages, Table, Who};
use tokio::sync::{OnceCell, watch};

/// A handle to the house; cheap to clone.
#[derive(Clone)]
pub struct House(Arc<Shared>);

/// What is behind the handle.
pub struct Shared {
    /// How the server is set up.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// Chance.
    pub chance: Chance,
    /// Names.
    pub directory: Directory,
    /// The other nodes.
    pub bus: Bus,
    /// Engines.
    pub engines: EnginePool,
    /// What has to happen when.
    pub deadlines: Deadlines,
    /// How fast anybody may do anything.
    pub limits: Limits,
    /// Who is signed in.
    pub sessions: Sessions,
    /// Where passwords are hashed.
    pub passwords: Passwords,
    /// Animations that may be drawn at once: each keeps a processor busy for seconds.
    pub animations: Arc<tokio::sync::Semaphore>,
    /// The number of sockets so far.
    pub sockets: AtomicU64,
    /// Shared by every socket until it has said goodbye; whoever stops the server waits for it alone.
    pub open_sockets: Arc<tokio::sync::RwLock<()>>,
    /// This node's name.
    pub node: String,
    /// When this node last gave a sign of life, and learnt of outages.
    pub(crate) beaten: AtomicI64,
    /// Held by whoever asks for that out of turn.
    pub(crate) asking: tokio::sync::Mutex<()>,
    /// Since when signals of all nodes arrive here, without a gap.
    pub(crate) whole_since: AtomicI64,
    closing: watch::Sender<bool>,
    outages: RwLock<Arc<Outages>>,
    tables: Mutex<HashMap<TableId, Arc<OnceCell<Arc<Live>>>>>,
}

impl Deref for House {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl House {
    /// A house on a database.
    #[must_use]
    pub fn new(config: Config, store: Store, bus: Bus, chance: Chance) -> Self {
        let node = format!("{:x}", chance.bits());
        let limits = Limits::new(config.rate_factor);
        let passwords = Passwords::new(config.password_cost);
        let workers = bus.client().zip(bus.is_up());
        let engines = EnginePool::new(workers.map(|(client, is_up)| WorkerClient::new(client, is_up)));
        Self(Arc::new(Shared {
            config,
            store,
            clock: Clock::default(),
            chance,
            directory: Directory::default(),
            bus,
            engines,
            deadlines: Deadlines::default(),
            limits,
            sessions: Sessions::default(),
            passwords,
            animations: Arc::new(tokio::sync::Semaphore::new(2)),
            sockets: AtomicU64::new(0),
            open_sockets: Arc::default(),
            node,
            beaten: AtomicI64::new(i64::MIN / 2),
            asking: tokio::sync::Mutex::default(),
            whole_since: AtomicI64::new(i64::MIN / 2),
            closing: watch::Sender::new(false),
            outages: RwLock::default(),
            tables: Mutex::default(),
        }))
    }

    /// Waits until the house closes.
    pub async fn closed(&self) {
        // The sender is in the house itself: waiting ends only when it closes.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    /// Whether it is closing.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Begins to close: nothing new is taken on.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.engines.close();
    }

    /// A player's name or sign-ins have changed: every node forgets what it remembers, and sockets ask again whether
    /// they may stay.
    pub fn player_changed(&self, player: PlayerId) {
        self.forget_player(player);
        self.bus.publish(Signal::Player(player));
    }

    /// The part of [`Self::player_changed`] that concerns this node.
    pub(crate) fn forget_player(&self, player: PlayerId) {
        self.directory.forget(player);
        self.sessions.forget(player);
    }

    /// The same for everybody: signals may have been lost.
    pub(crate) fn forget_players(&self) {
        self.directory.forget_all();
        self.sessions.forget_all();
    }

    /// What passes for now, with what chance has drawn.
    pub fn at_moment<T>(&self, then: impl FnOnce(Moment<'_>) -> T) -> T {
        let outages = self.outages.read().expect("nothing panics while it reads").clone();
        let now = self.clock.now();
        then(Moment { now, lag: 0, thought: 0, outages: &outages, fresh: self.chance.bits() })
    }

    /// Learns of the outages there have been.
    pub fn set_outages(&self, outages: &[taijitu_store::Outage]) {
        let outages = outages.iter().map(|outage| Outage { began: outage.began, ended: outage.ended });
        *self.outages.write().expect("nothing panics while it reads") = Arc::new(Outages(outages.collect()));
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<OnceCell<Arc<Live>>>>> {
        self.tables.lock().expect("nothing panics while it looks up")
    }

    /// The tables in memory.
    #[must_use]
    pub fn in_memory(&self) -> Vec<Arc<Live>> {
        self.cache().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// A table, if it is in memory.
    #[must_use]
    pub fn in_memory_table(&self, id: TableId) -> Option<Arc<Live>> {
        self.cache().get(&id).and_then(|cell| cell.get().cloned())
    }

    /// Forgets tables nobody uses; what they were is in the log.
    pub fn forget_idle(&self, before: i64) {
        let idle = |cell: &Arc<OnceCell<Arc<Live>>>| {
            cell.get().is_some_and(|live| {
                live.used() < before && live.watchers.count() == 0 && Arc::strong_count(live) == 1
            })
        };
        let mut cache = self.cache();
        cache.retain(|_, cell| !idle(cell));
        metrics::gauge!("taijitu_tables_in_memory").set(cache.len() as f64);
    }

    /// A table, from memory or from its log.
    ///
    /// # Errors
    /// If there is none, it is closed and gone, or the log cannot be read.
    pub async fn table(&self, id: TableId) -> Result<Arc<Live>> {
        let cell = self.cache().entry(id).or_default().clone();
        let live = cell.get_or_try_init(|| self.read_table(id)).await;
        match live {
            Ok(live) => Ok(live.clone()),
            Err(refused) => {
                let mut cache = self.cache();
                if cache.get(&id).is_some_and(|cell| cell.get().is_none()) {
                    cache.remove(&id);
                }
                Err(refused)
            }
        }
    }

    async fn read_table(&self, id: TableId) -> Result<Arc<Live>> {
        let entries = self.read_log(id, 0).await?;
        if entries.is_empty() {
            let row = self.store.table(&id.to_string()).await?;
            return Err(row.map_or_else(Refused::no_such_table, |_| {
                Refused::new(
                    Code::TableClosed,
                    "this table is closed; its games are in the archive",
                    "cette table est fermée ; ses parties sont dans les archives",
                )
            }));
        }
        let table = Table::fold(id, &entries)?;
        let live = Arc::new(Live::new(table, self.clock.now()));
        if let Some(state) = live.try_lock() {
            self.committed_at(&live, &state.table, self.by_whom());
        }
        Ok(live)
    }

    /// The entries of a log after a number.
    ///
    /// # Errors
    /// If the database fails or holds something unreadable.
    pub async fn read_log(&self, id: TableId, since: u64) -> Result<Vec<Entry>> {
        let table = id.to_string();
        let rows = match since {
            0 => self.store.events(&table, 0, i64::MAX).await?,
            // Little, and of many tables at a time.
            since => self.store.events_after(&table, since as i64).await?,
        };
        let entry = |row: &taijitu_store::EventRow| {
            Entry::read(row.n as u64, row.at, &row.body).map_err(|error| {
                tracing::error!(%error, table = %id, n = row.n, "an event cannot be read");
                Refused::unavailable()
            })
        };
        rows.iter().map(entry).collect()
    }

    /// Opens a table; with `start`, the game begins at once if the seats are taken.
    ///
    /// # Errors
    /// If an option cannot be, or nothing can be committed.
    pub async fn open(&self, host: PlayerId, open: &OpenTable, quick: bool) -> Result<Arc<Live>> {
        let id = TableId(self.chance.bits());
        let now = self.clock.now();
        let facts = Table::opening(open, host, quick)?;
        let mut entries: Vec<Entry> =
            (1..).zip(facts).map(|(n, fact)| Entry { n, at: now, request: None, fact }).collect();
        let mut table = Table::fold(id, &entries)?;
        if open.start {
            let command = taijitu_protocol::Command::Start;
            let actor = taijitu_table::Actor::Player(host);
            let input = taijitu_table::Input::Command { actor, command: &command, request: None };
            let step = self.at_moment(|moment| table.step(&input, &moment))?;
            step.answer?;
            entries.extend(step.entries);
        }
        match self.store.append(to_append(self, &table, &entries)).await? {
            Appended::Committed => (),
            Appended::Conflict { .. } => return Err(Refused::unavailable()),
        }
        let live = Arc::new(Live::new(table, now));
        self.cache().insert(id, Arc::new(OnceCell::from(live.clone())));
        if let Some(state) = live.try_lock() {
            self.committed_at(&live, &state.table, By::Us);
        }
        Ok(live)
    }

    /// Something was committed at a table: other nodes, deadlines and engines have to know.
    pub fn committed(&self, live: &Live, table: &Table, by: By) {
        if by == By::Us {
            self.bus.publish(Signal::Log(table.id(), table.head()));
        }
        if let Some(live) = self.in_memory_table(live.id) {
            self.committed_at(&live, table, by);
        }
    }

    fn committed_at(&self, live: &Arc<Live>, table: &Table, by: By) {
        self.deadlines.set(table.id(), self.at_moment(|moment| table.deadline(moment.outages)));
        match by {
            By::Us => table_turns::on_table_changed(self, live, table),
            By::Others => table_turns::take_over_if_stalled(self, live, table),
        }
    }

    /// Who wrote what was just read from a log: a node that is alone assumes that it did.
    pub(crate) fn by_whom(&self) -> By {
        if self.bus.is_up().is_some() { By::Others } else { By::Us }
    }

    /// The names of everybody a table and some of its entries mention.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names_for(&self, table: &Table, entries: &[Arc<Entry>]) -> Result<Names> {
        let all = table.players().chain(mentioned(entries)).collect::<Vec<_>>();
        self.directory.names(&self.store, all).await
    }

    /// The names of everybody some entries mention: most mention nobody.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names_in(&self, entries: &[Arc<Entry>]) -> Result<Names> {
        self.directory.names(&self.store, mentioned(entries).collect::<Vec<_>>()).await
    }

    /// The row of a table as lists show it.
    #[must_use]
    pub fn row(&self, table: &Table) -> TableRow {
        TableRow {
            id: table.id().to_string(),
            kind: table.setup().game.clone(),
            public: table.setup().public && !table.setup().hotseat,
            state: match table.state() {
                State::Open => TableState::Open,
                State::Running => TableState::Running,
                State::Finished => TableState::Finished,
                State::Closed => TableState::Closed,
            },
            host: table.host().to_string(),
            created: table.opened_at(),
            updated: table.last_at(),
            head: table.head() as i64,
            deadline: self.at_moment(|moment| table.deadline(moment.outages)),
            summary: serde_json::to_string(&table.summary()).unwrap_or_default(),
        }
    }

    /// Who sits at a table and has to act.
    #[must_use]
    pub fn seat_rows(&self, table: &Table) -> Vec<SeatRow> {
        let acts = |seat: u8| table.running().is_some_and(|game| game.acts(seat));
        let row = |(seat, who): (u8, &Option<Who>)| match who {
            Some(Who::Player(player)) => {
                Some(SeatRow { player: player.to_string(), seat: i64::from(seat), acts: acts(seat) })
            }
            _ => None,
        };
        (0..).zip(table.seats()).filter_map(row).collect()
    }
}

/// The players some entries mention.
fn mentioned(entries: &[Arc<Entry>]) -> impl Iterator<Item = PlayerId> {
    entries.iter().filter_map(|entry| match entry.fact {
        Fact::Opened { host, .. } => Some(host),
        Fact::Seated { who: Who::Player(player), .. } => Some(player),
        Fact::Offered { matter: Matter::Replace { newcomer, .. }, .. } => Some(newcomer),
        _ => None,
    })
}
