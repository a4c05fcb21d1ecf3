//! The pairing requests that wait at this node.

use super::opened::Opener;
use crate::error::Result;
use std::collections::VecDeque;
use std::sync::Mutex;
use taijitu_protocol::{OpenTable, PairingResult, Setup};
use tokio::sync::oneshot;

/// The requests that wait for the pairing task of the node.
#[derive(Default)]
pub(super) struct PairingDesk(Mutex<WaitingRequests>);

#[derive(Default)]
struct WaitingRequests {
    requests: VecDeque<PairingRequest>,
    /// Whether the task runs that decides them.
    is_served: bool,
}

/// A player to be paired.
pub(super) struct PairingRequest {
    pub(super) opener: Opener,
    pub(super) open: OpenTable,
    pub(super) wanted: Setup,
    pub(super) reply: oneshot::Sender<Result<PairingResult>>,
}

impl PairingRequest {
    /// Answers it.
    pub(super) fn answer(self, answer: Result<PairingResult>) {
        // A caller that no longer waits finds the table in its own list.
        let _ = self.reply.send(answer);
    }
}

impl PairingDesk {
    /// Adds a request; returns whether the pairing task has to be started.
    pub(super) fn push(&self, request: PairingRequest) -> bool {
        let mut waiting = self.0.lock().expect("no panic while the lock is held");
        waiting.requests.push_back(request);
        !std::mem::replace(&mut waiting.is_served, true)
    }

    /// Puts back requests that have to be decided after others.
    pub(super) fn put_back(&self, requests: Vec<PairingRequest>) {
        self.0.lock().expect("no panic while the lock is held").requests.extend(requests);
    }

    /// Whether no requests wait; then the pairing task has to end.
    pub(super) fn is_done(&self) -> bool {
        let mut waiting = self.0.lock().expect("no panic while the lock is held");
        waiting.is_served = !waiting.requests.is_empty();
        !waiting.is_served
    }

    /// Takes some requests.
    pub(super) fn take(&self, most: usize) -> Vec<PairingRequest> {
        let mut waiting = self.0.lock().expect("no panic while the lock is held");
        let count = waiting.requests.len().min(most);
        waiting.requests.drain(..count).collect()
    }
}
