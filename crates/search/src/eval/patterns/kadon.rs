//! Patterns that the games of the 93-node board share: stones by their node, and stones with those around them.

use super::orbits;
use crate::pattern::{MOST_PATTERNS, PatternList};
use std::sync::LazyLock;
use taijitu_rules::PointSet;
use taijitu_rules::board::kadon::{NODES, kadon};

#[cfg(target_family = "wasm")]
use counted::StoneNeighbours;
#[cfg(not(target_family = "wasm"))]
use looked_at::StoneNeighbours;

/// Classes of nodes.
pub(super) const ORBITS: u16 = 20;

/// Ways to have own and other stones around a stone: no node has more than six neighbours.
const AROUND: u16 = 49;

/// Rows that [`list_stones`] takes.
pub(super) const STONE_ROWS: u16 = 2 * (ORBITS + AROUND);

/// Room for a number on each node, a power of two.
pub(super) const PLACES: usize = 128;

static ORBIT: LazyLock<[u16; NODES]> = LazyLock::new(|| {
    let mut table = [0; NODES];
    table.iter_mut().zip(orbits(&kadon().board)).for_each(|(kept, orbit)| *kept = orbit);
    table
});

/// The class of each node.
pub(super) fn node_orbits() -> &'static [u16; NODES] {
    &ORBIT
}

/// Lists every stone by its node, and by how many stones of either side it touches; rows begin at `first`, which is not 0.
#[inline]
pub(super) fn list_stones(stones: [PointSet; 2], first: u16, list: &mut PatternList) {
    let (orbit, around) = (node_orbits(), StoneNeighbours::of(stones));
    list.fill(|rows, mut len| {
        for (which, own) in stones.into_iter().enumerate() {
            let first = first + which as u16 * (ORBITS + AROUND);
            for stone in own {
                let around = u16::from(around.of_stone(which, stone)).min(AROUND - 1);
                rows[len % MOST_PATTERNS] = first + orbit[stone.index()];
                rows[(len + 1) % MOST_PATTERNS] = first + ORBITS + around;
                len += 2;
            }
        }
        len
    });
}

/// Neighbours looked at one by one: the oldest processors of this kind cannot count bits.
#[cfg(not(target_family = "wasm"))]
mod looked_at {
    use super::{NODES, PLACES, kadon};
    use std::sync::LazyLock;
    use taijitu_rules::{Point, PointSet};

    /// No node.
    const NOWHERE: u8 = 127;

    /// The neighbours of each node, as many as six; what is missing is [`NOWHERE`].
    static NEAR: LazyLock<[[u8; 6]; NODES]> = LazyLock::new(|| {
        std::array::from_fn(|node| {
            let mut near = [NOWHERE; 6];
            near.iter_mut().zip(kadon().neighbours[node]).for_each(|(kept, next)| *kept = next.0 as u8);
            near
        })
    });

    /// What a neighbour on each node adds to the number of a stone of either side: 7 for a friend, 1 for a foe.
    pub(super) struct StoneNeighbours([[u8; PLACES]; 2], &'static [[u8; 6]; NODES]);

    impl StoneNeighbours {
        #[inline]
        pub(super) fn of(stones: [PointSet; 2]) -> Self {
            let mut beside = [[0; PLACES]; 2];
            for (which, stones) in stones.into_iter().enumerate() {
                for stone in stones {
                    let at = stone.index() % PLACES;
                    (beside[which][at], beside[1 - which][at]) = (7, 1);
                }
            }
            Self(beside, &NEAR)
        }

        /// 7 for each friend beside a stone of a side, and 1 for each foe.
        #[inline]
        pub(super) fn of_stone(&self, which: usize, stone: Point) -> u8 {
            let (beside, near) = (&self.0[which], &self.1[stone.index()]);
            let at = |n: usize| beside[usize::from(near[n]) % PLACES];
            at(0) + at(1) + at(2) + at(3) + at(4) + at(5)
        }
    }
}

/// Neighbours as bits, which WebAssembly counts with one instruction for each word.
#[cfg(any(target_family = "wasm", test))]
mod counted {
    use super::{NODES, kadon};
    use taijitu_rules::{Point, PointSet};

    /// The stones, and the neighbours of each node.
    pub(super) struct StoneNeighbours([PointSet; 2], &'static [PointSet; NODES]);

    impl StoneNeighbours {
        #[inline]
        pub(super) fn of(stones: [PointSet; 2]) -> Self {
            Self(stones, &kadon().neighbours)
        }

        /// 7 for each friend beside a stone of a side, and 1 for each foe.
        #[inline]
        pub(super) fn of_stone(&self, which: usize, stone: Point) -> u8 {
            let (near, [friends, foes]) = (self.1[stone.index()], [self.0[which], self.0[1 - which]]);
            (7 * (near & friends).len() + (near & foes).len()) as u8
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Point;
    use taijitu_rules::playout::Random;

    #[test]
    fn counts_around_a_stone_match_the_board() {
        let mut random = Random::new(8);
        for _ in 0..200 {
            let mut stones = [PointSet::EMPTY; 2];
            for n in 0..40 {
                let node = Point(random.below(NODES as u32) as u16);
                stones[n % 2].insert(node);
                stones[1 - n % 2].remove(node);
            }
            let (counted, looked_at) =
                (counted::StoneNeighbours::of(stones), looked_at::StoneNeighbours::of(stones));
            for (which, own) in stones.into_iter().enumerate() {
                for stone in own {
                    let [friends, foes] = [which, 1 - which].map(|side| {
                        let near = kadon().board.neighbours(stone).iter();
                        near.filter(|&&node| stones[side].contains(node)).count()
                    });
                    let around = [counted.of_stone(which, stone), looked_at.of_stone(which, stone)];
                    assert_eq!(around.map(usize::from), [7 * friends + foes; 2], "{stones:?} {stone:?}");
                }
            }
        }
    }
}
