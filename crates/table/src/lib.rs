#![doc = include_str!("../README.md")]

mod chat;
mod clock;
mod decide;
mod effects;
mod fact;
mod game;
mod log_seat;
mod problems;
mod quota;
mod record;
mod replay;
mod scene;
mod seats;
mod setup;
mod step;
mod study;
mod table;
mod view;
pub mod wire;
mod words;

pub use chat::{ChatMessage, Hearing};
pub use clock::{Moment, Outage, Outages};
pub use decide::{Actor, Notice};
pub use effects::{DrawOffer, Effects, EngineTurn};
pub use fact::{Entry, Fact, Matter, Who};
pub use game::Game;
pub use record::Finished;
pub use replay::{Stop, eyes, frames, time_of, walk};
pub use scene::list_turns;
pub use seats::{SEATS_MOST, seat_name};
pub use setup::{seat_counts, seats as seat_count};
pub use step::{Input, Step};
pub use study::{Studied, reply};
pub use table::{Broken, Summary, Table};
pub use view::{Names, Viewer};
pub use words::{Spoken, help, option_help, speak};
