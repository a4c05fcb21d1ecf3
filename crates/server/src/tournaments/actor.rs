//! The actor of a tournament in use: one task that owns the fold of its log.
//!
//! It receives an input, lets the tournament step, appends the new entries to the log, and carries out the effects: tables
//! are opened, clocks stopped, players told, watchers sent the new view. Nothing is shown before it is committed.
//! If a commit fails, or another node was faster, the fold is discarded and rebuilt from the log.

use super::games::{decided_meanwhile, running_tables};
use super::input::{OwnedInput, TournamentInput};
use super::news::{TournamentFollowUp, changes_clocks};
use super::rows::{OPENED_WITHIN, to_append};
use super::services::{TournamentServices, corrupt};
use super::shared::TournamentShared;
use crate::error::{ApiError, Result};
use crate::site::bus::Signal;
use crate::site::clock::instant;
use std::sync::Arc;
use std::time::Instant;
use taijitu_protocol::{PairingId, TableId, TournamentId};
use taijitu_store::AppendOutcome;
use taijitu_tournament::{Context, LogEntry, Refusal, SystemEvent, Tournament};
use tokio::sync::mpsc;

/// How often an input is decided again because another node was faster.
const MAX_ATTEMPTS: usize = 16;
/// How long after a failure a deadline is tried again, in milliseconds.
const RETRY_MS: i64 = 1000;

/// The outcome of several steps: all entries, and the answer to the last step.
type BatchOutcome = (Vec<LogEntry>, Result<u64, Refusal>);

/// The task of one tournament.
pub(super) struct TournamentActor {
    services: TournamentServices,
    shared: Arc<TournamentShared>,
    inbox: mpsc::Receiver<TournamentInput>,
    sender: mpsc::WeakSender<TournamentInput>,
    id: TournamentId,
    /// None while a step runs on another thread, and after it has failed.
    fold: Option<Arc<Tournament>>,
    /// Whether the fold may differ from the log: entries were applied that may not be committed.
    is_stale: bool,
    /// The last entry whose effects were carried out.
    published: u64,
    /// Whether tables are being opened.
    is_opening: bool,
    /// Until this time the node that has paired opens the tables; afterwards any node does.
    open_from: i64,
    /// Whether watchers lack the last entries, and from when they may be sent.
    is_unsent: bool,
    send_from: Instant,
}

impl TournamentActor {
    pub(super) fn new(
        services: TournamentServices,
        shared: Arc<TournamentShared>,
        (inbox, sender): (mpsc::Receiver<TournamentInput>, mpsc::WeakSender<TournamentInput>),
        tournament: Arc<Tournament>,
    ) -> Self {
        Self {
            services,
            shared,
            inbox,
            sender,
            id: tournament.id(),
            published: tournament.head(),
            fold: Some(tournament),
            is_stale: false,
            is_opening: false,
            open_from: 0,
            is_unsent: false,
            send_from: instant(),
        }
    }

    /// Runs until the last handle is dropped.
    pub(super) async fn run(mut self) {
        self.follow_effects();
        loop {
            let send_from = tokio::time::Instant::from_std(self.send_from);
            tokio::select! {
                input = self.inbox.recv() => match input {
                    Some(input) => self.receive(input).await,
                    None => return,
                },
                () = tokio::time::sleep_until(send_from), if self.is_unsent => self.send_view(),
            }
        }
    }

    async fn receive(&mut self, input: TournamentInput) {
        // A caller that no longer waits misses only the answer.
        match input {
            TournamentInput::Step { input, reply } => drop(reply.send(self.process(vec![input]).await)),
            TournamentInput::Wake => self.on_deadline().await,
            TournamentInput::Opened(events) => self.on_opened(events).await,
            TournamentInput::TableEnded { table, reply } => {
                drop(reply.send(self.on_table_ended(table).await));
            }
            TournamentInput::CatchUp { head, reply } => drop(reply.send(self.catch_up_to(head).await)),
            TournamentInput::FollowUp { first, last, reply } => {
                drop(reply.send(self.follow_up(first, last).await));
            }
            TournamentInput::Read(read) => match self.rebuild_if_stale().await {
                Ok(()) => read(self.fold()),
                Err(refused) => read(Err(refused)),
            },
        }
    }

    fn fold(&self) -> Result<&Tournament> {
        self.fold.as_deref().ok_or_else(ApiError::unavailable)
    }

    /// Decides inputs, commits the new entries, and carries out the effects. Returns the number of the entry that grants the
    /// last one.
    async fn process(&mut self, inputs: Vec<OwnedInput>) -> Result<u64> {
        let inputs = Arc::new(inputs);
        self.rebuild_if_stale().await?;
        let mut is_caught_up = false;
        for _ in 0..MAX_ATTEMPTS {
            let (entries, answer) = self.step(inputs.clone()).await?;
            if entries.is_empty() {
                // Before refusing anything, read entries of other nodes whose signals may have been lost.
                if answer.is_err()
                    && !std::mem::replace(&mut is_caught_up, true)
                    && self.apply_new_entries().await?
                {
                    continue;
                }
                return answer.map_err(|refusal| ApiError(refusal.into()));
            }
            self.is_stale = true;
            let tournament = self.fold()?;
            let follow_up = self.services.follow_up_of(tournament, &entries);
            let append = to_append(tournament, &entries, !follow_up.is_empty());
            match self.services.site.store.append_to_tournament(append).await? {
                AppendOutcome::Committed => {
                    self.is_stale = false;
                    self.publish(&entries, true);
                    self.carry_out(follow_up);
                    return answer.map_err(|refusal| ApiError(refusal.into()));
                }
                AppendOutcome::Conflict { .. } => self.rebuild_from_log().await?,
            }
        }
        Err(ApiError::unavailable())
    }

    /// Lets the tournament step, on a thread for work: pairing a large field takes a while.
    async fn step(&mut self, inputs: Arc<Vec<OwnedInput>>) -> Result<BatchOutcome> {
        let mut tournament = self.fold.take().ok_or_else(ApiError::unavailable)?;
        let site = &self.services.site;
        let context = Context { now: site.clock.now(), seed: site.entropy.u128() as u64 };
        let stepped = tokio::task::spawn_blocking(move || {
            // What readers have is not changed: they see what is committed.
            let stepped = step_all(Arc::make_mut(&mut tournament), &inputs, &context);
            (tournament, stepped)
        });
        let (tournament, stepped) = stepped.await.map_err(|_| ApiError::unavailable())?;
        self.fold = Some(tournament);
        stepped.inspect_err(|_| self.is_stale = true)
    }

    /// Carries out the effects of committed entries.
    fn publish(&mut self, entries: &[LogEntry], is_local: bool) {
        let Some(last) = entries.last().map(|entry| entry.n) else { return };
        self.published = last;
        if let Some(tournament) = &self.fold {
            self.shared.set_latest(tournament.clone());
        }
        self.is_unsent = true;
        if is_local {
            self.open_from = 0;
            self.services.site.bus.publish(Signal::Tournament(self.id, last));
        } else {
            self.open_from = self.services.site.clock.now() + OPENED_WITHIN;
            if entries.iter().any(changes_clocks) {
                self.follow_clocks();
            }
        }
        self.follow_effects();
    }

    /// Lets the clocks of running games follow a change that another node made. That node does it too, but a change made here a
    /// moment before may still be on its way to the tables.
    fn follow_clocks(&self) {
        let tables = self.fold.as_deref().map(running_tables).unwrap_or_default();
        self.correct_tables(tables, vec![]);
    }

    /// Sets the deadline, and opens tables that wait for it.
    fn follow_effects(&mut self) {
        let Some(tournament) = self.fold.as_deref() else { return };
        let effects = tournament.effects();
        let now = self.services.site.clock.now();
        let mut deadline = effects.deadline;
        if !effects.open.is_empty() && !self.is_opening {
            if now < self.open_from {
                deadline = deadline.into_iter().chain([self.open_from]).min();
            } else {
                self.is_opening = true;
                let (services, sender, id) = (self.services.clone(), self.sender.clone(), self.id);
                let settings = tournament.settings().clone();
                tokio::spawn(async move {
                    let opened = services.open_tables(id, &settings, effects.open).await;
                    if let Some(sender) = sender.upgrade() {
                        // An actor that has ended opens them when it is started again.
                        let _ = sender.send(TournamentInput::Opened(opened)).await;
                    }
                });
            }
        }
        self.shared.set_deadline(deadline);
    }

    async fn on_opened(&mut self, events: Vec<SystemEvent>) {
        self.is_opening = false;
        let is_none = events.is_empty();
        let done = self.process(events.iter().copied().map(OwnedInput::System).collect()).await;
        self.correct_opened(&events);
        if is_none || done.is_err() {
            self.open_from = self.services.site.clock.now() + RETRY_MS;
        }
        self.follow_effects();
    }

    /// Corrects tables that were being opened while their game was decided, or the tournament paused.
    fn correct_opened(&self, opened: &[SystemEvent]) {
        let Some(tournament) = self.fold.as_deref() else { return };
        let decided = decided_meanwhile(tournament, opened);
        let paused = if tournament.is_paused() { running_tables(tournament) } else { vec![] };
        self.correct_tables(paused, decided);
    }

    /// Sets the clocks of some tables and closes others, from a task of its own.
    fn correct_tables(&self, clocks: Vec<TableId>, close: Vec<TableId>) {
        if clocks.is_empty() && close.is_empty() {
            return;
        }
        let (services, shared, id) = (self.services.clone(), self.shared.clone(), self.id);
        tokio::spawn(async move {
            let set = services.set_clocks(&shared, clocks).await;
            if let Err(refused) = services.close_tables(close).await.and(set) {
                tracing::warn!(tournament = %id, code = ?refused.0.code, "tables were not corrected");
            }
        });
    }

    async fn on_deadline(&mut self) {
        let before = self.shared.head();
        let done = self.process(vec![OwnedInput::System(SystemEvent::Deadline)]).await;
        let now = self.services.site.clock.now();
        if let Err(refused) = done {
            tracing::warn!(tournament = %self.id, code = ?refused.0.code, "a tournament could not continue");
            self.shared.set_deadline(Some(now + RETRY_MS));
            return;
        }
        self.follow_effects();
        if self.shared.head() == before {
            // Nothing was due after all: do not check again at once.
            self.shared.delay_deadline(now + RETRY_MS);
        }
    }

    /// Takes over the result of a table, if it is one of the games that run and has one.
    async fn on_table_ended(&mut self, table: TableId) -> Result<()> {
        self.rebuild_if_stale().await?;
        let tournament = self.fold()?;
        let running = |id: PairingId| tournament.table_request(id).filter(|request| request.table == table);
        let found = tournament.undecided().find_map(|pairing| running(pairing.id));
        let Some(request) = found else { return Ok(()) };
        let Some(result) = self.services.result_at(table).await? else { return Ok(()) };
        let (pairing, game) = (request.pairing, request.game);
        // The table may have been opened by a node that ended before it reported that.
        let opened = OwnedInput::System(SystemEvent::TableOpened { pairing, game });
        let ended = OwnedInput::System(SystemEvent::GameEnded { pairing, game, result });
        self.process(vec![opened, ended]).await.map(drop)
    }

    /// Does what has to be done after a commit, from a task of its own.
    fn carry_out(&self, follow_up: TournamentFollowUp) {
        if !follow_up.is_empty() {
            let (services, shared) = (self.services.clone(), self.shared.clone());
            tokio::spawn(async move { services.carry_out(&shared, follow_up).await });
        }
    }

    /// Does what has to be done after the commit of some entries, which another node may have left undone.
    async fn follow_up(&mut self, first: u64, last: u64) -> Result<()> {
        self.catch_up_to(last).await?;
        let (since, limit) = (first.saturating_sub(1), (last + 1).saturating_sub(first));
        let entries = self.services.read_page(self.id, since, limit).await?;
        let follow_up = self.services.follow_up_of(self.fold()?, &entries);
        let (services, shared) = (self.services.clone(), self.shared.clone());
        // Also if there is nothing to do: the row is deleted.
        tokio::spawn(async move { services.carry_out(&shared, follow_up).await });
        Ok(())
    }

    /// Sends the watchers what has changed, from a task of its own.
    fn send_view(&mut self) {
        self.is_unsent = false;
        let Some(host) = self.fold.as_ref().map(|tournament| tournament.host()) else { return };
        if self.shared.watchers.count() == 0 {
            return;
        }
        self.send_from = instant() + self.shared.watchers.pause();
        let (services, shared) = (self.services.clone(), self.shared.clone());
        tokio::spawn(async move { services.send_view(&shared, host).await });
    }

    async fn catch_up_to(&mut self, head: u64) -> Result<()> {
        self.rebuild_if_stale().await?;
        if self.fold()?.head() < head {
            self.apply_new_entries().await?;
        }
        Ok(())
    }

    /// Reads and publishes new entries of the log; returns whether there were any.
    async fn apply_new_entries(&mut self) -> Result<bool> {
        let entries = self.services.read_log(self.id, self.fold()?.head()).await?;
        if entries.is_empty() {
            return Ok(false);
        }
        let tournament = Arc::make_mut(self.fold.as_mut().ok_or_else(ApiError::unavailable)?);
        for entry in &entries {
            if let Err(error) = tournament.apply(entry) {
                self.is_stale = true;
                return Err(corrupt(&error));
            }
        }
        self.publish(&entries, false);
        Ok(true)
    }

    async fn rebuild_if_stale(&mut self) -> Result<()> {
        if self.is_stale || self.fold.is_none() { self.rebuild_from_log().await } else { Ok(()) }
    }

    /// Folds the log again, and publishes what was missed.
    async fn rebuild_from_log(&mut self) -> Result<()> {
        self.is_stale = true;
        let entries = self.services.read_log(self.id, 0).await?;
        let (tournament, entries) = self.services.fold_log(self.id, entries).await?;
        self.fold = Some(Arc::new(tournament));
        self.is_stale = false;
        let missed: Vec<LogEntry> = entries.into_iter().filter(|entry| entry.n > self.published).collect();
        self.publish(&missed, false);
        Ok(())
    }
}

/// Steps through inputs one after the other. A refused one ends it.
fn step_all(tournament: &mut Tournament, inputs: &[OwnedInput], context: &Context) -> Result<BatchOutcome> {
    let mut all = vec![];
    let mut answer = Ok(tournament.head());
    for input in inputs {
        let step = tournament.step(&input.borrowed(), context).map_err(|error| corrupt(&error))?;
        all.extend(step.entries);
        answer = step.answer;
    }
    Ok((all, answer))
}
