//! Who may not write, and who may not be here: mutes and bans of players and of ranges of addresses.

use super::Accounts;
use super::networks::Network;
use crate::error::{ApiError, Result};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use taijitu_protocol::{Code, PlayerId};
use taijitu_store::BanKind;
use time::macros::format_description;
use time::{Duration, UtcDateTime};

/// The most ranges that are banned at a time.
pub(crate) const MAX_NETWORKS: i64 = 1000;
/// More players than this are not remembered with their address.
const MAX_SEEN: usize = 50_000;

/// The range of addresses players were last seen in. It is kept in memory only, for moderators who ban one.
#[derive(Default)]
pub(crate) struct LastSeen(Mutex<HashMap<PlayerId, Network>>);

impl LastSeen {
    /// Notes where a player is.
    pub(crate) fn note(&self, player: PlayerId, address: IpAddr) {
        let Some(network) = Network::of_home(address) else { return };
        let mut seen = self.0.lock().expect("no panic while the lock is held");
        if seen.len() >= MAX_SEEN {
            seen.clear();
        }
        seen.insert(player, network);
    }

    /// Where a player was last seen by this node.
    pub(crate) fn of(&self, player: PlayerId) -> Option<Network> {
        self.0.lock().expect("no panic while the lock is held").get(&player).copied()
    }
}

/// A time for people, in UTC.
pub(crate) fn written(at: i64) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    let at = UtcDateTime::UNIX_EPOCH.checked_add(Duration::milliseconds(at));
    at.and_then(|at| at.format(format).ok()).unwrap_or_default()
}

/// The refusal of somebody who is muted.
pub(crate) fn muted(until: i64) -> ApiError {
    let when = written(until);
    let mut refused = ApiError::new(
        Code::Muted,
        format!("a moderator has muted you: you may write again on {when}"),
        format!("un modérateur a bloqué vos messages : vous pourrez écrire à nouveau le {when}"),
    );
    refused.0.until = Some(until);
    refused
}

/// The refusal of somebody who is banned.
pub(crate) fn banned(until: Option<i64>) -> ApiError {
    let mut refused = match until.map(written) {
        Some(when) => ApiError::new(
            Code::Banned,
            format!("you are banned from this site until {when}"),
            format!("vous êtes exclu de ce site jusqu’au {when}"),
        ),
        None => ApiError::new(Code::Banned, "you are banned from this site", "vous êtes exclu de ce site"),
    };
    refused.0.until = until;
    refused
}

impl Accounts {
    /// Checks that a player is not banned.
    ///
    /// # Errors
    /// `banned` with the end of the ban; `unavailable` if the database fails.
    pub(crate) async fn check_not_banned(&self, player: PlayerId) -> Result<()> {
        let now = self.site.clock.now();
        match self.site.store.ban_of(player, now).await? {
            Some(ban) => Err(banned(ban.until)),
            None => Ok(()),
        }
    }

    /// Checks that an address is not in a banned range, from memory.
    ///
    /// # Errors
    /// `banned` with the end of the ban.
    pub(crate) fn check_address(&self, address: Option<IpAddr>) -> Result<()> {
        let now = self.site.clock.now();
        match address.and_then(|address| self.banned_networks.find(address, now)) {
            Some(until) => Err(banned(until)),
            None => Ok(()),
        }
    }

    /// Checks that a player may write in chats.
    ///
    /// # Errors
    /// `muted` with the end of the mute; `unavailable` if the database fails.
    pub(crate) async fn check_not_muted(&self, player: PlayerId) -> Result<()> {
        let row = self.site.store.player(player).await?;
        match row.and_then(|row| row.muted_until).filter(|until| *until > self.site.clock.now()) {
            Some(until) => Err(muted(until)),
            None => Ok(()),
        }
    }

    /// Reads the banned ranges again and notifies sockets.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn reload_banned_networks(&self) -> Result<()> {
        let now = self.site.clock.now();
        let rows = self.site.store.bans(BanKind::Network, now, i64::MAX, MAX_NETWORKS).await?;
        self.banned_networks.set(&rows);
        Ok(())
    }
}
