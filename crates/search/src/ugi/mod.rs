//! The Universal Game Interface, both ends of it: a [`UgiSession`] answers a program that drives us, a
//! [`UgiClient`] drives another program.
//!
//! The protocol is line by line, as UCI is for chess.
//! A turn is one word of it: the spaces in our notation are written as `_`.
//! Player one is the side that acts first from the usual start.

mod client;
mod go;
mod session;

pub use client::{ClientError, UgiChoice, UgiClient};
pub use go::Go;
pub use session::UgiSession;

/// A turn as one word.
#[must_use]
pub fn to_word(turn: &str) -> String {
    turn.replace(' ', "_")
}

/// A turn from its word.
#[must_use]
pub fn from_word(word: &str) -> String {
    word.replace('_', " ")
}
