//! What those who run a site may do: look at its tables and players, mute, close, give a new password.
//!
//! This is another node on the same database, one without a listener: what it commits, running servers notice as they
//! notice each other. Tables are closed through their log like everything else that happens there.

use crate::accounts::names::skeleton;
use crate::app::App;
use crate::error::Refused;
use crate::site::Site;
use crate::site::bus::Bus;
use crate::site::config::Config;
use crate::site::entropy::Entropy;
use crate::tables::CommandContext;
use taijitu_protocol::{Command, LobbyTable, PlayerId, Sitter, TableId};
use taijitu_store::{PlayerRow, ResetProof, Settings, Store, StoreError, TableState};
use taijitu_table::Actor;

/// The most lines of a list.
const LINES: i64 = 1000;
/// Characters of a password that is given out: 100 bits.
const PASSWORD: usize = 20;
/// The longest anybody is muted: a year.
const MUTED_MOST: u32 = 366 * 24 * 60;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody is called so.
    #[error("there is no player `{0}`: `taijitu admin players` lists them")]
    NoSuchPlayer(String),
    /// A guest has no password.
    #[error("{0} is a guest and has no password")]
    Guest(String),
    /// Not a table of this site.
    #[error("there is no table `{0}`: `taijitu admin tables` lists them")]
    NoSuchTable(String),
    /// Nobody is muted for no time, nor for ever.
    #[error("mute for 1 to {MUTED_MOST} minutes")]
    Minutes,
    /// The table, or the password, was refused.
    #[error("{0}")]
    Refused(String),
}

impl From<Refused> for AdminError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused.0.message.en)
    }
}

type Result<T> = std::result::Result<T, AdminError>;

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Its id.
    pub id: TableId,
    /// `open`, `running`, `finished` or `closed`.
    pub state: &'static str,
    /// The game's id.
    pub game: String,
    /// Who sits there; `-` is a free seat.
    pub seats: Vec<String>,
    /// Turns of the running game, or of the last one.
    pub turns: u32,
    /// Whether the lobby shows it.
    pub public: bool,
    /// Milliseconds since something happened there.
    pub idle: i64,
}

/// A player in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The id.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
    /// For how many more milliseconds the player may not write.
    pub muted: Option<i64>,
    /// Milliseconds since the player was last seen, to the hour.
    pub idle: i64,
}

/// Whoever runs the site.
pub struct Admin {
    app: App,
}

impl Admin {
    /// Opens the database of a site, whose servers may be running.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub async fn open(database: &str) -> Result<Self> {
        let store = Store::open(database, Settings::default()).await?;
        let config = Config { database: database.to_owned(), ..Config::default() };
        let site = Site::new(config, store, Bus::default(), Entropy::System);
        // No heartbeat: this node serves nobody, and while no other is up clocks have to stand.
        site.set_outages(&site.store.outages(0, site.clock.now()).await?);
        Ok(Self { app: App::new(site) })
    }

    /// Closes the database.
    pub async fn done(self) {
        self.app.site.store.close().await;
    }

    /// Tables in a state, or all that are not closed, the latest change first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tables(&self, state: Option<TableState>) -> Result<Vec<TableLine>> {
        let rows = self.app.site.store.list_tables(state, LINES).await?;
        let now = self.app.site.clock.now();
        let line = |table: LobbyTable| TableLine {
            id: table.id,
            state: word(table.state),
            seats: table.seats.iter().map(|sitter| name(sitter.as_ref())).collect(),
            turns: table.turns,
            public: table.setup.public,
            game: table.setup.game,
            idle: now - table.updated,
        };
        Ok(self.app.tables.lobby_lines(&rows).await?.into_iter().map(line).collect())
    }

    /// Players whose name holds some text, the latest seen first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn players(&self, query: &str) -> Result<Vec<PlayerLine>> {
        let now = self.app.site.clock.now();
        let line = |row: PlayerRow| PlayerLine {
            id: row.id,
            name: row.name.unwrap_or_else(|| "?".into()),
            guest: row.guest,
            muted: row.muted_until.map(|until| until - now).filter(|left| *left > 0),
            idle: now - row.seen,
        };
        Ok(self.app.site.store.list_players(query, LINES).await?.into_iter().map(line).collect())
    }

    /// A player by name, as others would take it for, or by id.
    async fn player(&self, name: &str) -> Result<PlayerRow> {
        let store = &self.app.site.store;
        let row = match store.player_by_skeleton(&skeleton(name)).await? {
            Some(row) => Some(row),
            None => match name.parse() {
                Ok(id) => store.player(id).await?,
                Err(_) => None,
            },
        };
        let row = row.filter(|row| !row.deleted);
        row.ok_or_else(|| AdminError::NoSuchPlayer(name.to_owned()))
    }

    /// Keeps a player from writing for some minutes; the name as it is shown.
    ///
    /// # Errors
    /// If there is no such player.
    pub async fn mute(&self, name: &str, minutes: u32) -> Result<String> {
        if !(1..=MUTED_MOST).contains(&minutes) {
            return Err(AdminError::Minutes);
        }
        let until = self.app.site.clock.now() + i64::from(minutes) * 60_000;
        self.mute_until(name, Some(until)).await
    }

    /// Lets a player write again; the name as it is shown.
    ///
    /// # Errors
    /// If there is no such player.
    pub async fn unmute(&self, name: &str) -> Result<String> {
        self.mute_until(name, None).await
    }

    async fn mute_until(&self, name: &str, until: Option<i64>) -> Result<String> {
        let row = self.player(name).await?;
        self.app.site.store.mute(row.id, until).await?;
        Ok(shown(row))
    }

    /// Closes a table, given by id or link, whatever goes on there. A running server tells everybody within two seconds.
    ///
    /// # Errors
    /// If there is no such table, or it is closed.
    pub async fn close_table(&self, table: &str) -> Result<TableId> {
        let none = || AdminError::NoSuchTable(table.to_owned());
        let last = table.trim_end_matches('/').rsplit('/').next().unwrap_or(table);
        let id: TableId = last.parse().map_err(|_| none())?;
        if self.app.site.store.table(id).await?.is_none() {
            return Err(none());
        }
        let table = self.app.tables.get(id).await?;
        table.command(CommandContext::of(Actor::Admin), Command::Close, None).await?;
        Ok(id)
    }

    /// Gives an account a new password, signs out its browsers and deletes its tokens; the name as it is shown, and the
    /// password. On request the second factor is turned off too: for somebody who has lost phone and recovery codes.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn reset_password(&self, name: &str, also_second_factor: bool) -> Result<(String, String)> {
        let row = self.player(name).await?;
        if row.guest {
            return Err(AdminError::Guest(shown(row)));
        }
        let password = self.draw_password();
        let hash = self.app.accounts.passwords.hash(name, &password).await?;
        let store = &self.app.site.store;
        store.reset_password(row.id, &hash, ResetProof::Host).await?;
        if also_second_factor {
            store.delete_second_factor(row.id).await?;
        }
        Ok((shown(row), password))
    }

    /// Letters and digits that can be read aloud, in fours.
    fn draw_password(&self) -> String {
        let digits = PlayerId(self.app.site.entropy.u128()).to_string();
        // The first digits of an id hold fewer than five bits.
        let digits: Vec<char> = digits.chars().rev().take(PASSWORD).collect();
        digits.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-")
    }
}

const fn word(state: taijitu_protocol::State) -> &'static str {
    match state {
        taijitu_protocol::State::Open => "open",
        taijitu_protocol::State::Running => "running",
        taijitu_protocol::State::Finished => "finished",
        taijitu_protocol::State::Closed => "closed",
    }
}

fn name(sitter: Option<&Sitter>) -> String {
    match sitter {
        None => "-".into(),
        Some(Sitter::Engine(level)) => format!("engine:{level}"),
        Some(Sitter::Named(name)) => name.clone(),
        Some(Sitter::Player(profile)) => profile.name.clone().unwrap_or_else(|| "?".into()),
    }
}

fn shown(row: PlayerRow) -> String {
    row.name.unwrap_or_else(|| row.id.to_string())
}
