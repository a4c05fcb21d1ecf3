#![doc = include_str!("../README.md")]

pub mod any;
pub mod board;
pub mod canonical;
mod credits;
pub mod draft;
pub mod game;
pub mod games;
pub mod hash;
pub mod notation;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod play;
pub mod playout;
mod pointset;
pub mod rating_class;
pub mod record;
pub mod refusal;
pub mod setup;
pub mod short;
mod side;
#[cfg(feature = "test-hooks")]
pub mod test_hooks;
pub mod turns;
mod verdict;
pub mod view;

pub use any::{AnyDraft, AnyPlay, GameType};
pub use board::{Board, Point};
pub use credits::Credits;
pub use draft::Draft;
pub use game::{Game, Meta, Notation, PreferredSpelling, Presentation, Rules};
pub use options::{OptionError, Options};
pub use outcome::{Outcome, Reason};
pub use play::Play;
pub use pointset::PointSet;
pub use rating_class::RatingClass;
pub use record::Record;
pub use refusal::{Refusal, TurnError};
pub use setup::SetupError;
pub use side::{Actors, Audience, Lang, Pair, Seat, Side, Text};
pub use view::{Button, Piece, Threat, Touch, View};
