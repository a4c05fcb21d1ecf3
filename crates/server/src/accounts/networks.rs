//! Ranges of addresses, and the list of those that are banned.
//!
//! The list is read from the database when a node starts and whenever the audit log says that it changed. Sockets wait
//! for that, so that those from a banned range end at once.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use std::sync::Arc;
use taijitu_store::BanRow;
use tokio::sync::watch;

/// The widest range that may be banned: 65,536 IPv4 addresses, or the allocation of an IPv6 provider.
const WIDEST: (u8, u8) = (16, 32);

/// A range of addresses such as `203.0.113.0/24`; bits behind the prefix are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// Why a text is no range that may be banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// Not a range.
    #[error("write a range as 203.0.113.0/24 or 2001:db8::/48, or one address")]
    NotANetwork,
    /// Too many addresses.
    #[error("a range is at most as wide as /{} with IPv4 and /{} with IPv6", WIDEST.0, WIDEST.1)]
    TooWide,
    /// The machine itself: behind a proxy that hides client addresses, every client has this one.
    #[error("the addresses of the machine itself cannot be banned")]
    Loopback,
}

impl FromStr for Network {
    type Err = BadNetwork;

    /// Reads `ADDRESS/PREFIX`, or one address.
    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| BadNetwork::NotANetwork)?;
        let mapped = address.to_canonical() != address;
        if mapped && prefix.is_some() {
            return Err(BadNetwork::NotANetwork);
        }
        let address = address.to_canonical();
        let (bits, widest) = if address.is_ipv4() { (32, WIDEST.0) } else { (128, WIDEST.1) };
        let prefix = match prefix {
            Some(prefix) => {
                prefix.parse().ok().filter(|prefix| *prefix <= bits).ok_or(BadNetwork::NotANetwork)?
            }
            None => bits,
        };
        if prefix < widest {
            return Err(BadNetwork::TooWide);
        }
        let network = Self::of(address, prefix);
        let own = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        if network.address.is_loopback() || own.iter().any(|own| network.contains(*own)) {
            return Err(BadNetwork::Loopback);
        }
        Ok(network)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl Network {
    fn of(address: IpAddr, prefix: u8) -> Self {
        let address = match address {
            IpAddr::V4(v4) => {
                IpAddr::V4(Ipv4Addr::from_bits(first_bits(v4.to_bits().into(), 32, prefix) as u32))
            }
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(first_bits(v6.to_bits(), 128, prefix))),
        };
        Self { address, prefix }
    }

    /// The range that belongs to one household: one IPv4 address, or 2^64 IPv6 addresses. None for the
    /// machine itself.
    #[must_use]
    pub fn of_home(address: IpAddr) -> Option<Self> {
        let address = address.to_canonical();
        let prefix = if address.is_ipv4() { 32 } else { 64 };
        (!address.is_loopback()).then(|| Self::of(address, prefix))
    }

    /// Whether an address lies in the range.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.address.is_ipv4() && Self::of(address, self.prefix) == *self
    }
}

/// The first `prefix` bits of a number of `width` bits.
const fn first_bits(bits: u128, width: u8, prefix: u8) -> u128 {
    let rest = width - prefix;
    if rest >= 128 { 0 } else { bits >> rest << rest }
}

/// A range that is banned, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BannedNetwork {
    network: Network,
    until: Option<i64>,
}

/// The ranges that are banned.
pub(crate) struct BannedNetworks(watch::Sender<Arc<[BannedNetwork]>>);

/// Waits for the list to change.
pub(crate) struct BannedNetworksChanged(watch::Receiver<Arc<[BannedNetwork]>>);

impl BannedNetworksChanged {
    /// Waits until the list has changed.
    pub(crate) async fn changed(&mut self) {
        // The sender lives as long as the node.
        if self.0.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Default for BannedNetworks {
    fn default() -> Self {
        Self(watch::Sender::new(Arc::new([])))
    }
}

impl BannedNetworks {
    /// Replaces the list; rows that are no ranges are left out.
    pub(crate) fn set(&self, rows: &[BanRow]) {
        let banned = |row: &BanRow| {
            Some(BannedNetwork { network: row.network.as_deref()?.parse().ok()?, until: row.until })
        };
        self.0.send_replace(rows.iter().filter_map(banned).collect());
    }

    /// Until when an address is banned: `None` if it is not, `Some(None)` if the ban has no end.
    pub(crate) fn find(&self, address: IpAddr, now: i64) -> Option<Option<i64>> {
        let list = self.0.borrow();
        let banned =
            |ban: &&BannedNetwork| ban.until.is_none_or(|until| until > now) && ban.network.contains(address);
        list.iter().find(banned).map(|ban| ban.until)
    }

    /// Returns a receiver that reports changes of the list.
    pub(crate) fn subscribe(&self) -> BannedNetworksChanged {
        BannedNetworksChanged(self.0.subscribe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_and_has_one_spelling() {
        for (text, written) in [
            ("203.0.113.9/24", "203.0.113.0/24"),
            (" 203.0.113.9 ", "203.0.113.9/32"),
            ("198.51.0.0/16", "198.51.0.0/16"),
            ("2001:db8:1:2::9/48", "2001:db8:1::/48"),
            ("2001:db8::1", "2001:db8::1/128"),
            ("::ffff:203.0.113.9", "203.0.113.9/32"),
        ] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), written);
        }
        for text in
            ["", "/", "203.0.113.0/33", "203.0.113/24", "2001:db8::/129", "x", "1.2.3.4/-1", "::ffff:0:0/96"]
        {
            assert_eq!(text.parse::<Network>(), Err(BadNetwork::NotANetwork), "{text}");
        }
        for text in ["0.0.0.0/0", "203.0.0.0/15", "2000::/3", "::/0", "2001::/31"] {
            assert_eq!(text.parse::<Network>(), Err(BadNetwork::TooWide), "{text}");
        }
        for text in ["127.0.0.1", "127.3.0.0/16", "::1", "::/64"] {
            assert_eq!(text.parse::<Network>(), Err(BadNetwork::Loopback), "{text}");
        }
    }

    #[test]
    fn an_address_is_in_its_range_and_in_no_other() {
        let row = |network: &str, until| BanRow {
            player: None,
            network: Some(network.into()),
            since: 0,
            until,
            reason: String::new(),
        };
        let bans = BannedNetworks::default();
        bans.set(&[row("203.0.113.0/24", Some(100)), row("2001:db8::/48", None), row("nonsense", None)]);
        let find = |text: &str, now| bans.find(text.parse().unwrap(), now);
        assert_eq!(find("203.0.113.255", 99), Some(Some(100)));
        assert_eq!(find("::ffff:203.0.113.1", 99), Some(Some(100)));
        assert_eq!(find("203.0.113.255", 100), None, "it has ended");
        assert_eq!(find("203.0.114.0", 0), None);
        assert_eq!(find("2001:db8:0:7::1", i64::MAX), Some(None));
        assert_eq!(find("2001:db8:1::1", 0), None);
        assert_eq!(
            Network::of_home("2001:db8:1:2:3::4".parse().unwrap()).unwrap().to_string(),
            "2001:db8:1:2::/64"
        );
        assert_eq!(Network::of_home("127.0.0.1".parse().unwrap()), None);
    }
}
