//! The properties of players that a tournament checks: guest or account, program or person, rating.

use super::services::TournamentServices;
use crate::error::Result;
use taijitu_protocol::{OpenTable, PlayerId, TournamentSettings};
use taijitu_table::{Names, Table, nearest_rating_class};
use taijitu_tournament::Applicant;

impl TournamentServices {
    /// A player with the rating in the game of a tournament.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn applicant(
        &self,
        player: PlayerId,
        settings: &TournamentSettings,
    ) -> Result<Applicant> {
        let names = self.rated_names([player], settings).await?;
        let profile = names.profile(player);
        let rating = profile.rating.and_then(|rating| u16::try_from(rating.value.max(0)).ok());
        Ok(Applicant { id: player, guest: profile.guest, bot: profile.bot, rating })
    }

    /// The names of players, with their ratings in the game of a tournament.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn rated_names(
        &self,
        players: impl IntoIterator<Item = PlayerId> + Send,
        settings: &TournamentSettings,
    ) -> Result<Names> {
        let mut names = self.accounts.names(players).await?;
        let setup = Table::setup_for(&to_open(settings), false).ok();
        let class = setup.as_ref().and_then(nearest_rating_class).map(|class| class.id);
        self.ratings.add_to(&mut names, class).await?;
        Ok(names)
    }
}

/// The request that opens a table of a tournament. Its games are found in the archive if the tournament is listed.
pub(super) fn to_open(settings: &TournamentSettings) -> OpenTable {
    let log = if settings.public { taijitu_protocol::Log::On } else { taijitu_protocol::Log::Link };
    OpenTable {
        game: settings.game.clone(),
        options: settings.options.clone(),
        time: settings.time,
        log: Some(log),
        public: settings.public,
        rated: settings.rated,
        ..OpenTable::default()
    }
}
