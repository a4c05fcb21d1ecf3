//! Vacations: a number of days a year in which a player's correspondence clocks are stopped.
//!
//! A vacation is a row of its own, and an entry in the log of every table it concerns, so that clocks follow from the log. A game
//! that starts during a vacation gets the entry at its start.

use super::People;
use crate::error::{ApiError, Result};
use futures_util::{StreamExt, stream};
use taijitu_protocol::{Code, PlayerId, TableId, Time, VacationView};
use taijitu_store::{TableState, VacationRow};
use taijitu_table::{Summary, SystemEvent};
use time::UtcDateTime;

/// Days a year.
pub(crate) const DAYS_A_YEAR: i64 = 30;
/// Vacations a year: each is an entry in the logs of all games of the player.
pub(crate) const TAKEN_MOST: usize = 20;
const DAY: i64 = 24 * 60 * 60_000;
/// Tables of a player, and tables updated at a time.
const TABLES_MOST: i64 = 500;
const AT_ONCE: usize = 8;

impl People {
    /// The vacation of a player, and what is left of this year's days.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn vacation(&self, player: PlayerId) -> Result<VacationView> {
        let now = self.site.clock.now();
        let (begins, ends) = year_of(now);
        let taken = self.site.store.vacations(player, begins).await?;
        let until = taken.iter().map(|row| row.ends).filter(|ends| *ends > now).max();
        let left = (DAYS_A_YEAR * DAY - used(&taken, begins, ends)).max(0);
        Ok(VacationView { until, left })
    }

    /// Begins a vacation of some days now.
    ///
    /// # Errors
    /// `invalid` if the number of days is not positive, `not_now` if the player is on vacation already, `too_many` if there are not enough days
    /// left, `unavailable` if the database fails.
    pub(crate) async fn take_vacation(&self, player: PlayerId, days: u32) -> Result<VacationView> {
        if !(1..=DAYS_A_YEAR).contains(&i64::from(days)) {
            return Err(ApiError::new(
                Code::Invalid,
                format!("take between 1 and {DAYS_A_YEAR} days"),
                format!("prenez de 1 à {DAYS_A_YEAR} jours"),
            )
            .with_field("days"));
        }
        let now = self.site.clock.now();
        let wanted = VacationRow { began: now, ends: now + i64::from(days) * DAY };
        if self.vacation(player).await?.until.is_some() {
            return Err(ApiError::new(
                Code::NotNow,
                "you are on vacation; end it first",
                "vous êtes en congé ; terminez-le d’abord",
            ));
        }
        let since = year_of(now).0;
        let is_taken = self
            .site
            .store
            .take_vacation(player, wanted, since, move |taken| may_take(taken, wanted))
            .await?;
        if !is_taken {
            return Err(ApiError::new(
                Code::TooMany,
                format!("you have {DAYS_A_YEAR} days of vacation a year, and not enough of them are left"),
                format!("vous avez {DAYS_A_YEAR} jours de congé par an, et il n’en reste pas assez"),
            ));
        }
        self.follow_up_vacation(player, now).await?;
        self.vacation(player).await
    }

    /// Ends the vacation of a player: the clocks run again. Days that were not used are left.
    ///
    /// # Errors
    /// `not_now` if the player is not on vacation, `unavailable` if the database fails.
    pub(crate) async fn end_vacation(&self, player: PlayerId) -> Result<VacationView> {
        let now = self.site.clock.now();
        if !self.site.store.end_vacation(player, now).await? {
            return Err(ApiError::new(Code::NotNow, "you are not on vacation", "vous n’êtes pas en congé"));
        }
        self.follow_up_vacation(player, now).await?;
        self.vacation(player).await
    }

    /// Writes the end of a player's vacation to the logs of the player's tables.
    pub(super) async fn set_vacation_at_tables(&self, player: PlayerId, until: i64) -> Result<()> {
        let tables = self.site.store.tables_of(player, &[TableState::Running], None, TABLES_MOST).await?;
        let is_slow = |summary: &str| {
            let summary = serde_json::from_str::<Summary>(summary);
            summary.is_ok_and(|summary| matches!(summary.setup.time, Time::Days { .. }))
        };
        let slow = tables.into_iter().filter(|mine| is_slow(&mine.table.summary)).map(|mine| mine.table.id);
        let results: Vec<Result<()>> = stream::iter(slow.collect::<Vec<TableId>>())
            .map(|table| self.set_vacation_at_table(table, player, until))
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        results.into_iter().collect()
    }

    async fn set_vacation_at_table(&self, table: TableId, player: PlayerId, until: i64) -> Result<()> {
        self.tables.get(table).await?.system(SystemEvent::Vacation(player, until)).await
    }

    /// Writes the vacations of players to the log of a table whose game has started.
    pub(super) async fn apply_vacations(&self, table: TableId, players: &[PlayerId]) -> Result<()> {
        let now = self.site.clock.now();
        for player in players {
            let taken = self.site.store.vacations(*player, now).await?;
            if let Some(until) = taken.iter().map(|row| row.ends).max() {
                self.set_vacation_at_table(table, *player, until).await?;
            }
        }
        Ok(())
    }
}

/// The beginning and the end of the year of a time, in UTC.
fn year_of(at: i64) -> (i64, i64) {
    let year = UtcDateTime::from_unix_timestamp(at / 1000).map_or(1970, UtcDateTime::year);
    (start_of(year), start_of(year + 1))
}

/// When a year begins.
fn start_of(year: i32) -> i64 {
    let first = time::Date::from_ordinal_date(year, 1);
    first.map_or(0, |date| date.midnight().assume_utc().unix_timestamp() * 1000)
}

/// How much of some vacations lies between two times.
fn used(taken: &[VacationRow], begins: i64, ends: i64) -> i64 {
    taken.iter().map(|row| (row.ends.min(ends) - row.began.max(begins)).max(0)).sum()
}

/// Whether a vacation fits beside the others of its year.
fn may_take(taken: &[VacationRow], wanted: VacationRow) -> bool {
    let (begins, ends) = year_of(wanted.began);
    let fits = |begins: i64, ends: i64| {
        used(taken, begins, ends) + used(&[wanted], begins, ends) <= DAYS_A_YEAR * DAY
    };
    let overlaps = taken.iter().any(|row| row.ends > wanted.began);
    !overlaps && taken.len() < TAKEN_MOST && fits(begins, ends) && fits(ends, year_of(ends).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_thirty_days() {
        let new_year = start_of(2027);
        let row = |began: i64, days: i64| VacationRow { began, ends: began + days * DAY };
        let summer = new_year + 200 * DAY;
        assert!(may_take(&[], row(summer, 30)) && !may_take(&[], row(summer, 31)));
        assert!(may_take(&[row(new_year, 20)], row(summer, 10)));
        assert!(!may_take(&[row(new_year, 20)], row(summer, 11)));
        assert!(!may_take(&[row(summer - DAY, 5)], row(summer, 1)), "one at a time");
        // Five days before the end of the year and the rest after it.
        let christmas = start_of(2028) - 5 * DAY;
        assert!(may_take(&[row(summer, 25)], row(christmas, 30)));
        assert!(!may_take(&[row(summer, 26)], row(christmas, 30)));
        let often: Vec<VacationRow> =
            (0..20).map(|n| VacationRow { began: new_year + n, ends: new_year + n + 1 }).collect();
        assert!(!may_take(&often, row(summer, 1)));
        assert_eq!(year_of(summer), (new_year, start_of(2028)));
    }
}
