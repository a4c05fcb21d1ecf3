//! Games between programs: players, openings, and the statistics of a series.

pub(crate) mod chart;
mod contest_player;
mod game;
mod opening;
mod series;
pub(crate) mod words;

pub(crate) use contest_player::{ChosenTurn, Contender, ContestPlayer, no_engine};
pub(crate) use game::{
    ContestEffort, ContestGame, Forfeit, ForfeitReason, GRACE, Pace, first_to_act, lost_at_once, play_on,
};
pub(crate) use opening::opening;
pub(crate) use series::{Series, SeriesPlan};
