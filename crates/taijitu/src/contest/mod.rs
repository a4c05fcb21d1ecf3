//! Games between programs: who plays, from which openings, and what a series of games says.

pub(crate) mod chart;
mod game;
mod mind;
mod opening;
mod series;
pub(crate) mod words;

pub(crate) use game::{ContestGame, GRACE, Pace, first_to_act, play_on};
pub(crate) use mind::{Contender, Mind, no_engine};
pub(crate) use opening::opening;
pub(crate) use series::{Series, SeriesPlan};
