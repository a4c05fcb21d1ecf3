//! Messages of the socket: one that is read writes itself back, and a refusal has words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_protocol::{FromClient, FromServer};

fuzz_target!(|data: &[u8]| {
    if let Ok(message) = serde_json::from_slice::<FromClient>(data) {
        let written = serde_json::to_vec(&message).expect("a message can be written");
        let again: FromClient = serde_json::from_slice(&written).expect("a written message reads back");
        assert_eq!(again, message);
    }
    // What a client has to read.
    if let Ok(message) = serde_json::from_slice::<FromServer>(data) {
        let written = serde_json::to_vec(&message).expect("a message can be written");
        serde_json::from_slice::<FromServer>(&written).expect("a written message reads back");
    }
});
