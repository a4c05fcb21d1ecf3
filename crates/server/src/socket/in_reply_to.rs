//! Which message a refusal answers.

use serde::Deserialize;
use taijitu_protocol::{FromClient, REQUEST_LIMIT, TableId};

/// Which message a refusal answers: its id and the table it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RepliedMessage {
    pub(super) id: Option<String>,
    pub(super) table: Option<TableId>,
}

impl RepliedMessage {
    /// The id and the table of a message that cannot be parsed otherwise, as far as they are present.
    /// Everything else in the message is skipped, not stored.
    pub(super) fn read(message: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct WithId {
            id: String,
        }
        #[derive(Deserialize)]
        struct WithTable {
            table: TableId,
        }
        let id = serde_json::from_slice(message).ok().map(|WithId { id }| id);
        let table = serde_json::from_slice(message).ok().map(|WithTable { table }| table);
        Self { id: id.map(|id| id.chars().take(REQUEST_LIMIT).collect()), table }
    }

    /// The id and the table of a message.
    pub(super) fn of(message: &FromClient) -> Self {
        let (id, table) = match message {
            FromClient::Watch { table, .. } | FromClient::Unwatch { table } => (None, Some(*table)),
            FromClient::Do { table, id, .. }
            | FromClient::Say { table, id, .. }
            | FromClient::Branch { table, id, .. }
            | FromClient::Why { table, id, .. } => (Some(id.clone()), Some(*table)),
            FromClient::WatchTournament { .. }
            | FromClient::UnwatchTournament { .. }
            | FromClient::Pong { .. } => (None, None),
        };
        Self { id, table }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_finds_its_question() {
        let table = TableId(7);
        let read = |message: serde_json::Value| RepliedMessage::read(message.to_string().as_bytes());
        let id = || Some("a".to_owned());
        let sample = serde_json::json!({ "id": "a", "table": table, "x": [{ "id": "b" }] });
        assert_eq!(read(sample), RepliedMessage { id: id(), table: Some(table) });
        assert_eq!(
            read(serde_json::json!({ "id": "a", "table": 5 })),
            RepliedMessage { id: id(), table: None }
        );
        assert_eq!(read(serde_json::json!({ "id": 5, "table": table })).table, Some(table));
        assert_eq!(read(serde_json::json!({ "id": "é".repeat(100) })).id, Some("é".repeat(64)));
        for nothing in
            [&b"[{\"id\":\"a\"}]"[..], b"{\"id\":\"a\"", b"", b"\xff", b"{\"id\":\"a\",\"id\":\"b\"}"]
        {
            assert_eq!(RepliedMessage::read(nothing), RepliedMessage::default());
        }
    }
}
