//! Learned evaluations: from games of the engine against itself to a network that beats the evaluation in use.
//!
//! | module | what it is |
//! |---|---|
//! | [`self_play_games`] | the games of a generation, played by several threads and kept in a file |
//! | [`samples`] | the positions of these games, as their patterns |
//! | [`train`] | training in floating point: Adam, one thread, a fixed order |
//! | [`quantise`] | from floating point to the integers of a [`PatternNetwork`](taijitu_search::PatternNetwork) |
//! | [`duel`] | a match of two evaluations at equal time, ended by a sequential test |
//! | [`learner`] | generations: play, train, quantise, match, keep the winner; all of it resumable |

pub mod duel;
pub mod learner;
pub mod quantise;
pub mod samples;
pub mod self_play_games;
pub mod train;

pub use learner::{GenerationProgress, LearnError, LearnPlan, learn};
