//! Tournaments: their logs, races for a number, lists, tables and records.

use crate::help::{Site, player_id, table_id};
use taijitu_ids::{GameId, TournamentId};
use taijitu_store::{
    AppendOutcome, NewEvent, Store, SweepCursor, TournamentAppend, TournamentFilter, TournamentGameRow,
    TournamentRow, TournamentState,
};
use tokio::task::JoinSet;

on_both!(
    a_log_is_read_as_it_was_written,
    one_of_many_writers_of_one_number_succeeds,
    tournaments_of_one_batch_do_not_disturb_each_other,
    lists_have_pages,
    players_and_games_follow_the_log,
    a_record_is_kept_once,
    abandoned_set_ups_are_deleted,
);

const ID: TournamentId = TournamentId(7);

fn row(id: TournamentId, state: TournamentState, at: i64) -> TournamentRow {
    TournamentRow {
        id,
        host: player_id("ada"),
        kind: "y".into(),
        public: true,
        state,
        created: 1,
        at,
        head: 0,
        deadline: Some(at + 10),
        summary: "{}".into(),
    }
}

fn append(first: i64, bodies: &[&str], row: TournamentRow) -> TournamentAppend {
    let events = bodies.iter().map(|body| NewEvent { at: first, body: (*body).to_owned() }).collect();
    TournamentAppend {
        first,
        events,
        row,
        entered: vec![],
        left: vec![],
        games: vec![],
        has_follow_up: false,
    }
}

async fn begin(store: &Store, id: TournamentId, state: TournamentState, at: i64) {
    let done = store.append_to_tournament(append(1, &["opened"], row(id, state, at))).await.unwrap();
    assert_eq!(done, AppendOutcome::Committed);
}

async fn a_log_is_read_as_it_was_written(site: Site) {
    let store = site.store().await;
    begin(&store, ID, TournamentState::Open, 5).await;
    let more = append(2, &["entered", "é'\\ and 100%"], row(ID, TournamentState::Running, 6));
    assert_eq!(store.append_to_tournament(more).await.unwrap(), AppendOutcome::Committed);
    let rows = store.tournament_events(ID, 1, 10).await.unwrap();
    let read: Vec<(i64, &str)> = rows.iter().map(|row| (row.n, row.body.as_str())).collect();
    assert_eq!(read, [(2, "entered"), (3, "é'\\ and 100%")]);
    let stored = store.tournament(ID).await.unwrap().unwrap();
    assert_eq!((stored.head, stored.state, stored.deadline), (3, TournamentState::Running, Some(16)));
    assert_eq!(store.tournament_heads(&[ID, TournamentId(8)]).await.unwrap(), [(ID, 3)]);
    assert_eq!(store.tournaments_due(15, 10).await.unwrap(), []);
    assert_eq!(store.tournaments_due(16, 10).await.unwrap(), [ID]);
    let nothing = append(4, &[], row(ID, TournamentState::Running, 6));
    assert!(store.append_to_tournament(nothing).await.is_err());
    let nul = append(4, &["\0"], row(ID, TournamentState::Running, 6));
    assert!(store.append_to_tournament(nul).await.is_err());
}

async fn one_of_many_writers_of_one_number_succeeds(site: Site) {
    let nodes = [site.store().await, site.store().await];
    begin(&nodes[0], ID, TournamentState::Open, 5).await;
    for first in 2..12 {
        let mut writers = JoinSet::new();
        for writer in 0..6 {
            let store = nodes[writer % 2].clone();
            let body = format!("{first} by {writer}");
            writers.spawn(async move {
                let append = append(first, &[&body], row(ID, TournamentState::Open, 5));
                (body, store.append_to_tournament(append).await.unwrap())
            });
        }
        let outcomes = writers.join_all().await;
        let won: Vec<&String> = outcomes
            .iter()
            .filter(|(_, outcome)| *outcome == AppendOutcome::Committed)
            .map(|(body, _)| body)
            .collect();
        assert_eq!(won.len(), 1, "{outcomes:?}");
        let lost = outcomes.iter().filter(|(_, outcome)| *outcome == AppendOutcome::Conflict { head: first });
        assert_eq!(lost.count(), 5, "{outcomes:?}");
        let rows = nodes[1].tournament_events(ID, first - 1, 10).await.unwrap();
        assert_eq!(rows.iter().map(|row| &row.body).collect::<Vec<_>>(), won);
    }
}

async fn tournaments_of_one_batch_do_not_disturb_each_other(site: Site) {
    let store = site.store().await;
    let mut writers = JoinSet::new();
    for number in 1..=20u128 {
        let store = store.clone();
        writers.spawn(async move {
            let id = TournamentId(number);
            begin(&store, id, TournamentState::Open, 5).await;
            let stale = append(5, &["too far"], row(id, TournamentState::Open, 5));
            let refused = store.append_to_tournament(stale).await.unwrap();
            assert_eq!(refused, AppendOutcome::Conflict { head: 1 });
            let again = append(1, &["opened again"], row(id, TournamentState::Open, 5));
            assert_eq!(store.append_to_tournament(again).await.unwrap(), AppendOutcome::Conflict { head: 1 });
            let next = append(2, &["entered"], row(id, TournamentState::Open, 5));
            assert_eq!(store.append_to_tournament(next).await.unwrap(), AppendOutcome::Committed);
        });
    }
    writers.join_all().await;
}

async fn lists_have_pages(site: Site) {
    let store = site.store().await;
    for number in 1..=5u128 {
        begin(
            &store,
            TournamentId(number),
            TournamentState::Running,
            100 - i64::try_from(number / 2).unwrap(),
        )
        .await;
    }
    begin(&store, TournamentId(9), TournamentState::Open, 1).await;
    let hidden = TournamentRow { public: false, ..row(TournamentId(10), TournamentState::Running, 1) };
    store.append_to_tournament(append(1, &["opened"], hidden)).await.unwrap();
    for ascending in [false, true] {
        let (mut seen, mut after) = (vec![], None);
        loop {
            let filter =
                TournamentFilter { states: &[TournamentState::Running], kind: Some("y"), ascending, after };
            let page = store.tournaments(&filter, 2).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some((last.at, last.id));
            seen.extend(page.iter().map(|row| row.id.0));
        }
        let mut all = seen.clone();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 5], "{seen:?}");
    }
    let other = TournamentFilter {
        states: &[TournamentState::Running, TournamentState::Open],
        kind: Some("zen"),
        ascending: true,
        after: None,
    };
    assert_eq!(store.tournaments(&other, 10).await.unwrap(), []);
    assert_eq!(store.tournaments_by(player_id("ada"), 100).await.unwrap().len(), 7);
    assert_eq!(store.tournaments_by(player_id("bob"), 100).await.unwrap(), []);
}

async fn players_and_games_follow_the_log(site: Site) {
    let store = site.store().await;
    begin(&store, ID, TournamentState::Open, 5).await;
    let (ada, bob) = (player_id("ada"), player_id("bob"));
    let entered = TournamentAppend {
        entered: vec![ada, bob],
        games: vec![TournamentGameRow { pairing: 1, game: 0, table: table_id("one"), is_open: true }],
        ..append(2, &["entered"], row(ID, TournamentState::Running, 5))
    };
    store.append_to_tournament(entered).await.unwrap();
    assert_eq!(store.tournaments_of(bob, 10).await.unwrap()[0].id, ID);
    assert_eq!(store.tournament_of_table(table_id("one")).await.unwrap(), Some(ID));
    assert_eq!(store.tournaments_with_games(10).await.unwrap(), [ID]);
    let left = TournamentAppend {
        left: vec![bob],
        games: vec![TournamentGameRow { pairing: 1, game: 0, table: table_id("one"), is_open: false }],
        ..append(3, &["withdrew"], row(ID, TournamentState::Running, 5))
    };
    store.append_to_tournament(left).await.unwrap();
    assert_eq!(store.tournaments_of(bob, 10).await.unwrap(), []);
    assert_eq!(store.tournaments_with_games(10).await.unwrap(), []);
    assert_eq!(store.tournaments_of(ada, 10).await.unwrap().len(), 1);
    let over = append(4, &["finished"], row(ID, TournamentState::Finished, 5));
    store.append_to_tournament(over).await.unwrap();
    assert_eq!(store.tournaments_of(ada, 10).await.unwrap(), [], "it is over");
}

async fn a_record_is_kept_once(site: Site) {
    let store = site.store().await;
    begin(&store, ID, TournamentState::Running, 5).await;
    assert!(store.put_tournament_record(ID, (3, 0), GameId(4)).await.unwrap());
    assert!(!store.put_tournament_record(ID, (3, 0), GameId(5)).await.unwrap());
    assert_eq!(store.tournament_records(ID, 10).await.unwrap(), [(3, 0, GameId(4))]);
    assert_eq!(store.tournament_records(TournamentId(8), 10).await.unwrap(), []);
}

async fn abandoned_set_ups_are_deleted(site: Site) {
    let store = site.store().await;
    let off = TournamentState::CalledOff;
    let at = |number: u128, state, at| (TournamentId(number), state, at);
    for (id, state, at) in
        [at(1, off, 50), at(2, off, 50), at(3, off, 70), at(4, TournamentState::Finished, 50)]
    {
        begin(&store, id, state, at).await;
    }
    let hidden = TournamentRow { public: false, created: 30, ..row(TournamentId(5), off, 50) };
    let entered = TournamentAppend { entered: vec![player_id("bob")], ..append(1, &["opened"], hidden) };
    store.append_to_tournament(entered).await.unwrap();
    let game = TournamentGameRow { pairing: 1, game: 0, table: table_id("t"), is_open: false };
    let played =
        TournamentAppend { games: vec![game], ..append(2, &["played"], row(TournamentId(2), off, 50)) };
    store.append_to_tournament(played).await.unwrap();
    assert_eq!(store.tournaments_made(player_id("ada"), 0, 100).await.unwrap(), 5);
    assert_eq!(store.tournaments_made(player_id("ada"), 0, 3).await.unwrap(), 3);
    assert_eq!(store.tournaments_made(player_id("ada"), 1, 100).await.unwrap(), 1);
    let mut cursor = SweepCursor::default();
    let (mut deleted, mut steps) = (0, 0);
    loop {
        let swept = store.sweep_called_off_tournaments(60, &mut cursor, 1).await.unwrap();
        (deleted, steps) = (deleted + swept.deleted, steps + 1);
        if swept.is_over {
            break;
        }
    }
    assert_eq!((deleted, steps), (2, 5), "the first and the hidden one");
    let ids: Vec<TournamentId> = (1..=6).map(TournamentId).collect();
    let mut left: Vec<TournamentId> =
        store.tournaments_with_ids(&ids).await.unwrap().iter().map(|row| row.id).collect();
    left.sort();
    assert_eq!(left, [2, 3, 4].map(TournamentId));
    for id in [1, 5].map(TournamentId) {
        assert_eq!(store.tournament_events(id, 0, 10).await.unwrap(), []);
    }
    assert_eq!(store.all_tournaments_of(player_id("bob"), None, 10).await.unwrap(), []);
}
