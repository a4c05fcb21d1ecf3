//! What `cargo xtask load` measures, in small: every client checks that it misses no event.

use crate::PROGRAM;
use std::path::Path;
use std::time::Duration;
use taijitu_loadtest::load::{Database, LoadSite, Paces, TurnPace, Turns, idle, round, run, soak};

const PACE: TurnPace = TurnPace {
    tables: 8,
    think: Some(Duration::from_millis(20)),
    spectators: 24,
    reconnects: 20.0,
    time: Duration::from_secs(3),
    leave: false,
};

fn something_was_measured(turns: &Turns) {
    assert!(turns.turns > 0 && turns.acknowledged.len() == turns.delivered.len(), "{turns:?}");
    assert!(!turns.returned.is_empty(), "connections were lost");
    assert!(!turns.watched.each.is_empty(), "somebody watched");
    assert!(turns.processor.servers > 0.0 && turns.processor.driver > 0.0);
    assert!(turns.memory.iter().all(|memory| memory.servers > 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_miss_nothing_on_one_node() {
    let folder = tempfile::tempdir().unwrap();
    let site = LoadSite::start(Path::new(PROGRAM), &Database::Sqlite(folder.path().into()), 1).await.unwrap();
    let turns = run(&site, PACE).await.unwrap();
    something_was_measured(&turns);
    // Of eight tables with three spectators each.
    let (by_all, missing) = turns.watched.by_all(3);
    assert!(!by_all.is_empty() && missing == 0, "{missing} turns did not reach all");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_tables_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let site = LoadSite::start(Path::new(PROGRAM), &Database::Sqlite(folder.path().into()), 1).await.unwrap();
    let soaked = soak(&site, TurnPace { think: None, ..PACE }).await.unwrap();
    something_was_measured(&soaked.turns);
    assert!(!soaked.memory.is_empty());
    let idle = idle(&site, 40).await.unwrap();
    assert_eq!(idle.steps.last().map(|step| step.0), Some(40));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_the_same_turns_in_one_round() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite(folder.path().into());
    let pace = TurnPace { time: Duration::from_secs(1), ..PACE };
    let paces = Paces { full: TurnPace { think: None, ..pace }, steady: pace };
    let program = Path::new(PROGRAM);
    let round = round(program, program, &database, 1, paces, true).await.unwrap();
    for sample in [round.this, round.other] {
        for turns in [sample.full, sample.steady] {
            assert!(turns.turns > 0 && turns.processor.servers > 0.0 && !turns.acknowledged.is_empty());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn nothing_is_missed_between_three_nodes() {
    let database = crate::postgres();
    let site = LoadSite::start(Path::new(PROGRAM), &Database::At(database), 3).await.unwrap();
    assert_eq!(site.addresses().len(), 3);
    let turns = run(&site, PACE).await.unwrap();
    something_was_measured(&turns);
    assert!(turns.processor.bus > 0.0 || turns.memory[2].bus > 0, "the nodes share a bus");
}
