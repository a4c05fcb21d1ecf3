//! Tournaments in use: a directory of handles, and one actor for each tournament.
//!
//! As with tables, the log has everything: any node may serve a tournament, and none owns it.

mod actor;
mod applicant;
mod check;
mod directory;
mod games;
mod handle;
mod input;
mod kept_view;
mod listing;
mod live_view;
mod mine;
mod news;
mod notes;
mod pages;
mod rows;
mod services;
mod shared;
mod texts;
mod upkeep;
mod view;
mod watchers;

pub(crate) use check::{ENTERED_MOST, HOSTED_MOST, INVITED_MOST, MADE_A_DAY};
pub use directory::Tournaments;
pub(crate) use handle::TournamentHandle;
pub(crate) use listing::TournamentPeriod;
pub(crate) use pages::{PairingSelection, entrant_name};
pub(crate) use view::{points_text, score};
