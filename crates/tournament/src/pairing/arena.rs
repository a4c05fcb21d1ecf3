//! The batches of an arena: those who wait are matched with neighbours in the standings.

use super::colours::choose;
use super::matching::match_by_levels;
use crate::pairing_log::{PairedRow, PairingReasons, ReasonSide};
use crate::tournament::Tournament;
use taijitu_protocol::{EntrantId, Side};

/// Neighbours in the standings that are matched together. The cost of a matching grows with the cube of it.
const BLOCK: usize = 64;
/// Opponents of the last games that are avoided where there are others.
const RECENT: usize = 4;
/// The longest wait that counts when one player is left over, in seconds.
const MAX_WAIT: i64 = 4000;

/// A player who waits for an opponent.
struct ArenaPlayer {
    id: EntrantId,
    points: u32,
    colours: super::colours::ColourHistory,
    /// The last opponent first.
    recent: Vec<EntrantId>,
    waits_since: i64,
}

impl ArenaPlayer {
    fn last(&self) -> Option<EntrantId> {
        self.recent.first().copied()
    }

    fn just_met(&self, other: &Self) -> bool {
        self.last() == Some(other.id) || other.last() == Some(self.id)
    }
}

impl Tournament {
    /// Whether [`Tournament::arena_rows`] would find a pairing.
    pub(crate) fn can_pair_arena(&self, waiting: &[EntrantId]) -> bool {
        if waiting.len() < 2 {
            return false;
        }
        let last = |id: &EntrantId| self.last_opponents(*id).next();
        let lasts: Vec<Option<EntrantId>> = waiting.iter().map(last).collect();
        let met =
            |one: usize, two: usize| lasts[one] == Some(waiting[two]) || lasts[two] == Some(waiting[one]);
        self.undecided.is_empty()
            || (0..waiting.len()).any(|one| (one + 1..waiting.len()).any(|two| !met(one, two)))
    }

    /// Pairs those who wait. Nobody plays the same opponent twice running, unless nobody else is there: then nobody
    /// plays, and no other pairing is possible.
    pub(crate) fn arena_rows(&self, waiting: &[EntrantId]) -> Vec<PairedRow> {
        let points = self.arena_points();
        let mut players: Vec<ArenaPlayer> =
            waiting.iter().map(|id| self.arena_player(*id, &points)).collect();
        players.sort_by_key(|player| (std::cmp::Reverse(player.points), self.seed_of(player.id)));
        let mut rows = self.match_blocks(&players, false);
        if rows.is_empty() && self.undecided.is_empty() {
            rows = self.match_blocks(&players, true);
        }
        rows
    }

    fn arena_player(&self, id: EntrantId, points: &[u32]) -> ArenaPlayer {
        ArenaPlayer {
            id,
            points: points.get(id.index()).copied().unwrap_or(0),
            colours: self.colours_of(id),
            recent: self.last_opponents(id).take(RECENT).collect(),
            waits_since: self.entrant(id).map_or(self.last_at, |entrant| entrant.waits_since),
        }
    }

    /// The opponents of an entrant, the last one first.
    fn last_opponents(&self, id: EntrantId) -> impl Iterator<Item = EntrantId> + '_ {
        let pairings = self.entrant(id).map_or(&[][..], |entrant| &entrant.pairings);
        pairings.iter().rev().filter_map(move |pairing| Some(self.pairing(*pairing)?.opponent(id)))
    }

    fn match_blocks(&self, players: &[ArenaPlayer], repeat: bool) -> Vec<PairedRow> {
        let all: Vec<usize> = (0..players.len()).collect();
        let (mut pairs, rest) = match_list(players, &all, repeat);
        // Those left over by their own block may find each other.
        pairs.extend(match_list(players, &rest, repeat).0);
        let mut rows: Vec<PairedRow> = pairs.into_iter().map(|pair| self.arena_row(players, pair)).collect();
        // Table 1 is that of the best.
        rows.sort_by_key(|row| std::cmp::Reverse(row.why.white.points.max(row.why.black.points)));
        rows
    }

    fn arena_row(&self, players: &[ArenaPlayer], (one, two): (usize, usize)) -> PairedRow {
        let (one, two) = (&players[one], &players[two]);
        let number = |player: &ArenaPlayer| u64::from(u32::from(player.id));
        let coin = crate::random::mix(self.seed ^ self.head, number(one), number(two)) & 1 == 0;
        let one_is_white = choose(&one.colours, &two.colours, coin).first == Side::White;
        let (white, black) = if one_is_white { (one, two) } else { (two, one) };
        let side = |player: &ArenaPlayer| ReasonSide {
            points: player.points,
            balance: player.colours.balance,
            nearer_met: 0,
        };
        let met = self.met(white.id, black.id) as u16;
        let why = PairingReasons { white: side(white), black: side(black), met };
        PairedRow { white: white.id, black: black.id, slot: 0, why }
    }
}

/// Matches a list block by block. Returns the pairs and those who are left over.
fn match_list(players: &[ArenaPlayer], list: &[usize], repeat: bool) -> (Vec<(usize, usize)>, Vec<usize>) {
    let (mut pairs, mut rest) = (vec![], vec![]);
    for block in blocks(list) {
        let found = match_block(players, block, repeat);
        let is_left = |player: &&usize| !found.iter().any(|pair| pair.0 == **player || pair.1 == **player);
        rest.extend(block.iter().filter(is_left));
        pairs.extend(found);
    }
    (pairs, rest)
}

/// Cuts a list into blocks of even length, as far as possible, that differ by at most two.
fn blocks(list: &[usize]) -> impl Iterator<Item = &[usize]> {
    let count = list.len().div_ceil(BLOCK).max(1);
    let size = list.len().div_ceil(count).next_multiple_of(2).max(2);
    list.chunks(size)
}

/// Matches a block of neighbours. Pairs of players who just met are left out, unless `repeat`.
fn match_block(players: &[ArenaPlayer], block: &[usize], repeat: bool) -> Vec<(usize, usize)> {
    let n = block.len();
    let newest = block.iter().map(|&player| players[player].waits_since).max().unwrap_or(0);
    let cost = |first: usize, second: usize| {
        let one = &players[block[first]];
        // With an odd number the last vertex stands for "not paired": its partner is the one who has waited least.
        if second == n {
            let waited = (newest.saturating_sub(one.waits_since) / 1000).clamp(0, MAX_WAIT);
            return [0, waited as u32, 0, 0, 0];
        }
        let two = &players[block[second]];
        let distance = (second - first) as u32;
        let recent = u32::from(one.recent.contains(&two.id)) + u32::from(two.recent.contains(&one.id));
        let [three, excess, again] = choose(&one.colours, &two.colours, true).cost;
        [
            u32::from(one.just_met(two)),
            0,
            distance * distance * (1 + recent),
            2 * three + excess.min(8),
            again,
        ]
    };
    let partners = match_by_levels(n + n % 2, cost);
    let pair = |(first, &second): (usize, &usize)| {
        let is_pair = first < second && second < n;
        let is_allowed = is_pair && (repeat || !players[block[first]].just_met(&players[block[second]]));
        is_allowed.then(|| (block[first], block[second]))
    };
    partners.iter().enumerate().take(n).filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_even_and_hold_everybody() {
        for n in 0..700 {
            let list: Vec<usize> = (0..n).collect();
            let cut: Vec<&[usize]> = blocks(&list).collect();
            assert_eq!(cut.concat(), list);
            assert!(cut.iter().rev().skip(1).all(|block| block.len() % 2 == 0));
            assert!(cut.iter().all(|block| block.len() <= BLOCK));
        }
    }
}
