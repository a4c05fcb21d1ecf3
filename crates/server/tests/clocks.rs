//! Time at the tables: flags, outages, absence, correspondence, pauses, gifts, and games of which nothing is kept.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_store::TableState;
use taijitu_testkit::*;

/// Ada is White, Bob Black, who begins. Neither has a socket.
async fn two(site: &TestSite, time: Value) -> (Client, Client, String) {
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "time": time })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    (ada, bob, table)
}

fn total(seconds: u32) -> Value {
    json!({ "kind": "total", "seconds": seconds })
}

/// Waits for the end without asking the table, so that nothing but its deadline can have caused it.
async fn ends_by_itself(site: &TestSite, table: &str) {
    until("the end", async || {
        let row = site.app().site.store.table(table.parse().unwrap()).await.unwrap().unwrap();
        (row.state == TableState::Finished).then_some(())
    })
    .await;
}

fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

async fn left(client: &Client, table: &str) -> Vec<i64> {
    let view = client.look(table).await;
    let left = view["game"]["scene"]["clocks"]["left"].as_array().unwrap().clone();
    left.iter().map(|time| time.as_i64().unwrap()).collect()
}

/// Asserts that a table stays as it is after everything that the server does by itself.
async fn stays(site: &TestSite, table: &str) {
    let head = async || site.app().site.store.table(table.parse().unwrap()).await.unwrap().unwrap().head;
    let before = head().await;
    site.tick().await;
    assert_eq!(head().await, before);
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_once() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(60)).await;
    site.pass(20_000).await;
    bob.play(&table, 1, "c7").await.ok();
    let [white, black] = left(&ada, &table).await[..] else { panic!("two clocks") };
    assert!((30_000..=40_000).contains(&black) && (50_000..=60_000).contains(&white), "{white} {black}");
    // Lag of half a second might still be forgiven.
    site.pass(60_600).await;
    ends_by_itself(&site, &table).await;
    site.pass(1_000_000).await;
    stays(&site, &table).await;
    let events = bob.events(&table).await;
    let ended = of_type(&events, "ended");
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0]["outcome"]["reason"], "time");
    assert_eq!(ended[0]["outcome"]["winner"], "black", "it was White's turn");
    assert_eq!(ended[0]["left"][0], 0);
    assert_eq!(events.last().unwrap()["type"], "ended");
    ada.play(&table, 2, "c8").await.refused(Code::NotRunning);
}

#[tokio::test]
async fn a_turn_that_comes_too_late_lets_the_flag_fall() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(60)).await;
    bob.play(&table, 1, "c7").await.ok();
    // The deadline is looked for twenty times a second: a turn may come first, but no later turn counts.
    site.pass(60_600).await;
    let answer = ada.play(&table, 2, "c8").await;
    assert!([Code::TimeUp, Code::NotRunning].contains(&answer.code()), "{}", answer.text());
    assert_eq!(of_type(&ada.events(&table).await, "ended").len(), 1);
    assert_eq!(of_type(&ada.events(&table).await, "played").len(), 1);
}

#[tokio::test]
async fn a_live_game_nobody_begins_is_aborted_once_and_not_won() {
    let mut site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(300)).await;
    let view = ada.look(&table).await;
    let clocks = &view["game"]["scene"]["clocks"];
    let waits = clocks["abort_at"].as_i64().unwrap() - clocks["at"].as_i64().unwrap();
    assert!((20_000..=30_000).contains(&waits), "{waits}");
    site.restart().await;
    site.pass(30_100).await;
    ends_by_itself(&site, &table).await;
    site.pass(1_000_000).await;
    stays(&site, &table).await;
    let events = bob.events(&table).await;
    let ended = of_type(&events, "ended");
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0]["outcome"]["reason"], "aborted");
    assert!(ended[0]["outcome"]["winner"].is_null());
    bob.play(&table, 1, "c7").await.refused(Code::NotRunning);
    let games = bob.get("/api/me/games").await.ok();
    assert_eq!(games["games"][0]["outcome"]["reason"], "aborted", "no win on time");
}

#[tokio::test]
async fn a_flag_falls_after_a_restart_too() {
    let mut site = TestSite::start().await;
    let (ada, _, table) = two(&site, total(60)).await;
    site.restart().await;
    assert!(left(&ada, &table).await[1] > 30_000, "it runs on");
    site.restart().await;
    site.pass(60_600).await;
    ends_by_itself(&site, &table).await;
    site.restart().await;
    stays(&site, &table).await;
    assert_eq!(of_type(&ada.events(&table).await, "ended").len(), 1);
}

#[tokio::test]
async fn time_without_a_server_is_not_charged() {
    let mut site = TestSite::start().await;
    // The first server lives two hours ago.
    let node = &site.app().site;
    node.clock.step(-7_200_000);
    node.store.heartbeat(&node.node, || node.clock.now(), i64::MAX, 0).await.unwrap();
    let (ada, bob, table) = two(&site, total(600)).await;
    bob.play(&table, 1, "c7").await.ok();
    site.stop().await;
    site.restart().await;
    let [white, black] = left(&ada, &table).await[..] else { panic!("two clocks") };
    assert!(white > 570_000 && black > 570_000, "{white} {black}");
    stays(&site, &table).await;
    ada.play(&table, 2, "c8").await.ok();
    assert!(left(&ada, &table).await[0] > 570_000);
    // What comes after is charged again.
    site.pass(601_000).await;
    ends_by_itself(&site, &table).await;
    assert_eq!(of_type(&ada.events(&table).await, "ended")[0]["outcome"]["winner"], "white");
}

/// An hour ahead for three seconds, then right again: no player's clock stops for an hour.
#[tokio::test]
async fn a_clock_that_was_ahead_for_a_moment_stops_no_clock() {
    let site = TestSite::start().await;
    let (ada, _, table) = two(&site, total(60)).await;
    let clock = &site.app().site.clock;
    clock.set_machine(3_600_000);
    for _ in 0..3 {
        site.tick().await;
    }
    clock.set_machine(-3_600_000);
    site.tick().await;
    assert!(left(&ada, &table).await[1] > 30_000, "nor is anybody charged");
    site.pass(60_600).await;
    ends_by_itself(&site, &table).await;
}

/// The same by a server before this one, or one of an earlier version: what it wrote is in the database.
#[tokio::test]
async fn an_outage_that_ends_in_the_future_stops_no_clock() {
    let mut site = TestSite::start().await;
    let node = &site.app().site;
    let ahead = node.clock.now() + 3_600_000;
    node.store.heartbeat("ahead", || ahead, 2_000, 0).await.unwrap();
    site.restart().await;
    let (_, _, table) = two(&site, total(60)).await;
    site.pass(60_600).await;
    ends_by_itself(&site, &table).await;
}

/// A turn that was played while the clock was ahead: the table continues when it is right again.
#[tokio::test]
async fn a_turn_in_the_future_stops_no_clock() {
    let mut site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(600)).await;
    // Within an outage, so that nobody is charged.
    site.app().site.clock.step(7_200_000);
    site.tick().await;
    bob.play(&table, 1, "c7").await.ok();
    site.restart().await;
    assert!(left(&ada, &table).await[0] > 570_000);
    site.pass(300_000).await;
    let white = left(&ada, &table).await[0];
    assert!((270_000..=300_000).contains(&white), "the clock runs: {white}");
    site.pass(301_000).await;
    ends_by_itself(&site, &table).await;
}

#[tokio::test]
async fn an_absent_player_is_announced_and_the_game_may_be_claimed() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, json!({ "kind": "none" })).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let claim = json!({ "do": "claim", "what": "win" });
    ada.act(&table, claim.clone()).await.refused(Code::NotNow);
    site.pass(31_000).await;
    let absent = socket.next_of("event").await["event"].clone();
    assert_eq!((&absent["type"], &absent["seat"]), (&json!("absent"), &json!(2)), "{absent}");
    assert_eq!(absent["claim_at"].as_i64().unwrap() - absent["at"].as_i64().unwrap(), 60_000);
    assert_eq!(ada.look(&table).await["game"]["absent"][0]["claim_at"], absent["claim_at"]);
    ada.act(&table, claim.clone()).await.refused(Code::NotNow);
    // Back, by a socket: the countdown is over.
    let mut back = bob.socket().await;
    back.watch(&table).await;
    assert_eq!(socket.next_of("event").await["event"]["type"], "back");
    site.pass(61_000).await;
    ada.act(&table, claim.clone()).await.refused(Code::NotNow);
    // Gone again: a new countdown.
    drop(back);
    until("Bob's leaving", async || {
        let seats = ada.look(&table).await["seats"].clone();
        site.pass(31_000).await;
        (seats[1]["present"] == false).then_some(())
    })
    .await;
    assert_eq!(socket.next_of("event").await["event"]["type"], "absent");
    ada.act(&table, claim.clone()).await.refused(Code::NotNow);
    site.pass(60_500).await;
    ada.act(&table, claim).await.ok();
    let ended = socket.next_of("event").await["event"].clone();
    assert_eq!(
        (&ended["outcome"]["winner"], &ended["outcome"]["reason"]),
        (&json!("white"), &json!("claimed"))
    );
}

#[tokio::test]
async fn a_player_by_http_who_comes_back_is_seen() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, json!({ "kind": "none" })).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    site.pass(31_000).await;
    assert_eq!(socket.next_of("event").await["event"]["type"], "absent");
    bob.look(&table).await;
    assert_eq!(socket.next_of("event").await["event"]["type"], "back");
    // A player who stands up is absent although the page is still open.
    bob.act(&table, json!({ "do": "leave" })).await.ok();
    assert_eq!(socket.next_of("event").await["event"]["type"], "absent");
    bob.look(&table).await;
    stays(&site, &table).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    assert_eq!(socket.next_of("event").await["event"]["type"], "back");
}

#[tokio::test]
async fn correspondence_counts_days_and_nobody_is_absent() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, json!({ "kind": "days", "days": 2 })).await;
    const DAY: i64 = 24 * 60 * 60 * 1000;
    site.pass(DAY).await;
    stays(&site, &table).await;
    bob.play(&table, 1, "c7").await.ok();
    site.pass(2 * DAY - 60_000).await;
    stays(&site, &table).await;
    let [white, black] = left(&ada, &table).await[..] else { panic!("two clocks") };
    assert!(white <= 60_000 && black == 2 * DAY, "{white} {black}");
    site.pass(61_000).await;
    ends_by_itself(&site, &table).await;
    assert_eq!(of_type(&ada.events(&table).await, "ended")[0]["outcome"]["winner"], "black");
}

#[tokio::test]
async fn a_pause_stops_the_clocks() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(60)).await;
    // Both stay, so that nobody is announced as absent.
    let mut tabs = [ada.socket().await, bob.socket().await];
    for tab in &mut tabs {
        tab.watch(&table).await;
    }
    ada.act(&table, json!({ "do": "pause" })).await.ok();
    bob.act(&table, json!({ "do": "accept" })).await.ok();
    let before = left(&ada, &table).await;
    site.pass(3_600_000).await;
    stays(&site, &table).await;
    assert_eq!(left(&ada, &table).await, before);
    bob.play(&table, 1, "c7").await.refused(Code::GamePaused);
    bob.act(&table, json!({ "do": "resume" })).await.ok();
    ada.act(&table, json!({ "do": "accept" })).await.ok();
    assert!(left(&ada, &table).await[1] > before[1] - 20_000);
    bob.play(&table, 1, "c7").await.ok();
    site.pass(60_600).await;
    ends_by_itself(&site, &table).await;
}

#[tokio::test]
async fn time_is_given_by_name() {
    let site = TestSite::start().await;
    let (ada, bob, table) = two(&site, total(600)).await;
    bob.say(&table, "/time Ada 90").await.ok();
    assert_eq!(left(&ada, &table).await[0], 690_000, "it is Bob's turn: Ada's clock stands");
    let gift = ada.events(&table).await.last().unwrap().clone();
    assert_eq!((&gift["type"], &gift["to"], &gift["seconds"]), (&json!("gift"), &json!(1), &json!(90)));
    ada.say(&table, "/time Nobody 90").await.refused(Code::NoSuchThing);
    assert!(bob.say(&table, "/time Bob 90").await.status >= 400, "not to oneself");
    ada.act(&table, json!({ "do": "time", "seat": 2, "seconds": 30 })).await.ok();
    assert!(left(&ada, &table).await[1] > 600_000);
}

#[tokio::test]
async fn an_engine_pays_for_thinking_alone() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    // Black begins, and that is the engine.
    let table = ada
        .open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "engines": [1], "time": total(60), "start": true }))
        .await;
    until("the engine's turn", async || (ada.look(&table).await["game"]["scene"]["turn"] != 0).then_some(()))
        .await;
    until("Ada's turn", async || {
        (ada.look(&table).await["game"]["scene"]["acts"] == json!([1])).then_some(())
    })
    .await;
    site.pass(10_000).await;
    let [white, black] = left(&ada, &table).await[..] else { panic!("two clocks") };
    assert!(white <= 50_000 && black > 30_000, "{white} {black}");
    site.pass(51_000).await;
    ends_by_itself(&site, &table).await;
    assert_eq!(of_type(&ada.events(&table).await, "ended")[0]["outcome"]["winner"], "black");
    site.stop().await;
}

/// Whether some text is anywhere in the files of the database.
fn is_in_files(site: &TestSite, text: &str) -> bool {
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let files = std::fs::read_dir(site.folder()).unwrap();
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).any(|bytes| holds(&bytes))
}

#[tokio::test]
async fn a_game_without_a_log_leaves_no_turn() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "yinyang", "seat": 1, "log": false })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let mut laws =
        json!({ "do": "play", "game": 1, "turn": 1, "text": "laws bbbb>bbb. bwbw>* w...>.... b...>...." });
    laws["id"] = json!("a request");
    bob.act(&table, laws).await.ok();
    ada.play(&table, 1, "laws wwww>www. wbwb>* b...>.... w...>....").await.ok();
    bob.play(&table, 3, "L1@a1").await.ok();
    let traces = ["bwbw>*", "wbwb>*", "L1@a1"];
    assert!(traces.iter().all(|trace| is_in_files(&site, trace)), "while it is played it is there");
    let game = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    let rows = site.app().site.store.events(table.parse().unwrap(), 0, i64::MAX).await.unwrap();
    assert!(rows.iter().all(|row| traces.iter().all(|trace| !row.body.contains(trace))));
    let finished = ada.get(&format!("/api/finished/{game}")).await;
    assert!(finished.ok()["record"].is_null() && finished.ok()["turns"] == 3, "{}", finished.text());
    for client in [&ada, &bob, &site.browser()] {
        let seen = serde_json::to_string(&client.events(&table).await).unwrap()
            + &client.look(&table).await.to_string();
        assert!(traces.iter().all(|trace| !seen.contains(trace)), "{seen}");
        assert_eq!(client.events(&table).await.len(), rows.len(), "the numbers stay");
    }
    // Not in the write-ahead log either, while the server runs.
    for trace in traces {
        until("the turns to go", async || (!is_in_files(&site, trace)).then_some(())).await;
    }
    site.restart().await;
    assert!(traces.iter().all(|trace| !is_in_files(&site, trace)));
    ada.act(&table, json!({ "do": "rematch" })).await.ok();
    bob.act(&table, json!({ "do": "accept" })).await.ok();
    assert_eq!(ada.look(&table).await["game"]["number"], 2, "and the table goes on");
}
