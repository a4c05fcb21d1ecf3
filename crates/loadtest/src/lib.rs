#![doc = include_str!("../README.md")]

pub mod abuse;
pub mod archive;
mod clock;
pub mod faults;
pub mod load;
pub mod party;
pub mod proxy;
pub mod ratings;
pub mod tournaments;
