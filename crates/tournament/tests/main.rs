//! The tests of this crate in one program: one for each file would have to be linked for each file.

mod checker;
mod club;
mod entering;
mod exports;
mod kinds;
mod matching;
mod naming;
mod random_tournaments;
mod real_boards;
mod standings;
mod stored;
