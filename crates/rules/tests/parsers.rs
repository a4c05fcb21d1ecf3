//! Nothing anybody writes makes a parser panic: random text, and whole games with a few signs changed.

use crate::common::VARIANTS;
use proptest::prelude::*;
use taijitu_rules::games::yinsh::boardspace;
use taijitu_rules::{Audience, Options, Record, games};

/// Text that looks like notation often enough to get past the first test of a parser.
fn scribble() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-l][0-9]{1,2}",
        "x?[a-l][0-9]{1,2}[-x][a-l][0-9]{1,2}(:[a-l][0-9]{1,2})?[+#*]?",
        "[Ll][1-5]@[a-d][1-4](=L[1-4]:[wb.]{4}>[wb.*]{1,4})?",
        "(laws|pass|swap|concede|takeback|round [0-9]|[wb.]{4}>[wb.*]{1,4})",
        "(w|b|wr|br|wm|bm|wout|bout|zen|ko|seat|check|was|act|passed|swap|lb|lw|up|whand|bhand)=[a-l0-9,;=whitelackopn.>]{0,12}",
        "\\PC{0,8}",
    ];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

const SGF: &str = include_str!("data/boardspace/three_rings.sgf");

/// A text with a few pieces of it replaced by others, or left out.
fn damaged(text: &str, cuts: &[(usize, usize, String)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, length, instead) in cuts {
        let at = at % chars.len().max(1);
        let end = (at + length).min(chars.len());
        chars.splice(at.min(end)..end, instead.chars());
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn turns_are_played_or_refused(text in scribble(), which in 0..VARIANTS.len()) {
        let variant = &VARIANTS[which];
        let kind = games::find(variant.game).expect("a game");
        let mut play = kind.start(Options::parse(kind.meta().options, variant.options.iter().copied()).expect("options")).expect("a start");
        let before = play.setup(Audience::Omniscient);
        if let Err(error) = play.turn(&text) {
            prop_assert_eq!(before, play.setup(Audience::Omniscient));
            prop_assert!(!error.why.code().is_empty() && !error.say(taijitu_rules::Lang::Fr).is_empty());
        }
    }

    #[test]
    fn set_ups_are_taken_or_refused(text in scribble(), act in "act=(white|black)", which in 0..VARIANTS.len()) {
        let variant = &VARIANTS[which];
        let kind = games::find(variant.game).expect("a game");
        let options = Options::parse(kind.meta().options, variant.options.iter().copied()).expect("options");
        if let Ok(play) = kind.set_up(options.clone(), &format!("{text} {act}")) {
            let written = play.setup(Audience::Omniscient);
            let again = kind.set_up(options, &written).expect("a written set-up reads back");
            prop_assert_eq!(again.setup(Audience::Omniscient), written);
        }
    }

    #[test]
    fn records_are_read_or_refused(head in "(taijitu record 1\n)?", body in proptest::collection::vec(scribble(), 0..6)) {
        let _ = Record::read(&format!("{head}game: y\nrules: 1\n\n{}", body.join("\n")));
        let _ = Record::read(&body.join("\n"));
    }

    #[test]
    fn damaged_games_are_read_or_refused(cuts in proptest::collection::vec((any::<usize>(), 0..12_usize, "[]a-k0-9;wrPx :.{}\\\\-]{0,3}"), 1..4)) {
        if let Ok(record) = boardspace::import(&damaged(SGF, &cuts)) {
            prop_assert!(Record::read(&record.to_string()).is_ok());
        }
        let whole = boardspace::import(SGF).expect("a game").to_string();
        if let Ok(record) = Record::read(&damaged(&whole, &cuts)) {
            prop_assert_eq!(Record::read(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn options_are_read_or_refused(words in proptest::collection::vec("\\PC{0,6}=?\\PC{0,6}", 0..3), which in 0..games::GAMES.len()) {
        let kind = games::GAMES[which];
        let _ = Options::parse(kind.meta().options, words.iter().map(String::as_str));
    }
}
