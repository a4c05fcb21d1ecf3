//! Challenges: made, answered once, withdrawn, expired, bounded.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_test_services::{Durability, Nats, Postgres};
use taijitu_testkit::*;

fn terms(game: &str) -> Value {
    json!({ "game": game, "time": { "kind": "total", "seconds": 300 } })
}

async fn challenge(from: &Client, to: &str, terms: &Value) -> Answer {
    from.post("/api/challenges", json!({ "to": to, "terms": terms })).await
}

async fn made(from: &Client, to: &str) -> String {
    challenge(from, to, &terms("y")).await.ok()["id"].as_str().unwrap().to_owned()
}

async fn accept(who: &Client, id: &str) -> Answer {
    who.post(&format!("/api/challenges/{id}/accept"), json!({})).await
}

async fn decline(who: &Client, id: &str, reason: &str) -> Answer {
    who.post(&format!("/api/challenges/{id}/decline"), json!({ "reason": reason })).await
}

async fn look(who: &Client, id: &str) -> Value {
    who.get(&format!("/api/challenges/{id}")).await.ok()
}

#[tokio::test]
async fn a_challenge_that_is_accepted_is_a_game() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let wanted = json!({ "game": "y", "options": { "board": "triangle-5" },
        "time": { "kind": "days", "days": 3 }, "colour": "black", "public": true });
    let made = challenge(&ada, "bob", &wanted).await.ok();
    assert_eq!(
        (&made["status"], &made["from"]["name"], &made["to"]["name"]),
        (&json!("open"), &json!("Ada"), &json!("Bob"))
    );
    assert_eq!(made["terms"]["options"]["board"], "triangle-5");
    assert!(made.get("table").is_none(), "nobody knows the table before it is accepted");
    let id = made["id"].as_str().unwrap();
    assert_eq!(bob.get("/api/me/challenges").await.ok()["received"][0], made);
    assert_eq!(ada.get("/api/me/challenges").await.ok()["sent"][0], made);

    site.guest().await.get(&format!("/api/challenges/{id}")).await.refused(Code::NoSuchThing);
    accept(&site.guest().await, id).await.refused(Code::NoSuchThing);
    accept(&ada, id).await.refused(Code::NoSuchThing);
    decline(&ada, id, "later").await.refused(Code::NoSuchThing);
    bob.delete(&format!("/api/challenges/{id}"), json!({})).await.refused(Code::NoSuchThing);

    let door = accept(&bob, id).await.ok();
    let table = door["table"].as_str().unwrap();
    let view = bob.look(table).await;
    assert_eq!((&view["state"], &view["setup"]["time"]["days"]), (&json!("running"), &json!(3)));
    assert_eq!(view["host"]["name"], "Ada");
    assert_eq!(
        (&view["seats"][0]["sitter"]["player"]["name"], &view["seats"][0]["side"]),
        (&json!("Bob"), &json!("white"))
    );
    assert_eq!(view["seats"][1]["sitter"]["player"]["name"], "Ada");
    assert_eq!(look(&ada, id).await["table"], door["table"]);
    assert_eq!(accept(&bob, id).await.ok(), door, "accepted again, it is the same table");
    decline(&bob, id, "later").await.refused(Code::ChallengeOver);
}

#[tokio::test]
async fn a_challenge_is_declined_with_a_reason() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let id = made(&ada, "Bob").await;
    decline(&bob, &id, "bad mood").await.refused(Code::BadRequest);
    let answered = decline(&bob, &id, "too-fast").await.ok();
    assert_eq!((&answered["status"], &answered["reason"]), (&json!("declined"), &json!("too-fast")));
    assert_eq!(look(&ada, &id).await, answered);
    accept(&bob, &id).await.refused(Code::ChallengeOver);
    decline(&bob, &id, "later").await.refused(Code::ChallengeOver);
    let next = made(&ada, "Bob").await;
    ada.delete(&format!("/api/challenges/{next}"), json!({})).await.ok();
    accept(&bob, &next).await.refused(Code::ChallengeOver);
    assert_eq!(look(&bob, &next).await["status"], "withdrawn");
}

#[tokio::test]
async fn a_challenge_expires() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let id = made(&ada, "Bob").await;
    let slow = json!({ "game": "y", "time": { "kind": "days", "days": 3 } });
    challenge(&ada, "Bob", &slow).await.refused(Code::NotNow);
    site.pass(15 * 60_000).await;
    accept(&bob, &id).await.refused(Code::ChallengeOver);
    decline(&bob, &id, "later").await.refused(Code::ChallengeOver);
    assert_eq!(look(&ada, &id).await["status"], "expired");
    let days = challenge(&ada, "Bob", &slow).await.ok();
    site.pass(25 * 60 * 60_000).await;
    site.tick().await;
    ada.get(&format!("/api/challenges/{id}")).await.refused(Code::NoSuchThing);
    let left = ada.get("/api/me/challenges").await.ok();
    assert_eq!((&left["sent"][0]["id"], &left["sent"][1]), (&days["id"], &json!(null)));
    accept(&bob, days["id"].as_str().unwrap()).await.ok();
}

#[tokio::test]
async fn impossible_terms_are_refused_in_a_challenge() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    for (wrong, code) in [
        (json!({ "game": "chess" }), Code::BadOption),
        (json!({ "game": "y", "options": { "board": "round" } }), Code::BadOption),
        (json!({ "game": "y", "time": { "kind": "total", "seconds": 1 } }), Code::BadOption),
        (json!({ "game": "zen", "options": { "players": "4" } }), Code::Invalid),
        (json!({ "game": "y", "colour": "red" }), Code::BadRequest),
        (json!({ "game": "y", "hotseat": true }), Code::BadRequest),
    ] {
        challenge(&ada, "Bob", &wrong).await.refused(code);
    }
    challenge(&ada, "Ada", &terms("y")).await.refused(Code::Invalid);
    challenge(&ada, "Nobody", &terms("y")).await.refused(Code::NoSuchThing);
    challenge(&ada, "", &terms("y")).await.refused(Code::NoSuchThing);
    challenge(&site.browser(), "Bob", &terms("y")).await.refused(Code::NotSignedIn);
    let guest = site.guest().await;
    let id = made(&guest, "Bob").await;
    accept(&bob, &id).await.ok();
}

#[tokio::test]
async fn a_blocked_player_cannot_challenge_nor_be_challenged() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let before = made(&bob, "Ada").await;
    ada.send("PUT", "/api/me/blocks/Bob", None, b"").await.ok();
    assert_eq!(look(&bob, &before).await["status"], "withdrawn");
    accept(&ada, &before).await.refused(Code::ChallengeOver);
    challenge(&bob, "Ada", &terms("y")).await.refused(Code::NotWelcome);
    challenge(&ada, "Bob", &terms("y")).await.refused(Code::NotWelcome);
    ada.delete("/api/me/blocks/Bob", json!({})).await.ok();
    made(&bob, "Ada").await;
}

#[tokio::test]
async fn challenges_are_limited() {
    let site = TestSite::with(|_| ()).await;
    let ada = site.account("Ada").await;
    let mut refused = vec![];
    for n in 0..14 {
        site.account(&format!("Player {n}")).await;
        let answer = challenge(&ada, &format!("Player {n}"), &terms("y")).await;
        if answer.status != 200 {
            refused.push(answer.code());
        }
    }
    assert_eq!(refused, [Code::TooFast, Code::TooFast]);
}

/// Everybody accepts the same challenge at the same moment through all nodes; the tables they are given.
async fn accepted_at_once(bob: &Client, id: &str, nodes: &[std::net::SocketAddr]) -> Vec<Value> {
    let asking = (0..12).map(|n| {
        let (tab, id) = (bob.at(nodes[n % nodes.len()]), id.to_owned());
        tokio::spawn(async move { accept(&tab, &id).await })
    });
    let mut tables = vec![];
    for task in asking.collect::<Vec<_>>() {
        tables.push(task.await.unwrap().ok()["table"].clone());
    }
    tables
}

#[tokio::test]
async fn accepted_many_times_at_two_nodes_it_is_one_table() {
    let site = TestSite::start().await;
    for bus in [site.app().site.bus.clone(), taijitu_server::Bus::default()] {
        let node = site.node(bus).await;
        let (ada, bob) = (site.guest().await, site.guest().await);
        let name = bob.me().await["name"].as_str().unwrap().to_owned();
        let id = made(&ada, &name).await;
        let tables = accepted_at_once(&bob, &id, &[site.address(), node.address()]).await;
        assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
        assert_eq!(bob.get("/api/me/tables").await.ok().as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn accepted_many_times_at_three_nodes_it_is_one_table() {
    let (postgres, nats) = (Postgres::start(Durability::Quick).unwrap(), Nats::start().unwrap());
    let node = || async {
        TestSite::with(|config| {
            config.rate_factor = 100_000;
            (config.database, config.nats) = (postgres.url(), Some(nats.url()));
        })
        .await
    };
    let nodes = [node().await, node().await, node().await];
    let addresses = [0, 1, 2].map(|n: usize| nodes[n].address());
    for _ in 0..5 {
        let (ada, bob) = (nodes[0].guest().await, nodes[1].guest().await);
        let name = bob.me().await["name"].as_str().unwrap().to_owned();
        let id = made(&ada, &name).await;
        let tables = accepted_at_once(&bob, &id, &addresses).await;
        assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
        assert_eq!(ada.get("/api/me/tables").await.ok().as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_table_that_was_not_opened_is_opened_later() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let id = made(&ada, "Bob").await;
    // The node stops between the two steps of accepting.
    let (store, now) = (&site.app().site.store, site.app().site.clock.now());
    let state = taijitu_store::ChallengeState::Accepted;
    assert!(store.settle_challenge(id.parse().unwrap(), state, None, now).await.unwrap());
    assert!(ada.get("/api/me/tables").await.ok().as_array().unwrap().is_empty());
    site.tick().await;
    let tables = ada.get("/api/me/tables").await.ok();
    assert_eq!(tables[0]["id"], look(&ada, &id).await["table"]);
    assert_eq!(accept(&bob, &id).await.ok()["table"], tables[0]["id"]);
}
