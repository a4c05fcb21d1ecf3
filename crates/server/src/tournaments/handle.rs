//! A handle to a tournament in use: how every other part of the server sends to its actor.

use super::input::{OwnedInput, TournamentInput};
use super::kept_view::VIEW_KEPT;
use super::shared::TournamentShared;
use crate::error::{ApiError, Result};
use crate::site::work::{WorkCaller, WorkPool};
use crate::tables::ReplySender;
use std::sync::Arc;
use taijitu_protocol::{TableId, TournamentCommand, TournamentId, WallBoard};
use taijitu_tournament::{Actor, Tournament};
use tokio::sync::{mpsc, oneshot};

/// Inputs that may wait for an actor; beyond that, senders wait.
const INBOX: usize = 64;

/// A tournament in use; cheap to clone. The actor ends with its last handle.
#[derive(Clone)]
pub(crate) struct TournamentHandle(Arc<TournamentHandleInner>);

struct TournamentHandleInner {
    id: TournamentId,
    inbox: mpsc::Sender<TournamentInput>,
    shared: Arc<TournamentShared>,
}

impl TournamentHandle {
    /// A handle, and the end from which the actor receives.
    pub(super) fn new(
        id: TournamentId,
        shared: Arc<TournamentShared>,
    ) -> (Self, mpsc::Receiver<TournamentInput>) {
        let (inbox, receiver) = mpsc::channel(INBOX);
        (Self(Arc::new(TournamentHandleInner { id, inbox, shared })), receiver)
    }

    /// The id of the tournament.
    pub(crate) fn id(&self) -> TournamentId {
        self.0.id
    }

    /// A sender that does not keep the actor alive.
    pub(super) fn downgrade(&self) -> mpsc::WeakSender<TournamentInput> {
        self.0.inbox.downgrade()
    }

    /// Whether the actor has ended before its handles, that is, panicked.
    pub(super) fn is_dead(&self) -> bool {
        self.0.inbox.is_closed()
    }

    pub(super) fn shared(&self) -> &TournamentShared {
        &self.0.shared
    }

    /// Whether the tournament was last used before a time and nobody watches or holds it.
    pub(super) fn is_idle(&self, before: i64) -> bool {
        self.0.shared.is_idle(before) && Arc::strong_count(&self.0) == 1
    }

    /// Carries out a command. Returns the number of the entry once it is committed.
    ///
    /// # Errors
    /// The refusal of the tournament, or `unavailable` if it cannot be committed.
    pub(crate) async fn command(
        &self,
        actor: Actor,
        command: TournamentCommand,
        request: Option<String>,
    ) -> Result<u64> {
        let input = OwnedInput::Command { actor, command: Box::new(command), request };
        self.request(|reply| TournamentInput::Step { input, reply }).await
    }

    /// Lets the actor do what is due. A full inbox wakes it as well.
    pub(super) fn wake(&self) {
        let _ = self.0.inbox.try_send(TournamentInput::Wake);
    }

    /// Lets the tournament look at a table whose game may be over.
    ///
    /// # Errors
    /// `unavailable` if the result cannot be committed.
    pub(super) async fn table_ended(&self, table: TableId) -> Result<()> {
        self.request(|reply| TournamentInput::TableEnded { table, reply }).await
    }

    /// Makes sure that the tournament has applied the log up to a number.
    ///
    /// # Errors
    /// `unavailable` if the log cannot be read.
    pub(super) async fn catch_up_to(&self, head: u64) -> Result<()> {
        self.request(|reply| TournamentInput::CatchUp { head, reply }).await
    }

    /// Does what follows from the commit of some entries, unless it is done.
    ///
    /// # Errors
    /// `unavailable` if the log cannot be read.
    pub(super) async fn follow_up(&self, first: u64, last: u64) -> Result<()> {
        self.request(|reply| TournamentInput::FollowUp { first, last, reply }).await
    }

    /// Reads the tournament as it is after all inputs sent before.
    ///
    /// # Errors
    /// `unavailable` if the log has to be read again and cannot be.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Tournament) -> T + Send + 'static,
    ) -> Result<T> {
        self.request(|reply| {
            TournamentInput::Read(Box::new(move |tournament| {
                // A caller that no longer waits needs no answer.
                let _ = reply.send(tournament.map(question));
            }))
        })
        .await
    }

    /// Works on the tournament as it was last committed, on the threads for work: standings of a large field, files.
    ///
    /// # Errors
    /// `too_fast` if too much waits, `unavailable` if the work panics.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        pool: &WorkPool,
        caller: WorkCaller,
        work: impl FnOnce(&Tournament) -> T + Send + 'static,
    ) -> Result<T> {
        let shared = self.0.shared.clone();
        pool.run(caller, move |_| work(&shared.latest())).await
    }

    /// The running games as a projector shows them: those of a moment ago, or new ones that `make` reads. Many walls read them
    /// once.
    pub(crate) async fn boards(
        &self,
        now: i64,
        make: impl Future<Output = Vec<WallBoard>>,
    ) -> Arc<Vec<WallBoard>> {
        let mut kept = self.0.shared.boards.lock().await;
        if let Some((_, boards)) = kept.as_ref().filter(|(at, _)| (*at..*at + VIEW_KEPT).contains(&now)) {
            return boards.clone();
        }
        let boards = Arc::new(make.await);
        *kept = Some((now, boards.clone()));
        boards
    }

    /// Ends watching by a socket.
    pub(crate) fn unwatch(&self, socket: u64) {
        self.0.shared.watchers.remove(socket);
    }

    async fn request<T>(&self, input: impl FnOnce(ReplySender<T>) -> TournamentInput) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.0.inbox.send(input(reply)).await.map_err(|_| ApiError::unavailable())?;
        // No answer: the actor panicked. The log is unchanged, and the next caller starts a new actor.
        answer.await.unwrap_or_else(|_| Err(ApiError::unavailable()))
    }
}
