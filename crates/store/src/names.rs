//! The names of deleted accounts, which stay reserved for a while.

use crate::open::WriteTransaction;
use crate::{Result, Store, StoreError};
use sha2::{Digest, Sha256};

/// How to delete an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deletion {
    /// Until when the name stays reserved; `None` frees it at once.
    pub name_until: Option<i64>,
    /// Whether the player's chat messages are deleted, too.
    pub with_words: bool,
}

impl Store {
    /// Whether a name is reserved after the deletion of its account.
    pub async fn is_retired(&self, skeleton: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM retired_names WHERE hash = $1";
        Ok(sqlx::query(sql).bind(hash(skeleton)).fetch_optional(self.pool()).await?.is_some())
    }

    /// Frees names whose time is over; returns how many.
    pub async fn sweep_retired_names(&self, now: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM retired_names WHERE until <= $1").bind(now)).await
    }
}

/// Reserves a name.
pub(crate) async fn retire(writing: &mut WriteTransaction, skeleton: &str, until: i64) -> Result<()> {
    let sql = "INSERT INTO retired_names (hash, until) VALUES ($1, $2) \
               ON CONFLICT (hash) DO UPDATE SET until = excluded.until";
    sqlx::query(sql).bind(hash(skeleton)).bind(until).execute(writing.connection()).await?;
    Ok(())
}

/// Refuses a name that is retired.
/// To be called after the name was written, in the same transaction: a transaction that deletes the account of
/// this name has committed by then, or comes later.
pub(crate) async fn check(writing: &mut WriteTransaction, skeleton: Option<&str>) -> Result<()> {
    let Some(skeleton) = skeleton else { return Ok(()) };
    let query = sqlx::query("SELECT 1 FROM retired_names WHERE hash = $1").bind(hash(skeleton));
    match query.fetch_optional(writing.connection()).await? {
        Some(_) => Err(StoreError::NameTaken),
        None => Ok(()),
    }
}

fn hash(skeleton: &str) -> String {
    Sha256::digest(skeleton.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
