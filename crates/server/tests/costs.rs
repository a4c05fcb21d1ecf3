//! What a stranger can make the server do is bounded.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::{Client, TestSite, until};

/// A table against an engine at which it is the client's turn.
async fn against_engine(client: &Client, game: &str, options: Value) -> String {
    let table = json!({ "game": game, "options": options, "seat": 2, "engines": [1], "colours": "chosen", "start": true });
    client.open(table).await
}

#[tokio::test]
async fn more_turns_than_can_be_listed_are_not() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let turns = async |handicap: &str, board: &str| {
        let options = json!({ "board": board, "pie": "off", "handicap": handicap });
        let table = against_engine(&ada, "y", options).await;
        (ada.get(&format!("/api/tables/{table}/turns")).await, table)
    };
    let (few, _) = turns("2", "kadon").await;
    assert_eq!(few.ok().as_array().unwrap().len(), 93 * 92 / 2);
    for (handicap, board) in [("3", "kadon"), ("4", "kadon"), ("8", "kadon"), ("8", "triangle-25")] {
        let (many, table) = turns(handicap, board).await;
        many.refused(Code::TooManyToList);
        assert_eq!(many.status, 422);
        // It is played all the same: point by point, or written.
        let next = ada.post(&format!("/api/tables/{table}/branch"), json!([{ "point": 0 }])).await.ok();
        assert!(!next.as_array().unwrap().is_empty(), "{next}");
    }
    let (_, table) = turns("4", "kadon").await;
    ada.play(&table, 1, "a1 a2 a3 a4").await.ok();
    site.stop().await;
}

#[tokio::test]
async fn laws_have_no_list() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let table = against_engine(&ada, "yinyang", json!({})).await;
    assert_eq!(ada.get(&format!("/api/tables/{table}/turns")).await.ok(), json!([]));
    site.stop().await;
}

#[tokio::test]
async fn questions_of_sockets_wait_in_a_bounded_queue_beside_everything_else() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let table = against_engine(&ada, "y", json!({ "pie": "off" })).await;
    let stalled = site.app().site.stall_work();
    let mut sockets = vec![];
    for number in 0..65 {
        let mut socket = ada.socket().await;
        socket.watch(&table).await;
        let touch = json!({ "point": 0 });
        let branch = json!({ "type": "branch", "table": table, "id": "q", "touches": [] });
        let why = json!({ "type": "why", "table": table, "id": "q", "touches": [], "touch": touch });
        socket.send(if number % 2 == 0 { branch } else { why }).await;
        sockets.push(socket);
        let expected = (number + 1).min(64);
        let has_come = async || (site.app().site.waiting_work() == expected).then_some(());
        until("the questions come", has_come).await;
    }
    // Of one caller 64 wait: the last one is refused at once, with its id.
    let refused = sockets[64].next_of("refused").await;
    assert_eq!((&refused["id"], &refused["table"]), (&json!("q"), &json!(table)));
    assert_eq!(refused["problem"]["code"], "too_fast");
    let why = json!({ "touches": [], "touch": { "point": 0 } });
    ada.post(&format!("/api/tables/{table}/why"), why).await.refused(Code::TooFast);
    // Meanwhile the table goes on, and those who ask hear of it.
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    assert_eq!(sockets[0].next_of("event").await["event"]["type"], "ended");
    // Nobody needs the answers of a client that leaves.
    drop(sockets.pop());
    drop(sockets.pop());
    drop(stalled);
    for (number, socket) in sockets.iter_mut().enumerate() {
        let answer = socket.next_of(if number % 2 == 0 { "branches" } else { "why" }).await;
        assert_eq!(answer["id"], "q");
    }
    site.stop().await;
}

#[tokio::test]
async fn proofs_wait_in_a_bounded_queue() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let list = ada.get("/api/puzzles?game=sexta").await.ok();
    let id = list["puzzles"][0]["id"].as_str().unwrap().to_owned();
    let solution = ada.get(&format!("/api/puzzles/{id}/solution")).await.ok();
    let (path, tried) = (format!("/api/puzzles/{id}/try"), json!({ "turns": [solution["turns"][0]] }));
    let stalled = site.app().site.stall_work();
    let ask = || {
        let (ada, path, tried) = (ada.clone(), path.clone(), tried.clone());
        tokio::spawn(async move { ada.post(&path, tried).await })
    };
    // One of five is refused; the others are answered when the thread is free.
    let (first, _, others) = futures_util::future::select_all((0..5).map(|_| ask())).await;
    first.unwrap().refused(Code::TooFast);
    drop(stalled);
    for answer in others {
        assert_eq!(answer.await.unwrap().ok()["right"], true);
    }
    site.stop().await;
}
