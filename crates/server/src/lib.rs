#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod admin;
mod app;
pub mod archive;
pub mod documented_limits;
mod engines;
mod error;
mod housekeeping;
pub mod http;
mod moderation;
mod people;
pub mod puzzles;
mod rated_puzzles;
mod ratings;
mod serve;
pub mod site;
mod socket;
mod stored;
mod tables;
#[cfg(feature = "test-hooks")]
mod test_hooks;
pub mod text;
mod tournaments;

pub use app::App;
pub use engines::{EnginePool, Worker};
pub use moderation::Moderation;
pub use people::People;
pub use ratings::Ratings;
pub use serve::{ServeError, Server};
pub use site::Site;
pub use site::bus::{Bus, BusError};
pub use site::config::{Config, ConnectionTimes, PasswordCost};
pub use site::descriptors::raise_descriptor_limit;
pub use site::entropy::Entropy;
pub use site::mail::{MailError, MailSettings};
pub use tables::Tables;
pub use tournaments::Tournaments;
