//! Opening a database: connections and their settings, migrations, closing.

use crate::archive::archive_reads;
use crate::write_lock::{WriteGuard, WriteLock};
use crate::{Result, Store, StoreError, StoreInner, checkpoint, copy, files, reader, writer};
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Row, Transaction};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};

/// The migrations, in order; the version of a database is the number of migrations applied.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_begin.sql"),
    include_str!("../migrations/0002_archive.sql"),
    include_str!("../migrations/0003_names.sql"),
    include_str!("../migrations/0004_moderation.sql"),
    include_str!("../migrations/0005_recovery.sql"),
    include_str!("../migrations/0006_acts.sql"),
    include_str!("../migrations/0007_held_names.sql"),
    include_str!("../migrations/0008_hidden_rooms.sql"),
    include_str!("../migrations/0009_sweeps.sql"),
    include_str!("../migrations/0010_people.sql"),
    include_str!("../migrations/0012_notices.sql"),
    include_str!("../migrations/0013_correspondence.sql"),
    include_str!("../migrations/0014_ratings.sql"),
    include_str!("../migrations/0015_rated_puzzles.sql"),
    include_str!("../migrations/0016_tournaments.sql"),
    include_str!("../migrations/0017_rating_history.sql"),
    include_str!("../migrations/0018_puzzle_themes.sql"),
    include_str!("../migrations/0019_tournament_reports.sql"),
    include_str!("../migrations/0020_follow_ups.sql"),
];

/// An arbitrary number, the same for every node.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(727301)";

/// How often and at which interval a connection retries while the file is locked: for about five seconds.
const LOCK_RETRIES: u32 = 100;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// How long an idle connection is assumed to be alive.
const TRUSTED: Duration = Duration::from_millis(100);

/// How far the threads of searches step back behind those that serve, and connections for short questions beside them.
const ARCHIVE_NICE: i32 = 10;
const ARCHIVE_SPARE: u32 = 3;

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// One file on this machine.
    Sqlite,
    /// A server that several nodes may share.
    Postgres,
}

/// Resource limits of the store.
#[derive(Clone, Copy, Debug)]
pub struct StoreSettings {
    /// Connections besides the writer's own.
    pub connections: u32,
    /// Maximum number of waiting appends; beyond that callers wait.
    pub queue: usize,
    /// Maximum number of appends in one transaction.
    pub batch: usize,
    /// Page cache of each SQLite connection in megabytes, for bulk writers; 0 is SQLite's default.
    pub cache: u32,
    /// How long a caller waits for a connection, and the writer or the reader for an answer, before the call
    /// fails.
    pub timeout: Duration,
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self { connections: 8, queue: 4096, batch: 512, cache: 0, timeout: Duration::from_secs(10) }
    }
}

impl Backend {
    pub(crate) fn of(url: &str) -> Result<Self> {
        match url.split_once(':') {
            Some(("sqlite", path)) if !path.contains(":memory:") => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres),
            _ => Err(StoreError::Address(url.to_owned())),
        }
    }

    /// How a writing transaction begins. SQLite has to take its lock first: a reader cannot always become a
    /// writer later.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Settings of every connection. An acknowledged turn survives a power cut; erased data is overwritten.
    /// No commit copies SQLite's log into the database: [`checkpoint`](crate::checkpoint) does.
    fn session_settings(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0; \
                 PRAGMA journal_size_limit = 67108864"
            }
            Self::Postgres => "SET synchronous_commit = on",
        }
    }

    /// Additional settings of a connection that only looks up rows by key. PostgreSQL plans a statement once;
    /// a plan made while a table was small would later scan all of it.
    fn by_key(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => {
                Some("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off")
            }
        }
    }

    /// The query for the durability settings.
    fn durability_query(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT 'synchronous=' || (SELECT synchronous FROM pragma_synchronous) \
                 || ' journal_mode=' || (SELECT journal_mode FROM pragma_journal_mode) \
                 || ' foreign_keys=' || (SELECT foreign_keys FROM pragma_foreign_keys) \
                 || ' secure_delete=' || (SELECT secure_delete FROM pragma_secure_delete) \
                 || ' busy_timeout=' || (SELECT timeout FROM pragma_busy_timeout)"
            }
            Self::Postgres => "SELECT 'synchronous_commit=' || current_setting('synchronous_commit')",
        }
    }
}

/// How long to wait for an answer of the database.
///
/// A local file needs none. A broken link to a server may drop everything silently, and an operating system
/// retransmits for a quarter of an hour.
#[derive(Clone, Copy)]
pub(crate) struct Timeout(Option<Duration>);

impl Timeout {
    fn new(kind: Backend, settings: StoreSettings) -> Self {
        Self((kind == Backend::Postgres).then_some(settings.timeout))
    }

    /// Awaits a future, or fails after the timeout.
    pub(crate) async fn with<T, E: From<sqlx::Error>>(
        self,
        doing: impl Future<Output = std::result::Result<T, E>>,
    ) -> std::result::Result<T, E> {
        let Some(limit) = self.0 else { return doing.await };
        let gave_up = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into());
        tokio::time::timeout(limit, doing).await.unwrap_or_else(gave_up)
    }
}

/// A connection with [`Backend::session_settings`].
pub(crate) async fn connect(kind: Backend, options: &AnyConnectOptions) -> sqlx::Result<AnyConnection> {
    let mut connection = options.connect().await?;
    apply_session_settings(kind, &mut connection).await?;
    Ok(connection)
}

/// A connection that only looks up rows by key.
pub(crate) async fn connect_by_key(
    kind: Backend,
    options: &AnyConnectOptions,
) -> sqlx::Result<AnyConnection> {
    let mut connection = connect(kind, options).await?;
    if let Some(settings) = kind.by_key() {
        sqlx::raw_sql(settings).execute(&mut connection).await?;
    }
    Ok(connection)
}

/// Applies the settings, and retries while another process locks the file: SQLite does not wait by itself for
/// the lock it needs to create the log of a new file.
async fn apply_session_settings(kind: Backend, connection: &mut AnyConnection) -> sqlx::Result<()> {
    for _ in 0..LOCK_RETRIES {
        match sqlx::raw_sql(kind.session_settings()).execute(&mut *connection).await {
            Err(error) if is_busy(&error) => tokio::time::sleep(LOCK_RETRY_INTERVAL).await,
            result => return result.map(|_| ()),
        }
    }
    sqlx::raw_sql(kind.session_settings()).execute(connection).await.map(|_| ())
}

/// Whether SQLite reports that the file is locked.
fn is_busy(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "5")
}

impl Store {
    /// Opens the database at `sqlite:/path/file.db` (created with its folder if it is missing) or
    /// `postgres://user@host/name`, and brings its schema up to date.
    pub async fn open(url: &str, settings: StoreSettings) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let kind = Backend::of(url)?;
        let url = if kind == Backend::Sqlite { files::prepare(url)? } else { url.to_owned() };
        let options = AnyConnectOptions::from_str(&url)?.disable_statement_logging();
        let mut connection = connect_by_key(kind, &options).await?;
        migrate(kind, &mut connection).await?;
        let pool = pool(kind, settings).connect_lazy_with(options.clone());
        let (archive_pool, write_pool, unsynced_pool) = match kind {
            Backend::Sqlite => (
                archive_pool(settings, &options).await?,
                write_pool(settings, &options),
                unsynced_pool(settings, &options),
            ),
            Backend::Postgres => (pool.clone(), pool.clone(), pool.clone()),
        };
        let write_lock = WriteLock::new(kind);
        let archive_reads = Arc::new(Semaphore::new(archive_reads(kind)));
        let (jobs, queue) = mpsc::channel(settings.queue.max(1));
        let timeout = Timeout::new(kind, settings);
        let reader = reader::Reader::new(kind, options.clone(), timeout);
        let checkpoints = (kind == Backend::Sqlite).then(|| {
            let (checkpoints, requests) = mpsc::channel(1);
            let (lock, reads) = (write_lock.clone(), archive_reads.clone());
            tokio::spawn(checkpoint::Checkpointer::new(options.clone(), lock, reads).run(requests));
            checkpoints
        });
        let writer =
            writer::Writer::new(kind, options, connection, write_lock.clone(), settings.batch, timeout);
        tokio::spawn(writer.run(queue));
        let (requests, queue) = mpsc::channel(settings.queue.max(1));
        tokio::spawn(reader.run(queue));
        let pairing = Arc::default();
        Ok(Self {
            inner: Arc::new(StoreInner {
                kind,
                url,
                pool,
                archive_pool,
                write_pool,
                unsynced_pool,
                write_lock,
                pairing,
                jobs,
                requests,
                archive_reads,
                checkpoints,
            }),
        })
    }

    /// Which database this is.
    #[must_use]
    pub fn kind(&self) -> Backend {
        self.inner.kind
    }

    /// Commits what waits, refuses later calls, and closes every connection.
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.inner.jobs.send(writer::WriterJob::Close(done)).await.is_ok() {
            // An error means that the writer has ended already.
            let _ = closed.await;
        }
        let (done, closed) = oneshot::channel();
        if self.inner.requests.send(reader::ReaderJob::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        if let Some(checkpoints) = &self.inner.checkpoints {
            let (done, closed) = oneshot::channel();
            if checkpoints.send(checkpoint::CheckpointRequest::Close(done)).await.is_ok() {
                let _ = closed.await;
            }
        }
        self.archive_pool().close().await;
        self.write_pool().close().await;
        self.inner.unsynced_pool.close().await;
        // The last connection to a SQLite file copies the rest of the log when it closes.
        self.pool().close().await;
    }

    /// To be called when data was erased that must not remain in any file: SQLite's write-ahead log is copied
    /// and truncated at once, which otherwise happens when it has grown. Does not wait for it.
    pub(crate) fn scrub(&self) {
        if let Some(checkpoints) = &self.inner.checkpoints {
            // A full queue contains such a request already, which is carried out after this commit.
            let _ = checkpoints.try_send(checkpoint::CheckpointRequest::Scrub);
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        sqlx::query("SELECT 1").fetch_one(self.pool()).await?;
        Ok(())
    }

    /// How many appends wait for the writer.
    #[must_use]
    pub fn writer_depth(&self) -> usize {
        self.inner.jobs.max_capacity() - self.inner.jobs.capacity()
    }

    /// What every connection that may write says about durability, for a test to check; except that of
    /// `begin_unsynced`.
    pub async fn synchronous_settings(&self) -> Result<Vec<String>> {
        let (reply, answer) = oneshot::channel();
        self.inner.jobs.send(writer::WriterJob::Settings(reply)).await.map_err(|_| StoreError::Closed)?;
        let mut settings = vec![answer.await.map_err(|_| StoreError::Closed)??];
        if self.inner.kind == Backend::Sqlite {
            let mut connection = self.write_pool().acquire().await?;
            settings.push(read_settings(self.inner.kind, &mut connection).await?);
        }
        let mut held = Vec::new();
        for _ in 0..self.pool().options().get_max_connections() {
            let mut connection = self.pool().acquire().await?;
            settings.push(read_settings(self.inner.kind, &mut connection).await?);
            held.push(connection);
        }
        Ok(settings)
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.inner.pool
    }

    /// Connections for reads that may take a while.
    pub(crate) fn archive_pool(&self) -> &AnyPool {
        &self.inner.archive_pool
    }

    /// The connection for those who hold the right to write.
    pub(crate) fn write_pool(&self) -> &AnyPool {
        &self.inner.write_pool
    }

    /// Waits in line for the right to write.
    pub(crate) async fn write_lock(&self) -> WriteGuard {
        self.inner.write_lock.in_line().await
    }

    /// A writing transaction; rolled back on drop.
    pub(crate) async fn begin(&self) -> Result<WriteTransaction> {
        let guard = self.write_lock().await;
        let transaction = self.write_pool().begin_with(self.inner.kind.begin()).await?;
        Ok(WriteTransaction { transaction, _guard: guard })
    }

    /// The same for rows that were never acknowledged to a client, and for rows that can be made again: notices, what is to be sent, the index of the
    /// archive. SQLite does not sync the disk for it, so that turns do not wait for that; the next commit of anything else does. A
    /// power cut may lose it, and nothing before it.
    pub(crate) async fn begin_unsynced(&self) -> Result<WriteTransaction> {
        let guard = self.write_lock().await;
        let transaction = self.inner.unsynced_pool.begin_with(self.inner.kind.begin()).await?;
        Ok(WriteTransaction { transaction, _guard: guard })
    }

    /// Runs one writing statement as [`Self::begin_unsynced`] would; returns how many rows it changed.
    pub(crate) async fn write_unsynced(&self, query: Query<'_, Any, AnyArguments>) -> Result<u64> {
        let _guard = self.write_lock().await;
        Ok(query.execute(&self.inner.unsynced_pool).await?.rows_affected())
    }
}

/// A transaction of a caller, with the write lock.
pub(crate) struct WriteTransaction {
    transaction: Transaction<'static, sqlx::Any>,
    _guard: WriteGuard,
}

impl WriteTransaction {
    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }

    pub(crate) async fn commit(self) -> Result<()> {
        self.transaction.commit().await.map_err(StoreError::during_commit)
    }
}

/// The durability settings of a connection.
pub(crate) async fn read_settings(kind: Backend, connection: &mut AnyConnection) -> Result<String> {
    Ok(sqlx::query(kind.durability_query()).fetch_one(connection).await?.try_get(0)?)
}

/// The connection pool for reading.
fn pool(kind: Backend, settings: StoreSettings) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(settings.connections.max(1))
        .acquire_timeout(settings.timeout)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                apply_session_settings(kind, connection).await?;
                if kind == Backend::Sqlite && settings.cache > 0 {
                    let cache = format!("PRAGMA cache_size = -{}", u64::from(settings.cache) * 1024);
                    sqlx::raw_sql(AssertSqlSafe(cache)).execute(connection).await?;
                }
                Ok(())
            })
        })
        // Testing each connection before use would double the round trips. One that was used a moment ago is
        // alive, and one whose transaction could not be rolled back is not reused.
        .test_before_acquire(false)
        .before_acquire(|connection, used| {
            Box::pin(async move {
                if used.idle_for > TRUSTED {
                    connection.ping().await?;
                }
                Ok(!connection.is_in_transaction())
            })
        })
}

/// The connection to a SQLite file for all writes except logs, which use it one after the other.
///
/// With a connection of the common pool a writer would wait behind all readers while holding the write lock, and the turns of
/// running games would wait with it.
fn write_pool(settings: StoreSettings, options: &AnyConnectOptions) -> AnyPool {
    let pool = pool(Backend::Sqlite, StoreSettings { connections: 1, ..settings });
    pool.idle_timeout(None).max_lifetime(None).connect_lazy_with(options.clone())
}

/// The same for rows that were never acknowledged to a client: its commits do not sync the disk.
fn unsynced_pool(settings: StoreSettings, options: &AnyConnectOptions) -> AnyPool {
    let pool = pool(Backend::Sqlite, StoreSettings { connections: 1, ..settings });
    let pool = pool.after_connect(|connection, _| {
        Box::pin(async move {
            apply_session_settings(Backend::Sqlite, connection).await?;
            sqlx::raw_sql("PRAGMA synchronous = NORMAL").execute(connection).await?;
            Ok(())
        })
    });
    pool.idle_timeout(None).max_lifetime(None).connect_lazy_with(options.clone())
}

/// Connections to a SQLite file for searches of the archive.
///
/// SQLite computes in this process, in one thread for each connection. A search that takes tenths of a second would delay the
/// turns of running games, so these threads have a low priority. A thread inherits it from the one that starts it: therefore
/// all connections are made here, and never replaced.
async fn archive_pool(settings: StoreSettings, options: &AnyConnectOptions) -> Result<AnyPool> {
    let connections = archive_reads(Backend::Sqlite) as u32 + ARCHIVE_SPARE;
    let pool = pool(Backend::Sqlite, StoreSettings { connections, ..settings });
    let pool = pool.idle_timeout(None).max_lifetime(None).connect_lazy_with(options.clone());
    let (runtime, filled) = (tokio::runtime::Handle::current(), pool.clone());
    let (reply, answer) = oneshot::channel();
    let fill = move || {
        // Without the right to do so they work at the same priority.
        let _ = rustix::process::nice(ARCHIVE_NICE);
        let connect = async {
            let mut held = Vec::new();
            for _ in 0..connections {
                held.push(filled.acquire().await?);
            }
            Ok::<_, sqlx::Error>(())
        };
        // The caller may have gone away meanwhile.
        let _ = reply.send(runtime.block_on(connect));
    };
    std::thread::Builder::new().name("archive".into()).spawn(fill).map_err(sqlx::Error::Io)?;
    answer.await.map_err(|_| StoreError::Closed)??;
    Ok(pool)
}

/// Brings the schema up to date and takes a finished copy into use, in one transaction that a second process waits for.
async fn migrate(kind: Backend, connection: &mut AnyConnection) -> Result<()> {
    let mut transaction = connection.begin_with(kind.begin()).await?;
    bring_up_to_date(kind, &mut transaction).await?;
    copy::take_into_use(kind, &mut transaction).await?;
    transaction.commit().await.map_err(StoreError::during_commit)
}

/// Brings the schema up to date within a transaction; other processes that want to do the same wait for its
/// end.
pub(crate) async fn bring_up_to_date(kind: Backend, transaction: &mut AnyConnection) -> Result<()> {
    if kind == Backend::Postgres {
        sqlx::raw_sql(MIGRATION_LOCK).execute(&mut *transaction).await?;
    }
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS migrations (version bigint PRIMARY KEY)")
        .execute(&mut *transaction)
        .await?;
    let found: i64 = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM migrations")
        .fetch_one(&mut *transaction)
        .await?
        .try_get(0)?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for (version, text) in (1..).zip(MIGRATIONS.iter().copied()).filter(|(version, _)| *version > found) {
        let text = if kind == Backend::Sqlite { for_sqlite(text) } else { text.to_owned() };
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut *transaction).await?;
        let record = sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(version);
        record.execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Whether the database has a table of this name in its search path.
pub(crate) async fn has_table(
    kind: Backend,
    connection: &mut AnyConnection,
    name: &str,
) -> sqlx::Result<bool> {
    let sql = match kind {
        Backend::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
        Backend::Postgres => {
            "SELECT name FROM (SELECT to_regclass($1)::text AS name) found WHERE name IS NOT NULL"
        }
    };
    Ok(sqlx::query(sql).bind(name).fetch_optional(connection).await?.is_some())
}

/// Turns comments that begin with `sqlite:` into SQL.
fn for_sqlite(text: &str) -> String {
    text.replace("/* sqlite: WITHOUT ROWID */", "WITHOUT ROWID")
}
