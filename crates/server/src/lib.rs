#![doc = include_str!("../README.md")]

pub mod admin;
mod archive;
mod auth;
mod bots;
pub mod bus;
pub mod carry;
mod chat;
mod clock;
mod config;
mod dates;
mod deadlines;
mod directory;
mod error;
pub mod house;
mod housekeeping;
pub mod http;
pub mod index;
mod limits;
mod live;
pub mod names;
pub mod passwords;
mod presence;
mod random;
mod serve;
mod sessions;
mod socket;
pub mod synthetic;
mod talk;
mod watchers;

pub use bus::Bus;
pub use config::{Config, Pages};
pub use house::House;
pub use random::Chance;
pub use serve::{ServeError, Server};
