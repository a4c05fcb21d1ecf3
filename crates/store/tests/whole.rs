//! The database as a whole: opening, durability, crashes, lost connections, backups, heartbeats.

use crate::help::{Site, event, row, table_id};
use taijitu_store::{Append, AppendOutcome, Backend, OutageRow, Store, StoreError, StoreSettings};
use tokio::task::JoinSet;

on_both!(
    notices_when_no_node_was_alive,
    an_outage_never_ends_after_now,
    a_clock_that_was_right_after_all_is_believed_again,
    backs_up_while_writing,
    every_connection_is_durable,
    finds_everything_after_a_crash,
    two_processes_may_open_at_once,
    answers_after_closing_that_it_is_closed,
    survives_lost_connections,
);

async fn notices_when_no_node_was_alive(site: Site) {
    let (one, two) = (site.store().await, site.store().await);
    assert_eq!(one.heartbeat("one", || 1_000, 2_000, i64::MAX).await.unwrap(), []);
    assert_eq!(one.heartbeat("one", || 2_000, 2_000, i64::MAX).await.unwrap(), []);
    assert_eq!(two.heartbeat("two", || 4_000, 2_000, i64::MAX).await.unwrap(), [], "2 s is no gap");
    assert_eq!(
        one.heartbeat("one", || 5_000, 2_000, i64::MAX).await.unwrap(),
        [],
        "the other node was alive"
    );
    let first = OutageRow { began: 5_000, ended: 8_000 };
    assert_eq!(two.heartbeat("two", || 8_000, 2_000, i64::MAX).await.unwrap(), [first]);
    assert_eq!(one.heartbeat("one", || 8_500, 2_000, i64::MAX).await.unwrap(), [first], "both see it, once");
    let second = OutageRow { began: 8_500, ended: 20_000 };
    assert_eq!(one.heartbeat("one", || 20_000, 2_000, i64::MAX).await.unwrap(), [first, second]);
    assert_eq!(
        one.heartbeat("one", || 20_500, 2_000, 12_500).await.unwrap(),
        [second],
        "old ones are left out"
    );
    assert_eq!(one.outages(0, 20_500).await.unwrap(), [first, second]);
}

/// A clock that was an hour ahead for three seconds, with rows that an earlier version left behind.
async fn an_outage_never_ends_after_now(site: Site) {
    let store = site.store().await;
    let beat = |node: &'static str, now: i64| store.heartbeat(node, move || now, 2_000, i64::MAX);
    beat("one", 1_000).await.unwrap();
    let ahead = OutageRow { began: 1_000, ended: 3_601_000 };
    assert_eq!(beat("one", 3_601_000).await.unwrap(), [ahead]);
    beat("one", 3_604_000).await.unwrap();
    assert_eq!(store.outages(0, 5_000).await.unwrap(), [OutageRow { began: 1_000, ended: 5_000 }]);
    let cut = OutageRow { began: 1_000, ended: 5_000 };
    assert_eq!(beat("two", 5_000).await.unwrap(), [cut], "another node, whose clock is right");
    assert_eq!(beat("two", 6_000).await.unwrap(), [cut], "and it does not grow");
    assert_eq!(beat("two", 3_602_000).await.unwrap()[0], cut, "nor does it come back when its time has come");
    site.run("INSERT INTO outages (began, ended) VALUES (9000000, 9900000)").await;
    assert_eq!(beat("two", 3_603_000).await.unwrap().len(), 2, "what has not begun is no outage");
}

/// Two nodes that do not agree for a while: each takes back what the other wrote, and in the end nobody is charged.
async fn a_clock_that_was_right_after_all_is_believed_again(site: Site) {
    let store = site.store().await;
    let beat = |node: &'static str, now: i64| store.heartbeat(node, move || now, 2_000, i64::MAX);
    beat("one", 1_000).await.unwrap();
    beat("two", 1_500).await.unwrap();
    beat("one", 3_602_000).await.unwrap();
    beat("two", 2_500).await.unwrap();
    let all = beat("one", 3_603_000).await.unwrap();
    assert_eq!(
        all,
        [OutageRow { began: 1_500, ended: 2_500 }, OutageRow { began: 2_500, ended: 3_603_000 }]
            .into_iter()
            .reduce(|one, two| OutageRow { ended: two.ended, ..one })
            .into_iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(beat("two", 3_603_500).await.unwrap(), all);
}

async fn backs_up_while_writing(site: Site) {
    let store = site.store().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    if store.kind() == Backend::Postgres {
        let error = store.backup(&path).await.unwrap_err();
        assert!(error.to_string().contains("pg_dump"), "{error}");
        return;
    }
    site.play("before", 1, 200).await;
    let writing = store.clone();
    let writer = tokio::spawn(async move {
        for n in 1..=300 {
            let append = Append::new(n, vec![event("during")], row("during"));
            assert_eq!(writing.append(append).await.unwrap(), AppendOutcome::Committed);
        }
    });
    store.backup(&path).await.unwrap();
    writer.await.unwrap();
    assert!(matches!(store.backup(&path).await, Err(StoreError::BackupExists(_))), "never overwrites");
    let nowhere = path.with_file_name("nowhere").join("backup.db");
    assert!(matches!(store.backup(&nowhere).await, Err(StoreError::NoBackupFolder(_))));
    let copy = Store::open(&format!("sqlite:{}", path.display()), StoreSettings::default()).await.unwrap();
    assert_eq!(
        copy.events(table_id("before"), 0, 1000).await.unwrap(),
        store.events(table_id("before"), 0, 1000).await.unwrap()
    );
    assert_eq!(copy.events(table_id("before"), 0, 1000).await.unwrap().len(), 200);
    let during = copy.events(table_id("during"), 0, 1000).await.unwrap();
    let head = copy.table(table_id("during")).await.unwrap().map_or(0, |table| table.head);
    assert_eq!(during.len() as i64, head, "a copy is one state");
}

async fn every_connection_is_durable(site: Site) {
    let store = site.store().await;
    let settings = store.synchronous_settings().await.unwrap();
    let writers = if store.kind() == Backend::Sqlite { 2 } else { 1 };
    assert_eq!(settings.len(), writers + StoreSettings::default().connections as usize);
    let expected = match store.kind() {
        Backend::Sqlite => "synchronous=2 journal_mode=wal foreign_keys=1 secure_delete=1 busy_timeout=5000",
        Backend::Postgres => "synchronous_commit=on",
    };
    assert!(settings.iter().all(|setting| setting == expected), "{settings:?}");
}

/// A store that is dropped has neither closed its connections nor waited for anything.
async fn finds_everything_after_a_crash(site: Site) {
    let store = site.store().await;
    for n in 1..=20 {
        store.append(Append::new(n, vec![event("x")], row("t"))).await.unwrap();
    }
    drop(store);
    site.forget().await;
    let store = site.store().await;
    assert_eq!(store.events(table_id("t"), 0, 100).await.unwrap().len(), 20);
    assert_eq!(
        store.append(Append::new(21, vec![event("x")], row("t"))).await.unwrap(),
        AppendOutcome::Committed
    );
}

async fn two_processes_may_open_at_once(site: Site) {
    let mut tasks = JoinSet::new();
    for _ in 0..24 {
        let url = site.url();
        tasks.spawn(async move { Store::open(&url, StoreSettings::default()).await.map(|_| ()) });
    }
    for opened in tasks.join_all().await {
        opened.unwrap();
    }
}

async fn answers_after_closing_that_it_is_closed(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 1).await;
    let last = store.append(Append::new(2, vec![event("x")], row("t")));
    let other = store.clone();
    let (last, ()) = tokio::join!(last, other.close());
    assert_eq!(last.unwrap(), AppendOutcome::Committed, "what waits is committed");
    let late = store.append(Append::new(3, vec![event("x")], row("t"))).await;
    assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
    assert!(matches!(store.ping().await, Err(StoreError::Closed)));
    store.close().await;
    assert_eq!(store.writer_depth(), 0);
}

/// On PostgreSQL an administrator ends every connection; on SQLite another process holds the lock too long.
async fn survives_lost_connections(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 1).await;
    match store.kind() {
        Backend::Postgres => site.end_all_connections().await,
        Backend::Sqlite => {
            let lock = site.lock().await;
            let refused = store.append(Append::new(2, vec![event("x")], row("t"))).await;
            assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
            lock.commit().await;
        }
    }
    assert_eq!(
        store.append(Append::new(2, vec![event("x")], row("t"))).await.unwrap(),
        AppendOutcome::Committed
    );
    assert_eq!(store.events(table_id("t"), 0, 9).await.unwrap().len(), 2);
    store.ping().await.unwrap();
}

#[tokio::test]
async fn refuses_addresses_it_does_not_understand() {
    for url in ["mysql://host/name", "sqlite::memory:", "site.db"] {
        let error = Store::open(url, StoreSettings::default()).await.unwrap_err();
        assert!(matches!(error, StoreError::Address(_)), "{url}: {error}");
    }
    let nowhere = Store::open("postgres://nobody@127.0.0.1:1/none", StoreSettings::default()).await;
    assert!(matches!(nowhere, Err(StoreError::Database(_))));
}
