//! The only writer of appends, by group commit: all that wait are committed in one transaction, and answered after it.
//!
//! ```text
//! callers ──► bounded queue ──► batch ──► BEGIN · events · tables · seats · games · COMMIT ──► answers
//!                                 ▲                                                    │
//!                                 └───────── the next batch gathers meanwhile ◄────────┘
//! ```
//!
//! The queue is bounded, so that a slow disk slows its callers (backpressure) instead of filling the memory.
//!
//! A batch is written on the assumption that each append follows the head of its log, which is nearly always
//! true; the counts of changed rows show whether it was. If not, the transaction is rolled back and [`Race`]
//! finds out which appends succeed.

use crate::batch;
use crate::open::{Backend, Timeout, connect_by_key, read_settings};
use crate::race::Race;
use crate::write_lock::WriteLock;
use crate::{Append, AppendOutcome, Result, StoreError, TournamentAppend, tournaments};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// A job of the writer.
#[derive(Debug)]
pub(crate) enum WriterJob {
    /// Commit this and reply.
    Append(Box<Append>, AppendReply),
    /// Commit this of a tournament and reply.
    Tournament(Box<TournamentAppend>, AppendReply),
    /// Reply with the settings of the writer's connection.
    Settings(oneshot::Sender<Result<String>>),
    /// Commit what waits, refuse later jobs, and reply when the connection is closed.
    Close(oneshot::Sender<()>),
}

type AppendReply = oneshot::Sender<Result<AppendOutcome>>;

/// The state of the task.
pub(crate) struct Writer {
    kind: Backend,
    options: AnyConnectOptions,
    /// `None` after a failure: its state is unknown then.
    connection: Option<AnyConnection>,
    write_lock: WriteLock,
    batch: usize,
    timeout: Timeout,
}

impl Writer {
    pub(crate) fn new(
        kind: Backend,
        options: AnyConnectOptions,
        connection: AnyConnection,
        write_lock: WriteLock,
        batch: usize,
        timeout: Timeout,
    ) -> Self {
        Self { kind, options, connection: Some(connection), write_lock, batch: batch.max(1), timeout }
    }

    /// Commits batch after batch until the store is closed or its last handle is dropped.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<WriterJob>) {
        let mut closers = Vec::new();
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.batch).await > 0 {
            metrics::gauge!("taijitu_store_queue").set(queue.len() as f64);
            let (mut appends, mut answers) = (Vec::new(), Vec::new());
            let (mut of_tournaments, mut tournament_answers) = (Vec::new(), Vec::new());
            for job in jobs.drain(..) {
                match job {
                    WriterJob::Append(append, answer) => {
                        appends.push(append);
                        answers.push(answer);
                    }
                    WriterJob::Tournament(append, answer) => {
                        of_tournaments.push(append);
                        tournament_answers.push(answer);
                    }
                    WriterJob::Settings(answer) => drop(answer.send(self.settings().await)),
                    WriterJob::Close(done) => {
                        queue.close();
                        closers.push(done);
                    }
                }
            }
            self.commit_and_answer(&appends, answers).await;
            self.commit_tournaments(&of_tournaments, tournament_answers).await;
        }
        self.disconnect().await;
        for done in closers {
            // The caller may have gone away meanwhile.
            let _ = done.send(());
        }
    }

    async fn commit_and_answer(&mut self, appends: &[Box<Append>], answers: Vec<AppendReply>) {
        if appends.is_empty() {
            return;
        }
        metrics::histogram!("taijitu_store_batch").record(appends.len() as f64);
        let begun = now();
        let results = self.commit(appends).await;
        metrics::histogram!("taijitu_store_commit_seconds").record(begun.elapsed().as_secs_f64());
        for (answer, result) in answers.into_iter().zip(results) {
            // A caller that went away finds the event in the log.
            let _ = answer.send(result);
        }
        // Lets callers that just got their answer append again: they get into the next batch, not the one
        // after.
        tokio::task::yield_now().await;
    }

    /// Commits what tournaments wrote in a transaction of its own, which turns of games do not wait for.
    async fn commit_tournaments(&mut self, appends: &[Box<TournamentAppend>], answers: Vec<AppendReply>) {
        if appends.is_empty() {
            return;
        }
        let results = match self.attempt_tournaments(appends).await {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
            Err(error) if appends.len() == 1 || !error.blames_a_row() => vec![Err(error); appends.len()],
            Err(_) => {
                let mut results = Vec::new();
                for append in appends.chunks(1) {
                    match self.attempt_tournaments(append).await {
                        Ok(outcomes) => results.extend(outcomes.into_iter().map(Ok)),
                        Err(error) => results.push(Err(error)),
                    }
                }
                results
            }
        };
        for (answer, result) in answers.into_iter().zip(results) {
            if let Err(error) = &result {
                metrics::counter!("taijitu_store_failures").increment(1);
                tracing::error!("the commit of a tournament failed: {error}");
            }
            // A caller that went away finds the entries in the log.
            let _ = answer.send(result);
        }
    }

    async fn attempt_tournaments(&mut self, appends: &[Box<TournamentAppend>]) -> Result<Vec<AppendOutcome>> {
        let _guard = self.write_lock.first().await;
        let mut connection = self.take_connection().await?;
        let (kind, timeout) = (self.kind, self.timeout);
        let result = async {
            let write = async {
                let mut transaction = connection.begin_with(kind.begin()).await?;
                let outcomes = tournaments::write(&mut transaction, appends).await?;
                Ok::<_, StoreError>((transaction, outcomes))
            };
            let (transaction, outcomes) = timeout.with(write).await?;
            timeout.with(transaction.commit()).await.map_err(StoreError::during_commit)?;
            Ok(outcomes)
        }
        .await;
        match result {
            Ok(_) => self.connection = Some(connection),
            Err(_) => drop(self.timeout.with(connection.close()).await),
        }
        result
    }

    /// Commits a batch: at once, or one by one if the database rejects the contents of one of them.
    async fn commit(&mut self, appends: &[Box<Append>]) -> Vec<Result<AppendOutcome>> {
        let error = match self.attempt_twice(appends).await {
            Ok(results) => return results.into_iter().map(Ok).collect(),
            Err(error) => error,
        };
        metrics::counter!("taijitu_store_failures").increment(1);
        tracing::error!(appends = appends.len(), "commit failed: {error}");
        if appends.len() == 1 || !error.blames_a_row() {
            return vec![Err(error); appends.len()];
        }
        let mut results = Vec::new();
        for append in appends.chunks(1) {
            match self.attempt_twice(append).await {
                Ok(answers) => results.extend(answers.into_iter().map(Ok)),
                Err(error) => results.push(Err(error)),
            }
        }
        results
    }

    /// A connection to a server may have died since its last use, and two nodes may have conflicted: what
    /// failed before its commit is retried once. SQLite has waited long enough already.
    async fn attempt_twice(&mut self, appends: &[Box<Append>]) -> Result<Vec<AppendOutcome>> {
        match self.attempt(appends).await {
            Err(error @ StoreError::Database(_))
                if self.kind == Backend::Postgres && !error.blames_a_row() =>
            {
                tracing::warn!("trying a commit again: {error}");
                self.attempt(appends).await
            }
            other => other,
        }
    }

    async fn attempt(&mut self, appends: &[Box<Append>]) -> Result<Vec<AppendOutcome>> {
        let _guard = self.write_lock.first().await;
        let mut connection = self.take_connection().await?;
        let result = transaction(&mut connection, self.kind, self.timeout, appends).await;
        match result {
            Ok(_) => self.connection = Some(connection),
            // Whatever its state, the database rolls back what was not committed. An error while closing adds
            // nothing.
            Err(_) => drop(self.timeout.with(connection.close()).await),
        }
        result
    }

    async fn take_connection(&mut self) -> Result<AnyConnection> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.timeout.with(connect_by_key(self.kind, &self.options)).await?),
        }
    }

    async fn settings(&mut self) -> Result<String> {
        let mut connection = self.take_connection().await?;
        let settings = read_settings(self.kind, &mut connection).await?;
        self.connection = Some(connection);
        Ok(settings)
    }

    async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = self.timeout.with(connection.close()).await
        {
            tracing::warn!("closing the writer's connection: {error}");
        }
    }
}

/// Commits the appends that succeed, and returns the outcome of each.
async fn transaction(
    connection: &mut AnyConnection,
    kind: Backend,
    timeout: Timeout,
    appends: &[Box<Append>],
) -> Result<Vec<AppendOutcome>> {
    let all: Vec<&Append> = appends.iter().map(|append| &**append).collect();
    let assume = async {
        let mut transaction = connection.begin_with(kind.begin()).await?;
        if batch::write_expected(&mut transaction, &all).await? {
            return Ok(Some(transaction));
        }
        transaction.rollback().await?;
        Ok::<_, StoreError>(None)
    };
    if let Some(transaction) = timeout.with(assume).await? {
        timeout.with(transaction.commit()).await.map_err(StoreError::during_commit)?;
        return Ok(vec![AppendOutcome::Committed; appends.len()]);
    }
    metrics::counter!("taijitu_store_races").increment(1);
    let write = async {
        let mut transaction = connection.begin_with(kind.begin()).await?;
        let mut race = Race::begin(&mut transaction, &all).await?;
        race.insert_events(&mut transaction).await?;
        batch::write_consequences(&mut transaction, &race.winners()).await?;
        Ok::<_, StoreError>((transaction, race.results()))
    };
    let (transaction, results) = timeout.with(write).await?;
    timeout.with(transaction.commit()).await.map_err(StoreError::during_commit)?;
    Ok(results)
}

#[expect(clippy::disallowed_methods, reason = "measures commits for the metrics; nothing is decided by it")]
fn now() -> Instant {
    Instant::now()
}
