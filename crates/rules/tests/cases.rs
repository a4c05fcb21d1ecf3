//! Positions with their complete lists of turns, made by an independent program.
//!
//! Each line of `data/cases/<game>.jsonl` has the options, the set-up, the turns so far, and what
//! `taijitu turns` has to print: the legal turns, or the result.

use serde_json::Value;
use taijitu_rules::{AnyPlay, GameType, Options, games};

fn check(game: &str, cases: &str) {
    let kind = games::find(game).expect("a game");
    let mut wrong = vec![];
    for (number, case) in (1..).zip(cases.lines()) {
        let case: Value = serde_json::from_str(case).expect("a line of JSON");
        if let Err(difference) = check_case(kind, &case) {
            wrong.push(format!(
                "{game} case {number} {} {} {}: {difference}",
                case["set"], case["setup"], case["turns"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check_case(kind: &dyn GameType, case: &Value) -> Result<(), String> {
    let play = reach(kind, case)?;
    let found = match play.outcome() {
        Some(outcome) => vec![format!("result: {outcome}")],
        None => play.turns().map_err(|error| error.to_string())?,
    };
    let expected: Vec<&str> =
        case["lines"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let missing: Vec<_> = expected.iter().filter(|line| !found.iter().any(|other| other == *line)).collect();
    let extra: Vec<_> = found.iter().filter(|line| !expected.contains(&line.as_str())).collect();
    if found == expected { Ok(()) } else { Err(format!("missing {missing:?}, too much {extra:?}")) }
}

fn reach(kind: &dyn GameType, case: &Value) -> Result<Box<dyn AnyPlay>, String> {
    let set = case["set"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let options = Options::parse(kind.meta().options, set).map_err(|error| error.to_string())?;
    let mut play = match case["setup"].as_str() {
        Some(setup) => kind.set_up(options, setup).map_err(|error| error.to_string())?,
        None => kind.start(options).map_err(|error| error.to_string())?,
    };
    for turn in
        case["turns"].as_str().unwrap_or_default().split(';').map(str::trim).filter(|turn| !turn.is_empty())
    {
        play.turn(turn).map_err(|error| error.to_string())?;
    }
    Ok(play)
}

macro_rules! cases {
    ($($module:ident :: $Game:ident,)*) => {$(
        #[test]
        fn $module() {
            check(stringify!($module), include_str!(concat!("data/cases/", stringify!($module), ".jsonl")));
        }
    )*};
}

taijitu_rules::for_each_game!(cases);
