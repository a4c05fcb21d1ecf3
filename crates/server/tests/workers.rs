//! Engines on other machines: real NATS, real workers, and some that die, lie or answer twice.

use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taijitu_server::Worker;
use taijitu_test_services::Nats;
use taijitu_testkit::*;
use tokio::task::JoinHandle;

async fn site(nats: &Nats) -> TestSite {
    let url = nats.url();
    let site = TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.nats = Some(url);
    })
    .await;
    site.app().site.bus.is_up().unwrap().wait_for(|up| *up).await.unwrap();
    site
}

async fn worker(nats: &Nats) -> JoinHandle<()> {
    let worker = Worker::start(&nats.url(), 1, |_| ()).await.unwrap();
    tokio::spawn(worker.work(std::future::pending()))
}

/// Somebody who answers for a worker: what to say to each position, one answer after the other.
async fn impostor(nats: &Nats, says: impl Fn(&Value) -> Vec<Value> + Send + 'static) -> Arc<AtomicUsize> {
    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut positions = client.queue_subscribe("taijitu.engine", "workers".into()).await.unwrap();
    client.flush().await.unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = requests.clone();
    tokio::spawn(async move {
        while let Some(message) = positions.next().await {
            counted.fetch_add(1, Ordering::Relaxed);
            let wanted: Value = serde_json::from_slice(&message.payload).unwrap();
            for word in says(&wanted) {
                client.publish(message.reply.clone().unwrap(), word.to_string().into()).await.unwrap();
            }
        }
    });
    requests
}

/// Ada is White and has to answer the engine.
async fn game_against_engine(site: &TestSite) -> (Client, String) {
    let ada = site.guest().await;
    let open = json!({ "game": "y", "options": { "pie": "off" }, "seat": 1, "engines": [2], "start": true });
    let table = ada.open(open).await;
    (ada, table)
}

async fn turns(client: &Client, table: &str) -> Vec<String> {
    let events = client.events(table).await;
    let played = events.iter().filter(|event| event["type"] == "played");
    played.map(|event| event["text"].as_str().unwrap().to_owned()).collect()
}

async fn after(client: &Client, table: &str, count: usize) -> Vec<String> {
    until("a turn", async || Some(turns(client, table).await).filter(|turns| turns.len() >= count)).await
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn a_worker_thinks_about_all_games() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let spy = async_nats::connect(nats.url()).await.unwrap();
    let mut received = spy.subscribe("_INBOX.>").await.unwrap();
    spy.flush().await.unwrap();
    worker(&nats).await;
    for kind in taijitu_rules::games::GAMES {
        let game = kind.meta().id;
        // Until the worker is known, the node searches itself.
        until(game, async || {
            let requests = json!({ "game": game, "level": 1 });
            let reply = site.browser().post("/api/study/reply", requests).await.ok();
            let mut found = vec![];
            while let Ok(message) = tokio::time::timeout(Duration::from_millis(100), received.next()).await {
                let word: Value = serde_json::from_slice(&message.unwrap().payload).unwrap_or_default();
                found.extend(word["found"]["turn"].as_str().map(str::to_owned));
            }
            (found == [reply["turn"].as_str().unwrap()]).then_some(())
        })
        .await;
    }
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn a_worker_that_dies_is_replaced_by_another() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    // It takes every position and is never heard of again.
    let requests = impostor(&nats, |_| vec![json!({ "accepted": { "cancel": "_INBOX.nobody" } })]).await;
    worker(&nats).await;
    let (ada, table) = game_against_engine(&site).await;
    let mut count = 1;
    // The impostor gets about half of them; until then the game continues.
    while requests.load(Ordering::Relaxed) == 0 || count < 4 {
        after(&ada, &table, count).await;
        let free = ["c7", "c8", "d7", "d8", "e7", "e8", "c9", "c10", "b9", "b10", "a11", "a12"];
        let played = turns(&ada, &table).await;
        let text = free.iter().find(|point| !played.iter().any(|turn| turn == *point)).unwrap();
        ada.play(&table, count as u32 + 1, text).await.ok();
        count += 2;
    }
    after(&ada, &table, count).await;
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn the_node_thinks_itself_if_no_worker_can() {
    let words =
        [json!("busy"), json!({ "cannot": { "reason": "other rules" } }), json!("nonsense"), json!(7)];
    for word in words {
        let nats = Nats::start().unwrap();
        let site = site(&nats).await;
        let requests = impostor(&nats, move |_| vec![word.clone()]).await;
        let (ada, table) = game_against_engine(&site).await;
        after(&ada, &table, 1).await;
        assert_eq!(requests.load(Ordering::Relaxed), 3, "it was asked as often as a node asks");
    }
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let (ada, table) = game_against_engine(&site).await;
    after(&ada, &table, 1).await;
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn an_answer_given_twice_is_played_once() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let spy = async_nats::connect(nats.url()).await.unwrap();
    let mut words = spy.subscribe("_INBOX.>").await.unwrap();
    spy.flush().await.unwrap();
    let found = |turn: &str| json!({ "found": { "turn": turn, "better": true, "spent": 1 } });
    let requests = impostor(&nats, move |_| {
        vec![json!({ "accepted": { "cancel": "_INBOX.nobody" } }), found("c7"), found("c8"), found("c7")]
    })
    .await;
    let (ada, table) = game_against_engine(&site).await;
    assert_eq!(after(&ada, &table, 1).await, ["c7"]);
    for _ in 0..4 {
        tokio::time::timeout(PATIENCE, words.next()).await.unwrap().unwrap();
    }
    site.tick().await;
    assert_eq!((turns(&ada, &table).await.len(), requests.load(Ordering::Relaxed)), (1, 1));
}

/// An illegal turn is detected, and the engine searches again.
#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn a_worker_that_lies_costs_time_and_no_game() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let lied = Arc::new(AtomicUsize::new(0));
    let requests = impostor(&nats, move |_| {
        if lied.fetch_add(1, Ordering::Relaxed) > 0 {
            return vec![json!("busy")];
        }
        let found = json!({ "found": { "turn": "z99", "better": true, "spent": 1 } });
        vec![json!({ "accepted": { "cancel": "_INBOX.nobody" } }), found]
    })
    .await;
    let (ada, table) = game_against_engine(&site).await;
    assert_ne!(after(&ada, &table, 1).await, ["z99"]);
    assert!(requests.load(Ordering::Relaxed) > 1);
}

/// What a player of Yin Yang keeps secret does not travel.
#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn nothing_on_the_bus_tells_secrets() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let spy = async_nats::connect(nats.url()).await.unwrap();
    let mut received = spy.subscribe(">").await.unwrap();
    spy.flush().await.unwrap();
    worker(&nats).await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "yinyang", "seat": 2, "engines": [1], "start": true })).await;
    ada.play(&table, 1, "laws bbbb>bbb. bwbw>* wb..>wbbw b.ww>..ww").await.ok();
    let so_far = async || ada.look(&table).await["game"]["turns"].as_array().unwrap().len();
    until("the engine's laws", async || (so_far().await >= 2).then_some(())).await;
    ada.play(&table, 3, "L1@a1").await.ok();
    until("the engine's answer", async || (so_far().await >= 4).then_some(())).await;
    let mut everything = String::new();
    while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(500), received.next()).await {
        everything += &String::from_utf8_lossy(&message.payload);
    }
    assert!(everything.contains("sight"), "a worker was asked: {everything}");
    // The first law lies face up by now; the others are nobody's business.
    for law in ["bwbw>*", "wb..>wbbw", "b.ww>..ww"] {
        assert!(!everything.contains(law), "{law}: {everything}");
    }
}
