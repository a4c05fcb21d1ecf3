//! Options of every game as `key=value`: what is accepted can be played or is refused with a reason, and writes itself back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_rules::{Options, games};

// The first byte chooses the game, the rest are options, a line each.
fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let kind = games::GAMES[usize::from(first) % games::GAMES.len()];
    let options = match Options::parse(kind.meta().options, text.lines()) {
        Ok(options) => options,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let again = Options::parse(kind.meta().options, written.iter().map(String::as_str))
        .expect("written options read back");
    assert_eq!(again, options);
    if let Err(error) = kind.start(options) {
        assert!(!error.to_string().is_empty());
    }
});
