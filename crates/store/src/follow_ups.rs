//! What has to be done for players after a commit and is not part of it, such as notices: an outbox.
//!
//! A row is written in the transaction of the commit, and deleted once everything is done. Rows that stay belong to nodes that
//! were killed, or to failures; any node carries them out.

use crate::rows::{ManyRows, id};
use crate::{Result, Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use taijitu_ids::{ChallengeId, PlayerId, TableId, TournamentId};

const INSERT: ManyRows<'_> = ManyRows {
    before: "INSERT INTO follow_ups (subject, last, first, kind, at) VALUES",
    columns: 5,
    after: "ON CONFLICT DO NOTHING",
};

/// What a follow-up is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUpSubject {
    /// Entries of a table.
    Table(TableId),
    /// Entries of a tournament.
    Tournament(TournamentId),
    /// A challenge.
    Challenge(ChallengeId),
    /// The vacation of a player.
    Vacation(PlayerId),
}

/// What has to be done after a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowUp {
    /// What it is about.
    pub subject: FollowUpSubject,
    /// The number of the first entry of the commit.
    pub first: i64,
    /// The number of the last one. Of a challenge both are as [`crate::ChallengeChange::number`], of a vacation the time.
    pub last: i64,
}

impl FollowUp {
    /// The follow-up of a commit without numbered entries.
    pub(crate) const fn single(subject: FollowUpSubject, n: i64) -> Self {
        Self { subject, first: n, last: n }
    }
}

impl FollowUpSubject {
    const fn kind(self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Tournament(_) => "tournament",
            Self::Challenge(_) => "challenge",
            Self::Vacation(_) => "vacation",
        }
    }

    fn id(self) -> String {
        match self {
            Self::Table(id) => id.to_string(),
            Self::Tournament(id) => id.to_string(),
            Self::Challenge(id) => id.to_string(),
            Self::Vacation(player) => player.to_string(),
        }
    }
}

impl Store {
    /// Follow-ups of commits from before a time that are not done, the oldest first.
    pub async fn pending_follow_ups(&self, before: i64, limit: i64) -> Result<Vec<FollowUp>> {
        let sql =
            "SELECT subject, last, first, kind FROM follow_ups WHERE at < $1 ORDER BY at, subject LIMIT $2";
        let rows = sqlx::query(sql).bind(before).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(follow_up).collect()
    }

    /// Deletes the follow-up of the commit whose last entry has a number: it is done.
    pub async fn settle_follow_up(&self, subject: FollowUpSubject, last: i64) -> Result<()> {
        let sql = "DELETE FROM follow_ups WHERE subject = $1 AND last = $2";
        self.write_unsynced(sqlx::query(sql).bind(subject.id()).bind(last)).await.map(drop)
    }

    /// Deletes follow-ups from before a time, which could not be carried out; returns their number.
    pub async fn sweep_follow_ups(&self, before: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM follow_ups WHERE at < $1").bind(before)).await
    }
}

/// Writes follow-ups, each with the time of its commit, in the order of their keys.
pub(crate) async fn insert(connection: &mut AnyConnection, rows: &[(FollowUp, i64)]) -> Result<()> {
    let mut rows: Vec<(String, &FollowUp, i64)> =
        rows.iter().map(|(row, at)| (row.subject.id(), row, *at)).collect();
    rows.sort_unstable_by(|one, two| (&one.0, one.1.last).cmp(&(&two.0, two.1.last)));
    INSERT
        .execute(connection, &rows, |query, (subject, row, at)| {
            let query = query.bind(subject.clone()).bind(row.last).bind(row.first);
            query.bind(row.subject.kind()).bind(*at)
        })
        .await?;
    Ok(())
}

fn follow_up(row: &AnyRow) -> Result<FollowUp> {
    let subject = match row.try_get("kind")? {
        "table" => FollowUpSubject::Table(id(row, "subject")?),
        "tournament" => FollowUpSubject::Tournament(id(row, "subject")?),
        "challenge" => FollowUpSubject::Challenge(id(row, "subject")?),
        "vacation" => FollowUpSubject::Vacation(id(row, "subject")?),
        other => {
            return Err(StoreError::Unreadable { what: "the kind of follow-up", value: other.to_owned() });
        }
    };
    Ok(FollowUp { subject, first: row.try_get("first")?, last: row.try_get("last")? })
}
