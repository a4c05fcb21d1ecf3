//! Prints positions of all games, and what native code answers about them, for a test that asks WebAssembly the same.
//!
//! `parity COUNT` prints a line of JSON for each position: its study, a touch, the search, and a hash of each answer.
//! `parity speed STUDY MS` prints the nodes and milliseconds of a search of a position, which is given as JSON.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use taijitu_browser::{ThinkerState, answer};
use taijitu_rules::options::Values;
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, GameType, Options, games};
use taijitu_search::limits::now;

/// Mebibytes of the engine's table, on both sides.
const MEMORY: usize = 16;
/// Nodes of a search.
const NODES: u64 = 300;
/// Turns before a position, at most.
const MOST_TURNS: u32 = 60;
/// Every position of this number is searched too.
const SEARCHED: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["speed", study, ms] => println!("{}", speed(study, ms.parse().unwrap_or(1000))),
        [count] => print_positions(count.parse().unwrap_or(100)),
        _ => eprintln!("parity COUNT | parity speed STUDY MS"),
    }
}

fn speed(study: &str, ms: u32) -> Value {
    let study: Value = serde_json::from_str(study).unwrap_or_default();
    let mut thinker = ThinkerState::default();
    let mut search = |limit: &str, most: u32| {
        thinker.search_with_memory(&json!({ "study": study, (limit): most }).to_string(), MEMORY)
    };
    // The lazy tables of rules and engine are made now.
    search("nodes", 100);
    let began = now();
    let answer: Value = serde_json::from_str(&search("movetime", ms)).unwrap_or_default();
    json!({ "nodes": answer["ok"]["nodes"], "ms": began.elapsed().as_millis() as u64 })
}

fn print_positions(count: u32) {
    let mut random = Random::new(21);
    let mut thinker = ThinkerState::default();
    for number in 0..count {
        let kind = games::GAMES[number as usize % games::GAMES.len()];
        let study = random_study(kind, &mut random);
        let point = json!({ "point": random.below(90) });
        let mut line = json!({ "study": study, "touch": point });
        let mut hashes = json!({});
        for ask in ["look", "turns", "key"] {
            hashes[ask] = json!(hash(&answer(&json!({ (ask): study }).to_string())));
        }
        let mut why = study.clone();
        why["touch"] = point.clone();
        hashes["why"] = json!(hash(&answer(&json!({ "why": why }).to_string())));
        let mut branch = study.clone();
        branch["touches"] = json!([point]);
        hashes["branch"] = json!(hash(&answer(&json!({ "branch": branch }).to_string())));
        if (number / games::GAMES.len() as u32).is_multiple_of(SEARCHED) {
            let search = json!({ "study": study, "nodes": NODES, "lines": 2, "seed": 7 });
            hashes["search"] = json!(hash(&thinker.search_with_memory(&search.to_string(), MEMORY)));
            line["search"] = search;
        }
        line["hashes"] = hashes;
        println!("{line}");
    }
}

/// A position after some random turns, with random options.
fn random_study(kind: &'static dyn GameType, random: &mut Random) -> Value {
    let meta = kind.meta();
    let mut chosen = vec![];
    for spec in meta.options {
        if let Values::Choice(choices) = spec.values
            && random.below(3) == 0
        {
            let (word, _) = choices[random.below(choices.len() as u32) as usize];
            chosen.push((spec.key, word));
        }
    }
    let text: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let parsed = Options::parse(meta.options, text.iter().map(String::as_str));
    let start = parsed.ok().map(|options| options.drawn(meta.options, random));
    let play = start.and_then(|options| kind.start(options).ok());
    let mut play = play.or_else(|| usual(kind, random)).expect("the usual start is legal");
    for _ in 0..random.below(MOST_TURNS) {
        if play.outcome().is_some() || play.random_turn(random, 1).is_none() {
            break;
        }
    }
    study_of(&*play)
}

fn usual(kind: &'static dyn GameType, random: &mut Random) -> Option<Box<dyn AnyPlay>> {
    let options = Options::parse(kind.meta().options, []).ok()?;
    kind.start(options.drawn(kind.meta().options, random)).ok()
}

/// The position as a question. Where rounds were played it is the set-up of the present one.
fn study_of(play: &dyn AnyPlay) -> Value {
    let options = play.options_for(Audience::Omniscient);
    let options: Vec<(String, String)> = options
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let options: serde_json::Map<String, Value> =
        options.into_iter().map(|(key, value)| (key, json!(value))).collect();
    let turns: Vec<String> = play
        .history(Audience::Omniscient)
        .into_iter()
        .filter_map(|line| match line {
            taijitu_rules::any::HistoryLine::Turn { text, .. } => Some(text),
            taijitu_rules::any::HistoryLine::Round(_) => None,
        })
        .collect();
    let mut study = json!({ "game": play.meta().id, "options": options, "turns": turns });
    if let Some(setup) = play.start_setup(Audience::Omniscient) {
        study["setup"] = json!(setup);
    }
    study
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
