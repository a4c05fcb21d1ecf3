//! The stones of a game of Y and their chains.
//!
//! Chains are kept in a union-find forest inside the position, so that the end of the game is known after
//! each stone without walking through a chain. The forest follows from the stones: it is left out of
//! comparison and hash.

use crate::board::{Board, Point, kadon::kadon, triangle};
use crate::side::{Pair, Side};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Marks the root of a chain; the low bits are the sides that the chain touches.
const ROOT: u16 = 0x8000;
/// All three sides.
const THREE_SIDES: u16 = ROOT | 0b111;

/// Words of bits of the largest board, 325 points rounded up to a power of two.
const MOST_WORDS: usize = 8;

/// A board of Y prepared for play: for every point its neighbours, as bits, and the sides it lies on.
#[derive(Debug)]
pub(super) struct YGround {
    pub(super) board: &'static Board,
    near: Vec<[u64; MOST_WORDS]>,
    sides: Vec<u16>,
}

impl YGround {
    /// The ground of `kadon` or `triangle-N`; `None` is `kadon`. Each is prepared once.
    pub(super) fn of(side: Option<u16>) -> &'static Self {
        static GROUNDS: LazyLock<Mutex<HashMap<Option<u16>, &'static YGround>>> =
            LazyLock::new(Mutex::default);
        let mut grounds = GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
        // Leaked on purpose: one for each of 24 boards, for as long as the program runs.
        grounds.entry(side).or_insert_with(|| {
            Box::leak(Box::new(match side {
                None => Self::new(&kadon().board, |p| bits(kadon().sides.map(|side| side.contains(p)))),
                Some(n) => Self::new(triangle(n), |p| triangle_sides(n, p)),
            }))
        })
    }

    fn new(board: &'static Board, sides: impl Fn(Point) -> u16) -> Self {
        let near = |point| {
            let mut near = [0; MOST_WORDS];
            for neighbour in board.neighbours(point) {
                near[neighbour.index() / 64] |= 1 << (neighbour.0 % 64);
            }
            near
        };
        Self { board, near: board.all().map(near).collect(), sides: board.all().map(sides).collect() }
    }

    /// The sides a point lies on, one bit each.
    pub(super) fn sides_at(&self, point: Point) -> u8 {
        self.sides[point.index()] as u8
    }
}

fn bits(flags: [bool; 3]) -> u16 {
    flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u16::from(flag))
}

/// Column a, the last column of each row, the last row.
fn triangle_sides(n: u16, point: Point) -> u16 {
    let row = (0..n).rfind(|row| row * (row + 1) / 2 <= point.0).unwrap_or(0);
    let column = point.0 - row * (row + 1) / 2;
    bits([column == 0, column == row, row == n - 1])
}

/// The stones on a board of at most `CELLS` points, a power of two, as `WORDS` words of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct YField<const WORDS: usize, const CELLS: usize> {
    pub(super) stones: Pair<[u64; WORDS]>,
    links: [u16; CELLS],
}

impl<const WORDS: usize, const CELLS: usize> YField<WORDS, CELLS> {
    pub(super) const EMPTY: Self = Self { stones: Pair([[0; WORDS]; 2]), links: [0; CELLS] };

    /// The empty points as bits.
    #[inline(always)]
    pub(super) fn empty(&self, ground: &YGround) -> [u64; WORDS] {
        let [white, black] = self.stones.0;
        std::array::from_fn(|i| {
            let on_board = match ground.near.len().saturating_sub(64 * i) {
                64.. => u64::MAX,
                rest => (1 << rest) - 1,
            };
            on_board & !(white[i] | black[i])
        })
    }

    /// Places a stone; true if its chain now touches all three sides.
    #[inline(always)]
    pub(super) fn place(&mut self, ground: &YGround, side: Side, point: Point) -> bool {
        let at = point.0;
        let near = &ground.near[point.index()];
        let mut touching = ROOT | ground.sides[point.index()];
        let mut root = at;
        for (word, near) in (0..).zip(&near[..WORDS]) {
            let mut own = near & self.stones[side][usize::from(word)];
            while own != 0 {
                let other = self.root(word * 64 + own.trailing_zeros() as u16);
                own &= own - 1;
                if other != root {
                    touching |= *self.link(other);
                    // The new stone becomes a child of the first chain it meets; later chains become children
                    // of that one.
                    let (child, parent) = if root == at { (root, other) } else { (other, root) };
                    *self.link(child) = parent;
                    root = parent;
                }
            }
        }
        self.stones[side][point.index() / 64 % WORDS] |= 1 << (at % 64);
        *self.link(root) = touching;
        touching == THREE_SIDES
    }

    /// The link of a point; the mask lets the compiler drop the bounds check.
    #[inline(always)]
    const fn link(&mut self, point: u16) -> &mut u16 {
        &mut self.links[point as usize & (CELLS - 1)]
    }

    /// The root of a chain; compresses the path.
    #[inline(always)]
    fn root(&mut self, mut point: u16) -> u16 {
        loop {
            let up = *self.link(point);
            if up & ROOT != 0 {
                return point;
            }
            let further = *self.link(up);
            if further & ROOT != 0 {
                return up;
            }
            *self.link(point) = further;
            point = further;
        }
    }
}

/// Lists the points of a set of bits, in board order, as `T`.
#[inline(always)]
pub(super) fn list<T, const WORDS: usize>(words: [u64; WORDS], out: &mut Vec<T>, as_t: impl Fn(Point) -> T) {
    for (at, mut word) in (0..).zip(words) {
        // The length is known: one check of the capacity for a whole word.
        out.extend((0..word.count_ones()).map(|_| {
            let bit = word.trailing_zeros() as u16;
            word &= word - 1;
            as_t(Point(at * 64 + bit))
        }));
    }
}

impl<const WORDS: usize, const CELLS: usize> PartialEq for YField<WORDS, CELLS> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
    }
}

impl<const WORDS: usize, const CELLS: usize> Eq for YField<WORDS, CELLS> {}

impl<const WORDS: usize, const CELLS: usize> Hash for YField<WORDS, CELLS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.stones.0.as_flattened() {
            state.write_u64(*word);
        }
    }
}
