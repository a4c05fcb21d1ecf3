//! Days of the calendar, as queries write them.

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// When a day such as `2026-11-16` begins, in milliseconds since 1970, by universal time.
pub(crate) fn day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let fits = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| part.parse::<i64>().ok()).flatten()
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let month_index = usize::try_from(month - 1).ok()?;
    let fits = parts.next().is_none() && (1..=*days.get(month_index)?).contains(&day);
    // Leap days before the first of January of a year since the year 0.
    let leaps = |year: i64| (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    let before = (year - 1970) * 365 + leaps(year) - leaps(1970);
    fits.then(|| (before + days[..month_index].iter().sum::<i64>() + day - 1) * DAY)
}

#[cfg(test)]
mod tests {
    use super::{DAY, day};

    #[test]
    fn knows_the_calendar() {
        assert_eq!(day("1970-01-01"), Some(0));
        assert_eq!(day("2000-03-01"), Some(951_868_800_000));
        assert_eq!(day("2026-11-16"), Some(1_794_787_200_000));
        assert_eq!(day("2024-12-31").map(|last| last + DAY), day("2025-01-01"));
        for wrong in
            ["2026-02-29", "2026-13-01", "2026-1-01", "2026-00-10", "2026-11-16-1", "today", "", "-001-01-01"]
        {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }
}
