#![doc = include_str!("../README.md")]

mod nats;
mod postgres;
mod process;

pub use nats::Nats;
pub use postgres::{Durability, Postgres};
pub use process::is_root;
