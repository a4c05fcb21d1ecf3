//! Looking at a database leaves it as it is.

use crate::help::Site;
use taijitu_store::{Backend, Store};

on_both!(a_database_is_looked_at, a_database_without_a_site_stays_so);

async fn a_database_is_looked_at(site: Site) {
    let store = site.store().await;
    for (node, at) in [("one", 100), ("two", 200), ("three", 300)] {
        store.heartbeat(node, || at, i64::MAX, at).await.unwrap();
    }
    let found = Store::inspect(&site.url(), 200).await.unwrap();
    assert_eq!((found.version, found.nodes), (found.known, 2));
    let setting =
        |name: &str| found.settings.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str());
    if found.kind == Backend::Sqlite {
        assert_eq!((setting("journal_mode"), found.clock), (Some("wal"), None));
    } else {
        assert!(setting("fsync").is_some() && found.clock.is_some(), "{found:?}");
    }
    store.close().await;
    let again = Store::inspect(&site.url(), 200).await.unwrap();
    assert_eq!(again.nodes, 2, "while no server runs, too");
    if site.is_sqlite() {
        site.run("INSERT INTO migrations (version) VALUES (99)").await;
        assert_eq!(Store::inspect(&site.url(), 0).await.unwrap().version, 99);
    }
}

async fn a_database_without_a_site_stays_so(site: Site) {
    if site.is_sqlite() {
        assert!(Store::inspect(&site.url(), 0).await.is_err(), "there is no file");
        assert!(Store::inspect(&site.url(), 0).await.is_err(), "and none was made");
        return;
    }
    for _ in 0..2 {
        let found = Store::inspect(&site.url(), 0).await.unwrap();
        assert_eq!((found.version, found.nodes), (0, 0));
    }
}
