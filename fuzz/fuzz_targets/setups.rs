//! Set-up strings of every game: one that is accepted writes itself back and can be played from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_rules::{Audience, Options, games};

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
    let Ok(play) = kind.set_up(options.clone(), text) else { return };
    let written = play.setup(Audience::Omniscient);
    let again = kind.set_up(options, &written).expect("a written set-up reads back");
    assert_eq!(again.setup(Audience::Omniscient), written);
    assert_eq!(again.outcome(), play.outcome());
    if let Ok(turns) = play.turns() {
        assert_eq!(turns.is_empty(), play.outcome().is_some());
        for turn in turns.iter().take(50) {
            play.boxed_clone().turn(turn).expect("a listed turn is legal");
        }
    }
});
