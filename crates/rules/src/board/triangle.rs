//! The plain triangular board of Y: N points a side, row r has the columns 1 to r.
//!
//! ```text
//!           a1
//!         a2  b2
//!       a3  b3  c3
//! ```

use super::{Board, Style, letter, lines_by_offset};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// The triangular board with `side` points a side. Each size is built once.
///
/// # Panics
/// If `side` is more than 26, the number of letters.
pub fn triangle(side: u16) -> &'static Board {
    static BOARDS: LazyLock<Mutex<HashMap<u16, &'static Board>>> = LazyLock::new(Mutex::default);
    assert!(side <= 26, "columns are named by one letter");
    let mut boards = BOARDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // Leaked on purpose: at most 26 boards ever exist, and they live as long as the program.
    boards.entry(side).or_insert_with(|| Box::leak(Box::new(build(i32::from(side)))))
}

fn build(side: i32) -> Board {
    let grid: Vec<(i32, i32)> =
        (0..side).flat_map(|row| (0..=row).map(move |column| (column, row))).collect();
    let height = 0.75_f64.sqrt();
    let place = |&(column, row): &(i32, i32)| {
        let x = f64::from(column) - f64::from(row) / 2.0;
        (
            format!("{}{}", letter(column), row + 1),
            x,
            (f64::from(row) - f64::from(side - 1) * 2.0 / 3.0) * height,
        )
    };
    let lines = lines_by_offset(&grid, &[(1, 0), (0, 1), (1, 1)]);
    let id = format!("triangle-{side}");
    Board::new(
        &id,
        (&format!("the triangular board of side {side}"), &format!("le plateau triangulaire de côté {side}")),
        Style::Lines,
        grid.iter().map(place).collect(),
        lines,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_by_one() {
        let board = triangle(25);
        assert_eq!((board.len(), triangle(3).len()), (325, 6));
        assert_eq!(
            triangle(3).points.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(),
            ["a1", "a2", "b2", "a3", "b3", "c3"]
        );
        assert_eq!(triangle(4).neighbours(triangle(4).find("b3").unwrap()).len(), 6);
        assert_eq!(triangle(4).symmetries().len(), 6);
    }
}
