//! Players: guests and accounts. Events and games refer to them by id, so deleting an account changes one
//! row.

use crate::open::WriteTransaction;
use crate::rows::id;
use crate::tables::flag;
use crate::{
    ChatRow, ComplaintRow, Deletion, FinishedGame, GameFilter, MailAddressRow, MailPurpose, MailTokenRow,
    PlayerTableRow, Result, SecondFactorRow, SessionRow, Store, StoreError, TableState, TokenRow, names,
    sessions,
};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Row};
use taijitu_ids::PlayerId;

pub(crate) const COLUMNS: &str =
    "p.id, p.name, p.skeleton, p.guest, p.password, p.created, p.seen, p.muted_until, p.deleted";

/// A guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The id, which never changes.
    pub id: PlayerId,
    /// The name shown; none once deleted.
    pub name: Option<String>,
    /// The name reduced to what looks alike, unique among all players; guests may have none.
    pub skeleton: Option<String>,
    /// Whether this is a guest.
    pub guest: bool,
    /// The hashed password of an account.
    pub password: Option<String>,
    /// When the player first came.
    pub created: i64,
    /// When the player was last seen.
    pub seen: i64,
    /// Until when the player may not write in chats.
    pub muted_until: Option<i64>,
    /// Whether the account was deleted.
    pub deleted: bool,
}

/// Everything stored about a player.
#[derive(Clone, Debug)]
pub struct PlayerExport {
    /// The player.
    pub player: PlayerRow,
    /// Where the player is signed in.
    pub sessions: Vec<SessionRow>,
    /// The tokens for programs.
    pub tokens: Vec<TokenRow>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
    /// The second factor, confirmed or not.
    pub second_factor: Option<SecondFactorRow>,
    /// The confirmed mail address.
    pub mail: Option<MailAddressRow>,
    /// The mail address that waits for its confirmation.
    pub unconfirmed_mail: Option<MailTokenRow>,
    /// The tables where the player sits or sat.
    pub tables: Vec<PlayerTableRow>,
    /// The player's messages, with their tables.
    pub chat: Vec<ChatRow>,
    /// The finished games.
    pub games: Vec<FinishedGame>,
    /// The player's reports.
    pub complaints: Vec<ComplaintRow>,
}

impl Store {
    /// Stores a new player.
    pub async fn create_player(&self, player: &PlayerRow) -> Result<()> {
        self.write_name(insert(player), player.skeleton.as_deref()).await?;
        Ok(())
    }

    /// Stores a new player who is signed in, in one transaction: guests are created by the hundred, and every transaction
    /// keeps the turns of running games waiting.
    pub async fn create_signed_in(&self, player: &PlayerRow, session: &SessionRow) -> Result<()> {
        let mut writing = self.begin().await?;
        write_name_of(&mut writing, insert(player), player.skeleton.as_deref()).await?;
        sessions::insert(session).execute(writing.connection()).await?;
        writing.commit().await.map_err(name_taken)
    }

    /// One player, deleted or not.
    pub async fn player(&self, id: PlayerId) -> Result<Option<PlayerRow>> {
        self.player_where("p.id = $1", &id.to_string()).await
    }

    /// The player whose name has this skeleton.
    pub async fn player_by_skeleton(&self, skeleton: &str) -> Result<Option<PlayerRow>> {
        self.player_where("p.skeleton = $1", skeleton).await
    }

    /// Turns a guest into an account. If there is no such guest, because it is an account already, the call
    /// fails, also for concurrent calls.
    pub async fn become_account(
        &self,
        id: PlayerId,
        name: &str,
        skeleton: &str,
        password: &str,
    ) -> Result<()> {
        let sql = "UPDATE players SET name = $2, skeleton = $3, password = $4, guest = 0 \
                   WHERE id = $1 AND guest = 1 AND deleted = 0";
        let query = sqlx::query(sql).bind(id.to_string()).bind(name).bind(skeleton).bind(password);
        found(self.write_name(query, Some(skeleton)).await?, id)
    }

    /// Renames a player; the skeleton is left out for guests whose names need not be unique.
    pub async fn rename(&self, id: PlayerId, name: &str, skeleton: Option<&str>) -> Result<()> {
        let sql = "UPDATE players SET name = $2, skeleton = $3 WHERE id = $1 AND deleted = 0";
        let query = sqlx::query(sql).bind(id.to_string()).bind(name).bind(skeleton.map(str::to_owned));
        found(self.write_name(query, skeleton).await?, id)
    }

    /// Stores another hashed password.
    pub async fn set_password(&self, id: PlayerId, password: &str) -> Result<()> {
        let sql = "UPDATE players SET password = $2 WHERE id = $1 AND deleted = 0";
        found(self.write(sqlx::query(sql).bind(id.to_string()).bind(password)).await?, id)
    }

    /// Deletes an account: name, password and statistics are removed, sessions and tokens end, the id stays
    /// in games. `deletion` says what happens to the name and to the messages.
    pub async fn delete_player(&self, id: PlayerId, deletion: Deletion) -> Result<()> {
        let skeleton = self.player(id).await?.and_then(|row| row.skeleton);
        let mut writing = self.begin().await?;
        // No game of this player is counted between now and the commit.
        crate::index::build(writing.connection()).await?;
        let sql =
            "UPDATE players SET name = NULL, skeleton = NULL, password = NULL, deleted = 1 WHERE id = $1";
        let done = sqlx::query(sql).bind(id.to_string()).execute(writing.connection()).await?;
        found(done.rows_affected(), id)?;
        for sql in [
            "DELETE FROM sessions WHERE player = $1",
            "DELETE FROM tokens WHERE player = $1",
            "DELETE FROM tallies WHERE scope = $1",
            "DELETE FROM recovery_codes WHERE player = $1",
            "DELETE FROM second_factors WHERE player = $1",
            "DELETE FROM mail_addresses WHERE player = $1",
            "DELETE FROM mail_tokens WHERE player = $1",
            "DELETE FROM held_names WHERE player = $1",
            "DELETE FROM hidden_rooms WHERE player = $1",
            "DELETE FROM sign_ins WHERE player = $1",
            "DELETE FROM follows WHERE player = $1 OR followed = $1",
            "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
            "DELETE FROM preferences WHERE player = $1",
            "DELETE FROM bots WHERE player = $1",
            "DELETE FROM challenges WHERE challenger = $1 OR challenged = $1",
            "DELETE FROM notices WHERE player = $1",
            "DELETE FROM push_endpoints WHERE player = $1",
            "DELETE FROM notice_mails WHERE player = $1",
            "DELETE FROM vacations WHERE player = $1",
            "DELETE FROM conditional_turns WHERE player = $1",
            "DELETE FROM puzzle_players WHERE player = $1",
            "DELETE FROM puzzle_tries WHERE player = $1",
        ] {
            sqlx::query(sql).bind(id.to_string()).execute(writing.connection()).await?;
        }
        if let (Some(skeleton), Some(until)) = (skeleton, deletion.name_until) {
            names::retire(&mut writing, &skeleton, until).await?;
        }
        if deletion.with_words {
            // The rows stay: numbers of messages are not reused.
            let sql = "UPDATE chat SET text = '' WHERE author = $1";
            sqlx::query(sql).bind(id.to_string()).execute(writing.connection()).await?;
        }
        writing.commit().await?;
        if deletion.with_words {
            self.scrub();
        }
        Ok(())
    }

    /// Records when the player was last seen.
    pub async fn touch(&self, id: PlayerId, now: i64) -> Result<()> {
        let sql = "UPDATE players SET seen = $2 WHERE id = $1 AND seen < $2";
        self.write(sqlx::query(sql).bind(id.to_string()).bind(now)).await?;
        Ok(())
    }

    /// Mutes a player until a time, or lifts the mute.
    pub async fn mute(&self, id: PlayerId, until: Option<i64>) -> Result<()> {
        let sql = "UPDATE players SET muted_until = $2 WHERE id = $1";
        found(self.write(sqlx::query(sql).bind(id.to_string()).bind(until)).await?, id)
    }

    /// Players with this id, or whose name contains this text, the latest seen first.
    pub async fn list_players(&self, query: &str, limit: i64) -> Result<Vec<PlayerRow>> {
        let escaped = query.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let sql = format!(
            "SELECT {COLUMNS} FROM players p WHERE p.id = $1 OR LOWER(p.name) LIKE LOWER($2) ESCAPE '\\' \
             OR p.skeleton LIKE $2 ESCAPE '\\' ORDER BY p.seen DESC, p.id DESC LIMIT $3"
        );
        let bound = sqlx::query(AssertSqlSafe(sql)).bind(query).bind(format!("%{escaped}%")).bind(limit);
        bound.fetch_all(self.pool()).await?.iter().map(player).collect()
    }

    /// Everything stored about a player; `None` if there is no such player.
    pub async fn export_player(&self, id: PlayerId) -> Result<Option<PlayerExport>> {
        let Some(player) = self.player(id).await? else { return Ok(None) };
        let states = [TableState::Open, TableState::Running, TableState::Finished, TableState::Closed];
        let games = GameFilter { player: Some(id), ..GameFilter::default() };
        Ok(Some(PlayerExport {
            player,
            sessions: self.sessions(id).await?,
            tokens: self.tokens(id).await?,
            recovery_codes: self.recovery_codes(id).await?,
            second_factor: self.second_factor(id).await?,
            mail: self.mail_address(id).await?,
            unconfirmed_mail: self.mail_token_of(MailPurpose::Confirm, id, 0).await?,
            tables: self.tables_of(id, &states, None, i64::MAX).await?,
            chat: self.chat_of(id, None, i64::MAX).await?,
            games: self.finished_games(games, None, i64::MAX).await?,
            complaints: self.complaints_of(id).await?,
        }))
    }

    async fn player_where(&self, condition: &'static str, value: &str) -> Result<Option<PlayerRow>> {
        let sql = format!("SELECT {COLUMNS} FROM players p WHERE {condition}");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(value).fetch_optional(self.pool()).await?;
        row.as_ref().map(player).transpose()
    }

    /// Runs one statement that sets a name, unless the name is taken or retired.
    async fn write_name(&self, query: Query<'_, Any, AnyArguments>, skeleton: Option<&str>) -> Result<u64> {
        let mut writing = self.begin().await?;
        let changed = write_name_of(&mut writing, query, skeleton).await?;
        writing.commit().await.map_err(name_taken)?;
        Ok(changed)
    }

    /// Runs one writing statement; returns how many rows it changed.
    pub(crate) async fn write(&self, query: Query<'_, Any, AnyArguments>) -> Result<u64> {
        let _guard = self.write_lock().await;
        Ok(query.execute(self.write_pool()).await?.rows_affected())
    }
}

/// The statement that stores a new player.
fn insert(player: &PlayerRow) -> Query<'_, Any, AnyArguments> {
    let sql = "INSERT INTO players (id, name, skeleton, guest, password, created, seen, muted_until, deleted) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let query = sqlx::query(sql).bind(player.id.to_string()).bind(player.name.clone());
    let query = query.bind(player.skeleton.clone()).bind(i64::from(player.guest));
    let query = query.bind(player.password.clone()).bind(player.created).bind(player.seen);
    query.bind(player.muted_until).bind(i64::from(player.deleted))
}

/// Runs a statement that gives a player a name, and returns the number of rows it changed; fails if the name is taken or retired.
async fn write_name_of(
    writing: &mut WriteTransaction,
    query: Query<'_, Any, AnyArguments>,
    skeleton: Option<&str>,
) -> Result<u64> {
    let written = query.execute(writing.connection()).await;
    let changed = written.map_err(StoreError::from).map_err(name_taken)?.rows_affected();
    names::check(writing, skeleton).await?;
    Ok(changed)
}

fn found(changed: u64, id: PlayerId) -> Result<()> {
    if changed == 0 { Err(StoreError::NoPlayer(id)) } else { Ok(()) }
}

fn name_taken(error: StoreError) -> StoreError {
    if error.is_duplicate() { StoreError::NameTaken } else { error }
}

pub(crate) fn player(row: &AnyRow) -> Result<PlayerRow> {
    Ok(PlayerRow {
        id: id(row, "id")?,
        name: row.try_get("name")?,
        skeleton: row.try_get("skeleton")?,
        guest: flag(row, "guest")?,
        password: row.try_get("password")?,
        created: row.try_get("created")?,
        seen: row.try_get("seen")?,
        muted_until: row.try_get("muted_until")?,
        deleted: flag(row, "deleted")?,
    })
}
