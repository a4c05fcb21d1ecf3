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
/// A proxy that is not trusted hides all clients behind its own address. One on this machine is recognised by
/// the headers it adds; its clients are unknown, and the log says once what to configure.
pub(super) fn client_address(
    headers: &HeaderMap,
    peer: Option<IpAddr>,
    trusts_proxy: bool,
) -> Option<IpAddr> {
    if trusts_proxy {
        return forwarded(headers).unwrap_or(peer);
    }
    let is_proxied = || SIGNS_OF_A_PROXY.iter().any(|name| headers.contains_key(name));
    if peer.is_some_and(|peer| peer.to_canonical().is_loopback()) && is_proxied() {
        warn_of_proxy();
        return None;
    }
    peer
}

fn warn_of_proxy() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::warn!(
            "requests come through a proxy on this machine, and --trust-proxy is not set: \
             all clients share the limits of one address"
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
        for odd in ["garbage", "203.0.113.9,", "", "unknown", "1.2.3.4.5"] {
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
        }
    }
}
