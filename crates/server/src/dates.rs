//! Days as people write them, from milliseconds since 1970 and back. All of them are in UTC.

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// The day of a moment: year, month, day. By the algorithm of Howard Hinnant's `civil_from_days`.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    // Years begin in March, so that the leap day is the last one.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// Days since 1970.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// `2026-11-15 20:11:03`.
#[must_use]
pub(crate) fn written(at: i64) -> String {
    let (year, month, day) = civil(at.div_euclid(DAY));
    let seconds = at.rem_euclid(DAY) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}")
}

/// Reads `2026-11-15`, with or without a time behind it, or `Fri Mar 13 19:56:26 GMT+01:00 2026` as Boardspace writes it. A
/// zone that is only named, such as `CET`, is not looked up: half a day more or less does not matter in an archive.
#[must_use]
pub(crate) fn read(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [_, month, day, time, zone, year] => Some(in_words(month, day, time, year)? - east(zone)),
        [_, month, day, time, year] => in_words(month, day, time, year),
        [date, ref rest @ ..] => {
            let (date, time) = date.split_once('T').unwrap_or((date, rest.first().unwrap_or(&"0:0")));
            let numbers: Vec<i64> = date.split('-').filter_map(|part| part.parse().ok()).collect();
            let [year, month, day] = numbers[..] else {
                return None;
            };
            moment(year, month, day, time)
        }
        [] => None,
    }
}

fn in_words(month: &str, day: &str, time: &str, year: &str) -> Option<i64> {
    let month = MONTHS.iter().position(|own| month.eq_ignore_ascii_case(own))?;
    moment(year.parse().ok()?, month as i64 + 1, day.parse().ok()?, time)
}

/// How far east of Greenwich a zone such as `GMT+01:00` is, in milliseconds; 0 if it does not say.
fn east(zone: &str) -> i64 {
    let offset = zone.trim_start_matches(char::is_alphabetic);
    let minutes = |offset: &str| {
        let (hours, minutes) = offset.split_once(':')?;
        Some(hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
    };
    let (sign, offset) = match offset.strip_prefix('-') {
        Some(west) => (-1, west),
        None => (1, offset.trim_start_matches('+')),
    };
    sign * minutes(offset).filter(|minutes| (0..=14 * 60).contains(minutes)).unwrap_or(0) * 60_000
}

/// When a day such as `2026-11-16` begins; every digit has to be there.
pub(crate) fn day(text: &str) -> Option<i64> {
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    match parts[..] {
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => {
            moment(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?, "0:0")
        }
        _ => None,
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn moment(year: i64, month: i64, day: i64, time: &str) -> Option<i64> {
    let fits = (1970..=2999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    // A day that is none, such as 30 February, would come back as another.
    if !fits || civil(days(year, month, day)) != (year, month, day) {
        return None;
    }
    let whole = time.split(['.', 'Z', '+']).next().unwrap_or_default();
    let parts: Vec<i64> = whole.split(':').map_while(|part| part.parse().ok()).collect();
    let (hours, minutes) = (*parts.first()?, *parts.get(1)?);
    let seconds = parts.get(2).copied().unwrap_or(0);
    let fits = (0..24).contains(&hours) && (0..60).contains(&minutes) && (0..=60).contains(&seconds);
    fits.then(|| days(year, month, day) * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000)
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
    fn what_is_no_day_is_none() {
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
