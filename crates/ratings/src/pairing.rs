//! Quick pairing: players with close ratings are paired, and the accepted difference grows with the wait.

use integer_blossom::max_weight_matching;

/// How far apart two ratings may be for players who have just begun to seek, in points.
const FIRST_WINDOW: i32 = 100;
/// By how many points the window widens with each second.
const POINTS_PER_SECOND: i64 = 40;
/// After this wait any rating is accepted, in milliseconds.
const ANYBODY_AFTER_MS: i64 = 20_000;
/// Greater differences count as this one: ratings are between 100 and 4000.
const MAX_DISTANCE: i32 = 4000;
/// Seekers considered at a time, those who wait longest first: a matching costs the cube of their number.
pub const MAX_SEEKERS: usize = 128;

/// A player who waits for a game, or several who wait for it together at a table for more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeker {
    /// The rating in points; the mean if there are several.
    pub points: i32,
    /// How long the wait is, in milliseconds.
    pub waited: i64,
    /// How many players.
    pub players: usize,
}

impl Seeker {
    /// Whether the ratings are close enough for the longer of both waits.
    #[must_use]
    pub fn accepts(self, other: Self) -> bool {
        search_window(self.waited.max(other.waited)).is_none_or(|most| self.distance(other) <= most)
    }

    fn distance(self, other: Self) -> i32 {
        self.points.saturating_sub(other.points).saturating_abs().min(MAX_DISTANCE)
    }
}

/// How far apart two ratings may be after a wait in milliseconds; none if any rating is accepted.
#[must_use]
pub fn search_window(waited: i64) -> Option<i32> {
    let waited = waited.max(0);
    let widened = i32::try_from(waited.min(ANYBODY_AFTER_MS) * POINTS_PER_SECOND / 1000).unwrap_or(i32::MAX);
    (waited < ANYBODY_AFTER_MS).then(|| FIRST_WINDOW.saturating_add(widened))
}

/// The games that can be started: groups of seekers, by index, that fill a table of `seats`. `seekers` are in the order of
/// their waits, the longest first, and at most [`MAX_SEEKERS`] of them are considered; `may_meet` says whether two of them
/// may play each other at all.
///
/// For two players the number of games is as large as possible, then the differences of ratings as small as possible, then
/// those who have waited longest play. For more seats groups are filled one after the other, for the longest wait first.
#[must_use]
pub fn pair_seekers(
    seekers: &[Seeker],
    seats: usize,
    may_meet: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let seekers = &seekers[..seekers.len().min(MAX_SEEKERS)];
    let fits = |one: usize, other: usize| may_meet(one, other) && seekers[one].accepts(seekers[other]);
    match seats {
        0 | 1 => vec![],
        2 => match_two(seekers, fits),
        seats => fill_groups(seekers, seats, &fits),
    }
}

fn match_two(seekers: &[Seeker], fits: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let count = seekers.len();
    // Each level of the weights is worth more than all below it together.
    let per_point = (count * count) as i64 + 1;
    let per_game = per_point * (i64::from(MAX_DISTANCE) * count as i64 + 1);
    let mut weights = vec![0_i64; count * count];
    for one in 0..count {
        for other in one + 1..count {
            if fits(one, other) {
                let closeness = i64::from(MAX_DISTANCE - seekers[one].distance(seekers[other]));
                let waits = (2 * count - one - other) as i64;
                weights[one * count + other] = per_game + closeness * per_point + waits;
            }
        }
    }
    let partners = max_weight_matching(&weights, count);
    let pair = |(one, other): (usize, &Option<usize>)| {
        (*other).filter(|other| one < *other).map(|other| vec![one, other])
    };
    partners.iter().enumerate().filter_map(pair).collect()
}

fn fill_groups(seekers: &[Seeker], seats: usize, fits: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut free: Vec<usize> = (0..seekers.len()).collect();
    let mut groups = vec![];
    for first in 0..seekers.len() {
        let Some(left) = seats.checked_sub(seekers[first].players).filter(|_| free.contains(&first)) else {
            continue;
        };
        let mut closest: Vec<usize> = free.iter().copied().filter(|other| *other != first).collect();
        closest.sort_by_key(|other| (seekers[first].distance(seekers[*other]), *other));
        let mut group = vec![first];
        if left > 0 && complete(&mut group, &closest, left, seekers, fits) {
            free.retain(|seeker| !group.contains(seeker));
            groups.push(group);
        }
    }
    groups
}

/// Adds some of `closest` to a group, the first ones that fill exactly the seats that are left. Seats are few, so the number
/// of attempts is small.
fn complete(
    group: &mut Vec<usize>,
    closest: &[usize],
    left: usize,
    seekers: &[Seeker],
    fits: &impl Fn(usize, usize) -> bool,
) -> bool {
    if left == 0 {
        return true;
    }
    for (at, candidate) in closest.iter().enumerate() {
        let players = seekers[*candidate].players;
        if players == 0 || players > left || !group.iter().all(|member| fits(*member, *candidate)) {
            continue;
        }
        group.push(*candidate);
        if complete(group, &closest[at + 1..], left - players, seekers, fits) {
            return true;
        }
        group.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seeker(points: i32, waited: i64) -> Seeker {
        Seeker { points, waited, players: 1 }
    }

    fn pairs(seekers: &[Seeker]) -> Vec<Vec<usize>> {
        pair_seekers(seekers, 2, |_, _| true)
    }

    #[test]
    fn the_window_widens_with_the_wait_until_anybody_will_do() {
        let windows = [-5, 0, 1000, 10_000, 19_999, 20_000, i64::MAX].map(search_window);
        assert_eq!(windows, [Some(100), Some(100), Some(140), Some(500), Some(899), None, None]);
    }

    #[test]
    fn the_closest_ratings_meet() {
        let seekers = [1500, 1900, 1480, 1850].map(|points| seeker(points, 0));
        assert_eq!(pairs(&seekers), [vec![0, 2], vec![1, 3]]);
        let waiting = [seeker(2400, 60_000), seeker(1490, 60_000), seeker(1500, 0)];
        assert_eq!(pairs(&waiting), [vec![1, 2]], "both would do, and one is closer");
    }

    #[test]
    fn ratings_that_are_far_apart_meet_when_one_has_waited() {
        for (waited, expected) in [(0, 0), (9_999, 0), (10_000, 1)] {
            assert_eq!(pairs(&[seeker(2000, waited), seeker(1500, 0)]).len(), expected, "{waited}");
        }
        assert_eq!(pairs(&[seeker(4000, 20_000), seeker(100, 0)]), [[0, 1]]);
    }

    #[test]
    fn a_closer_pair_does_not_leave_two_alone() {
        let seekers = [1400, 1490, 1510, 1600].map(|points| seeker(points, 0));
        assert_eq!(pairs(&seekers), [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn among_equals_the_longest_wait_is_paired_first() {
        let equals = [seeker(1500, 300), seeker(1500, 200), seeker(1500, 100)];
        assert_eq!(pairs(&equals), [[0, 1]]);
        let apart = pair_seekers(&equals, 2, |one, other| (one, other) != (0, 1));
        assert_eq!(apart, [[0, 2]]);
    }

    #[test]
    fn four_sit_down_together_and_those_at_a_table_stay_together() {
        let of = |players, points| Seeker { players, ..seeker(points, 0) };
        let seekers = [of(2, 1500), of(3, 1500), of(1, 1520), of(1, 1900), of(1, 1540)];
        let groups = pair_seekers(&seekers, 4, |_, _| true);
        assert_eq!(groups, [vec![0, 2, 4]]);
        let apart = pair_seekers(&seekers, 4, |one, other| (one, other) != (0, 2) && (one, other) != (2, 0));
        assert_eq!(apart, [vec![1, 2]], "the seat of a table of three is for one of them");
        assert!(pair_seekers(&seekers[..2], 4, |_, _| true).is_empty(), "five do not fit");
    }

    /// The greatest number of pairs, by trying all.
    fn most_pairs(free: &[usize], fits: &impl Fn(usize, usize) -> bool) -> usize {
        let Some((first, rest)) = free.split_first() else { return 0 };
        let mut most = most_pairs(rest, fits);
        for (at, other) in rest.iter().enumerate().filter(|(_, other)| fits(*first, **other)) {
            let left = [&rest[..at], &rest[at + 1..]].concat();
            debug_assert!(!left.contains(other));
            most = most.max(1 + most_pairs(&left, fits));
        }
        most
    }

    proptest! {
        #[test]
        fn all_possible_pairs_are_made_and_nobody_plays_twice(
            waits in prop::collection::vec((100..2500_i32, 0..25_000_i64), 0..9),
            blocks in prop::collection::hash_set((0..9_usize, 0..9_usize), 0..12),
        ) {
            let seekers: Vec<Seeker> = waits.iter().map(|(points, waited)| seeker(*points, *waited)).collect();
            let may_meet = |one, other| !blocks.contains(&(one, other)) && !blocks.contains(&(other, one));
            let fits = |one: usize, other: usize| may_meet(one, other) && seekers[one].accepts(seekers[other]);
            let pairs = pair_seekers(&seekers, 2, may_meet);
            let mut all: Vec<usize> = pairs.concat();
            for pair in &pairs {
                prop_assert!(fits(pair[0], pair[1]));
            }
            prop_assert_eq!(pairs.len(), most_pairs(&(0..seekers.len()).collect::<Vec<_>>(), &fits));
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(all.len(), 2 * pairs.len());
        }

        #[test]
        fn at_most_one_player_is_left_after_the_longest_window(points in prop::collection::vec(100..4000_i32, 0..40)) {
            let seekers: Vec<Seeker> = points.iter().map(|points| seeker(*points, ANYBODY_AFTER_MS)).collect();
            prop_assert_eq!(pairs(&seekers).len(), seekers.len() / 2);
        }
    }

    #[test]
    fn more_than_fit_are_not_considered() {
        let many = vec![seeker(1500, 0); MAX_SEEKERS + 10];
        assert_eq!(pairs(&many).len(), MAX_SEEKERS / 2);
    }
}
