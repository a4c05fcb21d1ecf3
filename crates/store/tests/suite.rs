//! Every test of the store on SQLite, and on PostgreSQL when `TAIJITU_TEST_POSTGRES` holds its address.

mod help;

use help::{Site, account, event, message, row};
use std::collections::BTreeMap;
use taijitu_store::{
    Append, Appended, ArchiveFilter, Ends, FinishedGame, GameFilter, GamePlayerRow, GameRow, Kind, Listing,
    Outage, PuzzleRow, Reached, Score, SeatRow, SessionRow, Settings, Store, StoreError, TableRow,
    TableState, Tally, TokenRow, Won,
};
use tokio::task::JoinSet;

/// Makes of each test one on SQLite and one on PostgreSQL.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(super::Site::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                if let Some(site) = super::Site::postgres().await {
                    super::$test(site).await;
                }
            })*
        }
    };
}

on_both!(
    one_of_a_hundred_wins_a_number,
    two_nodes_race_and_every_number_is_won_once,
    a_loser_leaves_nothing_behind,
    a_loser_does_not_hinder_others,
    waits_for_the_other_node_and_takes_back_half_an_append,
    appends_of_one_table_may_share_a_batch,
    a_log_has_no_gaps,
    refuses_what_no_database_can_hold,
    keeps_row_seats_and_who_acts,
    erases_bodies_and_keeps_numbers,
    keeps_finished_games,
    pages_through_the_lobby,
    finds_deadlines_and_running_tables,
    deletes_the_logs_of_closed_tables_and_never_begins_them_again,
    tells_heads,
    a_message_sent_twice_is_stored_once,
    messages_of_many_are_numbered_without_gaps,
    a_name_is_given_once,
    deleting_an_account_leaves_only_its_id,
    sessions_expire_and_end,
    tokens_are_listed_and_deleted,
    a_guest_becomes_one_account,
    tokens_are_counted_when_many_are_made_at_once,
    mutes_and_lists_players,
    exports_what_is_stored_about_a_player,
    notices_when_no_node_was_alive,
    backs_up_while_writing,
    every_connection_is_durable,
    finds_everything_after_a_crash,
    two_processes_may_open_at_once,
    answers_after_closing_that_it_is_closed,
    survives_lost_connections,
    indexes_each_game_once_whoever_does_it,
    counts_positions_from_the_second_game_on,
    pages_through_the_archive_without_gaps,
    makes_the_index_again,
    keeps_reviews_and_counts_their_accuracy,
    keeps_puzzles,
    adds_games_that_were_brought_along_once,
);

/// What this program knows of rules.
const KNOWN: &[(&str, i64)] = &[("y", 1), ("yinsh", 1)];

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
    let winners: Vec<_> = answers.iter().filter(|(_, answer)| *answer == Appended::Committed).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(answers.iter().filter(|(_, answer)| *answer == Appended::Conflict { head: 1 }).count(), 99);
    let events = store.events("t", 0, 10).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].body, format!("turn of {}", winners[0].0));
}

/// Two stores on one database are two nodes: each player of each node wants the next number of every table.
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
                    if node.append(append).await.unwrap() == Appended::Committed {
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
        let events = nodes[0].events(&table, 0, 100).await.unwrap();
        assert_eq!(events.iter().map(|event| event.n).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
        stored.extend(events.into_iter().step_by(2).map(|event| (table.clone(), event.n, event.body)));
    }
    assert_eq!(won, stored);
}

async fn a_loser_leaves_nothing_behind(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 5).await;
    let mut append = Append::new(5, vec![event("five"), event("six"), event("seven")], row("t"));
    append.row.summary = "changed".into();
    append.seats = Some(vec![SeatRow { player: "p".into(), seat: 0, acts: true }]);
    append.finished = Some(game("g", 1));
    append.erase = vec![(1, "gone".into())];
    assert_eq!(store.append(append).await.unwrap(), Appended::Conflict { head: 5 });
    let events = store.events("t", 0, 100).await.unwrap();
    assert_eq!(events.len(), 5);
    assert_eq!(events[0].body, "event 1");
    assert_eq!(store.table("t").await.unwrap().unwrap().summary, "summary");
    assert_eq!(store.seats("t").await.unwrap(), []);
    assert_eq!(store.game("g").await.unwrap(), None);
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
        let expected = if table == "lost" { Appended::Conflict { head: 1 } } else { Appended::Committed };
        assert_eq!(answer, expected, "{table}");
    }
}

/// The other node has written number 2 and is about to commit when this one wants 2 and 3.
async fn waits_for_the_other_node_and_takes_back_half_an_append(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 1).await;
    let mut other = site.lock().await;
    other.run("INSERT INTO events (table_id, n, at, body) VALUES ('t', 2, 1, 'theirs')").await;
    other.run("UPDATE tables SET head = 2, summary = 'theirs' WHERE id = 't'").await;
    let half = Append::new(2, vec![event("two"), event("three")], row("t"));
    let after = Append::new(4, vec![event("four")], row("t"));
    let elsewhere = Append::new(1, vec![event("one")], row("u"));
    let appends = [half, after, elsewhere].map(|append| Box::pin(store.append(append)));
    let releasing = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        other.commit().await;
    };
    let (answers, ()) = tokio::join!(help::all(appends.into()), releasing);
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let conflict = Appended::Conflict { head: 2 };
    assert_eq!(answers, [conflict, conflict, Appended::Committed]);
    let bodies = store.events("t", 0, 9).await.unwrap().into_iter().map(|event| event.body);
    assert_eq!(bodies.collect::<Vec<_>>(), ["event 1", "theirs"]);
    let table = store.table("t").await.unwrap().unwrap();
    assert_eq!((table.head, table.summary.as_str()), (2, "theirs"));
    assert_eq!(store.table("u").await.unwrap().unwrap().head, 1);
}

async fn appends_of_one_table_may_share_a_batch(site: Site) {
    let store = site.store().await;
    let appends = (1..=50).map(|n| {
        let mut append = Append::new(n, vec![event(&format!("event {n}"))], row("t"));
        append.row.summary = n.to_string();
        store.append(append)
    });
    // Polled in order, they enter the queue in order.
    let mut tasks = Vec::new();
    for append in appends {
        tasks.push(Box::pin(append));
    }
    for answer in help::all(tasks).await {
        assert_eq!(answer.unwrap(), Appended::Committed);
    }
    let table = store.table("t").await.unwrap().unwrap();
    assert_eq!((table.head, table.summary.as_str()), (50, "50"));
    assert_eq!(store.events("t", 0, 100).await.unwrap().len(), 50);
}

async fn a_log_has_no_gaps(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 3).await;
    let late = store.append(Append::new(5, vec![event("five")], row("t"))).await.unwrap();
    assert_eq!(late, Appended::Conflict { head: 3 });
    assert_eq!(store.events("t", 3, 10).await.unwrap(), []);
}

async fn refuses_what_no_database_can_hold(site: Site) {
    let store = site.store().await;
    let nothing = store.append(Append::new(1, vec![], row("t"))).await;
    assert!(matches!(nothing, Err(StoreError::Invalid(_))), "{nothing:?}");
    let nul = store.append(Append::new(1, vec![event("a\0b")], row("t"))).await;
    assert!(matches!(nul, Err(StoreError::Invalid(_))), "{nul:?}");
    let mut seat = Append::new(1, vec![event("x")], row("t"));
    seat.acts = Some(vec![63]);
    assert!(matches!(store.append(seat).await, Err(StoreError::Invalid(_))));
    let mut other = Append::new(1, vec![event("x")], row("t"));
    other.table = "u".into();
    assert!(matches!(store.append(other).await, Err(StoreError::Invalid(_))));
    assert_eq!(store.table("t").await.unwrap(), None);
}

async fn keeps_row_seats_and_who_acts(site: Site) {
    let store = site.store().await;
    let seat = |player: &str, seat, acts| SeatRow { player: player.into(), seat, acts };
    let mut append = Append::new(1, vec![event("begin")], row("t"));
    append.row.deadline = Some(77);
    append.seats = Some(vec![seat("ann", 0, true), seat("bob", 1, false), seat("ann", 2, false)]);
    let mut expected = append.row.clone();
    expected.head = 1;
    store.append(append).await.unwrap();
    assert_eq!(store.table("t").await.unwrap().unwrap(), expected);
    site.play("other", 1, 1).await;

    let mut turn = Append::new(2, vec![event("turn")], row("t"));
    turn.acts = Some(vec![1, 2]);
    store.append(turn).await.unwrap();
    let seats = store.seats("t").await.unwrap();
    assert_eq!(seats, [seat("ann", 0, false), seat("bob", 1, true), seat("ann", 2, true)]);
    assert_eq!(store.table("t").await.unwrap().unwrap().deadline, None);

    let mine = store.tables_of("ann", &[TableState::Running], None, 10).await.unwrap();
    assert_eq!(
        mine.iter().map(|mine| (mine.table.id.as_str(), mine.acts)).collect::<Vec<_>>(),
        [("t", true)]
    );
    assert_eq!(store.tables_of("ann", &[TableState::Open], None, 10).await.unwrap(), []);
    assert_eq!(store.tables_of("ann", &[], None, 10).await.unwrap(), []);

    let mut leave = Append::new(3, vec![event("leave")], row("t"));
    leave.seats = Some(vec![seat("bob", 1, false)]);
    store.append(leave).await.unwrap();
    assert_eq!(store.seats("t").await.unwrap(), [seat("bob", 1, false)]);
    assert_eq!(store.tables_of("ann", &[TableState::Running], None, 10).await.unwrap(), []);
}

async fn erases_bodies_and_keeps_numbers(site: Site) {
    let store = site.store().await;
    site.play("t", 1, 100).await;
    site.play("u", 1, 3).await;
    let mut end = Append::new(101, vec![event("end")], row("t"));
    end.erase = (2..=99).map(|n| (n, "{}".to_owned())).collect();
    assert_eq!(store.append(end).await.unwrap(), Appended::Committed);
    let events = store.events("t", 0, 1000).await.unwrap();
    assert_eq!(events.len(), 101);
    assert_eq!(events[0].body, "event 1");
    assert!(events[1..99].iter().all(|event| event.body == "{}"));
    assert_eq!(events[99].body, "event 100");
    assert!(store.events("u", 0, 9).await.unwrap().iter().all(|event| event.body.starts_with("event")));
}

fn game(id: &str, ended: i64) -> FinishedGame {
    let player =
        |player: &str, seat, side: &str| GamePlayerRow { player: player.into(), seat, side: side.into() };
    let game = GameRow {
        id: id.into(),
        table: "t".into(),
        number: ended,
        kind: if ended % 2 == 0 { "y" } else { "yinsh" }.into(),
        options: "{}".into(),
        revision: 1,
        result: "white".into(),
        reason: "rings".into(),
        started: 1,
        ended,
        turns: 60,
        logged: true,
        public: ended % 3 != 0,
        source: "table".into(),
        record: "record".into(),
    };
    FinishedGame { game, players: vec![player("ann", 0, "white"), player("bob", 1, "black")] }
}

async fn keeps_finished_games(site: Site) {
    let store = site.store().await;
    for n in 1..=9 {
        let mut append = Append::new(n, vec![event("end")], row("t"));
        let mut finished = game(&format!("g{n}"), n);
        if n == 9 {
            finished.players[1].player = "eve".into();
        }
        append.finished = Some(finished);
        assert_eq!(store.append(append).await.unwrap(), Appended::Committed);
    }
    assert_eq!(store.game("g2").await.unwrap(), Some(game("g2", 2)));
    assert_eq!(store.game("g10").await.unwrap(), None);
    assert_eq!(store.games_of_table("t").await.unwrap().len(), 9);

    let ids = |games: Vec<FinishedGame>| games.into_iter().map(|one| one.game.id).collect::<Vec<_>>();
    let all = GameFilter::default();
    let bob = GameFilter { player: Some("bob"), ..all };
    let bobs_y = GameFilter { kind: Some("y"), ..bob };
    let public_yinsh = GameFilter { kind: Some("yinsh"), public_only: true, ..all };
    assert_eq!(ids(store.finished_games(all, None, 2).await.unwrap()), ["g9", "g8"]);
    assert_eq!(ids(store.finished_games(all, Some((8, "g8")), 2).await.unwrap()), ["g7", "g6"]);
    assert_eq!(ids(store.finished_games(bob, None, 2).await.unwrap()), ["g8", "g7"]);
    assert_eq!(ids(store.finished_games(bobs_y, None, 9).await.unwrap()), ["g8", "g6", "g4", "g2"]);
    assert_eq!(ids(store.finished_games(public_yinsh, None, 9).await.unwrap()), ["g7", "g5", "g1"]);

    let mut again = Append::new(10, vec![event("corrected")], row("t"));
    let mut corrected = game("g2", 2);
    corrected.game.result = "draw".into();
    corrected.players.pop();
    again.finished = Some(corrected.clone());
    store.append(again).await.unwrap();
    assert_eq!(store.game("g2").await.unwrap(), Some(corrected));
}

async fn pages_through_the_lobby(site: Site) {
    let store = site.store().await;
    for k in 0..30 {
        let mut append = Append::new(1, vec![event("open")], row(&format!("t{k:02}")));
        append.row.state = if k == 29 { TableState::Closed } else { TableState::Open };
        append.row.public = k != 28;
        append.row.updated = k / 4;
        append.row.kind = if k % 2 == 0 { "y" } else { "yinsh" }.into();
        store.append(append).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut before: Option<(i64, String)> = None;
    loop {
        let from = before.as_ref().map(|(updated, id)| (*updated, id.as_str()));
        let page = store.lobby(TableState::Open, None, from, 5).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some((last.updated, last.id.clone()));
        seen.extend(page.into_iter().map(|table| table.id));
    }
    assert_eq!(seen, (0..28).rev().map(|k| format!("t{k:02}")).collect::<Vec<_>>());
    let y = store.lobby(TableState::Open, Some("y"), Some((1, "t06")), 2).await.unwrap();
    assert_eq!(y.iter().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["t04", "t02"]);
    assert_eq!(store.lobby(TableState::Running, None, None, 5).await.unwrap(), []);
    let listed = async |state, limit| -> Vec<String> {
        store.list_tables(state, limit).await.unwrap().into_iter().map(|table| table.id).collect()
    };
    assert_eq!(listed(None, 2).await, ["t28", "t27"], "by link only too, but not the closed one");
    assert_eq!(listed(Some(TableState::Closed), 9).await, ["t29"]);
    assert_eq!(listed(None, 99).await.len(), 29);
}

async fn finds_deadlines_and_running_tables(site: Site) {
    let store = site.store().await;
    for (id, deadline, state) in [
        ("a", Some(30), TableState::Running),
        ("b", Some(10), TableState::Running),
        ("c", None, TableState::Running),
        ("d", Some(20), TableState::Open),
    ] {
        let mut append = Append::new(1, vec![event("x")], row(id));
        append.row.deadline = deadline;
        append.row.state = state;
        store.append(append).await.unwrap();
    }
    let ids =
        |tables: Vec<taijitu_store::TableRow>| tables.into_iter().map(|table| table.id).collect::<String>();
    assert_eq!(ids(store.tables_due(20, 9).await.unwrap()), "bd");
    assert_eq!(ids(store.tables_due(20, 1).await.unwrap()), "b");
    assert_eq!(ids(store.tables_due(9, 9).await.unwrap()), "");
    assert_eq!(ids(store.tables_with_deadline().await.unwrap()), "bda");
    assert_eq!(ids(store.running().await.unwrap()), "abc");
}

async fn deletes_the_logs_of_closed_tables_and_never_begins_them_again(site: Site) {
    let store = site.store().await;
    for id in ["early", "late", "open"] {
        site.play(id, 1, 4).await;
    }
    for (id, state, updated) in
        [("early", TableState::Closed, 10), ("late", TableState::Closed, 20), ("open", TableState::Open, 10)]
    {
        let mut append = Append::new(5, vec![event("end")], TableRow { state, updated, ..row(id) });
        append.seats = Some(vec![SeatRow { player: "p".into(), seat: 0, acts: false }]);
        assert_eq!(store.append(append).await.unwrap(), Appended::Committed);
    }
    assert_eq!(store.delete_closed_logs(10, 20).await.unwrap(), 6, "five events and a seat");
    let mut left = vec![];
    for id in ["early", "late", "open"] {
        left.push((store.events(id, 0, 9).await.unwrap().len(), store.seats(id).await.unwrap().len()));
    }
    assert_eq!(left, [(0, 0), (5, 1), (5, 1)]);
    assert_eq!(store.table("early").await.unwrap().unwrap().head, 5);
    let stale = store.append(Append::new(3, vec![event("stale")], row("early"))).await.unwrap();
    assert_eq!(stale, Appended::Conflict { head: 5 });
}

async fn tells_heads(site: Site) {
    let store = site.store().await;
    let ids: Vec<String> = (0..90).map(|k| format!("t{k:02}")).collect();
    for (n, id) in (1..).zip(&ids) {
        site.play(id, 1, 1 + n % 3).await;
    }
    let mut asked: Vec<&str> = ids.iter().map(String::as_str).collect();
    asked.push("unknown");
    let mut heads = store.heads(&asked).await.unwrap();
    heads.sort();
    let expected: Vec<_> = (1..).zip(&ids).map(|(n, id)| (id.clone(), 1 + n % 3)).collect();
    assert_eq!(heads, expected);
    assert_eq!(store.heads(&[]).await.unwrap(), []);
    assert_eq!(store.events("t01", 1, 1).await.unwrap().iter().map(|event| event.n).collect::<Vec<_>>(), [2]);
}

async fn a_message_sent_twice_is_stored_once(site: Site) {
    let store = site.store().await;
    let first = store.say(&message("t", "ann", "r1")).await.unwrap();
    let second = store.say(&message("t", "bob", "r1")).await.unwrap();
    let again = store.say(&message("t", "ann", "r1")).await.unwrap();
    assert_eq!((first.m, first.fresh), (1, true));
    assert_eq!((second.m, second.fresh), (2, true));
    assert_eq!((again.m, again.fresh), (1, false));
    assert_eq!(store.say(&message("u", "ann", "r1")).await.unwrap().m, 1);
    let mut hidden = message("t", "ann", "r2");
    hidden.hidden_from = Some("bob".into());
    store.say(&hidden).await.unwrap();
    let chat = store.chat("t", 1, 9).await.unwrap();
    assert_eq!(chat.iter().map(|row| row.m).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(chat[1].message, hidden);
}

async fn messages_of_many_are_numbered_without_gaps(site: Site) {
    let nodes = [site.store().await, site.store().await];
    let mut tasks = JoinSet::new();
    for k in 0..40 {
        let node = nodes[k % 2].clone();
        tasks.spawn(async move { node.say(&message("t", "ann", &format!("r{}", k / 2))).await.unwrap() });
    }
    let said = tasks.join_all().await;
    assert_eq!(said.iter().filter(|said| said.fresh).count(), 20);
    let chat = nodes[0].chat("t", 0, 100).await.unwrap();
    assert_eq!(chat.iter().map(|row| row.m).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
}

async fn a_name_is_given_once(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    let twin = store.create_player(&account("2", Some("Ann"))).await;
    assert!(matches!(twin, Err(StoreError::NameTaken)), "{twin:?}");
    store.create_player(&account("3", None)).await.unwrap();
    store.create_player(&account("4", None)).await.unwrap();
    let taken = store.become_account("3", "ANN", "ann", "hash").await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    store.become_account("3", "Bob", "bob", "hash").await.unwrap();
    let bob = store.player_by_skeleton("bob").await.unwrap().unwrap();
    assert_eq!((bob.id.as_str(), bob.guest, bob.name.as_deref()), ("3", false, Some("Bob")));
    let nobody = store.become_account("9", "Eve", "eve", "hash").await;
    assert!(matches!(nobody, Err(StoreError::NoPlayer(_))), "{nobody:?}");
    assert!(matches!(store.rename("4", "Bob", Some("bob")).await, Err(StoreError::NameTaken)));
    store.rename("4", "Guest of honour", None).await.unwrap();
    store.set_password("3", "other").await.unwrap();
    assert_eq!(store.player("3").await.unwrap().unwrap().password.as_deref(), Some("other"));
}

fn session(hash: &str, player: &str, expires: i64) -> SessionRow {
    SessionRow { hash: hash.into(), player: player.into(), created: 1, seen: 2, expires }
}

fn token(hash: &str, id: &str, player: &str) -> TokenRow {
    let (hash, id, player) = (hash.into(), id.into(), player.into());
    TokenRow { hash, id, player, label: "bot".into(), created: 1, seen: 2 }
}

async fn deleting_an_account_leaves_only_its_id(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    store.create_player(&account("2", Some("Bob"))).await.unwrap();
    store.create_session(&session("s1", "1", 100)).await.unwrap();
    store.create_session(&session("s2", "2", 100)).await.unwrap();
    assert!(store.create_token(&token("k1", "i1", "1"), 20).await.unwrap());
    store.delete_player("1").await.unwrap();
    let gone = store.player("1").await.unwrap().unwrap();
    assert!(gone.deleted && gone.name.is_none() && gone.skeleton.is_none() && gone.password.is_none());
    assert_eq!(store.session("s1", 0).await.unwrap(), None);
    assert_eq!(store.token("k1").await.unwrap(), None);
    assert!(store.session("s2", 0).await.unwrap().is_some());
    assert!(matches!(store.set_password("1", "x").await, Err(StoreError::NoPlayer(_))));
    assert!(matches!(store.delete_player("3").await, Err(StoreError::NoPlayer(_))));
    store.create_player(&account("3", Some("Ann"))).await.unwrap();
}

async fn sessions_expire_and_end(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    for (hash, expires) in [("a", 10), ("b", 20), ("c", 30), ("d", 40)] {
        store.create_session(&session(hash, "1", expires)).await.unwrap();
    }
    let (found, player) = store.session("a", 9).await.unwrap().unwrap();
    assert_eq!(found, session("a", "1", 10));
    assert_eq!(player, account("1", Some("Ann")));
    assert_eq!(store.session("a", 10).await.unwrap(), None);
    assert_eq!(store.sweep_sessions(10).await.unwrap(), 1);
    store.touch_session("b", 15, 99).await.unwrap();
    assert!(store.session("b", 50).await.unwrap().is_some());
    assert!(store.delete_session("d").await.unwrap());
    assert!(!store.delete_session("d").await.unwrap());
    assert_eq!(store.delete_sessions("1", Some("b")).await.unwrap(), 1);
    assert_eq!(store.sessions("1").await.unwrap().len(), 1);
    assert_eq!(store.delete_sessions("1", None).await.unwrap(), 1);
}

async fn a_guest_becomes_one_account(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("1", None)).await.unwrap();
    let mut tasks = JoinSet::new();
    for k in 0..10 {
        let store = nodes[k % 2].clone();
        tasks.spawn(async move {
            let name = format!("name {k}");
            store.become_account("1", &name, &name, "hash").await.map(|()| name)
        });
    }
    let answers = tasks.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1, "{won:?}");
    assert!(lost.iter().all(|answer| matches!(answer, Err(StoreError::NoPlayer(_)))), "{lost:?}");
    let player = nodes[0].player("1").await.unwrap().unwrap();
    assert_eq!(player.name.as_ref(), won[0].as_ref().ok());
}

async fn tokens_are_counted_when_many_are_made_at_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    // Many times, because a race is not lost every time.
    for round in 0..20 {
        let player = format!("player {round}");
        nodes[0].create_player(&account(&player, Some(&player))).await.unwrap();
        let mut tasks = JoinSet::new();
        for k in 0..6 {
            let store = nodes[k % 2].clone();
            let token = token(&format!("k{round}.{k}"), &format!("i{round}.{k}"), &player);
            tasks.spawn(async move { store.create_token(&token, 2).await.unwrap() });
        }
        assert_eq!(tasks.join_all().await.into_iter().filter(|made| *made).count(), 2);
        let tokens = nodes[1].tokens(&player).await.unwrap();
        assert_eq!(tokens.len(), 2);
        assert!(nodes[0].delete_token(&player, &tokens[0].id).await.unwrap());
        let another = token(&format!("k{round}"), &format!("i{round}"), &player);
        assert!(nodes[1].create_token(&another, 2).await.unwrap(), "there is room again");
    }
}

async fn tokens_are_listed_and_deleted(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    assert!(store.create_token(&token("k1", "i1", "1"), 20).await.unwrap());
    assert!(store.create_token(&token("k2", "i2", "1"), 20).await.unwrap());
    assert_eq!(store.tokens("1").await.unwrap(), [token("k1", "i1", "1"), token("k2", "i2", "1")]);
    store.touch_token("k1", 9).await.unwrap();
    let (found, player) = store.token("k1").await.unwrap().unwrap();
    assert_eq!((found.id.as_str(), found.seen, player.id.as_str()), ("i1", 9, "1"));
    assert!(!store.delete_token("2", "i1").await.unwrap());
    assert!(store.delete_token("1", "i1").await.unwrap());
    assert_eq!(store.token("k1").await.unwrap(), None);
}

async fn mutes_and_lists_players(site: Site) {
    let store = site.store().await;
    for (id, name) in [("1", "Ann"), ("2", "Annabel"), ("3", "Bob_50%")] {
        store.create_player(&account(id, Some(name))).await.unwrap();
    }
    store.mute("1", Some(50)).await.unwrap();
    assert_eq!(store.player("1").await.unwrap().unwrap().muted_until, Some(50));
    store.mute("1", None).await.unwrap();
    assert_eq!(store.player("1").await.unwrap().unwrap().muted_until, None);
    store.touch("2", 99).await.unwrap();
    let ids =
        |players: Vec<taijitu_store::PlayerRow>| players.into_iter().map(|one| one.id).collect::<String>();
    assert_eq!(ids(store.list_players("aNN", 9).await.unwrap()), "21");
    assert_eq!(ids(store.list_players("b_5", 9).await.unwrap()), "3");
    assert_eq!(ids(store.list_players("_", 9).await.unwrap()), "3");
    assert_eq!(ids(store.list_players("1", 9).await.unwrap()), "1");
    assert_eq!(ids(store.list_players("", 2).await.unwrap()), "23");
}

async fn exports_what_is_stored_about_a_player(site: Site) {
    let store = site.store().await;
    store.create_player(&account("ann", Some("Ann"))).await.unwrap();
    store.create_session(&session("s", "ann", 100)).await.unwrap();
    assert!(store.create_token(&token("k", "i", "ann"), 20).await.unwrap());
    store.say(&message("t", "ann", "r1")).await.unwrap();
    store.say(&message("t", "bob", "r1")).await.unwrap();
    let mut append = Append::new(1, vec![event("x")], row("t"));
    append.seats = Some(vec![SeatRow { player: "ann".into(), seat: 0, acts: true }]);
    append.finished = Some(game("g", 1));
    store.append(append).await.unwrap();
    let export = store.export_player("ann").await.unwrap().unwrap();
    assert_eq!(export.player, account("ann", Some("Ann")));
    assert_eq!((export.sessions.len(), export.tokens.len(), export.tables.len()), (1, 1, 1));
    assert_eq!((export.chat.len(), export.games.len()), (1, 1));
    assert!(store.export_player("nobody").await.unwrap().is_none());
}

async fn notices_when_no_node_was_alive(site: Site) {
    let (one, two) = (site.store().await, site.store().await);
    assert_eq!(one.heartbeat("one", 1_000, 2_000, 0).await.unwrap(), []);
    assert_eq!(one.heartbeat("one", 2_000, 2_000, 0).await.unwrap(), []);
    assert_eq!(two.heartbeat("two", 4_000, 2_000, 0).await.unwrap(), [], "2 s is no gap");
    assert_eq!(one.heartbeat("one", 5_000, 2_000, 0).await.unwrap(), [], "the other node was alive");
    let first = Outage { began: 5_000, ended: 8_000 };
    assert_eq!(two.heartbeat("two", 8_000, 2_000, 0).await.unwrap(), [first]);
    assert_eq!(one.heartbeat("one", 8_500, 2_000, 0).await.unwrap(), [first], "both see it, once");
    let second = Outage { began: 8_500, ended: 20_000 };
    assert_eq!(one.heartbeat("one", 20_000, 2_000, 0).await.unwrap(), [first, second]);
    assert_eq!(one.heartbeat("one", 20_500, 2_000, 8_000).await.unwrap(), [second], "old ones are left out");
    assert_eq!(one.outages(0).await.unwrap(), [first, second]);
}

async fn backs_up_while_writing(site: Site) {
    let store = site.store().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    if store.kind() == Kind::Postgres {
        let error = store.backup(&path).await.unwrap_err();
        assert!(error.to_string().contains("pg_dump"), "{error}");
        return;
    }
    site.play("before", 1, 200).await;
    let writing = store.clone();
    let writer = tokio::spawn(async move {
        for n in 1..=300 {
            let append = Append::new(n, vec![event("during")], row("during"));
            assert_eq!(writing.append(append).await.unwrap(), Appended::Committed);
        }
    });
    store.backup(&path).await.unwrap();
    writer.await.unwrap();
    assert!(matches!(store.backup(&path).await, Err(StoreError::File { .. })), "never overwrites");
    let copy = Store::open(&format!("sqlite:{}", path.display()), Settings::default()).await.unwrap();
    assert_eq!(copy.events("before", 0, 1000).await.unwrap(), store.events("before", 0, 1000).await.unwrap());
    assert_eq!(copy.events("before", 0, 1000).await.unwrap().len(), 200);
    let during = copy.events("during", 0, 1000).await.unwrap();
    let head = copy.table("during").await.unwrap().map_or(0, |table| table.head);
    assert_eq!(during.len() as i64, head, "a copy is one state");
}

async fn every_connection_is_durable(site: Site) {
    let store = site.store().await;
    let settings = store.synchronous_settings().await.unwrap();
    assert_eq!(settings.len(), 1 + Settings::default().connections as usize);
    let expected = match store.kind() {
        Kind::Sqlite => "synchronous=2 journal_mode=wal foreign_keys=1 secure_delete=1 busy_timeout=5000",
        Kind::Postgres => "synchronous_commit=on",
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
    assert_eq!(store.events("t", 0, 100).await.unwrap().len(), 20);
    assert_eq!(store.append(Append::new(21, vec![event("x")], row("t"))).await.unwrap(), Appended::Committed);
}

async fn two_processes_may_open_at_once(site: Site) {
    let mut tasks = JoinSet::new();
    for _ in 0..24 {
        let url = site.url();
        tasks.spawn(async move { Store::open(&url, Settings::default()).await.map(|_| ()) });
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
    assert_eq!(last.unwrap(), Appended::Committed, "what waits is committed");
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
        Kind::Postgres => site.end_all_connections().await,
        Kind::Sqlite => {
            let lock = site.lock().await;
            let refused = store.append(Append::new(2, vec![event("x")], row("t"))).await;
            assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
            lock.commit().await;
        }
    }
    assert_eq!(store.append(Append::new(2, vec![event("x")], row("t"))).await.unwrap(), Appended::Committed);
    assert_eq!(store.events("t", 0, 9).await.unwrap().len(), 2);
    store.ping().await.unwrap();
}

#[tokio::test]
async fn refuses_addresses_it_does_not_understand() {
    for url in ["mysql://host/name", "sqlite::memory:", "site.db"] {
        let error = Store::open(url, Settings::default()).await.unwrap_err();
        assert!(matches!(error, StoreError::Address(_)), "{url}: {error}");
    }
    let nowhere = Store::open("postgres://nobody@127.0.0.1:1/none", Settings::default()).await;
    assert!(matches!(nowhere, Err(StoreError::Database(_))));
}

/// A game of the archive: who, how it ended, and the positions it reached, of which each follows the one before.
fn archived(k: i64, players: [&str; 2], result: &str, positions: &[i64]) -> (FinishedGame, Listing) {
    let mut finished = game(&format!("g{k:04}"), 2 * k);
    finished.game.public = true;
    finished.game.result = result.into();
    finished.game.reason = if k % 10 == 0 { "time" } else { "resigned" }.into();
    finished.game.turns = k % 50;
    for (row, player) in finished.players.iter_mut().zip(players) {
        row.player = player.into();
    }
    let won = match result {
        "white" => Won::White,
        "black" => Won::Black,
        _ => Won::Nobody,
    };
    let next = positions.iter().skip(1).copied().chain([0]);
    let reached = positions.iter().zip(next).map(|(&position, next)| Reached {
        position,
        next,
        turn: if next == 0 { String::new() } else { format!("to {next}") },
        won,
    });
    let tallies = vec![
        Tally { scope: String::new(), what: result.into() },
        Tally { scope: players[0].into(), what: format!("white {result}") },
    ];
    let variant = if k % 7 == 0 { "handicap=2" } else { "" }.into();
    (finished, Listing { variant, reached: reached.collect(), tallies })
}

async fn index_all(store: &Store, listings: &BTreeMap<String, Listing>, batch: i64) -> usize {
    let mut taken = 0;
    loop {
        let waiting = store.unindexed(batch, KNOWN).await.unwrap();
        if waiting.games.is_empty() {
            return taken;
        }
        let games: Vec<_> =
            waiting.games.iter().map(|finished| (finished, listings.get(&finished.game.id))).collect();
        taken += store.index(waiting.build, &games).await.unwrap();
    }
}

async fn indexes_each_game_once_whoever_does_it(site: Site) {
    let nodes = [site.store().await, site.store().await, site.store().await];
    let games: Vec<_> = (1..=300)
        .map(|k| {
            archived(k, ["ann", "bob"], ["white", "black", "draw"][k as usize % 3], &[1, 2 + k % 5, 100 + k])
        })
        .collect();
    let finished: Vec<FinishedGame> = games.iter().map(|(finished, _)| finished.clone()).collect();
    assert_eq!(nodes[0].add_games(&finished).await.unwrap(), 300);
    let listings: BTreeMap<String, Listing> =
        games.into_iter().map(|(finished, listing)| (finished.game.id, listing)).collect();
    let mut tasks = JoinSet::new();
    for node in nodes.clone() {
        let listings = listings.clone();
        tasks.spawn(async move { index_all(&node, &listings, 17).await });
    }
    assert_eq!(tasks.join_all().await.into_iter().sum::<usize>(), 300, "each game is taken in by one node");
    let start = nodes[0].position(1, 10).await.unwrap();
    assert_eq!(start.ends, Ends { white: 100, black: 100, draws: 100 });
    assert_eq!(start.next.iter().map(|next| next.ends.games()).collect::<Vec<_>>(), [60; 5]);
    assert_eq!(nodes[0].index_progress().await.unwrap(), (300, 0));
    let tallies = nodes[0].tallies("", Some("y")).await.unwrap();
    assert_eq!(tallies.iter().map(|tally| tally.count).collect::<Vec<_>>(), [100, 100, 100]);
    assert_eq!(nodes[0].games_played("ann", None).await.unwrap(), 300);
    nodes[0].create_player(&account("ann", Some("Ann"))).await.unwrap();
    nodes[0].delete_player("ann").await.unwrap();
    assert_eq!(nodes[0].tallies("ann", None).await.unwrap(), [], "the counts go with the account");
}

async fn counts_positions_from_the_second_game_on(site: Site) {
    let store = site.store().await;
    let ways: [&[i64]; 4] = [&[1, 2, 3], &[1, 2, 4], &[1, 5, 3, 2], &[1, 2, 3]];
    for (k, way) in (1..).zip(ways) {
        let (finished, listing) = archived(k, ["ann", "bob"], if k == 4 { "black" } else { "white" }, way);
        store.add_games(std::slice::from_ref(&finished)).await.unwrap();
        let listings = BTreeMap::from([(finished.game.id.clone(), listing)]);
        assert_eq!(index_all(&store, &listings, 10).await, 1);
        if k == 1 {
            let alone = store.position(2, 10).await.unwrap();
            assert_eq!((alone.ends.games(), alone.next[0].turn.as_str()), (1, "to 3"));
            assert_eq!(store.position(3, 10).await.unwrap().next, []);
        }
    }
    let two = store.position(2, 10).await.unwrap();
    assert_eq!(two.ends, Ends { white: 3, black: 1, draws: 0 });
    let next: Vec<_> =
        two.next.iter().map(|next| (next.turn.as_str(), next.ends.white, next.ends.black)).collect();
    assert_eq!(next, [("to 3", 1, 1), ("to 4", 1, 0)], "one game ended there");
    assert_eq!(store.position(3, 10).await.unwrap().ends.games(), 3);
    assert_eq!(store.position(9, 10).await.unwrap().ends.games(), 0);
    let filter = ArchiveFilter { position: Some(2), ..ArchiveFilter::default() };
    let found = store.archive(&filter, None, 10).await.unwrap();
    let ids: Vec<&str> = found.games.iter().map(|finished| finished.game.id.as_str()).collect();
    assert_eq!((ids, found.next), (vec!["g0004", "g0003", "g0002", "g0001"], None));
}

async fn pages_through_the_archive_without_gaps(site: Site) {
    let store = site.store().await;
    let people = ["ann", "bob", "cid"];
    let games: Vec<_> = (1..=500_i64)
        .map(|k| {
            let (a, b) = (k as usize % 3, k as usize / 3 % 3);
            archived(k, [people[a], people[b]], ["white", "black", "draw"][k as usize % 3], &[1, 2 + k % 5])
        })
        .collect();
    let mut finished: Vec<FinishedGame> = games.iter().map(|(finished, _)| finished.clone()).collect();
    // Some end in the same millisecond.
    for game in &mut finished {
        game.game.ended = game.game.ended / 50 * 50;
    }
    store.add_games(&finished).await.unwrap();
    let listings: BTreeMap<String, Listing> =
        games.iter().map(|(finished, listing)| (finished.game.id.clone(), listing.clone())).collect();
    index_all(&store, &listings, 100).await;
    let any = ArchiveFilter::default();
    let played = |finished: &FinishedGame, who: &str| finished.players.iter().any(|row| row.player == who);
    let won = |finished: &FinishedGame, who: &str| {
        finished.players.iter().any(|row| row.player == who && row.side == finished.game.result)
    };
    type Fits<'a> = Box<dyn Fn(&FinishedGame) -> bool + 'a>;
    let cases: Vec<(ArchiveFilter<'_>, Fits<'_>)> = vec![
        (any, Box::new(|_| true)),
        (ArchiveFilter { kind: Some("y"), ..any }, Box::new(|game| game.game.kind == "y")),
        (
            ArchiveFilter { kind: Some("y"), variant: Some("handicap=2"), ..any },
            Box::new(|game| game.game.kind == "y" && listings[&game.game.id].variant == "handicap=2"),
        ),
        (ArchiveFilter { reason: Some("time"), ..any }, Box::new(|game| game.game.reason == "time")),
        (
            ArchiveFilter { result: Some("draw"), least: Some(40), most: Some(44), ..any },
            Box::new(|game| game.game.result == "draw" && (40..=44).contains(&game.game.turns)),
        ),
        (ArchiveFilter { player: Some("ann"), ..any }, Box::new(|game| played(game, "ann"))),
        (
            ArchiveFilter { player: Some("ann"), score: Some(Score::Won), ..any },
            Box::new(|game| won(game, "ann")),
        ),
        (
            ArchiveFilter { player: Some("ann"), score: Some(Score::Won), opponent: Some("bob"), ..any },
            Box::new(|game| won(game, "ann") && played(game, "bob")),
        ),
        (
            ArchiveFilter { player: Some("cid"), opponent: Some("cid"), ..any },
            Box::new(|game| game.game.result != "draw" && game.players.iter().all(|row| row.player == "cid")),
        ),
        (
            ArchiveFilter { position: Some(4), player: Some("bob"), reason: Some("resigned"), ..any },
            Box::new(|game| {
                let reached = &listings[&game.game.id].reached;
                reached.iter().any(|at| at.position == 4)
                    && played(game, "bob")
                    && game.game.reason == "resigned"
            }),
        ),
        (
            ArchiveFilter {
                from: Some(taijitu_store::number_at(300)),
                below: Some(taijitu_store::number_at(700)),
                ..any
            },
            Box::new(|game| (300..700).contains(&game.game.ended)),
        ),
    ];
    for (filter, fits) in cases {
        let mut expected: Vec<&FinishedGame> = finished.iter().filter(|game| fits(game)).collect();
        expected.sort_by_key(|game| (-game.game.ended, game.game.id.clone()));
        for limit in [1, 30, 100] {
            let (mut seen, mut before) = (vec![], None);
            loop {
                let page = store.archive(&filter, before, limit).await.unwrap();
                assert!(page.games.len() as i64 <= limit);
                assert!(page.games.iter().all(|game| game.game.record.is_empty()));
                seen.extend(page.games);
                before = page.next;
                if before.is_none() {
                    break;
                }
            }
            assert!(seen.windows(2).all(|two| two[0].game.ended >= two[1].game.ended), "newest first");
            seen.sort_by_key(|game| (-game.game.ended, game.game.id.clone()));
            let ids =
                |games: Vec<&FinishedGame>| games.iter().map(|game| game.game.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(seen.iter().collect()), ids(expected.clone()), "{filter:?}");
        }
    }
    let exported = store.archive_after(-1, Some("y"), 1000).await.unwrap();
    assert_eq!(exported.len(), 500);
    assert!(exported.windows(2).all(|two| two[0].0 < two[1].0));
    assert_eq!(exported[0].1.game.record, "record");
}

async fn makes_the_index_again(site: Site) {
    let store = site.store().await;
    assert!(store.prepare_index(3).await.unwrap());
    let (finished, listing) = archived(1, ["ann", "bob"], "white", &[1, 2]);
    store.add_games(std::slice::from_ref(&finished)).await.unwrap();
    let listings = BTreeMap::from([(finished.game.id.clone(), listing)]);
    let stale = store.unindexed(10, KNOWN).await.unwrap();
    index_all(&store, &listings, 10).await;
    assert!(store.prepare_index(3).await.unwrap(), "nothing to do");
    assert_eq!(store.index_progress().await.unwrap(), (1, 0));
    assert!(store.prepare_index(4).await.unwrap(), "another program begins anew");
    assert_eq!(store.index_progress().await.unwrap(), (0, 1));
    assert_eq!(store.position(1, 1).await.unwrap().ends.games(), 0);
    let late = [(&stale.games[0], listings.get("g0001"))];
    assert_eq!(store.index(stale.build, &late).await.unwrap(), 0, "what was read before counts no more");
    index_all(&store, &listings, 10).await;
    assert_eq!(store.position(1, 1).await.unwrap().ends.games(), 1);
    assert!(!store.prepare_index(3).await.unwrap(), "an older program leaves it alone");
}

async fn keeps_reviews_and_counts_their_accuracy(site: Site) {
    let store = site.store().await;
    let games: Vec<_> = (1..=2).map(|k| archived(k, ["ann", "bob"], "white", &[1])).collect();
    for (finished, _) in &games {
        store.add_games(std::slice::from_ref(finished)).await.unwrap();
    }
    assert!(store.keep_review("g0001", "early", Some(80.0), None).await.unwrap());
    let listings =
        games.iter().map(|(finished, listing)| (finished.game.id.clone(), listing.clone())).collect();
    index_all(&store, &listings, 10).await;
    assert!(store.keep_review("g0002", "late", Some(90.5), Some(10.0)).await.unwrap());
    assert!(!store.keep_review("g0002", "again", Some(0.0), Some(0.0)).await.unwrap());
    assert_eq!(store.review("g0002").await.unwrap().as_deref(), Some("late"));
    assert_eq!(store.review("g0003").await.unwrap(), None);
    let count = |rows: &[taijitu_store::TallyRow], what: &str| {
        rows.iter().find(|row| row.what == what && row.kind == "y").map_or(0, |row| row.count)
    };
    let (ann, bob) = (store.tallies("ann", None).await.unwrap(), store.tallies("bob", None).await.unwrap());
    assert_eq!((count(&ann, "reviewed"), count(&ann, "accuracy")), (2, 170_500));
    assert_eq!((count(&bob, "reviewed"), count(&bob, "accuracy")), (1, 10_000));
}

async fn keeps_puzzles(site: Site) {
    let store = site.store().await;
    let puzzle = |number: i64, wins_in| PuzzleRow {
        id: format!("y-{number}"),
        kind: "y".into(),
        number,
        side: "white".into(),
        wins_in,
        study: "{}".into(),
        solution: "[]".into(),
        game: (number == 1).then(|| "g".into()),
        made: 5,
    };
    assert_eq!(store.keep_puzzles(&[puzzle(1, 3), puzzle(2, 1)]).await.unwrap(), 2);
    assert_eq!(store.keep_puzzles(&[puzzle(2, 9), puzzle(3, 2)]).await.unwrap(), 1);
    assert_eq!(store.puzzles(Some("y")).await.unwrap(), [puzzle(2, 1), puzzle(3, 2), puzzle(1, 3)]);
    assert_eq!(store.puzzles(Some("zen")).await.unwrap(), []);
    assert_eq!(store.puzzle("y-1").await.unwrap(), Some(puzzle(1, 3)));
    assert_eq!(store.puzzle("y-4").await.unwrap(), None);
}

async fn adds_games_that_were_brought_along_once(site: Site) {
    let store = site.store().await;
    let mut brought = game("g", 8);
    brought.game.source = "import".into();
    assert_eq!(store.add_games(&[brought.clone(), brought.clone()]).await.unwrap(), 1);
    let again = FinishedGame { players: vec![], ..game("g", 9) };
    assert_eq!(store.add_games(&[again]).await.unwrap(), 0);
    assert_eq!(store.game("g").await.unwrap(), Some(brought));
}
