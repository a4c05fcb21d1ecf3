//! The stones on the board, the nine 2 × 2 blocks, and what a move or a law does to them.
//!
//! ```text
//!   4  12 13 14 15     A block is named by its lower left square: a1 … c3.
//!   3   8  9 10 11     Its cells, in the order of a pattern, are
//!   2   4  5  6  7         s+4  s+5
//!   1   0  1  2  3         s    s+1
//!       a  b  c  d     of its name s.
//! ```

use super::hand::NUMBERS;
use super::law::{Law, Pattern};
use super::{Stage, YinYang};
use crate::board::Point;
use crate::side::{Pair, Side};

/// The lower left squares of the blocks.
pub(super) const BLOCKS: [Point; 9] =
    [Point(0), Point(1), Point(2), Point(4), Point(5), Point(6), Point(8), Point(9), Point(10)];

/// The nine 2 × 2 blocks as a side reads them: the square that names each, and its cells in the order of a law of
/// that side, upper left, upper right, lower left, lower right from its own seat.
#[must_use]
pub fn blocks_seen_by(side: Side) -> [(Point, [Point; 4]); 9] {
    BLOCKS.map(|Point(name)| {
        let mut cells = cells(Point(name));
        if side == Side::White {
            cells.reverse();
        }
        (Point(name), cells)
    })
}

/// The squares of a block, in the order of a pattern as Black reads it.
pub(super) fn cells(Point(name): Point) -> [Point; 4] {
    [name + 4, name + 5, name, name + 1].map(Point)
}

/// The squares that share an edge with each square.
const NEAR: [u16; 16] = {
    let mut near = [0; 16];
    let mut square = 0;
    while square < 16 {
        let at = 1_u16 << square;
        let (not_a, not_d) = (at & 0xeeee, at & 0x7777);
        near[square] = at << 4 | at >> 4 | not_a >> 1 | not_d << 1;
        square += 1;
    }
    near
};

/// The stones of both sides, a bit for each square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stones(pub(super) Pair<u16>);

impl Stones {
    /// The full board: White's eight squares around d4, Black's around a1.
    pub(super) const START: Self = Self(Pair([0xee88, 0x1177]));
    pub(super) const NONE: Self = Self(Pair([0, 0]));

    #[inline(always)]
    pub(super) fn has(&self, side: Side, at: Point) -> bool {
        self.0[side] >> at.0 & 1 != 0
    }

    #[inline(always)]
    fn empty(&self) -> u16 {
        let Pair([white, black]) = self.0;
        !(white | black)
    }

    pub(super) fn put(&mut self, side: Side, at: Point) {
        self.0[side] |= 1 << at.0;
    }

    /// The squares of one side in board order.
    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = Point> + use<> {
        points(self.0[side])
    }

    /// The squares that show something else in another position, in board order.
    pub(super) fn changed(self, other: Self) -> impl Iterator<Item = Point> {
        let (Pair([white, black]), Pair([then_white, then_black])) = (self.0, other.0);
        points((white ^ then_white) | (black ^ then_black))
    }

    /// Every move of a side: from where to where.
    #[inline(always)]
    pub(super) fn moves(&self, side: Side) -> impl Iterator<Item = (Point, Point)> + use<> {
        let empty = self.empty();
        self.of(side).flat_map(move |from| points(NEAR[from.index()] & empty).map(move |to| (from, to)))
    }

    /// Moves a stone to an empty square.
    #[inline(always)]
    pub(super) fn shift(&mut self, side: Side, from: Point, to: Point) {
        self.0[side] = self.0[side] & !(1 << from.0) | 1 << to.0;
    }

    /// What a block shows.
    #[inline(always)]
    pub(super) fn block(&self, block: Point) -> Pattern {
        let cells = |stones: u16| (stones >> (block.0 + 4) & 3 | (stones >> block.0 & 3) << 2) as u8;
        Pattern::new(cells(self.0[Side::White]), cells(self.0[Side::Black]))
    }

    /// Makes a block show a pattern.
    #[inline(always)]
    pub(super) fn set_block(&mut self, block: Point, pattern: Pattern) {
        let stones = |cells: u8| (u16::from(cells & 3) << 4 | u16::from(cells >> 2)) << block.0;
        for (side, cells) in [(Side::White, pattern.white()), (Side::Black, pattern.black())] {
            self.0[side] = self.0[side] & !(0x33 << block.0) | stones(cells);
        }
    }
}

/// The squares of a set of bits in board order.
#[inline(always)]
fn points(mut bits: u16) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(Point(at))
    })
}

/// The corner a side wants to reach: the one opposite its own.
pub(super) const fn target(side: Side) -> Point {
    match side {
        Side::White => Point(0),
        Side::Black => Point(15),
    }
}

impl YinYang {
    /// Every law the side to act may apply, with every block where it may.
    #[inline(always)]
    pub(super) fn applications(&self) -> impl Iterator<Item = (u8, Point)> + '_ {
        NUMBERS.filter_map(|number| Some((number, self.usable(number)?.cause()))).flat_map(
            move |(number, cause)| {
                BLOCKS
                    .into_iter()
                    .filter(move |&block| self.stones.block(block) == cause)
                    .map(move |block| (number, block))
            },
        )
    }

    /// A law of the side to act as it lies on the board; `None` if it is secret and may not be laid.
    #[inline(always)]
    fn usable(&self, number: u8) -> Option<Law> {
        let hand = &self.hands[self.act];
        let law = hand.law(number)?.on_board(self.act);
        // Only laying is forbidden: a face-up law may be used again whatever lies beside it.
        (hand.is_up(number) || self.contradicted_by(law).is_none()).then_some(law)
    }

    /// The face-up law, whose and which, that contradicts this one; `law` as it lies on the board.
    #[inline(always)]
    pub(super) fn contradicted_by(&self, law: Law) -> Option<(Side, u8)> {
        Side::BOTH.into_iter().find_map(|owner| {
            self.hands[owner]
                .face_up()
                .find(|(_, other)| other.on_board(owner).contradicts(law))
                .map(|(number, _)| (owner, number))
        })
    }

    /// Lays the law if it was secret, and applies it to a block.
    #[inline(always)]
    pub(super) fn apply(&mut self, number: u8, block: Point) {
        let Some(law) = self.hands[self.act].law(number) else {
            return;
        };
        self.hands[self.act].lay(number);
        match law.on_board(self.act).effect() {
            Some(effect) => {
                self.stones.set_block(block, effect);
                self.end_turn();
            }
            None => self.stage = Stage::Adapting,
        }
    }
}
