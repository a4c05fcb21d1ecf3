//! How long guests and closed tables are kept.

use serde_json::json;
use taijitu_protocol::Code;
use taijitu_testkit::TestSite;

const HOUR: i64 = 60 * 60_000;
const DAY: i64 = 24 * HOUR;

/// Lets days pass. A clock that leaps looks like an outage: housekeeping sees every day.
async fn pass_days(site: &TestSite, days: i64) {
    for _ in 0..days {
        site.pass(DAY).await;
        site.tick().await;
    }
}

#[tokio::test]
async fn an_unused_guest_is_deleted_after_a_week() {
    let site = TestSite::start().await;
    let (idle, busy, back) = (site.guest().await, site.guest().await, site.guest().await);
    let account = site.account("Ada").await;
    // A correspondence game that goes on for long.
    let table = busy.open(json!({ "game": "y", "time": { "kind": "days", "days": 14 } })).await;
    account.act(&table, json!({ "do": "join" })).await.ok();
    busy.act(&table, json!({ "do": "start" })).await.ok();
    pass_days(&site, 4).await;
    back.get("/api/me").await.ok();
    pass_days(&site, 4).await;
    idle.get("/api/me").await.refused(Code::NotSignedIn);
    for stays in [&busy, &back, &account] {
        stays.get("/api/me").await.ok();
    }
    assert_eq!(busy.look(&table).await["state"], "running");
    // A guest who is forgotten is a new one when they come again.
    idle.post("/api/guest", json!({})).await.ok();
}

#[tokio::test]
async fn closed_tables_are_deleted_and_their_games_stay() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let unplayed = ada.open(json!({ "game": "y" })).await;
    ada.act(&unplayed, json!({ "do": "close" })).await.ok();
    let played = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" } })).await;
    bob.act(&played, json!({ "do": "join" })).await.ok();
    ada.act(&played, json!({ "do": "start" })).await.ok();
    ada.say(&played, "good luck").await.ok();
    let turns = ada.get(&format!("/api/tables/{played}/turns")).await;
    let client = if turns.status == 200 { &ada } else { &bob };
    let turns = client.get(&format!("/api/tables/{played}/turns")).await.ok();
    client.play(&played, 1, turns[0].as_str().unwrap()).await.ok();
    bob.act(&played, json!({ "do": "resign" })).await.ok();
    ada.act(&played, json!({ "do": "close" })).await.ok();
    let games = ada.get(&format!("/api/tables/{played}/games")).await.ok();
    let game = games["games"][0]["id"].as_str().unwrap().to_owned();
    let store = site.app().site.store.clone();
    let kept = async |table: &str| store.table(table.parse().unwrap()).await.unwrap().is_some();
    pass_days(&site, 6).await;
    assert!(kept(&unplayed).await && kept(&played).await);
    pass_days(&site, 2).await;
    assert!(!kept(&unplayed).await && kept(&played).await);
    assert_eq!(store.chat(played.parse().unwrap(), 0, 10).await.unwrap().len(), 1);
    site.pass(90 * DAY).await;
    site.tick().await;
    assert!(!kept(&played).await);
    assert_eq!(store.chat(played.parse().unwrap(), 0, 10).await.unwrap().len(), 0);
    let viewer = site.browser();
    viewer.get(&format!("/api/finished/{game}")).await.ok();
    assert_eq!(viewer.get(&format!("/api/tables/{played}/games")).await.ok()["games"][0]["id"], game);
    viewer.get(&format!("/api/tables/{unplayed}")).await.refused(Code::NoSuchTable);
}

#[tokio::test]
async fn a_tournament_without_games_is_deleted_after_a_week() {
    let site = TestSite::start().await;
    let (host, guest) = (site.account("Ada").await, site.guest().await);
    let settings =
        json!({ "name": "Tuesday", "kind": { "kind": "swiss", "rounds": 2 }, "game": "y", "public": true });
    let made = host.post("/api/tournaments", settings).await.ok();
    let path = format!("/api/tournaments/{}", made["tournament"].as_str().unwrap());
    guest.post(&format!("{path}/do"), json!({ "do": "enter" })).await.ok();
    host.post(&format!("{path}/do"), json!({ "do": "call-off", "reason": "rain" })).await.ok();
    pass_days(&site, 6).await;
    host.get(&path).await.ok();
    pass_days(&site, 2).await;
    host.get(&path).await.refused(Code::NoSuchThing);
    pass_days(&site, 1).await;
    guest.get("/api/me").await.refused(Code::NotSignedIn);
}
