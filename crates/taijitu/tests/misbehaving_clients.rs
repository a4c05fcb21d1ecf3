//! Two hundred guests at a real server process: all ten games, sockets and HTTP, bad manners, and kill -9.

use crate::PROGRAM;
use std::path::Path;
use taijitu_loadtest::party;
use taijitu_testkit::ServerProcess;

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_guests_play_all_games_and_nothing_is_lost_or_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(Path::new(PROGRAM), folder.path(), &[]).await.unwrap();
    let report = party::play(server.address(), 200, 1).await.unwrap();
    assert!(report.games >= 90 && report.acknowledged > 5_000, "{report}");
}

/// The short form; `cargo xtask crash` kills a hundred times.
#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_turns_survive_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = ServerProcess::start(Path::new(PROGRAM), folder.path(), &[]).await.unwrap();
    let report = party::with_kills(&mut server, 60, 6, 7).await.unwrap();
    assert!(report.games >= 25 && report.acknowledged > 500, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by cargo xtask test"]
async fn postgresql_carries_the_same_players() {
    let database = crate::postgres();
    let server = ServerProcess::start(Path::new(PROGRAM), Path::new(&database), &[]).await.unwrap();
    let report = party::play(server.address(), 40, 3).await.unwrap();
    assert!(report.games >= 15 && report.acknowledged > 500, "{report}");
}
