//! Opening a database: connections and what is set on each of them, migrations, closing.

use crate::archive::archive_reads;
use crate::write_lock::{WriteGuard, WriteLock};
use crate::{Result, Store, StoreError, StoreInner, checkpoint, copy, files, reader, writer};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Row, Transaction};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};

/// The migrations, in order; the version of a database is how many of them it has seen.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_begin.sql"),
    include_str!("../migrations/0002_archive.sql"),
    include_str!("../migrations/0003_names.sql"),
    include_str!("../migrations/0004_moderation.sql"),
    include_str!("../migrations/0005_recovery.sql"),
    include_str!("../migrations/0006_acts.sql"),
    include_str!("../migrations/0007_held_names.sql"),
    include_str!("../migrations/0008_hidden_rooms.sql"),
];

/// Any number will do, as long as every node uses the same one.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(727301)";

/// How often, and how long apart, a connection asks for a file that is locked: for about five seconds.
const LOCK_RETRIES: u32 = 100;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// How long a connection that is not used is believed to be alive.
const TRUSTED: Duration = Duration::from_millis(100);

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// One file on this machine.
    Sqlite,
    /// A server that several nodes may share.
    Postgres,
}

/// How much the store may use.
#[derive(Clone, Copy, Debug)]
pub struct StoreSettings {
    /// Connections besides the writer's own.
    pub connections: u32,
    /// Appends that may wait before callers are held back.
    pub queue: usize,
    /// Appends in one transaction.
    pub batch: usize,
    /// Megabytes of a SQLite file each connection keeps in memory, for those who write much at once; 0 is SQLite's own
    /// choice.
    pub cache: u32,
    /// How long a caller waits for a connection before it gets an error, and the writer or the reader for an answer.
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

    /// How a transaction that writes begins. SQLite must take its lock first: a reader cannot always become a
    /// writer later.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Settings of every connection. An acknowledged turn survives a power cut; what was erased is
    /// overwritten. No commit copies SQLite's log into the database: [`checkpoint`](crate::checkpoint) does.
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

    /// Additional settings of a connection that only looks up rows by key. PostgreSQL plans a statement once; a
    /// plan made while a table was small would go on to read all of it when it is large.
    fn by_key(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => {
                Some("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off")
            }
        }
    }

    /// How the settings that keep acknowledged turns are asked for.
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

/// How long an answer of the database is waited for.
///
/// A file on this machine answers by itself. A link to a server may swallow everything without a word, and an operating
/// system goes on sending for a quarter of an hour.
#[derive(Clone, Copy)]
pub(crate) struct Timeout(Option<Duration>);

impl Timeout {
    fn new(kind: Backend, settings: StoreSettings) -> Self {
        Self((kind == Backend::Postgres).then_some(settings.timeout))
    }

    /// Does something, or gives up.
    pub(crate) async fn with<T, E: From<sqlx::Error>>(
        self,
        doing: impl Future<Output = std::result::Result<T, E>>,
    ) -> std::result::Result<T, E> {
        let Some(limit) = self.0 else { return doing.await };
        let gave_up = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into());
        tokio::time::timeout(limit, doing).await.unwrap_or_else(gave_up)
    }
}

/// A connection with everything set that [`Backend::session_settings`] says.
pub(crate) async fn connect(kind: Backend, options: &AnyConnectOptions) -> sqlx::Result<AnyConnection> {
    let mut connection = options.connect().await?;
    apply_session_settings(kind, &mut connection).await?;
    Ok(connection)
}

/// A connection that only ever looks for rows by their keys.
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

/// Says the greeting, again and again while another process holds the file: SQLite does not wait by itself for the
/// lock it needs to make a new file's log.
async fn apply_session_settings(kind: Backend, connection: &mut AnyConnection) -> sqlx::Result<()> {
    for _ in 0..LOCK_RETRIES {
        match sqlx::raw_sql(kind.session_settings()).execute(&mut *connection).await {
            Err(error) if is_busy(&error) => tokio::time::sleep(LOCK_RETRY_INTERVAL).await,
            said => return said.map(|_| ()),
        }
    }
    sqlx::raw_sql(kind.session_settings()).execute(connection).await.map(|_| ())
}

/// Whether SQLite says that somebody else has the lock.
fn is_busy(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "5")
}

impl Store {
    /// Opens the database at `sqlite:/path/file.db` (made if it is missing, with its folder) or
    /// `postgres://user@host/name`, and brings its schema up to date.
    pub async fn open(url: &str, settings: StoreSettings) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let kind = Backend::of(url)?;
        let url = if kind == Backend::Sqlite { files::prepare(url)? } else { url.to_owned() };
        let options = AnyConnectOptions::from_str(&url)?.disable_statement_logging();
        let mut connection = connect_by_key(kind, &options).await?;
        migrate(kind, &mut connection).await?;
        let pool = pool(kind, settings).connect_lazy_with(options.clone());
        let write_lock = WriteLock::new(kind);
        let (jobs, queue) = mpsc::channel(settings.queue.max(1));
        let timeout = Timeout::new(kind, settings);
        let reader = reader::Reader::new(kind, options.clone(), timeout);
        let checkpoints = (kind == Backend::Sqlite).then(|| {
            let (checkpoints, requests) = mpsc::channel(1);
            tokio::spawn(checkpoint::Checkpointer::new(options.clone(), write_lock.clone()).run(requests));
            checkpoints
        });
        let writer =
            writer::Writer::new(kind, options, connection, write_lock.clone(), settings.batch, timeout);
        tokio::spawn(writer.run(queue));
        let (questions, asked) = mpsc::channel(settings.queue.max(1));
        tokio::spawn(reader.run(asked));
        let pairing = Arc::default();
        Ok(Self {
            inner: Arc::new(StoreInner {
                kind,
                url,
                pool,
                write_lock,
                pairing,
                jobs,
                questions,
                archive_reads: Semaphore::new(archive_reads(kind)),
                checkpoints,
            }),
        })
    }

    /// Which database this is.
    #[must_use]
    pub fn kind(&self) -> Backend {
        self.inner.kind
    }

    /// Commits what waits, refuses what comes later, and closes every connection.
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.inner.jobs.send(writer::WriterJob::Close(done)).await.is_ok() {
            // An error here means that the writer is gone already, which is what was asked for.
            let _ = closed.await;
        }
        let (done, closed) = oneshot::channel();
        if self.inner.questions.send(reader::ReaderJob::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        if let Some(checkpoints) = &self.inner.checkpoints {
            let (done, closed) = oneshot::channel();
            if checkpoints.send(checkpoint::CheckpointRequest::Close(done)).await.is_ok() {
                let _ = closed.await;
            }
        }
        // The last connection to a SQLite file copies the rest of the log when it closes.
        self.pool().close().await;
    }

    /// To be called when something was erased that must not be found in the files any more: SQLite's write-ahead log is
    /// copied and cut off at once, which otherwise happens when it has grown. Does not wait for it.
    pub(crate) fn scrub(&self) {
        if let Some(checkpoints) = &self.inner.checkpoints {
            // A full queue holds such a request already, which is carried out after this one's commit.
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

    /// What every pooled connection and the writer's own say about durability, for a test to check.
    pub async fn synchronous_settings(&self) -> Result<Vec<String>> {
        let (reply, answer) = oneshot::channel();
        self.inner.jobs.send(writer::WriterJob::Settings(reply)).await.map_err(|_| StoreError::Closed)?;
        let mut settings = vec![answer.await.map_err(|_| StoreError::Closed)??];
        let mut held = Vec::new();
        for _ in 0..self.pool().options().get_max_connections() {
            let mut connection = self.pool().acquire().await?;
            settings.push(ask_settings(self.inner.kind, &mut connection).await?);
            held.push(connection);
        }
        Ok(settings)
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.inner.pool
    }

    /// Waits in line for the right to write.
    pub(crate) async fn write_lock(&self) -> WriteGuard {
        self.inner.write_lock.in_line().await
    }

    /// A transaction that writes. Dropping it undoes it.
    pub(crate) async fn begin(&self) -> Result<WriteTransaction> {
        let guard = self.write_lock().await;
        let transaction = self.pool().begin_with(self.inner.kind.begin()).await?;
        Ok(WriteTransaction { transaction, _guard: guard })
    }
}

/// A transaction of a caller, with the right to write.
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

/// What a connection says about durability.
pub(crate) async fn ask_settings(kind: Backend, connection: &mut AnyConnection) -> Result<String> {
    Ok(sqlx::query(kind.durability_query()).fetch_one(connection).await?.try_get(0)?)
}

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
        // Asking a connection each time whether it is alive would double the questions to the database. One that was in
        // use a moment ago is; and one whose transaction could not be undone is not given to anyone else.
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

/// Brings the schema up to date and takes a finished copy into use, in one transaction that a second process waits for.
async fn migrate(kind: Backend, connection: &mut AnyConnection) -> Result<()> {
    let mut transaction = connection.begin_with(kind.begin()).await?;
    bring_up_to_date(kind, &mut transaction).await?;
    copy::take_into_use(kind, &mut transaction).await?;
    transaction.commit().await.map_err(StoreError::during_commit)
}

/// Brings the schema up to date, within a transaction; until its end, others who want to do the same wait.
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
        let seen = sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(version);
        seen.execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Whether the database has a table of this name, where it looks for tables.
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

/// Takes the comments that begin with `sqlite:` as SQL.
fn for_sqlite(text: &str) -> String {
    text.replace("/* sqlite: WITHOUT ROWID */", "WITHOUT ROWID")
}
