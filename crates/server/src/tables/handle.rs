//! A handle to a table in use: how every other part of the server sends to its actor.

use super::input::{ActorInput, CommandContext, ReplySender, Subscription};
use super::presence::Presence;
use super::shared::{ActorShared, UnlistedTurns};
use super::status::TableStatus;
use super::subscribers::Subscribers;
use crate::error::{ApiError, Result};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use taijitu_protocol::{Command, EventsPage, TableId, TableView};
use taijitu_rules::{AnyPlay, Side};
use taijitu_store::HiddenRoom;
use taijitu_table::{Explanation, SystemEvent, Table, Viewer};
use tokio::sync::{mpsc, oneshot, watch};

/// Inputs that may wait for an actor; beyond that, senders wait.
const INBOX: usize = 32;

/// A table in use; cheap to clone. The actor ends with its last handle.
#[derive(Clone)]
pub(crate) struct TableHandle(Arc<HandleInner>);

struct HandleInner {
    id: TableId,
    inbox: mpsc::Sender<ActorInput>,
    shared: Arc<ActorShared>,
}

impl TableHandle {
    /// A handle, and the end from which the actor receives.
    pub(super) fn new(id: TableId, shared: Arc<ActorShared>) -> (Self, mpsc::Receiver<ActorInput>) {
        let (inbox, receiver) = mpsc::channel(INBOX);
        (Self(Arc::new(HandleInner { id, inbox, shared })), receiver)
    }

    /// The id of the table.
    pub(crate) fn id(&self) -> TableId {
        self.0.id
    }

    /// A sender that does not keep the actor alive.
    pub(super) fn downgrade(&self) -> mpsc::WeakSender<ActorInput> {
        self.0.inbox.downgrade()
    }

    /// Whether the actor has ended before its handles, that is, panicked.
    pub(super) fn is_dead(&self) -> bool {
        self.0.inbox.is_closed()
    }

    /// Whether the table was last used before a time, has no other handle and no subscriber, and no engine
    /// searches.
    pub(super) fn is_idle(&self, before: i64) -> bool {
        self.0.shared.used.load(Ordering::Relaxed) < before
            && !self.0.shared.is_searching.load(Ordering::Relaxed)
            && self.subscribers().count() == 0
            && Arc::strong_count(&self.0) == 1
    }

    /// Notes that the table is in use.
    pub(crate) fn touch(&self, now: i64) {
        self.0.shared.used.store(now, Ordering::Relaxed);
    }

    pub(super) fn shared(&self) -> &ActorShared {
        &self.0.shared
    }

    pub(super) fn subscribers(&self) -> &Subscribers {
        &self.0.shared.subscribers
    }

    /// Who is at the table.
    pub(crate) fn presence(&self) -> &Presence {
        &self.0.shared.presence
    }

    /// What is known without a message to the actor. Do not hold it across an await.
    pub(crate) fn status(&self) -> watch::Ref<'_, TableStatus> {
        self.0.shared.status.borrow()
    }

    /// Where it is kept that the table has more turns than are listed.
    pub(crate) fn unlisted_turns(&self) -> UnlistedTurns {
        self.0.shared.unlisted.clone()
    }

    /// Waits until the log has grown beyond a number.
    pub(crate) async fn grown_beyond(&self, n: u64) {
        // The sender lives as long as the handle: this ends only when the number has grown.
        let _ = self.0.shared.status.subscribe().wait_for(|status| status.head > n).await;
    }

    /// Carries out a command. Returns the number of the entry once it is committed; the actor continues even
    /// if the caller does not wait.
    ///
    /// # Errors
    /// The refusal of the table, or `unavailable` if it cannot be committed.
    pub(crate) async fn command(
        &self,
        context: CommandContext,
        command: Command,
        request: Option<String>,
    ) -> Result<u64> {
        let command = Box::new(command);
        self.request(|reply| ActorInput::Command { context, command, request, reply }).await
    }

    /// Lets the table handle an event that the server observed.
    ///
    /// # Errors
    /// `unavailable` if what follows cannot be committed.
    pub(crate) async fn system(&self, event: SystemEvent) -> Result<()> {
        self.request(|reply| ActorInput::System { event, reply }).await
    }

    /// Lets the table look whether a conditional turn is to be played.
    pub(super) async fn follow_conditional_turns(&self) {
        // An actor that has ended looks when it is started again.
        let _ = self.0.inbox.send(ActorInput::ConditionalTurns).await;
    }

    /// Sends the stored choices of hidden chat rooms to the table.
    pub(super) async fn know_hidden_rooms(&self, choices: Vec<HiddenRoom>) {
        // An actor that has ended is started again from the database.
        let _ = self.0.inbox.send(ActorInput::HiddenRooms(choices)).await;
    }

    /// Makes sure that the table has applied the log up to a number.
    ///
    /// # Errors
    /// `unavailable` if the log cannot be read.
    pub(crate) async fn catch_up_to(&self, head: u64) -> Result<()> {
        self.request(|reply| ActorInput::CatchUp { head, reply }).await
    }

    /// Reads the table as it is after all inputs sent before.
    ///
    /// # Errors
    /// `unavailable` if the log has to be read again and cannot be.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T> {
        self.request(|reply| {
            ActorInput::Read(Box::new(move |table| {
                // A caller that no longer waits needs no answer.
                let _ = reply.send(table.map(question));
            }))
        })
        .await
    }

    /// The game of a viewer whose turn it is, and the side that acts.
    ///
    /// # Errors
    /// `not_your_turn`; `unavailable` if the log has to be read again and cannot be.
    pub(crate) async fn drafting(&self, viewer: Viewer) -> Result<(Side, Box<dyn AnyPlay>)> {
        Ok(self.read(move |table| table.drafting(viewer)).await??)
    }

    /// The data needed to explain to a player why a point cannot be touched.
    ///
    /// # Errors
    /// `not_seated` if the viewer does not play here; `unavailable` if the log has to be read again and
    /// cannot be.
    pub(crate) async fn explaining(&self, viewer: Viewer) -> Result<Explanation> {
        Ok(self.read(move |table| table.explaining(viewer)).await??)
    }

    /// The table as a viewer sees it now.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn view(&self, viewer: Viewer, scenes: bool) -> Result<TableView> {
        self.request(|reply| ActorInput::View { viewer, scenes, reply }).await
    }

    /// Entries after a number, at most `limit`, as a viewer sees them.
    ///
    /// # Errors
    /// `invalid` if the number is beyond the log; `unavailable` if the database fails.
    pub(crate) async fn events(&self, viewer: Viewer, since: u64, limit: usize) -> Result<EventsPage> {
        self.request(|reply| ActorInput::Events { viewer, since, limit, reply }).await
    }

    /// Sends a socket what it missed, then everything as it is committed.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn subscribe(&self, subscription: Subscription) -> Result<()> {
        let subscription = Box::new(subscription);
        self.request(|reply| ActorInput::Subscribe { subscription, reply }).await
    }

    /// Ends a subscription; false if the socket did not watch.
    pub(crate) fn unsubscribe(&self, socket: u64) -> bool {
        self.subscribers().remove(socket)
    }

    async fn request<T>(&self, input: impl FnOnce(ReplySender<T>) -> ActorInput) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.0.inbox.send(input(reply)).await.map_err(|_| ApiError::unavailable())?;
        // No answer: the actor panicked. The log is unchanged, and the next caller starts a new actor.
        answer.await.unwrap_or_else(|_| Err(ApiError::unavailable()))
    }
}
