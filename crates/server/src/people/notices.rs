//! Notices: stored for each player, the same on every device, and sent to open pages at once.

use super::People;
use super::notice_body::{NoticeBody, TournamentNews, offer_subject, time_subject, turn_subject};
use super::shared_reads::PlayerReads;
use crate::error::Result;
use crate::site::bus::Signal;
use crate::tables::{NewsEvent, TableNews};
use std::sync::Arc;
use std::time::Instant;
use taijitu_protocol::{FromServer, Notice, Notices, PlayerId, Time};
use taijitu_store::{FollowUpSubject, NewNotice, NoticeRow};
use taijitu_table::{Names, Occupant, Summary};

/// What the sockets of one player share.
#[derive(Clone)]
pub(crate) struct SharedBell(Arc<PlayerReads<FromServer>>);

/// Notices of one player.
pub(crate) const NOTICES_KEPT_MOST: i64 = 100;
/// How long notices are kept, in milliseconds.
pub(crate) const NOTICES_KEPT_FOR: i64 = 30 * DAY;
const DAY: i64 = 24 * HOUR;
const HOUR: i64 = 60 * 60_000;
/// A player is warned when less than this part of the time for a turn is left, and less than [`WARNED_WITHIN`] milliseconds.
const WARNED_PART: i64 = 4;
const WARNED_WITHIN: i64 = 12 * HOUR;
/// Tables looked at in one round of warnings.
const WARNED_AT_ONCE: i64 = 500;

impl People {
    /// Stores a notice for a player, unless it was stored already.
    pub(super) async fn notify(&self, player: PlayerId, version: i64, body: &NoticeBody) -> Result<()> {
        let notice = NewNotice {
            player,
            subject: body.subject(),
            version,
            kind: serde_json::to_string(&body.kind()).unwrap_or_default().trim_matches('"').to_owned(),
            body: serde_json::to_string(body).unwrap_or_default(),
            at: self.site.clock.now(),
        };
        if self.site.store.put_notice(&notice, NOTICES_KEPT_MOST).await?.is_some() {
            metrics::counter!("taijitu_notices", "outcome" => "told").increment(1);
            self.site.bus.publish(Signal::News(player));
            self.schedule_delivery(player, body.kind()).await?;
        }
        Ok(())
    }

    /// Tells a player of a tournament. `version` is the number of the entry that says so.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn notify_of_tournament(
        &self,
        player: PlayerId,
        version: i64,
        news: TournamentNews,
    ) -> Result<()> {
        self.notify(player, version, &NoticeBody::Tournament { news }).await
    }

    /// Deletes a notice that is settled.
    pub(super) async fn retract_notice(&self, player: PlayerId, subject: &str) -> Result<()> {
        if self.site.store.delete_notice(player, subject).await? {
            self.site.bus.publish(Signal::News(player));
        }
        Ok(())
    }

    /// Tells players what has happened at a table.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn notify_of_table_news(&self, news: &TableNews) -> Result<()> {
        for event in &news.events {
            self.notify_of_event(news, event).await?;
        }
        if news.is_slow() {
            let last = i64::try_from(news.n).unwrap_or(i64::MAX);
            self.site.store.settle_follow_up(FollowUpSubject::Table(news.table), last).await?;
        }
        Ok(())
    }

    async fn notify_of_event(&self, news: &TableNews, event: &NewsEvent) -> Result<()> {
        let (table, version) = (news.table, i64::try_from(news.n).unwrap_or(i64::MAX));
        let game = || news.setup.game.clone();
        let others =
            |player: PlayerId| news.players.iter().copied().filter(|other| *other != player).collect();
        let is_slow = news.is_slow();
        match event {
            NewsEvent::Started => {
                news.players.iter().for_each(|player| self.site.bus.publish(Signal::News(*player)));
                if is_slow {
                    self.apply_vacations(table, &news.players).await?;
                }
            }
            NewsEvent::Played(player) => {
                self.retract_notice(*player, &turn_subject(table)).await?;
                self.retract_notice(*player, &time_subject(table)).await?;
            }
            NewsEvent::Turn(players) => {
                for player in players {
                    let body = NoticeBody::Turn { table, game: game(), others: others(*player) };
                    self.notify(*player, version, &body).await?;
                }
            }
            NewsEvent::Offered { by, offer, to } => {
                let offer = (*offer).into();
                for player in to {
                    if is_slow || !self.tables.is_at_table(table, *player) {
                        let body = NoticeBody::Offered { table, game: game(), by: *by, offer };
                        self.notify(*player, version, &body).await?;
                    }
                }
            }
            NewsEvent::Answered { to, offer, agreed } => {
                for player in &news.players {
                    self.retract_notice(*player, &offer_subject(table)).await?;
                }
                if is_slow || !self.tables.is_at_table(table, *to) {
                    let (offer, agreed) = ((*offer).into(), *agreed);
                    let body = NoticeBody::Answered { table, game: game(), offer, agreed };
                    self.notify(*to, version, &body).await?;
                }
            }
            NewsEvent::Ended { winners } => {
                for player in &news.players {
                    for subject in [turn_subject(table), offer_subject(table), time_subject(table)] {
                        self.retract_notice(*player, &subject).await?;
                    }
                    let won = winners.as_ref().map(|winners| winners.contains(player));
                    let body = NoticeBody::Ended { table, game: game(), others: others(*player), won };
                    if is_slow {
                        self.site.store.delete_conditional_turns(table, *player).await?;
                        self.notify(*player, version, &body).await?;
                    } else {
                        self.site.bus.publish(Signal::News(*player));
                    }
                }
            }
        }
        Ok(())
    }

    /// Warns players whose time for a turn by correspondence is nearly up.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn warn_of_time(&self) -> Result<()> {
        let now = self.site.clock.now();
        let rows = self.site.store.correspondence_due(now, now + WARNED_WITHIN, WARNED_AT_ONCE).await?;
        for row in rows {
            let Ok(summary) = serde_json::from_str::<Summary>(&row.summary) else { continue };
            let Time::Days { days } = summary.setup.time else { continue };
            let left = row.deadline.unwrap_or(i64::MAX) - now;
            if left > i64::from(days) * DAY / WARNED_PART {
                continue;
            }
            let players: Vec<(usize, PlayerId)> = summary
                .seats
                .iter()
                .enumerate()
                .filter_map(|(seat, who)| match who {
                    Some(Occupant::Player(player)) => Some((seat, *player)),
                    _ => None,
                })
                .collect();
            for (seat, player) in &players {
                if row.acts >> seat & 1 == 1 {
                    let others = players.iter().map(|(_, other)| *other).filter(|other| other != player);
                    let (table, game) = (row.id, summary.setup.game.clone());
                    let body = NoticeBody::Time { table, game, others: others.collect() };
                    self.notify(*player, row.head, &body).await?;
                }
            }
        }
        Ok(())
    }

    /// The notices of a player.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn notices(&self, player: PlayerId) -> Result<Notices> {
        let rows = self.site.store.notices(player, NOTICES_KEPT_MOST).await?;
        let notices = self.shown(&rows).await?;
        let unread = notices.iter().filter(|notice| !notice.read).count();
        Ok(Notices { notices, unread: u32::try_from(unread).unwrap_or(u32::MAX) })
    }

    /// Notices as they are shown; those of a later version that this one cannot read are left out.
    pub(super) async fn shown(&self, rows: &[NoticeRow]) -> Result<Vec<Notice>> {
        let read = |row: &NoticeRow| serde_json::from_str::<NoticeBody>(&row.body).ok();
        let bodies: Vec<(&NoticeRow, NoticeBody)> =
            rows.iter().filter_map(|row| Some((row, read(row)?))).collect();
        let players: Vec<PlayerId> = bodies.iter().flat_map(|(_, body)| body.mentions()).collect();
        let names = self.accounts.names(players).await?;
        Ok(bodies.iter().map(|(row, body)| notice(row, body, &names)).collect())
    }

    /// Marks the notices of a player up to a number as read, on every device.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn read_notices(&self, player: PlayerId, upto: i64) -> Result<()> {
        if self.site.store.read_notices(player, upto).await? > 0 {
            self.site.bus.publish(Signal::News(player));
        }
        Ok(())
    }

    /// The reads of notices that the sockets of a player share.
    pub(crate) fn shared_bell(&self, player: PlayerId) -> SharedBell {
        SharedBell(self.bells.of(player))
    }

    /// The notices of a player for the page: the number of unread ones, and the latest. What another socket of the player has
    /// seen since a time will do.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn bell(
        &self,
        player: PlayerId,
        shared: &SharedBell,
        since: Instant,
    ) -> Result<Arc<FromServer>> {
        self.bells.after(&shared.0, since, self.read_bell(player)).await
    }

    async fn read_bell(&self, player: PlayerId) -> Result<FromServer> {
        let (unread, _) = self.site.store.unread_notices(player).await?;
        let latest = self.site.store.notices(player, 1).await?;
        let latest = self.shown(&latest).await?.pop().filter(|notice| !notice.read);
        Ok(FromServer::Notices { unread: u32::try_from(unread).unwrap_or(u32::MAX), latest })
    }
}

fn notice(row: &NoticeRow, body: &NoticeBody, names: &Names) -> Notice {
    Notice {
        n: row.n,
        at: row.at,
        read: row.is_read,
        kind: body.kind(),
        words: body.words(names),
        table: body.table(),
        challenge: body.challenge(),
        tournament: body.tournament(),
    }
}
