//! A database of its own for each test, and the rows the tests write.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use taijitu_ids::{GameId, MessageId, PlayerId, TableId, TokenId};
use taijitu_store::{
    Append, AppendOutcome, FinishedGame, GamePlayerRow, GameRow, NewChat, NewEvent, PlayerRow, Room,
    RowChange, Source, Store, StoreSettings, StoredSide, TableRow, TableState, Winner,
};
use tempfile::TempDir;
use tokio::sync::Mutex;

/// A database that exists as long as the test.
pub(crate) struct Site {
    url: String,
    /// The store that `play` writes with.
    store: Mutex<Option<Store>>,
    _folder: Option<TempDir>,
}

impl Site {
    /// A SQLite file in a folder that does not exist yet.
    pub(crate) async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}/new/site.db", folder.path().display());
        Self { url, store: Mutex::default(), _folder: Some(folder) }
    }

    /// A schema on the PostgreSQL server the environment names.
    pub(crate) async fn postgres() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let server =
            std::env::var("TAIJITU_TEST_POSTGRES").expect("cargo xtask test sets TAIJITU_TEST_POSTGRES");
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("test_{}_{number}", std::process::id());
        let mut connection = connect(&server).await;
        let sql = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        let separator = if server.contains('?') { '&' } else { '?' };
        let options = format!("options=-c%20search_path%3D{schema}&application_name={schema}");
        Self { url: format!("{server}{separator}{options}"), store: Mutex::default(), _folder: None }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Another store on the database, as another node would open it.
    pub(crate) async fn store(&self) -> Store {
        let store = Store::open(&self.url, StoreSettings::default()).await.unwrap();
        self.store.lock().await.get_or_insert_with(|| store.clone());
        store
    }

    /// Lets go of the store that `play` writes with.
    pub(crate) async fn forget(&self) {
        self.store.lock().await.take();
    }

    /// Appends `event first` to `event last` to a table.
    pub(crate) async fn play(&self, table: &str, first: i64, last: i64) {
        let events = (first..=last).map(|n| event(&format!("event {n}"))).collect();
        let store = self.store.lock().await.clone().unwrap();
        let answer = store.append(Append::new(first, events, row(table))).await.unwrap();
        assert_eq!(answer, AppendOutcome::Committed);
    }

    /// Whether it is a file.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.url.starts_with("sqlite:")
    }

    /// A connection that knows nothing of the store.
    pub(crate) async fn connection(&self) -> AnyConnection {
        connect(&self.url).await
    }

    /// Runs statements without the store.
    pub(crate) async fn run(&self, sql: &str) {
        let mut connection = self.connection().await;
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Ends all other connections to the schema, as an administrator or a restart would.
    pub(crate) async fn end_all_connections(&self) {
        let mut connection = connect(&self.url).await;
        let sql = "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity \
                   WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()";
        sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    }

    /// Another process that has begun to write.
    pub(crate) async fn lock(&self) -> Lock {
        let mut connection = connect(&self.url).await;
        let begin = if self.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        sqlx::raw_sql(begin).execute(&mut connection).await.unwrap();
        Lock(connection)
    }
}

/// The transaction of another process; on SQLite it holds the only lock.
pub(crate) struct Lock(AnyConnection);

impl Lock {
    pub(crate) async fn run(&mut self, sql: &str) {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.0).await.unwrap();
    }

    pub(crate) async fn commit(mut self) {
        self.run("COMMIT").await;
        self.0.close().await.unwrap();
    }
}

async fn connect(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    match AnyConnection::connect(url).await {
        Ok(connection) => connection,
        Err(error) => panic!("the database at {url} does not answer: {error}"),
    }
}

/// Runs futures together, starting them in order.
pub(crate) async fn all<F: Future + Unpin>(mut futures: Vec<F>) -> Vec<F::Output> {
    let mut outputs: Vec<Option<F::Output>> = futures.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, output) in futures.iter_mut().zip(&mut outputs) {
            if output.is_none()
                && let Poll::Ready(ready) = Pin::new(future).poll(context)
            {
                *output = Some(ready);
            }
        }
        if outputs.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    outputs.into_iter().flatten().collect()
}

/// Bits that spell a word: ids of words are in the order of the words.
fn bits(word: &str) -> u128 {
    assert!(word.len() <= 16, "{word} is too long for an id");
    word.bytes().chain(std::iter::repeat(0)).take(16).fold(0, |bits, byte| bits << 8 | u128::from(byte))
}

pub(crate) fn table_id(word: &str) -> TableId {
    TableId(bits(word))
}

pub(crate) fn player_id(word: &str) -> PlayerId {
    PlayerId(bits(word))
}

pub(crate) fn game_id(word: &str) -> GameId {
    GameId(bits(word))
}

pub(crate) fn token_id(word: &str) -> TokenId {
    TokenId(bits(word))
}

pub(crate) fn event(body: &str) -> NewEvent {
    NewEvent { at: 1, body: body.into() }
}

pub(crate) fn row(id: &str) -> TableRow {
    TableRow {
        id: table_id(id),
        kind: "yinsh".into(),
        public: true,
        state: TableState::Running,
        host: player_id("host"),
        created: 1,
        updated: 2,
        head: 0,
        deadline: None,
        summary: "summary".into(),
        acts: 0,
        turns: 0,
    }
}

/// The row that an append writes.
pub(crate) fn row_of(append: &mut Append) -> &mut TableRow {
    match &mut append.row {
        RowChange::Whole(row) => row,
        RowChange::Progress(_) => panic!("the append writes no whole row"),
    }
}

pub(crate) fn message(table: &str, author: &str, request: &str) -> NewChat {
    NewChat {
        table: table_id(table),
        id: MessageId(bits(&format!("{author}-{request}"))),
        at: 1,
        author: player_id(author),
        room: Room::Players,
        hidden_from: vec![],
        request: request.into(),
        text: "hello".into(),
    }
}

/// An account with this name, or a guest without one.
pub(crate) fn account(id: &str, name: Option<&str>) -> PlayerRow {
    PlayerRow {
        id: player_id(id),
        name: name.map(str::to_owned),
        skeleton: name.map(str::to_lowercase),
        guest: name.is_none(),
        password: name.map(|_| "hash".to_owned()),
        created: 1,
        seen: 2,
        muted_until: None,
        deleted: false,
    }
}

/// A game that has ended; odd ones are YINSH, every third is not public.
pub(crate) fn game(id: &str, ended: i64) -> FinishedGame {
    let player = |player: &str, seat, side| GamePlayerRow { player: player_id(player).into(), seat, side };
    let game = GameRow {
        id: game_id(id),
        table: Some(table_id("t")),
        number: ended,
        kind: if ended % 2 == 0 { "y" } else { "yinsh" }.into(),
        options: "{}".into(),
        revision: 1,
        result: Winner::White,
        reason: "rings".into(),
        started: 1,
        ended,
        turns: 60,
        logged: true,
        public: ended % 3 != 0,
        source: Source::Table,
        record: "record".into(),
    };
    FinishedGame {
        game,
        players: vec![player("ann", 0, StoredSide::White), player("bob", 1, StoredSide::Black)],
    }
}
