//! Tables in use: a directory of handles, and one actor for each table.
//!
//! The loop of a table is in [`actor`]: receive an input, let the table step, append, carry out the effects.
//! The state of a table in memory can be lost at any moment: the log has everything.

mod actions;
mod actor;
mod chat;
mod chat_log;
mod conditional;
mod directory;
mod engine_seats;
mod fair_play;
mod fold;
mod forget_words;
mod handle;
mod hidden_rooms;
mod input;
mod lobby;
mod news;
mod opened;
mod outbox;
mod pairing;
mod pairing_desk;
mod presence;
mod remote_presence;
mod retract;
mod rows;
mod running_games;
mod schedule;
mod seating;
mod separated_players;
mod services;
mod shared;
mod status;
mod subscribers;
pub(crate) mod table_limits;
mod upkeep;
mod waiting_tables;

pub(crate) use actions::Sender;
pub(crate) use chat_log::{CHAT_KEPT, MAX_TEXT_BYTES};
pub use directory::Tables;
pub(crate) use handle::TableHandle;
pub(crate) use input::{CommandContext, ReplySender, Subscription};
pub(crate) use news::{NewsEvent, TableNews};
pub(crate) use opened::Opener;
pub(crate) use outbox::{
    CROWDED_BYTES, MAX_BYTES, MAX_MESSAGES, MessageText, Outbox, OutgoingMessages, PAUSE_BYTES,
    PAUSE_MESSAGES, TOTAL_BYTES,
};
pub(crate) use running_games::{NEAR_POINTS, RequestedPosition, TRIED_TURNS};
pub(crate) use subscribers::json;
