//! What a socket may cost: messages that are too large, clients that do not read, sockets of one player.

use serde_json::{Value, json};
use taijitu_protocol::{Code, FRAME_LIMIT, MESSAGE_LIMIT};
use taijitu_testkit::*;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_with_its_id() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    let mut socket = ada.socket().await;
    let say = |id: &str, length: usize| json!({ "type": "say", "table": table, "id": id, "text": "x".repeat(length) });
    for length in [MESSAGE_LIMIT, 2 * MESSAGE_LIMIT, FRAME_LIMIT - 200] {
        socket.send(say("long", length)).await;
        let refused = socket.next_of("refused").await;
        assert_eq!((&refused["id"], &refused["table"]), (&json!("long"), &json!(table)));
        assert_eq!(refused["problem"]["code"], "too_large");
    }
    socket.send(say("short", 501)).await;
    assert_eq!(socket.next_of("refused").await["id"], "short", "the connection goes on");
    socket.send(say("beyond", FRAME_LIMIT)).await;
    let goodbye = socket.next_of("goodbye").await;
    assert_eq!(goodbye["reason"], "too-large");
    assert_eq!(socket.close_code().await, Some(1009));
}

#[tokio::test]
async fn a_broken_frame_is_answered_with_a_close_code() {
    let site = TestSite::start().await;
    let frame = |bytes: &[u8], kind| Message::Frame(Frame::message(bytes.to_vec(), OpCode::Data(kind), true));
    for (message, code) in [
        (frame(&[0xff, 0xfe], Data::Text), 1007),
        (frame(&[1; 3], Data::Continue), 1002),
        (frame(&[0; FRAME_LIMIT + 1], Data::Binary), 1009),
    ] {
        let mut socket = site.browser().socket().await;
        socket.send_message(message).await;
        assert_eq!(socket.close_code().await, Some(code));
    }
}

#[tokio::test]
async fn every_refusal_says_what_it_answers() {
    let site = TestSite::with(|_| ()).await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    let nowhere = "00000000000000000000000000";
    let mut socket = ada.socket().await;
    let refused: [(Value, Value, Value); 8] = [
        (
            json!({ "type": "do", "table": table, "id": "a", "command": { "do": "resign" } }),
            json!("a"),
            json!(table),
        ),
        (
            json!({ "type": "do", "table": table, "id": "b", "command": { "do": "fly" } }),
            json!("b"),
            json!(table),
        ),
        (json!({ "type": "say", "table": nowhere, "id": "c", "text": "x" }), json!("c"), json!(nowhere)),
        (json!({ "type": "branch", "table": nowhere, "id": "d", "touches": [] }), json!("d"), json!(nowhere)),
        (json!({ "type": "watch", "table": nowhere }), Value::Null, json!(nowhere)),
        (json!({ "type": "dance", "table": table, "id": "f" }), json!("f"), json!(table)),
        (json!({ "type": "say", "table": 5, "id": "g", "text": "x" }), json!("g"), Value::Null),
        (json!([1, 2]), Value::Null, Value::Null),
    ];
    for (message, id, table) in refused {
        socket.send(message.clone()).await;
        let answer = socket.next_of("refused").await;
        assert_eq!((&answer["id"], &answer["table"]), (&id, &table), "{message}");
    }
    socket.send_message(Message::binary(json!({ "id": "bytes" }).to_string().into_bytes())).await;
    assert_eq!(socket.next_of("refused").await["id"], "bytes");
    // Beyond the rate of a socket a refusal names its message too.
    for n in 0..400 {
        socket
            .send(json!({ "type": "do", "table": nowhere, "id": n.to_string(), "command": { "do": "draw" } }))
            .await;
    }
    for n in 0..400 {
        assert_eq!(socket.next_of("refused").await["id"], n.to_string());
    }
}

#[tokio::test]
async fn a_client_that_asks_without_reading_is_answered_when_it_reads() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "yinsh", "hotseat": true, "start": true })).await;
    for n in 0..150 {
        ada.say(&table, &format!("{n} {}", "€".repeat(480))).await.ok();
    }
    let mut socket = ada.narrow_socket().await;
    // Each snapshot has about a hundred kilobytes: together they are far more than may wait.
    let requests = 40;
    for _ in 0..requests {
        socket.send(json!({ "type": "watch", "table": table, "scenes": true })).await;
    }
    assert_eq!(ada.look(&table).await["head"], 4, "others do not notice");
    let mut lines = 0;
    for _ in 0..requests {
        let snapshot = socket.next_of("snapshot").await;
        lines = snapshot["chat"].as_array().unwrap().len();
    }
    assert!((40..150).contains(&lines), "the chat of a snapshot is bounded in bytes: {lines} lines");
    let page = ada.get(&format!("/api/tables/{table}/chat")).await.ok();
    let newest = page["lines"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap();
    assert!(newest.starts_with("149 "));
    assert!(page["lines"][0]["previous"].is_string(), "and says that there was more");
}

#[tokio::test]
async fn a_player_has_thirty_two_sockets() {
    let site = TestSite::with(|_| ()).await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let mut sockets = vec![];
    for _ in 0..32 {
        sockets.push(ada.socket().await);
    }
    let Err(ConnectError::Refused(answer)) = Socket::connect(&ada).await else {
        panic!("one more than allowed")
    };
    answer.refused(Code::TooMany);
    bob.socket().await;
    drop(sockets.pop());
    until("a place", async || Socket::connect(&ada).await.ok()).await;
}
