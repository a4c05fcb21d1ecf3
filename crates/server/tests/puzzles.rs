//! Puzzles: each is proved, the winning turn is right and no other, and the day has one.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::games;
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
async fn what_cannot_be_is_refused() {
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
