//! The archive: its index, pages, positions, reviews and puzzles.

use crate::help::{Site, account, game, game_id, player_id};
use std::collections::BTreeMap;
use taijitu_ids::GameId;
use taijitu_store::{
    ArchiveFilter, EndCounts, FinishedGame, Listing, Participant, PlayerScore, PositionVisit, PuzzleRow,
    Store, StoredSide, TallyKey, Winner,
};
use tokio::task::JoinSet;

on_both!(
    indexes_each_game_once_with_several_indexers,
    counts_positions_from_the_second_game_on,
    pages_through_the_archive_without_gaps,
    makes_the_index_again,
    leaves_games_of_newer_rules_to_newer_programs,
    keeps_reviews_and_counts_their_accuracy,
    keeps_puzzles,
);

/// A game of the archive: who, how it ended, and the positions it reached, of which each follows the one before.
fn archived(k: i64, players: [&str; 2], won: Winner, positions: &[i64]) -> (FinishedGame, Listing) {
    let mut finished = game(&format!("g{k:04}"), 2 * k);
    finished.game.public = true;
    finished.game.result = won;
    finished.game.reason = if k % 10 == 0 { "time" } else { "resigned" }.into();
    finished.game.turns = k % 50;
    for (row, player) in finished.players.iter_mut().zip(players) {
        row.player = player_id(player).into();
    }
    let next = positions.iter().skip(1).copied().chain([0]);
    let reached = positions.iter().zip(next).map(|(&position, next)| PositionVisit {
        position,
        next,
        turn: if next == 0 { String::new() } else { format!("to {next}") },
        won,
    });
    let tallies = vec![
        TallyKey { scope: None, what: won.as_str().into() },
        TallyKey { scope: Some(player_id(players[0]).into()), what: format!("white {}", won.as_str()) },
    ];
    let variant = if k % 7 == 0 { "handicap=2" } else { "" }.into();
    (finished, Listing { variant, reached: reached.collect(), tallies })
}

const RESULTS: [Winner; 3] = [Winner::White, Winner::Black, Winner::Nobody];

/// What this program knows of rules.
const KNOWN: &[(&str, i64)] = &[("y", 1), ("yinsh", 1)];

async fn index_all(store: &Store, listings: &BTreeMap<GameId, Listing>, batch: i64) -> usize {
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

async fn indexes_each_game_once_with_several_indexers(site: Site) {
    let nodes = [site.store().await, site.store().await, site.store().await];
    let games: Vec<_> = (1..=300)
        .map(|k| archived(k, ["ann", "bob"], RESULTS[k as usize % 3], &[1, 2 + k % 5, 100 + k]))
        .collect();
    let finished: Vec<FinishedGame> = games.iter().map(|(finished, _)| finished.clone()).collect();
    assert_eq!(nodes[0].add_games(&finished).await.unwrap(), 300);
    let listings: BTreeMap<GameId, Listing> =
        games.into_iter().map(|(finished, listing)| (finished.game.id, listing)).collect();
    let mut tasks = JoinSet::new();
    for node in nodes.clone() {
        let listings = listings.clone();
        tasks.spawn(async move { index_all(&node, &listings, 17).await });
    }
    assert_eq!(tasks.join_all().await.into_iter().sum::<usize>(), 300, "each game is taken in by one node");
    let start = nodes[0].position(1, 10).await.unwrap();
    assert_eq!(start.ends, EndCounts { white: 100, black: 100, draws: 100 });
    assert_eq!(start.next.iter().map(|next| next.ends.games()).collect::<Vec<_>>(), [60; 5]);
    assert_eq!(nodes[0].index_progress().await.unwrap(), (300, 0));
    let tallies = nodes[0].tallies(None, Some("y")).await.unwrap();
    assert_eq!(tallies.iter().map(|tally| tally.count).collect::<Vec<_>>(), [100, 100, 100]);
    assert_eq!(nodes[0].games_played(&player_id("ann").into(), None).await.unwrap(), 300);
    nodes[0].create_player(&account("ann", Some("Ann"))).await.unwrap();
    nodes[0].delete_player(player_id("ann"), taijitu_store::Deletion::default()).await.unwrap();
    assert_eq!(
        nodes[0].tallies(Some(&player_id("ann").into()), None).await.unwrap(),
        [],
        "the counts go with the account"
    );
}

async fn counts_positions_from_the_second_game_on(site: Site) {
    let store = site.store().await;
    let ways: [&[i64]; 4] = [&[1, 2, 3], &[1, 2, 4], &[1, 5, 3, 2], &[1, 2, 3]];
    for (k, way) in (1..).zip(ways) {
        let (finished, listing) =
            archived(k, ["ann", "bob"], if k == 4 { Winner::Black } else { Winner::White }, way);
        store.add_games(std::slice::from_ref(&finished)).await.unwrap();
        let listings = BTreeMap::from([(finished.game.id, listing)]);
        assert_eq!(index_all(&store, &listings, 10).await, 1);
        if k == 1 {
            let alone = store.position(2, 10).await.unwrap();
            assert_eq!((alone.ends.games(), alone.next[0].turn.as_str()), (1, "to 3"));
            assert_eq!(store.position(3, 10).await.unwrap().next, []);
        }
    }
    let two = store.position(2, 10).await.unwrap();
    assert_eq!(two.ends, EndCounts { white: 3, black: 1, draws: 0 });
    let next: Vec<_> =
        two.next.iter().map(|next| (next.turn.as_str(), next.ends.white, next.ends.black)).collect();
    assert_eq!(next, [("to 3", 1, 1), ("to 4", 1, 0)], "one game ended there");
    assert_eq!(store.position(3, 10).await.unwrap().ends.games(), 3);
    assert_eq!(store.position(9, 10).await.unwrap().ends.games(), 0);
    let filter = ArchiveFilter { position: Some(2), ..ArchiveFilter::default() };
    let found = store.archive(&filter, None, 10).await.unwrap();
    let ids: Vec<GameId> = found.games.iter().map(|finished| finished.game.id).collect();
    assert_eq!((ids, found.next), (["g0004", "g0003", "g0002", "g0001"].map(game_id).to_vec(), None));
}

async fn pages_through_the_archive_without_gaps(site: Site) {
    let store = site.store().await;
    let people = ["ann", "bob", "cid"];
    let games: Vec<_> = (1..=500_i64)
        .map(|k| {
            let (a, b) = (k as usize % 3, k as usize / 3 % 3);
            archived(k, [people[a], people[b]], RESULTS[k as usize % 3], &[1, 2 + k % 5])
        })
        .collect();
    let mut finished: Vec<FinishedGame> = games.iter().map(|(finished, _)| finished.clone()).collect();
    // Some end in the same millisecond.
    for game in &mut finished {
        game.game.ended = game.game.ended / 50 * 50;
    }
    store.add_games(&finished).await.unwrap();
    let listings: BTreeMap<GameId, Listing> =
        games.iter().map(|(finished, listing)| (finished.game.id, listing.clone())).collect();
    index_all(&store, &listings, 100).await;
    let any = ArchiveFilter::default();
    let [ann, bob, cid] = &people.map(|who| Participant::from(player_id(who)));
    let played =
        |finished: &FinishedGame, who: &Participant| finished.players.iter().any(|row| row.player == *who);
    let won = |finished: &FinishedGame, who: &Participant| {
        let side = finished.game.result.side();
        finished.players.iter().any(|row| row.player == *who && Some(row.side) == side)
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
            ArchiveFilter { result: Some(Winner::Nobody), least: Some(40), most: Some(44), ..any },
            Box::new(|game| game.game.result == Winner::Nobody && (40..=44).contains(&game.game.turns)),
        ),
        (ArchiveFilter { player: Some(ann), ..any }, Box::new(|game| played(game, ann))),
        (
            ArchiveFilter { player: Some(ann), score: Some(PlayerScore::Won), ..any },
            Box::new(|game| won(game, ann)),
        ),
        (
            ArchiveFilter { player: Some(ann), score: Some(PlayerScore::Won), opponent: Some(bob), ..any },
            Box::new(|game| won(game, ann) && played(game, bob)),
        ),
        (
            ArchiveFilter { player: Some(cid), opponent: Some(cid), ..any },
            Box::new(|game| {
                game.game.result != Winner::Nobody && game.players.iter().all(|row| row.player == *cid)
            }),
        ),
        (
            ArchiveFilter { position: Some(4), player: Some(bob), reason: Some("resigned"), ..any },
            Box::new(|game| {
                let reached = &listings[&game.game.id].reached;
                reached.iter().any(|at| at.position == 4)
                    && played(game, bob)
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
        expected.sort_by_key(|game| (-game.game.ended, game.game.id));
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
            seen.sort_by_key(|game| (-game.game.ended, game.game.id));
            let ids = |games: Vec<&FinishedGame>| games.iter().map(|game| game.game.id).collect::<Vec<_>>();
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
    let (finished, listing) = archived(1, ["ann", "bob"], Winner::White, &[1, 2]);
    store.add_games(std::slice::from_ref(&finished)).await.unwrap();
    let listings = BTreeMap::from([(finished.game.id, listing)]);
    let stale = store.unindexed(10, KNOWN).await.unwrap();
    index_all(&store, &listings, 10).await;
    assert!(store.prepare_index(3).await.unwrap(), "nothing to do");
    assert_eq!(store.index_progress().await.unwrap(), (1, 0));
    assert!(store.prepare_index(4).await.unwrap(), "another program begins anew");
    assert_eq!(store.index_progress().await.unwrap(), (0, 1));
    assert_eq!(store.position(1, 1).await.unwrap().ends.games(), 0);
    let late = [(&stale.games[0], listings.get(&game_id("g0001")))];
    assert_eq!(store.index(stale.build, &late).await.unwrap(), 0, "what was read before counts no more");
    index_all(&store, &listings, 10).await;
    assert_eq!(store.position(1, 1).await.unwrap().ends.games(), 1);
    assert!(!store.prepare_index(3).await.unwrap(), "an older program leaves it alone");
}

async fn leaves_games_of_newer_rules_to_newer_programs(site: Site) {
    let store = site.store().await;
    let (known, _) = archived(1, ["ann", "bob"], Winner::White, &[1]);
    let (mut newer, _) = archived(2, ["ann", "bob"], Winner::White, &[1]);
    newer.game.revision = 2;
    let (mut older, _) = archived(3, ["ann", "bob"], Winner::White, &[1]);
    older.game.revision = 0;
    let (mut unheard_of, _) = archived(4, ["ann", "bob"], Winner::White, &[1]);
    unheard_of.game.kind = "go".into();
    store.add_games(&[known, newer, older, unheard_of]).await.unwrap();
    let ids = async |known: &[(&str, i64)]| {
        let waiting = store.unindexed(10, known).await.unwrap().games;
        let mut ids: Vec<GameId> = waiting.into_iter().map(|game| game.game.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(KNOWN).await, ["g0001", "g0003"].map(game_id));
    assert_eq!(ids(&[("y", 2), ("go", 1)]).await, ["g0001", "g0002", "g0003", "g0004"].map(game_id));
    assert!(ids(&[]).await.is_empty());
}

async fn keeps_reviews_and_counts_their_accuracy(site: Site) {
    let store = site.store().await;
    let games: Vec<_> = (1..=2).map(|k| archived(k, ["ann", "bob"], Winner::White, &[1])).collect();
    for (finished, _) in &games {
        store.add_games(std::slice::from_ref(finished)).await.unwrap();
    }
    assert!(store.keep_review(game_id("g0001"), "early", Some(80.0), None).await.unwrap());
    let listings = games.iter().map(|(finished, listing)| (finished.game.id, listing.clone())).collect();
    index_all(&store, &listings, 10).await;
    assert!(store.keep_review(game_id("g0002"), "late", Some(90.5), Some(10.0)).await.unwrap());
    assert!(!store.keep_review(game_id("g0002"), "again", Some(0.0), Some(0.0)).await.unwrap());
    assert_eq!(store.review(game_id("g0002")).await.unwrap().as_deref(), Some("late"));
    assert_eq!(store.review(game_id("g0003")).await.unwrap(), None);
    let count = |rows: &[taijitu_store::TallyRow], what: &str| {
        rows.iter().find(|row| row.what == what && row.kind == "y").map_or(0, |row| row.count)
    };
    let (ann, bob) = (
        store.tallies(Some(&player_id("ann").into()), None).await.unwrap(),
        store.tallies(Some(&player_id("bob").into()), None).await.unwrap(),
    );
    assert_eq!((count(&ann, "reviewed"), count(&ann, "accuracy")), (2, 170_500));
    assert_eq!((count(&bob, "reviewed"), count(&bob, "accuracy")), (1, 10_000));
}

async fn keeps_puzzles(site: Site) {
    let store = site.store().await;
    let puzzle = |number: i64, wins_in| PuzzleRow {
        id: format!("y-{number}"),
        kind: "y".into(),
        number,
        side: StoredSide::White,
        wins_in,
        study: "{}".into(),
        solution: "[]".into(),
        game: (number == 1).then(|| game_id("g")),
        made: 5,
        themes: (number == 2).then(|| "capture".into()),
    };
    assert_eq!(store.keep_puzzles(&[puzzle(1, 3), puzzle(2, 1)]).await.unwrap(), 2);
    assert_eq!(store.keep_puzzles(&[puzzle(2, 9), puzzle(3, 2)]).await.unwrap(), 1);
    assert_eq!(store.puzzles(Some("y")).await.unwrap(), [puzzle(2, 1), puzzle(3, 2), puzzle(1, 3)]);
    assert_eq!(store.puzzles(Some("zen")).await.unwrap(), []);
    assert_eq!(store.puzzle("y-1").await.unwrap(), Some(puzzle(1, 3)));
    assert_eq!(store.puzzle("y-4").await.unwrap(), None);
    store.set_puzzle_themes(&[("y-1".into(), "-".into()), ("y-4".into(), "law".into())]).await.unwrap();
    let looked_at = PuzzleRow { themes: Some("-".into()), ..puzzle(1, 3) };
    assert_eq!(store.puzzles(Some("y")).await.unwrap(), [puzzle(2, 1), puzzle(3, 2), looked_at]);
}
