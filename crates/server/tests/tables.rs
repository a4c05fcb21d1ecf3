//! Tables over HTTP: every game with every option, pairing, lists, commands by chat and by API, rematches, closing.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use taijitu_protocol::Code;
use taijitu_testkit::*;

/// Some values an option takes.
fn values(option: &Value) -> Vec<String> {
    if let Some(choices) = option["choices"].as_array() {
        return choices.iter().map(|choice| choice.as_str().unwrap().to_owned()).collect();
    }
    match option["range"].as_array() {
        Some(range) => range.iter().map(ToString::to_string).collect(),
        None => vec![option["default"].as_str().unwrap().to_owned()],
    }
}

#[tokio::test]
async fn every_game_opens_with_every_option() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let games = ada.get("/api/games").await.ok();
    let ids: BTreeSet<&str> =
        games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 10);
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        for option in game["options"].as_array().unwrap() {
            let name = option["name"].as_str().unwrap();
            for value in values(option).into_iter().filter(|value| !value.is_empty()) {
                let open = json!({ "game": id, "options": { (name): value } });
                let table = ada.open(open).await;
                let view = ada.look(&table).await;
                assert_eq!(view["setup"]["options"][name], value, "{id} {name}");
                assert_eq!(
                    view["seats"].as_array().unwrap().len(),
                    if value == "4" && name == "players" { 4 } else { 2 }
                );
                // The same by `/option`, from the usual table.
                let other = ada.open(json!({ "game": id })).await;
                ada.say(&other, &format!("/option {name} {value}")).await.ok();
                assert_eq!(ada.look(&other).await["setup"]["options"][name], value, "{id} {name}");
            }
            let wrong = json!({ "game": id, "options": { (name): "nonsense!" } });
            let answer = ada.post("/api/tables", wrong).await;
            answer.refused(Code::BadOption);
            assert_eq!(answer.json()["field"], name);
        }
        ada.post("/api/tables", json!({ "game": id, "options": { "nonsense": "1" } }))
            .await
            .refused(Code::BadOption);
    }
    for secret in ["laws_white", "laws_black"] {
        let open = json!({ "game": "yinyang", "options": { (secret): "wwww>*" } });
        ada.post("/api/tables", open).await.refused(Code::BadOption);
    }
}

#[tokio::test]
async fn settings_common_to_all_tables_can_be_chosen() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let time = json!({ "kind": "total", "seconds": 300, "increment": 2 });
    let open =
        json!({ "game": "yinsh", "time": time, "log": false, "public": true, "colours": "host", "seat": 2 });
    let door = ada.post("/api/tables", open).await.ok();
    let table = door["table"].as_str().unwrap();
    assert!(door["link"].as_str().unwrap().ends_with(&format!("/table/{table}")));
    let setup = ada.look(table).await["setup"].clone();
    assert_eq!(setup["time"], time);
    assert_eq!(
        (&setup["log"], &setup["public"], &setup["colours"]),
        (&json!(false), &json!(true), &json!("host"))
    );
    for (line, path, value) in [
        ("/option time 600", "time", json!({ "kind": "total", "seconds": 600, "increment": 2 })),
        ("/option increment 5", "time", json!({ "kind": "total", "seconds": 600, "increment": 5 })),
        ("/option days 3", "time", json!({ "kind": "days", "days": 3 })),
        ("/option time none", "time", json!({ "kind": "none" })),
        ("/option log on", "log", json!(true)),
        ("/option public off", "public", json!(false)),
        ("/option colours random", "colours", json!("random")),
        ("/option game zen", "game", json!("zen")),
        ("/option hotseat on", "hotseat", json!(true)),
    ] {
        ada.say(table, line).await.ok();
        assert_eq!(ada.look(table).await["setup"][path], value, "{line}");
    }
    for wrong in [
        "/option time 5",
        "/option days 31",
        "/option log maybe",
        "/option nonsense on",
        "/option game chess",
    ] {
        ada.say(table, wrong).await.refused(Code::BadOption);
    }
}

fn five_minutes() -> Value {
    json!({ "game": "yinsh", "time": { "kind": "total", "seconds": 300, "increment": 0 } })
}

#[tokio::test]
async fn two_strangers_meet() {
    let site = TestSite::start().await;
    let mut places = vec![];
    for _ in 0..4 {
        let guest = site.guest().await;
        let place = guest.post("/api/pairing", five_minutes()).await.ok();
        places.push((guest, place["table"].as_str().unwrap().to_owned(), place["started"].clone()));
    }
    let started: Vec<&Value> = places.iter().map(|place| &place.2).collect();
    assert_eq!(started, [false, true, false, true]);
    assert_eq!((&places[0].1, &places[2].1), (&places[1].1, &places[3].1), "two games of two");
    assert_ne!(places[0].1, places[2].1);
    assert_eq!(places[0].0.look(&places[0].1).await["state"], "running", "by itself");
    // A player with other wishes does not sit down there, and asking twice is waiting once.
    let (eve, fay) = (site.guest().await, site.guest().await);
    let waits = eve.post("/api/pairing", five_minutes()).await.ok();
    let again = eve.post("/api/pairing", five_minutes()).await.ok();
    assert_eq!((waits["table"].clone(), &again["started"]), (again["table"].clone(), &json!(false)));
    let other = json!({ "game": "yinsh", "time": { "kind": "total", "seconds": 600, "increment": 0 } });
    let elsewhere = fay.post("/api/pairing", other).await.ok();
    assert_ne!(elsewhere["table"], waits["table"]);
    fay.post("/api/pairing", json!({ "game": "chess" })).await.refused(Code::BadOption);
}

#[tokio::test]
async fn nobody_is_sat_down_with_an_absent_host() {
    let site = TestSite::start().await;
    let (ada, bob, cem) = (site.guest().await, site.guest().await, site.guest().await);
    let left = ada.post("/api/pairing", five_minutes()).await.ok();
    site.pass(31_000).await;
    let waits = bob.post("/api/pairing", five_minutes()).await.ok();
    assert_ne!(waits["table"], left["table"]);
    let meets = cem.post("/api/pairing", five_minutes()).await.ok();
    assert_eq!((&meets["table"], &meets["started"]), (&waits["table"], &json!(true)));
}

/// All pages of a list, checked to be ordered and without doubles.
async fn pages(client: &Client, path: &str, list: &str) -> Vec<String> {
    let (mut ids, mut before) = (vec![], String::new());
    loop {
        let page = client.get(&format!("{path}?game=y{before}")).await.ok();
        let lines = page[list].as_array().unwrap().clone();
        ids.extend(lines.iter().map(|line| line["id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else {
            break;
        };
        assert_eq!(lines.len(), 50, "only a full page has another");
        before = format!("&before={next}");
    }
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "nothing twice");
    ids
}

#[tokio::test]
async fn lists_have_pages() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let mut opened = vec![];
    for _ in 0..120 {
        opened.push(ada.open(json!({ "game": "y", "public": true, "seat": 1 })).await);
    }
    ada.open(json!({ "game": "zen", "public": true })).await;
    opened.reverse();
    let listed = pages(&bob, "/api/lobby/open", "tables").await;
    let (mut a, mut b) = (opened.clone(), listed.clone());
    a.sort();
    b.sort();
    assert_eq!(a, b);
    let mut games = vec![];
    for table in &opened[..60] {
        bob.act(table, json!({ "do": "join" })).await.ok();
        ada.act(table, json!({ "do": "start" })).await.ok();
    }
    assert_eq!(pages(&bob, "/api/lobby/running", "tables").await.len(), 60);
    assert_eq!(pages(&bob, "/api/lobby/open", "tables").await.len(), 60);
    for table in &opened[..60] {
        games.push(ada.look(table).await["game"]["id"].as_str().unwrap().to_owned());
        ada.act(table, json!({ "do": "resign" })).await.ok();
    }
    games.sort();
    for path in ["/api/finished", "/api/me/games"] {
        let mut listed = pages(&ada, path, "games").await;
        listed.sort();
        assert_eq!(listed, games, "{path}");
    }
    assert_eq!(pages(&bob, "/api/lobby/finished", "tables").await.len(), 60, "a rematch is possible");
    bob.get("/api/lobby/open?before=nonsense").await.refused(Code::Invalid);
    bob.get("/api/lobby/elsewhere").await.refused(Code::Invalid);
}

/// Ada is White, Bob Black, who begins.
async fn two(site: &TestSite) -> (Client, Client, String) {
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table =
        ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "public": true })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    (ada, bob, table)
}

#[tokio::test]
async fn my_tables_say_whose_turn_it_is() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let my_turn = async |client: &Client| {
        let mine = client.get("/api/me/tables").await.ok();
        let found = mine.as_array().unwrap().iter().find(|mine| mine["id"] == table.as_str()).cloned();
        found.expect("it is mine")["my_turn"].clone()
    };
    assert_eq!((my_turn(&ada).await, my_turn(&bob).await), (json!(false), json!(true)));
    bob.play(&table, 1, "c7").await.ok();
    assert_eq!((my_turn(&ada).await, my_turn(&bob).await), (json!(true), json!(false)));
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    assert_eq!((my_turn(&ada).await, my_turn(&bob).await), (json!(false), json!(false)));
    assert!(site.guest().await.get("/api/me/tables").await.ok().as_array().unwrap().is_empty());
    site.browser().get("/api/me/tables").await.refused(Code::NotSignedIn);
}

/// The types of the events a table has got since a number.
async fn kinds(client: &Client, table: &str, since: usize) -> Vec<String> {
    let events = client.events(table).await;
    events[since..].iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

/// An action as a typed command, the same as a message, and the events that follow.
fn script() -> Vec<(usize, &'static str, Value, &'static [&'static str])> {
    vec![
        (
            0,
            "/option board triangle-9",
            json!({ "do": "option", "name": "board", "value": "triangle-9" }),
            &["changed"],
        ),
        (1, "/join 2", json!({ "do": "join", "seat": 2 }), &["seated"]),
        (1, "/leave", json!({ "do": "leave" }), &["freed"]),
        (0, "/engine 2 3", json!({ "do": "engine", "seat": 2, "level": 3 }), &["seated"]),
        (0, "/free 2", json!({ "do": "free", "seat": 2 }), &["freed"]),
        (1, "/join", json!({ "do": "join" }), &["seated"]),
        (0, "/start", json!({ "do": "start" }), &["started"]),
        (0, "/draw", json!({ "do": "draw" }), &["offered"]),
        (1, "/refuse", json!({ "do": "refuse" }), &["declined"]),
        (1, "/draw", json!({ "do": "draw" }), &["offered"]),
        (1, "/refuse", json!({ "do": "refuse" }), &["declined"]),
        (0, "/pause", json!({ "do": "pause" }), &["offered"]),
        (1, "/accept", json!({ "do": "accept" }), &["paused"]),
        (1, "/resume", json!({ "do": "resume" }), &["offered"]),
        (0, "/accept", json!({ "do": "accept" }), &["resumed"]),
        (0, "/time Bob 30", json!({ "do": "time", "seat": 2, "seconds": 30 }), &["gift"]),
        (
            0,
            "/silence spectators on",
            json!({ "do": "silence", "room": "spectators", "off": true }),
            &["silenced"],
        ),
        (1, "/abort", json!({ "do": "abort" }), &["ended"]),
        (1, "/rematch", json!({ "do": "rematch" }), &["offered"]),
        (0, "/accept", json!({ "do": "accept" }), &["started"]),
        (0, "/resign", json!({ "do": "resign" }), &["ended"]),
        (0, "/close", json!({ "do": "close" }), &["closed"]),
    ]
}

#[tokio::test]
async fn every_command_works_by_words_and_by_call() {
    let site = TestSite::start().await;
    let people = [site.account("Ada").await, site.account("Bob").await];
    let time = json!({ "kind": "total", "seconds": 600 });
    let open = json!({ "game": "y", "seat": 1, "time": time, "colours": "chosen" });
    let (spoken, called) = (people[0].open(open.clone()).await, people[0].open(open).await);
    for (who, words, command, expected) in script() {
        let before = people[who].events(&spoken).await.len();
        let reply = people[who].say(&spoken, words).await;
        assert_eq!(reply.status, 200, "{words}: {}", reply.text());
        assert_eq!(reply.ok()["type"], "done", "{words}");
        assert_eq!(kinds(&people[who], &spoken, before).await, expected, "{words}");
        let done = people[who].act(&called, command).await;
        assert_eq!(done.ok()["n"], reply.ok()["n"], "{words}");
        assert_eq!(kinds(&people[who], &called, before).await, expected, "{words}");
    }
    assert!(people[0].chat_lines(&spoken).await.is_empty(), "a command is no chat");
}

#[tokio::test]
async fn questions_are_answered_to_their_author() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    let ask = async |text: &str| {
        let reply = ada.say(&table, text).await.ok();
        assert_eq!(reply["type"], "answer", "{text}");
        reply["text"].as_str().unwrap().to_owned()
    };
    for command in [
        "/join",
        "/leave",
        "/start",
        "/option",
        "/resign",
        "/draw",
        "/accept",
        "/refuse",
        "/takeback",
        "/rematch",
        "/time",
        "/who",
        "/help",
    ] {
        assert!(ask("/help").await.contains(command), "{command}");
    }
    let options = ask("/option help").await;
    assert!(["board", "pie", "time", "log", "public"].iter().all(|name| options.contains(name)), "{options}");
    let who = ask("/who").await;
    assert!(who.contains("Ada") && who.contains("Bob"), "{who}");
    ada.say(&table, "/jion").await.refused(Code::NoSuchCommand);
    assert!(bob.chat_lines(&table).await.is_empty());
}

#[tokio::test]
async fn a_rematch_is_another_game_with_another_record() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    bob.play(&table, 1, "c7").await.ok();
    ada.play(&table, 2, "c8").await.ok();
    let first = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    let record = site.browser().get(&format!("/api/finished/{first}")).await.ok();
    assert_eq!(
        (&record["outcome"]["winner"], &record["outcome"]["reason"]),
        (&json!("white"), &json!("resigned"))
    );
    assert_eq!((&record["turns"], &record["table"]), (&json!(2), &json!(table)), "it was public");
    let text = record["record"].as_str().unwrap();
    assert!(["Ada", "Bob", "c7", "c8"].iter().all(|part| text.contains(part)), "{text}");
    let read = taijitu_rules::Record::read(text).unwrap();
    assert_eq!(read.replay().unwrap().outcome().unwrap().to_string(), "white (resigned)");
    ada.act(&table, json!({ "do": "rematch" })).await.ok();
    bob.act(&table, json!({ "do": "rematch" })).await.ok();
    let view = ada.look(&table).await;
    assert_eq!((&view["game"]["number"], &view["earlier"]), (&json!(2), &json!([first])));
    assert_eq!(view["seats"][0]["side"], "black", "colours are swapped");
    ada.act(&table, json!({ "do": "play", "game": 1, "turn": 3, "text": "d1" }))
        .await
        .refused(Code::WrongGameNumber);
    ada.act(&table, json!({ "do": "play", "game": 2, "turn": 1, "text": "d1" })).await.ok();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    let games = bob.get(&format!("/api/tables/{table}/games")).await.ok();
    assert_eq!(games["games"].as_array().unwrap().len(), 2);
    assert_eq!(games["games"][0]["id"], first.as_str());
}

#[tokio::test]
async fn a_closed_table_is_out_of_every_list() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site).await;
    bob.act(&table, json!({ "do": "close" })).await.refused(Code::NotHost);
    ada.act(&table, json!({ "do": "close" })).await.refused(Code::AlreadyStarted);
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    ada.act(&table, json!({ "do": "close" })).await.ok();
    for command in ["join", "start", "rematch", "resign", "close"] {
        ada.act(&table, json!({ "do": command })).await.refused(Code::TableClosed);
    }
    for path in ["/api/lobby/open", "/api/lobby/running", "/api/lobby/finished", "/api/me/tables"] {
        assert!(!ada.get(path).await.text().contains(&table), "{path}");
    }
    assert!(ada.get("/api/me/games").await.text().contains("resigned"), "the game stays");
}

#[tokio::test]
async fn a_table_begins_from_a_position_and_keeps_its_secrets() {
    let site = TestSite::start().await;
    let (ada, eve) = (site.guest().await, site.guest().await);
    let laws = "lb=bbbb>bb.b,wwbb>.wbb,bwbw>*,b..b>bwwb lw=bbbb>.bbb,.b..>bbw.,wwbw>.wbw,wbwb>*";
    let setup = format!("w=d4,c4,d3 b=a1,b1,a2 {laws} act=black");
    let open =
        json!({ "game": "yinyang", "from": setup, "engines": [1], "seat": 1, "start": true, "public": true });
    let table = ada.open(open).await;
    // The engine has Black and plays first.
    let seen = until("the engine plays", async || {
        Some(ada.look(&table).await)
            .filter(|seen| seen["game"]["turns"].as_array().is_some_and(|t| !t.is_empty()))
    })
    .await;
    assert_eq!(seen["setup"]["from"].as_str().map(|from| from.matches('?').count()), Some(8));
    let lobby = eve.get("/api/lobby/running").await.text();
    let watched = eve.look(&table).await.to_string();
    for law in ["wwbb>.wbb", "bwbw>*", ".b..>bbw.", "wwbw>.wbw"] {
        assert!(!lobby.contains(law) && !watched.contains(law), "{law}");
    }
    assert!(!seen.to_string().contains("wwbb>.wbb") && seen.to_string().contains(".b..>bbw."), "{seen}");
    let over =
        json!({ "game": "y", "options": { "board": "triangle-3" }, "from": "b=b2,a2,b3 w=a3,c3 act=white" });
    ada.post("/api/tables", over).await.refused(Code::Invalid);
}
