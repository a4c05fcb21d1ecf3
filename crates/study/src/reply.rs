//! Advice: the turn an engine would play for a side.

use crate::turn::TurnRequest;
use std::ops::RangeInclusive;
use taijitu_protocol::{Code, Problem};
use taijitu_rules::{AnyPlay, Side};

/// The levels that answer in a study: a lesson needs no more, and the route is open to all callers.
pub const LEVELS: RangeInclusive<u8> = 1..=3;

/// Checks the level of a study's reply.
///
/// # Errors
/// `invalid` if it is not one of [`LEVELS`].
pub fn check_level(level: u8) -> Result<(), Problem> {
    if LEVELS.contains(&level) {
        return Ok(());
    }
    Err(Problem::new(
        Code::Invalid,
        "here the computer has levels 1 to 3",
        "ici, l’ordinateur a les niveaux 1 à 3",
    ))
}

/// The request for a turn of a side.
///
/// # Errors
/// `not_now` if the side has nothing to play.
pub fn turn_request(
    side: Side,
    play: Box<dyn AnyPlay>,
    level: u8,
    seed: u64,
) -> Result<TurnRequest, Problem> {
    if play.outcome().is_some() || !play.to_act().includes(side) {
        return Err(Problem::new(
            Code::NotNow,
            "this side has nothing to play here",
            "ce camp n’a rien à jouer ici",
        ));
    }
    Ok(TurnRequest { side, level, seed, time: None, play })
}
