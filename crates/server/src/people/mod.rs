//! People: who follows and blocks whom, who is here, what they show of themselves, and challenges.

mod challenges;
mod delivery;
mod follow_ups;
mod lists;
mod notice_body;
mod notices;
mod own_events;
mod preferences;
mod presence;
mod shared_reads;
mod vacation;
mod wakes;

pub(crate) use challenges::{RECEIVED_A_DAY, RECEIVED_MOST, SENT_MOST, UNACCEPTED_MOST};
pub(crate) use delivery::{BROWSERS_MOST, MAIL_PAUSE};
pub(crate) use lists::LISTED_MOST;
pub(crate) use notice_body::{TournamentEventWord, TournamentNews};
pub(crate) use notices::{NOTICES_KEPT_FOR, NOTICES_KEPT_MOST, SharedBell};
pub(crate) use own_events::STREAMS_MOST;
pub(crate) use vacation::{DAYS_A_YEAR, TAKEN_MOST};
pub(crate) use wakes::Wakes;

use crate::accounts::Accounts;
use crate::accounts::names::skeleton;
use crate::error::{ApiError, Result};
use crate::ratings::Ratings;
use crate::site::Site;
use crate::site::push::VapidKey;
use crate::tables::Tables;
use crate::text::quoted;
use own_events::OwnState;
use presence::PresenceCache;
use shared_reads::SharedReads;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock};
use taijitu_protocol::{Code, FromServer, PlayerId};
use taijitu_store::{Backend, PlayerRow};
use tokio::sync::Semaphore;

/// How long the number of running games is not counted again, in milliseconds.
const COUNTED_FOR_MS: i64 = 2000;
/// Concurrent reads on behalf of listeners: SQLite works in this process, and one keeps half of a core busy.
const READS_ON_SQLITE: usize = 1;
const READS_ON_POSTGRES: usize = 8;

/// A handle to the people of a site; cheap to clone.
#[derive(Clone)]
pub struct People(Arc<PeopleInner>);

/// What is behind the handle.
pub struct PeopleInner {
    site: Site,
    accounts: Accounts,
    ratings: Ratings,
    tables: Tables,
    here: PresenceCache,
    /// When the running games were last counted, and how many there were.
    running: Mutex<Option<(i64, u32)>>,
    /// Sockets that receive the notices of their players.
    pub(crate) sockets: Wakes,
    /// Streams of players' own events.
    pub(crate) streams: Wakes,
    /// The last reads for streams, and for bells.
    states: SharedReads<OwnState>,
    bells: SharedReads<FromServer>,
    /// The key that signs push messages, once it was loaded.
    vapid: OnceLock<VapidKey>,
    /// The key that signs links to unsubscribe.
    unsubscribe_key: OnceLock<String>,
}

impl Deref for People {
    type Target = PeopleInner;
    fn deref(&self) -> &PeopleInner {
        &self.0
    }
}

impl People {
    /// The people of a site.
    #[must_use]
    pub fn new(site: Site, accounts: Accounts, ratings: Ratings, tables: Tables) -> Self {
        let reads = match site.store.kind() {
            Backend::Sqlite => READS_ON_SQLITE,
            Backend::Postgres => READS_ON_POSTGRES,
        };
        let turns = Arc::new(Semaphore::new(reads));
        Self(Arc::new(PeopleInner {
            states: SharedReads::new(turns.clone()),
            bells: SharedReads::new(turns),
            site,
            accounts,
            ratings,
            tables,
            here: PresenceCache::default(),
            running: Mutex::default(),
            sockets: Wakes::default(),
            streams: Wakes::default(),
            vapid: OnceLock::new(),
            unsubscribe_key: OnceLock::new(),
        }))
    }

    /// The player of a name or an id.
    ///
    /// # Errors
    /// `no_such_thing` if there is no such player, `unavailable` if the database fails.
    pub(crate) async fn find(&self, name: &str) -> Result<PlayerRow> {
        let name = name.trim();
        let row = match name.parse::<PlayerId>() {
            Ok(id) => self.site.store.player(id).await?,
            Err(_) if name.is_empty() || name.contains('\0') => None,
            Err(_) => self.site.store.player_by_skeleton(&skeleton(name)).await?,
        };
        row.filter(|row| !row.deleted).ok_or_else(|| {
            let name = quoted(name);
            ApiError::new(
                Code::NoSuchThing,
                format!("there is no player `{name}` here"),
                format!("aucun joueur ne s’appelle « {name} » ici"),
            )
        })
    }

    /// Wakes everybody here who listens for a player.
    pub(crate) fn wake(&self, player: PlayerId) {
        self.sockets.wake(player);
        self.streams.wake(player);
    }

    /// How many games are being played.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn running_games(&self) -> Result<u32> {
        let now = self.site.clock.now();
        let known = *self.running.lock().expect("no panic while the lock is held");
        if let Some((at, count)) = known
            && (at..at + COUNTED_FOR_MS).contains(&now)
        {
            return Ok(count);
        }
        let count = u32::try_from(self.site.store.count_running().await?).unwrap_or(u32::MAX);
        *self.running.lock().expect("no panic while the lock is held") = Some((now, count));
        Ok(count)
    }
}
