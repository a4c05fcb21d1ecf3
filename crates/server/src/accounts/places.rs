//! Networks from which accounts have signed in, stored as fingerprints of 16 bits: enough to tell the owner from somebody who
//! guesses passwords, not enough to learn the network.

use super::Accounts;
use crate::error::Result;
use crate::site::limits::network;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use taijitu_protocol::PlayerId;

impl Accounts {
    /// Whether an account has signed in from this address, or its network, before. False without an account.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn is_known_at(
        &self,
        player: Option<PlayerId>,
        address: Option<IpAddr>,
    ) -> Result<bool> {
        // Also queried if there is no such account, so that the time of the answer does not reveal it.
        let player = player.unwrap_or(PlayerId(0));
        Ok(self.site.store.has_signed_in_from(player, &fingerprint(player, address)).await?)
    }

    /// Remembers that an account has signed in from an address.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn note_address(&self, player: PlayerId, address: Option<IpAddr>) -> Result<()> {
        let now = self.site.clock.now();
        Ok(self.site.store.note_sign_in(player, &fingerprint(player, address), now).await?)
    }
}

/// 16 bits of a hash of a network, different for each account.
fn fingerprint(player: PlayerId, address: Option<IpAddr>) -> String {
    let network = address.map(|address| network(address).to_string()).unwrap_or_default();
    let hash = Sha256::digest(format!("{player} {network}").as_bytes());
    format!("{:02x}{:02x}", hash[0], hash[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_known_again_and_not_told() {
        let of = |player, address: &str| fingerprint(PlayerId(player), address.parse().ok());
        assert_eq!(of(1, "203.0.113.9"), of(1, "::ffff:203.0.113.9"));
        assert_eq!(of(1, "2001:db8::1"), of(1, "2001:db8::2"), "one home");
        assert_ne!(of(1, "203.0.113.9"), of(2, "203.0.113.9"));
        assert_eq!(of(1, "203.0.113.9").len(), 4);
    }
}
