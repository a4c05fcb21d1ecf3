//! Appending to the log of a table: who wins a number, what a loser leaves, what cannot be stored.

use crate::help::{self, Site, event, game, game_id, player_id, row, row_of, table_id};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;
use taijitu_ids::TableId;
use taijitu_store::{Append, AppendOutcome, SeatRow, Store, StoreError, StoreSettings, TableRow};
use tokio::task::JoinSet;

on_both!(
    one_of_a_hundred_wins_a_number,
    two_nodes_race_and_every_number_is_won_once,
    a_loser_leaves_nothing_behind,
    a_loser_does_not_hinder_others,
    waits_for_the_other_node_and_takes_back_half_an_append,
    appends_of_one_table_may_share_a_batch,
    a_turn_that_lost_leaves_the_row_of_the_winner,
    a_log_has_no_gaps,
    refuses_what_no_database_can_hold,
    erases_bodies_and_keeps_numbers,
    tells_heads,
    answers_all_who_follow_a_log,
);

async fn one_of_a_hundred_wins_a_number(site: Site) {
    let store = site.store().await;
    let mut tasks = JoinSet::new();
    for k in 0..100 {
        let store = store.clone();
        tasks.spawn(async move {
            let body = format!("turn of {k}");
            (k, store.append(Append::new(1, vec![event(&body)], row("t"))).await.unwrap())
        });
    }
    let answers = tasks.join_all().await;
    let winners: Vec<_> = answers.iter().filter(|(_, answer)| *answer == AppendOutcome::Committed).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(
        answers.iter().filter(|(_, answer)| *answer == AppendOutcome::Conflict { head: 1 }).count(),
        99
    );
    let events = store.events(table_id("t"), 0, 10).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].body, format!("turn of {}", winners[0].0));
}

/// Two stores on one database are two nodes: each player of each node claims the next number of every table.
async fn two_nodes_race_and_every_number_is_won_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    let mut tasks = JoinSet::new();
    for (k, node) in nodes.iter().cycle().take(8).cloned().enumerate() {
        tasks.spawn(async move {
            let mut won = Vec::new();
            for n in 1..=10 {
                for table in 0..8 {
                    let table = format!("t{}", (table + k) % 8);
                    let events = vec![event(&k.to_string()), event("and more")];
                    let append = Append::new(2 * n - 1, events, row(&table));
                    if node.append(append).await.unwrap() == AppendOutcome::Committed {
                        won.push((table, 2 * n - 1, k.to_string()));
                    }
                }
            }
            won
        });
    }
    let mut won = tasks.join_all().await.concat();
    won.sort();
    let mut stored = Vec::new();
    for table in (0..8).map(|table| format!("t{table}")) {
        let events = nodes[0].events(table_id(&table), 0, 100).await.unwrap();
        assert_eq!(events.iter().map(|event| event.n).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
        stored.extend(events.into_iter().step_by(2).map(|event| (table.clone(), event.n, event.body)));
    }
    assert_eq!(won, stored);
}

async fn a_loser_leaves_nothing_behind(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 5).await;
    let mut append = Append::new(5, vec![event("five"), event("six"), event("seven")], row("t"));
    row_of(&mut append).summary = "changed".into();
    append.seats = Some(vec![SeatRow { player: player_id("p"), seat: 0 }]);
    append.finished = Some(game("g", 1));
    append.erase = vec![(1, "gone".into())];
    assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Conflict { head: 5 });
    let events = store.events(table_id("t"), 0, 100).await.unwrap();
    assert_eq!(events.len(), 5);
    assert_eq!(events[0].body, "event 1");
    assert_eq!(store.table(table_id("t")).await.unwrap().unwrap().summary, "summary");
    assert_eq!(store.seats(table_id("t")).await.unwrap(), []);
    assert_eq!(store.game(game_id("g")).await.unwrap(), None);
}

async fn a_loser_does_not_hinder_others(site: Site) {
    let store = site.store().await;
    site.play("lost", 1, 1).await;
    let mut tasks = JoinSet::new();
    for k in 0..60 {
        let store = store.clone();
        let table = if k % 3 == 0 { "lost".to_owned() } else { format!("t{k}") };
        tasks.spawn(async move {
            let answer = store.append(Append::new(1, vec![event("x")], row(&table))).await.unwrap();
            (table, answer)
        });
    }
    for (table, answer) in tasks.join_all().await {
        let expected =
            if table == "lost" { AppendOutcome::Conflict { head: 1 } } else { AppendOutcome::Committed };
        assert_eq!(answer, expected, "{table}");
    }
}

/// The other node has written number 2 and is about to commit when this one wants 2 and 3.
async fn waits_for_the_other_node_and_takes_back_half_an_append(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 1).await;
    let mut other = site.lock().await;
    let t = table_id("t");
    other.run(&format!("INSERT INTO events (table_id, n, at, body) VALUES ('{t}', 2, 1, 'theirs')")).await;
    other.run(&format!("UPDATE tables SET head = 2, summary = 'theirs' WHERE id = '{t}'")).await;
    let half = Append::new(2, vec![event("two"), event("three")], row("t"));
    let after = Append::new(4, vec![event("four")], row("t"));
    let elsewhere = Append::new(1, vec![event("one")], row("u"));
    let appends = [half, after, elsewhere].map(|append| Box::pin(store.append(append)));
    let mut answers = pin!(help::all(appends.into()));
    let early = tokio::time::timeout(Duration::from_millis(300), &mut answers).await;
    assert!(early.is_err(), "answered before the other node has committed: {early:?}");
    other.commit().await;
    let answers: Vec<_> = answers.await.into_iter().map(Result::unwrap).collect();
    let conflict = AppendOutcome::Conflict { head: 2 };
    assert_eq!(answers, [conflict, conflict, AppendOutcome::Committed]);
    let bodies = store.events(table_id("t"), 0, 9).await.unwrap().into_iter().map(|event| event.body);
    assert_eq!(bodies.collect::<Vec<_>>(), ["event 1", "theirs"]);
    let table = store.table(table_id("t")).await.unwrap().unwrap();
    assert_eq!((table.head, table.summary.as_str()), (2, "theirs"));
    assert_eq!(store.table(table_id("u")).await.unwrap().unwrap().head, 1);
}

async fn appends_of_one_table_may_share_a_batch(site: Site) {
    let store = site.store().await;
    let appends = (1..=59).map(|n| {
        let row = TableRow { summary: n.to_string(), turns: n, ..row("t") };
        let events = vec![event(&format!("event {n}"))];
        // Most are turns, some change the whole row.
        let is_turn = n % 10 > 1;
        store.append(if is_turn {
            Append::progress(n, events, row.progress())
        } else {
            Append::new(n, events, row)
        })
    });
    // Polled in order, they enter the queue in order.
    let mut tasks = Vec::new();
    for append in appends {
        tasks.push(Box::pin(append));
    }
    for answer in help::all(tasks).await {
        assert_eq!(answer.unwrap(), AppendOutcome::Committed);
    }
    let table = store.table(table_id("t")).await.unwrap().unwrap();
    assert_eq!((table.head, table.summary.as_str(), table.turns), (59, "51", 59));
    assert_eq!(store.events(table_id("t"), 0, 100).await.unwrap().len(), 59);
}

/// Another node was faster at one table of a batch: its turn wins, and the turns of the others are written.
async fn a_turn_that_lost_leaves_the_row_of_the_winner(site: Site) {
    let store = site.store().await;
    for table in ["t", "u"] {
        site.play(table, 1, 1).await;
    }
    let turn = |table: &str, n: i64, turns: i64| {
        let row = TableRow { turns, ..row(table) };
        Box::pin(store.append(Append::progress(n, vec![event("turn")], row.progress())))
    };
    assert_eq!(turn("t", 2, 1).await.unwrap(), AppendOutcome::Committed);
    let answers = help::all(vec![turn("t", 2, 7), turn("u", 2, 2)]).await;
    let answers: Vec<AppendOutcome> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers, [AppendOutcome::Conflict { head: 2 }, AppendOutcome::Committed]);
    for (table, turns) in [("t", 1), ("u", 2)] {
        let row = store.table(table_id(table)).await.unwrap().unwrap();
        assert_eq!((row.head, row.turns), (2, turns), "{table}");
    }
    assert!(matches!(turn("new", 1, 1).await, Err(StoreError::Invalid(_))));
    assert_eq!(store.events(table_id("new"), 0, 10).await.unwrap(), []);
}

async fn a_log_has_no_gaps(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 3).await;
    let late = store.append(Append::new(5, vec![event("five")], row("t"))).await.unwrap();
    assert_eq!(late, AppendOutcome::Conflict { head: 3 });
    assert_eq!(store.events(table_id("t"), 3, 10).await.unwrap(), []);
}

async fn refuses_what_no_database_can_hold(site: Site) {
    let store = site.store().await;
    let nothing = store.append(Append::new(1, vec![], row("t"))).await;
    assert!(matches!(nothing, Err(StoreError::Invalid(_))), "{nothing:?}");
    let nul = store.append(Append::new(1, vec![event("a\0b")], row("t"))).await;
    assert!(matches!(nul, Err(StoreError::Invalid(_))), "{nul:?}");
    let mut seat = Append::new(1, vec![event("x")], row("t"));
    seat.seats = Some(vec![SeatRow { player: player_id("p"), seat: 63 }]);
    assert!(matches!(store.append(seat).await, Err(StoreError::Invalid(_))));
    assert_eq!(store.table(table_id("t")).await.unwrap(), None);
}

async fn erases_bodies_and_keeps_numbers(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 100).await;
    site.play("u", 1, 3).await;
    let mut end = Append::new(101, vec![event("end")], row("t"));
    end.erase = (2..=99).map(|n| (n, "{}".to_owned())).collect();
    assert_eq!(store.append(end).await.unwrap(), AppendOutcome::Committed);
    let events = store.events(table_id("t"), 0, 1000).await.unwrap();
    assert_eq!(events.len(), 101);
    assert_eq!(events[0].body, "event 1");
    assert!(events[1..99].iter().all(|event| event.body == "{}"));
    assert_eq!(events[99].body, "event 100");
    assert!(
        store.events(table_id("u"), 0, 9).await.unwrap().iter().all(|event| event.body.starts_with("event"))
    );
}

async fn tells_heads(site: Site) {
    let store = site.store().await;
    let ids: Vec<String> = (0..90).map(|k| format!("t{k:02}")).collect();
    for (n, id) in (1..).zip(&ids) {
        site.play(id, 1, 1 + n % 3).await;
    }
    let mut requested: Vec<TableId> = ids.iter().map(|id| table_id(id)).collect();
    requested.push(table_id("unknown"));
    let mut heads = store.heads(&requested).await.unwrap();
    heads.sort();
    let expected: Vec<_> = (1..).zip(&ids).map(|(n, id)| (table_id(id), 1 + n % 3)).collect();
    assert_eq!(heads, expected);
    assert_eq!(store.heads(&[]).await.unwrap(), []);
    assert_eq!(
        store.events(table_id("t01"), 1, 1).await.unwrap().iter().map(|event| event.n).collect::<Vec<_>>(),
        [2]
    );
}

async fn answers_all_who_follow_a_log(site: Site) {
    let store = site.store().await;
    for k in 0..90 {
        site.play(&format!("t{k:02}"), 1, 5).await;
    }
    let mut asking = JoinSet::new();
    // Each table twice, from different heads, and one that does not exist.
    for (k, since) in (0..180).map(|k| (k % 91, k % 7)) {
        let store = store.clone();
        asking.spawn(async move {
            let events = store.events_after(table_id(&format!("t{k:02}")), since).await.unwrap();
            let numbers: Vec<i64> = events.iter().map(|event| event.n).collect();
            let last = if k == 90 { 0 } else { 5 };
            assert_eq!(numbers, (since + 1..=last).collect::<Vec<_>>(), "t{k:02} after {since}");
        });
    }
    while let Some(requested) = asking.join_next().await {
        requested.unwrap();
    }
}

/// No commit copies the log into the database, so something else has to: without it the log would grow without end.
#[tokio::test]
async fn the_write_ahead_log_is_copied_while_the_store_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("site.db");
    let store = Store::open(&format!("sqlite:{}", file.display()), StoreSettings::default()).await.unwrap();
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |found| found.len());
    let long = "x".repeat(100_000);
    for n in 1..=80 {
        store.append(Append::new(n, vec![event(&long)], row("t"))).await.unwrap();
    }
    let written = 80 * long.len() as u64;
    let copied = async {
        while size(&file) < written {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), copied).await.expect("the log is copied");
    store.close().await;
    assert_eq!(size(&file.with_extension("db-wal")), 0);
}
