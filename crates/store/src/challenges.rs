//! Challenges: one row each, whose state changes once.

use crate::open::WriteTransaction;
use crate::people::hold_player;
use crate::rows::id;
use crate::{ChallengeState, DeclineReason, FollowUp, FollowUpSubject, Result, Store, follow_ups};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::{ChallengeId, PlayerId, TableId};

const COLUMNS: &str = "id, challenger, challenged, terms, table_id, created, expires, state, reason, settled";

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Its id.
    pub id: ChallengeId,
    /// The challenger.
    pub challenger: PlayerId,
    /// The challenged player.
    pub challenged: PlayerId,
    /// The terms of the game, as text that the store does not parse.
    pub terms: String,
    /// The table that is opened when it is accepted.
    pub table: TableId,
    /// When it was made.
    pub created: i64,
    /// Until when it can be accepted.
    pub expires: i64,
    /// Its state.
    pub state: ChallengeState,
    /// Why it was declined.
    pub reason: Option<DeclineReason>,
    /// When its state changed.
    pub settled: Option<i64>,
}

/// How many challenges there may be.
#[derive(Clone, Copy, Debug)]
pub struct ChallengeLimits {
    /// Open ones of one challenger.
    pub sent: i64,
    /// Open ones to one player, from all challengers.
    pub received: i64,
    /// Since when challenges are counted that are over, too.
    pub since: i64,
    /// From one player to another since then, without those that were accepted.
    pub unaccepted: i64,
    /// To one player since then, from all challengers.
    pub received_since: i64,
}

/// The outcome of storing a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeOutcome {
    /// It is stored.
    Made,
    /// The challenger has an open challenge to this player already.
    Already,
    /// The challenger has the maximum number of open ones.
    TooManySent,
    /// The challenged player has the maximum number of open ones.
    TooManyReceived,
    /// Too many challenges to this player were not accepted.
    TooOften,
}

/// What happened to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeChange {
    /// It was made.
    Made,
    /// It was accepted, declined or withdrawn.
    Settled,
}

impl ChallengeChange {
    /// The number of its [`FollowUp`], and the version of its notice.
    #[must_use]
    pub const fn number(self) -> i64 {
        match self {
            Self::Made => 1,
            Self::Settled => 2,
        }
    }
}

impl Store {
    /// Stores an open challenge, within limits.
    pub async fn create_challenge(
        &self,
        challenge: &ChallengeRow,
        limits: ChallengeLimits,
    ) -> Result<ChallengeOutcome> {
        let mut writing = self.begin().await?;
        // Always in the same order, so that two who challenge each other cannot deadlock.
        let mut players = [challenge.challenger, challenge.challenged];
        players.sort_unstable();
        for player in players {
            hold_player(&mut writing, player).await?;
        }
        let sql =
            "SELECT challenged FROM challenges WHERE challenger = $1 AND state = 'open' AND expires > $2";
        let query = sqlx::query(sql).bind(challenge.challenger.to_string()).bind(challenge.created);
        let sent = query.fetch_all(writing.connection()).await?;
        for row in &sent {
            if id::<PlayerId>(row, "challenged")? == challenge.challenged {
                return Ok(ChallengeOutcome::Already);
            }
        }
        if sent.len() as i64 >= limits.sent {
            return Ok(ChallengeOutcome::TooManySent);
        }
        let sql = "SELECT count(*) FROM challenges WHERE challenged = $1 AND state = 'open' AND expires > $2";
        let count = sqlx::query_scalar(sql).bind(challenge.challenged.to_string()).bind(challenge.created);
        let received: i64 = count.fetch_one(writing.connection()).await?;
        if received >= limits.received {
            return Ok(ChallengeOutcome::TooManyReceived);
        }
        let sql = "SELECT challenger, state FROM challenges WHERE challenged = $1 AND created > $2 LIMIT $3";
        let query = sqlx::query(sql).bind(challenge.challenged.to_string()).bind(limits.since);
        let lately = query.bind(limits.received_since).fetch_all(writing.connection()).await?;
        let mut unaccepted = 0;
        for row in &lately {
            let is_accepted = ChallengeState::parse(row.try_get("state")?)? == ChallengeState::Accepted;
            unaccepted +=
                i64::from(id::<PlayerId>(row, "challenger")? == challenge.challenger && !is_accepted);
        }
        if unaccepted >= limits.unaccepted {
            return Ok(ChallengeOutcome::TooOften);
        }
        if lately.len() as i64 >= limits.received_since {
            return Ok(ChallengeOutcome::TooManyReceived);
        }
        let sql = "INSERT INTO challenges (id, challenger, challenged, terms, table_id, created, expires, state) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let query = sqlx::query(sql).bind(challenge.id.to_string()).bind(challenge.challenger.to_string());
        let query = query.bind(challenge.challenged.to_string()).bind(challenge.terms.as_str());
        let query = query.bind(challenge.table.to_string()).bind(challenge.created).bind(challenge.expires);
        query.bind(challenge.state.as_str()).execute(writing.connection()).await?;
        insert_follow_up(&mut writing, challenge.id, ChallengeChange::Made, challenge.created).await?;
        writing.commit().await?;
        Ok(ChallengeOutcome::Made)
    }

    /// One challenge.
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<ChallengeRow>> {
        let sql = format!("SELECT {COLUMNS} FROM challenges WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(challenge).transpose()
    }

    /// Settles a challenge that is open and has not expired; returns whether this call did. Of several calls at the same time,
    /// through any nodes, one does.
    pub async fn settle_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        reason: Option<DeclineReason>,
        now: i64,
    ) -> Result<bool> {
        let sql = "UPDATE challenges SET state = $2, reason = $3, settled = $4 \
                   WHERE id = $1 AND state = 'open' AND expires > $4";
        let mut writing = self.begin().await?;
        let query = sqlx::query(sql).bind(id.to_string()).bind(state.as_str());
        let query = query.bind(reason.map(DeclineReason::as_str)).bind(now);
        if query.execute(writing.connection()).await?.rows_affected() == 0 {
            return Ok(false);
        }
        insert_follow_up(&mut writing, id, ChallengeChange::Settled, now).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// The challenges a player has made or received after a time: the open ones, then the others, the latest first.
    pub async fn challenges_of(
        &self,
        player: PlayerId,
        since: i64,
        now: i64,
        limit: i64,
    ) -> Result<Vec<ChallengeRow>> {
        let sql = format!(
            "SELECT * FROM (SELECT {COLUMNS} FROM challenges WHERE challenger = $1 AND created > $2 \
             UNION ALL SELECT {COLUMNS} FROM challenges WHERE challenged = $1 AND created > $2) AS own \
             ORDER BY CASE WHEN state = 'open' AND expires > $3 THEN 0 ELSE 1 END, created DESC, id LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(since);
        query.bind(now).bind(limit).fetch_all(self.pool()).await?.iter().map(challenge).collect()
    }

    /// Accepted challenges, settled after a time, whose table was never opened because the node that accepted them stopped.
    pub async fn accepted_without_table(&self, since: i64, limit: i64) -> Result<Vec<ChallengeRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM challenges c WHERE c.expires > $1 AND c.state = 'accepted' AND c.settled > $1 \
             AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = c.table_id) ORDER BY c.created LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(since).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(challenge).collect()
    }

    /// Withdraws the open challenges between two players, in both directions, and returns them. Called when one of them blocks the
    /// other.
    pub async fn withdraw_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: i64,
    ) -> Result<Vec<ChallengeRow>> {
        let sql = format!(
            "UPDATE challenges SET state = 'withdrawn', settled = $3 WHERE state = 'open' AND \
             ((challenger = $1 AND challenged = $2) OR (challenger = $2 AND challenged = $1)) RETURNING {COLUMNS}"
        );
        let mut writing = self.begin().await?;
        let query = sqlx::query(AssertSqlSafe(sql)).bind(one.to_string()).bind(other.to_string()).bind(now);
        let rows = query.fetch_all(writing.connection()).await?;
        let withdrawn: Vec<ChallengeRow> = rows.iter().map(challenge).collect::<Result<_>>()?;
        for row in &withdrawn {
            insert_follow_up(&mut writing, row.id, ChallengeChange::Settled, now).await?;
        }
        writing.commit().await?;
        Ok(withdrawn)
    }

    /// Challenges that nobody answered in time, by the period in which they expired, the first first.
    pub async fn expired_challenges(&self, after: i64, upto: i64, limit: i64) -> Result<Vec<ChallengeRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM challenges WHERE expires > $1 AND expires <= $2 AND state = 'open' \
             ORDER BY expires, id LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(after).bind(upto).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(challenge).collect()
    }

    /// Deletes the challenges that expired before a time; returns their number.
    pub async fn sweep_challenges(&self, before: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM challenges WHERE expires <= $1").bind(before)).await
    }
}

async fn insert_follow_up(
    writing: &mut WriteTransaction,
    id: ChallengeId,
    change: ChallengeChange,
    at: i64,
) -> Result<()> {
    let follow_up = FollowUp::single(FollowUpSubject::Challenge(id), change.number());
    follow_ups::insert(writing.connection(), &[(follow_up, at)]).await
}

fn challenge(row: &AnyRow) -> Result<ChallengeRow> {
    let reason: Option<String> = row.try_get("reason")?;
    Ok(ChallengeRow {
        id: id(row, "id")?,
        challenger: id(row, "challenger")?,
        challenged: id(row, "challenged")?,
        terms: row.try_get("terms")?,
        table: id(row, "table_id")?,
        created: row.try_get("created")?,
        expires: row.try_get("expires")?,
        state: ChallengeState::parse(row.try_get("state")?)?,
        reason: reason.as_deref().map(DeclineReason::parse).transpose()?,
        settled: row.try_get("settled")?,
    })
}
