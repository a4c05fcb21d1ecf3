//! Analysis: progress while an engine searches; who may request one, who waits, and how it ends.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use taijitu_protocol::Code;
use taijitu_rules::games;
use taijitu_testkit::*;

/// A position in which White wins at once, by the searches of the engine's own tests.
const WON: &str = "w=a17,b19 b=d14 act=black";

/// All laws, none that adapts, and few pieces: White is two steps from the corner, Black too, and White is to act.
const OPEN_LAWS: &str = "w=c1,d3 b=a3,b4 lb=wwww>w.ww,.www>..ww,w.ww>w..w,wwwb>w.wb \
                         lw=bbbb>b.bb,.bbb>..bb,b.bb>b..b,bbbw>b.bw act=white";

async fn analyse(client: &Client, body: Value) -> Lines {
    client.lines("/api/analysis", body).await
}

/// Nothing is thought about any more.
async fn quiet(site: &TestSite) {
    until("the end of thinking", async || (site.app().engines.background_jobs() == 0).then_some(())).await;
}

#[expect(clippy::disallowed_methods, reason = "a test measures how long something takes")]
fn now() -> Instant {
    Instant::now()
}

#[tokio::test]
async fn every_game_is_analysed_and_leaving_ends_it() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    for kind in games::GAMES {
        let game = kind.meta().id;
        let laws = json!({ "laws_black": "bbbb>bb.b,bwbw>b.bw,wwbb>*,b..b>bwwb",
            "laws_white": "bbbb>.bbb,bwbw>*,.b..>bbw.,wwbw>.wbw" });
        let options = if game == "yinyang" { laws } else { json!({}) };
        let mut lines = analyse(&ada, json!({ "game": game, "options": options, "seconds": 60 })).await;
        assert!(
            lines.head.header("content-type").unwrap().contains("application/x-ndjson"),
            "{:?}",
            lines.head
        );
        assert!(lines.head.header("content-encoding").is_none(), "{:?}", lines.head);
        let insight = lines.next_of("insight").await;
        let best = &insight["lines"][0];
        let points = best["points"].as_array().unwrap();
        assert!(!points.is_empty(), "{game}: {best}");
        let study = json!({ "game": game, "options": options, "turns": [best["turns"][0]] });
        ada.post("/api/study", study).await.ok();
        if best["score"]["is"] == "chance" {
            assert!((0.0..=1.0).contains(&best["score"]["white"].as_f64().unwrap()), "{game}: {best}");
        }
        // The page leaves: the engine does not continue for the rest of the minute.
        drop(lines);
        quiet(&site).await;
    }
    let four = json!({ "game": "zen", "options": { "players": "4" }, "seconds": 60 });
    let insight = analyse(&ada, four).await.next_of("insight").await;
    assert_eq!(insight["lines"][0]["points"].as_array().unwrap().len(), 2, "from, to: {insight}");
    quiet(&site).await;
    site.stop().await;
}

#[tokio::test]
async fn the_first_line_comes_long_before_the_last() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let began = now();
    let mut lines = analyse(&ada, json!({ "game": "sexta", "seconds": 2, "lines": 2 })).await;
    let first = lines.next().await.expect("a line");
    let first_after = began.elapsed();
    assert_eq!(first["is"], "insight", "{first}");
    let rest = lines.rest().await;
    assert_eq!(rest.last().unwrap(), &json!({ "is": "over" }));
    assert!(began.elapsed() > first_after + Duration::from_millis(300), "nothing held the first line back");
    let last = rest.iter().rev().find(|line| line["is"] == "insight").unwrap_or(&first);
    assert_eq!(last["lines"].as_array().unwrap().len(), 2, "{last}");
    assert!(last["depth"].as_u64().unwrap() >= first["depth"].as_u64().unwrap());
    site.stop().await;
}

#[tokio::test]
async fn certain_results_are_marked_as_certain() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let last = async |body: Value| {
        let lines = analyse(&ada, body).await.rest().await;
        assert_eq!(lines.last().unwrap()["is"], "over", "{lines:?}");
        lines.iter().rev().find(|line| line["is"] == "insight").cloned().unwrap()
    };
    let won = last(json!({ "game": "singularity", "setup": WON, "lines": 1 })).await;
    assert_eq!(won["lines"][0]["score"], json!({ "is": "wins", "side": "black", "turns": 1 }), "{won}");
    // Over: the result, and nothing to play.
    let over = json!({ "game": "y", "options": { "board": "triangle-3", "pie": "off" },
        "turns": ["b2", "a3", "a2", "c3", "b3"] });
    let over = last(over).await;
    assert_eq!(over["lines"][0]["score"], json!({ "is": "wins", "side": "black", "turns": 0 }));
    assert_eq!(over["lines"][0]["turns"], json!([]));
    // Yin Yang with everything known is solved.
    let solved = last(json!({ "game": "yinyang", "setup": OPEN_LAWS, "lines": 2 })).await;
    assert_eq!(solved["lines"][0]["score"], json!({ "is": "wins", "side": "white", "turns": 3 }), "{solved}");
    assert_eq!(solved["lines"][0]["turns"].as_array().unwrap().len(), 3, "{solved}");
    // Before the laws are written the engine writes some.
    let laws = last(json!({ "game": "yinyang", "side": "white" })).await;
    assert!(laws["lines"][0]["turns"][0].as_str().unwrap().starts_with("laws "), "{laws}");
    // With the opponent's laws unknown it searches from the other side's perspective, and not for the opponent.
    let unknown = OPEN_LAWS.replace("lb=wwww>w.ww", "lb=?");
    let mut seen = analyse(&ada, json!({ "game": "yinyang", "setup": unknown, "seconds": 1 })).await;
    assert!(!seen.next_of("insight").await["lines"].as_array().unwrap().is_empty());
    let blind = unknown.replace("act=white", "act=black");
    let refused = ada.post("/api/analysis", json!({ "game": "yinyang", "setup": blind })).await;
    refused.refused(Code::NotNow);
    site.stop().await;
}

#[tokio::test]
async fn one_at_a_time_and_others_wait_their_turn() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let long = json!({ "game": "yinsh", "seconds": 60 });
    let mut first = analyse(&ada, long.clone()).await;
    first.next_of("insight").await;
    // Bob gets his place in the queue.
    let mut waits = analyse(&bob, long.clone()).await;
    assert_eq!(waits.next().await.unwrap(), json!({ "is": "waiting", "ahead": 1 }));
    // A turn at a table does not wait for either.
    let open = json!({ "game": "y", "options": { "pie": "off" }, "seat": 1, "engines": [1], "start": true });
    let table = bob.open(open).await;
    until("the engine's turn", async || {
        (bob.look(&table).await["game"]["turns"].as_array().unwrap().len() == 1).then_some(())
    })
    .await;
    // A new request ends the previous one.
    let mut second = analyse(&ada, long.clone()).await;
    let stopped = first.next_of("stopped").await;
    assert!(stopped["message"]["fr"].as_str().unwrap().contains("suivante"), "{stopped}");
    assert_eq!(first.next().await, None);
    waits.next_of("insight").await;
    drop(waits);
    second.next_of("insight").await;
    drop(second);
    quiet(&site).await;
    site.stop().await;
}

#[tokio::test]
async fn leaving_the_queue_makes_room_and_a_closing_server_says_so() {
    let mut site = TestSite::start().await;
    let (ada, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let long = json!({ "game": "quinta", "seconds": 60 });
    let mut first = analyse(&ada, long.clone()).await;
    first.next_of("insight").await;
    let second = analyse(&bob, long.clone()).await;
    let mut third = analyse(&eve, long.clone()).await;
    assert_eq!(third.next().await.unwrap()["ahead"], 2);
    drop(second);
    assert_eq!(third.next().await.unwrap()["ahead"], 1);
    site.stop().await;
    assert_eq!(first.rest().await.last().unwrap()["is"], "stopped");
    assert_eq!(third.rest().await.last().unwrap()["is"], "stopped");
}

#[tokio::test]
async fn impossible_input_is_refused() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let ask = async |body: Value| ada.post("/api/analysis", body).await.code();
    assert_eq!(ask(json!({ "game": "quinta", "lines": 9 })).await, Code::Invalid);
    assert_eq!(ask(json!({ "game": "quinta", "seconds": 0 })).await, Code::Invalid);
    assert_eq!(ask(json!({ "game": "chess" })).await, Code::BadOption);
    assert_eq!(ask(json!({ "game": "quinta", "turns": ["z9"] })).await, Code::IllegalTurn);
    assert_eq!(ask(json!({ "game": "quinta", "setup": "w=z9" })).await, Code::Invalid);
    site.stop().await;
}

#[tokio::test]
async fn no_engine_helps_in_a_game_against_somebody() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let ask = async |client: &Client, game: &str| {
        let lines = analyse(client, json!({ "game": game, "seconds": 1 })).await;
        lines.head.status == 200
    };
    let reply = async |client: &Client, game: &str| {
        client.post("/api/study/reply", json!({ "game": game, "level": 1 })).await.status == 200
    };
    let free = async |client: &Client, game: &str| (ask(client, game).await, reply(client, game).await);
    // Against an engine, and alone: everything is allowed.
    ada.open(json!({ "game": "quinta", "seat": 2, "engines": [1], "start": true })).await;
    ada.open(json!({ "game": "quinta", "hotseat": true, "start": true })).await;
    assert_eq!(free(&ada, "quinta").await, (true, true));
    let table = ada.open(json!({ "game": "quinta", "seat": 2 })).await;
    assert_eq!(free(&ada, "quinta").await, (true, true), "it has not begun");
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    for player in [&ada, &bob] {
        assert_eq!(free(player, "quinta").await, (false, false));
        let refused = player.post("/api/analysis", json!({ "game": "quinta" })).await;
        refused.refused(Code::NotNow);
        assert!(refused.json()["message"]["fr"].as_str().unwrap().contains("moteur et statistiques"));
        player.post("/api/study/reply", json!({ "game": "quinta", "level": 1 })).await.refused(Code::NotNow);
        assert_eq!(free(player, "sexta").await, (true, true), "another game");
    }
    assert_eq!(free(&site.guest().await, "quinta").await, (true, true), "somebody else");
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    assert_eq!(free(&ada, "quinta").await, (true, true), "it is over");
    site.stop().await;
}
