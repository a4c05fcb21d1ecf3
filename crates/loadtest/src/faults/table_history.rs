//! The history of a table after the run: what each client received and requested, the log, and the answers of the nodes.

use serde_json::Value;
use std::collections::BTreeMap;
use taijitu_protocol::{Command, PlayerId, Profile, Seat, TableId};
use taijitu_store::FinishedGame;
use taijitu_table::LogEntry;

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestOutcome {
    /// It was acknowledged, with the number of its event.
    Done(u64),
    /// It was refused, with this code.
    Refused(String),
    /// No answer came.
    Unanswered,
}

/// A command that a client sent.
#[derive(Clone, Debug)]
pub struct ClientRequest {
    /// Its id, the same for every time it was sent.
    pub id: String,
    /// The command.
    pub command: Command,
    /// The last event the client had when it first sent it.
    pub known_head: u64,
    /// The answer.
    pub outcome: RequestOutcome,
    /// When the answer came, by the driver's clock.
    pub answered: i64,
}

/// A received message, and the last event that it or an earlier one contained.
#[derive(Clone, Debug)]
pub struct ReceivedMessage {
    /// The number of that event.
    pub reach: u64,
    /// The message.
    pub text: String,
}

/// The answers of a node after the run.
#[derive(Clone, Debug)]
pub struct NodeAnswer {
    /// Which node, from 0.
    pub node: usize,
    /// All events.
    pub events: Vec<Value>,
    /// The table, without fields that may differ between nodes.
    pub view: Value,
}

/// A client of a table, with everything it sent and received.
#[derive(Clone, Debug, Default)]
pub struct ClientHistory {
    /// The seat, from 1; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The player; `None` if it is not signed in.
    pub profile: Option<Profile>,
    /// The events it received, by number.
    pub events: BTreeMap<u64, Value>,
    /// The commands it sent.
    pub requests: Vec<ClientRequest>,
    /// Every message it received, at tables with secrets only.
    pub messages: Vec<ReceivedMessage>,
    /// Contradictions it noticed itself.
    pub wrong: Vec<String>,
    /// How often it switched to another node.
    pub moves: usize,
    /// The answers of the nodes after the run.
    pub answers: Vec<NodeAnswer>,
}

impl ClientHistory {
    /// The number of the last event it received.
    #[must_use]
    pub fn head(&self) -> u64 {
        self.events.last_key_value().map_or(0, |(n, _)| *n)
    }

    /// The player's id.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.profile.as_ref().map(|profile| profile.id)
    }

    /// Its name in a report.
    #[must_use]
    pub fn name(&self) -> String {
        self.seat.map_or_else(|| "a spectator".into(), |seat| format!("seat {seat}"))
    }
}

/// The history of one table.
#[derive(Clone, Debug)]
pub struct TableHistory {
    /// The table.
    pub id: TableId,
    /// The game's id.
    pub game: String,
    /// Players and spectators.
    pub clients: Vec<ClientHistory>,
    /// The log in the database.
    pub log: Vec<LogEntry>,
    /// The head in the row of the table.
    pub head: u64,
    /// The finished games of the table in the archive.
    pub finished: Vec<FinishedGame>,
}
