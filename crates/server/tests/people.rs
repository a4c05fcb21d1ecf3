//! Following, blocking, who is here, what one shows of oneself.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::*;

async fn put(client: &Client, path: &str, body: &Value) -> Answer {
    client.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await
}

async fn follow(client: &Client, whom: &str) -> Answer {
    put(client, &format!("/api/me/follows/{whom}"), &json!({})).await
}

async fn block(client: &Client, whom: &str) -> Answer {
    put(client, &format!("/api/me/blocks/{whom}"), &json!({})).await
}

async fn lists(client: &Client) -> Value {
    client.get("/api/me/people").await.ok()
}

/// The names on a list, each with whether they are here.
fn names(list: &Value) -> Vec<(String, Value)> {
    let person = |person: &Value| (person["name"].as_str().unwrap().to_owned(), person["here"].clone());
    list.as_array().unwrap().iter().map(person).collect()
}

async fn person(viewer: &Client, whom: &str) -> Value {
    viewer.get(&format!("/api/people/{whom}")).await.ok()
}

#[tokio::test]
async fn one_follows_and_sees_who_is_here() {
    let site = TestSite::start().await;
    let (ada, bob, _eve) = (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    for whom in ["Bob", "eve", "Eve"] {
        follow(&ada, whom).await.ok();
    }
    follow(&ada, "Ada").await.refused(Code::Invalid);
    follow(&ada, "Nobody").await.refused(Code::NoSuchThing);
    follow(&site.guest().await, "Ada").await.refused(Code::GuestsCannot);
    let guest = site.guest().await.me().await["name"].as_str().unwrap().to_owned();
    follow(&ada, &guest).await.refused(Code::GuestsCannot);
    follow(&site.browser(), "Ada").await.refused(Code::NotSignedIn);

    let sorted = |list: &Value| {
        let mut names = names(list);
        names.sort_by(|one, other| one.0.cmp(&other.0));
        names
    };
    let away = [("Bob".to_owned(), json!(false)), ("Eve".to_owned(), json!(false))];
    assert_eq!(sorted(&lists(&ada).await["follows"]), away);
    let _socket = bob.socket().await;
    let follows = lists(&ada).await["follows"].clone();
    assert_eq!(names(&follows)[0], ("Bob".to_owned(), json!(true)), "who is here comes first");
    assert_eq!(person(&ada, "Bob").await["here"], true);
    assert_eq!(person(&ada, "Bob").await["followed"], true);
    assert_eq!(person(&bob, "Ada").await["followed"], false);

    ada.delete("/api/me/follows/Bob", json!({})).await.ok();
    assert_eq!(sorted(&lists(&ada).await["follows"]), [("Eve".to_owned(), json!(false))]);
}

#[tokio::test]
async fn a_player_who_left_counts_as_present_for_half_a_minute() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let socket = bob.socket().await;
    site.tick().await;
    drop(socket);
    let here = async || person(&ada, "Bob").await["here"].clone();
    site.pass(29_000).await;
    assert_eq!(here().await, true);
    site.pass(2_000).await;
    until("Bob goes", async || (here().await == json!(false)).then_some(())).await;
}

#[tokio::test]
async fn other_nodes_say_who_is_connected_to_them() {
    let site = TestSite::start().await;
    let node = site.node(site.app().site.bus.clone()).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await.at(node.address()));
    let _socket = bob.socket().await;
    assert_eq!(person(&ada, "Bob").await["here"], false, "nothing was heard yet");
    let online = taijitu_server::site::bus::Online {
        node: "another".into(),
        players: vec![bob.me().await["id"].as_str().unwrap().parse().unwrap()],
    };
    site.app().site.bus.publish(taijitu_server::site::bus::Signal::Online(online));
    until("Bob is here", async || (person(&ada, "Bob").await["here"] == json!(true)).then_some(())).await;
    assert_eq!(ada.get("/api/online").await.ok()["players"], 1);
}

#[tokio::test]
async fn privacy_settings_decide_what_a_profile_shows() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let guest = site.guest().await;
    let usual = json!({ "presence": "everybody", "challenges": "everybody", "games": "everybody", "since": "everybody" });
    assert_eq!(ada.get("/api/me/privacy").await.ok(), usual);
    put(&guest, "/api/me/privacy", &usual).await.refused(Code::GuestsCannot);
    put(&site.program(&ada).await, "/api/me/privacy", &usual).await.refused(Code::NotSignedIn);
    put(&ada, "/api/me/privacy", &json!({ "presence": "friends" })).await.refused(Code::BadRequest);
    follow(&bob, "Ada").await.ok();
    // For each choice: what Bob, a guest, a visitor without a name and Ada herself see.
    for (circle, before, after) in [
        ("everybody", [true, true, true, true], [true, true, true, true]),
        ("accounts", [true, false, false, true], [true, false, false, true]),
        ("followed", [false, false, false, true], [true, false, false, true]),
        ("nobody", [false, false, false, true], [false, false, false, true]),
    ] {
        let chosen = json!({ "presence": circle, "challenges": circle, "games": circle, "since": circle });
        assert_eq!(put(&ada, "/api/me/privacy", &chosen).await.ok(), chosen);
        for (follows, expected) in [(false, before), (true, after)] {
            if follows {
                follow(&ada, "Bob").await.ok();
            } else {
                ada.delete("/api/me/follows/Bob", json!({})).await.ok();
            }
            let visitor = site.browser();
            for (viewer, shown) in [&bob, &guest, &visitor, &ada].into_iter().zip(expected) {
                let seen = person(viewer, "Ada").await;
                assert_eq!(seen["shows_games"], shown, "{circle} {seen}");
                assert_eq!(seen["here"].is_null(), !shown, "{circle} {seen}");
                assert_eq!(seen["since"].is_null(), !shown, "{circle} {seen}");
            }
            assert_eq!(person(&bob, "Ada").await["may_challenge"], expected[0]);
            assert_eq!(person(&guest, "Ada").await["may_challenge"], expected[1]);
            let listed = &lists(&bob).await["follows"][0];
            assert_eq!(listed["here"].is_null(), !expected[0], "{listed}");
        }
    }
}

#[tokio::test]
async fn numbers_are_not_shown_to_those_who_may_not_see_them() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "public": true, "rated": true })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    for (turn, text) in [(1, "a1"), (2, "a3")] {
        if ada.play(&table, turn, text).await.status != 200 {
            bob.play(&table, turn, text).await.ok();
        }
    }
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    site.tick().await;
    let rated = async |viewer: &Client| {
        let ratings = viewer.get("/api/players/Ada/ratings").await.ok()["ratings"].as_array().unwrap().len();
        let points = viewer.get("/api/players/Ada/ratings/y").await.ok()["points"].as_array().unwrap().len();
        (ratings, points)
    };
    assert_eq!((rated(&bob).await, rated(&site.browser()).await), ((1, 1), (1, 1)));
    let count =
        async |viewer: &Client| viewer.get("/api/players/Ada").await.ok()["games"].as_array().unwrap().len();
    assert_eq!((count(&bob).await, count(&ada).await), (1, 1));
    put(&ada, "/api/me/privacy", &json!({ "games": "nobody" })).await.ok();
    assert_eq!((count(&bob).await, count(&site.browser()).await, count(&ada).await), (0, 0, 1));
    assert_eq!(
        (rated(&bob).await, rated(&site.browser()).await, rated(&ada).await),
        ((0, 0), (0, 0), (1, 1))
    );
}

#[tokio::test]
async fn messages_of_a_blocked_player_are_hidden_from_the_blocker() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "public": true })).await;
    let watcher = site.guest().await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    bob.say(&table, "before").await.ok();
    assert_eq!(socket.next_of("chat").await["line"]["text"], "before");
    block(&ada, "Bob").await.ok();
    bob.say(&table, "after").await.ok();
    watcher.say(&table, "me too").await.ok();
    let line = socket.next_of("chat").await["line"].clone();
    assert_eq!(line["text"], "me too", "live");
    assert!(line.get("previous").is_none_or(Value::is_null), "nothing is left of what was hidden: {line}");
    let texts_for = async |who: &Client| {
        who.chat_lines(&table)
            .await
            .iter()
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts_for(&ada).await, ["me too"], "and when asked for");
    assert_eq!(texts_for(&watcher).await, ["before", "after", "me too"]);
    assert_eq!(texts_for(&bob).await, ["before", "after", "me too"], "the blocked player is not told");

    bob.act(&table, json!({ "do": "join" })).await.refused(Code::NotWelcome);
    follow(&bob, "Ada").await.refused(Code::NotWelcome);
    let other = bob.open(json!({ "game": "y", "seat": 1 })).await;
    ada.act(&other, json!({ "do": "join" })).await.ok();
    bob.say(&other, "at our own table").await.refused(Code::NotWelcome);
    ada.say(&other, "I may").await.ok();

    ada.delete("/api/me/blocks/Bob", json!({})).await.ok();
    assert_eq!(texts_for(&ada).await, ["before", "after", "me too"]);
    bob.say(&other, "hello again").await.ok();
}

#[tokio::test]
async fn players_who_blocked_each_other_are_not_paired() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    block(&ada, "Bob").await.ok();
    let wish = json!({ "game": "y", "time": { "kind": "total", "seconds": 300 } });
    let ask = async |who: &Client| who.post("/api/pairing", &wish).await.ok();
    let first = ask(&ada).await;
    let second = ask(&bob).await;
    assert_eq!((&first["started"], &second["started"]), (&json!(false), &json!(false)));
    assert_ne!(first["table"], second["table"]);
    // Waiting players seek again: they stay at their tables.
    assert_eq!(ask(&ada).await, first);
    assert_eq!(ask(&bob).await, second);
    let third = ask(&eve).await;
    assert_eq!((&third["table"], &third["started"]), (&first["table"], &json!(true)), "who waited longest");
    let fay = site.account("Fay").await;
    assert_eq!(ask(&fay).await, json!({ "table": second["table"], "started": true }));
}

#[tokio::test]
async fn simultaneous_seekers_are_not_paired_across_a_block() {
    let site = TestSite::start().await;
    let mut players = vec![];
    for n in 0..8 {
        players.push(site.account(&format!("Player {n}")).await);
    }
    for other in 1..7 {
        block(&players[0], &format!("Player%20{other}")).await.ok();
    }
    let wish = json!({ "game": "yinsh", "time": { "kind": "total", "seconds": 300 } });
    let asking = players.iter().map(|player| {
        let (player, wish) = (player.clone(), wish.clone());
        tokio::spawn(async move { player.post("/api/pairing", wish).await.ok() })
    });
    for task in asking.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let table = players[0].post("/api/pairing", &wish).await.ok()["table"].as_str().unwrap().to_owned();
    let seats = players[0].look(&table).await["seats"].clone();
    for seat in seats.as_array().unwrap() {
        let name = seat["sitter"]["player"]["name"].as_str().unwrap_or("Player 7");
        assert!(["Player 0", "Player 7"].contains(&name), "{seats}");
    }
}

#[tokio::test]
async fn an_account_says_that_it_is_a_program() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    put(&site.guest().await, "/api/me/bot", &json!({ "bot": true })).await.refused(Code::GuestsCannot);
    put(&site.program(&ada).await, "/api/me/bot", &json!({ "bot": true })).await.refused(Code::NotSignedIn);
    assert!(ada.me().await.get("bot").is_none());
    put(&ada, "/api/me/bot", &json!({ "bot": true })).await.ok();
    assert_eq!((&ada.me().await["bot"], &person(&ada, "Ada").await["bot"]), (&json!(true), &json!(true)));
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    assert_eq!(ada.look(&table).await["host"]["bot"], true);
    put(&ada, "/api/me/bot", &json!({ "bot": false })).await.ok();
    assert!(ada.look(&table).await["host"].get("bot").is_none());
}

#[tokio::test]
async fn the_lobby_says_how_many_games_are_played() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    assert_eq!(ada.get("/api/online").await.ok(), json!({ "players": 0, "games": 0 }));
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    site.pass(3000).await;
    assert_eq!(ada.get("/api/online").await.ok()["games"], 1, "private ones, too");
}
