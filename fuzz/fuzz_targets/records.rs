//! Records: one that is accepted is legal, and writes itself back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_rules::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::read(text) {
        record.replay().expect("a record that was read replays");
        let written = record.to_string();
        assert_eq!(Record::read(&written), Ok(record), "{written}");
    }
});
