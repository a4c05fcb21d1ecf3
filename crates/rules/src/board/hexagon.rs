//! The YINSH board: 85 points in eleven columns, lines in three directions.
//!
//! Columns run upwards, rows along fixed numbers, and the third direction is the one in which letter
//! and number grow together; f6 is the centre.

use super::{Board, Style, letter, lines_by_offset};
use std::sync::LazyLock;

/// First and last row of the columns a to k.
const ROWS: [(i32, i32); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// The YINSH board.
pub fn yinsh() -> &'static Board {
    static BOARD: LazyLock<Board> = LazyLock::new(build);
    &BOARD
}

fn build() -> Board {
    let columns = (0..).zip(ROWS);
    let grid: Vec<(i32, i32)> =
        columns.flat_map(|(column, (first, last))| (first..=last).map(move |row| (column, row))).collect();
    let place = |&(column, row): &(i32, i32)| {
        let from_centre = f64::from(column - 5);
        (
            format!("{}{row}", letter(column)),
            from_centre * 0.75_f64.sqrt(),
            from_centre / 2.0 - f64::from(row - 6),
        )
    };
    let lines = lines_by_offset(&grid, &[(0, 1), (1, 0), (1, 1)]);
    Board::new(
        "yinsh",
        ("the YINSH board", "le plateau de YINSH"),
        Style::Lines,
        grid.iter().map(place).collect(),
        lines,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_85_points_with_f6_in_the_centre() {
        let board = yinsh();
        let centre = board.node(board.find("f6").expect("f6"));
        assert_eq!((board.len(), centre.x, centre.y, centre.neighbours.len()), (85, 0.0, 0.0, 6));
        assert_eq!(board.symmetries().len(), 12);
    }

    #[test]
    fn straight_lines_keep_their_direction() {
        let board = yinsh();
        let go = |a, b| board.straight_on(board.find(a).unwrap(), board.find(b).unwrap());
        let names = |a, b| go(a, b).iter().map(|&p| board.name(p)).collect::<Vec<_>>();
        assert_eq!(names("e5", "f6"), ["g7"]);
        assert_eq!(names("a2", "a3"), ["a4"]);
        assert_eq!(names("a4", "a5"), [""; 0]);
    }
}
