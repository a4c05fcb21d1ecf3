//! Headers of proxies: whatever a client writes into them, the address is that of the last entry or none, and an address that is written reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::net::IpAddr;

#[path = "../../crates/server/src/http/forwarded.rs"]
mod forwarded;

use forwarded::{last_element, last_in_list};

fuzz_target!(|text: &str| {
    if let Some(address) = last_in_list(text) {
        check(address, |written| last_in_list(&written));
    }
    if let Some(address) = last_element(text) {
        check(address, |written| last_element(&format!("for=\"{written}\";proto=https")));
    }
    // What a client puts in front does not count.
    let last = text.rsplit(',').next().unwrap_or_default();
    assert_eq!(last_in_list(&format!("192.0.2.1, {last}")), last_in_list(last));
    assert_eq!(last_element(&format!("for=192.0.2.1, {last}")), last_element(last));
});

/// An address as the ways to write it lead back to it.
fn check(address: IpAddr, read: impl Fn(String) -> Option<IpAddr>) {
    assert_eq!(address.to_canonical(), address, "one spelling");
    let forms = match address {
        IpAddr::V4(v4) => vec![v4.to_string(), format!("{v4}:4711")],
        IpAddr::V6(v6) => vec![v6.to_string(), format!("[{v6}]"), format!("[{v6}]:4711")],
    };
    for form in forms {
        assert_eq!(read(form.clone()), Some(address), "{form}");
    }
}
