//! Messages of the socket, and lines of the streams (own events, analyses, reviews): one that is read writes itself back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use taijitu_protocol::{AnalysisNews, FromClient, FromServer, OwnEvent, ReviewNews};

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
    if let Ok(event) = serde_json::from_slice::<OwnEvent>(data) {
        let written = serde_json::to_vec(&event).expect("an event can be written");
        assert_eq!(serde_json::from_slice::<OwnEvent>(&written).expect("a written event reads back"), event);
    }
    read_line::<AnalysisNews>(data);
    read_line::<ReviewNews>(data);
});

/// Reads a line of a stream. Numbers with a fraction may be rounded once.
fn read_line<T: Serialize + DeserializeOwned>(line: &[u8]) {
    if let Ok(news) = serde_json::from_slice::<T>(line) {
        let written = serde_json::to_vec(&news).expect("a line can be written");
        let again: T = serde_json::from_slice(&written).expect("a written line reads back");
        assert_eq!(serde_json::to_vec(&again).expect("a line can be written"), written);
    }
}
