#![doc = include_str!("../README.md")]

mod nats;
mod ports;
mod postgres;
mod process;

pub use nats::Nats;
pub use ports::free_address;
pub use postgres::{Durability, Postgres};
pub use process::is_root;
