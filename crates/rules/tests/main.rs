//! The tests of this crate in one program: one for each file would have to be linked for each file.

mod captures;
mod cases;
mod common;
mod contract;
mod counts;
mod credits;
mod decisive;
mod lists;
mod parsers;
mod prompts;
mod records;
mod secrecy;
mod symmetry;
