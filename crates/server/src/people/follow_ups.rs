//! What has to be done for players after a commit, if the node that made the commit did not get to it.

use super::People;
use crate::error::Result;
use taijitu_protocol::{ChallengeId, PlayerId, TableId};
use taijitu_store::{ChallengeChange, FollowUpSubject};

impl People {
    /// Tells players what a commit at a table means to them, unless they were told.
    ///
    /// # Errors
    /// `unavailable` if the database fails or the log cannot be folded.
    pub(crate) async fn follow_up_table(&self, table: TableId, first: i64, last: i64) -> Result<()> {
        if let Some(news) =
            self.tables.news_of_commit(table, first.unsigned_abs(), last.unsigned_abs()).await?
        {
            self.notify_of_table_news(&news).await?;
        }
        self.settle_follow_up(FollowUpSubject::Table(table), last).await
    }

    /// Tells the players of a challenge of it, unless they were told.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn follow_up_challenge(&self, id: ChallengeId, change: i64) -> Result<()> {
        match self.site.store.challenge(id).await? {
            Some(row) if change == ChallengeChange::Made.number() => self.announce_challenge(&row).await,
            Some(row) => self.announce_answer(&row).await,
            None => self.settle_follow_up(FollowUpSubject::Challenge(id), change).await,
        }
    }

    /// Lets the clocks at the tables of a player follow the vacation that was taken or ended.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn follow_up_vacation(&self, player: PlayerId, at: i64) -> Result<()> {
        let until = self.vacation(player).await?.until.unwrap_or_else(|| self.site.clock.now());
        self.set_vacation_at_tables(player, until).await?;
        self.settle_follow_up(FollowUpSubject::Vacation(player), at).await
    }

    pub(super) async fn settle_follow_up(&self, subject: FollowUpSubject, last: i64) -> Result<()> {
        Ok(self.site.store.settle_follow_up(subject, last).await?)
    }
}
