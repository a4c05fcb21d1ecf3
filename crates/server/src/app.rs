//! All layers of a running node in one place: the state of the HTTP and WebSocket handlers.

use crate::accounts::Accounts;
use crate::archive::Archive;
use crate::engines::{EnginePool, WorkerClient};
use crate::moderation::Moderation;
use crate::people::People;
use crate::puzzles::PuzzleShelf;
use crate::ratings::Ratings;
use crate::site::Site;
use crate::tables::Tables;
use crate::tournaments::Tournaments;

/// A node; cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Set-up, time, database, bus, limits.
    pub site: Site,
    /// Players.
    pub accounts: Accounts,
    /// Ratings.
    pub ratings: Ratings,
    /// Engines.
    pub engines: EnginePool,
    /// Tables in use.
    pub tables: Tables,
    /// Finished games.
    pub archive: Archive,
    /// Reports and actions of moderators.
    pub moderation: Moderation,
    /// Who follows and blocks whom, who is here, challenges.
    pub people: People,
    /// Tournaments in use.
    pub tournaments: Tournaments,
    /// Puzzles.
    pub puzzles: PuzzleShelf,
}

impl App {
    /// A node on a site; nothing runs yet.
    #[must_use]
    pub fn new(site: Site) -> Self {
        let accounts = Accounts::new(site.clone());
        let workers = site.bus.client().zip(site.bus.is_up());
        let engines = EnginePool::new(workers.map(|(client, up)| WorkerClient::new(client, up)));
        let ratings = Ratings::new(site.clone());
        let tables = Tables::new(site.clone(), accounts.clone(), ratings.clone(), engines.clone());
        let archive = Archive::new(site.clone(), accounts.clone(), ratings.clone());
        let people = People::new(site.clone(), accounts.clone(), ratings.clone(), tables.clone());
        let tournaments =
            Tournaments::new(site.clone(), accounts.clone(), ratings.clone(), tables.clone(), people.clone());
        let moderation = Moderation::new(
            site.clone(),
            accounts.clone(),
            tables.clone(),
            archive.clone(),
            tournaments.clone(),
        );
        let puzzles = PuzzleShelf::new(site.clone());
        Self { puzzles, site, accounts, ratings, engines, tables, archive, moderation, people, tournaments }
    }

    /// Begins to shut down: nothing new is accepted.
    pub fn close(&self) {
        self.site.close();
        self.engines.close();
    }
}
