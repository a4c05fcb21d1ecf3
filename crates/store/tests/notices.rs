//! Notices, what is sent of them outside the page, vacations and conditional turns.

use crate::help::{Site, account, player_id, table_id};
use taijitu_store::{ConditionalRow, Deletion, NewNotice, PushEndpointRow, Store, VacationRow};
use tokio::task::JoinSet;

on_both!(
    a_notice_replaces_an_earlier_one_and_is_delivered_once,
    notices_are_bounded_and_numbered_upwards,
    a_push_message_is_taken_over_once,
    a_mail_is_wanted_once_and_not_soon_again,
    a_key_of_the_site_is_the_first_one,
    vacations_are_decided_one_after_the_other,
    conditional_turns_are_kept_for_each_player,
    deleting_an_account_deletes_its_notices,
);

fn notice(player: &str, subject: &str, version: i64, at: i64) -> NewNotice {
    let (player, subject) = (player_id(player), subject.to_owned());
    NewNotice { player, subject, version, kind: "turn".into(), body: format!("version {version}"), at }
}

fn endpoint(id: &str, player: &str, created: i64) -> PushEndpointRow {
    PushEndpointRow {
        id: id.into(),
        player: player_id(player),
        endpoint: format!("https://push.example/{id}"),
        p256dh: "key".into(),
        auth: "secret".into(),
        lang: "fr".into(),
        created,
        failures: 0,
        due: None,
    }
}

async fn numbers(store: &Store, player: &str) -> Vec<i64> {
    store.notices(player_id(player), 100).await.unwrap().iter().map(|row| row.n).collect()
}

async fn a_notice_replaces_an_earlier_one_and_is_delivered_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("ada", Some("ada"))).await.unwrap();
    let mut tasks = JoinSet::new();
    for k in 0..8 {
        let (store, notice) = (nodes[k % 2].clone(), notice("ada", "turn", 5, 1000));
        tasks.spawn(async move { store.put_notice(&notice, 100).await.unwrap() });
    }
    let winners: Vec<i64> = tasks.join_all().await.into_iter().flatten().collect();
    assert_eq!(winners, [1000], "one of all nodes stores it");
    assert_eq!(nodes[0].put_notice(&notice("ada", "turn", 4, 2000), 100).await.unwrap(), None, "too late");
    assert_eq!(nodes[0].put_notice(&notice("ada", "turn", 6, 2000), 100).await.unwrap(), Some(2000));
    let rows = nodes[1].notices(player_id("ada"), 10).await.unwrap();
    assert_eq!((rows.len(), rows[0].body.as_str(), rows[0].is_read), (1, "version 6", false));
    assert_eq!(nodes[1].read_notices(player_id("ada"), 1999).await.unwrap(), 0);
    assert_eq!(nodes[1].read_notices(player_id("ada"), 2000).await.unwrap(), 1);
    assert_eq!(nodes[0].unread_notices(player_id("ada")).await.unwrap(), (0, 2000));
    assert!(nodes[0].delete_notice(player_id("ada"), "turn").await.unwrap());
    assert!(!nodes[0].delete_notice(player_id("ada"), "turn").await.unwrap());
}

async fn notices_are_bounded_and_numbered_upwards(site: Site) {
    let store = site.store().await;
    store.create_player(&account("ada", Some("ada"))).await.unwrap();
    for k in 0..6 {
        // At the same moment, or by a clock that was set back.
        store.put_notice(&notice("ada", &format!("subject {k}"), 1, 100 - k), 4).await.unwrap();
    }
    assert_eq!(numbers(&store, "ada").await, [105, 104, 103, 102]);
    assert_eq!(store.unread_notices(player_id("ada")).await.unwrap(), (4, 105));
    assert_eq!(store.sweep_notices(96).await.unwrap(), 1);
    assert_eq!(store.unread_notices(player_id("nobody")).await.unwrap(), (0, 0));
}

async fn a_push_message_is_taken_over_once(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("ada", Some("ada"))).await.unwrap();
    for k in 0..4 {
        nodes[0].put_push_endpoint(&endpoint(&format!("browser {k}"), "ada", k), 3).await.unwrap();
    }
    let rows = nodes[1].push_endpoints(player_id("ada")).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.created).collect::<Vec<_>>(), [1, 2, 3], "the last ones");
    assert!(nodes[0].push_due(100, 10).await.unwrap().is_empty());
    assert_eq!(nodes[0].schedule_push(player_id("ada"), 50).await.unwrap(), 3);
    assert_eq!(nodes[0].schedule_push(player_id("ada"), 60).await.unwrap(), 0, "it is wanted sooner already");
    assert!(nodes[0].push_due(49, 10).await.unwrap().is_empty());
    let due = nodes[1].push_due(50, 10).await.unwrap();
    assert_eq!(due.len(), 3);
    let mut tasks = JoinSet::new();
    for k in 0..6 {
        let (store, row) = (nodes[k % 2].clone(), due[0].clone());
        tasks.spawn(async move { store.claim_push(&row, 500).await.unwrap() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|claimed| *claimed).count(), 1);
    nodes[0].end_push(&due[0].id, 500, 2, Some(900)).await.unwrap();
    let rows = nodes[0].push_endpoints(player_id("ada")).await.unwrap();
    let tried = rows.iter().find(|row| row.id == due[0].id).unwrap();
    assert_eq!((tried.failures, tried.due), (2, Some(900)));
    assert_eq!(nodes[0].schedule_push(player_id("ada"), 40).await.unwrap(), 3);
    let due = nodes[0].push_due(900, 10).await.unwrap();
    let failures: Vec<i64> = due.iter().map(|row| row.failures).collect();
    assert_eq!(failures, [0, 0, 2], "what failed before comes last, also with something new to tell");
    let due = [due[2].clone()];
    assert!(!nodes[0].delete_push_endpoint(Some(player_id("bob")), &due[0].id).await.unwrap());
    assert!(nodes[0].delete_push_endpoint(None, &due[0].id).await.unwrap());
}

async fn a_mail_is_wanted_once_and_not_soon_again(site: Site) {
    let store = site.store().await;
    let ada = player_id("ada");
    store.schedule_notice_mail(ada, 100, 1000).await.unwrap();
    store.schedule_notice_mail(ada, 50, 1000).await.unwrap();
    assert_eq!(store.notice_mails_due(100, 10).await.unwrap(), [(ada, 100, 0)]);
    assert!(store.claim_notice_mail(ada, 100, Some(120), 7).await.unwrap());
    assert!(!store.claim_notice_mail(ada, 100, Some(120), 7).await.unwrap(), "another node did");
    assert!(store.notice_mails_due(i64::MAX, 10).await.unwrap().is_empty());
    store.schedule_notice_mail(ada, 200, 1000).await.unwrap();
    assert_eq!(store.notice_mails_due(i64::MAX, 10).await.unwrap(), [(ada, 1120, 7)], "after a pause");
    store.postpone_notice_mail(ada, 1120, 2000).await.unwrap();
    assert!(store.claim_notice_mail(ada, 2000, None, 7).await.unwrap());
    store.retry_notice_mail(ada, 3000, 5).await.unwrap();
    assert_eq!(store.notice_mails_due(3000, 10).await.unwrap(), [(ada, 3000, 5)]);
}

async fn a_key_of_the_site_is_the_first_one(site: Site) {
    let nodes = [site.store().await, site.store().await];
    let mut tasks = JoinSet::new();
    for k in 0..6 {
        let store = nodes[k % 2].clone();
        tasks.spawn(async move { store.site_key("vapid", &format!("key {k}")).await.unwrap() });
    }
    let keys = tasks.join_all().await;
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(nodes[0].site_key("other", "another").await.unwrap(), "another");
}

async fn vacations_are_decided_one_after_the_other(site: Site) {
    let nodes = [site.store().await, site.store().await];
    nodes[0].create_player(&account("ada", Some("ada"))).await.unwrap();
    let mut tasks = JoinSet::new();
    for k in 0..6 {
        let (store, wanted) = (nodes[k % 2].clone(), VacationRow { began: k as i64, ends: 100 });
        tasks.spawn(async move {
            store.take_vacation(player_id("ada"), wanted, 0, <[VacationRow]>::is_empty).await.unwrap()
        });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|taken| *taken).count(), 1);
    assert!(nodes[0].end_vacation(player_id("ada"), 50).await.unwrap());
    assert!(!nodes[0].end_vacation(player_id("ada"), 60).await.unwrap());
    assert_eq!(nodes[1].vacations(player_id("ada"), 0).await.unwrap()[0].ends, 50);
    assert!(nodes[1].vacations(player_id("ada"), 50).await.unwrap().is_empty());
    assert_eq!(nodes[1].sweep_vacations(51).await.unwrap(), 1);
}

async fn conditional_turns_are_kept_for_each_player(site: Site) {
    let store = site.store().await;
    let row = |player: &str, body: &str| ConditionalRow {
        table: table_id("t"),
        player: player_id(player),
        game: 1,
        after: 3,
        body: body.into(),
    };
    for (player, body) in [("ada", "one"), ("bob", "two"), ("ada", "three")] {
        store.set_conditional_turns(&row(player, body)).await.unwrap();
    }
    let stored =
        async |player: &str| store.conditional_turns(table_id("t"), player_id(player)).await.unwrap();
    assert_eq!(
        (stored("ada").await, stored("bob").await),
        (Some(row("ada", "three")), Some(row("bob", "two")))
    );
    assert_eq!(store.conditional_turns_of(player_id("ada")).await.unwrap(), [row("ada", "three")]);
    assert!(store.delete_conditional_turns(table_id("t"), player_id("ada")).await.unwrap());
    assert_eq!(stored("ada").await, None);
}

async fn deleting_an_account_deletes_its_notices(site: Site) {
    let store = site.store().await;
    store.create_player(&account("ada", Some("ada"))).await.unwrap();
    let ada = player_id("ada");
    store.put_notice(&notice("ada", "turn", 1, 1), 10).await.unwrap();
    store.put_push_endpoint(&endpoint("browser", "ada", 1), 3).await.unwrap();
    store.schedule_notice_mail(ada, 100, 1000).await.unwrap();
    store.take_vacation(ada, VacationRow { began: 1, ends: 100 }, 0, |_| true).await.unwrap();
    let conditional =
        ConditionalRow { table: table_id("t"), player: ada, game: 1, after: 0, body: String::new() };
    store.set_conditional_turns(&conditional).await.unwrap();
    store.delete_player(ada, Deletion::default()).await.unwrap();
    assert!(numbers(&store, "ada").await.is_empty());
    assert!(store.push_endpoints(ada).await.unwrap().is_empty());
    assert!(store.notice_mails_due(i64::MAX, 10).await.unwrap().is_empty());
    assert!(store.vacations(ada, 0).await.unwrap().is_empty());
    assert!(store.conditional_turns_of(ada).await.unwrap().is_empty());
}
