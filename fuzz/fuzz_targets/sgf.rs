//! Boardspace's SGF: what is imported is legal, and survives export and import.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_rules::games::yinsh::boardspace;

fuzz_target!(|text: &str| {
    if let Ok(record) = boardspace::import(text) {
        record.replay().expect("an imported game replays");
        let written = boardspace::export(&record).expect("an imported game can be exported");
        let again = boardspace::import(&written).expect("an exported game can be imported");
        assert_eq!(again.lines, record.lines, "{written}");
    }
});
