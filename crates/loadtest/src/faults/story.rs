//! What is known of a table in the end: what each client was told and did, what the log holds, what the nodes answer.

use serde_json::Value;
use std::collections::BTreeMap;
use taijitu_protocol::{Command, PlayerId, Profile, Seat, TableId};
use taijitu_store::FinishedGame;
use taijitu_table::LogEntry;

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was acknowledged, with the number of its event.
    Done(u64),
    /// It was refused, with this code.
    Refused(String),
    /// No answer came.
    Unanswered,
}

/// Something a client asked for.
#[derive(Clone, Debug)]
pub struct ClientRequest {
    /// The id it gave the request, however often it sent it.
    pub id: String,
    /// What it asked for.
    pub command: Command,
    /// The last event it knew of when it first asked.
    pub knew: u64,
    /// What it was told.
    pub fate: Fate,
    /// When it was told that, by the driver's clock.
    pub answered: i64,
}

/// A message as it came, and the last event it or those before it spoke of.
#[derive(Clone, Debug)]
pub struct ReceivedMessage {
    /// The number of that event.
    pub reach: u64,
    /// The message.
    pub text: String,
}

/// What a node answers in the end.
#[derive(Clone, Debug)]
pub struct NodeAnswer {
    /// Which node, from 0.
    pub node: usize,
    /// The whole log as it tells it.
    pub events: Vec<Value>,
    /// The table as it tells it, without what may differ.
    pub view: Value,
}

/// A client of a table, with all it was told.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// The seat, from 1; none for those who watch.
    pub seat: Option<Seat>,
    /// Who it is; nobody who is not signed in.
    pub profile: Option<Profile>,
    /// The events it was told, by number.
    pub told: BTreeMap<u64, Value>,
    /// What it asked for.
    pub asked: Vec<ClientRequest>,
    /// All it heard, at tables with secrets.
    pub heard: Vec<ReceivedMessage>,
    /// What could not be, as soon as it was noticed.
    pub wrong: Vec<String>,
    /// How often it went to another node.
    pub moves: usize,
    /// What the nodes answer it in the end.
    pub answers: Vec<NodeAnswer>,
}

impl Witness {
    /// The last event it was told of.
    #[must_use]
    pub fn head(&self) -> u64 {
        self.told.last_key_value().map_or(0, |(n, _)| *n)
    }

    /// Who it is, as the log names players.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.profile.as_ref().map(|profile| profile.id)
    }

    /// What it is called in a report.
    #[must_use]
    pub fn name(&self) -> String {
        self.seat.map_or_else(|| "a spectator".into(), |seat| format!("seat {seat}"))
    }
}

/// Everything about one table.
#[derive(Clone, Debug)]
pub struct Story {
    /// The table.
    pub id: TableId,
    /// The game's id.
    pub game: String,
    /// Those who were there.
    pub witnesses: Vec<Witness>,
    /// The log, as the database has it.
    pub log: Vec<LogEntry>,
    /// The head in the row of the table.
    pub head: u64,
    /// The finished games of the table in the archive.
    pub finished: Vec<FinishedGame>,
}
