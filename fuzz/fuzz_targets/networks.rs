//! Files of learned evaluations: one that is read writes itself back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_search::PatternNetwork;

fuzz_target!(|data: &[u8]| {
    if let Ok(network) = PatternNetwork::decode(data) {
        let written = network.encode();
        let again = PatternNetwork::decode(&written).expect("a written network reads back");
        assert_eq!(again.encode(), written);
    }
});
