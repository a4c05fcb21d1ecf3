//! Turns of every game: whatever is written, it is played or refused, and a refusal changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_rules::{Audience, Options, games};

// The first byte chooses the game, the rest is a line of turns.
fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let kind = games::GAMES[usize::from(first) % games::GAMES.len()];
    // The usual options, or one of the variants.
    let variants = kind.meta().variants;
    let set = variants
        .get(usize::from(first) / games::GAMES.len() % (variants.len() + 1))
        .copied()
        .unwrap_or_default();
    let options = Options::parse(kind.meta().options, set.iter().copied()).expect("options of the game");
    let mut play = kind.start(options).expect("a start");
    for turn in text.split(';').take(40) {
        let before = play.setup(Audience::Omniscient);
        match play.turn(turn) {
            Ok(spelled) => {
                assert!(play.undo());
                assert_eq!(play.setup(Audience::Omniscient), before);
                assert_eq!(play.turn(&spelled).as_ref(), Ok(&spelled), "a printed turn reads back");
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(play.setup(Audience::Omniscient), before, "a refusal changes nothing");
            }
        }
    }
});
