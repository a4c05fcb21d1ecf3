#![doc = include_str!("../README.md")]

mod clock;
pub mod faults;
pub mod load;
pub mod party;
pub mod proxy;
