//! Complete matchings of least cost, with costs compared level by level.
//!
//! The matching itself is the library's: the primal-dual blossom algorithm, O(n³) time and O(n²) memory.

use integer_blossom::min_weight_perfect_matching;

/// Sums below this fit the library's arithmetic in `i64` with room to spare.
const NARROW: i128 = 1 << 58;
/// Sums below this fit its arithmetic in `i128`: it adds up to four weights.
const WIDE: i128 = 1 << 120;

/// The complete matching of `n` vertices whose total cost is least: first by the sum of the first level, then of the
/// second, and so on. `cost` is called once for each pair, with the smaller vertex first. Returns the partner of each vertex.
///
/// `n` has to be even; otherwise the last vertex is left out and is its own partner.
/// If all levels together do not fit 120 bits, the last levels are ignored: they are the least important.
pub(crate) fn match_by_levels<const LEVELS: usize>(
    n: usize,
    cost: impl Fn(usize, usize) -> [u32; LEVELS],
) -> Vec<usize> {
    let even = n - n % 2;
    let mut costs = vec![[0; LEVELS]; even * even];
    let mut most = [0; LEVELS];
    for first in 0..even {
        for second in first + 1..even {
            let levels = cost(first, second);
            for (most, level) in most.iter_mut().zip(levels) {
                *most = level.max(*most);
            }
            costs[first * even + second] = levels;
        }
    }
    let (units, total) = units(&most, even / 2);
    let weigh = |levels: &[u32; LEVELS]| -> i128 {
        levels.iter().zip(&units).map(|(level, unit)| i128::from(*level) * unit).sum()
    };
    let mut partners = if total < NARROW {
        let weights: Vec<i64> = costs.iter().map(|levels| weigh(levels) as i64).collect();
        min_weight_perfect_matching(&weights, even)
    } else {
        let weights: Vec<i128> = costs.iter().map(weigh).collect();
        min_weight_perfect_matching(&weights, even)
    };
    partners.extend(even..n);
    partners
}

/// The weight of one unit of each level: more than all that lower levels can add up to. The second value is more than
/// any total. Levels that do not fit have the weight 0.
fn units<const LEVELS: usize>(most: &[u32; LEVELS], pairs: usize) -> ([i128; LEVELS], i128) {
    let mut used = LEVELS;
    loop {
        let mut units = [0; LEVELS];
        let mut unit: i128 = 1;
        let mut fits = true;
        for level in (0..used).rev() {
            units[level] = unit;
            let range = i128::from(most[level]) * pairs as i128 + 1;
            match unit.checked_mul(range).filter(|unit| *unit < WIDE) {
                Some(next) => unit = next,
                None => fits = false,
            }
        }
        if fits || used == 0 {
            return (units, unit);
        }
        used -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    /// The least total by trying every matching.
    fn least<const LEVELS: usize>(
        free: &mut Vec<usize>,
        cost: &impl Fn(usize, usize) -> [u32; LEVELS],
    ) -> [u64; LEVELS] {
        let Some(first) = free.pop() else {
            return [0; LEVELS];
        };
        let mut best = [u64::MAX; LEVELS];
        for at in 0..free.len() {
            let second = free.remove(at);
            let levels = cost(first.min(second), first.max(second));
            let mut total = least(free, cost);
            for (total, level) in total.iter_mut().zip(levels) {
                *total += u64::from(level);
            }
            best = best.min(total);
            free.insert(at, second);
        }
        free.push(first);
        best
    }

    #[test]
    fn the_total_is_least_level_by_level() {
        for seed in 0..300 {
            let n = 2 + 2 * (seed as usize % 4);
            let wide = seed % 3 == 0;
            let cost = |first: usize, second: usize| {
                let bits = mix(seed, first as u64, second as u64);
                let scale = if wide { 1 << 24 } else { 1 };
                [
                    bits as u32 & 1,
                    (bits >> 8) as u32 & 7,
                    ((bits >> 16) as u32 & 63) * scale,
                    (bits >> 40) as u32 & 15,
                ]
            };
            let partners = match_by_levels(n, cost);
            let mut total = [0; 4];
            for (first, &second) in partners.iter().enumerate() {
                assert_eq!(partners[second], first);
                if first < second {
                    for (total, level) in total.iter_mut().zip(cost(first, second)) {
                        *total += u64::from(level);
                    }
                }
            }
            assert_eq!(total, least(&mut (0..n).collect(), &cost), "seed {seed}");
        }
    }

    #[test]
    fn levels_that_do_not_fit_are_ignored_from_the_last() {
        let (units, total) = units(&[1, u32::MAX, u32::MAX, u32::MAX, u32::MAX], 512);
        assert_eq!(units[3..], [0, 0]);
        assert!(units[0] > 0 && units[2] > 0 && total < WIDE);
    }

    #[test]
    fn an_odd_vertex_is_left_out() {
        assert_eq!(match_by_levels(3, |_, _| [0]), [1, 0, 2]);
        assert_eq!(match_by_levels(1, |_, _| [0]), [0]);
        assert!(match_by_levels(0, |_, _| [0]).is_empty());
    }
}
