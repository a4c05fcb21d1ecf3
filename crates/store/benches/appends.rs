//! Appends a second, beside what the disk and SQLite can do in the same run: `cargo bench -p taijitu-store`.
//!
//! With `TAIJITU_TEST_POSTGRES` set, PostgreSQL is measured as well (in its default schema).

use sqlx::{AnyConnection, Connection};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use taijitu_ids::{PlayerId, TableId};
use taijitu_store::{
    Append, AppendOutcome, NewEvent, SeatRow, Store, StoreSettings, TableProgress, TableRow, TableState,
};
use tokio::task::JoinSet;

/// How long each measurement takes.
const LENGTH: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir_in(".").expect("a folder on the disk to be measured");
    println!("fdatasync of 4 kB                 {:>8.0} a second", syncs(folder.path()));
    println!("SQLite commits of one row         {:>8.0} a second", commits(folder.path()).await);
    let url = format!("sqlite:{}/site.db", folder.path().display());
    measure("SQLite", &url).await;
    if let Ok(url) = std::env::var("TAIJITU_TEST_POSTGRES") {
        measure("PostgreSQL", &url).await;
    }
    println!("fdatasync of 4 kB, again          {:>8.0} a second", syncs(folder.path()));
}

async fn measure(name: &str, url: &str) {
    let store = Store::open(url, StoreSettings::default()).await.expect("a database");
    for (callers, tables) in [(1, 1), (256, 1), (256, 40), (1024, 10)] {
        let rate = appends(&store, callers, tables).await;
        println!(
            "{name:<10} {callers:>4} callers, {:>5} tables {rate:>8.0} appends a second",
            callers * tables
        );
    }
    store.close().await;
}

/// Each caller plays turn after turn at its own tables, one after the other.
async fn appends(store: &Store, callers: usize, tables: usize) -> f64 {
    let run = u128::from(std::process::id()) << 64 | (callers as u128) << 48 | (tables as u128) << 32;
    let mut tasks = JoinSet::new();
    let begun = now();
    for caller in 0..callers {
        let store = store.clone();
        let ids: Vec<TableId> =
            (0..tables).map(|table| TableId(run | (table as u128) << 16 | caller as u128)).collect();
        tasks.spawn(async move {
            let mut done = 0_usize;
            while begun.elapsed() < LENGTH {
                let n = (done / tables) as i64 + 1;
                let answer = store.append(turn(ids[done % tables], n)).await.expect("an answer");
                assert_eq!(answer, AppendOutcome::Committed);
                done += 1;
            }
            done
        });
    }
    let done: usize = tasks.join_all().await.into_iter().sum();
    done as f64 / begun.elapsed().as_secs_f64()
}

/// A turn as the server writes it: an event, and what changes in the row of the table. The first one makes the row.
fn turn(table: TableId, n: i64) -> Append {
    let progress = TableProgress {
        id: table,
        updated: 1_790_000_000_000 + n,
        deadline: Some(1_790_000_060_000 + n),
        acts: 1 << (n % 2),
        turns: n,
    };
    let event = NewEvent { at: n, body: format!("{n:150}") };
    if n > 1 {
        return Append::progress(n, vec![event], progress);
    }
    let row = TableRow {
        id: table,
        kind: "yinsh".into(),
        public: true,
        state: TableState::Running,
        host: PlayerId(0),
        created: 1_790_000_000_000,
        updated: progress.updated,
        head: 0,
        deadline: progress.deadline,
        summary: format!("{n:200}"),
        acts: progress.acts,
        turns: progress.turns,
    };
    let mut append = Append::new(n, vec![event], row);
    let seat = |seat| SeatRow { player: PlayerId(table.0 << 1 | seat as u128), seat };
    append.seats = Some(vec![seat(0), seat(1)]);
    append
}

fn syncs(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("sync")).expect("a file");
    file.write_all(&[0; 4096 * 64]).and_then(|()| file.sync_all()).expect("room on the disk");
    let begun = now();
    let mut done = 0_u64;
    while begun.elapsed() < Duration::from_secs(1) {
        // Within the file, as in a write-ahead log that has been round once.
        file.seek(SeekFrom::Start(done % 64 * 4096)).expect("a file");
        file.write_all(&[0; 4096]).expect("room on the disk");
        rustix::fs::fdatasync(&file).expect("a disk that syncs");
        done += 1;
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

async fn commits(folder: &Path) -> f64 {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite:{}/single.db?mode=rwc", folder.display());
    let mut connection = AnyConnection::connect(&url).await.expect("a database");
    let begin = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n bigint)";
    sqlx::raw_sql(begin).execute(&mut connection).await.expect("a table");
    let begun = now();
    let mut done = 0_i32;
    while begun.elapsed() < Duration::from_secs(1) {
        let insert = sqlx::query("INSERT INTO t (n) VALUES ($1)").bind(i64::from(done));
        insert.execute(&mut connection).await.expect("a commit");
        done += 1;
    }
    f64::from(done) / begun.elapsed().as_secs_f64()
}

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}
