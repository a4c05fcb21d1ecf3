//! The address a request comes from: that of the connection, or the one a trusted proxy reports.

use super::forwarded::{last_element, last_in_list};
use axum::http::{HeaderMap, HeaderName, header};
use std::net::IpAddr;
use std::sync::Once;

/// The header most proxies set: addresses separated by commas, the last one written by the proxy in front of us.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Headers that only a proxy adds.
const SIGNS_OF_A_PROXY: [HeaderName; 5] = [
    X_FORWARDED_FOR,
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// The client's address; `None` if it is unknown: all unknown clients together have the limits of one
/// address.
///
/// A proxy that is not trusted hides all clients behind its own address. One on this machine or in its network is recognised by
/// the headers it adds, and the log says once what to configure. Clients of one on this machine are unknown; one in the network
/// may be a client that has written the headers itself, and counts as any other.
pub(super) fn client_address(
    headers: &HeaderMap,
    peer: Option<IpAddr>,
    trusts_proxy: bool,
) -> Option<IpAddr> {
    let is_proxied = is_sent_by_a_proxy(headers, peer);
    if trusts_proxy {
        // A trusted proxy that reports no address hides its clients, too. Requests of this machine itself come without any sign.
        // An address of this machine, which has higher limits, is another proxy's.
        let reported = forwarded(headers).map(|address| address.filter(|address| !address.is_loopback()));
        return reported.unwrap_or_else(|| peer.filter(|_| !is_proxied));
    }
    if is_proxied {
        warn_of_proxy();
        return peer.filter(|peer| !peer.to_canonical().is_loopback());
    }
    peer
}

/// Whether a request seems to come through a proxy on this machine or in its network.
fn is_sent_by_a_proxy(headers: &HeaderMap, peer: Option<IpAddr>) -> bool {
    peer.is_some_and(is_near) && SIGNS_OF_A_PROXY.iter().any(|name| headers.contains_key(name))
}

/// Whether an address is that of this machine, of its network, or of a container on it.
fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

fn warn_of_proxy() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::warn!(
            "requests come through a proxy, and --trust-proxy is not set: all clients share the limits of one address"
        );
    });
}

/// The address a proxy reports. `None` without a header; `Some(None)` if it is malformed or two headers
/// disagree: a proxy sets one of them, and the client may have sent the other.
fn forwarded(headers: &HeaderMap) -> Option<Option<IpAddr>> {
    match (last_value(headers, &X_FORWARDED_FOR), last_value(headers, &header::FORWARDED)) {
        (None, None) => None,
        (Some(list), None) => Some(list.and_then(last_in_list)),
        (None, Some(elements)) => Some(elements.and_then(last_element)),
        (Some(list), Some(elements)) => {
            let (one, other) = (list.and_then(last_in_list), elements.and_then(last_element));
            Some(one.filter(|_| one == other))
        }
    }
}

/// The last line of a header; `Some(None)` if it is not text.
fn last_value<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    headers.get_all(name).iter().next_back().map(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let line = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        let mut headers = HeaderMap::new();
        for (name, value) in lines.iter().map(line) {
            headers.append(name, value);
        }
        headers
    }

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn the_proxy_in_front_of_us_is_believed() {
        let peer = ip("127.0.0.1");
        let from = |lines: &[(&'static str, &str)]| client_address(&headers(lines), peer, true);
        assert_eq!(from(&[]), peer, "asked without the proxy");
        for sign in ["via", "x-real-ip", "x-forwarded-proto"] {
            assert_eq!(from(&[(sign, "203.0.113.9")]), None, "{sign} alone is not trusted");
        }
        assert_eq!(from(&[("x-forwarded-for", "198.51.100.7, 203.0.113.9:1234")]), ip("203.0.113.9"));
        let two_lines = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-for", "203.0.113.9")];
        assert_eq!(from(&two_lines), ip("203.0.113.9"));
        assert_eq!(
            from(&[(
                "forwarded",
                "for=198.51.100.7, For=\"[2001:db8::17]:4711\";proto=https;by=203.0.113.43"
            )]),
            ip("2001:db8::17")
        );
        let both = |list, element| from(&[("x-forwarded-for", list), ("forwarded", element)]);
        assert_eq!(both("203.0.113.9", "for=203.0.113.9"), ip("203.0.113.9"));
        assert_eq!(both("203.0.113.9", "for=198.51.100.7"), None, "one of them is an invention");
        for odd in [
            "garbage",
            "203.0.113.9,",
            "",
            "unknown",
            "1.2.3.4.5",
            "127.0.0.1",
            "[::1]:80",
            "::ffff:127.0.0.1",
        ] {
            assert_eq!(from(&[("x-forwarded-for", odd)]), None, "{odd}");
        }
        for odd in ["garbage", "for=unknown", "for=_gazonk", "proto=https", "for=\"_x:80\""] {
            assert_eq!(from(&[("forwarded", odd)]), None, "{odd}");
        }
    }

    #[test]
    fn a_proxy_that_is_not_trusted_is_noticed_on_this_machine() {
        let from = |peer, lines: &[(&'static str, &str)]| client_address(&headers(lines), ip(peer), false);
        assert_eq!(from("127.0.0.1", &[]), ip("127.0.0.1"), "the host itself");
        for sign in ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-proto"] {
            assert_eq!(from("127.0.0.1", &[(sign, "203.0.113.9")]), None, "{sign}");
            assert_eq!(from("::1", &[(sign, "203.0.113.9")]), None, "{sign}");
            assert_eq!(from("192.0.2.1", &[(sign, "203.0.113.9")]), ip("192.0.2.1"), "{sign}");
            assert_eq!(from("172.17.0.1", &[(sign, "203.0.113.9")]), ip("172.17.0.1"), "{sign}");
        }
    }

    #[test]
    fn a_proxy_in_the_network_is_noticed_too() {
        let through = headers(&[("x-forwarded-for", "203.0.113.9")]);
        for near in
            ["127.0.0.1", "::1", "172.17.0.1", "10.0.0.5", "192.168.1.2", "fd00::5", "::ffff:10.0.0.5"]
        {
            assert!(is_sent_by_a_proxy(&through, ip(near)), "{near}");
            assert!(!is_sent_by_a_proxy(&headers(&[]), ip(near)), "{near}");
        }
        for far in ["203.0.113.1", "2001:db8::1"] {
            assert!(!is_sent_by_a_proxy(&through, ip(far)), "{far}: anybody may write headers");
        }
    }
}
