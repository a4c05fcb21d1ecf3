//! What players show of themselves, and to whom.

use super::People;
use crate::error::{ApiError, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use taijitu_protocol::{Circle, Code, NoticeChoices, PlayerId, Privacy, QuietHours};
use taijitu_store::PeopleList;

/// All preferences of a player, as stored. Missing ones have their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Preferences {
    pub(super) privacy: Privacy,
    pub(super) notices: NoticeChoices,
}

impl Preferences {
    /// Reads stored text. Preferences of a later version that this one cannot read have their defaults.
    pub(super) fn read(body: &str) -> Self {
        serde_json::from_str(body).unwrap_or_default()
    }
}

impl People {
    /// The preferences of a player.
    pub(super) async fn preferences(&self, player: PlayerId) -> Result<Preferences> {
        let body = self.site.store.preferences(player).await?;
        Ok(body.as_deref().map(Preferences::read).unwrap_or_default())
    }

    /// The preferences of some players; those without stored ones are left out.
    pub(super) async fn preferences_of(
        &self,
        players: &[PlayerId],
    ) -> Result<HashMap<PlayerId, Preferences>> {
        let rows = self.site.store.preferences_of(players).await?;
        Ok(rows.iter().map(|(player, body)| (*player, Preferences::read(body))).collect())
    }

    /// What a player shows of themselves.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn privacy(&self, player: PlayerId) -> Result<Privacy> {
        Ok(self.preferences(player).await?.privacy)
    }

    /// Changes what a player shows of themselves.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn set_privacy(&self, player: PlayerId, privacy: Privacy) -> Result<()> {
        let preferences = Preferences { privacy, ..self.preferences(player).await? };
        self.set_preferences(player, &preferences).await
    }

    async fn set_preferences(&self, player: PlayerId, preferences: &Preferences) -> Result<()> {
        let body = serde_json::to_string(preferences).unwrap_or_default();
        Ok(self.site.store.set_preferences(player, &body).await?)
    }

    /// A player's choice of notices: kinds, channels and quiet hours.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn notice_choices(&self, player: PlayerId) -> Result<NoticeChoices> {
        Ok(self.preferences(player).await?.notices)
    }

    /// Changes a player's choice of notices.
    ///
    /// # Errors
    /// `invalid` if quiet hours are not hours of a day, `unavailable` if the database fails.
    pub(crate) async fn set_notice_choices(&self, player: PlayerId, notices: NoticeChoices) -> Result<()> {
        let is_wrong = |quiet: &QuietHours| quiet.from > 23 || quiet.to > 23 || quiet.offset.abs() > 14 * 60;
        if notices.quiet.as_ref().is_some_and(is_wrong) {
            return Err(ApiError::new(
                Code::Invalid,
                "quiet hours are from 0 to 23, and the time zone within 14 hours",
                "les heures calmes vont de 0 à 23, et le fuseau horaire de −14 à 14 heures",
            )
            .with_field("quiet"));
        }
        let preferences = Preferences { notices, ..self.preferences(player).await? };
        self.set_preferences(player, &preferences).await
    }

    /// Whether a viewer belongs to a circle of a player. Everybody belongs to their own.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn is_in(
        &self,
        circle: Circle,
        owner: PlayerId,
        viewer: Option<PlayerId>,
    ) -> Result<bool> {
        let Some(viewer) = viewer else { return Ok(circle == Circle::Everybody) };
        Ok(match circle {
            _ if viewer == owner => true,
            Circle::Everybody => true,
            Circle::Accounts => !self.accounts.names([viewer]).await?.profile(viewer).guest,
            Circle::Followed => self.site.store.is_listed(PeopleList::Follows, owner, viewer).await?,
            Circle::Nobody => false,
        })
    }

    /// Whether a viewer may see the numbers and games of a player.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn shows_games(&self, owner: PlayerId, viewer: Option<PlayerId>) -> Result<bool> {
        let circle = self.privacy(owner).await?.games;
        self.is_in(circle, owner, viewer).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_unknown_settings_get_the_default() {
        assert_eq!(Preferences::read("{}"), Preferences::default());
        assert_eq!(Preferences::read("no json"), Preferences::default());
        let some = Preferences::read(r#"{"privacy":{"presence":"nobody"}}"#);
        assert_eq!((some.privacy.presence, some.privacy.challenges), (Circle::Nobody, Circle::Everybody));
    }
}
