//! The character of each piece: shapes differ, so that nothing depends on colour.

use super::canvas::Paint;
use taijitu_rules::{Piece, Side};

/// The character of a piece.
pub(super) const fn of(piece: Piece, ascii: bool) -> char {
    match (piece, ascii) {
        (Piece::Ring(Side::White), _) => 'W',
        (Piece::Ring(Side::Black), _) => 'B',
        (Piece::Alien, _) => 'A',
        (Piece::Amazon, false) => '▼',
        (Piece::Amazon, true) => 'v',
        (Piece::Zen, false) => '◆',
        (Piece::Zen, true) => 'Z',
        (Piece::Stone(side) | Piece::Marker(side) | Piece::Pawn(side), _) => disc(side, ascii),
    }
}

const fn disc(side: Side, ascii: bool) -> char {
    match (side, ascii) {
        (Side::White, false) => '○',
        (Side::Black, false) => '●',
        (Side::White, true) => 'w',
        (Side::Black, true) => 'b',
    }
}

pub(super) const fn paint(piece: Piece) -> Paint {
    match piece.side() {
        Some(Side::White) => Paint::White,
        Some(Side::Black) => Paint::Black,
        None => Paint::Red,
    }
}

/// An empty point.
pub(super) const fn empty(ascii: bool) -> char {
    if ascii { '.' } else { '·' }
}

/// An empty point that the printed board marks.
pub(super) const MARKED: char = '+';
