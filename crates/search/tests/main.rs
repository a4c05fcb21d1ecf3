//! The tests of this crate in one program: one for each file would have to be linked for each file.

mod alphabeta;
mod learned;
mod proofs;
mod puzzles;
mod tactics;
mod y;
