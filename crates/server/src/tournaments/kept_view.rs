//! The last view of a tournament, written once for everybody who looks at it.

use crate::tables::{MessageText, json};
use std::sync::Arc;
use taijitu_protocol::{FromServer, TournamentView};

/// How long a view is used again, in milliseconds.
pub(super) const VIEW_KEPT: i64 = 1000;

/// A view, and the message that has it.
pub(super) struct KeptView {
    pub(super) view: Arc<TournamentView>,
    pub(super) message: MessageText,
}

impl KeptView {
    pub(super) fn new(view: TournamentView) -> Self {
        let message = json(&FromServer::Tournament { tournament: Box::new(view.clone()) });
        Self { view: Arc::new(view), message }
    }

    /// Whether it is that of the last entry and was made a moment ago.
    pub(super) fn is_fresh(&self, head: u64, now: i64) -> bool {
        self.view.head == head && (self.view.now..self.view.now + VIEW_KEPT).contains(&now)
    }
}
