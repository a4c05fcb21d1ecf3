//! The live connection: numbers without gaps, requests that happen once, pings, bad manners.

use serde_json::{Value, json};
use std::time::Duration;
use taijitu_protocol::Code;
use taijitu_rules::playout::Random;
use taijitu_testkit::*;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Two at a running game of Y; White, who sits on seat 1, begins or not as the rules say.
async fn two(site: &TestSite) -> (Client, Client, String) {
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" } })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    (ada, bob, table)
}

/// The player who has to act, and the other.
async fn in_order(ada: Client, bob: Client, table: &str) -> [Client; 2] {
    let acts = ada.look(table).await["game"]["scene"]["acts"][0].clone();
    if acts == 1 { [ada, bob] } else { [bob, ada] }
}

fn play(turn: u32, text: &str) -> Value {
    json!({ "do": "play", "game": 1, "turn": turn, "text": text })
}

fn numbers(messages: &[Value]) -> Vec<u64> {
    let events = messages.iter().filter(|message| message["type"] == "event");
    events.map(|message| message["event"]["n"].as_u64().unwrap()).collect()
}

async fn watch_since(socket: &mut Socket, table: &str, since: u64) -> Vec<Value> {
    socket.send(json!({ "type": "watch", "table": table, "since": since })).await;
    socket.so_far().await
}

#[tokio::test]
async fn a_client_that_sends_its_last_number_gets_the_rest() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let mut socket = ada.socket().await;
    let head = socket.watch(&table).await["table"]["head"].as_u64().unwrap();
    assert_eq!(head, 4, "opened, two sat down, started");
    for since in 1..=head {
        let came = watch_since(&mut socket, &table, since).await;
        assert_eq!(numbers(&came), (since + 1..=head).collect::<Vec<_>>());
        assert_eq!(came.len() as u64, head - since, "and nothing else");
    }
    for strange in [0, head + 1, u64::MAX] {
        let came = watch_since(&mut socket, &table, strange).await;
        assert_eq!(came.len(), 1);
        assert_eq!(came[0]["type"], "snapshot", "{strange} is no number to go on from");
        assert_eq!(came[0]["table"]["head"], head);
    }
    let path = format!("/api/tables/{table}/events?since={}", head + 1);
    ada.get(&path).await.refused(Code::Invalid);
    bob.act(&table, json!({ "do": "draw" })).await.ok();
    assert_eq!(numbers(&socket.so_far().await), [head + 1], "watching twice is watching once");
    socket.send(json!({ "type": "unwatch", "table": table })).await;
    bob.act(&table, json!({ "do": "refuse" })).await.ok();
    assert_eq!(socket.so_far().await, Vec::<Value>::new());
    assert_eq!(numbers(&watch_since(&mut socket, &table, head + 1).await), [head + 2]);
    socket.send(json!({ "type": "watch", "table": "00000000000000000000000000" })).await;
    assert_eq!(socket.next_of("refused").await["problem"]["code"], "no_such_table");
}

#[tokio::test]
async fn numbers_have_no_gaps_however_often_one_reconnects() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let busy = {
        let table = table.clone();
        tokio::spawn(async move {
            for _ in 0..60 {
                for off in [true, false] {
                    ada.act(&table, json!({ "do": "silence", "room": "spectators", "off": off })).await.ok();
                }
            }
        })
    };
    let mut last = 1;
    while last < 124 {
        let mut socket = bob.socket().await;
        let mut came = watch_since(&mut socket, &table, last).await;
        came.extend(socket.so_far().await);
        for n in numbers(&came) {
            assert_eq!(n, last + 1);
            last = n;
        }
        assert!(came.iter().all(|message| message["type"] == "event"));
    }
    busy.await.unwrap();
}

#[tokio::test]
async fn a_repeated_request_happens_once() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let [first, second] = in_order(ada, bob, &table).await;
    let mut socket = first.socket().await;
    socket.watch(&table).await;
    // Twice in flight, before either is answered.
    let request = json!({ "type": "do", "table": table, "id": "t1", "command": play(1, "c7") });
    socket.send(request.clone()).await;
    socket.send(request.clone()).await;
    let came = socket.so_far().await;
    let done: Vec<&Value> = came.iter().filter(|message| message["id"] == "t1").collect();
    assert_eq!(done.len(), 2);
    assert!(done.iter().all(|message| message["type"] == "done" && message["n"] == 5), "{done:?}");
    assert_eq!(numbers(&came), [5]);
    // After reconnecting, and by HTTP.
    drop(socket);
    let mut socket = first.socket().await;
    assert_eq!(socket.act(&table, "t1", play(1, "c7")).await["n"], 5);
    let mut again = play(1, "c7");
    again["id"] = json!("t1");
    assert_eq!(first.act(&table, again.clone()).await.ok()["n"], 5);
    // Somebody else's request of the same name is another request.
    assert_eq!(socket.act(&table, "t2", play(1, "c7")).await["problem"]["code"], "wrong_turn_number");
    assert_eq!(second.act(&table, again).await.code(), Code::WrongTurnNumber);
    assert_eq!(first.look(&table).await["head"], 5);
}

#[tokio::test]
async fn repeated_requests_get_the_same_answer_after_a_restart() {
    let mut site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let [first, _] = in_order(ada, bob, &table).await;
    let n = first.socket().await.act(&table, "once", play(1, "c7")).await["n"].clone();
    site.restart().await;
    assert_eq!(first.socket().await.act(&table, "once", play(1, "c7")).await["n"], n);
    assert_eq!(first.events(&table).await.len() as u64, n.as_u64().unwrap());
}

#[tokio::test]
async fn one_of_two_tabs_is_faster() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let [first, _] = in_order(ada, bob, &table).await;
    let (mut one, mut other) = (first.socket().await, first.socket().await);
    one.watch(&table).await;
    other.watch(&table).await;
    let answers = tokio::join!(one.act(&table, "a", play(1, "c7")), other.act(&table, "b", play(1, "c8")));
    let (done, refused) =
        if answers.0["type"] == "done" { (answers.0, answers.1) } else { (answers.1, answers.0) };
    assert_eq!(done["n"], 5);
    assert_eq!(refused["problem"]["code"], "wrong_turn_number");
    assert_eq!(first.look(&table).await["head"], 5);
}

#[tokio::test]
async fn words_sent_again_are_said_once() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let (mut socket, mut ears) = (ada.socket().await, bob.socket().await);
    ears.watch(&table).await;
    let say = json!({ "type": "say", "table": table, "id": "w1", "text": "hello" });
    let mut ids = vec![];
    for _ in 0..2 {
        socket.send(say.clone()).await;
        ids.push(socket.next_of("said").await["what"]["id"].clone());
    }
    let path = format!("/api/tables/{table}/chat");
    ids.push(ada.post(&path, json!({ "id": "w1", "text": "hello" })).await.ok()["id"].clone());
    assert_eq!(ids[0], ids[1], "the message has one id");
    assert_eq!(ids[0], ids[2]);
    let received = ears.so_far().await;
    assert_eq!(received.iter().filter(|message| message["type"] == "chat").count(), 1);
    assert_eq!(bob.chat_lines(&table).await[0]["id"], ids[0]);
}

#[tokio::test]
async fn a_reader_of_chat_gets_what_came_after() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    for text in ["one", "two", "three"] {
        ada.say(&table, text).await.ok();
    }
    let ids: Vec<Value> = bob.chat_lines(&table).await.iter().map(|line| line["id"].clone()).collect();
    let mut socket = bob.socket().await;
    socket.send(json!({ "type": "watch", "table": table, "since": 4, "chat": ids[0] })).await;
    let came = socket.so_far().await;
    let texts: Vec<&str> = came.iter().map(|message| message["line"]["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["two", "three"]);
    assert_eq!(came[0]["line"]["previous"], ids[0]);
    let path = format!("/api/tables/{table}/chat?after={}", ids[1].as_str().unwrap());
    let page = bob.get(&path).await.ok();
    assert_eq!(page["lines"].as_array().unwrap().len(), 1);
    assert_eq!(page["lines"][0]["text"], "three");
}

#[tokio::test]
async fn everybody_is_sent_who_is_present() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let mut tab = bob.socket().await;
    tab.watch(&table).await;
    let mut nobody = site.browser().socket().await;
    nobody.watch(&table).await;
    let expected = json!({ "type": "presence", "table": table, "seats": [1, 2], "watching": 1 });
    while socket.next_of("presence").await != expected {}
    drop(nobody);
    while socket.next_of("presence").await["watching"] != 0 {}
    drop(tab);
    // Bob counts as present until half a minute after the server has noticed that he left.
    let mut seats = json!([1, 2]);
    while seats == json!([1, 2]) {
        site.pass(31_000).await;
        ada.look(&table).await;
        seats = socket.next_of("presence").await["seats"].take();
    }
    assert_eq!(seats, json!([1]));
}

/// Reads until a presence message lists these seats as connected.
async fn until_present(socket: &mut Socket, seats: Value) {
    while socket.next_of("presence").await["seats"] != seats {}
}

#[tokio::test]
async fn a_lost_connection_is_reported_at_once_and_an_absence_half_a_minute_later() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let (mut socket, mut tab) = (ada.socket().await, bob.socket().await);
    socket.watch(&table).await;
    tab.watch(&table).await;
    until_present(&mut socket, json!([1, 2])).await;
    drop(tab);
    // No time passes but what the server needs to notice.
    until_present(&mut socket, json!([1])).await;
    let view = ada.look(&table).await;
    assert_eq!((&view["seats"][1]["present"], &view["game"]["absent"]), (&json!(false), &json!([])));
    let mut tab = bob.socket().await;
    tab.watch(&table).await;
    until_present(&mut socket, json!([1, 2])).await;
    drop(tab);
    until_present(&mut socket, json!([1])).await;
    site.pass(31_000).await;
    assert_eq!(socket.next_of("event").await["event"]["type"], "absent");
}

async fn read_for_ever(socket: &mut Socket) {
    loop {
        socket.so_far().await;
    }
}

#[tokio::test]
async fn a_connection_that_leaves_pings_unanswered_is_reported_as_lost() {
    let site = TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.connection_times.pong = Duration::from_millis(50);
    })
    .await;
    let (ada, bob, table) = two(&site).await;
    let (mut socket, mut tab) = (ada.socket().await, bob.socket().await);
    socket.watch(&table).await;
    tab.watch(&table).await;
    // While Bob reads, he answers.
    tokio::select! {
        () = until_present(&mut socket, json!([1, 2])) => (),
        () = read_for_ever(&mut tab) => (),
    }
    // Bob does not read, and so does not answer.
    until_present(&mut socket, json!([1])).await;
    assert_eq!(ada.look(&table).await["game"]["absent"], json!([]), "the socket is still open");
    tab.so_far().await;
    until_present(&mut socket, json!([1, 2])).await;
}

#[tokio::test]
async fn only_those_who_do_not_sit_are_counted_as_watching() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    bob.look(&table).await;
    let mut tabs = [ada.socket().await, ada.socket().await, site.guest().await.socket().await];
    for tab in &mut tabs {
        tab.watch(&table).await;
    }
    let view = bob.look(&table).await;
    assert_eq!(view["watching"], 1, "neither Ada's second tab, nor one fewer for Bob who has none");
    assert_eq!((&view["seats"][0]["present"], &view["seats"][1]["present"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn lag_is_what_the_server_measured() {
    let site = TestSite::start().await;
    let (ada, _, table) = two(&site).await;
    let mut socket = ada.socket().await;
    socket.send(json!({ "type": "watch", "table": table })).await;
    let first = socket.next_ping().await.unwrap();
    assert!(first["lag"].is_null(), "nothing was measured yet");
    // Answers to no question, and words about oneself.
    socket.send(json!({ "type": "pong", "ping": 999 })).await;
    socket.send(json!({ "type": "pong", "ping": first["ping"], "lag": 5000 })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    socket.send(json!({ "type": "pong", "ping": first["ping"] })).await;
    socket.send(json!({ "type": "pong", "ping": first["ping"] })).await;
    let second = socket.next_ping().await.unwrap();
    let lag = second["lag"].as_u64().unwrap();
    assert!((300..5000).contains(&lag), "{lag}");
    assert_eq!(second["heads"], json!([{ "table": table, "n": 4 }]));
    socket.send(json!({ "type": "pong", "ping": second["ping"] })).await;
    let third = socket.next_ping().await.unwrap();
    assert_ne!(third["lag"], second["lag"], "it is measured anew");
}

#[tokio::test]
async fn a_slow_client_starts_over_and_misses_nothing() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let [first, second] = in_order(ada, bob, &table).await;
    let mut slow = first.narrow_socket().await;
    slow.send(json!({ "type": "watch", "table": table, "scenes": true })).await;
    let head = slow.next_of("snapshot").await["table"]["head"].as_u64().unwrap();
    // The player who has to act gets everything that may be touched with each event: large messages.
    for _ in 0..400 {
        for off in [true, false] {
            second.act(&table, json!({ "do": "silence", "room": "spectators", "off": off })).await.ok();
        }
    }
    let mut last = head;
    let reason = loop {
        let message = slow.next().await.expect("a goodbye before the end");
        match message["type"].as_str().unwrap() {
            "event" => {
                assert_eq!(message["event"]["n"], last + 1, "nothing is skipped silently");
                last += 1;
            }
            "goodbye" => break message,
            _ => (),
        }
    };
    assert_eq!(reason["reason"], "slow");
    assert!(reason["retry"].is_u64() && slow.next().await.is_none());
    assert!(last < head + 800, "there was something to miss");
    // More than fits: a snapshot. Less: one by one.
    let end = head + 800;
    let mut again = first.socket().await;
    let came = watch_since(&mut again, &table, last).await;
    let is_snapshot = came.len() == 1 && came[0]["table"]["head"] == end;
    assert!(is_snapshot || numbers(&came) == (last + 1..=end).collect::<Vec<_>>(), "{came:?}");
    let came = watch_since(&mut again, &table, end - 100).await;
    assert_eq!(numbers(&came), (end - 99..=end).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye() {
    let mut site = TestSite::start().await;
    let (ada, _, table) = two(&site).await;
    let mut sockets = [ada.socket().await, ada.socket().await, site.browser().socket().await];
    sockets[0].watch(&table).await;
    site.restart().await;
    for socket in &mut sockets {
        let goodbye = socket.next_of("goodbye").await;
        assert_eq!(goodbye["reason"], "restart");
        assert!(goodbye["retry"].as_u64().unwrap() > 0);
        assert!(socket.next().await.is_none());
    }
    assert_eq!(numbers(&watch_since(&mut ada.socket().await, &table, 3).await), [4]);
}

#[tokio::test]
async fn a_client_that_missed_much_at_many_tables_catches_up() {
    let site = TestSite::start().await;
    let mut tables = vec![];
    let ada = site.guest().await;
    for _ in 0..12 {
        let open = json!({ "game": "y", "hotseat": true, "start": true });
        let table = ada.open(open).await;
        for change in 0..50 {
            let off = change % 2 == 0;
            ada.act(&table, json!({ "do": "silence", "room": "spectators", "off": off })).await.ok();
        }
        tables.push(table);
    }
    let mut socket = ada.socket().await;
    for table in &tables {
        socket.send(json!({ "type": "watch", "table": table, "since": 1 })).await;
    }
    let came = socket.so_far().await;
    for table in &tables {
        let of_table: Vec<Value> = came.iter().filter(|m| m["table"] == table.as_str()).cloned().collect();
        let expected: Vec<u64> = (2..=4 + 50).collect();
        assert_eq!(numbers(&of_table), expected);
    }
}

/// The server has a runtime of its own here, which ends as a process would: as soon as the server has stopped.
#[test]
fn goodbyes_are_said_before_the_process_ends() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (servers, clients) = (tokio::runtime::Runtime::new().unwrap(), runtime());
    let mut site = servers.block_on(TestSite::start());
    let mut sockets = vec![];
    for _ in 0..100 {
        sockets.push(clients.block_on(site.browser().socket()));
    }
    servers.block_on(site.stop());
    servers.shutdown_background();
    for socket in &mut sockets {
        assert_eq!(clients.block_on(socket.next_of("goodbye"))["reason"], "restart");
    }
}

/// A message that is nearly one.
fn nearly(random: &mut Random, table: &str) -> String {
    let mut pick = |from: &[&str]| from[random.below(from.len() as u32) as usize].to_owned();
    let kind = pick(&["watch", "unwatch", "do", "say", "branch", "pong", "hello", "", "DO"]);
    let value = |pick: &mut dyn FnMut(&[&str]) -> String| {
        pick(&[
            "null",
            "true",
            "-1",
            "0",
            "1e400",
            "18446744073709551616",
            "\"\"",
            "\"x\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "[{}]",
            "[{\"point\":70000}]",
            "[{\"word\":\"swap\"}]",
            "{\"do\":\"play\"}",
            "{\"do\":\"play\",\"game\":1,\"turn\":1,\"text\":5}",
            "{\"do\":\"play\",\"game\":-1,\"turn\":1,\"text\":\"c7\"}",
            "{\"do\":\"time\",\"seat\":1,\"seconds\":4294967296}",
            "{\"do\":\"join\",\"seat\":300}",
            "{\"do\":\"nothing\"}",
        ])
    };
    let mut text = format!("{{\"type\":\"{kind}\"");
    for field in ["table", "id", "command", "text", "touches", "ping", "since", "chat", "scenes", "more"] {
        match pick(&["left out", "right", "wrong"]).as_str() {
            "right" if field == "table" => text += &format!(",\"table\":\"{table}\""),
            "right" if field == "id" => text += ",\"id\":\"f\"",
            "wrong" => text += &format!(",\"{field}\":{}", value(&mut pick)),
            _ => (),
        }
    }
    if pick(&["whole", "whole", "cut"]) == "whole" { text + "}" } else { text }
}

/// Whether everything a bad message got is an answer with a code, or a snapshot if it was a good one after all.
fn check_answers(sent: &str, came: &[Value]) {
    for message in came {
        match message["type"].as_str().unwrap() {
            "refused" => {
                let code: Code = serde_json::from_value(message["problem"]["code"].clone()).unwrap();
                assert!(code.status() < 500, "{sent}: {message}");
            }
            "snapshot" | "event" | "chat" | "branches" => (),
            _ => panic!("{sent}: {message}"),
        }
    }
}

#[tokio::test]
async fn nearly_right_messages_are_refused_with_a_code() {
    let site = TestSite::start().await;
    let (ada, _, table) = two(&site).await;
    let head = ada.look(&table).await["head"].clone();
    let (mut nobody, mut eve) = (site.browser().socket().await, site.guest().await.socket().await);
    let mut random = Random::new(11);
    for _ in 0..1500 {
        let text = nearly(&mut random, &table);
        for socket in [&mut nobody, &mut eve] {
            socket.send_text(&text).await;
            check_answers(&text, &socket.so_far().await);
        }
    }
    assert_eq!(ada.look(&table).await["head"], head, "nothing has happened");
}

#[tokio::test]
async fn no_message_hurts_the_next_client() {
    let site = TestSite::start().await;
    let (ada, _, table) = two(&site).await;
    let text = |bytes: Vec<u8>| Message::Frame(Frame::message(bytes, OpCode::Data(Data::Text), true));
    let bad = [
        Message::binary(vec![0; 100]),
        Message::binary(vec![0xff; 10_000_000]),
        Message::text("x".repeat(10_000_000)),
        Message::text("[".repeat(16_000)),
        Message::text("{\"type\":".repeat(2_000)),
        Message::text(format!("{{\"type\":\"say\",\"table\":\"{table}\",\"id\":\"{}\"}}", "9".repeat(9_000))),
        text(vec![0xff, 0xfe, 0xfd]),
        text(b"{\"type\":\"\xc3\x28\"}".to_vec()),
        Message::text(""),
        Message::text("\u{0}"),
        Message::Frame(Frame::message(vec![1; 3], OpCode::Data(Data::Continue), true)),
        Message::Frame(Frame::message(vec![1; 3], OpCode::Data(Data::Reserved(5)), true)),
    ];
    for message in bad {
        let what = format!("{message:?}").chars().take(80).collect::<String>();
        let mut socket = ada.socket().await;
        socket.send_message(message).await;
        // Refused with a code, or closed.
        match socket.next().await {
            Some(answer) if answer["type"] == "goodbye" => {
                assert_eq!(answer["reason"], "too-large", "{what}");
            }
            Some(answer) => {
                assert_eq!(answer["type"], "refused", "{what}: {answer}");
                check_answers(&what, &[answer]);
            }
            None => (),
        }
        assert_eq!(ada.socket().await.watch(&table).await["table"]["head"], 4, "after {what}");
    }
    ada.get("/healthz").await;
}

#[tokio::test]
async fn one_socket_watches_sixty_four_tables() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let mut socket = ada.socket().await;
    let mut tables = vec![];
    for _ in 0..65 {
        tables.push(ada.open(json!({ "game": "y" })).await);
    }
    for table in &tables[..64] {
        socket.watch(table).await;
    }
    socket.send(json!({ "type": "watch", "table": tables[64] })).await;
    assert_eq!(socket.next_of("refused").await["problem"]["code"], "too_many");
    socket.watch(&tables[0]).await;
    socket.send(json!({ "type": "unwatch", "table": tables[0] })).await;
    socket.watch(&tables[64]).await;
}

#[tokio::test]
async fn a_flood_is_refused_and_its_sender_may_continue_later() {
    let site = TestSite::with(|_| ()).await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y" })).await;
    let mut socket = ada.socket().await;
    for _ in 0..400 {
        socket.send(json!({ "type": "pong", "ping": 0 })).await;
    }
    let refused = socket.next_of("refused").await;
    assert_eq!(refused["problem"]["code"], "too_fast");
    assert!(refused["problem"]["retry"].as_u64().unwrap() >= 1);
    assert_eq!(bob.socket().await.watch(&table).await["table"]["head"], 2, "others do not notice");
    tokio::time::sleep(Duration::from_secs(1)).await;
    socket.watch(&table).await;
    let mut results = vec![];
    for n in 0..20 {
        results.push(ada.say(&table, &format!("{n}")).await);
    }
    assert!(results[..8].iter().all(|answer| answer.status == 200));
    // One is forgiven every second, so which of the others is the first depends on the machine.
    let refused = results[8..].iter().find(|answer| answer.status != 200).expect("a flood is refused");
    refused.refused(Code::TooFast);
}
