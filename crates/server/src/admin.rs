//! Administration of a site from the command line: list tables and players, moderate, appoint moderators,
//! reset passwords.
//!
//! This is another node on the same database, without a listener: running servers notice its commits as they
//! notice each other's. Tables are closed through their log, like every other change.

use crate::accounts::names::skeleton;
use crate::accounts::standing::written;
use crate::app::App;
use crate::error::ApiError;
use crate::moderation::ModerationActor;
use crate::site::Site;
use crate::site::bus::Bus;
use crate::site::config::Config;
use crate::site::entropy::Entropy;
use crate::site::work::WorkCaller;
use taijitu_protocol::{
    LobbyTable, Moderate, ModerateRequest, PlayerId, Profile, ReportSubject, ReportView, Sitter, TableId,
};
pub use taijitu_store::Recomputation;
use taijitu_store::{
    AuditRow, BanKind, BanRow, ChatRow, PlayerRow, ResetProof, Store, StoreError, StoreSettings, TableState,
};

/// The most lines of a list.
const LINES: i64 = 1000;
/// Characters of a password that is given out: 100 bits.
const PASSWORD: usize = 20;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No player has this name.
    #[error("there is no player `{0}`: `taijitu admin players` lists them")]
    NoSuchPlayer(String),
    /// A guest has no password.
    #[error("{0} is a guest and has no password")]
    Guest(String),
    /// Not a table of this site.
    #[error("there is no table `{0}`: `taijitu admin tables` lists them")]
    NoSuchTable(String),
    /// A guest does not moderate.
    #[error("{0} is a guest: only accounts can moderate")]
    GuestModerator(String),
    /// Not a report of this site.
    #[error("there is no open report `{0}`: `taijitu admin reports` lists them")]
    NoSuchReport(String),
    /// Not a message of the table.
    #[error("there is no message `{0}` at this table: `taijitu admin chat TABLE` lists them")]
    NoSuchMessage(String),
    /// There is no such ban.
    #[error("`{0}` is not banned: `taijitu admin bans` lists who is")]
    NotBanned(String),
    /// A ban of a range without an end.
    #[error("say for how many minutes the range is banned: `taijitu admin ban {0} 1440` is a day")]
    NetworkWithoutEnd(String),
    /// The table, or the password, was refused.
    #[error("{0}")]
    Refused(String),
}

impl From<ApiError> for AdminError {
    fn from(refused: ApiError) -> Self {
        Self::Refused(refused.0.message.en)
    }
}

type AdminResult<T> = std::result::Result<T, AdminError>;

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

/// A rating class in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingsLine {
    /// Its id.
    pub class: String,
    /// What came of rating its games again.
    pub found: Recomputation,
}

/// Access to a site for its host.
pub struct Admin {
    app: App,
}

impl Admin {
    /// Opens the database of a site, whose servers may be running.
    ///
    /// # Errors
    /// [`AdminError::Store`] if it cannot be opened.
    pub async fn open(database: &str) -> AdminResult<Self> {
        let store = Store::open(database, StoreSettings::default()).await?;
        let config = Config { database: database.to_owned(), ..Config::default() };
        let site = Site::new(config, store, Bus::default(), Entropy::System);
        // No heartbeat: this node serves no players, and while no other node is up all clocks have to stand.
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
    /// [`AdminError::Store`] if the database fails.
    pub async fn tables(&self, state: Option<TableState>) -> AdminResult<Vec<TableLine>> {
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
    /// [`AdminError::Store`] if the database fails.
    pub async fn players(&self, query: &str) -> AdminResult<Vec<PlayerLine>> {
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

    /// Finds a player by id, or by a name with the same skeleton.
    async fn player(&self, name: &str) -> AdminResult<PlayerRow> {
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

    /// Mutes a player for some minutes; returns the name as it is shown.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`]; [`AdminError::Store`] if the database fails.
    pub async fn mute(&self, name: &str, minutes: u32, reason: &str) -> AdminResult<String> {
        let row = self.player(name).await?;
        self.act(Moderate::Mute { player: row.id, minutes }, reason).await?;
        Ok(shown(row))
    }

    /// Lifts a mute; returns the name as it is shown.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`]; [`AdminError::Store`] if the database fails.
    pub async fn unmute(&self, name: &str, reason: &str) -> AdminResult<String> {
        let row = self.player(name).await?;
        self.act(Moderate::Unmute { player: row.id }, reason).await?;
        Ok(shown(row))
    }

    /// Closes a table, given by id or link, even if a game runs there. A running server notices within two seconds.
    ///
    /// # Errors
    /// [`AdminError::NoSuchTable`]; [`AdminError::Refused`] if it is closed already.
    pub async fn close_table(&self, table: &str, reason: &str) -> AdminResult<TableId> {
        let id = self.table(table).await?;
        self.act(Moderate::CloseTable { table: id }, reason).await?;
        Ok(id)
    }

    /// A table by id or link.
    async fn table(&self, table: &str) -> AdminResult<TableId> {
        let none = || AdminError::NoSuchTable(table.to_owned());
        let last = table.trim_end_matches('/').rsplit('/').next().unwrap_or(table);
        let id: TableId = last.parse().map_err(|_| none())?;
        self.app.site.store.table(id).await?.ok_or_else(none)?;
        Ok(id)
    }

    /// Carries out a moderation action as the host. Running servers notice within two seconds.
    async fn act(&self, action: Moderate, reason: &str) -> AdminResult<AuditRow> {
        let request = ModerateRequest { action, reason: reason.to_owned(), report: None };
        Ok(self.app.moderation.act(ModerationActor::Host, &request).await?)
    }

    /// Makes an account a moderator, or no longer one; returns the name as it is shown, and whether anything
    /// changed.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`], or [`AdminError::GuestModerator`] for a guest.
    pub async fn set_moderator(&self, name: &str, is_one: bool, reason: &str) -> AdminResult<(String, bool)> {
        let row = self.player(name).await?;
        if row.guest {
            return Err(AdminError::GuestModerator(shown(row)));
        }
        let changed = self.app.moderation.set_moderator(row.id, is_one, reason).await?;
        Ok((shown(row), changed))
    }

    /// The names of the moderators.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the database fails.
    pub async fn moderators(&self) -> AdminResult<Vec<String>> {
        let ids = self.app.site.store.moderators().await?;
        let names = self.app.accounts.names(ids.clone()).await?;
        Ok(ids.into_iter().map(|id| names.profile(id).name.unwrap_or_else(|| id.to_string())).collect())
    }

    /// Bans a player by name, or a range of addresses; returns what was banned, and until when.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`], [`AdminError::NetworkWithoutEnd`], or [`AdminError::Refused`] if the
    /// range is too wide.
    pub async fn ban(
        &self,
        whom: &str,
        minutes: Option<u32>,
        reason: &str,
    ) -> AdminResult<(String, Option<String>)> {
        let (shown, action) = if is_network(whom) {
            let minutes = minutes.ok_or_else(|| AdminError::NetworkWithoutEnd(whom.to_owned()))?;
            (None, Moderate::BanNetwork { network: whom.to_owned(), minutes })
        } else {
            let row = self.player(whom).await?;
            let player = row.id;
            (Some(shown(row)), Moderate::Ban { player, minutes })
        };
        let done = self.act(action, reason).await?.entry;
        let shown = shown.or(done.network).unwrap_or_default();
        Ok((shown, done.until.map(written)))
    }

    /// Lifts a ban; returns whom or what it was on.
    ///
    /// # Errors
    /// [`AdminError::NotBanned`].
    pub async fn unban(&self, whom: &str, reason: &str) -> AdminResult<String> {
        let (shown, action) = if is_network(whom) {
            (whom.to_owned(), Moderate::UnbanNetwork { network: whom.to_owned() })
        } else {
            let row = self.player(whom).await?;
            let player = row.id;
            (shown(row), Moderate::Unban { player })
        };
        let none = |error| match error {
            AdminError::Refused(_) => AdminError::NotBanned(whom.to_owned()),
            other => other,
        };
        self.act(action, reason).await.map_err(none)?;
        Ok(shown)
    }

    /// The bans that have not ended, one line each: end, subject, reason.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the database fails.
    pub async fn bans(&self) -> AdminResult<Vec<String>> {
        let (store, now) = (&self.app.site.store, self.app.site.clock.now());
        let mut rows = store.bans(BanKind::Network, now, i64::MAX, LINES).await?;
        rows.extend(store.bans(BanKind::Player, now, i64::MAX, LINES).await?);
        let names = self.app.accounts.names(rows.iter().filter_map(|row| row.player)).await?;
        let line = |row: BanRow| {
            let until = row.until.map_or_else(|| "for good".to_owned(), written);
            let player = row.player.map(|id| names.profile(id).name.unwrap_or_else(|| id.to_string()));
            let whom = row.network.or(player).unwrap_or_default();
            format!("{until:<20}  {whom}  {}", row.reason)
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// The messages of a table, one line each: id, when, who, what.
    ///
    /// # Errors
    /// [`AdminError::NoSuchTable`].
    pub async fn chat(&self, table: &str) -> AdminResult<Vec<String>> {
        let id = self.table(table).await?;
        let rows = self.app.site.store.chat_before(id, i64::MAX, LINES).await?;
        let names = self.app.accounts.names(rows.iter().map(|row| row.message.author)).await?;
        let line = |row: &ChatRow| {
            let message = &row.message;
            let author = names.profile(message.author).name.unwrap_or_else(|| message.author.to_string());
            format!("{}  {}  {author}: {}", message.id, written(message.at), message.text)
        };
        Ok(rows.iter().filter(|row| !row.is_deleted()).map(line).collect())
    }

    /// Deletes a message of a table.
    ///
    /// # Errors
    /// [`AdminError::NoSuchTable`] or [`AdminError::NoSuchMessage`].
    pub async fn delete_message(&self, table: &str, message: &str, reason: &str) -> AdminResult<()> {
        let table = self.table(table).await?;
        let none = || AdminError::NoSuchMessage(message.to_owned());
        let message = message.parse().map_err(|_| none())?;
        let found = self.app.site.store.message(table, message).await?;
        found.filter(|row| !row.is_deleted()).ok_or_else(none)?;
        self.act(Moderate::DeleteMessage { table, message }, reason).await?;
        Ok(())
    }

    /// Renames a player, to a random name if none is given; returns the old name and the new one.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`], or [`AdminError::Refused`] if the name cannot be taken.
    pub async fn rename(&self, name: &str, new: Option<&str>, reason: &str) -> AdminResult<(String, String)> {
        let row = self.player(name).await?;
        let player = row.id;
        self.act(Moderate::Rename { player, name: new.map(str::to_owned) }, reason).await?;
        let renamed = self.app.site.store.player(player).await?.and_then(|row| row.name);
        Ok((shown(row), renamed.unwrap_or_default()))
    }

    /// Ends every session and token of a player; the name as it is shown.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`].
    pub async fn revoke(&self, name: &str, reason: &str) -> AdminResult<String> {
        let row = self.player(name).await?;
        self.act(Moderate::Revoke { player: row.id }, reason).await?;
        Ok(shown(row))
    }

    /// Reports, open or closed ones, the latest first: a few lines each.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the database fails.
    pub async fn reports(&self, closed: bool) -> AdminResult<Vec<String>> {
        let mut lines = vec![];
        let mut before = None;
        while (lines.len() as i64) < LINES {
            let page = self.app.moderation.reports(None, closed, before).await?;
            page.reports.iter().for_each(|report| report_lines(report, &mut lines));
            before = page.reports.last().map(|report| (report.opened, report.id));
            if page.next.is_none() {
                break;
            }
        }
        Ok(lines)
    }

    /// Closes a report: it was dealt with, or needs nothing to be done.
    ///
    /// # Errors
    /// [`AdminError::NoSuchReport`] if there is no such open report.
    pub async fn settle(&self, report: &str, upheld: bool, reason: &str) -> AdminResult<()> {
        let none = || AdminError::NoSuchReport(report.to_owned());
        let report = report.parse().map_err(|_| none())?;
        let open = self.app.site.store.report(report).await?.filter(|row| row.closed.is_none());
        open.ok_or_else(none)?;
        let action = if upheld { Moderate::Resolve { report } } else { Moderate::Dismiss { report } };
        self.act(action, reason).await?;
        Ok(())
    }

    /// The last lines of the audit log, the latest first, and the number of the first line that was altered
    /// after it was written.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the database fails.
    pub async fn audit(&self, limit: u32) -> AdminResult<(Vec<String>, Option<i64>)> {
        let rows = self.app.site.store.audit_before(i64::MAX, i64::from(limit)).await?;
        let named = rows.iter().flat_map(|row| [row.entry.moderator, row.entry.player]).flatten();
        let names = self.app.accounts.names(named.collect::<Vec<_>>()).await?;
        let name = |id: PlayerId| names.profile(id).name.unwrap_or_else(|| id.to_string());
        let line = |row: &AuditRow| {
            let entry = &row.entry;
            let by = entry.moderator.map_or_else(|| "host".to_owned(), name);
            let about = [
                entry.player.map(name),
                entry.table.map(|id| format!("table {id}")),
                entry.tournament.map(|id| format!("tournament {id}")),
                entry.message.map(|id| format!("message {id}")),
                entry.network.clone(),
                entry.detail.as_ref().map(|detail| format!("was {detail}")),
                entry.until.map(|until| format!("until {}", written(until))),
                entry.report.map(|id| format!("report {id}")),
            ];
            let about = about.into_iter().flatten().collect::<Vec<_>>().join(", ");
            let (at, action) = (written(entry.at), entry.action.as_str());
            format!("{:>6}  {at}  {by}  {action}  {about}  ({})", row.n, entry.reason)
        };
        Ok((rows.iter().map(line).collect(), self.app.site.store.first_forged_audit().await?))
    }

    /// Gives an account a new password, signs out its browsers and deletes its tokens; the name as it is shown, and the
    /// password. On request the second factor is turned off too: for somebody who has lost phone and recovery codes. The audit
    /// log has it, and running nodes follow that log: they close the sockets of the account.
    ///
    /// # Errors
    /// [`AdminError::NoSuchPlayer`], or [`AdminError::Guest`] for a guest.
    pub async fn reset_password(
        &self,
        name: &str,
        also_second_factor: bool,
    ) -> AdminResult<(String, String)> {
        let row = self.player(name).await?;
        if row.guest {
            return Err(AdminError::Guest(shown(row)));
        }
        let password = self.draw_password();
        let hash = self.app.accounts.passwords.hash(WorkCaller::Player(None), name, &password).await?;
        let store = &self.app.site.store;
        store.reset_password(row.id, &hash, ResetProof::Host).await?;
        let reason = if also_second_factor {
            store.delete_second_factor(row.id).await?;
            "the host has reset the password and turned two-factor authentication off"
        } else {
            "the host has reset the password"
        };
        self.act(Moderate::Revoke { player: row.id }, reason).await?;
        Ok((shown(row), password))
    }

    /// Rates all games of the archive again, class by class, and counts the rows whose stored values differ from the computed
    /// ones. With `correct`, the computed values are stored.
    ///
    /// # Errors
    /// [`AdminError::Store`] if the database fails.
    pub async fn check_ratings(&self, correct: bool) -> AdminResult<Vec<RatingsLine>> {
        let store = &self.app.site.store;
        let mut lines = vec![];
        for class in store.rated_classes().await? {
            let mut found = store.check_ratings(&class).await?;
            if correct && found.differing > 0 {
                found = store.correct_ratings(&class).await?;
            }
            lines.push(RatingsLine { class, found });
        }
        Ok(lines)
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

/// Whether this is written like a range of addresses: names contain neither `/` nor `:`.
fn is_network(whom: &str) -> bool {
    whom.contains(['/', ':']) || whom.parse::<std::net::IpAddr>().is_ok()
}

/// A report as text: subject, reporters, and the chat around it.
fn report_lines(report: &ReportView, lines: &mut Vec<String>) {
    let what = match report.subject {
        ReportSubject::Message { table, message } => format!("message {message} at table {table}"),
        ReportSubject::Name { player } => format!("name of {player}"),
        ReportSubject::Table { table } => format!("table {table}"),
        ReportSubject::Game { game } => format!("game {game}"),
        ReportSubject::Tournament { tournament } => format!("tournament {tournament}"),
    };
    let profile = |profile: &Profile| profile.name.clone().unwrap_or_else(|| profile.id.to_string());
    let about: Vec<String> = report.about.iter().map(|standing| profile(&standing.player)).collect();
    lines.push(format!("{}  {}  {what}  {}", report.id, written(report.opened), about.join(", ")));
    if let Some(name) = &report.name {
        lines.push(format!("    called: {name}"));
    }
    for complaint in &report.complaints {
        let reason = serde_json::to_value(complaint.reason).unwrap_or_default();
        let reason = reason.as_str().unwrap_or_default();
        lines.push(format!("    {reason}  {}: {}", profile(&complaint.from), complaint.note));
    }
    for line in &report.excerpt {
        let mark = if line.reported { '>' } else { '|' };
        lines.push(format!("  {mark} {}  {}: {}", written(line.at), profile(&line.from), line.text));
    }
}

fn shown(row: PlayerRow) -> String {
    row.name.unwrap_or_else(|| row.id.to_string())
}
