//! Where each point of a board goes on a grid of characters.
//!
//! A character is about twice as high as wide. On a regular board the distinct x and y of the points are evenly
//! spaced: each y is a line of text, each x a multiple of a few columns. The bowed 93-node board is not regular;
//! its coordinates are enlarged until rounding keeps its shape, and leave room to draw its lines.

use taijitu_rules::Board;

/// The width of a terminal.
const TERMINAL: i32 = 80;
/// Columns and lines a step on a board that is not regular.
const ENLARGED: (f64, f64) = (7.0, 3.0);

/// The cells of the points, in board order.
#[derive(Debug)]
pub(super) struct Projection {
    pub(super) cells: Vec<(i32, i32)>,
    /// Whether neighbours are recognised by their places alone, without lines.
    pub(super) regular: bool,
}

impl Projection {
    /// `names`: whether a name has to fit at every point.
    pub(super) fn of(board: &Board, names: bool) -> Self {
        regular(board, names).map_or_else(|| enlarged(board), |cells| Self { cells, regular: true })
    }
}

fn enlarged(board: &Board) -> Projection {
    let cell = |x: f64, y: f64| ((x * ENLARGED.0).round() as i32, (y * ENLARGED.1).round() as i32);
    Projection { cells: board.points.iter().map(|node| cell(node.x, node.y)).collect(), regular: false }
}

fn regular(board: &Board, names: bool) -> Option<Vec<(i32, i32)>> {
    let columns = Levels::of(board.points.iter().map(|node| node.x).collect())?;
    let rows = Levels::of(board.points.iter().map(|node| node.y).collect())?;
    let ranks: Vec<(i32, i32)> =
        board.points.iter().map(|node| (columns.rank(node.x), rows.rank(node.y))).collect();
    let apart = closest_on_a_row(&ranks);
    let upright = (2.0 * columns.gap / rows.gap).floor() as i32;
    // Four columns hold a name or a piece in brackets; a board too wide for that makes do with two.
    let roomy = upright.max(4 / apart);
    let too_wide = columns.count * roomy > TERMINAL && !names;
    let pitch = if too_wide { 2 / apart } else { roomy };
    Some(ranks.into_iter().map(|(x, y)| (x * pitch, y)).collect())
}

/// The smallest distance between two points of a row.
fn closest_on_a_row(ranks: &[(i32, i32)]) -> i32 {
    let mut rows = ranks.to_vec();
    rows.sort_by_key(|&(x, y)| (y, x));
    let gaps = rows.windows(2).filter(|pair| pair[0].1 == pair[1].1);
    gaps.map(|pair| pair[1].0 - pair[0].0).min().unwrap_or(1)
}

/// Evenly spaced values.
struct Levels {
    first: f64,
    gap: f64,
    count: i32,
}

impl Levels {
    fn of(mut values: Vec<f64>) -> Option<Self> {
        const SAME: f64 = 0.01;
        values.sort_by(f64::total_cmp);
        values.dedup_by(|a, b| (*a - *b).abs() < SAME);
        let (&first, &second) = (values.first()?, values.get(1)?);
        let gap = second - first;
        let even = values.windows(2).all(|pair| (pair[1] - pair[0] - gap).abs() < SAME);
        even.then_some(Self { first, gap, count: values.len() as i32 })
    }

    fn rank(&self, value: f64) -> i32 {
        ((value - self.first) / self.gap).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use taijitu_rules::board::{kadon::kadon, triangle, yinsh, yinyang, zen};

    #[test]
    fn every_point_has_a_cell_with_a_blank_beside_it() {
        for side in 3..=25 {
            check(triangle(side), if side <= 20 { 4 } else { 2 });
        }
        for board in [yinsh(), zen(), yinyang(), &kadon().board] {
            check(board, 4);
        }
    }

    fn check(board: &Board, apart: i32) {
        let cells: BTreeSet<(i32, i32)> =
            Projection::of(board, false).cells.into_iter().map(|(x, y)| (y, x)).collect();
        assert_eq!(cells.len(), board.len(), "{}", board.id);
        let cells: Vec<_> = cells.into_iter().collect();
        for pair in cells.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            assert!(pair[1].1 - pair[0].1 >= apart, "{} {pair:?}", board.id);
        }
    }

    #[test]
    fn names_fit_on_every_triangle() {
        let cells = Projection::of(triangle(25), true).cells;
        assert_eq!((cells[0], cells[1], cells[2]), ((48, 0), (46, 1), (50, 1)));
    }

    #[test]
    fn only_the_bowed_board_is_not_regular() {
        for board in [yinsh(), zen(), yinyang(), triangle(3), triangle(25)] {
            assert!(Projection::of(board, false).regular, "{}", board.id);
        }
        assert!(!Projection::of(&kadon().board, false).regular);
    }
}
