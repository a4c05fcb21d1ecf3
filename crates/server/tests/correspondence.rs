//! Correspondence: vacations, conditional turns, the overview of one's games.

use serde_json::{Value, json};
use sqlx::Connection as _;
use taijitu_protocol::Code;
use taijitu_testkit::*;

const HOUR: i64 = 60 * 60_000;
const DAY: i64 = 24 * HOUR;

async fn put(client: &Client, path: &str, body: &Value) -> Answer {
    client.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await
}

/// A running game by correspondence; the first player is at seat 1, White.
async fn slow_game(white: &Client, black: &Client, game: &str, options: Value, days: u32) -> String {
    let time = json!({ "kind": "days", "days": days });
    let order = json!({ "game": game, "options": options, "seat": 1, "time": time });
    let table = white.open(order).await;
    black.act(&table, json!({ "do": "join" })).await.ok();
    white.act(&table, json!({ "do": "start" })).await.ok();
    table
}

/// A game of Y without a swap, in which Black begins.
pub(crate) async fn game_of_y(white: &Client, black: &Client) -> String {
    slow_game(white, black, "y", json!({ "board": "triangle-5", "pie": "off" }), 2).await
}

async fn set(who: &Client, table: &str, tree: Value) -> Answer {
    put(who, &format!("/api/tables/{table}/conditional"), &json!({ "tree": tree })).await
}

async fn written(who: &Client, table: &str) -> Value {
    who.get(&format!("/api/tables/{table}/conditional")).await.ok()["tree"].clone()
}

async fn turns(who: &Client, table: &str) -> Vec<String> {
    let turns = who.look(table).await["game"]["turns"].clone();
    turns.as_array().unwrap().iter().map(|turn| turn.as_str().unwrap().to_owned()).collect()
}

async fn until_turns(who: &Client, table: &str, expected: &[&str]) {
    until(&format!("{expected:?}"), async || (turns(who, table).await == expected).then_some(())).await;
}

#[tokio::test]
async fn a_clock_stands_during_a_vacation() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    let month = 30 * DAY;
    assert_eq!(bob.get("/api/me/vacation").await.ok(), json!({ "until": null, "left": month }));
    for wrong in [0, 31] {
        bob.post("/api/me/vacation", json!({ "days": wrong })).await.refused(Code::Invalid);
    }
    bob.delete("/api/me/vacation", json!({})).await.refused(Code::NotNow);
    let taken = bob.post("/api/me/vacation", json!({ "days": 10 })).await.ok();
    assert_eq!(taken["left"], month - 10 * DAY);
    bob.post("/api/me/vacation", json!({ "days": 1 })).await.refused(Code::NotNow);
    let view = ada.look(&table).await;
    assert_eq!(
        view["game"]["vacations"],
        json!([{ "seat": 2, "until": taken["until"] }]),
        "everybody sees it"
    );
    assert_eq!(view["game"]["scene"]["clocks"]["running"], json!([]));
    for _ in 0..9 {
        site.pass(DAY).await;
        site.tick().await;
    }
    let left = async || ada.look(&table).await["game"]["scene"]["clocks"]["left"][1].as_i64().unwrap();
    assert!(left().await > 2 * DAY - HOUR, "nine days later");
    site.pass(2 * DAY).await;
    site.tick().await;
    assert!((DAY - HOUR..DAY + HOUR).contains(&left().await), "one day after the vacation");
    site.pass(DAY + HOUR).await;
    site.tick().await;
    assert_eq!(ada.look(&table).await["game"]["outcome"]["winner"], "white", "then the flag falls");
}

#[tokio::test]
async fn a_vacation_that_ends_early_gives_its_days_back() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    bob.post("/api/me/vacation", json!({ "days": 30 })).await.ok();
    let later = game_of_y(&ada, &bob).await;
    until("the new game knows", async || ada.look(&later).await["game"].get("vacations").cloned()).await;
    site.pass(DAY).await;
    let ended = bob.delete("/api/me/vacation", json!({})).await.ok();
    assert_eq!(ended["until"], json!(null));
    assert!((28 * DAY..=29 * DAY).contains(&ended["left"].as_i64().unwrap()), "{ended}");
    for table in [&table, &later] {
        let view = ada.look(table).await;
        assert!(view["game"].get("vacations").is_none(), "{}", view["game"]);
        assert_eq!(view["game"]["scene"]["clocks"]["running"], json!([2]));
    }
    bob.post("/api/me/vacation", json!({ "days": 29 })).await.refused(Code::TooMany);
    bob.post("/api/me/vacation", json!({ "days": 28 })).await.ok();
    // A table that is loaded from its log knows it, too.
    let node = site.node(taijitu_server::Bus::default()).await;
    let view = ada.at(node.address()).look(&table).await;
    assert_eq!(view["game"]["vacations"][0]["seat"], 2);
}

#[tokio::test]
async fn live_games_and_partners_know_no_vacation() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table =
        ada.open(json!({ "game": "y", "seat": 1, "time": { "kind": "total", "seconds": 600 } })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    bob.post("/api/me/vacation", json!({ "days": 1 })).await.ok();
    assert!(ada.look(&table).await["game"].get("vacations").is_none());
}

#[tokio::test]
async fn conditional_turns_are_played_once_and_in_order() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    let tree = json!([
        { "turn": "c3", "reply": "b2", "then": [{ "turn": "d4", "reply": "c4", "then": [] }] },
        { "turn": "a1", "reply": "c3" },
    ]);
    set(&bob, &table, tree.clone()).await.refused(Code::NotNow);
    set(&site.guest().await, &table, tree.clone()).await.refused(Code::NotSeated);
    set(&ada, &table, tree).await.ok();
    assert_eq!(written(&ada, &table).await.as_array().unwrap().len(), 2);
    bob.play(&table, 1, "c3").await.ok();
    until_turns(&bob, &table, &["c3", "b2"]).await;
    assert_eq!(written(&ada, &table).await, json!([{ "turn": "d4", "reply": "c4", "then": [] }]));
    bob.play(&table, 3, "d4").await.ok();
    until_turns(&bob, &table, &["c3", "b2", "d4", "c4"]).await;
    assert_eq!(written(&ada, &table).await, json!([]), "it is all played");
}

/// Does something to the file of a site behind its back.
pub(crate) async fn alter(site: &TestSite, sql: &'static str) {
    let address = format!("sqlite:{}", site.folder().join("site.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_conditional_turn_is_played_after_a_failure_of_the_store() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    set(&ada, &table, json!([{ "turn": "c3", "reply": "b2" }])).await.ok();
    alter(&site, "ALTER TABLE conditional_turns RENAME TO out_of_reach").await;
    bob.play(&table, 1, "c3").await.ok();
    assert_eq!(turns(&bob, &table).await, ["c3"]);
    alter(&site, "ALTER TABLE out_of_reach RENAME TO conditional_turns").await;
    // Nobody does anything at the table meanwhile.
    until_turns(&bob, &table, &["c3", "b2"]).await;
}

#[tokio::test]
async fn a_conditional_turn_is_played_after_a_restart_without_a_visitor() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    set(&ada, &table, json!([{ "turn": "c3", "reply": "b2" }])).await.ok();
    // The node ends between the turn and its answer.
    alter(&site, "ALTER TABLE conditional_turns RENAME TO out_of_reach").await;
    bob.play(&table, 1, "c3").await.ok();
    site.stop().await;
    alter(&site, "ALTER TABLE out_of_reach RENAME TO conditional_turns").await;
    site.restart().await;
    let id = table.parse().unwrap();
    // Requests for the table would load it.
    let head = async || site.app().site.store.heads(&[id]).await.unwrap()[0].1;
    let before = head().await;
    site.pass(15_000).await;
    site.tick().await;
    until("the reply", async || (head().await > before).then_some(())).await;
    assert_eq!(turns(&bob, &table).await, ["c3", "b2"]);
}

#[tokio::test]
async fn a_surprise_drops_conditional_turns() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    set(&ada, &table, json!([{ "turn": "c3", "reply": "b2" }])).await.ok();
    bob.play(&table, 1, "a1").await.ok();
    let store = &site.app().site.store;
    let player = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    let stored = async || store.conditional_turns(table.parse().unwrap(), player).await.unwrap();
    until("it is dropped", async || stored().await.is_none().then_some(())).await;
    assert_eq!(turns(&ada, &table).await, ["a1"]);
    ada.play(&table, 2, "b2").await.ok();
    // A tree that is deleted is not played.
    set(&ada, &table, json!([{ "turn": "c3", "reply": "d4" }])).await.ok();
    ada.delete(&format!("/api/tables/{table}/conditional"), json!({})).await.ok();
    bob.play(&table, 3, "c3").await.ok();
    site.tick().await;
    assert_eq!(turns(&ada, &table).await, ["a1", "b2", "c3"]);
}

#[tokio::test]
async fn conditional_turns_are_legal_and_few() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    for (tree, code) in [
        (json!([]), Code::TooLarge),
        (json!([{ "turn": "z9", "reply": "b2" }]), Code::IllegalTurn),
        (json!([{ "turn": "c3", "reply": "c3" }]), Code::IllegalTurn),
        (
            json!([{ "turn": "c3", "reply": "b2", "then": [{ "turn": "b2", "reply": "a1" }] }]),
            Code::IllegalTurn,
        ),
        (json!([{ "turn": "c3", "reply": "b2" }, { "turn": "C3", "reply": "a1" }]), Code::Invalid),
        (json!([{ "turn": "c3", "reply": "b2", "why": "not" }]), Code::BadRequest),
    ] {
        set(&ada, &table, tree).await.refused(code);
    }
    let mut deep = json!([]);
    for _ in 0..9 {
        deep = json!([{ "turn": "a1", "reply": "b2", "then": deep }]);
    }
    set(&ada, &table, deep).await.refused(Code::TooLarge);
    let live = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&live, json!({ "do": "join" })).await.ok();
    ada.act(&live, json!({ "do": "start" })).await.ok();
    set(&ada, &live, json!([{ "turn": "c3", "reply": "b2" }])).await.refused(Code::NotNow);
    assert_eq!(written(&ada, &table).await, json!([]), "nothing of it is kept");
}

#[tokio::test]
async fn nobody_else_sees_conditional_turns() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.account("Ada").await, site.account("Bob").await, site.guest().await);
    let table = game_of_y(&ada, &bob).await;
    let mut socket = bob.socket().await;
    socket.watch(&table).await;
    let before: Vec<Value> = bob.events(&table).await;
    set(&ada, &table, json!([{ "turn": "c3", "reply": "b2" }])).await.ok();
    for other in [&bob, &eve] {
        assert_eq!(written(other, &table).await, json!([]));
    }
    assert_eq!(bob.events(&table).await, before, "no entry of the log says so");
    // Only now may the answer contain whose turn it is and who is connected.
    let tells =
        |message: &&Value| !["notices", "presence", "ping"].contains(&message["type"].as_str().unwrap());
    let messages = socket.so_far().await;
    assert_eq!(messages.iter().find(tells), None, "nor does the socket");
    let export = ada.get("/api/me/export").await.ok();
    assert_eq!(export["conditional_turns"][0][0], json!(table));
    ada.delete("/api/me", json!({ "password": "password of Ada" })).await.ok();
    let store = &site.app().site.store;
    assert_eq!(
        store.conditional_turns_of(bob.me().await["id"].as_str().unwrap().parse().unwrap()).await.unwrap(),
        []
    );
}

#[tokio::test]
async fn two_nodes_play_a_conditional_turn_once() {
    let site = TestSite::start().await;
    for bus in [site.app().site.bus.clone(), taijitu_server::Bus::default()] {
        let node = site.node(bus).await;
        let (ada, bob) = (site.guest().await, site.guest().await);
        let table = game_of_y(&ada, &bob).await;
        // Both nodes have the table in use.
        let elsewhere = bob.at(node.address());
        elsewhere.look(&table).await;
        set(&ada, &table, json!([{ "turn": "c3", "reply": "b2" }])).await.ok();
        elsewhere.play(&table, 1, "c3").await.ok();
        until_turns(&elsewhere, &table, &["c3", "b2"]).await;
        site.tick().await;
        node.tick().await;
        assert_eq!(turns(&ada, &table).await, ["c3", "b2"]);
    }
}

#[tokio::test]
async fn in_yin_yang_conditional_turns_reveal_nothing() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = slow_game(&ada, &bob, "yinyang", json!({}), 2).await;
    // While both write their laws nobody waits for the other.
    set(&ada, &table, json!([{ "turn": "x", "reply": "y" }])).await.refused(Code::NotNow);
    let laws = "laws wwww>www. wbwb>* b...>.... w...>....";
    ada.play(&table, 1, laws).await.ok();
    bob.play(&table, 1, "laws bbbb>bbb. bwbw>* w...>.... b...>....").await.ok();
    let view = ada.look(&table).await;
    let ada_acts = view["game"]["scene"]["acts"][0] == view["yours"][0];
    let (waits, acts) = if ada_acts { (&bob, &ada) } else { (&ada, &bob) };
    // Turns that are possible and turns that are not are taken alike: which are possible depends on secrets.
    for turn in ["a1", "no turn at all"] {
        set(waits, &table, json!([{ "turn": turn, "reply": "not a turn either" }])).await.ok();
    }
    let possible = acts.get(&format!("/api/tables/{table}/turns")).await.ok()[0].as_str().unwrap().to_owned();
    set(waits, &table, json!([{ "turn": possible, "reply": "not a turn either" }])).await.ok();
    let number = acts.look(&table).await["game"]["turns"].as_array().unwrap().len() as u32 + 1;
    acts.play(&table, number, &possible).await.ok();
    let store = &site.app().site.store;
    let player = waits.me().await["id"].as_str().unwrap().parse().unwrap();
    let stored = async || store.conditional_turns(table.parse().unwrap(), player).await.unwrap();
    until("it is dropped", async || stored().await.is_none().then_some(())).await;
    assert_eq!(turns(acts, &table).await.len() as u32, number, "what is not possible is not played");
}

#[tokio::test]
async fn the_overview_says_when_a_clock_runs_out() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = game_of_y(&ada, &bob).await;
    let mine = bob.get("/api/me/tables").await.ok();
    assert_eq!((&mine[0]["id"], &mine[0]["my_turn"]), (&json!(table), &json!(true)));
    let left = mine[0]["deadline"].as_i64().unwrap() - site.app().site.clock.now();
    assert!((2 * DAY - HOUR..2 * DAY + HOUR).contains(&left), "{left}");
}
