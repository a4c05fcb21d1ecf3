//! What people can do to each other and to the server by challenges, notices, subscriptions and streams is bounded.

use crate::push_sink::Browser;
use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::*;

async fn put(who: &Client, path: &str, body: &Value) -> Answer {
    who.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await
}

/// A site with the limits of a real one.
async fn limited() -> TestSite {
    TestSite::with(|_| ()).await
}

#[tokio::test]
async fn nobody_is_challenged_again_and_again() {
    let site = limited().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let challenge = json!({ "to": "Bob", "terms": { "game": "y" } });
    for _ in 0..10 {
        let made = ada.post("/api/challenges", &challenge).await.ok();
        let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
        ada.delete(&path, json!({})).await.ok();
    }
    let refused = ada.post("/api/challenges", &challenge).await;
    refused.refused(Code::TooMany);
    assert!(refused.text().contains("too often today"), "{}", refused.text());
    let eve = site.account("Eve").await;
    let made = eve.post("/api/challenges", &challenge).await.ok();
    let received = bob.get("/api/me/challenges").await.ok()["received"].clone();
    assert_eq!(received[0]["id"], made["id"], "an open one is before all that are over");
}

#[tokio::test]
async fn settings_are_not_changed_without_end() {
    let site = limited().await;
    let ada = site.account("Ada").await;
    let changed = async |path: &str, body: Value| {
        let mut changed = 0;
        while put(&ada, path, &body).await.status == 200 {
            changed += 1;
            assert!(changed < 200, "{path}");
        }
        put(&ada, path, &body).await.refused(Code::TooFast);
        changed
    };
    assert!((40..60).contains(&changed("/api/me/privacy", json!({ "presence": "nobody" })).await));
    let browser = Browser::new().subscription("https://push.example/x", false);
    assert!((12..20).contains(&changed("/api/me/push", browser).await));
}

#[tokio::test]
async fn streams_and_requests_that_wait_are_counted() {
    let site = limited().await;
    let ada = site.account("Ada").await;
    let mut streams = vec![];
    for _ in 0..8 {
        let mut stream = ada.stream("/api/me/events").await;
        assert_eq!(stream.head.status, 200);
        let table = ada.open(json!({ "game": "y", "hotseat": true, "start": true })).await;
        assert_eq!(stream.next().await.unwrap()["type"], "game_start", "{table}");
        streams.push(stream);
    }
    ada.get("/api/me/events").await.refused(Code::TooMany);
    let table = ada.open(json!({ "game": "y" })).await;
    let head = ada.look(&table).await["head"].clone();
    let path = format!("/api/tables/{table}/events?since={head}&wait=25");
    let waiting: Vec<_> = (0..60)
        .map(|_| {
            let (ada, path) = (ada.clone(), path.clone());
            tokio::spawn(async move { ada.get(&path).await.status })
        })
        .collect();
    // Those that wait are 64 with the streams; the others are refused at once.
    let (first, _, waiting) = futures_util::future::select_all(waiting).await;
    assert_eq!(first.unwrap(), 429);
    ada.act(&table, json!({ "do": "leave" })).await.ok();
    let mut answered = 0;
    for answer in waiting {
        let status = answer.await.unwrap();
        assert!([200, 429].contains(&status), "{status}");
        answered += usize::from(status == 200);
    }
    // One that comes after the event does not wait.
    assert!((56..60).contains(&answered), "what waited is answered: {answered}");
    drop(streams);
    until("a stream", async || (ada.stream("/api/me/events").await.head.status == 200).then_some(())).await;
}

#[tokio::test]
async fn a_refusal_does_not_repeat_what_was_sent_at_length() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let long = "Zo%C3%A9".repeat(5000);
    for path in ["people", "players", "leaderboards", "numbers", "boards", "puzzles"] {
        let answer = ada.get(&format!("/api/{path}/{long}")).await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(answer.body.len() < 4000, "{path}: {} bytes", answer.body.len());
    }
    let field = "z".repeat(15_000);
    for body in [json!({ &field: 1 }), json!({ "to": field, "terms": { "game": "y" } })] {
        let answer = ada.post("/api/challenges", &body).await;
        assert!((400..500).contains(&answer.status) && answer.body.len() < 4000, "{}", answer.body.len());
    }
    let mut socket = ada.socket().await;
    socket.send(json!({ "type": field })).await;
    let refused = socket.next_of("refused").await;
    assert!(refused.to_string().len() < 4000);
}

#[tokio::test]
async fn a_link_of_another_site_ends_no_try_of_a_puzzle() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let list = ada.get("/api/puzzles?game=sexta").await.ok();
    let id = list["puzzles"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/puzzles/{id}/solution");
    for elsewhere in ["cross-site", "same-site"] {
        ada.with_header("sec-fetch-site", elsewhere).get(&path).await.refused(Code::WrongOrigin);
    }
    assert_eq!(ada.get("/api/me/puzzles").await.ok()["tried"], 0);
    site.browser().with_header("sec-fetch-site", "cross-site").get(&path).await.ok();
    ada.with_header("sec-fetch-site", "same-origin").get(&path).await.ok();
    assert_eq!(ada.get("/api/me/puzzles").await.ok()["tried"], 1);
}

#[tokio::test]
async fn every_refusal_has_words_in_both_languages() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    for path in [
        format!("/api/tables/{table}?unknown=1"),
        format!("/api/tables/{table}/events?since=-1"),
        "/api/tables/%ff%fe".to_owned(),
        "/api/archive?limit=x".to_owned(),
        "/api/socket".to_owned(),
        "/api/nothing".to_owned(),
    ] {
        let answer = ada.get(&path).await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        let words = &answer.json()["message"];
        assert!(
            words["en"] != words["fr"] && words["fr"].as_str().is_some_and(|fr| !fr.is_empty()),
            "{words}"
        );
    }
}
