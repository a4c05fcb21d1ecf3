//! Puzzles: each is proved, the winning turn is right and no other, and the day has one.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::games;
use taijitu_search::puzzle_themes::find_themes;
use taijitu_server::puzzles::{OWN_FROM, row, shipped};
use taijitu_testkit::*;

/// Puzzles of a game that are tried by way of the server.
const TRIED: usize = 2;

#[test]
fn every_puzzle_is_proved() {
    for (number, puzzle) in shipped() {
        assert_eq!(puzzle.holds(u64::MAX), Some(true), "{}", puzzle.line(*number));
    }
    for kind in games::GAMES {
        let id = kind.meta().id;
        let own = shipped().iter().filter(|(_, puzzle)| puzzle.game == id);
        assert!(own.clone().count() >= 12, "{id} has {} puzzles", own.count());
    }
}

#[test]
fn every_puzzle_has_the_themes_of_its_solution() {
    for (number, puzzle) in shipped() {
        assert_eq!(puzzle.themes, find_themes(puzzle), "{}", puzzle.line(*number));
    }
    for theme in ["several-ways", "one-way", "forced-replies", "capture", "several-leaps", "law", "two-rows"]
    {
        let has = shipped().iter().any(|(_, puzzle)| puzzle.themes.iter().any(|own| own.id() == theme));
        assert!(has, "no puzzle has the theme {theme}");
    }
}

#[tokio::test]
async fn puzzles_are_chosen_by_theme() {
    let site = TestSite::start().await;
    let ada = site.browser();
    let ids = |list: &Value| -> Vec<String> {
        list["puzzles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = ada.get("/api/puzzles?game=yinyang").await.ok();
    let law = ada.get("/api/puzzles?game=yinyang&theme=law").await.ok();
    let of_law = ids(&law);
    assert!(of_law.len() > 1 && of_law.len() < ids(&all).len(), "{of_law:?}");
    assert!(
        law["puzzles"].as_array().unwrap().iter().all(|line| line["themes"].to_string().contains("\"law\""))
    );
    let named = |list: &Value, id: &str| {
        list["themes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|theme| theme["id"] == id)
            .map(|theme| theme["name"].clone())
    };
    assert_eq!(named(&all, "law"), Some(json!({ "en": "Use of a law", "fr": "Emploi d’une loi" })));
    assert_eq!(
        named(&ada.get("/api/puzzles?game=yinsh").await.ok(), "law"),
        None,
        "only those that there are"
    );

    let look = async |id: &str| ada.get(&format!("/api/puzzles/{id}?theme=law")).await.ok();
    let first = look(&of_law[0]).await;
    assert_eq!((&first["before"], &first["after"]), (&json!(null), &json!(of_law[1])));
    assert!(first["themes"].as_array().unwrap().iter().any(|theme| theme["id"] == "law"));
    assert_eq!(ids(&ada.get("/api/puzzles?theme=law").await.ok()), of_law, "a game without laws has none");
    for path in ["/api/puzzles?theme=beauty", "/api/puzzles/yinyang-1?theme=beauty"] {
        ada.get(path).await.refused(Code::NoSuchThing);
    }
}

async fn attempt(client: &Client, id: &str, turns: &[&str]) -> Answer {
    client.post(&format!("/api/puzzles/{id}/try"), json!({ "turns": turns })).await
}

#[tokio::test]
async fn a_puzzle_is_solved_turn_by_turn() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let list = ada.get("/api/puzzles").await.ok();
    assert_eq!(list["puzzles"].as_array().unwrap().len(), shipped().len());
    for kind in games::GAMES {
        let game = kind.meta().id;
        let list = ada.get(&format!("/api/puzzles?game={game}")).await.ok();
        let lines = list["puzzles"].as_array().unwrap();
        let wins: Vec<u64> = lines.iter().map(|line| line["wins_in"].as_u64().unwrap()).collect();
        assert!(wins.is_sorted(), "the easiest first: {wins:?}");
        for line in lines.iter().rev().filter(|line| line["wins_in"] != 3).take(TRIED) {
            solve(&ada, line["id"].as_str().unwrap()).await;
        }
    }
    site.stop().await;
}

/// Goes through a puzzle: the first turn, what is replied, a wrong turn on the way.
async fn solve(client: &Client, id: &str) {
    let puzzle = client.get(&format!("/api/puzzles/{id}")).await.ok();
    let solution = client.get(&format!("/api/puzzles/{id}/solution")).await.ok();
    let solution: Vec<&str> =
        solution["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    let wins_in = puzzle["wins_in"].as_u64().unwrap() as usize;
    assert!(solution.len() < 2 * wins_in, "{id}: {solution:?}");
    for own in (0..solution.len()).step_by(2) {
        let answer = attempt(client, id, &solution[..=own]).await.ok();
        let last = own + 1 == solution.len();
        assert_eq!((&answer["right"], &answer["solved"]), (&json!(true), &json!(last)), "{id}: {answer}");
        let reply = solution.get(own + 1).map_or(Value::Null, |turn| json!(turn));
        assert_eq!(answer["reply"]["turn"], reply, "{id}: {answer}");
    }
    // Any other first turn is wrong.
    let kind = games::find(puzzle["study"]["game"].as_str().unwrap()).unwrap();
    let options = taijitu_rules::Options::parse(kind.meta().options, []).unwrap();
    let play = kind.set_up(options, puzzle["study"]["setup"].as_str().unwrap()).unwrap();
    let other = play.turns().unwrap().into_iter().find(|turn| turn != solution[0]).unwrap();
    let answer = attempt(client, id, &[&other]).await.ok();
    assert_eq!((&answer["right"], &answer["solved"]), (&json!(false), &json!(false)), "{id}: {other}");
    assert!(answer["message"]["fr"].as_str().unwrap().contains("ne gagne pas"), "{answer}");
}

#[tokio::test]
async fn the_puzzle_of_the_day_and_its_neighbours() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let today = ada.get("/api/puzzles/daily").await.ok();
    assert_eq!(today["day"].as_str().unwrap().len(), 10, "{today}");
    assert_eq!(ada.get("/api/puzzles/daily").await.ok(), today, "all day long");
    site.app().site.clock.step(86_400_000);
    let tomorrow = ada.get("/api/puzzles/daily").await.ok();
    assert_ne!(tomorrow["study"]["game"], today["study"]["game"], "another game every day");
    assert_eq!(ada.get("/api/puzzles/daily?game=yinsh").await.ok()["study"]["game"], "yinsh");
    // A chain through all puzzles of a game.
    let list = ada.get("/api/puzzles?game=quinta").await.ok();
    let mut at = list["puzzles"][0]["id"].as_str().unwrap().to_owned();
    let mut seen = 1;
    loop {
        let puzzle = ada.get(&format!("/api/puzzles/{at}")).await.ok();
        assert_eq!(puzzle["before"].is_null(), seen == 1);
        let Some(after) = puzzle["after"].as_str() else { break };
        at = after.to_owned();
        seen += 1;
    }
    assert_eq!(seen, list["puzzles"].as_array().unwrap().len());
    site.stop().await;
}

#[tokio::test]
async fn a_site_has_puzzles_of_its_own() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let (_, puzzle) = shipped().iter().find(|(_, puzzle)| puzzle.game == "y").unwrap();
    let own = row(puzzle, OWN_FROM, Some(taijitu_protocol::GameId(9)), i64::MAX);
    site.app().site.store.keep_puzzles(&[own]).await.unwrap();
    let id = format!("y-{OWN_FROM}");
    let found = ada.get(&format!("/api/puzzles/{id}")).await.ok();
    assert_eq!(found["from"], json!(taijitu_protocol::GameId(9).to_string()));
    let list = ada.get("/api/puzzles?game=y").await.ok().to_string();
    assert!(list.contains(&id), "{list}");
    let first = puzzle.line[0].as_str();
    assert_eq!(attempt(&ada, &id, &[first]).await.ok()["right"], true);
    site.stop().await;
}

#[tokio::test]
async fn impossible_input_is_refused() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    ada.get("/api/puzzles/yinsh-9999").await.refused(Code::NoSuchThing);
    ada.get("/api/puzzles/nonsense").await.refused(Code::NoSuchThing);
    ada.get("/api/puzzles?game=chess").await.refused(Code::NoSuchGame);
    let id = ada.get("/api/puzzles?game=sexta").await.ok()["puzzles"][0]["id"].as_str().unwrap().to_owned();
    attempt(&ada, &id, &["z9-z8"]).await.refused(Code::IllegalTurn);
    attempt(&ada, &id, &[]).await.refused(Code::Invalid);
    attempt(&ada, &id, &["a1"; 60]).await.refused(Code::Invalid);
    site.stop().await;
}

#[tokio::test]
async fn the_first_try_of_an_account_is_rated() {
    let site = TestSite::start().await;
    let (ada, guest) = (site.account("Ada").await, site.guest().await);
    let none = json!({ "rating": { "value": 1500, "deviation": 350, "provisional": true }, "tried": 0, "solved": 0,
        "streak": 0, "best_streak": 0 });
    assert_eq!(ada.get("/api/me/puzzles").await.ok(), none);
    let daily = ada.get("/api/puzzles/daily").await.ok();
    assert_eq!(daily["today"], json!({ "tried": 0, "solved": 0 }));
    assert_eq!((&daily["mine"], &daily["tried"]), (&Value::Null, &json!(0)));
    let id = daily["id"].as_str().unwrap();
    // A guest solves it unrated, and passes the solution to Ada.
    let solution = guest.get(&format!("/api/puzzles/{id}/solution")).await.ok();
    let solution: Vec<&str> =
        solution["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    for own in (0..solution.len()).step_by(2) {
        assert_eq!(attempt(&guest, id, &solution[..=own]).await.ok()["rated"], Value::Null);
    }
    let mut rated = Value::Null;
    for own in (0..solution.len()).step_by(2) {
        rated = attempt(&ada, id, &solution[..=own]).await.ok()["rated"].clone();
        assert_eq!(rated.is_null(), own + 1 < solution.len(), "only the turn that solves it decides");
    }
    assert_eq!((&rated["before"]["value"], &rated["record"]["streak"]), (&json!(1500), &json!(1)));
    assert!(rated["record"]["rating"]["value"].as_i64().unwrap() > 1500);
    assert!(rated["puzzle"]["value"].as_i64() < daily["rating"]["value"].as_i64());
    assert_eq!(ada.get("/api/me/puzzles").await.ok(), rated["record"]);
    // Once more changes nothing.
    for own in (0..solution.len()).step_by(2) {
        assert_eq!(attempt(&ada, id, &solution[..=own]).await.ok()["rated"], Value::Null);
    }
    let seen = ada.get("/api/puzzles/daily").await.ok();
    assert_eq!((&seen["mine"], &seen["today"]), (&json!(true), &json!({ "tried": 1, "solved": 1 })));
    let seen = guest.get("/api/puzzles/daily").await.ok();
    assert_eq!((&seen["mine"], &seen["solved"]), (&Value::Null, &json!(1)));
    // Looking at the solution of another one is a try that failed, and ends the streak.
    let other = seen["after"].as_str().or(seen["before"].as_str()).unwrap();
    ada.get(&format!("/api/puzzles/{other}/solution")).await.ok();
    let record = ada.get("/api/me/puzzles").await.ok();
    assert_eq!((&record["tried"], &record["solved"]), (&json!(2), &json!(1)));
    assert_eq!((&record["streak"], &record["best_streak"]), (&json!(0), &json!(1)));
    let export = ada.get("/api/me/export").await.ok();
    assert_eq!(export["puzzles"].as_array().unwrap().len(), 2);
}
