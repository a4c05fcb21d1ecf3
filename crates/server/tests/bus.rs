//! Several nodes and a real NATS: what happens at one reaches all, with the bus, without it, and when it recovers.

use serde_json::json;
use std::time::Duration;
use taijitu_protocol::PlayerId;
use taijitu_server::site::bus::Signal;
use taijitu_server::{Bus, Server};
use taijitu_test_services::Nats;
use taijitu_testkit::*;
use tokio::sync::broadcast::Receiver;

/// A site whose nodes share a bus.
async fn site(nats: &Nats) -> TestSite {
    let url = nats.url();
    TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.nats = Some(url);
    })
    .await
}

async fn is_up(bus: &Bus, wanted: bool) {
    let mut up = bus.is_up().unwrap();
    up.wait_for(|up| *up == wanted).await.unwrap();
}

async fn ready(client: &Client) -> String {
    client.get("/readyz").await.text()
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn signals_reach_the_other_nodes() {
    let nats = Nats::start().unwrap();
    let (one, other) = (Bus::nats(&nats.url()).await.unwrap(), Bus::nats(&nats.url()).await.unwrap());
    let (mut near, mut far) = (one.subscribe(), other.subscribe());
    is_up(&one, true).await;
    is_up(&other, true).await;
    let signal = |n| Signal::Log(taijitu_protocol::TableId(7), n);
    // The subscription of the other node may still be on its way: signals sent before it arrives are lost.
    let received = until("a signal", async || {
        one.publish(signal(0));
        tokio::time::timeout(Duration::from_millis(200), far.recv()).await.ok()
    });
    assert_eq!(received.await.unwrap(), signal(0));
    (1..=1000).for_each(|n| one.publish(signal(n)));
    let mut last = signal(0);
    while last != signal(1000) {
        last = far.recv().await.unwrap();
    }
    assert_eq!(near.recv().await.unwrap(), signal(0), "one's own signals are heard as well");
}

/// Two players and a spectator, each at another node, see the same events with the same numbers.
async fn play_at_three_nodes(site: &TestSite, nodes: &[Server; 2], meanwhile: impl AsyncFnOnce()) {
    let (ada, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" } })).await;
    let (bob, eve) = (bob.at(nodes[0].address()), eve.at(nodes[1].address()));
    bob.act(&table, json!({ "do": "join" })).await.ok();
    // Joining at the other node is heard of here, or read from the log.
    until("the opponent", async || (ada.look(&table).await["head"] == 3).then_some(())).await;
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let mut sockets = [ada.socket().await, bob.socket().await, eve.socket().await];
    for socket in &mut sockets {
        let head = socket.watch(&table).await["table"]["head"].as_u64().unwrap();
        for _ in head..4 {
            socket.next_of("event").await;
        }
    }
    meanwhile().await;
    let turns = ["c7", "c8", "d7", "d8", "e7", "e8"];
    for (turn, text) in (1..).zip(turns) {
        let mover = if turn % 2 == 1 { &bob } else { &ada };
        mover.play(&table, turn, text).await.ok();
        let mut messages = vec![];
        for socket in &mut sockets {
            messages.push(socket.next_of("event").await["event"].clone());
        }
        assert!(messages.iter().all(|event| *event == messages[0]), "{messages:?}");
        assert_eq!((&messages[0]["n"], &messages[0]["text"]), (&json!(4 + turn), &json!(text)));
    }
}

async fn three_nodes(site: &TestSite, nats: &Nats) -> [Server; 2] {
    let bus = async || Bus::nats(&nats.url()).await.unwrap();
    [site.node(bus().await).await, site.node(bus().await).await]
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn three_nodes_see_the_same() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let nodes = three_nodes(&site, &nats).await;
    play_at_three_nodes(&site, &nodes, async || ()).await;
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn without_its_bus_a_site_is_slower_and_says_so() {
    let mut nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let nodes = three_nodes(&site, &nats).await;
    let here = site.browser();
    until("the bus", async || (ready(&here).await == "ready\n").then_some(())).await;
    play_at_three_nodes(&site, &nodes, async || {
        nats.kill().unwrap();
        let down = "ready; the bus is down, the log is polled\n";
        until("a node that knows", async || (ready(&here).await == down).then_some(())).await;
    })
    .await;
    play_at_three_nodes(&site, &nodes, async || {
        nats.start_again().unwrap();
        for client in [here.clone(), here.at(nodes[0].address()), here.at(nodes[1].address())] {
            until("the bus again", async || (ready(&client).await == "ready\n").then_some(())).await;
        }
    })
    .await;
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn a_node_may_start_before_its_bus() {
    let mut nats = Nats::start().unwrap();
    nats.kill().unwrap();
    let site = site(&nats).await;
    let nodes = three_nodes(&site, &nats).await;
    play_at_three_nodes(&site, &nodes, async || ()).await;
    nats.start_again().unwrap();
    until("the bus", async || (ready(&site.browser()).await == "ready\n").then_some(())).await;
}

#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn signing_out_while_the_bus_is_down_takes_effect_on_every_node() {
    let mut nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let [node, _] = three_nodes(&site, &nats).await;
    let ada = site.account("Ada").await;
    let table = ada.open(json!({ "game": "y" })).await;
    let far = ada.at(node.address());
    let mut socket = far.socket().await;
    socket.watch(&table).await;
    nats.kill().unwrap();
    is_up(&node.app().site.bus, false).await;
    let cookie = ada.cookie();
    ada.post("/api/logout", json!({})).await.ok();
    far.set_cookie(cookie.as_deref());
    nats.start_again().unwrap();
    while socket.next().await.is_some() {}
}

/// A player who is connected to another node is not absent; one who is connected to no node is.
#[tokio::test]
#[ignore = "needs NATS: run by cargo xtask test"]
async fn players_at_another_node_count_as_present() {
    let nats = Nats::start().unwrap();
    let site = site(&nats).await;
    let [node, _] = three_nodes(&site, &nats).await;
    is_up(&site.app().site.bus, true).await;
    is_up(&node.app().site.bus, true).await;
    let (ada, bob) = (site.guest().await, site.guest().await.at(node.address()));
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" } })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    until("the opponent", async || (ada.look(&table).await["head"] == 3).then_some(())).await;
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let (mut left, mut right) = (ada.socket().await, bob.socket().await);
    left.watch(&table).await;
    right.watch(&table).await;
    let mut eve = site.guest().await.at(node.address()).socket().await;
    eve.watch(&table).await;
    until("one who watches at the other node", async || {
        (ada.look(&table).await["watching"] == 1).then_some(())
    })
    .await;
    let absent = async || {
        let events = ada.events(&table).await;
        events.iter().filter(|event| event["type"] == "absent").count()
    };
    // Both nodes say who is there every ten seconds, of which seven pass at once.
    let mut signals = site.app().site.bus.subscribe();
    let mut seven_seconds = async || {
        site.pass_with(&node, 7_000).await;
        node.tick().await;
        arrived(&node.app().site.bus, &mut signals).await;
        site.tick().await;
    };
    for _ in 0..6 {
        seven_seconds().await;
        assert_eq!(absent().await, 0);
    }
    drop(right);
    until("Bob's absence", async || {
        seven_seconds().await;
        (absent().await == 1).then_some(())
    })
    .await;
}

/// Waits until what a node has published so far has been received at another: signals arrive in order.
async fn arrived(from: &Bus, at: &mut Receiver<Signal>) {
    let last = Signal::Player(PlayerId(u128::MAX));
    from.publish(last.clone());
    while at.recv().await.unwrap() != last {}
}
