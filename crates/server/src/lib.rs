#![doc = include_str!("../README.md")]

pub mod admin;
mod analysis;
mod archive;
mod auth;
mod bots;
pub mod bus;
mod chat;
mod clock;
mod config;
mod deadlines;
mod directory;
mod error;
pub mod house;
mod housekeeping;
pub mod http;
mod limits;
mod live;
pub mod names;
pub mod passwords;
mod presence;
pub mod puzzles;
mod random;
mod review;
mod serve;
mod sessions;
mod socket;
mod talk;
mod watchers;

pub use bus::Bus;
pub use config::{Config, Pages};
pub use house::House;
pub use random::Chance;
pub use serve::{ServeError, Server};
