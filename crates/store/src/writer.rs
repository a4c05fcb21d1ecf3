//! The one writer of appends: whatever waits is committed in one transaction, and answered after it.
//!
//! ```text
//! callers ──► bounded queue ──► batch ──► BEGIN · events · tables · seats · games · COMMIT ──► answers
//!                                 ▲                                                    │
//!                                 └───────── the next batch gathers meanwhile ◄────────┘
//! ```
//!
//! A batch is written on the assumption that each append follows the head of its log, which is nearly always true, and
//! the counts of changed rows say whether it was. If not, the transaction is undone and [`Race`] finds out who won.

use crate::batch;
use crate::open::{Backend, Timeout, ask_settings, connect_by_key};
use crate::race::Race;
use crate::write_lock::WriteLock;
use crate::{Append, AppendOutcome, Result, StoreError};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// What the writer is asked to do.
#[derive(Debug)]
pub(crate) enum WriterJob {
    /// Commit this and answer.
    Append(Box<Append>, AppendReply),
    /// Say what the writer's connection is set to.
    Settings(oneshot::Sender<Result<String>>),
    /// Commit what waits, refuse what comes later, answer when the connection is closed.
    Close(oneshot::Sender<()>),
}

type AppendReply = oneshot::Sender<Result<AppendOutcome>>;

/// The state of the task.
pub(crate) struct Writer {
    kind: Backend,
    options: AnyConnectOptions,
    /// Gone after a failure: nothing is known about it then.
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

    /// Commits batch after batch until the store is closed or nobody holds it any more.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<WriterJob>) {
        let mut closers = Vec::new();
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.batch).await > 0 {
            metrics::gauge!("taijitu_store_queue").set(queue.len() as f64);
            let (mut appends, mut answers) = (Vec::new(), Vec::new());
            for job in jobs.drain(..) {
                match job {
                    WriterJob::Append(append, answer) => {
                        appends.push(append);
                        answers.push(answer);
                    }
                    WriterJob::Settings(answer) => drop(answer.send(self.settings().await)),
                    WriterJob::Close(done) => {
                        queue.close();
                        closers.push(done);
                    }
                }
            }
            self.commit_and_answer(&appends, answers).await;
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
            // A caller who went away finds the event in the log.
            let _ = answer.send(result);
        }
        // Lets those who just got their answer append again: they come into the next batch, not the one after.
        tokio::task::yield_now().await;
    }

    /// Commits a batch: at once, or one by one if the database does not like what one of them holds.
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

    /// A connection to a server may have died since its last use, and two nodes may have got in each other's way:
    /// what failed before its commit is tried once more. SQLite has waited long enough already.
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
            // Whatever state it is in, the database undoes what was not committed. An error on the way out
            // says nothing new.
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
        let settings = ask_settings(self.kind, &mut connection).await?;
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

/// Commits the winners among these appends and says who they are.
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
