//! What has to be done after a commit is done, also if the node ends or the database fails in between.

use crate::correspondence::{alter, game_of_y};
use serde_json::{Value, json};
use taijitu_testkit::*;

/// Longer than another node waits before it does what was left undone.
const OVERDUE: i64 = 31_000;
const DAY: i64 = 24 * 60 * 60_000;

const HIDE_NOTICES: &str = "ALTER TABLE notices RENAME TO out_of_reach";
const SHOW_NOTICES: &str = "ALTER TABLE out_of_reach RENAME TO notices";

async fn notices(who: &Client) -> Vec<Value> {
    who.get("/api/me/notices").await.ok()["notices"].as_array().unwrap().clone()
}

async fn kinds(who: &Client) -> Vec<String> {
    notices(who).await.iter().map(|notice| notice["kind"].as_str().unwrap().to_owned()).collect()
}

/// The node ends before it has told anybody, and another one is started.
async fn replace_node(site: &mut TestSite) {
    site.stop().await;
    alter(site, SHOW_NOTICES).await;
    site.restart().await;
}

/// Somebody does what was left undone.
async fn follow_up(site: &TestSite) {
    site.pass(OVERDUE).await;
    site.tick().await;
}

/// How many commits wait.
async fn pending(site: &TestSite) -> usize {
    site.app().site.store.pending_follow_ups(i64::MAX, 1000).await.unwrap().len()
}

#[tokio::test]
async fn a_turn_is_told_though_the_node_ended() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    until("the start is announced", async || (pending(&site).await == 0).then_some(())).await;
    alter(&site, HIDE_NOTICES).await;
    bob.play(&table, 1, "c3").await.ok();
    replace_node(&mut site).await;
    assert_eq!(kinds(&ada).await, [""; 0], "nobody has told Ada");
    site.tick().await;
    assert_eq!(kinds(&ada).await, [""; 0], "the other node may be about to");
    follow_up(&site).await;
    assert_eq!(kinds(&ada).await, ["turn"]);
    assert_eq!(kinds(&bob).await, [""; 0], "the notice of the turn that was played is gone");
    assert_eq!(pending(&site).await, 0);
    let n = notices(&ada).await[0]["n"].clone();
    ada.post("/api/me/notices/read", json!({ "upto": n })).await.ok();
    follow_up(&site).await;
    assert_eq!(notices(&ada).await[0]["n"], n, "it is announced once");
}

#[tokio::test]
async fn a_commit_that_others_followed_tells_nothing_that_is_over() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    until("the start is announced", async || (pending(&site).await == 0).then_some(())).await;
    alter(&site, HIDE_NOTICES).await;
    bob.play(&table, 1, "c3").await.ok();
    ada.play(&table, 2, "b2").await.ok();
    replace_node(&mut site).await;
    follow_up(&site).await;
    assert_eq!((kinds(&ada).await, kinds(&bob).await), (vec![], vec!["turn".to_owned()]));
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    until("the end is announced", async || (kinds(&ada).await == ["end"]).then_some(())).await;
    until("all is done", async || (pending(&site).await == 0).then_some(())).await;
}

#[tokio::test]
async fn a_challenge_is_told_though_the_database_failed() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    alter(&site, HIDE_NOTICES).await;
    let failed = ada.post("/api/challenges", json!({ "to": "Bob", "terms": { "game": "y" } })).await;
    assert_eq!(failed.status, 503, "{}", failed.text());
    alter(&site, SHOW_NOTICES).await;
    assert_eq!(kinds(&bob).await, [""; 0]);
    follow_up(&site).await;
    assert_eq!(kinds(&bob).await, ["challenge"]);
    let id = notices(&bob).await[0]["challenge"].as_str().unwrap().to_owned();
    alter(&site, HIDE_NOTICES).await;
    let path = format!("/api/challenges/{id}/decline");
    bob.post(&path, json!({ "reason": "later" })).await;
    alter(&site, SHOW_NOTICES).await;
    follow_up(&site).await;
    assert_eq!((kinds(&ada).await, kinds(&bob).await), (vec!["answer".to_owned()], vec![]));
    assert_eq!(pending(&site).await, 0);
}

#[tokio::test]
async fn clocks_follow_a_vacation_though_the_database_failed() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    let running = async || ada.look(&table).await["game"]["scene"]["clocks"]["running"].clone();
    assert_eq!(running().await, json!([2]));
    alter(&site, "ALTER TABLE events RENAME TO out_of_reach").await;
    let failed = bob.post("/api/me/vacation", json!({ "days": 3 })).await;
    assert_eq!(failed.status, 503, "{}", failed.text());
    alter(&site, "ALTER TABLE out_of_reach RENAME TO events").await;
    assert_ne!(bob.get("/api/me/vacation").await.ok()["until"], json!(null), "it was taken");
    follow_up(&site).await;
    assert_eq!(running().await, json!([]));
    for _ in 0..3 {
        site.pass(DAY).await;
        site.tick().await;
    }
    assert_eq!(running().await, json!([2]), "three days later");
}

/// A Swiss of one round with its host and two guests who have entered.
async fn tournament(site: &TestSite) -> (Client, [Client; 2], String) {
    let host = site.account("Zoe").await;
    let settings = json!({ "name": "Tuesday", "kind": { "kind": "swiss", "rounds": 1 }, "game": "y",
        "options": { "pie": "off", "board": "triangle-5" }, "public": true });
    let made = host.post("/api/tournaments", settings).await.ok();
    let path = format!("/api/tournaments/{}/do", made["tournament"].as_str().unwrap());
    let players = [site.guest().await, site.guest().await];
    for player in &players {
        player.post(&path, json!({ "do": "enter" })).await.ok();
    }
    (host, players, path)
}

#[tokio::test]
async fn a_round_is_told_though_the_node_ended() {
    let mut site = TestSite::start().await;
    let (host, players, path) = tournament(&site).await;
    alter(&site, HIDE_NOTICES).await;
    host.post(&path, json!({ "do": "start" })).await.ok();
    replace_node(&mut site).await;
    follow_up(&site).await;
    for player in &players {
        until("the round", async || (kinds(player).await == ["tournament"]).then_some(())).await;
        assert!(notices(player).await[0]["words"]["en"].as_str().unwrap().contains("Round 1"));
    }
    until("all is done", async || (pending(&site).await == 0).then_some(())).await;
}

#[tokio::test]
async fn clocks_follow_a_pause_though_the_node_ended() {
    let mut site = TestSite::start().await;
    let (host, players, path) = tournament(&site).await;
    host.post(&path, json!({ "do": "start" })).await.ok();
    let mine = path.replace("/do", "/me");
    let table = until("a table", async || {
        let mine = players[0].get(&mine).await.ok();
        Some(mine["pairings"][0]["games"][0]["table"].as_str()?.to_owned())
    })
    .await;
    until("the round is announced", async || (pending(&site).await == 0).then_some(())).await;
    let is_paused = async || players[0].look(&table).await["game"]["paused"] == true;
    alter(&site, "ALTER TABLE events RENAME TO out_of_reach").await;
    host.post(&path, json!({ "do": "pause" })).await.ok();
    site.stop().await;
    alter(&site, "ALTER TABLE out_of_reach RENAME TO events").await;
    site.restart().await;
    assert!(!is_paused().await);
    follow_up(&site).await;
    until("the clocks stand", async || is_paused().await.then_some(())).await;
    until("all is done", async || (pending(&site).await == 0).then_some(())).await;
}
