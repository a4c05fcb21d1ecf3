//! The pieces on the board of Zen, and how far each may go.
//!
//! ```text
//!  11  w . . . . b . . . . w      A piece moves along a row, a column or a diagonal,
//!  10  . . . . b . b . . . .      exactly as many squares as that whole line holds
//!   9  . . . w . . . w . . .      pieces, itself included.
//!   8  . . w . . . . . w . .
//!   7  . b . . . . . . . b .      Directions come in opposite pairs, 0 and 1, 2 and 3, …:
//!   6  b . . . . Z . . . . b
//!   5  . b . . . . . . . b .           7  2  4
//!   4  . . w . . . . . w . .            \ | /
//!   3  . . . w . . . w . . .          1 - * - 0
//!   2  . . . . b . b . . . .            / | \
//!   1  w . . . . b . . . . w           5  3  6
//!      a b c d e f g h i j k
//! ```

use crate::board::{Board, Point, zen};
use crate::pointset::PointSet;
use crate::side::{Pair, Side};

/// Squares on a side of the board.
pub(super) const SIZE: usize = 11;
/// Squares of the board.
pub(super) const SQUARES: usize = SIZE * SIZE;
/// Pawns of a colour at the start.
pub(super) const PAWNS: usize = 12;

/// The eight directions as columns and rows; opposite ones differ in the last bit of their number.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares ahead of a square in each direction.
static RAYS: [[u128; 8]; SQUARES] = rays();

const fn rays() -> [[u128; 8]; SQUARES] {
    let mut rays = [[0; 8]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let (right, up) = DIRECTIONS[direction];
            let (mut column, mut row) = ((from % SIZE) as i32 + right, (from / SIZE) as i32 + up);
            while 0 <= column && column < SIZE as i32 && 0 <= row && row < SIZE as i32 {
                rays[from][direction] |= 1 << (row * SIZE as i32 + column);
                column += right;
                row += up;
            }
            direction += 1;
        }
        from += 1;
    }
    rays
}

/// How many squares lie ahead of a square in each direction.
static ROOM: [[u8; 8]; SQUARES] = room();

const fn room() -> [[u8; 8]; SQUARES] {
    let mut room = [[0; 8]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            room[from][direction] = RAYS[from][direction].count_ones() as u8;
            direction += 1;
        }
        from += 1;
    }
    room
}

/// All squares but those of column a, or of column k.
const NOT_A: u128 = not_column(0);
const NOT_K: u128 = not_column(SIZE - 1);

const fn not_column(column: usize) -> u128 {
    let mut squares = PointSet::first(SQUARES).0;
    let mut row = 0;
    while row < SIZE {
        squares &= !(1 << (row * SIZE + column));
        row += 1;
    }
    squares
}

/// The squares that touch a square of the set. Bits past the last square may be set: meet it with pieces.
#[inline(always)]
pub(super) const fn touching(set: PointSet) -> PointSet {
    let beside = (set.0 << 1 & NOT_A) | (set.0 >> 1 & NOT_K);
    let row = set.0 | beside;
    PointSet(beside | row << SIZE | row >> SIZE)
}

/// The pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ZenField {
    pub(super) pawns: Pair<PointSet>,
    /// The Zen's square; empty once it is captured.
    pub(super) zen: PointSet,
}

/// What restrains the Zen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leash {
    /// The square it left in the previous turn.
    pub(super) ko: Option<Point>,
    /// Whether it has to touch a pawn after it was moved.
    pub(super) contact: bool,
}

impl ZenField {
    /// The start.
    pub(super) fn start() -> Self {
        let set = |names| zen().named(names).collect();
        Self {
            pawns: Pair([
                set("a1 a11 k1 k11 c4 c8 d3 d9 h3 h9 i4 i8"),
                set("a6 f1 f11 k6 b5 b7 e2 e10 g2 g10 j5 j7"),
            ]),
            zen: set("f6"),
        }
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn pieces(&self) -> PointSet {
        self.pawns.0[0] | self.pawns.0[1] | self.zen
    }

    /// What a side may move, and what it has to connect: its pawns and the Zen.
    #[inline(always)]
    pub(super) fn own(&self, side: Side) -> PointSet {
        self.pawns[side] | self.zen
    }

    /// How many pieces the line through `from` along a direction holds, the one on `from` included.
    #[inline(always)]
    pub(super) fn on_line(&self, from: Point, direction: usize) -> u8 {
        let [ahead, behind] = [direction, direction ^ 1].map(|d| RAYS[from.index()][d]);
        1 + (self.pieces().0 & (ahead | behind)).count_ones() as u8
    }

    /// Where a piece of `side`, or the Zen moved by it, lands in a direction, if it can go so far.
    #[inline(always)]
    fn landing(&self, side: Side, from: Point, direction: usize, distance: u8) -> Option<Point> {
        if distance > ROOM[from.index()][direction] {
            return None;
        }
        let to = ahead(from, direction, distance);
        let blocked = self.pawns[side.other()].meets(between(from, to, direction));
        (!blocked && !self.pawns[side].contains(to)).then_some(to)
    }

    /// Whether the Zen may be put on a square it can reach.
    #[inline(always)]
    pub(super) fn may_put_zen(&self, to: Point, leash: Leash) -> bool {
        // A pawn captured on `to` is not counted: a square does not touch itself.
        let contact = || (self.pawns.0[0] | self.pawns.0[1]).meets(touching(PointSet::of(to)));
        leash.ko != Some(to) && (!leash.contact || contact())
    }

    /// Where a piece lands in a direction, the Zen's own rules included.
    #[inline(always)]
    pub(super) fn target(&self, side: Side, from: Point, direction: usize, leash: Leash) -> Option<Point> {
        self.target_at(side, from, direction, self.on_line(from, direction), leash)
    }

    #[inline(always)]
    fn target_at(
        &self,
        side: Side,
        from: Point,
        direction: usize,
        distance: u8,
        leash: Leash,
    ) -> Option<Point> {
        let fits = |to: &Point| !self.zen.contains(from) || self.may_put_zen(*to, leash);
        self.landing(side, from, direction, distance).filter(fits)
    }

    /// The legal moves of a side.
    #[inline(always)]
    pub(super) fn moves(&self, side: Side, leash: Leash) -> impl Iterator<Item = (Point, Point)> {
        let lines = LineCounts::of(self.pieces());
        let along = move |from, direction: usize| {
            let to = self.target_at(side, from, direction, lines.through(from, direction / 2), leash);
            to.map(|to| (from, to))
        };
        let from_square = move |from| (0..8).filter_map(move |direction| along(from, direction));
        self.own(side).iter().flat_map(from_square)
    }

    /// Moves a piece; what stands on the square where it lands is captured.
    #[inline(always)]
    pub(super) fn go(&mut self, side: Side, from: Point, to: Point) {
        let landed = PointSet::of(to);
        if self.zen.contains(from) {
            self.zen = landed;
        } else {
            self.pawns[side].remove(from);
            self.pawns[side].insert(to);
            self.zen = self.zen - landed;
        }
        self.pawns[side.other()].remove(to);
    }
}

/// How many pieces stand on each line: counted once for all moves.
#[derive(Clone, Copy)]
struct LineCounts([[u8; 2 * SIZE - 1]; 4]);

impl LineCounts {
    #[inline(always)]
    fn of(pieces: PointSet) -> Self {
        let mut lines = Self([[0; 2 * SIZE - 1]; 4]);
        for at in pieces {
            for (counts, &line) in lines.0.iter_mut().zip(&LINE_OF[at.index()]) {
                counts[usize::from(line)] += 1;
            }
        }
        lines
    }

    /// The pieces on a line through a square: along the row, the column, the rising or the falling diagonal.
    #[inline(always)]
    fn through(&self, at: Point, line: usize) -> u8 {
        self.0[line][usize::from(LINE_OF[at.index()][line])]
    }
}

/// The row, the column and the two diagonals of each square, by number.
static LINE_OF: [[u8; 4]; SQUARES] = {
    let mut lines = [[0; 4]; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let (column, row) = (at % SIZE, at / SIZE);
        lines[at] = [row as u8, column as u8, (SIZE - 1 + column - row) as u8, (column + row) as u8];
        at += 1;
    }
    lines
};

/// The square `distance` squares ahead; the caller has checked that it is on the board.
#[inline(always)]
fn ahead(from: Point, direction: usize, distance: u8) -> Point {
    let (right, up) = DIRECTIONS[direction];
    let stride = right + SIZE as i32 * up;
    Point((i32::from(from.0) + stride * i32::from(distance)) as u16)
}

/// The squares strictly between two squares of a line.
#[inline(always)]
pub(super) fn between(from: Point, to: Point, direction: usize) -> PointSet {
    PointSet(RAYS[from.index()][direction] & RAYS[to.index()][direction ^ 1])
}

/// The direction in which `to` lies straight ahead of `from`, and how far.
pub(super) fn towards(from: Point, to: Point) -> Option<(usize, u8)> {
    let seen = |&d: &usize| PointSet(RAYS[from.index()][d]).contains(to);
    let direction = (0..8).find(seen)?;
    Some((direction, between(from, to, direction).len() as u8 + 1))
}

/// The board.
pub(super) fn board() -> &'static Board {
    zen()
}
