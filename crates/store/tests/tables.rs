//! What follows from events: rows of tables, seats, finished games, the lobby, deadlines, chat.

use crate::help::{Site, event, game, game_id, message, player_id, row, row_of, table_id};
use taijitu_ids::TableId;
use taijitu_store::{
    Append, AppendOutcome, FinishedGame, GameFilter, SeatRow, Source, StoreError, SweepCursor, TableRow,
    TableState, Winner,
};
use tokio::task::JoinSet;

on_both!(
    keeps_row_seats_and_who_acts,
    keeps_finished_games,
    pages_through_the_lobby,
    finds_deadlines_and_running_tables,
    finds_the_tables_where_an_engine_has_to_play,
    deletes_the_logs_of_closed_tables_and_never_begins_them_again,
    a_message_sent_twice_is_stored_once,
    messages_of_many_are_numbered_without_gaps,
    adds_games_that_were_brought_along_once,
    rows_that_cannot_be_read_are_errors,
);

async fn keeps_row_seats_and_who_acts(site: Site) {
    let store = site.store().await;
    let seat = |player: &str, seat| SeatRow { player: player_id(player), seat };
    let mut append = Append::new(1, vec![event("begin")], row("t"));
    row_of(&mut append).deadline = Some(77);
    row_of(&mut append).acts = 0b001;
    append.seats = Some(vec![seat("ann", 0), seat("bob", 1), seat("ann", 2)]);
    let mut expected = row_of(&mut append).clone();
    expected.head = 1;
    store.append(append).await.unwrap();
    assert_eq!(store.table(table_id("t")).await.unwrap().unwrap(), expected);
    site.play("other", 1, 1).await;

    let acts = async |player| {
        let mine = store.tables_of(player_id(player), &[TableState::Running], None, 10).await.unwrap();
        mine.iter().map(|mine| (mine.table.id, mine.acts)).collect::<Vec<_>>()
    };
    assert_eq!(acts("ann").await, [(table_id("t"), true)]);
    assert_eq!(acts("bob").await, [(table_id("t"), false)]);
    let mut turn = |n: i64, acts: i64| {
        expected = TableRow { updated: 2 + n, head: n, deadline: None, acts, turns: n, ..expected.clone() };
        (Append::progress(n, vec![event("turn")], expected.progress()), expected.clone())
    };
    for (n, mask, ann, bob) in [(2, 0b010, false, true), (3, 0b110, true, true), (4, 0b100, true, false)] {
        let (append, expected) = turn(n, mask);
        store.append(append).await.unwrap();
        assert_eq!(store.table(table_id("t")).await.unwrap().unwrap(), expected);
        assert_eq!(acts("ann").await, [(table_id("t"), ann)]);
        assert_eq!(acts("bob").await, [(table_id("t"), bob)]);
    }
    let seats = store.seats(table_id("t")).await.unwrap();
    assert_eq!(seats, [seat("ann", 0), seat("bob", 1), seat("ann", 2)]);
    assert_eq!(store.tables_of(player_id("ann"), &[TableState::Open], None, 10).await.unwrap(), []);
    assert_eq!(store.tables_of(player_id("ann"), &[], None, 10).await.unwrap(), []);

    let mut leave = Append::new(5, vec![event("leave")], row("t"));
    leave.seats = Some(vec![seat("bob", 1)]);
    store.append(leave).await.unwrap();
    assert_eq!(store.seats(table_id("t")).await.unwrap(), [seat("bob", 1)]);
    assert_eq!(store.tables_of(player_id("ann"), &[TableState::Running], None, 10).await.unwrap(), []);
}

async fn keeps_finished_games(site: Site) {
    let store = site.store().await;
    for n in 1..=9 {
        let mut append = Append::new(n, vec![event("end")], row("t"));
        let mut finished = game(&format!("g{n}"), n);
        if n == 9 {
            finished.players[1].player = player_id("eve").into();
        }
        append.finished = Some(finished);
        assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Committed);
    }
    assert_eq!(store.game(game_id("g2")).await.unwrap(), Some(game("g2", 2)));
    assert_eq!(store.game(game_id("g10")).await.unwrap(), None);
    assert_eq!(store.games_of_table(table_id("t")).await.unwrap().len(), 9);

    let ids = |games: Vec<FinishedGame>| games.into_iter().map(|one| one.game.id).collect::<Vec<_>>();
    let last = store.last_games_of_table(table_id("t"), 2).await.unwrap();
    assert!(last.iter().all(|game| game.game.record.is_empty()), "a list needs no records");
    assert_eq!(ids(last), ["g8", "g9"].map(game_id));
    let all = GameFilter::default();
    let bob = GameFilter { player: Some(player_id("bob")), ..all };
    let bobs_y = GameFilter { kind: Some("y"), ..bob };
    let public_yinsh = GameFilter { kind: Some("yinsh"), public_only: true, ..all };
    assert_eq!(ids(store.finished_games(all, None, 2).await.unwrap()), ["g9", "g8"].map(game_id));
    assert_eq!(
        ids(store.finished_games(all, Some((8, game_id("g8"))), 2).await.unwrap()),
        ["g7", "g6"].map(game_id)
    );
    assert_eq!(ids(store.finished_games(bob, None, 2).await.unwrap()), ["g8", "g7"].map(game_id));
    assert_eq!(
        ids(store.finished_games(bobs_y, None, 9).await.unwrap()),
        ["g8", "g6", "g4", "g2"].map(game_id)
    );
    assert_eq!(
        ids(store.finished_games(public_yinsh, None, 9).await.unwrap()),
        ["g7", "g5", "g1"].map(game_id)
    );

    let mut again = Append::new(10, vec![event("corrected")], row("t"));
    let mut corrected = game("g2", 2);
    corrected.game.result = Winner::Nobody;
    corrected.players.pop();
    again.finished = Some(corrected.clone());
    store.append(again).await.unwrap();
    assert_eq!(store.game(game_id("g2")).await.unwrap(), Some(corrected));
}

async fn pages_through_the_lobby(site: Site) {
    let store = site.store().await;
    for k in 0..30 {
        let mut append = Append::new(1, vec![event("open")], row(&format!("t{k:02}")));
        row_of(&mut append).state = if k == 29 { TableState::Closed } else { TableState::Open };
        row_of(&mut append).public = k != 28;
        row_of(&mut append).updated = k / 4;
        row_of(&mut append).kind = if k % 2 == 0 { "y" } else { "yinsh" }.into();
        store.append(append).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut before: Option<(i64, TableId)> = None;
    loop {
        let page = store.lobby(TableState::Open, None, before, 5).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some((last.updated, last.id));
        seen.extend(page.into_iter().map(|table| table.id));
    }
    assert_eq!(seen, (0..28).rev().map(|k| table_id(&format!("t{k:02}"))).collect::<Vec<_>>());
    let y = store.lobby(TableState::Open, Some("y"), Some((1, table_id("t06"))), 2).await.unwrap();
    assert_eq!(y.iter().map(|table| table.id).collect::<Vec<_>>(), ["t04", "t02"].map(table_id));
    assert_eq!(store.lobby(TableState::Running, None, None, 5).await.unwrap(), []);
    let listed = async |state, limit| -> Vec<TableId> {
        store.list_tables(state, limit).await.unwrap().into_iter().map(|table| table.id).collect()
    };
    assert_eq!(
        listed(None, 2).await,
        ["t28", "t27"].map(table_id),
        "by link only too, but not the closed one"
    );
    assert_eq!(listed(Some(TableState::Closed), 9).await, [table_id("t29")]);
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
        row_of(&mut append).deadline = deadline;
        row_of(&mut append).state = state;
        store.append(append).await.unwrap();
    }
    let ids = |tables: Vec<TableRow>| tables.into_iter().map(|table| table.id).collect::<Vec<_>>();
    assert_eq!(ids(store.tables_due(20, 9).await.unwrap()), ["b", "d"].map(table_id));
    assert_eq!(ids(store.tables_due(20, 1).await.unwrap()), [table_id("b")]);
    assert_eq!(ids(store.tables_due(9, 9).await.unwrap()), []);
    assert_eq!(ids(store.tables_with_deadline().await.unwrap()), ["b", "d", "a"].map(table_id));
    assert_eq!(ids(store.running().await.unwrap()), ["a", "b", "c"].map(table_id));
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
        append.seats = Some(vec![SeatRow { player: player_id("p"), seat: 0 }]);
        assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Committed);
    }
    // One table at a time, private ones first.
    let (mut cursor, mut steps) = (SweepCursor::default(), vec![]);
    loop {
        let done = store.sweep_closed_logs(10, 20, &mut cursor, 1).await.unwrap();
        steps.push(done.deleted);
        if done.is_over {
            break;
        }
    }
    assert_eq!(steps.iter().sum::<usize>(), 1, "of `early`: {steps:?}");
    assert!(steps.len() > 2, "a bounded number at a time: {steps:?}");
    let mut left = vec![];
    for id in ["early", "late", "open"] {
        left.push((
            store.events(table_id(id), 0, 9).await.unwrap().len(),
            store.seats(table_id(id)).await.unwrap().len(),
        ));
    }
    assert_eq!(left, [(0, 0), (5, 1), (5, 1)]);
    assert_eq!(store.table(table_id("early")).await.unwrap().unwrap().head, 5);
    let stale = store.append(Append::new(3, vec![event("stale")], row("early"))).await.unwrap();
    assert_eq!(stale, AppendOutcome::Conflict { head: 5 });
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
    hidden.hidden_from = ["bob", "cid"].map(player_id).to_vec();
    store.say(&hidden).await.unwrap();
    let chat = store.chat(table_id("t"), 1, 9).await.unwrap();
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
    let stored = tasks.join_all().await;
    assert_eq!(stored.iter().filter(|stored| stored.fresh).count(), 20);
    let chat = nodes[0].chat(table_id("t"), 0, 100).await.unwrap();
    assert_eq!(chat.iter().map(|row| row.m).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
}

async fn adds_games_that_were_brought_along_once(site: Site) {
    let store = site.store().await;
    let mut brought = game("g", 8);
    brought.game.source = Source::Import;
    brought.game.table = None;
    assert_eq!(store.add_games(&[brought.clone(), brought.clone()]).await.unwrap(), 1);
    let again = FinishedGame { players: vec![], ..game("g", 9) };
    assert_eq!(store.add_games(&[again]).await.unwrap(), 0);
    assert_eq!(store.game(game_id("g")).await.unwrap(), Some(brought));
}

async fn finds_the_tables_where_an_engine_has_to_play(site: Site) {
    let store = site.store().await;
    // A player sits at the second seat.
    for (id, state, updated, acts) in [
        ("engine", TableState::Running, 5, 0b01),
        ("player", TableState::Running, 5, 0b10),
        ("late", TableState::Running, 50, 0b01),
        ("over", TableState::Finished, 5, 0),
    ] {
        let mut append = Append::new(1, vec![event("x")], TableRow { state, updated, acts, ..row(id) });
        append.seats = Some(vec![SeatRow { player: player_id("ann"), seat: 1 }]);
        store.append(append).await.unwrap();
    }
    assert_eq!(store.waiting_for_engines(10, 10).await.unwrap(), [table_id("engine")]);
    assert_eq!(store.waiting_for_engines(100, 10).await.unwrap(), ["engine", "late"].map(table_id));
}

/// An unknown word or a malformed id means neither Black nor nobody: the row is refused.
async fn rows_that_cannot_be_read_are_errors(site: Site) {
    let store = site.store().await;
    let unreadable = |error: StoreError| matches!(error, StoreError::Unreadable { .. });
    let mut append = Append::new(1, vec![event("x")], row("t"));
    append.seats = Some(vec![SeatRow { player: player_id("ann"), seat: 0 }]);
    append.finished = Some(game("g", 1));
    store.append(append).await.unwrap();
    store.say(&message("t", "ann", "r1")).await.unwrap();
    for (column, word) in [("state", "asleep"), ("host", "ann")] {
        site.run(&format!("UPDATE tables SET {column} = '{word}'")).await;
        assert!(unreadable(store.table(table_id("t")).await.unwrap_err()), "{column}");
        site.run(&format!("UPDATE tables SET state = 'running', host = '{}'", player_id("ann"))).await;
        assert!(store.table(table_id("t")).await.unwrap().is_some());
    }
    site.run("UPDATE seats SET player = 'ann'").await;
    assert!(unreadable(store.seats(table_id("t")).await.unwrap_err()));
    for (column, word) in [("result", "red"), ("source", ""), ("table_id", "t")] {
        site.run(&format!("UPDATE games SET {column} = '{word}'")).await;
        assert!(unreadable(store.game(game_id("g")).await.unwrap_err()), "{column}");
        site.run("UPDATE games SET result = 'draw', source = 'table', table_id = ''").await;
        assert!(store.game(game_id("g")).await.unwrap().is_some());
    }
    for (column, word) in [("side", "red"), ("player", "robot:1")] {
        site.run(&format!("UPDATE game_players SET {column} = '{word}'")).await;
        assert!(unreadable(store.game(game_id("g")).await.unwrap_err()), "{column}");
        site.run("UPDATE game_players SET side = 'white', player = 'engine:1'").await;
        assert!(store.game(game_id("g")).await.unwrap().is_some());
    }
    for (column, word) in [("room", "all"), ("hidden_from", "ann"), ("author", "")] {
        site.run(&format!("UPDATE chat SET {column} = '{word}'")).await;
        assert!(unreadable(store.chat(table_id("t"), 0, 9).await.unwrap_err()), "{column}");
        let (ann, room) = (player_id("ann"), "room = 'spectators'");
        site.run(&format!("UPDATE chat SET {room}, hidden_from = '{ann} {ann}', author = '{ann}'")).await;
        assert_eq!(store.chat(table_id("t"), 0, 9).await.unwrap()[0].message.hidden_from, [ann, ann]);
    }
}
