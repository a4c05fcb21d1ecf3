//! Dates and times of records and queries: text to milliseconds since 1970 and back. All of them are in UTC.

use std::ops::RangeInclusive;
use time::format_description::StaticFormatDescription as Format;
use time::macros::format_description;
use time::{Date, Duration, Time, UtcDateTime, UtcOffset};

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// Years that are read.
const YEARS: RangeInclusive<i32> = 1970..=2999;
/// The largest offset of a time zone from UTC, in seconds.
const MAX_OFFSET_SECONDS: i32 = 14 * 3600;

const WRITTEN: Format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
const DAY_OF_QUERY: Format = format_description!("[year]-[month]-[day]");
const DATE: Format = format_description!("[year]-[month padding:none]-[day padding:none]");
const DATE_IN_WORDS: Format =
    format_description!("[year] [month repr:short case_sensitive:false] [day padding:none]");
const TIME: Format = format_description!(
    version = 2,
    "[hour padding:none]:[minute padding:none][optional [:[second padding:none]]]"
);
const OFFSET: Format = format_description!("[offset_hour padding:none]:[offset_minute padding:none]");

/// Formats a time as `2026-11-15 20:11:03`; empty if it is out of the calendar's range.
#[must_use]
pub(crate) fn written(at: i64) -> String {
    let at = UtcDateTime::UNIX_EPOCH.checked_add(Duration::milliseconds(at));
    at.and_then(|at| at.format(WRITTEN).ok()).unwrap_or_default()
}

/// Reads `2026-11-15`, with or without a time behind it, or `Fri Mar 13 19:56:26 GMT+01:00 2026` as Boardspace writes it.
/// A zone that is only named, such as `CET`, is not looked up: half a day more or less does not matter in an archive.
#[must_use]
pub(crate) fn read(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [_, month, day, time, zone, year] => Some(in_words(year, month, day, time)? - offset(zone)),
        [_, month, day, time, year] => in_words(year, month, day, time),
        [date, ref rest @ ..] => {
            let (date, time) = date.split_once('T').unwrap_or((date, rest.first().unwrap_or(&"0:0")));
            milliseconds(Date::parse(date, DATE).ok()?, time)
        }
        [] => None,
    }
}

fn in_words(year: &str, month: &str, day: &str, time: &str) -> Option<i64> {
    milliseconds(Date::parse(&format!("{year} {month} {day}"), DATE_IN_WORDS).ok()?, time)
}

/// The offset of a zone such as `GMT+01:00` from UTC, in milliseconds; 0 if it has none.
fn offset(zone: &str) -> i64 {
    let offset = UtcOffset::parse(zone.trim_start_matches(char::is_alphabetic), OFFSET);
    let seconds = offset.map_or(0, UtcOffset::whole_seconds);
    if seconds.abs() <= MAX_OFFSET_SECONDS { i64::from(seconds) * 1000 } else { 0 }
}

/// When a day such as `2026-11-16` begins; every digit has to be there.
pub(crate) fn day(text: &str) -> Option<i64> {
    milliseconds(Date::parse(text, DAY_OF_QUERY).ok()?, "0:0")
}

/// A date and a time of day such as `20:11` or `20:11:03.5Z`, whose fraction and zone are not read.
fn milliseconds(date: Date, time: &str) -> Option<i64> {
    let whole = time.split(['.', 'Z', '+']).next().unwrap_or_default();
    let at = UtcDateTime::new(date, Time::parse(whole, TIME).ok()?);
    YEARS.contains(&date.year()).then(|| at.unix_timestamp() * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_back() {
        for at in [0, 951_782_399_000, 951_868_800_000, 1_790_000_000_000, 4_102_444_799_000] {
            assert_eq!(read(&written(at)), Some(at), "{}", written(at));
        }
        // Computed by `date -u -d …`.
        assert_eq!(written(1_772_323_199_000), "2026-02-28 23:59:59");
        assert_eq!(read("2026-11-15"), Some(1_794_700_800_000));
        assert_eq!(read("2026-11-15T01:00:00.5Z"), Some(1_794_704_400_000));
        assert_eq!(read("Mon Jan 05 20:11:00 CET 2026"), Some(1_767_643_860_000));
        assert_eq!(read("Mon Jan 05 20:11:00 2026"), Some(1_767_643_860_000));
        let in_greenwich = read("Fri Mar 13 18:56:26 GMT 2026");
        assert_eq!(in_greenwich, Some(1_773_428_186_000));
        assert_eq!(read("Fri Mar 13 19:56:26 GMT+01:00 2026"), in_greenwich);
        assert_eq!(read("Fri Mar 13 13:26:26 GMT-05:30 2026"), in_greenwich);
        assert_eq!(read("Fri Mar 13 18:56:26 GMT+99:00 2026"), in_greenwich, "no such zone");
    }

    #[test]
    fn malformed_days_are_refused() {
        for text in
            ["", "yesterday", "2026-02-30", "2026-13-01", "2026-1", "0-0-0", "2026-01-01 25:00", "-1-1-1"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

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
