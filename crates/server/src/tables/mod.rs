//! Tables in use: a directory of handles, and one actor for each table.
//!
//! The loop of a table is in [`actor`]: receive an input, let the table step, append, carry out the effects.
//! What a node holds of a table can be lost at any moment: the log has everything.

mod actions;
mod actor;
mod chat;
mod chat_log;
mod directory;
mod elsewhere;
mod engine_seats;
mod fair_play;
mod forget_words;
mod handle;
mod hidden_rooms;
mod input;
mod lobby;
mod opened;
mod outbox;
mod pairing;
mod pairing_desk;
mod presence;
mod retract;
mod rows;
mod running_games;
mod schedule;
mod services;
mod shared;
mod status;
mod subscribers;
mod table_limits;
mod upkeep;

pub(crate) use actions::Sender;
pub(crate) use chat_log::CHAT_KEPT;
pub use directory::Tables;
pub(crate) use handle::TableHandle;
pub(crate) use input::{CommandContext, Subscription};
pub(crate) use opened::Opener;
pub(crate) use outbox::{
    CROWDED_BYTES, MAX_BYTES, MAX_MESSAGES, MessageText, Outbox, OutgoingMessages, TOTAL_BYTES,
};
pub(crate) use running_games::AskedPosition;
pub(crate) use subscribers::json;
