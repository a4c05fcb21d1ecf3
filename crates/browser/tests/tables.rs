//! A table on the device continues from its log, and its engine gets what its side may know.

use serde_json::{Value, json};
use taijitu_browser::{TableInUse, ThinkerState};
use taijitu_rules::games;

const SEED: &str = "0123456789abcdef0123456789abcdef";

fn moment(now: i64) -> Value {
    json!({ "now": now, "random": SEED })
}

fn ask(table: &mut TableInUse, ask: &str, about: &Value) -> Value {
    let answer: Value =
        serde_json::from_str(&table.request(&json!({ (ask): about }).to_string())).expect("JSON");
    answer.get("ok").unwrap_or_else(|| panic!("{ask}: {answer}")).clone()
}

fn refused(table: &mut TableInUse, ask: &str, about: &Value) -> Value {
    let answer: Value =
        serde_json::from_str(&table.request(&json!({ (ask): about }).to_string())).expect("JSON");
    answer["problem"].clone()
}

/// A table being played, with its log as a page keeps it.
struct Kept {
    table: TableInUse,
    thinker: ThinkerState,
    step: Value,
    log: Vec<Value>,
    now: i64,
}

impl Kept {
    fn open(open: &Value) -> Self {
        let mut table = TableInUse::default();
        let about = json!({ "open": open, "name": "Ada", "moment": moment(1000) });
        let step = ask(&mut table, "open", &about);
        let log = step["entries"].as_array().expect("entries").clone();
        Self { table, thinker: ThinkerState::default(), step, log, now: 1000 }
    }

    fn id(&self) -> Value {
        self.step["table"].clone()
    }

    fn then(&mut self, what: &str, about: Value) {
        self.now += 1000;
        let mut about = about;
        about["table"] = self.id();
        about["moment"] = moment(self.now);
        self.step = ask(&mut self.table, what, &about);
        self.log.extend(self.step["entries"].as_array().expect("entries").clone());
    }

    fn act(&mut self, command: &Value) {
        self.then("act", json!({ "command": command }));
    }

    /// Loads the table in a page that has only its log.
    fn reload(&mut self) {
        self.table = TableInUse::default();
        let log = self.log.clone();
        self.then("load", json!({ "entries": log, "name": "Ada" }));
    }

    /// Lets the engine play if it has to.
    fn think(&mut self) -> bool {
        let thought = self.step["think"].clone();
        let Some(request) = thought["request"].as_str() else { return false };
        let found: Value = serde_json::from_str(&self.thinker.find(request)).expect("JSON");
        self.then("found", json!({ "thought": thought, "found": found["ok"] }));
        true
    }

    /// A turn of the player, found by the engine; building turns touch by touch is tested in the page.
    fn play(&mut self, game: u64) {
        let about = json!({ "table": self.id(), "moment": moment(self.now) });
        let request = ask(&mut self.table, "hint", &about);
        let found: Value =
            serde_json::from_str(&self.thinker.find(request.as_str().expect("a request"))).expect("JSON");
        let turn = found["ok"]["turn"].clone();
        let number = self.step["line"]["turns"].as_u64().expect("turns") + 1;
        self.act(&json!({ "do": "play", "game": game, "turn": number, "text": turn }));
        assert_eq!(self.step.get("refused"), None, "{}", self.step);
    }
}

/// Some turns of each game against level 1, with a reload in the middle.
#[test]
fn a_game_continues_from_its_log() {
    for kind in games::GAMES {
        let game = kind.meta().id;
        let mut kept = Kept::open(&json!({ "game": game, "engines": [1], "start": true }));
        for round in 0..4 {
            while kept.think() {}
            if kept.step["line"]["state"] != "running" {
                break;
            }
            kept.play(1);
            if round == 2 {
                let line = kept.step["line"].clone();
                kept.reload();
                let reloaded = &kept.step["line"];
                assert_eq!(
                    (&reloaded["turns"], &reloaded["my_turn"]),
                    (&line["turns"], &line["my_turn"]),
                    "{game}"
                );
                assert_eq!(kept.step["news"][0]["type"], "snapshot", "{game}");
            }
        }
        let about = json!({ "table": kept.id(), "date": "2026-11-18" });
        let record = ask(&mut kept.table, "record", &about);
        let record = record.as_str().expect("a record");
        assert!(record.contains("Taijitu level 1") && record.contains(": Ada"), "{record}");
        let numbers: Vec<u64> = kept.log.iter().filter_map(|entry| entry["n"].as_u64()).collect();
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "{game}: a log has no gaps");
    }
}

#[test]
fn a_turn_is_taken_back_and_a_draw_is_answered() {
    let mut kept = Kept::open(&json!({ "game": "quinta", "engines": [1], "start": true }));
    while kept.think() {}
    kept.play(1);
    while kept.think() {}
    let before = kept.step["line"]["turns"].as_u64().expect("turns");
    kept.act(&json!({ "do": "takeback" }));
    assert!(kept.step["line"]["turns"].as_u64() < Some(before), "{}", kept.step);
    kept.act(&json!({ "do": "draw" }));
    let events: Vec<&str> = kept.step["news"]
        .as_array()
        .expect("news")
        .iter()
        .filter_map(|news| news["event"]["type"].as_str())
        .collect();
    assert_eq!(events, ["offered", "declined"], "an engine that has hardly begun plays on");
    kept.act(&json!({ "do": "resign" }));
    assert_eq!((&kept.step["line"]["state"], kept.step.get("think")), (&json!("finished"), None));
    kept.act(&json!({ "do": "rematch" }));
    assert_eq!(kept.step["line"]["state"], "running");
}

/// The engine's message and the news of a hot seat contain the laws of the side to act only.
#[test]
fn secrets_stay_with_their_side() {
    let own = "laws bbbb>bb.b bwbw>b.bw b..b>bwwb wwbb>w.bb";
    let mut kept = Kept::open(
        &json!({ "game": "yinyang", "engines": [2], "start": true, "seat": 2, "colours": "chosen" }),
    );
    let play = json!({ "do": "play", "game": 1, "turn": 1, "text": own });
    kept.act(&play);
    if let Some(problem) = kept.step.get("refused") {
        panic!("{problem}");
    }
    let request = kept.step["think"]["request"].as_str().expect("White writes its laws").to_owned();
    assert!(!request.contains("b..b>bwwb"), "{request}");
    while kept.think() {}
    let shown = kept.step.to_string();
    assert!(shown.contains("\"laws\""), "{shown}");
    assert!(
        kept.log.iter().any(|entry| entry["body"].as_str().is_some_and(|body| body.contains("b..b>bwwb")))
    );
}

#[test]
fn impossible_input_is_refused() {
    let mut table = TableInUse::default();
    let clock = json!({ "kind": "total", "seconds": 300 });
    let open = json!({ "open": { "game": "y", "time": clock }, "name": "Ada", "moment": moment(1) });
    assert_eq!(refused(&mut table, "open", &open)["code"], "bad_option");
    let open = json!({ "open": { "game": "y" }, "name": "Ada", "moment": { "now": 1, "random": "17" } });
    assert_eq!(refused(&mut table, "open", &open)["field"], "random");
    let look = json!({ "table": "00000000000000000000000001", "moment": moment(1) });
    let problem = refused(&mut table, "look", &look);
    assert!(problem["code"] == "no_such_table" || problem["code"] == "bad_request", "{problem}");
    let mut kept = Kept::open(&json!({ "game": "y", "engines": [1], "start": true }));
    while kept.think() {}
    kept.act(&json!({ "do": "play", "game": 1, "turn": 99, "text": "a1" }));
    assert_eq!(kept.step["refused"]["code"], "wrong_turn_number");
    let mut log = kept.log.clone();
    log.remove(1);
    let about = json!({ "table": kept.id(), "entries": log, "name": "Ada", "moment": moment(9) });
    assert_eq!(refused(&mut kept.table, "load", &about)["code"], "unavailable");
}
