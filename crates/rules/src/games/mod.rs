//! The games, one module each, and the registry.

pub mod aliens;
mod jumps;
pub mod leapover;
pub mod quinta;
pub mod sexta;
pub mod singularity;
pub mod slide;
pub mod tetra;
pub mod y;
pub mod yinsh;
pub mod yinyang;
pub mod zen;

use crate::any::{Kind, Of};

/// Every game. To add one, write its module and add a line here.
pub static GAMES: [&dyn Kind; 10] = [
    Of::<yinsh::Yinsh>::KIND,
    Of::<y::Y>::KIND,
    Of::<aliens::Aliens>::KIND,
    Of::<singularity::Singularity>::KIND,
    Of::<leapover::LeapOver>::KIND,
    Of::<tetra::Tetra>::KIND,
    Of::<quinta::Quinta>::KIND,
    Of::<sexta::Sexta>::KIND,
    Of::<zen::Zen>::KIND,
    Of::<yinyang::YinYang>::KIND,
];

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Kind> {
    GAMES.iter().copied().find(|kind| kind.meta().id == id)
}

/// The ids of all games, for messages.
#[must_use]
pub fn ids() -> String {
    GAMES.map(|kind| kind.meta().id).join(", ")
}
