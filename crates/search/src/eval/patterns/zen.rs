//! Patterns of Zen: blocks of 3 × 3 squares for each side, and its pieces by their square and their way from its centre of
//! mass; the Zen by its square and its way from both centres.
//!
//! A block shows where the side has pieces, the Zen among them. Blocks count around every piece, and around every other
//! square that touches two of them or more: there, whether it is empty or the other side's, something may come to
//! connect them.
//! The counts of the hand-made evaluation take part; there are three phases by pawns.

use super::super::zen::{COUNTS, centre_of_mass, counts_around, of_ways, way};
use super::{classes, orbits, shipped};
use crate::pattern::{MOST_PATTERNS, NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::board::zen;
use taijitu_rules::games::zen::Zen;
use taijitu_rules::{Point, Rules};

const SIZE: usize = 11;

/// The states of a block, and their classes under the symmetries of the square.
const STATES: usize = 512;
const BLOCKS: u16 = 102;

/// A block around a pawn of the other side has a row of its own.
const CENTRES: u16 = 2;

/// Classes of squares, and of ways from a centre.
const ORBITS: u16 = 21;
const WAYS: u16 = 21;

/// Ways longer than this count as this long.
const MOST_WAY: usize = 5;

/// The first rows: pawns by square and way, the Zen by square and by its way from both centres. Blocks come before.
const BY_PLACE: u16 = 1 + 2 * CENTRES * BLOCKS;
const ZEN_BY_SQUARE: u16 = BY_PLACE + 2 * ORBITS * WAYS;
const ZEN_BY_WAY: u16 = ZEN_BY_SQUARE + ORBITS;
const ROWS: u16 = ZEN_BY_WAY + 2 * WAYS;

/// The second and the third phase begin when at most this many pawns are on the board.
const PHASES: [usize; 2] = [20, 14];

struct ZenTables {
    /// The class of each state of a block.
    blocks: [u16; STATES],
    /// The first row of pieces on each square; the class of each way is added to it.
    squares: [u16; 128],
    ways: [u8; 512],
}

static TABLES: LazyLock<ZenTables> = LazyLock::new(|| {
    let (mut squares, mut ways) = ([0; 128], [0; 512]);
    squares.iter_mut().zip(orbits(zen())).for_each(|(kept, orbit)| *kept = orbit * WAYS);
    ways.iter_mut().zip(of_ways(way_class)).for_each(|(kept, class)| *kept = class);
    ZenTables { blocks: classes(images), squares, ways }
});

/// The images of a block under the symmetries of the square. Its squares are bits, left to right, from below.
fn images(state: usize) -> Vec<usize> {
    let image = |place: fn(usize, usize) -> (usize, usize)| {
        (0..9).fold(0, |all, at| {
            let (x, y) = place(at % 3, at / 3);
            all | (state >> (3 * y + x) & 1) << at
        })
    };
    [
        |x, y| (x, y),
        |x, y| (2 - x, y),
        |x, y| (x, 2 - y),
        |x, y| (2 - x, 2 - y),
        |x, y| (y, x),
        |x, y| (2 - y, x),
        |x, y| (y, 2 - x),
        |x, y| (2 - y, 2 - x),
    ]
    .map(image)
    .to_vec()
}

/// The class of a way over this many columns and rows.
fn way_class(x: usize, y: usize) -> u8 {
    let long = x.max(y).min(MOST_WAY);
    (long * (long + 1) / 2 + x.min(y).min(long)) as u8
}

/// All squares, and those of the first column.
const BOARD: u128 = (1 << (SIZE * SIZE)) - 1;
const FIRST_COLUMN: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < SIZE {
        column |= 1 << (SIZE * row);
        row += 1;
    }
    column
};

/// Column and row of each square.
static SQUARES: [(u8, u8); 128] = {
    let (mut squares, mut at) = ([(0, 0); 128], 0);
    while at < SIZE * SIZE {
        squares[at] = ((at % SIZE) as u8, (at / SIZE) as u8);
        at += 1;
    }
    squares
};

/// The squares that touch two of a set or more.
#[inline]
const fn touching_two(set: u128) -> u128 {
    let (right, left) = ((set & !(FIRST_COLUMN << (SIZE - 1))) << 1, (set & !FIRST_COLUMN) >> 1);
    let (beside_one, beside_two) = (left | right, left & right);
    let (one, two) = (beside_one | set, beside_two | beside_one & set);
    let (above_one, above_two, below_one, below_two) = (one << SIZE, two << SIZE, one >> SIZE, two >> SIZE);
    let pairs = beside_one & above_one | beside_one & below_one | above_one & below_one;
    (beside_two | above_two | below_two | pairs) & BOARD
}

/// For each row of the board, it and the rows before and after it side by side in one number, each with an empty square at
/// its beginning.
#[inline]
fn three_rows(set: u128) -> [u64; 16] {
    let mut rows = [0; SIZE + 2];
    for (row, bits) in rows[1..=SIZE].iter_mut().enumerate() {
        *bits = ((set >> (SIZE * row)) as u64 % (1 << SIZE)) << 1;
    }
    let mut three = [0; 16];
    for (row, three) in three[..SIZE].iter_mut().enumerate() {
        *three = rows[row] | rows[row + 1] << 16 | rows[row + 2] << 32;
    }
    three
}

/// The block around a square as bits.
#[inline]
fn block(rows: &[u64; 16], at: usize) -> usize {
    let (column, row) = SQUARES[at % 128];
    let square = rows[usize::from(row) % 16] >> column & 0x7_0007_0007;
    ((square | square >> 13 | square >> 26) & 511) as usize
}

/// Calls a function for each square of a set. A loop over half a board at a time: words of the processor.
#[inline]
fn each_square(set: u128, mut call: impl FnMut(usize)) {
    for (first, half) in [(0, set as u64), (64, (set >> 64) as u64)] {
        let mut left = half;
        while left != 0 {
            call(first + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> =
    LazyLock::new(|| shipped::<Zen>(include_bytes!("../../../weights/zen.network")));

impl Patterns for Zen {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 16, heads: 3, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        let act = self.to_act().side();
        let tables = &*TABLES;
        let zen = self.zen().lowest();
        for (which, side) in (0..).zip([act, act.other()]) {
            let (connected, pawns, others) =
                (self.to_connect(side), self.pawns(side), self.pawns(side.other()));
            let centre = centre_of_mass(connected);
            list.add_counts(&counts_around(self, side, centre));
            if let Some(zen) = zen {
                list.push(ZEN_BY_WAY + which * WAYS + u16::from(tables.ways[way(centre, zen) % 512]));
            }
            let (rows, centres) = (three_rows(connected.0), connected.0 | touching_two(connected.0));
            let (block_row, place_row) = (1 + which * CENTRES * BLOCKS, BY_PLACE + which * ORBITS * WAYS);
            list.fill(|out, mut len| {
                let mut add = |row| {
                    out[len % MOST_PATTERNS] = row;
                    len += 1;
                };
                for (first, squares) in
                    [(block_row, centres & !others.0), (block_row + BLOCKS, centres & others.0)]
                {
                    each_square(squares, |at| add(first + tables.blocks[block(&rows, at) % STATES]));
                }
                each_square(pawns.0, |at| {
                    let way = way(centre, Point(at as u16));
                    add(place_row + tables.squares[at % 128] + u16::from(tables.ways[way % 512]));
                });
                len
            });
        }
        if let Some(zen) = zen {
            list.push(ZEN_BY_SQUARE + tables.squares[zen.index()] / WAYS);
        }
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let pawns = self.pawns(act).len() + self.pawns(act.other()).len();
        PHASES.iter().filter(|&&most| pawns <= most).count()
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::playout::Random;
    use taijitu_rules::{Play, PointSet};

    #[test]
    fn blocks_have_102_classes_and_images_share_them() {
        let blocks = TABLES.blocks;
        assert_eq!((blocks.iter().max(), blocks[0]), (Some(&(BLOCKS - 1)), 0));
        for state in (0..STATES).step_by(7) {
            assert!(images(state).into_iter().all(|image| blocks[image] == blocks[state]));
        }
    }

    #[test]
    fn blocks_and_their_centres_are_what_looking_square_by_square_finds() {
        let mut random = Random::new(6);
        for pieces in (0..60).map(|n| n / 2) {
            let set: PointSet =
                (0..pieces).map(|_| Point(random.below((SIZE * SIZE) as u32) as u16)).collect();
            let rows = three_rows(set.0);
            for at in 0..SIZE * SIZE {
                let around = (0..9).filter_map(|n| {
                    let (x, y) = ((at % SIZE + n % 3).checked_sub(1)?, (at / SIZE + n / 3).checked_sub(1)?);
                    (x < SIZE && y < SIZE && set.contains(Point((y * SIZE + x) as u16))).then_some(n)
                });
                let state = around.fold(0, |all, n| all | 1 << n);
                assert_eq!(block(&rows, at), state);
                let touched = (state & !(1_usize << 4)).count_ones();
                assert_eq!(touching_two(set.0) >> at & 1 == 1, touched >= 2, "{at} in {set:?}");
            }
        }
    }

    #[test]
    fn all_rows_are_in_range() {
        let mut play = Play::<Zen>::start(&[]).expect("a start");
        let mut random = Random::new(2);
        for _ in 0..60 {
            let mut list = PatternList::default();
            play.position().list_patterns(&mut list);
            assert!(list.rows().iter().all(|&row| row < ROWS) && list.rows().len() > 24);
            play.random_turn(&mut random, 1);
        }
    }
}
