//! Following, blocking, preferences, challenges.

use crate::help::{Site, account, player_id, row, table_id};
use taijitu_ids::{ChallengeId, PlayerId};
use taijitu_store::{
    Append, ChallengeLimits, ChallengeOutcome, ChallengeRow, ChallengeState, DeclineReason, Deletion,
    ListOutcome, PeopleList, Store,
};
use tokio::task::JoinSet;

on_both!(
    a_list_has_an_end_however_many_are_added_at_once,
    a_blocked_player_is_unfollowed,
    blocks_among_some_are_found,
    preferences_and_bots_are_kept,
    a_challenge_is_settled_once,
    challenges_are_counted_when_many_are_made_at_once,
    challenges_are_listed_and_expire,
    nobody_is_challenged_again_and_again,
    an_accepted_challenge_without_a_table_is_found,
    deleting_an_account_leaves_nobody_on_a_list,
);

const FOLLOWS: PeopleList = PeopleList::Follows;
const BLOCKS: PeopleList = PeopleList::Blocks;

async fn people(store: &Store, names: &[&str]) -> Vec<PlayerId> {
    for name in names {
        store.create_player(&account(name, Some(name))).await.unwrap();
    }
    names.iter().map(|name| player_id(name)).collect()
}

fn challenge(id: u128, from: &str, to: &str, created: i64) -> ChallengeRow {
    ChallengeRow {
        id: ChallengeId(id),
        challenger: player_id(from),
        challenged: player_id(to),
        terms: "a game".into(),
        table: table_id(&format!("table {id}")),
        created,
        expires: created + 100,
        state: ChallengeState::Open,
        reason: None,
        settled: None,
    }
}

const LIMITS: ChallengeLimits =
    ChallengeLimits { sent: 3, received: 4, since: 0, unaccepted: 100, received_since: 100 };

async fn a_list_has_an_end_however_many_are_added_at_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    let ada = people(&nodes[0], &["ada"]).await[0];
    for round in 0..5 {
        let mut tasks = JoinSet::new();
        for k in 0..6 {
            let (store, other) = (nodes[k % 2].clone(), player_id(&format!("{round} {k}")));
            tasks.spawn(async move { store.add_to_list(FOLLOWS, ada, other, 1, 3).await.unwrap() });
        }
        let answers = tasks.join_all().await;
        assert_eq!(answers.iter().filter(|answer| **answer == ListOutcome::Added).count(), 3, "{answers:?}");
        let listed = nodes[1].list_of(FOLLOWS, ada).await.unwrap();
        assert_eq!(listed.len(), 3);
        let again = nodes[0].add_to_list(FOLLOWS, ada, listed[0].player, 2, 3).await.unwrap();
        assert_eq!(again, ListOutcome::Already, "also where the list is full");
        for other in listed {
            assert!(nodes[0].remove_from_list(FOLLOWS, ada, other.player).await.unwrap());
        }
    }
}

async fn a_blocked_player_is_unfollowed(site: Site) {
    let store = site.store().await;
    let [ada, bob, eve] = people(&store, &["ada", "bob", "eve"]).await[..] else { panic!() };
    for (one, other) in [(ada, bob), (bob, ada), (ada, eve)] {
        store.add_to_list(FOLLOWS, one, other, 1, 9).await.unwrap();
    }
    assert_eq!(store.listed_by(FOLLOWS, ada, &[bob, eve]).await.unwrap(), [bob]);
    store.add_to_list(BLOCKS, ada, bob, 2, 9).await.unwrap();
    assert!(store.is_listed(BLOCKS, ada, bob).await.unwrap());
    assert!(!store.is_listed(BLOCKS, bob, ada).await.unwrap());
    assert!(!store.is_listed(FOLLOWS, bob, ada).await.unwrap());
    let followed: Vec<_> = store.list_of(FOLLOWS, ada).await.unwrap().iter().map(|one| one.player).collect();
    assert_eq!(followed, [eve]);
    assert_eq!(store.blockers_of(bob).await.unwrap(), [ada]);
}

async fn blocks_among_some_are_found(site: Site) {
    let store = site.store().await;
    let [ada, bob, eve] = people(&store, &["ada", "bob", "eve"]).await[..] else { panic!() };
    store.add_to_list(BLOCKS, ada, bob, 1, 9).await.unwrap();
    store.add_to_list(BLOCKS, eve, player_id("somebody else"), 1, 9).await.unwrap();
    assert_eq!(store.blocks_among(&[ada, bob, eve]).await.unwrap(), [(ada, bob)]);
    assert_eq!(store.blocks_among(&[bob, eve]).await.unwrap(), []);
    assert_eq!(store.blocks_among(&[]).await.unwrap(), []);
}

async fn preferences_and_bots_are_kept(site: Site) {
    let store = site.store().await;
    let [ada, bob] = people(&store, &["ada", "bob"]).await[..] else { panic!() };
    assert_eq!(store.preferences(ada).await.unwrap(), None);
    store.set_preferences(ada, "one").await.unwrap();
    store.set_preferences(ada, "two").await.unwrap();
    assert_eq!(store.preferences(ada).await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.preferences_of(&[ada, bob]).await.unwrap(), [(ada, "two".to_owned())]);
    for _ in 0..2 {
        store.set_bot(ada, true, 1).await.unwrap();
    }
    assert!(store.is_bot(ada).await.unwrap() && !store.is_bot(bob).await.unwrap());
    store.set_bot(ada, false, 2).await.unwrap();
    assert!(!store.is_bot(ada).await.unwrap());
}

async fn a_challenge_is_settled_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    people(&nodes[0], &["ada", "bob"]).await;
    for round in 0..10 {
        let made = challenge(round, "ada", "bob", 10);
        assert_eq!(nodes[0].create_challenge(&made, LIMITS).await.unwrap(), ChallengeOutcome::Made);
        let mut tasks = JoinSet::new();
        for k in 0..8 {
            let (store, id) = (nodes[k % 2].clone(), made.id);
            let (state, reason) = match k % 3 {
                0 => (ChallengeState::Accepted, None),
                1 => (ChallengeState::Declined, Some(DeclineReason::Later)),
                _ => (ChallengeState::Withdrawn, None),
            };
            tasks.spawn(async move {
                let won = store.settle_challenge(id, state, reason, 50).await.unwrap();
                won.then_some((state, reason))
            });
        }
        let won: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
        assert_eq!(won.len(), 1, "{won:?}");
        let stored = nodes[1].challenge(made.id).await.unwrap().unwrap();
        assert_eq!((stored.state, stored.reason, stored.settled), (won[0].0, won[0].1, Some(50)));
    }
    let late = challenge(99, "ada", "bob", 10);
    nodes[0].create_challenge(&late, LIMITS).await.unwrap();
    let settle = async |now| nodes[0].settle_challenge(late.id, ChallengeState::Accepted, None, now).await;
    assert!(!settle(110).await.unwrap(), "it has expired");
    assert!(settle(109).await.unwrap());
}

async fn challenges_are_counted_when_many_are_made_at_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    people(&nodes[0], &["ada", "bob", "eve", "fay", "guy", "hal"]).await;
    let at_once = async |pairs: Vec<(&'static str, &'static str)>, first: u128, now: i64| {
        let mut tasks = JoinSet::new();
        for (k, (from, to)) in pairs.into_iter().enumerate() {
            let (store, made) = (nodes[k % 2].clone(), challenge(first + k as u128, from, to, now));
            tasks.spawn(async move { store.create_challenge(&made, LIMITS).await.unwrap() });
        }
        let answers = tasks.join_all().await;
        let count = |wanted| answers.iter().filter(|answer| **answer == wanted).count();
        [
            count(ChallengeOutcome::Made),
            count(ChallengeOutcome::Already),
            count(ChallengeOutcome::TooManySent),
            count(ChallengeOutcome::TooManyReceived),
        ]
    };
    let same = vec![("ada", "bob"); 6];
    assert_eq!(at_once(same, 0, 10).await, [1, 5, 0, 0]);
    let many = vec![("ada", "eve"), ("ada", "fay"), ("ada", "guy"), ("ada", "hal")];
    assert_eq!(at_once(many, 10, 10).await, [2, 0, 2, 0], "three in all");
    let all = vec![("eve", "bob"), ("fay", "bob"), ("guy", "bob"), ("hal", "bob")];
    assert_eq!(at_once(all, 20, 10).await, [3, 0, 0, 1], "four to one player");
    let each_other = vec![("eve", "fay"), ("fay", "eve")];
    assert_eq!(at_once(each_other, 30, 10).await, [2, 0, 0, 0], "and they do not wait for each other");
    assert_eq!(at_once(vec![("ada", "bob")], 40, 110).await, [1, 0, 0, 0], "what has expired does not count");
}

async fn challenges_are_listed_and_expire(site: Site) {
    let store = site.store().await;
    people(&store, &["ada", "bob", "eve"]).await;
    for made in
        [challenge(1, "ada", "bob", 10), challenge(2, "bob", "eve", 20), challenge(3, "eve", "ada", 30)]
    {
        store.create_challenge(&made, LIMITS).await.unwrap();
    }
    let of = async |name: &str, since| {
        let rows = store.challenges_of(player_id(name), since, 40, 10).await.unwrap();
        rows.iter().map(|row| row.id.0).collect::<Vec<_>>()
    };
    assert_eq!((of("ada", 0).await, of("ada", 10).await), (vec![3, 1], vec![3]));
    assert_eq!(store.challenges_of(player_id("bob"), 0, 40, 1).await.unwrap().len(), 1);
    let withdrawn = store.withdraw_challenges_between(player_id("bob"), player_id("ada"), 40).await.unwrap();
    let settled: Vec<_> = withdrawn.iter().map(|row| (row.state, row.settled)).collect();
    assert_eq!(settled, [(ChallengeState::Withdrawn, Some(40))]);
    let gone = store.challenge(ChallengeId(1)).await.unwrap().unwrap();
    assert_eq!((gone.state, gone.settled), (ChallengeState::Withdrawn, Some(40)));
    for made in [challenge(4, "ada", "eve", 25), challenge(5, "ada", "bob", 50)] {
        store.create_challenge(&made, LIMITS).await.unwrap();
    }
    store.settle_challenge(ChallengeId(5), ChallengeState::Withdrawn, None, 60).await.unwrap();
    assert_eq!(of("ada", 0).await, [3, 4, 5, 1], "open ones first, however many came after them");
    assert_eq!(store.sweep_challenges(120).await.unwrap(), 2);
    assert_eq!(of("ada", 0).await, [3, 4, 5]);
}

async fn nobody_is_challenged_again_and_again(site: Site) {
    let store = site.store().await;
    people(&store, &["ada", "bob", "eve", "fay"]).await;
    let limits = ChallengeLimits { since: 10, unaccepted: 3, received_since: 6, ..LIMITS };
    let make = async |number, from: &str, to: &str, at| {
        let made = store.create_challenge(&challenge(number, from, to, at), limits).await.unwrap();
        let _ = store.settle_challenge(ChallengeId(number), ChallengeState::Withdrawn, None, at + 1).await;
        made
    };
    assert_eq!(make(1, "ada", "bob", 10).await, ChallengeOutcome::Made, "long ago");
    for number in 2..5 {
        assert_eq!(make(number, "ada", "bob", 20).await, ChallengeOutcome::Made);
    }
    assert_eq!(make(5, "ada", "bob", 30).await, ChallengeOutcome::TooOften);
    assert_eq!(make(6, "ada", "eve", 30).await, ChallengeOutcome::Made, "another player");
    let accepted = challenge(7, "eve", "bob", 30);
    store.create_challenge(&accepted, limits).await.unwrap();
    store.settle_challenge(accepted.id, ChallengeState::Accepted, None, 31).await.unwrap();
    assert_eq!(make(8, "eve", "bob", 40).await, ChallengeOutcome::Made, "who was accepted is welcome");
    assert_eq!(make(9, "eve", "bob", 40).await, ChallengeOutcome::Made);
    assert_eq!(make(10, "fay", "bob", 40).await, ChallengeOutcome::TooManyReceived, "six from all");
}

async fn an_accepted_challenge_without_a_table_is_found(site: Site) {
    let store = site.store().await;
    people(&store, &["ada", "bob", "eve"]).await;
    for (made, with_table) in
        [(challenge(1, "ada", "bob", 10), true), (challenge(2, "ada", "eve", 10), false)]
    {
        store.create_challenge(&made, LIMITS).await.unwrap();
        store.settle_challenge(made.id, ChallengeState::Accepted, None, 20).await.unwrap();
        if with_table {
            let name = format!("table {}", made.id.0);
            store.append(Append::new(1, vec![crate::help::event("x")], row(&name))).await.unwrap();
        }
    }
    let found = store.accepted_without_table(0, 10).await.unwrap();
    assert_eq!(found.iter().map(|row| row.id.0).collect::<Vec<_>>(), [2]);
    assert!(store.accepted_without_table(20, 10).await.unwrap().is_empty(), "not of long ago");
}

async fn deleting_an_account_leaves_nobody_on_a_list(site: Site) {
    let store = site.store().await;
    let [ada, bob] = people(&store, &["ada", "bob"]).await[..] else { panic!() };
    store.add_to_list(FOLLOWS, ada, bob, 1, 9).await.unwrap();
    store.add_to_list(BLOCKS, player_id("eve"), bob, 1, 9).await.unwrap();
    store.add_to_list(BLOCKS, bob, player_id("eve"), 1, 9).await.unwrap();
    store.set_preferences(bob, "x").await.unwrap();
    store.set_bot(bob, true, 1).await.unwrap();
    store.create_challenge(&challenge(1, "ada", "bob", 10), LIMITS).await.unwrap();
    store.delete_player(bob, Deletion::default()).await.unwrap();
    assert!(store.list_of(FOLLOWS, ada).await.unwrap().is_empty());
    assert!(store.blockers_of(bob).await.unwrap().is_empty());
    assert!(store.list_of(BLOCKS, bob).await.unwrap().is_empty());
    assert_eq!(store.preferences(bob).await.unwrap(), None);
    assert!(!store.is_bot(bob).await.unwrap());
    assert_eq!(store.challenge(ChallengeId(1)).await.unwrap(), None);
}
