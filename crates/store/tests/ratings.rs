//! Ratings: a game counts once, in the transaction that ends it, and rating the archive again gives the same numbers.

use crate::help::{Site, account, event, game_id, player_id, row, row_of, table_id};
use std::collections::BTreeMap;
use taijitu_ids::{GameId, PlayerId};
use taijitu_ratings::{PERIOD, Rating, Standing};
use taijitu_store::{
    Append, AppendOutcome, Deletion, FinishedGame, GamePlayerRow, GameRow, NewPuzzleTry, RatingRow,
    Recomputation, Source, Store, StoredSide, Winner,
};
use tokio::task::JoinSet;

on_both!(
    a_game_is_rated_with_its_end,
    an_end_that_fails_to_commit_rates_nobody,
    nodes_rate_each_game_once_and_the_archive_says_the_same,
    rows_changed_by_hand_are_found_and_corrected,
    a_deleted_account_leaves_ratings_without_a_name,
    the_best_are_settled_and_active,
    a_history_is_read_page_by_page,
    the_first_try_at_a_puzzle_counts_once,
);

/// The end of the game of a table, as seats: players by word, the first one White.
fn end(table: &str, winner: Winner, ended: i64, players: &[&str]) -> Append {
    let sides = [StoredSide::White, StoredSide::Black].into_iter().cycle();
    let player = |((seat, word), side): ((i64, &&str), StoredSide)| GamePlayerRow {
        player: player_id(word).into(),
        seat,
        side,
    };
    let finished = FinishedGame {
        game: GameRow {
            id: game_id(table),
            table: Some(table_id(table)),
            number: 1,
            kind: "yinsh".into(),
            options: String::new(),
            revision: 1,
            result: winner,
            reason: "resigned".into(),
            started: 1,
            ended,
            turns: 9,
            logged: true,
            public: true,
            source: Source::Table,
            record: "record".into(),
        },
        players: (0..).zip(players).zip(sides).map(player).collect(),
    };
    let mut append = Append::new(1, vec![event("ended")], row(table));
    append.finished = Some(finished);
    append.rated = Some("yinsh".into());
    append
}

async fn rate(store: &Store, append: Append) {
    assert_eq!(store.append(append).await.unwrap(), AppendOutcome::Committed);
}

async fn standing(store: &Store, player: &str) -> Standing {
    let rows = store.ratings_of(&[player_id(player)]).await.unwrap();
    assert!(rows.len() <= 1);
    rows.first().map_or(Standing::START, |row| row.standing)
}

async fn a_game_is_rated_with_its_end(site: Site) {
    let store = site.store().await;
    let mut casual = end("casual", Winner::White, 500, &["ann", "bob"]);
    casual.rated = None;
    rate(&store, casual).await;
    assert_eq!(store.ratings_of(&[player_id("ann")]).await.unwrap(), []);
    rate(&store, end("1", Winner::White, 1000, &["ann", "bob"])).await;
    let (ann, bob) = (standing(&store, "ann").await, standing(&store, "bob").await);
    assert_eq!((ann.rating.points(), bob.rating.points()), (1662, 1338));
    assert_eq!((ann.games, ann.won, ann.lost, ann.last, ann.number), (1, 1, 0, 1000, 1));
    assert_eq!((bob.games, bob.won, bob.lost), (1, 0, 1));
    // Three weeks later somebody new beats both, at a table for four with a fourth newcomer.
    let later = 1000 + 4 * PERIOD;
    rate(&store, end("2", Winner::Black, later, &["ann", "cem", "bob", "dia"])).await;
    let changes = store.rating_changes_of_games(&[game_id("2"), game_id("casual")]).await.unwrap();
    assert_eq!(changes.iter().map(|row| row.seat).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(changes.iter().map(|row| row.number).collect::<Vec<_>>(), [2; 4]);
    assert!(changes[0].deviation_before > ann.rating.deviation, "a rest makes less certain");
    assert_eq!(changes[0].value_before, ann.rating.value);
    assert_eq!(changes[1].after, standing(&store, "cem").await.rating);
    assert!(changes[1].after.value > Rating::START.value && changes[1].after == changes[3].after);
    assert_eq!(store.rated_classes().await.unwrap(), ["yinsh"]);
    let found = Recomputation { games: 2, players: 4, differing: 0 };
    assert_eq!(store.check_ratings("yinsh").await.unwrap(), found);
}

async fn an_end_that_fails_to_commit_rates_nobody(site: Site) {
    let (one, two) = (site.store().await, site.store().await);
    rate(&one, end("t", Winner::White, 1000, &["ann", "bob"])).await;
    let before = standing(&one, "ann").await;
    // Another node decided otherwise about the same table, and comes too late.
    let mut late = end("t", Winner::Black, 1001, &["ann", "bob"]);
    if let Some(finished) = &mut late.finished {
        finished.game.id = game_id("late");
    }
    assert_eq!(two.append(late).await.unwrap(), AppendOutcome::Conflict { head: 1 });
    assert_eq!(standing(&two, "ann").await, before);
    assert_eq!(two.rating_changes_of_games(&[game_id("late")]).await.unwrap(), []);
    // A game that was rated is not rated again, even under another number of the log.
    let mut again = end("t", Winner::White, 1000, &["ann", "bob"]);
    again.first = 2;
    assert!(one.append(again).await.is_err());
    assert_eq!(standing(&one, "ann").await, before);
}

/// Two nodes end games of six players at once, many in one transaction: every game counts once, for each player one after
/// the other.
async fn nodes_rate_each_game_once_and_the_archive_says_the_same(site: Site) {
    const GAMES: usize = 120;
    let nodes = [site.store().await, site.store().await];
    let players = ["ann", "bob", "cem", "dia", "eve", "fay"];
    let mut ends = JoinSet::new();
    for n in 0..GAMES {
        let (white, black) = (n % 6, (n + 1 + n / 6 % 5) % 6);
        let winner = [Winner::White, Winner::Black, Winner::Nobody][n * 7 % 3];
        let ended = 1000 + (n as i64 * 7919) % 50 * PERIOD / 3;
        let append = end(&format!("t{n}"), winner, ended, &[players[white], players[black]]);
        let node = nodes[n % 2].clone();
        ends.spawn(async move { rate(&node, append).await });
    }
    while let Some(done) = ends.join_next().await {
        done.unwrap();
    }
    let found = nodes[0].check_ratings("yinsh").await.unwrap();
    assert_eq!(found, Recomputation { games: GAMES as u64, players: 6, differing: 0 });
    let ids: Vec<PlayerId> = players.iter().map(|word| player_id(word)).collect();
    let rows = nodes[1].ratings_of(&ids).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.standing.games).sum::<i64>(), 2 * GAMES as i64);
    for row in &rows {
        let history = nodes[0].rating_history(row.player, "yinsh", None, 1000).await.unwrap();
        assert_eq!(history.len() as i64, row.standing.games);
        assert!(history.windows(2).all(|pair| pair[0].number > pair[1].number), "one after the other");
        let changes = nodes[1].rating_changes_of(row.player, None, 1000).await.unwrap();
        assert!(changes.windows(2).all(|pair| pair[1].value_before == pair[0].after.value));
        let after =
            changes.iter().rev().map(|change| (change.game, change.after.value, change.after.deviation));
        let points = history.iter().map(|point| (point.game, point.value, point.deviation));
        assert_eq!(points.collect::<Vec<_>>(), after.collect::<Vec<_>>());
        let rating = row.standing.rating;
        assert_eq!((history[0].value, history[0].deviation), (rating.value, rating.deviation));
    }
}

async fn rows_changed_by_hand_are_found_and_corrected(site: Site) {
    let store = site.store().await;
    for (n, table) in ["1", "2", "3"].into_iter().enumerate() {
        rate(&store, end(table, Winner::White, 1000 + n as i64, &["ann", "bob"])).await;
    }
    rate(&store, end("4", Winner::White, 2000, &["cem", "dia"])).await;
    let right = store.ratings_of(&["ann", "bob", "cem", "dia"].map(player_id)).await.unwrap();
    site.run(&format!("UPDATE ratings SET value = value + 1 WHERE player = '{}'", player_id("ann"))).await;
    site.run(&format!("DELETE FROM ratings WHERE player = '{}'", player_id("cem"))).await;
    site.run(&format!("UPDATE rating_changes SET value = 0 WHERE game_id = '{}'", game_id("2"))).await;
    let odd = RatingRow { class: "yinsh".into(), player: player_id("nobody"), standing: Standing::START };
    site.run(&format!(
        "INSERT INTO ratings (class, player, value, deviation, volatility, games, won, lost, last, number) \
         VALUES ('yinsh', '{}', 1, 1, 1, 1, 1, 1, 1, 1)",
        odd.player
    ))
    .await;
    let found = Recomputation { games: 4, players: 4, differing: 5 };
    assert_eq!(store.check_ratings("yinsh").await.unwrap(), found);
    assert_eq!(store.check_ratings("yinsh").await.unwrap(), found, "looking changes nothing");
    assert_eq!(store.correct_ratings("yinsh").await.unwrap(), found);
    assert_eq!(store.check_ratings("yinsh").await.unwrap(), Recomputation { differing: 0, ..found });
    assert_eq!(store.ratings_of(&["ann", "bob", "cem", "dia"].map(player_id)).await.unwrap(), right);
    assert_eq!(store.ratings_of(&[odd.player]).await.unwrap(), []);
}

async fn a_deleted_account_leaves_ratings_without_a_name(site: Site) {
    let store = site.store().await;
    for word in ["ann", "bob"] {
        store.create_player(&account(word, Some(word))).await.unwrap();
    }
    rate(&store, end("1", Winner::White, 1000, &["ann", "bob"])).await;
    store.delete_player(player_id("ann"), Deletion::default()).await.unwrap();
    // A game that goes on after the deletion is rated for the opponent, against the strength the player had.
    rate(&store, end("2", Winner::Black, 2000, &["ann", "bob"])).await;
    let found = Recomputation { games: 2, players: 2, differing: 0 };
    assert_eq!(store.check_ratings("yinsh").await.unwrap(), found);
    assert_eq!(store.player(player_id("ann")).await.unwrap().unwrap().name, None);
    // No column of the two tables holds a name.
    let columns = |table: &str| {
        let schema = taijitu_store::TABLES.iter().find(|schema| schema.name == table).unwrap();
        schema.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    };
    assert!(!columns("ratings").contains(&"name") && !columns("rating_changes").contains(&"name"));
}

async fn the_best_are_settled_and_active(site: Site) {
    let store = site.store().await;
    let mut values = BTreeMap::new();
    for (n, word) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        values.insert(word, 1500 + 10 * n as i64);
    }
    for (word, points) in &values {
        let (deviation, last) = match *word {
            "d" => (200_000_000, 5000),
            "e" => (60_000_000, 100),
            _ => (60_000_000, 5000),
        };
        site.run(&format!(
            "INSERT INTO ratings (class, player, value, deviation, volatility, games, won, lost, last, number) \
             VALUES ('yinsh', '{}', {}, {deviation}, 60000000, 9, 5, 4, {last}, 9)",
            player_id(word),
            points * 1_000_000
        ))
        .await;
    }
    let best = store.best_ratings("yinsh", 1000, 10).await.unwrap();
    let best: Vec<PlayerId> = best.iter().map(|row| row.player).collect();
    assert_eq!(best, ["c", "b", "a"].map(player_id));
    assert_eq!(store.best_ratings("yinsh", 1000, 1).await.unwrap().len(), 1);
    assert_eq!(store.best_ratings("y", 1000, 10).await.unwrap(), []);
}

async fn a_history_is_read_page_by_page(site: Site) {
    let store = site.store().await;
    for n in 1..=5 {
        let mut append = end(&format!("t{n}"), Winner::White, 1000 + n, &["ann", "bob"]);
        append.rated = Some(if n == 3 { "y" } else { "yinsh" }.into());
        row_of(&mut append).kind = "yinsh".into();
        rate(&store, append).await;
    }
    let games =
        |rows: &[taijitu_store::RatingChangeRow]| rows.iter().map(|row| row.game).collect::<Vec<GameId>>();
    let ann = player_id("ann");
    let points =
        |rows: &[taijitu_store::RatingPointRow]| rows.iter().map(|row| row.game).collect::<Vec<GameId>>();
    let first = store.rating_history(ann, "yinsh", None, 3).await.unwrap();
    assert_eq!(points(&first), ["t5", "t4", "t2"].map(game_id));
    let second = store.rating_history(ann, "yinsh", Some(first[2].number), 3).await.unwrap();
    assert_eq!(points(&second), [game_id("t1")]);
    let all = store.rating_changes_of(ann, None, 2).await.unwrap();
    assert_eq!(games(&all), ["t3", "t1"].map(game_id));
    let rest = store.rating_changes_of(ann, Some(("yinsh", all[1].number)), 10).await.unwrap();
    assert_eq!(games(&rest), ["t2", "t4", "t5"].map(game_id));
    assert_eq!(store.rated_classes().await.unwrap(), ["y", "yinsh"]);
}

async fn the_first_try_at_a_puzzle_counts_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("ann", Some("Ann"))).await.unwrap();
    let first_rating = Rating { value: 1_600_000_000, ..Rating::START };
    let attempt = |puzzle: &'static str, solved: bool| NewPuzzleTry {
        player: player_id("ann"),
        puzzle,
        at: 1000,
        solved,
        first_rating,
        day: Some(7),
    };
    // Both nodes at once, and again: one counts.
    let (one, two) = (attempt("y-1", true), attempt("y-1", false));
    let (first, second) = tokio::join!(nodes[0].rate_puzzle_try(&one), nodes[1].rate_puzzle_try(&two));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(first.is_some() != second.is_some());
    let rated = first.or(second).unwrap();
    assert_eq!(nodes[0].rate_puzzle_try(&one).await.unwrap(), None);
    let solved = nodes[0].puzzle_try(player_id("ann"), "y-1").await.unwrap().unwrap();
    assert_eq!((rated.solver.puzzles.tried, rated.solver.puzzles.solved), (1, i64::from(solved)));
    assert_eq!(rated.solver.streak, i64::from(solved));
    assert_eq!(nodes[1].solver_standing(player_id("ann")).await.unwrap(), Some(rated.solver));
    assert_eq!(nodes[1].puzzle_standing("y-1").await.unwrap(), Some(rated.puzzle));
    let gained = rated.solver.puzzles.rating.value > rated.before.value;
    assert!(gained == solved && (rated.puzzle.rating.value < first_rating.value) == solved);
    // A streak grows, and ends.
    let streak = |rated: Option<taijitu_store::RatedPuzzleTry>| {
        rated.map(|rated| (rated.solver.streak, rated.solver.best_streak))
    };
    let before = i64::from(solved);
    for (puzzle, solved, expected) in [
        ("y-2", true, (before + 1, before + 1)),
        ("y-3", true, (before + 2, before + 2)),
        ("y-4", false, (0, before + 2)),
        ("y-5", true, (1, before + 2)),
    ] {
        assert_eq!(streak(nodes[0].rate_puzzle_try(&attempt(puzzle, solved)).await.unwrap()), Some(expected));
    }
    assert_eq!(nodes[0].puzzle_day(7).await.unwrap(), (5, 3 + before));
    assert_eq!(nodes[0].puzzle_day(8).await.unwrap(), (0, 0));
    let tries = nodes[0].puzzle_tries_of(player_id("ann"), "", 2).await.unwrap();
    assert_eq!(tries.iter().map(|row| row.puzzle.as_str()).collect::<Vec<_>>(), ["y-1", "y-2"]);
    assert_eq!(nodes[0].puzzle_tries_of(player_id("ann"), "y-2", 10).await.unwrap().len(), 3);
    nodes[0].delete_player(player_id("ann"), Deletion::default()).await.unwrap();
    assert_eq!(nodes[0].solver_standing(player_id("ann")).await.unwrap(), None);
    assert_eq!(nodes[0].puzzle_tries_of(player_id("ann"), "", 10).await.unwrap(), []);
    assert!(nodes[0].puzzle_standing("y-1").await.unwrap().is_some(), "the puzzle keeps its rating");
}
