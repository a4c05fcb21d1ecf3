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
    // Meanwhile the table continues, and requests for it see that.
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

/// The values of an option that lie at its ends: all of a list, both ends of a range.
fn extreme_values(option: &Value) -> Vec<String> {
    if let Some(choices) = option["choices"].as_array() {
        return choices.iter().filter_map(|choice| choice.as_str().map(str::to_owned)).collect();
    }
    let ends = option["range"].as_array().into_iter().flatten();
    ends.map(Value::to_string).collect()
}

/// Every option of every game, one at a time: the list is answered or refused as documented.
#[tokio::test(flavor = "multi_thread")]
async fn turns_are_listed_or_too_many_whatever_the_options() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let games = ada.get("/api/games").await.ok();
    let (mut listed, mut refused) = (0, 0);
    for game in games.as_array().unwrap() {
        for option in game["options"].as_array().unwrap() {
            for value in extreme_values(option) {
                let options = json!({ option["name"].as_str().unwrap(): value });
                let open = json!({ "game": game["id"], "options": options, "hotseat": true, "start": true });
                let door = ada.post("/api/tables", &open).await;
                if door.status != 200 {
                    assert_eq!(door.code(), Code::BadOption, "{open}: {}", door.text());
                    continue;
                }
                let table = door.ok()["table"].as_str().unwrap().to_owned();
                let answer = ada.get(&format!("/api/tables/{table}/turns")).await;
                if answer.status == 200 {
                    listed += 1;
                    assert!(answer.json().as_array().unwrap().len() <= 20_000, "{open}");
                } else {
                    refused += 1;
                    answer.refused(Code::TooManyToList);
                }
                ada.act(&table, json!({ "do": "resign" })).await;
            }
        }
    }
    assert!(listed > 10, "{listed} {refused}");
    site.stop().await;
}

/// Requests of an attacker in place of those of the page.
#[tokio::test]
async fn odd_questions_are_answered_shortly() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.guest().await);
    let table = bob.open(json!({ "game": "y" })).await;
    for (method, path) in [
        ("OPTIONS", "/api/games".to_owned()),
        ("OPTIONS", format!("/api/tables/{table}/turns")),
        ("TRACE", "/api/me".to_owned()),
        ("GET", format!("/api/tables/{table}/events?since={}", u64::MAX)),
        ("GET", format!("/api/tables/{table}/events?since=99999999999999999999999")),
        ("GET", format!("/api/tables/{table}/events?since=0&wait=-1")),
        ("GET", "/api/archive?player=%25&limit=100".to_owned()),
        ("GET", "/api/archive?player=_da".to_owned()),
        ("GET", "/api/players/%25".to_owned()),
        ("GET", format!("/api/archive?game=y&opening={}", "c3,".repeat(5000))),
        ("GET", format!("/api/archive?game=y&position={}", "b%3Dc3%20".repeat(2000))),
        ("GET", "/api/finished/0/9999999999999999999999.png".to_owned()),
    ] {
        let answer = ada.send(method, &path, None, b"").await;
        let shown = &path[..path.len().min(60)];
        assert!(answer.status < 500, "{method} {shown}: {}", answer.status);
        assert!(
            answer.body.len() < 64 * 1024 || path == "/api/games",
            "{method} {shown}: {}",
            answer.body.len()
        );
    }
    // A wildcard is a character like any other.
    ada.get("/api/players/_da").await.refused(Code::NoSuchThing);
    // A number beyond the head is refused, with the number of the last event.
    ada.get(&format!("/api/tables/{table}/events?since=1000000")).await.refused(Code::Invalid);
    site.stop().await;
}

/// Cookies and tokens that nobody has cost a query each: past the limit of an address none is made.
#[tokio::test]
async fn unknown_cookies_and_tokens_are_refused_before_they_are_looked_up() {
    let site = TestSite::with(|config| config.trust_proxy = true).await;
    // From now on every query fails.
    site.app().site.store.close().await;
    let stranger = site.browser().with_header("x-forwarded-for", "203.0.113.9");
    for (header, value) in [("cookie", "taijitu="), ("authorization", "Bearer ")] {
        let ask =
            async |n: usize| stranger.with_header(header, &format!("{value}{n}")).get("/api/me").await.code();
        let mut codes = vec![];
        while !codes.contains(&Code::TooFast) {
            assert!(codes.len() < 50_000, "{header}: a query is made each time");
            codes.extend(futures_util::future::join_all((0..64).map(ask)).await);
        }
    }
    // Other cookies of the same host are not looked up.
    stranger.with_header("cookie", "other=x").get("/api/me").await.refused(Code::NotSignedIn);
}

/// That there are too many turns is found out once for each position.
#[tokio::test]
async fn turns_that_cannot_be_listed_are_counted_once() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let options = json!({ "pie": "off", "handicap": "8" });
    let open = json!({ "game": "y", "options": options, "hotseat": true, "start": true });
    let table = ada.open(open).await;
    let path = format!("/api/tables/{table}/turns");
    ada.get(&path).await.refused(Code::TooManyToList);
    let stalled = site.app().site.stall_work();
    // No thread for work is needed any more, however many requests there are.
    for _ in 0..100 {
        ada.get(&path).await.refused(Code::TooManyToList);
    }
    drop(stalled);
    ada.play(&table, 1, "a1 a2 a3 a4 b2 b3 b4 c3").await.ok();
    assert!(ada.get(&path).await.ok().as_array().unwrap().len() > 50, "the next position is another one");
    ada.act(&table, json!({ "do": "takeback" })).await.ok();
    ada.get(&path).await.refused(Code::TooManyToList);
    site.stop().await;
}

#[tokio::test]
async fn questions_at_a_table_count_as_chat() {
    let site = TestSite::with(|_| ()).await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    for text in ["/who", "/help", "/option help", "/nonsense", ""] {
        let mut refused = 0;
        for _ in 0..20 {
            refused += usize::from(ada.say(&table, text).await.status == 429);
        }
        assert!(refused >= 10, "{text}: {refused} of 20");
    }
}
