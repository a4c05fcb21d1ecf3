//! The rounds of a Swiss: one complete matching of the whole field, whose costs are compared in this order:
//!
//! 1. repeated opponents;
//! 2. the same colour three times in a row;
//! 3. the bye: an entrant who has not had one, then the lowest;
//! 4. more than one game more with one colour than with the other;
//! 5. different points, squared;
//! 6. the same colour twice in a row;
//! 7. within equal points the upper half against the lower half, otherwise neighbours;
//! 8. the draw.
//!
//! So no criterion is given up for a lower one, and none is met by giving up a higher one.

use super::colours::{ColourHistory, choose};
use super::matching::match_by_levels;
use crate::random::mix;
use taijitu_protocol::Side;

/// An entrant to be paired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwissPlayer {
    /// Half points.
    pub(crate) points: u32,
    /// Colours so far.
    pub(crate) colours: ColourHistory,
    /// Whether it had a bye.
    pub(crate) had_bye: bool,
}

/// A round: White and Black by their places in the list of players, and who has no opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SwissRound {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) bye: Option<usize>,
}

/// Pairs a round. `players` are in the order of the standings, the best first; `met` says how often two of them were
/// paired before.
pub(crate) fn pair(players: &[SwissPlayer], met: impl Fn(usize, usize) -> u32, seed: u64) -> SwissRound {
    let n = players.len();
    let groups = score_groups(players);
    let coin = |first: usize, second: usize| mix(seed, first as u64, second as u64) & 1 == 0;
    let draw = |first: usize, second: usize| (mix(seed, first as u64, second as u64) >> 32) as u32 & 0xffff;
    let bye_cost = |player: usize| {
        let again = if players[player].had_bye { n } else { 0 };
        let above_last = n - 1 - player;
        [0, 0, (again + above_last) as u32, players[player].colours.excess(), 0, 0, 0, draw(player, n)]
    };
    let cost = |first: usize, second: usize| {
        // The partner of the bye is a vertex after all others.
        if second == n {
            return bye_cost(first);
        }
        let (one, two) = (&players[first], &players[second]);
        let [three, excess, again] = choose(&one.colours, &two.colours, true).cost;
        let points = one.points.abs_diff(two.points);
        let distance = second - first;
        let wanted = if points == 0 { groups[first] / 2 } else { 1 };
        let fold = distance.abs_diff(wanted.max(1)) as u32;
        [met(first, second), three, 0, excess, points * points, again, fold * fold, draw(first, second)]
    };
    let partners = match_by_levels(n + n % 2, cost);
    let mut round = SwissRound { pairs: vec![], bye: None };
    for (first, &second) in partners.iter().enumerate().take(n) {
        if second == n {
            round.bye = Some(first);
        } else if first < second {
            let (one, two) = (&players[first], &players[second]);
            let first_is_white = choose(&one.colours, &two.colours, coin(first, second)).first == Side::White;
            round.pairs.push(if first_is_white { (first, second) } else { (second, first) });
        }
    }
    round
}

/// The number of players with as many points, for each player.
fn score_groups(players: &[SwissPlayer]) -> Vec<usize> {
    let mut sizes = vec![];
    for group in players.chunk_by(|one, two| one.points == two.points) {
        sizes.extend(std::iter::repeat_n(group.len(), group.len()));
    }
    sizes
}
