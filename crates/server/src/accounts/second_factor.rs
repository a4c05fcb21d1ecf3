//! The second factor of an account: enrolled with a secret, asked for after the password, replaced by a recovery code.

use super::Accounts;
use super::{recovery, totp};
use crate::error::{ApiError, Result};
use std::net::IpAddr;
use taijitu_protocol::{Code, PlayerId};
use taijitu_store::SecondFactorRow;

/// The field of requests that holds the code.
const FIELD: &str = "code";

impl Accounts {
    /// Whether a player has a confirmed second factor. Every session of such a player has passed it: the sessions from
    /// before end when it is confirmed.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub async fn has_second_factor(&self, player: PlayerId) -> Result<bool> {
        Ok(self.confirmed_factor(player).await?.is_some())
    }

    /// Whether a moderator may moderate: with a second factor, unless the host does not ask for one.
    ///
    /// # Errors
    /// `second_factor_needed` if the moderator has none, `unavailable` if the database fails.
    pub async fn check_moderators_second_factor(&self, player: PlayerId) -> Result<()> {
        if !self.site.config.moderators_need_totp || self.has_second_factor(player).await? {
            return Ok(());
        }
        Err(ApiError::new(
            Code::SecondFactorNeeded,
            "moderators of this site need two-factor authentication: turn it on in your account",
            "ce site exige l’authentification à deux facteurs pour les modérateurs : activez-la dans votre compte",
        ))
    }

    /// Checks the second factor of a sign-in from an address and uses up the code; a player without one passes.
    ///
    /// # Errors
    /// `second_factor_needed` without a code, `wrong_code` with a wrong or used one, `too_fast` after many of them.
    pub(crate) async fn check_second_factor(
        &self,
        player: PlayerId,
        given: Option<&str>,
        from: Option<IpAddr>,
    ) -> Result<()> {
        let Some(factor) = self.confirmed_factor(player).await? else {
            return Ok(());
        };
        let Some(given) = given.filter(|given| !given.trim().is_empty()) else {
            return Err(needed());
        };
        self.count_code(player, from).await?;
        let store = &self.site.store;
        let accepted = match totp::parse(given) {
            Some(code) => match totp::matching_step(&factor.secret, code, self.site.clock.now()) {
                Some(step) => store.use_second_factor(player, step).await?,
                None => false,
            },
            None => store.use_recovery_code(player, &recovery::hash_code(given)).await?,
        };
        if accepted { Ok(()) } else { Err(wrong_code().with_field(FIELD)) }
    }

    /// Confirms a second factor with a first code.
    ///
    /// # Errors
    /// `wrong_code` if the code is wrong, `not_now` if there is nothing to confirm, `too_fast` after many wrong ones.
    pub(crate) async fn confirm_second_factor(
        &self,
        player: PlayerId,
        given: &str,
        from: Option<IpAddr>,
    ) -> Result<()> {
        self.count_code(player, from).await?;
        let store = &self.site.store;
        let factor = store.second_factor(player).await?.filter(|factor| factor.confirmed == 0);
        let factor = factor.ok_or_else(nothing_to_confirm)?;
        let now = self.site.clock.now();
        let step = totp::parse(given).and_then(|code| totp::matching_step(&factor.secret, code, now));
        let step = step.ok_or_else(|| wrong_code().with_field(FIELD))?;
        if store.confirm_second_factor(player, step, now).await? { Ok(()) } else { Err(nothing_to_confirm()) }
    }

    /// Counts a code that is tried. Somebody elsewhere who has the password and guesses does not keep the owner out.
    async fn count_code(&self, player: PlayerId, from: Option<IpAddr>) -> Result<()> {
        let is_known = self.is_known_at(Some(player), from).await?;
        self.site.limits.check_code(player, is_known)
    }

    async fn confirmed_factor(&self, player: PlayerId) -> Result<Option<SecondFactorRow>> {
        Ok(self.site.store.second_factor(player).await?.filter(|factor| factor.confirmed > 0))
    }
}

/// A code, recovery code or link that is not accepted.
pub(crate) fn wrong_code() -> ApiError {
    ApiError::new(
        Code::WrongCode,
        "this code is wrong or was already used",
        "ce code est incorrect ou a déjà servi",
    )
}

fn needed() -> ApiError {
    ApiError::new(
        Code::SecondFactorNeeded,
        "enter the six digits of your authenticator app, or a recovery code",
        "saisissez les six chiffres de votre application d’authentification, ou un code de secours",
    )
    .with_field(FIELD)
}

fn nothing_to_confirm() -> ApiError {
    ApiError::new(
        Code::NotNow,
        "there is nothing to confirm: start over",
        "il n’y a rien à confirmer : recommencez",
    )
}
