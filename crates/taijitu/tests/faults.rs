//! Three nodes on one PostgreSQL and one NATS, everything going wrong; and a SQLite node out of disk. The short form:
//! `cargo xtask faults` takes ten minutes.

use crate::PROGRAM;
use std::path::Path;
use taijitu_loadtest::faults::{RatedTerms, Terms, out_of_disk, rated_on_postgres, rated_on_sqlite, run};
use taijitu_loadtest::tournaments::{TournamentFormat, TournamentTerms, on_postgres, on_sqlite};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn nothing_is_lost_doubled_charged_or_leaked_while_faults_are_injected() {
    let logs = tempfile::tempdir().unwrap();
    let terms = Terms { seed: 5, seconds: 30, faults: 15, nodes: 3, workers: 0 };
    let report = run(Path::new(PROGRAM), terms, 16, logs.path()).await.unwrap();
    println!("{}", report.markdown());
    if !report.violations.is_empty() {
        let kept = logs.keep();
        panic!("{}what the nodes said is in {}", report.wrongs(), kept.display());
    }
    assert!(report.faults() == 15 && report.numbers.turns > 100, "{:?}", report.numbers);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_out_of_disk_refuses_loses_nothing_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let full = out_of_disk(Path::new(PROGRAM), folder.path(), 10, 2, 3).await.unwrap();
    println!("{full}");
    if !full.violations.is_empty() {
        panic!("{:#?}\n{}", full.violations, folder.keep().display());
    }
    assert!(full.refused_with.iter().all(|code| code == "unavailable"), "{full}");
    assert!(full.numbers.turns > 50, "{full}");
}

/// The short form of `cargo xtask rated`.
#[tokio::test(flavor = "multi_thread")]
async fn rated_games_count_once_while_the_node_is_killed() {
    let terms = RatedTerms { games: 120, players: 8, tables: 12, seed: 3 };
    let report = rated_on_sqlite(Path::new(PROGRAM), terms, 3).await.unwrap();
    println!("{report}");
    assert!(report.challenges > 0 && report.conditional > 0, "{report}");
}

/// The short form of `cargo xtask tournaments`.
#[tokio::test(flavor = "multi_thread")]
async fn tournaments_count_every_game_once_while_the_node_is_killed() {
    for (kind, entrants) in
        [(TournamentFormat::Swiss { rounds: 2 }, 6), (TournamentFormat::Teams { rounds: 1 }, 2)]
    {
        let terms = TournamentTerms { kind, entrants, kills: 1, seed: 6, watchers: 3 };
        println!("{}", on_sqlite(Path::new(PROGRAM), terms).await.unwrap());
    }
}

/// The short form of `cargo xtask tournaments --postgres`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn tournaments_count_every_game_once_on_three_nodes() {
    let terms =
        TournamentTerms { kind: TournamentFormat::RoundRobin, entrants: 5, kills: 2, seed: 7, watchers: 0 };
    println!("{}", on_postgres(Path::new(PROGRAM), terms).await.unwrap());
}

/// The short form of `cargo xtask rated --postgres`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn rated_games_count_once_on_three_nodes_while_everything_goes_wrong() {
    let logs = tempfile::tempdir().unwrap();
    let terms = RatedTerms { games: 150, players: 8, tables: 12, seed: 4 };
    match rated_on_postgres(Path::new(PROGRAM), terms, (20, 10), logs.path()).await {
        Ok(report) => println!("{report}"),
        Err(error) => panic!("{error:#}; what the nodes said is in {}", logs.keep().display()),
    }
}
