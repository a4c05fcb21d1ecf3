//! The layers of a running node in one place: what the doors, HTTP and sockets, are given.

use crate::accounts::Accounts;
use crate::archive::Archive;
use crate::engines::{EnginePool, WorkerClient};
use crate::moderation::Moderation;
use crate::site::Site;
use crate::tables::Tables;

/// A node; cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Set-up, time, database, bus, limits.
    pub site: Site,
    /// Players.
    pub accounts: Accounts,
    /// Engines.
    pub engines: EnginePool,
    /// Tables in use.
    pub tables: Tables,
    /// Finished games.
    pub archive: Archive,
    /// Reports, and what is done about them.
    pub moderation: Moderation,
}

impl App {
    /// A node on a site; nothing runs yet.
    #[must_use]
    pub fn new(site: Site) -> Self {
        let accounts = Accounts::new(site.clone());
        let workers = site.bus.client().zip(site.bus.is_up());
        let engines = EnginePool::new(workers.map(|(client, up)| WorkerClient::new(client, up)));
        let tables = Tables::new(site.clone(), accounts.clone(), engines.clone());
        let archive = Archive::new(site.clone(), accounts.clone());
        let moderation = Moderation::new(site.clone(), accounts.clone(), tables.clone(), archive.clone());
        Self { site, accounts, engines, tables, archive, moderation }
    }

    /// Begins to shut down: nothing new is accepted.
    pub fn close(&self) {
        self.site.close();
        self.engines.close();
    }
}
