//! Players, their sessions and tokens, and what is stored about them.

use crate::help::{Site, account, event, game, message, player_id, row, token_id};
use taijitu_store::{Append, Deletion, PlayerRow, SeatRow, SessionRow, StoreError, TokenRow};
use tokio::task::JoinSet;

on_both!(
    a_name_is_given_once,
    deleting_an_account_leaves_only_its_id,
    the_name_of_a_deleted_account_is_not_free_at_once,
    messages_are_deleted_with_their_author_on_request,
    an_account_is_known_by_the_networks_it_used_last,
    sessions_expire_and_end,
    a_guest_becomes_one_account,
    tokens_are_counted_when_many_are_made_at_once,
    tokens_are_listed_and_deleted,
    mutes_and_lists_players,
    exports_what_is_stored_about_a_player,
);

async fn a_name_is_given_once(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    let twin = store.create_player(&account("2", Some("Ann"))).await;
    assert!(matches!(twin, Err(StoreError::NameTaken)), "{twin:?}");
    store.create_player(&account("3", None)).await.unwrap();
    store.create_player(&account("4", None)).await.unwrap();
    let taken = store.become_account(player_id("3"), "ANN", "ann", "hash").await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    store.become_account(player_id("3"), "Bob", "bob", "hash").await.unwrap();
    let bob = store.player_by_skeleton("bob").await.unwrap().unwrap();
    assert_eq!((bob.id, bob.guest, bob.name.as_deref()), (player_id("3"), false, Some("Bob")));
    let nobody = store.become_account(player_id("9"), "Eve", "eve", "hash").await;
    assert!(matches!(nobody, Err(StoreError::NoPlayer(_))), "{nobody:?}");
    assert!(matches!(store.rename(player_id("4"), "Bob", Some("bob")).await, Err(StoreError::NameTaken)));
    store.rename(player_id("4"), "Guest of honour", None).await.unwrap();
    store.set_password(player_id("3"), "other").await.unwrap();
    assert_eq!(store.player(player_id("3")).await.unwrap().unwrap().password.as_deref(), Some("other"));
}

async fn the_name_of_a_deleted_account_is_not_free_at_once(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    store.create_player(&account("2", None)).await.unwrap();
    let deletion = Deletion { name_until: Some(1_000), with_words: false };
    store.delete_player(player_id("1"), deletion).await.unwrap();
    assert_eq!(store.player_by_skeleton("ann").await.unwrap(), None, "nobody has it");
    assert!(store.is_retired("ann").await.unwrap() && !store.is_retired("bob").await.unwrap());
    assert!(matches!(store.create_player(&account("3", Some("Ann"))).await, Err(StoreError::NameTaken)));
    let become_ann = || store.become_account(player_id("2"), "Ann", "ann", "hash");
    assert!(matches!(become_ann().await, Err(StoreError::NameTaken)));
    assert!(matches!(store.rename(player_id("2"), "Ann", Some("ann")).await, Err(StoreError::NameTaken)));
    assert!(store.player(player_id("2")).await.unwrap().unwrap().guest, "and nothing has changed");
    assert_eq!(store.sweep_retired_names(999).await.unwrap(), 0);
    assert_eq!(store.sweep_retired_names(1_000).await.unwrap(), 1);
    become_ann().await.unwrap();
}

async fn messages_are_deleted_with_their_author_on_request(site: Site) {
    let store = site.store().await;
    for (id, name, with_words) in [("1", "Ann", true), ("2", "Bob", false)] {
        store.create_player(&account(id, Some(name))).await.unwrap();
        store.say(&message("t", id, "a")).await.unwrap();
        store.delete_player(player_id(id), Deletion { name_until: None, with_words }).await.unwrap();
    }
    let chat = store.chat(crate::help::table_id("t"), 0, 10).await.unwrap();
    let texts: Vec<_> = chat.iter().map(|row| (row.m, row.message.text.as_str())).collect();
    assert_eq!(texts, [(1, ""), (2, "hello")], "the numbers stay");
}

async fn an_account_is_known_by_the_networks_it_used_last(site: Site) {
    let store = site.store().await;
    let (ann, bob) = (player_id("1"), player_id("2"));
    for n in 0..25 {
        store.note_sign_in(ann, &format!("{n:04x}"), n).await.unwrap();
    }
    store.note_sign_in(bob, "0000", 1).await.unwrap();
    let known = async |player, n: i64| store.has_signed_in_from(player, &format!("{n:04x}")).await.unwrap();
    assert!(!known(ann, 4).await && known(ann, 5).await && known(ann, 24).await, "the last twenty");
    store.note_sign_in(ann, "0005", 30).await.unwrap();
    store.note_sign_in(ann, "ffff", 31).await.unwrap();
    assert!(known(ann, 5).await && !known(ann, 6).await, "what is used again stays");
    assert!(known(bob, 0).await && !known(bob, 5).await);
    store.forget_sign_ins(ann).await.unwrap();
    assert!(!known(ann, 24).await && known(bob, 0).await);
}

fn session(hash: &str, player: &str, expires: i64) -> SessionRow {
    SessionRow { hash: hash.into(), player: player_id(player), created: 1, seen: 2, expires }
}

fn token(hash: &str, id: &str, player: &str) -> TokenRow {
    let (hash, id, player) = (hash.into(), token_id(id), player_id(player));
    TokenRow { hash, id, player, label: "bot".into(), created: 1, seen: 2 }
}

async fn deleting_an_account_leaves_only_its_id(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    store.create_player(&account("2", Some("Bob"))).await.unwrap();
    store.create_session(&session("s1", "1", 100)).await.unwrap();
    store.create_session(&session("s2", "2", 100)).await.unwrap();
    assert!(store.create_token(&token("k1", "i1", "1"), 20).await.unwrap());
    store.delete_player(player_id("1"), Deletion::default()).await.unwrap();
    let gone = store.player(player_id("1")).await.unwrap().unwrap();
    assert!(gone.deleted && gone.name.is_none() && gone.skeleton.is_none() && gone.password.is_none());
    assert_eq!(store.session("s1", 0).await.unwrap(), None);
    assert_eq!(store.token("k1").await.unwrap(), None);
    assert!(store.session("s2", 0).await.unwrap().is_some());
    assert!(matches!(store.set_password(player_id("1"), "x").await, Err(StoreError::NoPlayer(_))));
    assert!(matches!(
        store.delete_player(player_id("3"), Deletion::default()).await,
        Err(StoreError::NoPlayer(_))
    ));
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
    assert_eq!(store.delete_sessions(player_id("1"), Some("b")).await.unwrap(), 1);
    assert_eq!(store.sessions(player_id("1")).await.unwrap().len(), 1);
    assert_eq!(store.delete_sessions(player_id("1"), None).await.unwrap(), 1);
}

async fn a_guest_becomes_one_account(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("1", None)).await.unwrap();
    let mut tasks = JoinSet::new();
    for k in 0..10 {
        let store = nodes[k % 2].clone();
        tasks.spawn(async move {
            let name = format!("name {k}");
            store.become_account(player_id("1"), &name, &name, "hash").await.map(|()| name)
        });
    }
    let answers = tasks.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1, "{won:?}");
    assert!(lost.iter().all(|answer| matches!(answer, Err(StoreError::NoPlayer(_)))), "{lost:?}");
    let player = nodes[0].player(player_id("1")).await.unwrap().unwrap();
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
        let tokens = nodes[1].tokens(player_id(&player)).await.unwrap();
        assert_eq!(tokens.len(), 2);
        assert!(nodes[0].delete_token(player_id(&player), tokens[0].id).await.unwrap());
        let another = token(&format!("k{round}"), &format!("i{round}"), &player);
        assert!(nodes[1].create_token(&another, 2).await.unwrap(), "there is room again");
    }
}

async fn tokens_are_listed_and_deleted(site: Site) {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    assert!(store.create_token(&token("k1", "i1", "1"), 20).await.unwrap());
    assert!(store.create_token(&token("k2", "i2", "1"), 20).await.unwrap());
    assert_eq!(store.tokens(player_id("1")).await.unwrap(), [token("k1", "i1", "1"), token("k2", "i2", "1")]);
    store.touch_token("k1", 9).await.unwrap();
    let (found, player) = store.token("k1").await.unwrap().unwrap();
    assert_eq!((found.id, found.seen, player.id), (token_id("i1"), 9, player_id("1")));
    assert!(!store.delete_token(player_id("2"), token_id("i1")).await.unwrap());
    assert!(store.delete_token(player_id("1"), token_id("i1")).await.unwrap());
    assert_eq!(store.token("k1").await.unwrap(), None);
}

async fn mutes_and_lists_players(site: Site) {
    let store = site.store().await;
    for (id, name) in [("1", "Ann"), ("2", "Annabel"), ("3", "Bob_50%")] {
        store.create_player(&account(id, Some(name))).await.unwrap();
    }
    store.mute(player_id("1"), Some(50)).await.unwrap();
    assert_eq!(store.player(player_id("1")).await.unwrap().unwrap().muted_until, Some(50));
    store.mute(player_id("1"), None).await.unwrap();
    assert_eq!(store.player(player_id("1")).await.unwrap().unwrap().muted_until, None);
    store.touch(player_id("2"), 99).await.unwrap();
    let ids = |players: Vec<PlayerRow>| players.into_iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(store.list_players("aNN", 9).await.unwrap()), ["2", "1"].map(player_id));
    assert_eq!(ids(store.list_players("b_5", 9).await.unwrap()), [player_id("3")]);
    assert_eq!(ids(store.list_players("_", 9).await.unwrap()), [player_id("3")]);
    assert_eq!(ids(store.list_players(&player_id("1").to_string(), 9).await.unwrap()), [player_id("1")]);
    assert_eq!(ids(store.list_players("", 2).await.unwrap()), ["2", "3"].map(player_id));
}

async fn exports_what_is_stored_about_a_player(site: Site) {
    let store = site.store().await;
    store.create_player(&account("ann", Some("Ann"))).await.unwrap();
    store.create_session(&session("s", "ann", 100)).await.unwrap();
    assert!(store.create_token(&token("k", "i", "ann"), 20).await.unwrap());
    store.say(&message("t", "ann", "r1")).await.unwrap();
    store.say(&message("t", "bob", "r1")).await.unwrap();
    let mut append = Append::new(1, vec![event("x")], row("t"));
    append.seats = Some(vec![SeatRow { player: player_id("ann"), seat: 0 }]);
    append.finished = Some(game("g", 1));
    store.append(append).await.unwrap();
    let export = store.export_player(player_id("ann")).await.unwrap().unwrap();
    assert_eq!(export.player, account("ann", Some("Ann")));
    assert_eq!((export.sessions.len(), export.tokens.len(), export.tables.len()), (1, 1, 1));
    assert_eq!((export.chat.len(), export.games.len()), (1, 1));
    assert!(store.export_player(player_id("nobody")).await.unwrap().is_none());
}
