//! What workers answer, JSON on NATS. What they are asked is a [`WorkRequest`](taijitu_study::WorkRequest).

use serde::{Deserialize, Serialize};
use std::time::Duration;
use taijitu_study::{BestTurn, TurnResult};

/// Where positions are published.
pub(super) const SUBJECT: &str = "taijitu.engine";
/// The queue group of the workers: one of them receives each position.
pub(super) const GROUP: &str = "workers";

/// The reply of a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WorkerReply {
    /// The search has begun.
    Accepted {
        /// A message to this subject cancels it.
        cancel: String,
    },
    /// All its threads are busy, or it is closing.
    Busy,
    /// The worker has other rules, or could not parse the request.
    Cannot {
        /// The reason, in English.
        reason: String,
    },
    /// The search is still running.
    Thinking,
    /// The search has finished.
    Found {
        /// The turn; `None` if no turn is possible.
        turn: Option<String>,
        /// Whether the engine evaluates its side as better.
        better: bool,
        /// The time it took, in milliseconds.
        spent: u64,
    },
}

impl From<TurnResult> for WorkerReply {
    fn from(result: TurnResult) -> Self {
        Self::Found {
            better: result.best.as_ref().is_some_and(|best| best.is_better),
            turn: result.best.map(|best| best.turn),
            spent: u64::try_from(result.spent.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl WorkerReply {
    /// The result of a worker that has finished.
    pub(super) fn into_result(self) -> Option<TurnResult> {
        let Self::Found { turn, better, spent } = self else { return None };
        let best = turn.map(|turn| BestTurn { turn, is_better: better });
        Some(TurnResult { best, spent: Duration::from_millis(spent) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes and workers of different versions share a bus: what they send each other must not change.
    #[test]
    fn messages_are_written_as_they_always_were() {
        let best = Some(BestTurn { turn: "a1".into(), is_better: true });
        let found = TurnResult { best, spent: Duration::from_millis(7) };
        let replies = [
            (WorkerReply::Accepted { cancel: "inbox".into() }, r#"{"accepted":{"cancel":"inbox"}}"#),
            (WorkerReply::Busy, r#""busy""#),
            (WorkerReply::Cannot { reason: "why".into() }, r#"{"cannot":{"reason":"why"}}"#),
            (WorkerReply::Thinking, r#""thinking""#),
            (found.into(), r#"{"found":{"turn":"a1","better":true,"spent":7}}"#),
        ];
        for (reply, expected) in replies {
            assert_eq!(serde_json::to_string(&reply).expect("plain data"), expected);
        }
    }
}
