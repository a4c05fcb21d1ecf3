//! The answers that JavaScript gets, tested from Rust.

mod tables;
