//! Players in the archive: accounts, guests, engines, and names from imported games.

use super::Archive;
use crate::accounts::names::skeleton;
use crate::error::{ApiError, Result};
use crate::text::quoted;
use taijitu_protocol::{Code, PlayerId, Profile};
use taijitu_store::Participant;

impl Archive {
    /// Resolves a name to a player and to the key of their games in the archive: an engine (`engine:5`), a
    /// player by name or id, or a name from an imported game.
    ///
    /// # Errors
    /// `no-such-thing` if nobody has that name, `unavailable` if the database fails.
    pub(crate) async fn find_player(&self, name: &str) -> Result<(Participant, Profile)> {
        let nobody = || {
            let name = quoted(name);
            ApiError::new(
                Code::NoSuchThing,
                format!("there is no player `{name}` here; the computers are called engine:1 to engine:8"),
                format!(
                    "aucun joueur ne s’appelle « {name} » ici ; les ordinateurs s’appellent engine:1 à engine:8"
                ),
            )
        };
        let unseated = |name: &str| Profile {
            id: PlayerId(0),
            name: Some(name.into()),
            guest: false,
            bot: false,
            rating: None,
        };
        if name.contains('\0') {
            return Err(nobody());
        }
        if let Some(level) = name.strip_prefix("engine:") {
            let level = level.parse::<u8>().ok().filter(|level| taijitu_search::LEVELS.contains(level));
            let engine = Participant::Engine(level.ok_or_else(nobody)?);
            let profile = unseated(&engine.to_string());
            return Ok((engine, profile));
        }
        let row = match name.parse::<PlayerId>() {
            Ok(id) => self.site.store.player(id).await?.filter(|row| !row.deleted),
            Err(_) => self.site.store.player_by_skeleton(&skeleton(name)).await?,
        };
        if let Some(row) = row.filter(|_| !name.starts_with("name:")) {
            return Ok((row.id.into(), self.accounts.names([row.id]).await?.profile(row.id)));
        }
        let name = name.strip_prefix("name:").unwrap_or(name);
        let scope = Participant::Named(name.to_owned());
        if self.site.store.games_played(&scope, None).await? == 0 {
            return Err(nobody());
        }
        Ok((scope, unseated(name)))
    }
}
