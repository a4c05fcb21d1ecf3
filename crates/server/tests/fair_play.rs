//! No route helps a player in a running game against another person, as far as the site can see; all other requests are answered.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::canonical::renamed;
use taijitu_rules::{Audience, Options, games};
use taijitu_testkit::*;

/// The first turns of Y on a small board, of which no two are each other's mirror image.
const TURNS: [&str; 6] = ["c5", "d6", "b4", "e6", "c4", "d5"];

fn options() -> Value {
    json!({ "board": "triangle-7", "pie": "off" })
}

/// The position after some turns as a set-up, as it is or as a mirror image shows it.
fn position(turns: &[&str], image: usize) -> String {
    let kind = games::find("y").unwrap();
    let options = Options::parse(kind.meta().options, ["board=triangle-7", "pie=off"]).unwrap();
    let mut play = kind.start(options).unwrap();
    for turn in turns {
        play.turn(turn).unwrap();
    }
    renamed(play.board(), &play.symmetries()[image], &play.setup(Audience::Omniscient))
}

fn study(turns: &[&str]) -> Value {
    json!({ "game": "y", "options": options(), "turns": turns })
}

fn set_up(setup: &str) -> Value {
    json!({ "game": "y", "options": options(), "setup": setup })
}

fn with(mut body: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

/// Refused because of fair play, with the reason in both languages.
fn unfair(answer: &Answer) {
    assert_eq!(answer.status, 409, "{}", answer.text());
    let problem: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(problem["rule"], "fair_play", "{problem}");
    assert!(problem["message"]["fr"].as_str().unwrap().contains("partie"), "{problem}");
    answer.refused(Code::NotNow);
}

/// Ada and Bob play Y and have played some turns.
async fn game_of(site: &TestSite, turns: &[&str]) -> (Client, Client, String) {
    let (ada, bob) = (site.guest().await, site.guest().await);
    let open = json!({ "game": "y", "options": options(), "seat": 1, "colours": "chosen" });
    let table = ada.open(open).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    for (number, turn) in (1..).zip(turns) {
        // Black begins, and that is Bob.
        let player = if number % 2 == 1 { &bob } else { &ada };
        player.play(&table, number, turn).await.ok();
    }
    (ada, bob, table)
}

/// Requests to every route that helps with a position.
async fn ways_to_ask(client: &Client, study: &Value) -> Vec<(&'static str, Answer)> {
    let analysis = with(study.clone(), &json!({ "seconds": 1 }));
    let reply = with(study.clone(), &json!({ "level": 1 }));
    let mut ways = vec![
        ("analysis", client.post("/api/analysis", analysis).await),
        ("reply", client.post("/api/study/reply", reply).await),
        ("positions", client.post("/api/positions", study.clone()).await),
    ];
    let variant = "board%3Dtriangle-7%20pie%3Doff";
    let archive = match (study["setup"].as_str(), study["turns"].as_array()) {
        (Some(setup), _) => format!("position={}", setup.replace(' ', "%20").replace('=', "%3D")),
        (None, Some(turns)) => {
            let turns: Vec<&str> = turns.iter().filter_map(Value::as_str).collect();
            format!("opening={}", turns.join(","))
        }
        _ => panic!("a study has turns or a set-up"),
    };
    let path = format!("/api/archive?game=y&variant={variant}&{archive}");
    ways.push(("archive", client.get(&path).await));
    ways
}

#[tokio::test]
async fn a_position_is_closed_to_the_address_it_is_played_from() {
    let site = TestSite::start().await;
    let (ada, _, table) = game_of(&site, &TURNS[..3]).await;
    let (nobody, carl) = (site.browser(), site.guest().await);
    let played = [
        study(&TURNS[..3]),
        set_up(&position(&TURNS[..3], 0)),
        set_up(&position(&TURNS[..3], 1)),
        set_up(&position(&TURNS[..3], 4)),
        // Options do not make another position of it, nor does the side to act.
        json!({ "game": "y", "options": { "board": "triangle-7" }, "setup": position(&TURNS[..3], 0) }),
        set_up(&position(&TURNS[..3], 0).replace("act=white", "act=black")),
        // A position on the way.
        study(&TURNS[..2]),
    ];
    for study in &played {
        for client in [&nobody, &carl] {
            for (way, answer) in ways_to_ask(client, study).await {
                assert_eq!(answer.status, 409, "{way} {study}: {}", answer.text());
                unfair(&answer);
            }
        }
        let open = json!({ "game": "y", "options": options(), "engines": [1],
            "from": study["setup"].as_str().map_or_else(|| position(&TURNS[..3], 0), str::to_owned) });
        unfair(&carl.post("/api/tables", open).await);
    }
    let others =
        [study(&[]), study(&["c5", "d6", "e5"]), study(&["g7"]), set_up(&position(&["b2", "e6"], 0))];
    for study in &others {
        for (way, answer) in ways_to_ask(&nobody, study).await {
            assert_eq!(answer.status, 200, "{way} {study}: {}", answer.text());
        }
    }
    let open =
        json!({ "game": "y", "options": options(), "engines": [1], "from": position(&["b2", "e6"], 0) });
    carl.post("/api/tables", open).await.ok();
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    for study in &played {
        for (way, answer) in ways_to_ask(&nobody, study).await {
            assert_eq!(answer.status, 200, "{way} {study}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn positions_near_a_running_game_are_closed_too() {
    let site = TestSite::start().await;
    let (ada, _, table) = game_of(&site, &TURNS).await;
    let nobody = site.browser();
    let then = |more: &[&str]| position(&[&TURNS[..], more].concat(), 0);
    let exchanged = |setup: &str| {
        let words = setup.split(' ').map(|word| match word.split_once('=') {
            Some(("w", stones)) => format!("b={stones}"),
            Some(("b", stones)) => format!("w={stones}"),
            Some(("act", "white")) => "act=black".into(),
            Some(("act", "black")) => "act=white".into(),
            _ => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let near = [
        // A candidate turn, and a reply to it, as set-ups.
        then(&["f6"]),
        then(&["f6", "b3"]),
        // The same with the colours exchanged.
        exchanged(&then(&[])),
        exchanged(&then(&["f6"])),
    ];
    for setup in &near {
        for (way, answer) in ways_to_ask(&nobody, &set_up(setup)).await {
            assert_eq!(answer.status, 409, "{way} {setup}: {}", answer.text());
            unfair(&answer);
        }
    }
    let far = [then(&["f6", "b3", "g7", "a2"]), position(&["b2", "e6"], 0)];
    for setup in &far {
        for (way, answer) in ways_to_ask(&nobody, &set_up(setup)).await {
            assert_eq!(answer.status, 200, "{way} {setup}: {}", answer.text());
        }
    }
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    for (way, answer) in ways_to_ask(&nobody, &set_up(&near[0])).await {
        assert_eq!(answer.status, 200, "{way}: {}", answer.text());
    }
}

#[tokio::test]
async fn another_address_and_games_against_engines_are_not_concerned() {
    let site = TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.trust_proxy = true;
    })
    .await;
    game_of(&site, &TURNS[..3]).await;
    let far = site.browser().with_header("x-forwarded-for", "203.0.113.7");
    for (way, answer) in ways_to_ask(&far, &study(&TURNS[..3])).await {
        assert_eq!(answer.status, 200, "{way}: {}", answer.text());
    }
    let dan = site.guest().await;
    let open = json!({ "game": "y", "options": options(), "hotseat": true, "start": true });
    let table = dan.open(open).await;
    dan.play(&table, 1, "g7").await.ok();
    for (way, answer) in ways_to_ask(&dan, &study(&["g7"])).await {
        assert_eq!(answer.status, 200, "{way}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_player_gets_no_help_in_the_game_being_played() {
    let site = TestSite::start().await;
    let (ada, bob, table) = game_of(&site, &TURNS[..1]).await;
    for player in [&ada, &bob] {
        for study in [study(&["g7", "f6"]), set_up(&position(&["b2"], 0))] {
            for (_, answer) in ways_to_ask(player, &study).await {
                unfair(&answer);
            }
        }
        for alone in [json!({ "engines": [1] }), json!({ "hotseat": true })] {
            let open = json!({ "game": "y", "options": options(), "from": position(&["g7", "f6"], 0) });
            unfair(&player.post("/api/tables", with(open, &alone)).await);
        }
    }
    // An engine that comes later is no way around it; a game from the start is.
    let later = json!({ "game": "y", "options": options(), "from": position(&["g7", "f6"], 0) });
    let later = ada.open(later).await;
    unfair(&ada.act(&later, json!({ "do": "engine", "seat": 2, "level": 1 })).await);
    unfair(&ada.act(&later, json!({ "do": "option", "name": "hotseat", "value": "on" })).await);
    unfair(&ada.say(&later, "/engine 2 1").await);
    ada.open(json!({ "game": "y", "options": options(), "engines": [1], "start": true })).await;
    ada.open(json!({ "game": "tetra", "engines": [1], "from": "w=a1 b=a3 whand=5 bhand=5 act=black" })).await;
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    ada.act(&later, json!({ "do": "engine", "seat": 2, "level": 1 })).await.ok();
}

/// The turns of a running game, played again where an engine advises or answers.
#[tokio::test]
async fn a_running_game_is_not_played_again_with_help() {
    let site = TestSite::start().await;
    let (ada, _, _) = game_of(&site, &TURNS).await;
    let carl = site.guest().await;
    let open = json!({ "game": "y", "options": options(), "hotseat": true, "start": true });
    for player in [&ada, &carl] {
        let table = player.open(open.clone()).await;
        let hint = async || player.post(&format!("/api/tables/{table}/hint"), json!({})).await;
        for (number, turn) in (1..).zip(TURNS) {
            if number <= 4 {
                hint().await.ok();
            } else {
                // A neighbour's copy is near by now.
                unfair(&hint().await);
            }
            if number < TURNS.len() as u32 {
                player.play(&table, number, turn).await.ok();
                // Ada plays it herself: after four turns the way is that of her game.
                if number >= 4 && std::ptr::eq(player, &ada) {
                    unfair(&hint().await);
                    break;
                }
            } else {
                player.play(&table, number, turn).await.ok();
                unfair(&hint().await);
            }
        }
    }
    let other = ada.open(open).await;
    for (number, turn) in (1..).zip(["g7", "f6", "e5", "d4", "c3"]) {
        ada.play(&other, number, turn).await.ok();
        ada.post(&format!("/api/tables/{other}/hint"), json!({})).await.ok();
    }
}

#[tokio::test]
async fn an_engine_does_not_answer_where_a_running_game_stands() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    // First the engine's game, so that its turns can be played in the other one too.
    let open = json!({ "game": "y", "options": options(), "seat": 2, "colours": "chosen", "engines": [1], "start": true });
    let practice = ada.open(open).await;
    let mut turns: Vec<String> = vec![];
    for number in [1, 3] {
        let legal = ada.get(&format!("/api/tables/{practice}/turns")).await.ok();
        let own = legal[7 * number as usize].as_str().unwrap().to_owned();
        ada.play(&practice, number, &own).await.ok();
        let played = until("the engine's turn", async || {
            let view = ada.look(&practice).await;
            let turns = view["game"]["turns"].as_array().unwrap().clone();
            (turns.len() > number as usize).then_some(turns)
        })
        .await;
        turns = played.iter().map(|turn| turn.as_str().unwrap().to_owned()).collect();
    }
    assert_eq!(turns.len(), 4);
    let legal = ada.get(&format!("/api/tables/{practice}/turns")).await.ok();
    let legal: Vec<&str> = legal.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut played: Vec<&str> = turns.iter().map(String::as_str).collect();
    played.push(legal[3]);
    let (bob, table) = (
        site.guest().await,
        ada.open(json!({ "game": "y", "options": options(), "seat": 2, "colours": "chosen" })).await,
    );
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    for (number, turn) in (1..).zip(&played) {
        let player = if number % 2 == 1 { &ada } else { &bob };
        player.play(&table, number, turn).await.ok();
    }
    for turn in [legal[3], legal[4]] {
        unfair(&ada.play(&practice, 5, turn).await);
    }
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    ada.play(&practice, 5, legal[3]).await.ok();
}

#[tokio::test]
async fn a_running_game_that_was_imported_is_not_reviewed() {
    let site = TestSite::start().await;
    let (ada, bob, table) = game_of(&site, &TURNS[..5]).await;
    let record = format!(
        "taijitu record 1\ngame: y\nrules: 1\noptions: board=triangle-7 handicap=1 pie=off\n\n{}result: white (resigned)\n",
        (1..).zip(&TURNS[..5]).map(|(n, turn)| format!("{n}. {turn}\n")).collect::<String>()
    );
    let nobody = site.guest().await;
    let imported = nobody.post("/api/import", json!({ "text": record })).await;
    assert_eq!(imported.status, 200, "{}", imported.text());
    let id = serde_json::from_slice::<Value>(&imported.body).unwrap()["id"].as_str().map(str::to_owned);
    let path = format!("/api/finished/{}/review", id.expect("the game was imported"));
    for client in [&ada, &bob, &nobody, &site.browser()] {
        unfair(&client.post(&path, json!({})).await);
        unfair(&client.get(&path).await);
    }
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    nobody.get(&path).await.ok();
}

/// A game at a hot seat that goes the way of the running one, given up and reviewed.
#[tokio::test]
async fn a_running_game_is_not_reviewed_in_a_copy_of_it() {
    let site = TestSite::start().await;
    let (ada, bob, table) = game_of(&site, &TURNS[..5]).await;
    let carl = site.guest().await;
    let mut copies = vec![];
    for player in [&ada, &carl] {
        let open = json!({ "game": "y", "options": options(), "hotseat": true, "start": true });
        let copy = player.open(open).await;
        for (number, turn) in (1..).zip(&TURNS[..5]) {
            player.play(&copy, number, turn).await.ok();
        }
        player.act(&copy, json!({ "do": "resign" })).await.ok();
        let games = player.get(&format!("/api/tables/{copy}/games")).await.ok();
        copies.push(format!("/api/finished/{}/review", games["games"][0]["id"].as_str().unwrap()));
    }
    for path in &copies {
        for client in [&ada, &bob, &carl, &site.browser()] {
            unfair(&client.post(path, json!({})).await);
            unfair(&client.get(path).await);
        }
    }
    // A game that went another way is not concerned.
    let other = carl.open(json!({ "game": "y", "options": options(), "hotseat": true, "start": true })).await;
    for (number, turn) in (1..).zip(["g7", "f6", "e5"]) {
        carl.play(&other, number, turn).await.ok();
    }
    carl.act(&other, json!({ "do": "resign" })).await.ok();
    let games = carl.get(&format!("/api/tables/{other}/games")).await.ok();
    let path = format!("/api/finished/{}/review", games["games"][0]["id"].as_str().unwrap());
    for client in [&ada, &carl, &site.browser()] {
        client.get(&path).await.ok();
    }
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    for path in &copies {
        ada.get(path).await.ok();
    }
}

/// A second guest in the same room plays the running game against an engine.
#[tokio::test]
async fn an_engine_does_not_answer_a_neighbour_where_a_running_game_stands() {
    let site = TestSite::start().await;
    let carl = site.guest().await;
    let open = json!({ "game": "y", "options": options(), "seat": 2, "colours": "chosen", "engines": [1], "start": true });
    let practice = carl.open(open).await;
    let mut turns: Vec<String> = vec![];
    for number in [1, 3] {
        let legal = carl.get(&format!("/api/tables/{practice}/turns")).await.ok();
        let own = legal[7 * number as usize].as_str().unwrap().to_owned();
        carl.play(&practice, number, &own).await.ok();
        let played = until("the engine's turn", async || {
            let view = carl.look(&practice).await;
            let turns = view["game"]["turns"].as_array().unwrap().clone();
            (turns.len() > number as usize).then_some(turns)
        })
        .await;
        turns = played.iter().map(|turn| turn.as_str().unwrap().to_owned()).collect();
    }
    let legal = carl.get(&format!("/api/tables/{practice}/turns")).await.ok();
    let next = legal[3].as_str().unwrap().to_owned();
    let mut played: Vec<&str> = turns.iter().map(String::as_str).collect();
    played.push(&next);
    // Ada and Bob play the same, and it is the engine's side that has to act.
    let (_, bob, table) = game_of(&site, &played).await;
    unfair(&carl.play(&practice, 5, &next).await);
    carl.play(&practice, 5, legal[4].as_str().unwrap()).await.ok();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
}

/// The same stones as in a running game, placed in another order, so that no position on the way is one of that game.
const OTHER_ORDER: [&str; 6] = ["c4", "d5", "c5", "e6", "b4", "f6"];

/// At a hot seat the stones of a running game are placed in another order, and a candidate turn instead of the last one.
#[tokio::test]
async fn a_running_game_is_not_approached_in_another_order() {
    let site = TestSite::start().await;
    let (ada, bob, table) = game_of(&site, &TURNS).await;
    let carl = site.guest().await;
    let open = json!({ "game": "y", "options": options(), "hotseat": true, "start": true });
    let mut copies = vec![];
    for player in [&ada, &carl] {
        let copy = player.open(open.clone()).await;
        let hint = async || player.post(&format!("/api/tables/{copy}/hint"), json!({})).await;
        for (number, turn) in (1..).zip(OTHER_ORDER) {
            player.play(&copy, number, turn).await.ok();
            if number < 4 {
                hint().await.ok();
            }
        }
        unfair(&hint().await);
        // What is reviewed may go on elsewhere.
        for (number, turn) in (7..).zip(["g7", "a1", "f7", "a2", "e7", "b2"]) {
            player.play(&copy, number, turn).await.ok();
        }
        hint().await.ok();
        player.act(&copy, json!({ "do": "resign" })).await.ok();
        let games = player.get(&format!("/api/tables/{copy}/games")).await.ok();
        copies.push(format!("/api/finished/{}/review", games["games"][0]["id"].as_str().unwrap()));
    }
    for path in &copies {
        for client in [&ada, &bob, &carl, &site.browser()] {
            unfair(&client.post(path, json!({})).await);
        }
    }
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    for path in &copies {
        ada.get(path).await.ok();
    }
}

/// A neighbour's game against an engine has the stones of a running game but its last one, placed in another order.
#[tokio::test]
async fn an_engine_does_not_answer_a_neighbour_near_a_running_game() {
    let site = TestSite::start().await;
    let carl = site.guest().await;
    let open = json!({ "game": "y", "options": options(), "seat": 2, "colours": "chosen", "engines": [1], "start": true });
    let practice = carl.open(open).await;
    let legal = async || {
        let turns = carl.get(&format!("/api/tables/{practice}/turns")).await.ok();
        turns.as_array().unwrap().iter().map(|turn| turn.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut turns: Vec<String> = vec![];
    for number in [1, 3] {
        carl.play(&practice, number, &legal().await[7 * number as usize]).await.ok();
        turns = until("the engine's turn", async || {
            let turns = carl.look(&practice).await["game"]["turns"].as_array().unwrap().clone();
            let texts = turns.iter().map(|turn| turn.as_str().unwrap().to_owned()).collect::<Vec<_>>();
            (texts.len() > number as usize).then_some(texts)
        })
        .await;
    }
    let free = legal().await;
    let [first, reply, second, answer] = &turns[..] else { panic!("four turns, not {turns:?}") };
    // Ada and Bob have the same stones and two more.
    let played = [second, answer, first, reply, &free[3], &free[20]].map(String::as_str);
    let (_, bob, table) = game_of(&site, &played).await;
    unfair(&carl.play(&practice, 5, &free[3]).await);
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    carl.play(&practice, 5, &free[3]).await.ok();
}

/// Two friends who play together against the computer are not hindered by their own game.
#[tokio::test]
async fn partners_against_engines_play_on() {
    let site = TestSite::start().await;
    let (ada, cem) = (site.guest().await, site.guest().await);
    let options = json!({ "players": "4", "first": "white" });
    let open = json!({ "game": "zen", "options": options, "seat": 1, "colours": "chosen" });
    let table = ada.open(open).await;
    cem.act(&table, json!({ "do": "join", "seat": 3 })).await.ok();
    for seat in [2, 4] {
        ada.act(&table, json!({ "do": "engine", "seat": seat, "level": 1 })).await.ok();
    }
    ada.act(&table, json!({ "do": "start" })).await.ok();
    for number in [1, 3, 5, 7] {
        let player = if number % 4 == 1 { &ada } else { &cem };
        until("the engine's turn", async || {
            let view = ada.look(&table).await;
            (view["game"]["turns"].as_array().unwrap().len() + 1 == number).then_some(())
        })
        .await;
        let turns = player.get(&format!("/api/tables/{table}/turns")).await.ok();
        let turn = turns[0].as_str().unwrap().to_owned();
        player.play(&table, u32::try_from(number).unwrap(), &turn).await.ok();
    }
}
