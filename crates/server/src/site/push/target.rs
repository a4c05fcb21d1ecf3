//! Where push messages may be sent: to https addresses in the public internet, and nowhere else.
//!
//! A client chooses the address, so it must not make this server connect to its own network (SSRF): names are resolved here, and
//! the connection is made to the address that was checked.

use hyper::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The most characters of an address.
const LENGTH_MOST: usize = 1000;

/// An address a message may be sent to, judged by its text only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushTarget {
    /// Whether it is encrypted; always, except on this machine in tests.
    pub(crate) is_https: bool,
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Path and query.
    pub(crate) path: String,
    /// Whether it may be this machine: in tests.
    allows_loopback: bool,
}

impl PushTarget {
    /// Reads an address; `None` if nothing may be sent there. With `allows_loopback`, which is for tests, also
    /// `http://127.0.0.1:PORT`.
    pub(crate) fn read(text: &str, allows_loopback: bool) -> Option<Self> {
        if text.len() > LENGTH_MOST || !text.is_ascii() || text.contains('@') {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        let (host, port) = (uri.host()?.trim_matches(['[', ']']).to_owned(), uri.port_u16());
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let is_https = uri.scheme_str()? == "https";
        let literal: Option<IpAddr> = host.parse().ok();
        let is_loopback = literal.is_some_and(|address| address.is_loopback());
        let target = |port| Self { is_https, host, port, path, allows_loopback };
        if allows_loopback && is_loopback {
            return Some(target(port.unwrap_or(if is_https { 443 } else { 80 })));
        }
        // Other ports belong to other services, and no push service has a numeric address.
        let is_name = literal.is_none() && uri.host()?.contains('.') && !uri.host()?.ends_with(".local");
        (is_https && is_name && port.is_none_or(|port| port == 443)).then(|| target(443))
    }

    /// The scheme and the host, with the port if it is not the usual one.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.is_https { "https" } else { "http" };
        match (self.is_https, self.port) {
            (true, 443) | (false, 80) => format!("{scheme}://{}", self.host),
            (_, port) => format!("{scheme}://{}:{port}", self.host),
        }
    }

    /// The addresses of the host to which a connection may be made.
    pub(crate) async fn addresses(&self) -> std::io::Result<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        let may_be = |address: &SocketAddr| {
            is_public(address.ip()) || (self.allows_loopback && address.ip().is_loopback())
        };
        Ok(found.filter(may_be).collect())
    }
}

/// Whether an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_unspecified()
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast();
    // "This" network, shared address space, IETF protocols, benchmarks, reserved.
    let is_reserved = a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !is_special && !is_reserved
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Only 2000::/3 is allocated; in it, documentation, tunnels to other addresses, and protocol assignments.
    let is_global = segments[0] & 0xe000 == 0x2000;
    let is_excluded = (segments[0] == 0x2001 && (segments[1] < 0x0200 || segments[1] == 0x0db8))
        || segments[0] == 0x2002
        || segments[0] == 0x3fff;
    is_global && !is_excluded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_addresses_are_taken() {
        let read = |text: &str| PushTarget::read(text, false);
        let target = read("https://push.example/send/abc?x=1").unwrap();
        assert_eq!(
            (target.origin().as_str(), target.path.as_str()),
            ("https://push.example", "/send/abc?x=1")
        );
        assert!(read("https://push.example:443/a").is_some());
        let long = format!("https://push.example/{}", "a".repeat(LENGTH_MOST));
        for wrong in [
            "http://push.example/a",
            "https://push.example:8443/a",
            "https://user@push.example/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://10.0.0.1/a",
            "https://8.8.8.8/a",
            "https://localhost/a",
            "https://printer.local/a",
            "ftp://push.example/a",
            "push.example/a",
            "https://",
            "https://push.exämple/a",
            "",
            &long,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let local = PushTarget::read("http://127.0.0.1:8081/x", true).unwrap();
        assert_eq!(local.origin(), "http://127.0.0.1:8081");
        assert_eq!(PushTarget::read("http://10.0.0.1/x", true), None);
    }

    #[test]
    fn addresses_of_neighbours_are_not_public() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for public in ["8.8.8.8", "203.0.114.1", "2606:4700::1111", "2a00:1450:4001::1"] {
            assert!(is_public(public), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.1.1",
            "192.0.0.8",
            "198.18.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(private), "{private}");
        }
    }
}
