//! The square boards: Zen's 11 × 11 and Yin Yang's 4 × 4, columns by letter, rows by number.
//!
//! Board order is a1, b1, …, then the next row. Row 1 is drawn at the bottom. On the Zen board a
//! square touches eight others, on the Yin Yang board four.

use super::{Board, Style, letter, lines_by_offset};
use std::sync::LazyLock;

/// The board of Zen l'initié.
pub fn zen() -> &'static Board {
    static BOARD: LazyLock<Board> = LazyLock::new(|| {
        build("zen", ("the Zen board", "le plateau de Zen"), 11, &[(1, 0), (0, 1), (1, 1), (1, -1)])
    });
    &BOARD
}

/// The board of Yin Yang.
pub fn yinyang() -> &'static Board {
    static BOARD: LazyLock<Board> = LazyLock::new(|| {
        build("yinyang", ("the Yin Yang board", "le plateau de Yin Yang"), 4, &[(1, 0), (0, 1)])
    });
    &BOARD
}

fn build(id: &str, title: (&str, &str), size: i32, directions: &[(i32, i32)]) -> Board {
    let grid: Vec<(i32, i32)> =
        (0..size).flat_map(|row| (0..size).map(move |column| (column, row))).collect();
    let middle = f64::from(size - 1) / 2.0;
    let place = |&(column, row): &(i32, i32)| {
        (format!("{}{}", letter(column), row + 1), f64::from(column) - middle, middle - f64::from(row))
    };
    let lines = lines_by_offset(&grid, directions);
    Board::new(id, title, Style::Squares, grid.iter().map(place).collect(), lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_in_rows_from_the_bottom() {
        assert_eq!((zen().len(), zen().find("b1").unwrap().0, zen().find("a2").unwrap().0), (121, 1, 11));
        assert_eq!(zen().neighbours(zen().find("f6").unwrap()).len(), 8);
        assert_eq!(yinyang().neighbours(yinyang().find("a1").unwrap()).len(), 2);
        assert_eq!((zen().symmetries().len(), yinyang().symmetries().len()), (8, 8));
    }
}
