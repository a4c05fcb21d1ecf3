#![doc = include_str!("../README.md")]

mod levels;
mod pairing;
mod rating;
mod standing;

pub use levels::{LevelMatch, fit_levels, level_rating};
pub use pairing::{MAX_SEEKERS, Seeker, pair_seekers, search_window};
pub use rating::{GameScore, Rating};
pub use standing::{PERIOD, RatedPlayer, RatedTeam, Standing, rate};
