//! The YINSH board as a grid of bits: eleven columns of eleven rows, of which 85 cells are on the board.
//!
//! ```text
//!           +1
//!      −11   │   +12     A cell is 11 × column + row, both from 0, so that each direction is a shift:
//!         ╲  │  ╱          0  up a column       +1      3  back   −1
//!          cell            1  along a row      +11      4  back  −11
//!         ╱  │  ╲          2  along a diagonal +12      5  back  −12
//!      −12   │   +11
//!           −1
//! ```
//!
//! The corners of the grid are off the board in such a way that a shift over the end of a column never
//! leads from one cell of the board to another; no guard cells are needed. Cells are in board order, so a
//! set of cells lists its points in board order too.

use crate::board::{Point, yinsh};
use crate::pointset::bit;

/// A set of cells.
pub(super) type Cells = u128;

/// How many points the board has.
pub(super) const POINTS: usize = 85;

const WIDTH: usize = 11;
const CELLS: usize = WIDTH * WIDTH;

/// The six directions as steps from cell to cell; the opposite of direction d is d + 3 modulo 6.
pub(super) const STEPS: [i32; 6] = [1, 11, 12, -1, -11, -12];

/// The most points that stand in line with one point.
pub(super) const REACH: usize = 26;

/// What is in line with each cell and in which direction; the unused places at the end are [`NOWHERE`].
pub(super) static IN_LINE: [[(u8, u8); REACH]; CELLS] = in_line();

/// No cell.
pub(super) const NOWHERE: u8 = u8::MAX;

static RAYS: [[Cells; 6]; CELLS] = rays();

/// All cells of the board.
pub(super) const BOARD: Cells = board();

const fn board() -> Cells {
    let (mut set, mut cell) = (0, 0);
    while cell < CELLS {
        if on_board(cell) {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

static CELL_OF_POINT: [u8; POINTS] = numbering().0;
static POINT_OF_CELL: [u8; CELLS] = numbering().1;

/// A hexagon of radius 5 around f6 without its six corners.
const fn on_board(cell: usize) -> bool {
    let (x, y) = ((cell / WIDTH) as i32 - 5, (cell % WIDTH) as i32 - 5);
    let away = [x.abs(), y.abs(), (x - y).abs()];
    let corner = x == 0 || y == 0 || x == y;
    let limit = if corner { 4 } else { 5 };
    away[0] <= limit && away[1] <= limit && away[2] <= limit
}

/// The cell of each point, and the point of each cell.
const fn numbering() -> ([u8; POINTS], [u8; CELLS]) {
    let (mut cells, mut points) = ([0; POINTS], [NOWHERE; CELLS]);
    let (mut cell, mut point) = (0, 0);
    while cell < CELLS {
        if on_board(cell) {
            (cells[point], points[cell]) = (cell as u8, point as u8);
            point += 1;
        }
        cell += 1;
    }
    (cells, points)
}

/// For each cell and direction, all cells of the board in that direction.
const fn rays() -> [[Cells; 6]; CELLS] {
    let mut rays = [[0; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 6 {
            let mut at = cell as i32 + STEPS[direction];
            while on_board(cell) && at >= 0 && at < CELLS as i32 && on_board(at as usize) {
                rays[cell][direction] |= 1 << at;
                at += STEPS[direction];
            }
            direction += 1;
        }
        cell += 1;
    }
    rays
}

const fn in_line() -> [[(u8, u8); REACH]; CELLS] {
    let mut table = [[(NOWHERE, 0); REACH]; CELLS];
    let rays = rays();
    let mut cell = 0;
    while cell < CELLS {
        let (mut direction, mut count) = (0, 0);
        while direction < 6 {
            let mut ray = rays[cell][direction];
            while ray != 0 {
                table[cell][count] = (ray.trailing_zeros() as u8, direction as u8);
                count += 1;
                ray &= ray - 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    table
}

/// The cell of a point.
#[inline(always)]
pub(super) fn cell(point: Point) -> u8 {
    CELL_OF_POINT[point.index()]
}

/// The point of a cell of the board.
#[inline(always)]
pub(super) fn point(cell: u8) -> Point {
    Point(u16::from(POINT_OF_CELL[usize::from(cell)]))
}

/// The name of a cell of the board.
pub(super) fn name(cell: u8) -> &'static str {
    yinsh().name(point(cell))
}

/// The set of one cell.
#[inline(always)]
pub(super) const fn only(cell: u8) -> Cells {
    bit(cell as u16)
}

/// A set moved back by fewer than 64 cells.
///
/// In WebAssembly a shift of 128 bits by a number that is not known is a call of a function, so it is made of two halves.
#[inline(always)]
pub(super) const fn back(set: Cells, by: u32) -> Cells {
    let (low, high) = (set as u64, (set >> 64) as u64);
    (low >> by | high << 1 << (63 - by)) as u128 | ((high >> by) as u128) << 64
}

/// A set moved on by fewer than 64 cells.
#[inline(always)]
pub(super) const fn forward(set: Cells, by: u32) -> Cells {
    let (low, high) = (set as u64, (set >> 64) as u64);
    (low << by) as u128 | ((high << by | low >> 1 >> (63 - by)) as u128) << 64
}

/// The cells of a set, in board order.
#[inline(always)]
pub(super) fn cells(set: Cells) -> impl ExactSizeIterator<Item = u8> {
    // A set of cells and a set of points differ only in what their bits are called.
    crate::PointSet(set).iter().map(|bit| bit.0 as u8)
}

/// The points of a set, in board order.
pub(super) fn points(set: Cells) -> impl Iterator<Item = Point> {
    cells(set).map(point)
}

/// The direction in which `to` lies from `from`, if they are in line.
#[inline(always)]
pub(super) fn direction(from: u8, to: u8) -> Option<usize> {
    let away = i32::from(to) - i32::from(from);
    let forward = match away.unsigned_abs() {
        0 => return None,
        1..11 => 0,
        by if by % 11 == 0 => 1,
        by if by % 12 == 0 => 2,
        _ => return None,
    };
    let direction = if away > 0 { forward } else { forward + 3 };
    // A short way in the grid may lead over the end of a column, which is no line.
    (ray(from, direction) & only(to) != 0).then_some(direction)
}

/// All cells in a direction.
#[inline(always)]
pub(super) fn ray(from: u8, direction: usize) -> Cells {
    RAYS[usize::from(from)][direction]
}

/// The cells strictly between two cells, `to` lying in this direction from `from`.
#[inline(always)]
pub(super) fn between(from: u8, to: u8, direction: usize) -> Cells {
    ray(from, direction) & ray(to, (direction + 3) % 6)
}

/// The markers jumped on the way from one cell to another in this direction.
#[inline(always)]
pub(super) fn jumped_over(from: u8, to: u8, direction: usize, markers: Cells) -> Cells {
    between(from, to, direction) & markers
}

/// The cell of a set that comes first in a direction, as a set of one; empty for the empty set.
#[inline(always)]
pub(super) fn first(set: Cells, direction: usize) -> Cells {
    if direction < 3 {
        set & set.wrapping_neg()
    } else {
        set.checked_ilog2().map_or(0, |last| only(last as u8))
    }
}

/// Where a ring may go in one direction: over empty cells, or behind the first unbroken run of markers.
#[inline(always)]
pub(super) fn targets(from: u8, direction: usize, rings: Cells, markers: Cells) -> Cells {
    let ray = ray(from, direction);
    let blocker = first(ray & (rings | markers), direction);
    if blocker == 0 {
        return ray;
    }
    let beyond = if direction < 3 { ray & blocker.wrapping_neg() } else { ray & (blocker | (blocker - 1)) };
    let landing = first(beyond & !markers, direction) & !rings;
    (ray & !beyond) | landing
}

/// Where a ring lands that jumps in a direction, as a set of one cell or none, and the markers it jumps.
#[inline(always)]
pub(super) fn jump(from: u8, direction: usize, rings: Cells, markers: Cells) -> (Cells, Cells) {
    let ray = ray(from, direction);
    let blocker = first(ray & (rings | markers), direction);
    if blocker & markers == 0 {
        return (0, 0);
    }
    let beyond = if direction < 3 { ray & blocker.wrapping_neg() } else { ray & (blocker | (blocker - 1)) };
    let landing = first(beyond & !markers, direction) & !rings;
    if landing == 0 {
        return (0, 0);
    }
    let before = if direction < 3 { landing - 1 } else { !(landing | (landing - 1)) };
    (landing, beyond & before)
}

/// Whether a ring may go from one cell to another in this direction; the same as being one of the
/// [`targets`], for one target only.
#[inline(always)]
pub(super) fn reaches(from: u8, to: u8, direction: usize, rings: Cells, markers: Cells) -> bool {
    let path = between(from, to, direction);
    let (jumped, free) = (path & markers, path & !markers);
    // The markers have to be the last part of the path: all of them after all the free cells.
    let in_order = if direction < 3 {
        jumped == 0 || free < jumped & jumped.wrapping_neg()
    } else {
        free == 0 || jumped < free & free.wrapping_neg()
    };
    in_order && (path | only(to)) & rings == 0 && only(to) & markers == 0
}

/// Where rows of five begin: for each of the directions 0, 1 and 2 the first cells of five in line.
#[inline(always)]
pub(super) const fn rows(markers: Cells) -> [Cells; 3] {
    [rows_along(markers, 1), rows_along(markers, 11), rows_along(markers, 12)]
}

/// Where rows of five begin along one direction, given as the step from cell to cell.
#[inline(always)]
pub(super) const fn rows_along(markers: Cells, step: u32) -> Cells {
    let pairs = markers & back(markers, step);
    let fours = pairs & back(pairs, 2 * step);
    fours & back(markers, 4 * step)
}

/// The first and the last cell of every row of five.
pub(super) fn row_ends(markers: Cells) -> impl Iterator<Item = (u8, u8)> {
    let starts = rows(markers).into_iter().zip([1, 11, 12]);
    starts.flat_map(|(starts, step)| cells(starts).map(move |start| (start, start + 4 * step)))
}

/// Whether there is a row of five.
#[inline(always)]
pub(super) fn has_row(markers: Cells) -> bool {
    let [a, b, c] = rows(markers);
    a | b | c != 0
}

/// The five cells of the row with these ends, if they are four steps apart.
pub(super) fn five(first: u8, last: u8) -> Option<Cells> {
    let direction = direction(first, last)?;
    let five = between(first, last, direction) | only(first) | only(last);
    (five.count_ones() == 5).then_some(five)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_the_points_of_the_board_in_its_order() {
        let board = yinsh();
        assert_eq!((0..CELLS).filter(|&c| on_board(c)).count(), POINTS);
        for p in board.all() {
            let at = usize::from(cell(p));
            let written = format!("{}{}", char::from(b'a' + (at / WIDTH) as u8), at % WIDTH + 1);
            assert_eq!((board.name(p), point(cell(p))), (written.as_str(), p));
        }
    }

    #[test]
    fn sets_are_moved_as_by_a_shift() {
        for set in [0, 1, BOARD, u128::MAX, BOARD & !(1 << 63), 1 << 120] {
            for by in 0..64 {
                assert_eq!((back(set, by), forward(set, by)), (set >> by, set << by), "{set:x} by {by}");
            }
        }
    }

    #[test]
    fn rays_are_the_straight_lines_of_the_board() {
        let board = yinsh();
        let mut longest = 0;
        for p in board.all() {
            let mut from_board: Vec<Cells> = board
                .maximal_paths(p)
                .iter()
                .map(|path| path[1..].iter().fold(0, |set, &q| set | only(cell(q))))
                .collect();
            let mut from_grid: Vec<Cells> = (0..6).map(|d| ray(cell(p), d)).filter(|&r| r != 0).collect();
            from_board.sort_unstable();
            from_grid.sort_unstable();
            assert_eq!(from_grid, from_board, "{}", board.name(p));
            let all = from_grid.iter().fold(0, |a, b| a | b);
            for d in 0..6 {
                let listed =
                    IN_LINE[usize::from(cell(p))].iter().filter(|&&(c, way)| c != NOWHERE && way == d);
                assert_eq!(listed.fold(0, |set, &(c, _)| set | only(c)), ray(cell(p), d.into()));
            }
            longest = longest.max(all.count_ones());
        }
        assert_eq!(longest as usize, REACH);
    }

    #[test]
    fn directions_and_ways_between_follow_the_rays() {
        for (from, to) in yinsh().all().flat_map(|a| yinsh().all().map(move |b| (cell(a), cell(b)))) {
            let seen = (0..6).find(|&d| ray(from, d) & only(to) != 0);
            assert_eq!(direction(from, to), seen, "{} {}", name(from), name(to));
            if let Some(d) = seen {
                let mut walked = 0;
                let mut at = i32::from(from) + STEPS[d];
                while at != i32::from(to) {
                    walked |= 1 << at;
                    at += STEPS[d];
                }
                assert_eq!(between(from, to, d), walked);
            }
        }
    }

    #[test]
    fn there_are_123_places_for_a_row() {
        let all = yinsh().all().fold(0, |set, p| set | only(cell(p)));
        let starts: u32 = rows(all).iter().map(|set| set.count_ones()).sum();
        // Lines of 4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4 points in each of three directions.
        assert_eq!(starts, 3 * (3 + 4 + 5 + 6 + 5 + 6 + 5 + 4 + 3));
    }
}
