//! Patterns of YINSH: all 123 windows of five in a line, every piece by its point, and the markers that are left.
//!
//! A cell of a window is empty, or holds a marker or a ring of either side. All windows share one table, read from
//! either end. There is a head for every number of rings that the two sides have taken off.

use super::{classes, orbits, reversed, shipped};
use crate::pattern::{MOST_PATTERNS, NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::board::yinsh;
use taijitu_rules::games::yinsh::Yinsh;
use taijitu_rules::{PointSet, Rules};

/// The grid of the rules: eleven columns of eleven cells.
const CELLS: usize = 121;

/// Steps from cell to cell along the three directions of lines.
const STRIDES: [usize; 3] = [1, 11, 12];

/// Windows along one direction.
const WINDOWS: usize = 41;

/// Room for the grid, a power of two: masks keep indices in range, where remainders would take time. And room for the cells of
/// windows that begin at its end.
const GRID: usize = 128;
const PADDED: usize = GRID + 4 * STRIDES[2];

/// The states of a window, and those of its first three cells and its last two.
const STATES: usize = 3125;
const FIRST_STATES: usize = 125;

/// Where the class of a window is found: its last two cells, and from this bit on; its first three below it. Room for all.
const LAST: usize = 7;
const STATE_ROOM: usize = 4096;

/// The first row of pieces by point, after the classes of windows; those of the markers left; the number of rows.
const POINTS: u16 = 1625;
const ORBITS: u16 = 11;
const RESERVE: u16 = POINTS + 4 * ORBITS;
const ROWS: u16 = RESERVE + 14;

/// Markers on the board that share a row.
const RESERVE_STEP: u8 = 4;

struct YinshTables {
    /// The class of each state of a window, by [`place_of_state`].
    windows: [u16; STATE_ROOM],
    /// Where the windows along each direction begin.
    starts: [[u8; WINDOWS]; 3],
    /// The class of each cell.
    orbits: [u16; GRID],
}

static TABLES: LazyLock<YinshTables> = LazyLock::new(|| {
    let (board, of_point) = (yinsh(), orbits(yinsh()));
    let (mut orbits, mut on_board) = ([0; GRID], [false; PADDED]);
    for point in board.all() {
        let cell = cell(board.name(point));
        (orbits[cell], on_board[cell]) = (of_point[point.index()], true);
    }
    let starts = STRIDES.map(|step| {
        let mut starts = [0; WINDOWS];
        let inside = (0..CELLS).filter(|start| (0..5).all(|n| on_board[start + n * step]));
        starts.iter_mut().zip(inside).for_each(|(start, cell)| *start = cell as u8);
        starts
    });
    let classes = classes::<STATES>(|state| vec![reversed(state, 5)]);
    let mut windows = [0; STATE_ROOM];
    classes.iter().enumerate().for_each(|(state, &class)| windows[place_of_state(state)] = class);
    YinshTables { windows, starts, orbits }
});

/// The place of a window's state in the table.
const fn place_of_state(state: usize) -> usize {
    (state % FIRST_STATES) | ((state / FIRST_STATES) << LAST)
}

/// The cell of a point by its name: a letter for the column and a number for the row.
fn cell(name: &str) -> usize {
    let column = name.bytes().next().map_or(0, |letter| usize::from(letter - b'a'));
    let row: usize = name[1..].parse().unwrap_or(1);
    11 * column + row - 1
}

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> =
    LazyLock::new(|| shipped::<Yinsh>(include_bytes!("../../../weights/yinsh.network")));

impl Patterns for Yinsh {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 32, heads: 9, counts: 0 });

    fn list_patterns(&self, list: &mut PatternList) {
        let tables = &*TABLES;
        let act = self.to_act().side();
        let other = act.other();
        let pieces =
            [self.marker_bits(act), self.marker_bits(other), self.ring_bits(act), self.ring_bits(other)];
        let mut cells = [0; PADDED];
        list.fill(|rows, mut len| {
            for ((kind, set), first) in (1..).zip(pieces).zip((POINTS..).step_by(usize::from(ORBITS))) {
                for cell in PointSet(set) {
                    let cell = cell.index() % GRID;
                    cells[cell] = kind;
                    rows[len % MOST_PATTERNS] = first + tables.orbits[cell];
                    len += 1;
                }
            }
            for (step, starts) in STRIDES.into_iter().zip(&tables.starts) {
                let [first, last] = states(&cells, step);
                for &start in starts {
                    let start = usize::from(start) % GRID;
                    let place = usize::from(first[start]) | usize::from(last[start]) << LAST;
                    let row = tables.windows[place % STATE_ROOM];
                    // Without a branch: what is not kept is overwritten by the next one.
                    rows[len % MOST_PATTERNS] = row;
                    len += usize::from(row != 0);
                }
            }
            len
        });
        list.push(RESERVE + u16::from(self.markers_left() / RESERVE_STEP));
        if !self.rings_are_placed() {
            list.push(RESERVE + 13);
        }
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let taken = |side| usize::from(self.rings_taken(side).min(2));
        3 * taken(act) + taken(act.other())
    }

    fn is_covered(&self) -> bool {
        !self.is_blitz()
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}

/// The states of the first three and the last two cells of the window that begins at each cell. Eight cells at a time: no
/// state fills more than a byte of a word.
#[inline]
fn states(cells: &[u8; PADDED], step: usize) -> [[u8; GRID]; 2] {
    let from = |n: usize| cells[n * step..][..GRID].as_chunks::<8>().0;
    let (a, b, c, d, e) = (from(0), from(1), from(2), from(3), from(4));
    let (mut first, mut last) = ([0; GRID], [0; GRID]);
    for (i, (first, last)) in first.as_chunks_mut().0.iter_mut().zip(last.as_chunks_mut().0).enumerate() {
        let eight = |cells: &[[u8; 8]]| u64::from_le_bytes(cells[i]);
        *first = (eight(a) + 5 * (eight(b) + 5 * eight(c))).to_le_bytes();
        *last = (eight(d) + 5 * eight(e)).to_le_bytes();
    }
    [first, last]
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Play;

    #[test]
    fn all_windows_are_on_the_board() {
        let starts = TABLES.starts;
        for starts in starts {
            assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
        }
    }

    /// Five markers and a ring in line: each window that meets them is listed once, with the class of what it holds.
    #[test]
    fn windows_are_read_as_one_would_by_hand() {
        let setup = "wr=b2,c2,d2,e2,f2 br=k7,k8,k9,k10,j10 wm=e4,f4 bm=g5 act=white";
        let options = Play::<Yinsh>::start(&[]).expect("a start").options().clone();
        let play = Play::<Yinsh>::from_setup(options, setup).expect("a position");
        let mut list = PatternList::default();
        play.position().list_patterns(&mut list);
        let windows: Vec<u16> = list.rows().iter().copied().filter(|&row| row < POINTS).collect();
        let (board, mut by_hand) = (yinsh(), vec![]);
        let state = |cell: &taijitu_rules::Point| match board.name(*cell) {
            "e4" | "f4" => 1,
            "g5" => 2,
            "b2" | "c2" | "d2" | "e2" | "f2" => 3,
            "k7" | "k8" | "k9" | "k10" | "j10" => 4,
            _ => 0,
        };
        for from in board.all() {
            for path in board.straight_paths(from, 5).into_iter().filter(|path| path[0] < path[4]) {
                let state = path.iter().rev().fold(0, |all, cell| 5 * all + state(cell));
                by_hand.extend(Some(TABLES.windows[place_of_state(state)]).filter(|&class| class != 0));
            }
        }
        let sorted = |mut rows: Vec<u16>| {
            rows.sort_unstable();
            rows
        };
        assert_eq!(sorted(windows), sorted(by_hand));
    }
}
