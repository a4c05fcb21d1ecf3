//! Checks before a tournament is made, changed or entered: its settings, and how many a player may have.

use super::applicant::to_open;
use super::services::TournamentServices;
use crate::error::{ApiError, Result};
use taijitu_protocol::{Code, PlayerId, TournamentSettings};
use taijitu_table::{Table, seat_count};
use taijitu_tournament::check_settings;

/// Tournaments of one host that are not over.
pub(crate) const HOSTED_MOST: usize = 10;
/// Tournaments of one host made within a day: those that are called off at once are kept for a while, too.
pub(crate) const MADE_A_DAY: usize = 20;
/// A player who takes part in this many is invited to no other team.
pub(crate) const INVITED_MOST: usize = 25;
const DAY: i64 = 24 * 60 * 60_000;
/// Tournaments one player takes part in that are not over.
pub(crate) const ENTERED_MOST: usize = 50;

/// Checks settings together with the game: its options, its number of players, whether it can be rated.
///
/// # Errors
/// `invalid`, `bad_option` or what else is wrong.
pub(super) fn check(settings: &TournamentSettings, now: i64) -> Result<()> {
    check_settings(settings, now).map_err(|refusal| ApiError(refusal.into()))?;
    let setup = Table::setup_for(&to_open(settings), false)?;
    let seats = if settings.teams { 4 } else { 2 };
    if seat_count(&setup) != seats {
        return Err(ApiError::new(
            Code::Invalid,
            "teams play games for four, single players games for two: choose the number of players accordingly",
            "par équipes, on joue à quatre, sinon à deux : choisissez le nombre de joueurs en conséquence",
        )
        .with_field("teams"));
    }
    if settings.rated && settings.filler.is_some() {
        return Err(ApiError::new(
            Code::Invalid,
            "games against the computer are not rated: a rated tournament has byes instead",
            "les parties contre l’ordinateur ne sont pas classées : un tournoi classé a des exemptions",
        )
        .with_field("filler"));
    }
    Ok(())
}

impl TournamentServices {
    /// Refuses tournaments of guests, and more than a host may have.
    ///
    /// # Errors
    /// `guests_cannot`, `too_many`, or `unavailable` if the database fails.
    pub(super) async fn check_may_host(&self, host: PlayerId) -> Result<()> {
        if self.accounts.names([host]).await?.profile(host).guest {
            return Err(ApiError::new(
                Code::GuestsCannot,
                "you need an account to create a tournament; guests may enter",
                "il faut un compte pour créer un tournoi ; les invités peuvent y participer",
            ));
        }
        let most = self.times_rate_factor(HOSTED_MOST);
        if is_at_least(self.site.store.tournaments_by(host, most).await?.len(), most) {
            return Err(ApiError::new(
                Code::TooMany,
                format!("you have {most} tournaments that are not over, which is the maximum"),
                format!("vous avez {most} tournois qui ne sont pas terminés, le maximum"),
            ));
        }
        let most = self.times_rate_factor(MADE_A_DAY);
        if self.site.store.tournaments_made(host, self.site.clock.now() - DAY, most).await? >= most {
            return Err(ApiError::new(
                Code::TooMany,
                format!("you have made {most} tournaments within a day, which is the maximum"),
                format!("vous avez créé {most} tournois en un jour, le maximum"),
            ));
        }
        Ok(())
    }

    /// A limit of a site, multiplied by the factor of its host.
    fn times_rate_factor(&self, most: usize) -> i64 {
        let most = most.saturating_mul(self.site.config.rate_factor as usize);
        i64::try_from(most).unwrap_or(i64::MAX)
    }

    /// Refuses an invitation to a team if the partner's settings exclude it, or if there are too many.
    ///
    /// # Errors
    /// `no_such_thing` if there is no such player, `invalid` if it is the player themselves, `not_welcome` if one of the two has
    /// blocked the other or the partner takes no challenges from the player, `too_many`, or `unavailable` if the database fails.
    pub(super) async fn check_may_invite(&self, player: PlayerId, partner: PlayerId) -> Result<()> {
        let partner = self.people.find(&partner.to_string()).await?.id;
        self.people.check_may_challenge(player, partner).await?;
        let most = self.times_rate_factor(INVITED_MOST);
        if is_at_least(self.site.store.tournaments_of(partner, most).await?.len(), most) {
            return Err(ApiError::new(
                Code::TooMany,
                "this player takes part in too many tournaments to be invited to another one",
                "ce joueur participe à trop de tournois pour être invité à un autre",
            )
            .with_field("partner"));
        }
        Ok(())
    }

    /// Refuses to enter more tournaments than a player may.
    ///
    /// # Errors
    /// `too_many`, or `unavailable` if the database fails.
    pub(super) async fn check_may_enter(&self, player: PlayerId) -> Result<()> {
        let most = self.times_rate_factor(ENTERED_MOST);
        if is_at_least(self.site.store.tournaments_of(player, most).await?.len(), most) {
            return Err(ApiError::new(
                Code::TooMany,
                format!("you take part in {most} tournaments, which is the maximum; withdraw from one first"),
                format!("vous participez à {most} tournois, le maximum ; retirez-vous d’abord d’un tournoi"),
            ));
        }
        Ok(())
    }
}

fn is_at_least(count: usize, most: i64) -> bool {
    i64::try_from(count).is_ok_and(|count| count >= most)
}
