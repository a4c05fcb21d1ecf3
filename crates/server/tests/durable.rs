//! Acknowledged means committed and synced: what every connection of the server's store says about it.

use taijitu_testkit::*;

#[tokio::test]
async fn every_connection_of_the_server_syncs_what_it_commits() {
    let site = TestSite::start().await;
    let settings = site.app().site.store.synchronous_settings().await.unwrap();
    assert!(settings.len() > 1, "the writer's own, and the pooled ones");
    for setting in settings {
        // 2 is FULL: the write-ahead log is synced before a commit returns.
        assert!(setting.contains("synchronous=2") && setting.contains("journal_mode=wal"), "{setting}");
    }
}
