//! Parses the headers in which proxies report the address of a client. Text only: a fuzz target uses it, too.

use std::net::{IpAddr, SocketAddr};

/// The last address of `X-Forwarded-For`.
pub(super) fn last_in_list(list: &str) -> Option<IpAddr> {
    list.rsplit(',').next().and_then(address)
}

/// The `for` of the last element of `Forwarded` (RFC 7239), such as `for="[2001:db8::17]:4711";proto=https`.
pub(super) fn last_element(elements: &str) -> Option<IpAddr> {
    let parameters = elements.rsplit(',').next()?.split(';').filter_map(|pair| pair.split_once('='));
    let mut written_for = parameters.filter(|(key, _)| key.trim().eq_ignore_ascii_case("for"));
    address(written_for.next()?.1)
}

/// An address as proxies write it: plain, with a port, in brackets, in quotes, with the name of an interface.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let parse = |text: &str| text.split('%').next()?.parse::<IpAddr>().ok();
    let bracketed = || parse(text.strip_prefix('[')?.split_once(']')?.0);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    parse(text).or_else(with_port).or_else(bracketed).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_proxies_write_them() {
        for (text, expected) in [
            ("203.0.113.9", "203.0.113.9"),
            (" 203.0.113.9:1234 ", "203.0.113.9"),
            ("2001:db8::17", "2001:db8::17"),
            ("[2001:db8::17]", "2001:db8::17"),
            ("[2001:db8::17]:80", "2001:db8::17"),
            ("\"[2001:db8::17]:4711\"", "2001:db8::17"),
            ("fe80::1%eth0", "fe80::1"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("[::1]:80", "::1"),
        ] {
            assert_eq!(address(text), expected.parse().ok(), "{text}");
        }
        for text in
            ["", "unknown", "_hidden", "203.0.113", "203.0.113.9:port", "[::1", "localhost", "1.2.3.4;5"]
        {
            assert_eq!(address(text), None, "{text}");
        }
    }
}
