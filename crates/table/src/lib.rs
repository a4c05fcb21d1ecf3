#![doc = include_str!("../README.md")]

mod chat;
mod chat_commands;
mod clock;
mod conditional;
mod decide;
mod effects;
mod game;
mod log_event;
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
mod touch_cache;
mod view;
pub mod wire;

pub use chat::{ChatAudience, ChatMessage};
pub use chat_commands::{ChatInput, help, option_help, parse_chat};
pub use clock::{DecisionContext, Outage, Outages};
pub use conditional::{
    CONDITIONAL_DEPTH, CONDITIONAL_MOST, ConditionalCheck, ConditionalState, ConditionalTurns,
};
pub use decide::{Actor, MAX_ENTRIES, SystemEvent};
pub use effects::{DrawOffer, Effects, EngineTurn};
pub use game::TableGame;
pub use log_event::{LogEntry, LogEvent, Occupant, OfferTerms};
pub use record::FinishedTableGame;
pub use replay::{ReplayPoint, frames, perspective, time_of, walk};
pub use scene::{Explanation, branch, list_turns};
pub use seats::{SEATS_MOST, seat_name};
pub use setup::{nearest_rating_class, rating_class, seat_count, seat_counts};
pub use step::{Input, StepOutcome};
pub use study::{StudyPosition, reply};
pub use table::{CorruptLog, FINISHED_FOR, FUTURE, OPEN_FOR, PlayersOffer, Summary, Table, UNTIMED_FOR};
pub use view::{Names, Viewer};
