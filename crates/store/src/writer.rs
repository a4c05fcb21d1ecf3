//! The one writer of appends: whatever waits is committed in one transaction, and answered after it.
//!
//! ```text
//! callers ──► bounded queue ──► batch ──► BEGIN · heads · events · tables · seats · games · COMMIT ──► answers
//!                                 ▲                                                            │
//!                                 └───────────── the next batch gathers meanwhile ◄────────────┘
//! ```

use crate::log::heads;
use crate::open::{Kind, Patience, ask_settings, connect_by_key, turn};
use crate::rows::{ManyRows, id};
use crate::{Append, Appended, FinishedGame, Result, StoreError, games, tables};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;
use taijitu_ids::TableId;
use tokio::sync::{Mutex, mpsc, oneshot};

const INSERT_EVENTS: ManyRows = ManyRows {
    before: "INSERT INTO events (table_id, n, at, body) VALUES",
    columns: 4,
    after: "ON CONFLICT DO NOTHING RETURNING table_id, n",
};

const ERASE_EVENTS: ManyRows = ManyRows {
    before: "UPDATE events SET body = v.column3 FROM (VALUES",
    columns: 3,
    after: ") AS v WHERE events.table_id = v.column1 AND events.n = v.column2",
};

/// What the writer is asked to do.
#[derive(Debug)]
pub(crate) enum Job {
    /// Commit this and answer.
    Append(Box<Append>, Answer),
    /// Say what the writer's connection is set to.
    Settings(oneshot::Sender<Result<String>>),
    /// Commit what waits, refuse what comes later, answer when the connection is closed.
    Close(oneshot::Sender<()>),
}

type Answer = oneshot::Sender<Result<Appended>>;

/// The state of the task.
pub(crate) struct Writer {
    kind: Kind,
    options: AnyConnectOptions,
    /// Gone after a failure: nothing is known about it then.
    connection: Option<AnyConnection>,
    turn: Arc<Mutex<()>>,
    batch: usize,
    patience: Patience,
}

impl Writer {
    pub(crate) fn new(
        kind: Kind,
        options: AnyConnectOptions,
        connection: AnyConnection,
        turn: Arc<Mutex<()>>,
        batch: usize,
        patience: Patience,
    ) -> Self {
        Self { kind, options, connection: Some(connection), turn, batch: batch.max(1), patience }
    }

    /// Commits batch after batch until the store is closed or nobody holds it any more.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut closers = Vec::new();
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.batch).await > 0 {
            metrics::gauge!("taijitu_store_queue").set(queue.len() as f64);
            let (mut appends, mut answers) = (Vec::new(), Vec::new());
            for job in jobs.drain(..) {
                match job {
                    Job::Append(append, answer) => {
                        appends.push(append);
                        answers.push(answer);
                    }
                    Job::Settings(answer) => drop(answer.send(self.settings().await)),
                    Job::Close(done) => {
                        queue.close();
                        closers.push(done);
                    }
                }
            }
            self.commit_and_answer(&appends, answers).await;
        }
        self.hang_up().await;
        for done in closers {
            // Whoever asked may have gone away meanwhile.
            let _ = done.send(());
        }
    }

    async fn commit_and_answer(&mut self, appends: &[Box<Append>], answers: Vec<Answer>) {
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
    async fn commit(&mut self, appends: &[Box<Append>]) -> Vec<Result<Appended>> {
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
    async fn attempt_twice(&mut self, appends: &[Box<Append>]) -> Result<Vec<Appended>> {
        match self.attempt(appends).await {
            Err(error @ StoreError::Database(_)) if self.kind == Kind::Postgres && !error.blames_a_row() => {
                tracing::warn!("trying a commit again: {error}");
                self.attempt(appends).await
            }
            other => other,
        }
    }

    async fn attempt(&mut self, appends: &[Box<Append>]) -> Result<Vec<Appended>> {
        let _turn = turn(self.kind, &self.turn).await;
        let mut connection = self.take_connection().await?;
        let result = transaction(&mut connection, self.kind, self.patience, appends).await;
        match result {
            Ok(_) => self.connection = Some(connection),
            // Whatever state it is in, the database undoes what was not committed. An error on the way out
            // says nothing new.
            Err(_) => drop(self.patience.with(connection.close()).await),
        }
        result
    }

    async fn take_connection(&mut self) -> Result<AnyConnection> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.patience.with(connect_by_key(self.kind, &self.options)).await?),
        }
    }

    async fn settings(&mut self) -> Result<String> {
        let mut connection = self.take_connection().await?;
        let settings = ask_settings(self.kind, &mut connection).await?;
        self.connection = Some(connection);
        Ok(settings)
    }

    async fn hang_up(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = self.patience.with(connection.close()).await
        {
            tracing::warn!("closing the writer's connection: {error}");
        }
    }
}

/// Commits the winners among these appends and says who they are.
async fn transaction(
    connection: &mut AnyConnection,
    kind: Kind,
    patience: Patience,
    appends: &[Box<Append>],
) -> Result<Vec<Appended>> {
    let write = async {
        let mut transaction = connection.begin_with(kind.begin()).await?;
        let mut race = Race::begin(&mut transaction, appends).await?;
        race.insert_events(&mut transaction).await?;
        write_consequences(&mut transaction, &race.winners()).await?;
        Ok::<_, StoreError>((transaction, race.results()))
    };
    let (transaction, results) = patience.with(write).await?;
    patience.with(transaction.commit()).await.map_err(StoreError::during_commit)?;
    Ok(results)
}

/// Who of a batch has written, and where every log ends.
struct Race<'a> {
    appends: &'a [Box<Append>],
    /// For each append whether it may still win.
    wins: Vec<bool>,
    heads: HashMap<TableId, i64>,
}

impl<'a> Race<'a> {
    /// Lets those go on who follow the head of their log, or an append before them in the batch.
    async fn begin(connection: &mut AnyConnection, appends: &'a [Box<Append>]) -> Result<Self> {
        let tables: BTreeSet<TableId> = appends.iter().map(|append| append.table()).collect();
        let tables: Vec<TableId> = tables.into_iter().collect();
        let mut heads: HashMap<TableId, i64> = heads(connection, &tables).await?.into_iter().collect();
        let wins = appends.iter().map(|append| {
            let follows = heads.get(&append.table()).is_none_or(|head| *head + 1 == append.first);
            if follows {
                heads.insert(append.table(), append.last());
            }
            follows
        });
        Ok(Self { wins: wins.collect(), appends, heads })
    }

    /// Inserts the events; the ones that do not come back were written by another node a moment ago.
    ///
    /// They go in sorted, so that two nodes can wait for each other but never in a circle.
    async fn insert_events(&mut self, connection: &mut AnyConnection) -> Result<()> {
        let mut events: Vec<(TableId, i64, i64, &str)> = Vec::new();
        for append in self.winners() {
            let numbered = (append.first..).zip(&append.events);
            events.extend(numbered.map(|(n, event)| (append.table(), n, event.at, event.body.as_str())));
        }
        events.sort_unstable();
        let returned = INSERT_EVENTS
            .run(connection, &events, |query, (table, n, at, body)| {
                query.bind(table.to_string()).bind(n).bind(at).bind(*body)
            })
            .await?;
        if returned.len() < events.len() {
            let mut inserted = BTreeSet::new();
            for row in &returned {
                inserted.insert((id::<TableId>(row, 0)?, row.try_get::<i64, _>(1)?));
            }
            self.give_up_losers(connection, &inserted).await?;
        }
        Ok(())
    }

    /// Takes back what losers inserted: an append happens entirely or not at all, and nothing that was
    /// decided after a lost event may stay.
    async fn give_up_losers(
        &mut self,
        connection: &mut AnyConnection,
        inserted: &BTreeSet<(TableId, i64)>,
    ) -> Result<()> {
        let mut lost = BTreeSet::new();
        for (append, wins) in self.appends.iter().zip(&mut self.wins).filter(|(_, wins)| **wins) {
            let entire = (append.first..=append.last()).all(|n| inserted.contains(&(append.table(), n)));
            if entire && !lost.contains(&append.table()) {
                continue;
            }
            *wins = false;
            lost.insert(append.table());
            for n in (append.first..=append.last()).filter(|n| inserted.contains(&(append.table(), *n))) {
                let delete = sqlx::query("DELETE FROM events WHERE table_id = $1 AND n = $2");
                delete.bind(append.table().to_string()).bind(n).execute(&mut *connection).await?;
            }
        }
        let lost: Vec<TableId> = lost.into_iter().collect();
        self.heads.extend(heads(connection, &lost).await?);
        Ok(())
    }

    fn winners(&self) -> Vec<&'a Append> {
        let pairs = self.appends.iter().zip(&self.wins);
        pairs.filter(|(_, wins)| **wins).map(|(append, _)| &**append).collect()
    }

    fn results(&self) -> Vec<Appended> {
        let answer = |append: &Append, wins: bool| match self.heads.get(&append.table()) {
            _ if wins => Appended::Committed,
            Some(head) => Appended::Conflict { head: *head },
            None => Appended::Conflict { head: append.first - 1 },
        };
        self.appends.iter().zip(&self.wins).map(|(append, wins)| answer(append, *wins)).collect()
    }
}

/// Writes what follows from the events of the winners: rows of tables, seats, games, erased bodies.
async fn write_consequences(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    // The last append of a table in the batch says what its row is; sorted, for the same reason as events.
    let rows: BTreeMap<TableId, &Append> = winners.iter().map(|append| (append.table(), *append)).collect();
    let rows: Vec<_> = rows.into_values().map(|append| (&append.row, append.last())).collect();
    tables::UPSERT.run(connection, &rows, |query, (row, head)| tables::bind(query, row, *head)).await?;
    write_seats(connection, winners).await?;
    let finished: Vec<&FinishedGame> = winners.iter().filter_map(|append| append.finished.as_ref()).collect();
    games::insert(connection, &finished).await?;
    let erased: BTreeMap<(TableId, i64), &str> = winners
        .iter()
        .flat_map(|append| append.erase.iter().map(|(n, body)| ((append.table(), *n), body.as_str())))
        .collect();
    let erased: Vec<_> = erased.into_iter().collect();
    ERASE_EVENTS
        .run(connection, &erased, |query, ((table, n), body)| {
            query.bind(table.to_string()).bind(n).bind(*body)
        })
        .await?;
    Ok(())
}

/// Of each table the last list of seats counts, and the last word on who acts unless seats came after it.
async fn write_seats(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    let mut seats = BTreeMap::new();
    let mut acts = BTreeMap::new();
    for append in winners {
        if let Some(rows) = &append.seats {
            seats.insert(append.table(), rows.as_slice());
            acts.remove(&append.table());
        }
        if let Some(numbers) = &append.acts {
            let mask = numbers.iter().fold(0_i64, |mask, seat| mask | 1 << seat);
            acts.insert(append.table(), mask);
        }
    }
    tables::replace_seats(connection, &seats).await?;
    tables::set_acts(connection, &acts.into_iter().collect::<Vec<_>>()).await
}

#[expect(clippy::disallowed_methods, reason = "measures commits for the metrics; nothing is decided by it")]
fn now() -> Instant {
    Instant::now()
}
