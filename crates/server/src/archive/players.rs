//! Players as the archive knows them: accounts, guests, engines, and names that came with imported games.

use super::Archive;
use crate::accounts::names::skeleton;
use crate::error::{ApiError, Result};
use taijitu_protocol::{Code, PlayerId, Profile};
use taijitu_store::Participant;

impl Archive {
    /// The player a name means, and the key of their games in the archive: an engine (`engine:5`), a player by name or id, or a name
    /// that came with an imported game.
    ///
    /// # Errors
    /// `no-such-thing` if nobody has that name, `unavailable` if the database fails.
    pub(crate) async fn find_player(&self, name: &str) -> Result<(Participant, Profile)> {
        let nobody = || {
            ApiError::new(
                Code::NoSuchThing,
                format!("nobody is called `{name}` here; engines are called engine:1 to engine:8"),
                format!("personne ne s’appelle « {name} » ici ; les moteurs s’appellent engine:1 à engine:8"),
            )
        };
        let unseated = |name: &str| Profile { id: PlayerId(0), name: Some(name.into()), guest: false };
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
