//! Players: their sessions, profiles, passwords and names; second factors and recovery codes.

pub(crate) mod blocks;
pub(crate) mod common_passwords;
mod hasher;
mod held_names;
pub(crate) mod mail;
pub mod names;
pub mod networks;
pub mod passwords;
pub(crate) mod places;
pub(crate) mod profiles;
pub(crate) mod recovery;
pub(crate) mod second_factor;
pub(crate) mod sessions;
pub(crate) mod sign_in;
pub(crate) mod standing;
pub mod totp;

use crate::error::Result;
use crate::site::Site;
use crate::site::bus::Signal;
use blocks::BlockCache;
use networks::BannedNetworks;
use passwords::Passwords;
use profiles::ProfileCache;
use sessions::Sessions;
use standing::LastSeen;
use std::ops::Deref;
use std::sync::Arc;
use taijitu_protocol::PlayerId;
use taijitu_table::Names;

/// A handle to the accounts of a site; cheap to clone.
#[derive(Clone)]
pub struct Accounts(Arc<AccountsInner>);

/// What is behind the handle.
pub struct AccountsInner {
    pub(crate) site: Site,
    /// Names of players.
    pub(crate) profiles: ProfileCache,
    /// Who is signed in.
    pub(crate) sessions: Sessions,
    /// Where passwords are hashed.
    pub passwords: Passwords,
    /// Ranges of addresses that are banned.
    pub(crate) banned_networks: BannedNetworks,
    /// Where players were last seen.
    pub(crate) last_seen: LastSeen,
    /// Who has blocked whom.
    pub(crate) blocks: BlockCache,
}

impl Deref for Accounts {
    type Target = AccountsInner;
    fn deref(&self) -> &AccountsInner {
        &self.0
    }
}

impl Accounts {
    /// The accounts of a site.
    #[must_use]
    pub fn new(site: Site) -> Self {
        let passwords = Passwords::new(site.config.password_cost, site.config.leaves_a_core_free);
        let (profiles, sessions) = (ProfileCache::default(), Sessions::default());
        let (banned_networks, last_seen) = (BannedNetworks::default(), LastSeen::default());
        let blocks = BlockCache::default();
        Self(Arc::new(AccountsInner {
            site,
            profiles,
            sessions,
            passwords,
            banned_networks,
            last_seen,
            blocks,
        }))
    }

    /// The names of some players, from the cache or from the database. A player who is gone has none.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn names(&self, ids: impl IntoIterator<Item = PlayerId>) -> Result<Names> {
        self.profiles.names(&self.site.store, ids).await
    }

    /// To be called when a player's name or sign-ins have changed: every node drops what it has cached, and the player's
    /// sockets check their session again.
    pub fn player_changed(&self, player: PlayerId) {
        self.forget_player(player);
        self.site.bus.publish(Signal::Player(player));
    }

    /// Drops what this node has cached of a player.
    pub(crate) fn forget_player(&self, player: PlayerId) {
        self.profiles.forget(player);
        self.sessions.forget(player);
        self.blocks.forget(player);
    }

    /// Drops everything cached: signals may have been lost.
    pub(crate) fn forget_players(&self) {
        self.profiles.forget_all();
        self.sessions.forget_all();
        self.blocks.forget_all();
    }
}
