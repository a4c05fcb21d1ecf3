//! Two servers on one store: the log decides every race, and what one commits the other shows, heard of or not.

use serde_json::{Value, json};
use taijitu_server::Bus;
use taijitu_testkit::*;

/// Ada is White, Bob Black, who begins.
async fn two(site: &TestSite, time: Value) -> (Client, Client, String) {
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "time": time })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    (ada, bob, table)
}

fn none() -> Value {
    json!({ "kind": "none" })
}

/// Plays through two nodes, one player at each; both get the same events.
async fn play_through(site: &TestSite, bus: Bus) {
    let (ada, bob, table) = two(site, none()).await;
    let node = site.node(bus).await;
    let bob = bob.at(node.address());
    let (mut left, mut right) = (ada.socket().await, bob.socket().await);
    left.watch(&table).await;
    right.watch(&table).await;
    let turns = ["c7", "c8", "d7", "d8"];
    let (mut told_left, mut told_right) = (vec![], vec![]);
    for (turn, text) in (1..).zip(turns) {
        let mover = if turn % 2 == 1 { &bob } else { &ada };
        mover.play(&table, turn, text).await.ok();
        // The next player has seen the turn at their own node, so that node has it too.
        told_left.push(left.next_of("event").await["event"].clone());
        told_right.push(right.next_of("event").await["event"].clone());
    }
    assert_eq!(told_left, told_right);
    let numbers: Vec<u64> = told_left.iter().map(|event| event["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [5, 6, 7, 8]);
    let texts: Vec<&str> = told_left.iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(texts, turns);
}

#[tokio::test]
async fn players_at_two_nodes_see_the_same() {
    let site = TestSite::start().await;
    play_through(&site, site.app().site.bus.clone()).await;
}

#[tokio::test]
async fn signals_that_are_lost_cost_time_and_nothing_else() {
    let site = TestSite::start().await;
    play_through(&site, Bus::default()).await;
}

#[tokio::test]
async fn http_requests_are_current_when_signals_are_lost() {
    let site = TestSite::start().await;
    let (_, bob, table) = two(&site, none()).await;
    let node = site.node(Bus::default()).await;
    let far = site.browser().at(node.address());
    assert_eq!(far.look(&table).await["head"], 4);
    bob.play(&table, 1, "c7").await.ok();
    until("the turn at the other node", async || (far.look(&table).await["head"] == 5).then_some(())).await;
    bob.act(&table, json!({ "do": "draw" })).await.ok();
    let page = far.get(&format!("/api/tables/{table}/events?since=5&wait=15")).await.ok();
    assert_eq!(page["events"][0]["n"], 6);
}

#[tokio::test]
async fn messages_cross_nodes_with_and_without_signals() {
    for shared in [true, false] {
        let site = TestSite::start().await;
        let (ada, bob, table) = two(&site, none()).await;
        let node = site.node(if shared { site.app().site.bus.clone() } else { Bus::default() }).await;
        let mut ears = bob.at(node.address()).socket().await;
        ears.watch(&table).await;
        ada.say(&table, "good luck").await.ok();
        assert_eq!(ears.next_of("chat").await["line"]["text"], "good luck");
        bob.at(node.address()).say(&table, "thank you").await.ok();
        until("the answer", async || (ada.chat_lines(&table).await.len() == 2).then_some(())).await;
    }
}

#[tokio::test]
async fn one_of_two_turns_at_two_nodes_wins() {
    for shared in [true, false] {
        let site = TestSite::start().await;
        let node = site.node(if shared { site.app().site.bus.clone() } else { Bus::default() }).await;
        for round in 0..10 {
            let (ada, bob, table) = two(&site, none()).await;
            let far = bob.at(node.address());
            far.look(&table).await;
            let answers = tokio::join!(bob.play(&table, 1, "c7"), far.play(&table, 1, "c8"));
            let mut statuses = [answers.0.status, answers.1.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "{} {}", answers.0.text(), answers.1.text());
            let lost = if answers.0.status == 409 { &answers.0 } else { &answers.1 };
            lost.refused(taijitu_protocol::Code::WrongTurnNumber);
            // The next turn, at whichever node, is played on what was committed.
            let mover = if round % 2 == 0 { ada.clone() } else { ada.at(node.address()) };
            mover.play(&table, 2, "d9").await.ok();
            let log = site.app().site.store.events(table.parse().unwrap(), 0, i64::MAX).await.unwrap();
            assert_eq!(log.iter().map(|row| row.n).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        }
    }
}

#[tokio::test]
async fn a_client_from_another_node_is_not_refused_for_entries_the_node_has_not_read() {
    let site = TestSite::start().await;
    // No signals arrive here: the node reads only on request.
    let node = site.node(Bus::default()).await;
    for round in 0..5 {
        let (ada, bob, table) = two(&site, none()).await;
        let far = ada.at(node.address());
        far.look(&table).await;
        bob.play(&table, 1, "c7").await.ok();
        // Ada heard of the turn at the first node, and her next turn reaches the other one.
        far.play(&table, 2, "d9").await.ok();
        bob.play(&table, 3, "c8").await.ok();
        let page = far.get(&format!("/api/tables/{table}/events?since=7")).await.ok();
        assert_eq!((&page["head"], page["events"].as_array().unwrap().len()), (&json!(7), 0), "{round}");
        ada.play(&table, 4, "d7").await.ok();
        let mut socket = far.socket().await;
        socket.send(json!({ "type": "watch", "table": table, "since": 8 })).await;
        bob.play(&table, 5, "d8").await.ok();
        let update = loop {
            let message = socket.next().await.unwrap();
            if message["type"] == "event" || message["type"] == "snapshot" {
                break message;
            }
        };
        assert_eq!(update["event"]["n"], 9, "and no table that is older: {update}");
    }
}

#[tokio::test]
async fn a_request_sent_to_two_nodes_happens_once() {
    let site = TestSite::start().await;
    let node = site.node(Bus::default()).await;
    let (_, bob, table) = two(&site, none()).await;
    let request = json!({ "do": "play", "game": 1, "turn": 1, "text": "c7", "id": "once" });
    let far = bob.at(node.address());
    far.look(&table).await;
    let answers = tokio::join!(bob.act(&table, request.clone()), far.act(&table, request.clone()));
    assert_eq!((answers.0.ok()["n"].clone(), answers.1.ok()["n"].clone()), (json!(5), json!(5)));
}

#[tokio::test]
async fn a_flag_falls_at_one_node() {
    for shared in [true, false] {
        let site = TestSite::start().await;
        let node = site.node(if shared { site.app().site.bus.clone() } else { Bus::default() }).await;
        let (ada, bob, table) = two(&site, json!({ "kind": "total", "seconds": 60 })).await;
        bob.play(&table, 1, "c7").await.ok();
        bob.at(node.address()).look(&table).await;
        let mut socket = ada.socket().await;
        socket.watch(&table).await;
        site.pass_with(&node, 60_600).await;
        assert_eq!(socket.next_of("event").await["event"]["outcome"]["reason"], "time");
        site.tick().await;
        node.tick().await;
        let log = site.app().site.store.events(table.parse().unwrap(), 0, i64::MAX).await.unwrap();
        assert_eq!(log.iter().filter(|row| row.body.contains("\"ended\"")).count(), 1);
    }
}

/// The node at which nobody is falls in for one that died.
#[tokio::test]
async fn a_flag_falls_at_the_node_that_is_left() {
    let site = TestSite::start().await;
    let (_, _, table) = two(&site, json!({ "kind": "total", "seconds": 60 })).await;
    let node = site.node(Bus::default()).await;
    // The first one does nothing any more.
    site.app().close();
    site.pass_with(&node, 60_600).await;
    until("the flag", async || {
        let log = site.app().site.store.events(table.parse().unwrap(), 0, i64::MAX).await.unwrap();
        log.last().unwrap().body.contains("\"ended\"").then_some(())
    })
    .await;
}
