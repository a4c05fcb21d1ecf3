//! The tests of this crate in one program: one for each file would have to be linked for each file.

mod account;
mod analysis;
mod archive;
mod bus;
mod clocks;
mod documents;
mod durable;
mod engines;
mod finished;
mod import;
mod layers;
mod mail;
mod nodes;
mod pages;
mod puzzles;
mod recovery;
mod review;
mod second_factor;
mod secrets;
mod security;
mod sockets;
mod study;
mod tables;
mod told;
mod workers;
