//! Copying a site: everything, while it changes, and never over something else.

use crate::help::{Site, account, event, game, player_id, row, table_id};
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taijitu_store::{
    Append, AppendOutcome, ColumnType, Copy, CopyError, CopyOutcome, CopyStage, Store, StoreError,
    StoreSettings, TABLES, TableSchema, TableState,
};
use tokio::sync::Notify;

on_both!(the_list_of_tables_is_that_of_the_database, refuses_sources_that_are_no_site_of_this_version);
between!(
    copies_every_table_with_every_odd_value,
    goes_on_after_being_killed_anywhere,
    copies_what_changed_and_deletes_what_went,
    names_that_wander_do_not_get_in_their_way,
    copies_one_state_of_a_running_site,
    refuses_a_target_with_something_else_in_it,
    opens_a_copy_only_when_it_is_whole,
    a_second_run_stops_the_first,
);

/// Copies without waiting for heartbeats.
async fn copy(from: &Site, to: &Site) -> Result<CopyOutcome, CopyError> {
    Copy { from: &from.url(), to: &to.url(), silence: Duration::ZERO }.run(|_| ()).await
}

async fn copied(from: &Site, to: &Site) -> CopyOutcome {
    let outcome = copy(from, to).await.unwrap();
    assert!(outcome.is_complete(), "{outcome:?}");
    assert_eq!(dump(from).await, dump(to).await);
    outcome
}

/// Rows written and deleted by a run.
fn work(outcome: &CopyOutcome) -> (u64, u64) {
    let add = |(written, deleted), table: &taijitu_store::TableCopy| {
        (written + table.written, deleted + table.deleted)
    };
    outcome.tables.iter().fold((0, 0), add)
}

/// Everything in a database, read without the code under test: rows as text, sorted here.
async fn dump(site: &Site) -> BTreeMap<&'static str, BTreeSet<Vec<Option<String>>>> {
    let mut connection = site.connection().await;
    let mut all = BTreeMap::new();
    for table in &TABLES {
        let columns = table.columns.iter().map(|(name, _)| format!("CAST({name} AS text)"));
        let sql = format!("SELECT {} FROM {}", columns.collect::<Vec<_>>().join(", "), table.name);
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap();
        let texts = rows.iter().map(|row| (0..table.columns.len()).map(|at| row.get(at)).collect());
        all.insert(table.name, texts.collect());
    }
    all
}

/// What a database says of itself: columns with their types, the primary key, what else is unique.
#[derive(Debug, PartialEq, Eq)]
struct Described {
    columns: BTreeSet<(String, String)>,
    key: BTreeSet<String>,
    unique: BTreeSet<String>,
}

async fn described(site: &Site) -> BTreeMap<String, Described> {
    let (columns, keys) = if site.is_sqlite() {
        (
            "SELECT m.name, c.name, lower(c.type) FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table'",
            "SELECT m.name, i.origin, c.name FROM sqlite_master m JOIN pragma_index_list(m.name) i \
             JOIN pragma_index_info(i.name) c WHERE m.type = 'table' AND i.\"unique\" = 1 \
             UNION SELECT m.name, 'pk', c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.pk > 0",
        )
    } else {
        (
            "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns \
             WHERE table_schema = current_schema()",
            "SELECT t.relname::text, CASE WHEN i.indisprimary THEN 'pk' ELSE 'u' END, a.attname::text \
             FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid \
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY(i.indkey) \
             WHERE i.indisunique AND t.relnamespace = current_schema()::regnamespace",
        )
    };
    let mut connection = site.connection().await;
    let mut tables: BTreeMap<String, Described> = BTreeMap::new();
    let empty = || Described { columns: BTreeSet::new(), key: BTreeSet::new(), unique: BTreeSet::new() };
    for row in sqlx::query(columns).fetch_all(&mut connection).await.unwrap() {
        let columns = &mut tables.entry(row.get(0)).or_insert_with(empty).columns;
        columns.insert((row.get(1), row.get(2)));
    }
    for row in sqlx::query(keys).fetch_all(&mut connection).await.unwrap() {
        let table = tables.get_mut(&row.get::<String, _>(0)).unwrap();
        let primary = row.get::<String, _>(1) == "pk";
        if primary { &mut table.key } else { &mut table.unique }.insert(row.get(2));
    }
    tables
}

/// A table or column that a migration adds and the list does not have would be left behind by every copy.
async fn the_list_of_tables_is_that_of_the_database(site: Site) {
    site.store().await;
    let mut found = described(&site).await;
    assert!(found.remove("migrations").is_some());
    let describe = |table: &TableSchema| {
        let kind = |holds| if holds == ColumnType::Text { "text" } else { "bigint" };
        let columns = table.columns.iter().map(|(name, holds)| ((*name).into(), kind(*holds).into()));
        let key = table.key_columns().iter().map(|(name, _)| (*name).into()).collect();
        let unique = table.unique.iter().map(|name| (*name).into()).collect();
        (table.name.to_owned(), Described { columns: columns.collect(), key, unique })
    };
    assert_eq!(found, TABLES.iter().map(describe).collect());
}

const TEXTS: [&str; 12] = [
    "a",
    "",
    "Z",
    "é",
    "漢字 ☯ 🂡",
    "it's \"quoted\" \\ and %_",
    "line\nline\r\n\ttab\u{7f}\u{1}",
    "\u{feff}\u{202e}mark",
    "NULL",
    "$1 ? :x",
    " a ",
    "ﬀ ß ẞ i̇",
];
const NUMBERS: [i64; 12] = [0, -1, i64::MAX, i64::MIN, 1 << 53, -(1 << 40), 1, 2, 10, 9, -2, i64::MAX - 1];

/// Fills every table with rows of odd values; keys differ in every column of the key.
async fn fill_with_odd_values(site: &Site) {
    site.store().await;
    let mut connection = site.connection().await;
    for table in &TABLES {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {}", table.name)))
            .execute(&mut connection)
            .await
            .unwrap();
        for k in 0..TEXTS.len() {
            insert_odd(&mut connection, table, k).await;
        }
    }
}

async fn insert_odd(connection: &mut AnyConnection, table: &TableSchema, k: usize) {
    let marks: Vec<_> = (1..=table.columns.len()).map(|n| format!("${n}")).collect();
    let sql = format!("INSERT INTO {} VALUES ({})", named(table), marks.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (at, (name, holds)) in table.columns.iter().enumerate() {
        // PostgreSQL indexes short values only; players and classes of rating changes are indexed.
        let is_indexed = table.name == "rating_changes" && ["player", "class"].contains(name);
        let single = table.key == 1 || table.unique.contains(name) || is_indexed;
        query = match holds {
            // Nullable columns are NULL in some rows.
            _ if k % 3 == 1
                && ["name", "skeleton", "password", "hidden_from"].contains(name)
                && is_nullable(table, name) =>
            {
                query.bind(None::<String>)
            }
            ColumnType::Number if k % 3 == 1 && ["muted_until", "deadline"].contains(name) => {
                query.bind(None::<i64>)
            }
            ColumnType::Text if k == 2 && at >= table.key && !single => query.bind("long ☯ ".repeat(20_000)),
            ColumnType::Text => query.bind(TEXTS[(k + at) % TEXTS.len()]),
            ColumnType::Number => query.bind(NUMBERS[(k + at) % NUMBERS.len()]),
        };
    }
    query.execute(connection).await.unwrap();
}

fn named(table: &TableSchema) -> String {
    let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    format!("{} ({})", table.name, names.join(", "))
}

fn is_nullable(table: &TableSchema, column: &str) -> bool {
    matches!((table.name, column), ("players", _) | ("chat", "hidden_from"))
}

async fn copies_every_table_with_every_odd_value(from: Site, to: Site) {
    fill_with_odd_values(&from).await;
    let outcome = copied(&from, &to).await;
    let rows = (TABLES.len() * TEXTS.len()) as u64;
    assert_eq!(work(&outcome), (rows, 2), "the marks of a new database go");
    assert!(outcome.tables.iter().all(|table| table.source.rows == TEXTS.len() as u64));
    assert_eq!(work(&copied(&from, &to).await), (0, 0), "nothing to do the second time");
}

/// A site with players, logs, chat and games, enough of them for several batches.
async fn play_a_while(site: &Site) -> Store {
    let store = site.store().await;
    for k in 0..40 {
        store.create_player(&account(&format!("p{k}"), Some(&format!("Player {k}")))).await.unwrap();
    }
    let games: Vec<_> = (1..=3000).map(|k| game(&format!("g{k}"), k)).collect();
    store.add_games(&games).await.unwrap();
    for table in 0..6 {
        for first in (1..=2000).step_by(1000) {
            site.play(&format!("t{table}"), first, first + 999).await;
        }
    }
    store.close().await;
    store
}

async fn goes_on_after_being_killed_anywhere(from: Site, to: Site) {
    play_a_while(&from).await;
    let mut kept = 0;
    for after in [0, 1, 3_000, 7_000, 12_000, 16_000, 20_000] {
        let rows_seen = AtomicU64::new(0);
        let copy = Copy { from: &from.url(), to: &to.url(), silence: Duration::ZERO };
        let run = copy.run(|progress| {
            let rows = if progress.stage == CopyStage::Copying { progress.done } else { progress.of };
            rows_seen.fetch_max(rows, Ordering::Relaxed);
        });
        let killed = async {
            while rows_seen.load(Ordering::Relaxed) < after {
                tokio::task::yield_now().await;
            }
        };
        // Dropping a run is being killed, as far as the database sees.
        tokio::select! {
            biased;
            () = killed => (),
            done = run => assert!(done.is_ok(), "{done:?}"),
        }
        if after > 0 {
            let there = rows(&to).await;
            assert!(there >= kept, "what was written stays");
            kept = there;
            let refused = Store::open(&to.url(), StoreSettings::default()).await;
            assert!(matches!(refused, Err(StoreError::HalfCopied { .. })) || there == rows(&from).await);
        }
    }
    assert!(kept > 10_000, "{kept}");
    let outcome = copied(&from, &to).await;
    let (written, _) = work(&outcome);
    assert!(written < 10_000, "most was there already, {written} were not");
}

async fn rows(site: &Site) -> usize {
    dump(site).await.values().map(BTreeSet::len).sum()
}

async fn copies_what_changed_and_deletes_what_went(from: Site, to: Site) {
    play_a_while(&from).await;
    copied(&from, &to).await;
    let [t1, t2, t3, t5] = ["t1", "t2", "t3", "t5"].map(table_id);
    from.run(&format!(
        "DELETE FROM events WHERE table_id = '{t1}'; DELETE FROM events WHERE table_id = '{t5}' AND n > 1990; \
         UPDATE events SET body = 'erased' WHERE table_id = '{t2}' AND n IN (1, 1000, 2000); \
         INSERT INTO events (table_id, n, at, body) VALUES ('', 1, 1, 'first'), ('{t3}', 2001, 1, 'x'), ('zz', 1, 1, 'last'); \
         UPDATE tables SET head = 2001, deadline = 5 WHERE id = '{t3}'; \
         DELETE FROM games WHERE CAST(number AS text) LIKE '1%'; \
         UPDATE marks SET value = 7 WHERE name = 'build'",
    ))
    .await;
    let outcome = copied(&from, &to).await;
    let gone = 2000 + 10 + 1111;
    assert_eq!(work(&outcome), (3 + 3 + 1 + 1, gone));
    from.run("DELETE FROM events; DELETE FROM players; DELETE FROM tables").await;
    copied(&from, &to).await;
}

/// Every player takes over the name of another one, whom the copy has or has not reached yet.
async fn names_that_wander_do_not_get_in_their_way(from: Site, to: Site) {
    play_a_while(&from).await;
    copied(&from, &to).await;
    let [p0, p1, p2, p3, p4, p5, p39] = ["p0", "p1", "p2", "p3", "p4", "p5", "p39"].map(player_id);
    from.run(&format!(
        "UPDATE players SET skeleton = NULL; \
         UPDATE players SET skeleton = 'player 1' WHERE id = '{p39}'; \
         UPDATE players SET skeleton = 'player 39' WHERE id = '{p1}'; \
         UPDATE players SET skeleton = 'player 2' WHERE id = '{p0}'; DELETE FROM players WHERE id = '{p2}'; \
         UPDATE players SET skeleton = 'player 2 of old' WHERE id = '{p3}'; \
         UPDATE players SET skeleton = 'player 3' WHERE id = '{p4}'; \
         UPDATE players SET skeleton = 'player 4' WHERE id = '{p5}'",
    ))
    .await;
    copied(&from, &to).await;
    let store = to.store().await;
    assert_eq!(store.player_by_skeleton("player 2").await.unwrap().unwrap().id, p0);
}

/// A copy made while turns are committed is one state: every log ends where its table says.
async fn copies_one_state_of_a_running_site(from: Site, to: Site) {
    play_a_while(&from).await;
    let store = from.store().await;
    let playing = store.clone();
    let player = tokio::spawn(async move {
        for n in 1.. {
            for table in ["a", "m", "z"] {
                let append = Append::new(n, vec![event("live")], row(table));
                // The store is closed when the copy is made.
                let Ok(answer) = playing.append(append).await else { return n };
                assert_eq!(answer, AppendOutcome::Committed);
            }
            let _ = playing.heartbeat("node", || n, 2000, i64::MAX).await;
        }
        unreachable!()
    });
    let served = Copy { from: &from.url(), to: &to.url(), silence: Duration::from_millis(200) };
    let first = served.run(|_| ()).await.unwrap();
    assert!(first.agrees() && first.served, "{first:?}");
    let refused = Store::open(&to.url(), StoreSettings::default()).await.unwrap_err();
    assert!(matches!(refused, StoreError::CopiedWhileServed { .. }), "{refused}");
    let further = copy(&to, &Site::sqlite().await).await.unwrap_err();
    assert!(matches!(further, CopyError::Source(StoreError::CopiedWhileServed { .. })), "{further}");
    let mut connection = to.connection().await;
    let torn = "SELECT id FROM tables WHERE head <> (SELECT COUNT(*) FROM events WHERE table_id = tables.id)";
    assert_eq!(sqlx::query(torn).fetch_all(&mut connection).await.unwrap().len(), 0);
    drop(connection);
    store.close().await;
    assert!(player.await.unwrap() > 1);
    copied(&from, &to).await;
}

async fn refuses_a_target_with_something_else_in_it(from: Site, to: Site) {
    play_a_while(&from).await;
    let same = copy(&from, &from).await.unwrap_err();
    assert!(matches!(same, CopyError::Same), "{same}");

    let store = to.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    store.close().await;
    to.forget().await;
    let before = dump(&to).await;
    let occupied = copy(&from, &to).await.unwrap_err();
    assert!(matches!(occupied, CopyError::Occupied { table: "players" }), "{occupied}");
    assert_eq!(dump(&to).await, before);

    to.run("DELETE FROM players").await;
    copied(&from, &to).await;
    let other = Site::sqlite().await;
    other.store().await;
    let before = dump(&to).await;
    let stranger = copy(&other, &to).await.unwrap_err();
    assert!(matches!(&stranger, CopyError::OtherSource(_)), "{stranger}");
    assert_eq!(dump(&to).await, before);
    assert_eq!(work(&copied(&from, &to).await), (0, 0), "the refused copy has changed nothing");
}

async fn opens_a_copy_only_when_it_is_whole(from: Site, to: Site) {
    play_a_while(&from).await;
    copied(&from, &to).await;
    let store = to.store().await;
    assert_eq!(store.events(table_id("t0"), 1990, 100).await.unwrap().len(), 10);
    let append = Append::new(2001, vec![event("further")], row("t0"));
    assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Committed, "it is a site now");
    assert_eq!(store.table(table_id("t0")).await.unwrap().unwrap().state, TableState::Running);
    store.close().await;
    let late = copy(&from, &to).await.unwrap_err();
    assert!(matches!(late, CopyError::Occupied { .. }), "{late}");
    let store = to.store().await;
    assert_eq!(store.events(table_id("t0"), 2000, 100).await.unwrap().len(), 1, "and is not overwritten");
}

async fn a_second_run_stops_the_first(from: Site, to: Site) {
    play_a_while(&from).await;
    let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (source, target) = (from.url(), to.url());
    let (says, waits) = (begun.clone(), go_on.clone());
    let first = tokio::spawn(async move {
        let copy = Copy { from: &source, to: &target, silence: Duration::ZERO };
        let rows_seen = AtomicU64::new(0);
        // It stands still between two batches until the second is through.
        let run = copy.run(|_| {
            if rows_seen.fetch_add(1, Ordering::Relaxed) == 0 {
                says.notify_one();
                let runtime = tokio::runtime::Handle::current();
                tokio::task::block_in_place(|| runtime.block_on(waits.notified()));
            }
        });
        run.await
    });
    begun.notified().await;
    copied(&from, &to).await;
    go_on.notify_one();
    let stopped = first.await.unwrap();
    assert!(matches!(stopped, Err(CopyError::Overtaken)), "{stopped:?}");
    to.store().await;
}

async fn refuses_sources_that_are_no_site_of_this_version(site: Site) {
    let to = Site::sqlite().await;
    if site.is_sqlite() {
        let missing = copy(&site, &to).await.unwrap_err();
        assert!(matches!(missing, CopyError::NoFile(_)), "{missing}");
        let file = site.url().replace("sqlite:", "");
        let folder = std::path::Path::new(&file).parent().unwrap();
        assert!(!folder.exists(), "nothing is made by looking");
        std::fs::create_dir(folder).unwrap();
        std::fs::write(&file, "").unwrap();
    }
    let empty = copy(&site, &to).await.unwrap_err();
    assert!(matches!(empty, CopyError::NoSite), "{empty}");
    let store = site.store().await;
    store.close().await;
    site.run("DELETE FROM migrations WHERE version > 1").await;
    let old = copy(&site, &to).await.unwrap_err();
    assert!(matches!(old, CopyError::TooOld { found: 1, .. }), "{old}");
    site.run("INSERT INTO migrations (version) VALUES (99)").await;
    let new = copy(&site, &to).await.unwrap_err();
    assert!(matches!(new, CopyError::Source(StoreError::TooNew { found: 99, .. })), "{new}");
    let file = to.url().replace("sqlite:", "");
    assert!(!std::path::Path::new(&file).exists(), "a target is made only when there is something to copy");
}

/// SQLite can hold what PostgreSQL cannot; a host has to know which row it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by cargo xtask test"]
async fn names_the_row_with_a_text_that_postgresql_cannot_hold() {
    let from = Site::sqlite().await;
    from.store().await;
    from.run("INSERT INTO outages (began, ended) VALUES (1, 2)").await;
    from.run(
        "INSERT INTO puzzles (id, kind, number, side, wins_in, study, solution, made)
         VALUES ('y-1', 'y', 1, 'white', 1, 'a' || char(0) || 'b', '', 1)",
    )
    .await;
    copied(&from, &Site::sqlite().await).await;
    let to = Site::postgres().await;
    let error = copy(&from, &to).await.unwrap_err();
    let message = error.to_string();
    assert!(["puzzles", "study", "y-1", "NUL"].iter().all(|word| message.contains(word)), "{message}");
    from.run("DELETE FROM puzzles").await;
    copied(&from, &to).await;
}
