//! What is deleted when nobody needs it any more, and what never is.

use crate::help::{Site, account, event, game, message, player_id, row, table_id};
use taijitu_ids::ReportId;
use taijitu_store::{
    Append, AppendOutcome, ComplaintRow, NewReportRow, PlayerRow, ReportLimits, ReportReason, ReportSubject,
    SeatRow, SessionRow, Store, SweepCursor, SweepOutcome, TableRow, TableState,
};

on_both!(
    guests_of_whom_nothing_is_left_go,
    closed_tables_go_and_their_games_stay,
    a_sweep_looks_at_a_few_rows_at_a_time,
    heartbeats_of_nodes_that_are_gone_go,
    a_guest_comes_with_a_session_or_not_at_all,
);

fn guest(id: &str, seen: i64) -> PlayerRow {
    PlayerRow { guest: true, password: None, seen, ..account(id, Some(id)) }
}

fn session(hash: &str, player: &str) -> SessionRow {
    SessionRow { hash: hash.into(), player: player_id(player), created: 1, seen: 1, expires: 1000 }
}

async fn sweep_guests(store: &Store, before: i64) -> usize {
    let swept = store.sweep_guests(before, &mut SweepCursor::default(), 100).await.unwrap();
    assert!(swept.is_over);
    swept.deleted
}

/// A table in a state, last changed at a time, with a seat for a player, or with an engine's game only.
async fn table(store: &Store, id: &str, state: TableState, updated: i64, public: bool, seated: Option<&str>) {
    let mut append = Append::new(1, vec![event("x")], TableRow { state, updated, public, ..row(id) });
    append.seats = seated.map(|player| vec![SeatRow { player: player_id(player), seat: 0 }]);
    assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Committed);
}

async fn guests_of_whom_nothing_is_left_go(site: Site) {
    let store = site.store().await;
    for (id, seen) in
        [("idle", 5), ("lately", 20), ("host", 5), ("sits", 5), ("ann", 5), ("talks", 5), ("muted", 5)]
    {
        store.create_player(&guest(id, seen)).await.unwrap();
        store.create_session(&session(&format!("of {id}"), id)).await.unwrap();
    }
    store.create_player(&PlayerRow { seen: 5, ..account("account", Some("Zoe")) }).await.unwrap();
    // The row of a table names `host`.
    table(&store, "t", TableState::Open, 5, true, Some("sits")).await;
    store.say(&message("t", "talks", "r")).await.unwrap();
    store.mute(player_id("muted"), Some(50)).await.unwrap();
    let mut append = Append::new(2, vec![event("end")], row("t"));
    append.finished = Some(game("g", 1));
    store.append(append).await.unwrap();
    assert_eq!(sweep_guests(&store, 5).await, 0, "seen at that time, not before");
    assert_eq!(sweep_guests(&store, 10).await, 1);
    assert_eq!(store.player(player_id("idle")).await.unwrap(), None);
    assert_eq!(store.session("of idle", 1).await.unwrap(), None);
    for stays in ["lately", "host", "sits", "ann", "talks", "muted", "account"] {
        assert!(store.player(player_id(stays)).await.unwrap().is_some(), "{stays}");
    }
    assert!(store.session("of ann", 1).await.unwrap().is_some());
    assert_eq!(sweep_guests(&store, 60).await, 2, "the one who came later, and the mute is over");
    assert!(store.player(player_id("account")).await.unwrap().is_some(), "an account is never deleted");
}

async fn closed_tables_go_and_their_games_stay(site: Site) {
    let store = site.store().await;
    for (id, state, updated, public) in [
        ("unplayed", TableState::Closed, 50, true),
        ("hidden", TableState::Closed, 50, false),
        ("lately", TableState::Closed, 70, true),
        ("reported", TableState::Closed, 50, true),
        ("running", TableState::Running, 1, true),
        ("open", TableState::Open, 1, true),
        ("finished", TableState::Finished, 1, true),
        ("t", TableState::Closed, 50, true),
    ] {
        table(&store, id, state, updated, public, None).await;
        store.say(&message(id, "talks", "r")).await.unwrap();
    }
    store.add_games(&[game("g", 1)]).await.unwrap();
    let report = NewReportRow {
        id: ReportId(1),
        subject: ReportSubject::Table,
        player: None,
        table: Some(table_id("reported")),
        game: None,
        message: None,
        tournament: None,
        context: "{}".into(),
    };
    let complaint =
        ComplaintRow { player: player_id("bob"), at: 50, reason: ReportReason::Spam, note: String::new() };
    let limits = ReportLimits { per_player: 10, since: 0, per_report: 10, open: 10 };
    store.file_report(&report, &complaint, limits).await.unwrap();
    let sweep = async |without_games, with_games| {
        let mut cursor = SweepCursor::default();
        let mut deleted = 0;
        for _ in 0..2 {
            deleted +=
                store.sweep_closed_tables(without_games, with_games, &mut cursor, 100).await.unwrap().deleted;
        }
        deleted
    };
    let left = async || {
        let mut left = vec![];
        for id in ["unplayed", "hidden", "lately", "reported", "running", "open", "finished", "t"] {
            if store.table(table_id(id)).await.unwrap().is_some() {
                assert_eq!(store.chat(table_id(id), 0, 9).await.unwrap().len(), 1, "{id}");
                left.push(id);
            } else {
                assert_eq!(store.chat(table_id(id), 0, 9).await.unwrap().len(), 0, "{id}");
                assert_eq!(store.events(table_id(id), 0, 9).await.unwrap().len(), 0, "{id}");
            }
        }
        left
    };
    assert_eq!(sweep(50, 10).await, 0);
    assert_eq!(sweep(60, 10).await, 2);
    assert_eq!(left().await, ["lately", "reported", "running", "open", "finished", "t"]);
    assert_eq!(sweep(60, 55).await, 1, "a table with games goes later");
    assert_eq!(left().await, ["lately", "reported", "running", "open", "finished"]);
    assert_eq!(store.games_of_table(table_id("t")).await.unwrap().len(), 1, "its games stay");
}

async fn a_sweep_looks_at_a_few_rows_at_a_time(site: Site) {
    let store = site.store().await;
    for n in 0..7 {
        store.create_player(&guest(&format!("guest {n}"), n)).await.unwrap();
    }
    // Guests who stay do not keep a sweep from reaching those behind them.
    for n in [0, 1] {
        store.say(&message("t", &format!("guest {n}"), "r")).await.unwrap();
    }
    let mut cursor = SweepCursor::default();
    let mut steps = vec![];
    for _ in 0..4 {
        let SweepOutcome { deleted, is_over } = store.sweep_guests(6, &mut cursor, 2).await.unwrap();
        steps.push((deleted, is_over));
    }
    assert_eq!(steps, [(0, false), (2, false), (2, false), (0, true)]);
    assert_eq!(sweep_guests(&store, 100).await, 1, "it begins anew");
}

async fn heartbeats_of_nodes_that_are_gone_go(site: Site) {
    let store = site.store().await;
    for (node, at) in [("old", 1_000), ("new", 90_000)] {
        store.heartbeat(node, || at, 2_000, i64::MAX).await.unwrap();
    }
    assert_eq!(Store::inspect(&site.url(), 0).await.unwrap().nodes, 2);
    store.sweep_heartbeats(100_000, 50_000).await.unwrap();
    assert_eq!(Store::inspect(&site.url(), 0).await.unwrap().nodes, 1, "the newest one stays, however old");
    assert_eq!(store.outages(0, 100_000).await.unwrap().len(), 1);
    store.sweep_heartbeats(100_000, 100_000).await.unwrap();
    assert_eq!(store.outages(0, 100_000).await.unwrap().len(), 0);
    store.heartbeat("again", || 91_000, 2_000, i64::MAX).await.unwrap();
    store.forget_other_nodes("again").await.unwrap();
    assert_eq!(Store::inspect(&site.url(), 0).await.unwrap().nodes, 1);
}

async fn a_guest_comes_with_a_session_or_not_at_all(site: Site) {
    let store = site.store().await;
    store.create_signed_in(&guest("ann", 1), &session("s", "ann")).await.unwrap();
    assert_eq!(store.session("s", 1).await.unwrap().unwrap().1.id, player_id("ann"));
    assert!(
        store.create_signed_in(&guest("bob", 1), &session("s", "bob")).await.is_err(),
        "a secret is used once"
    );
    assert_eq!(store.player(player_id("bob")).await.unwrap(), None);
    let same_name = PlayerRow { id: player_id("eve"), ..guest("ann", 1) };
    assert!(matches!(
        store.create_signed_in(&same_name, &session("z", "eve")).await,
        Err(taijitu_store::StoreError::NameTaken)
    ));
    assert_eq!(store.session("z", 1).await.unwrap(), None);
}
