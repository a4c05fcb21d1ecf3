//! The files of a SQLite database: who may read them, who may use them, and what is left in them.

use crate::help::{event, message, player_id, row, table_id};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use taijitu_store::{Append, ServingLock, Store, StoreError, StoreSettings};

fn url(folder: &Path) -> String {
    format!("sqlite:{}/new/site.db", folder.display())
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn everything_is_made_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let url = url(folder.path());
    let _lock = ServingLock::take(&url, false).unwrap();
    let store = Store::open(&url, StoreSettings::default()).await.unwrap();
    store.append(Append::new(1, vec![event("x")], row("t"))).await.unwrap();
    let new = folder.path().join("new");
    store.backup(new.join("copy.db")).await.unwrap();
    assert_eq!(mode(&new), 0o700);
    let mut seen = 0;
    for file in std::fs::read_dir(&new).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 5, "database, log, index of the log, lock, backup");
    store.close().await;
    let copy = Store::open(&format!("sqlite:{}", new.join("copy.db").display()), StoreSettings::default())
        .await
        .unwrap();
    assert_eq!(copy.events(table_id("t"), 0, 9).await.unwrap().len(), 1);
    copy.close().await;
}

#[tokio::test]
async fn one_server_serves_unless_all_share() {
    let folder = tempfile::tempdir().unwrap();
    let url = url(folder.path());
    let alone = ServingLock::take(&url, false).unwrap();
    for shared in [false, true] {
        let refused = ServingLock::take(&url, shared).unwrap_err();
        assert!(matches!(refused, StoreError::Served(_)), "{refused}");
        assert!(refused.to_string().contains("site.db") && refused.to_string().contains("--share-data"));
    }
    let beside = Store::open(&url, StoreSettings::default()).await.unwrap();
    beside.close().await;
    drop(alone);
    let first = ServingLock::take(&url, true).unwrap();
    let second = ServingLock::take(&url, true).unwrap();
    assert!(ServingLock::take(&url, false).is_err());
    drop((first, second));
    ServingLock::take(&url, false).unwrap();
    ServingLock::take("postgres://nobody@127.0.0.1:1/none", false).unwrap();
}

/// Whether some text is anywhere in the files of the database.
fn is_in_files(folder: &Path, text: &str) -> bool {
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let files = std::fs::read_dir(folder.join("new")).unwrap();
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).any(|bytes| holds(&bytes))
}

async fn disappears(folder: &Path, text: &str) {
    let gone = async {
        while is_in_files(folder, text) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), gone)
        .await
        .unwrap_or_else(|_| panic!("{text} is in a file"));
}

/// While the store is open: closing it would copy the write-ahead log and delete it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erased_text_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&url(folder.path()), StoreSettings::default()).await.unwrap();
    for n in 1..=200 {
        let body = format!("a secret turn, number {n}: {}", "x".repeat(300));
        store.append(Append::new(n, vec![event(&body)], row("t"))).await.unwrap();
    }
    assert!(is_in_files(folder.path(), "a secret turn"));
    let mut end = Append::new(201, vec![event("end")], row("t"));
    end.erase = (1..=200).map(|n| (n, "{}".to_owned())).collect();
    store.append(end).await.unwrap();
    disappears(folder.path(), "a secret turn").await;
    assert_eq!(store.events(table_id("t"), 0, 1000).await.unwrap().len(), 201);
    store.create_player(&crate::help::account("ann", Some("Ann"))).await.unwrap();
    let mut words = message("t", "ann", "1");
    words.text = "words to be forgotten".into();
    store.say(&words).await.unwrap();
    assert!(is_in_files(folder.path(), "words to be forgotten"));
    store
        .delete_player(player_id("ann"), taijitu_store::Deletion { with_words: true, ..Default::default() })
        .await
        .unwrap();
    disappears(folder.path(), "words to be forgotten").await;
    store.close().await;
}
