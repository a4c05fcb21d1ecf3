//! Who is who: profiles of players, kept in memory because every event names some.

use crate::error::Result;
use std::collections::HashMap;
use std::sync::RwLock;
use taijitu_protocol::{PlayerId, Profile};
use taijitu_store::{PlayerRow, Store};
use taijitu_table::Names;

/// More profiles than this are not kept.
const MOST: usize = 100_000;

/// Profiles by id.
#[derive(Default)]
pub struct Directory {
    known: RwLock<HashMap<PlayerId, Profile>>,
}

impl Directory {
    /// Remembers a player as the database has it.
    pub fn learn(&self, row: &PlayerRow) -> Option<Profile> {
        let id: PlayerId = row.id.parse().ok()?;
        let profile = Profile { id, name: row.name.clone(), guest: row.guest };
        let mut known = self.known.write().expect("nothing panics while it learns");
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(id, profile.clone());
        Some(profile)
    }

    /// Forgets a player whose name has changed elsewhere.
    pub fn forget(&self, id: PlayerId) {
        self.known.write().expect("nothing panics while it forgets").remove(&id);
    }

    /// Forgets everybody.
    pub fn forget_all(&self) {
        self.known.write().expect("nothing panics while it forgets").clear();
    }

    /// The names of some players; those not known yet are read.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names(&self, store: &Store, ids: impl IntoIterator<Item = PlayerId>) -> Result<Names> {
        let mut names = Names::default();
        let mut missing = vec![];
        {
            let known = self.known.read().expect("nothing panics while it learns");
            for id in ids {
                match known.get(&id) {
                    Some(profile) => drop(names.0.insert(id, profile.clone())),
                    None => missing.push(id),
                }
            }
        }
        missing.sort_unstable();
        missing.dedup();
        for id in missing {
            let row = store.player(&id.to_string()).await?;
            if let Some(profile) = row.and_then(|row| self.learn(&row)) {
                names.0.insert(id, profile);
            }
        }
        Ok(names)
    }
}
