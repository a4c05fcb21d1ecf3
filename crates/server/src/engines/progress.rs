//! What a task reports, and the stream its caller reads it from.
//!
//! A task writes into a journal; each caller reads it from the beginning at its own pace.
//! A slow caller holds nobody up.

use super::callers::Slot;
use super::pool::EnginePool;
use super::queue::Ticket;
use crate::site::clock::instant;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taijitu_protocol::Words;
use tokio::sync::watch;

/// How often the place in the queue is looked up.
const QUEUE_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A background task that has waited for this long since it last reported anything is given up.
const MAX_WAIT: Duration = Duration::from_secs(180);

/// What the caller of a task is told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Progress<U> {
    /// The task waits for a thread.
    Waiting {
        /// How many analyses and reviews are ahead of it.
        ahead: u32,
    },
    /// A result: the final one, or the best so far.
    Update(U),
    /// There is nothing more to come.
    Done,
    /// The task was ended early. Nothing follows.
    Stopped(StopReason),
}

/// The progress of a task until its end; dropping it cancels the task.
pub(crate) type ProgressStream<U> = BoxStream<'static, Progress<U>>;

/// Why a task was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// The caller has submitted another task.
    Replaced,
    /// It waited too long.
    Overloaded,
    /// The pool is closing, or the engine failed.
    Interrupted,
    /// The engine has no opinion about the position.
    PositionNotJudged,
    /// The engine has no opinion about the game.
    GameNotJudged,
}

impl StopReason {
    /// What the caller is told.
    #[must_use]
    pub(crate) fn message(self) -> Words {
        let (en, fr) = match self {
            Self::Replaced => (
                "you have asked for something else since: the engine thinks about one thing at a time for you",
                "vous avez demandé autre chose depuis : le moteur réfléchit à une seule chose à la fois pour vous",
            ),
            Self::Overloaded => {
                ("too many are waiting; try again later", "trop de monde attend ; réessayez plus tard")
            }
            Self::Interrupted => {
                ("the engine had to stop; try again", "le moteur a dû s'arrêter ; réessayez")
            }
            Self::PositionNotJudged => (
                "the engine has nothing to say about this position",
                "le moteur n'a rien à dire de cette position",
            ),
            Self::GameNotJudged => {
                ("the engine cannot judge this game", "le moteur ne peut pas juger cette partie")
            }
        };
        Words { en: en.into(), fr: fr.into() }
    }
}

/// What a task has reported so far.
struct Journal<U> {
    /// How many updates were dropped because a later one replaced them.
    dropped: usize,
    updates: Vec<U>,
    end: Option<Result<(), StopReason>>,
}

impl<U: Clone> Journal<U> {
    /// What follows after `read` updates; it advances `read`.
    fn after(&self, read: &mut usize) -> Option<Progress<U>> {
        let at = read.saturating_sub(self.dropped);
        if let Some(update) = self.updates.get(at) {
            *read = self.dropped + at + 1;
            return Some(Progress::Update(update.clone()));
        }
        self.end.map(|end| end.map_or_else(Progress::Stopped, |()| Progress::Done))
    }
}

/// Where a task writes what it reports. Callers are told [`StopReason::Interrupted`] if it is dropped before the end.
pub(super) struct Reporter<U>(watch::Sender<Journal<U>>);

impl<U> Reporter<U> {
    /// An empty journal: who writes it, who reads it.
    pub(super) fn new() -> (Self, JournalReader<U>) {
        let (sender, receiver) = watch::channel(Journal { dropped: 0, updates: vec![], end: None });
        (Self(sender), JournalReader(receiver))
    }

    /// Adds an update to those before.
    pub(super) fn report(&self, update: U) {
        self.0.send_modify(|journal| journal.updates.push(update));
    }

    /// Reports an update that replaces those before: a caller that has not read them yet never will.
    pub(super) fn replace(&self, update: U) {
        self.0.send_modify(|journal| {
            journal.dropped += journal.updates.len();
            journal.updates = vec![update];
        });
    }

    /// Nothing more will be reported.
    pub(super) fn end(&self, end: Result<(), StopReason>) {
        self.0.send_modify(|journal| journal.end = Some(end));
    }
}

/// Reads what a task reports.
pub(super) struct JournalReader<U>(watch::Receiver<Journal<U>>);

/// A task in the pool; it is cancelled when the last stream of it is dropped.
pub(crate) struct Run<U> {
    pool: EnginePool,
    ticket: Ticket,
    journal: JournalReader<U>,
}

impl<U> Run<U> {
    /// A task that was enqueued.
    pub(super) const fn new(pool: EnginePool, ticket: Ticket, journal: JournalReader<U>) -> Self {
        Self { pool, ticket, journal }
    }
}

impl<U> Drop for Run<U> {
    fn drop(&mut self) {
        if self.journal.0.borrow().end.is_none() {
            self.pool.cancel(self.ticket);
        }
    }
}

/// A caller who follows a task.
pub(super) struct Follower<U> {
    slot: Option<Slot>,
    run: Arc<Run<U>>,
    journal: watch::Receiver<Journal<U>>,
    /// How many updates were read or skipped.
    read: usize,
    /// When the caller was last told something by the task.
    since: Instant,
    /// How many were ahead when the caller was last told.
    ahead: u32,
    is_background: bool,
    time_share: Option<Duration>,
}

impl<U: Clone + Send + Sync + 'static> Follower<U> {
    /// Follows a task from its beginning.
    pub(super) fn new(
        slot: Option<Slot>,
        run: Arc<Run<U>>,
        is_background: bool,
        time_share: Option<Duration>,
    ) -> Self {
        let journal = run.journal.0.clone();
        Self { slot, run, journal, read: 0, since: instant(), ahead: 0, is_background, time_share }
    }

    /// The progress until the end of the task.
    pub(super) fn stream(self) -> ProgressStream<U> {
        unfold(Some(self), async |follower| {
            let mut follower = follower?;
            let progress = follower.next().await;
            let is_last = matches!(progress, Progress::Done | Progress::Stopped(_));
            Some((progress, (!is_last).then_some(follower)))
        })
        .boxed()
    }

    async fn next(&mut self) -> Progress<U> {
        loop {
            if let Some(progress) = self.changed_place().or_else(|| self.unread()) {
                return progress;
            }
            tokio::select! {
                biased;
                () = replaced(&mut self.slot) => return Progress::Stopped(StopReason::Replaced),
                changed = self.journal.changed() => if changed.is_err() {
                    return Progress::Stopped(StopReason::Interrupted);
                },
                () = tokio::time::sleep(QUEUE_POLL_INTERVAL), if self.is_background => (),
            }
        }
    }

    /// What is new about the place of the task in the queue.
    fn changed_place(&mut self) -> Option<Progress<U>> {
        if self.slot.as_ref().is_some_and(Slot::is_replaced) {
            return Some(Progress::Stopped(StopReason::Replaced));
        }
        let (pool, ticket) = (&self.run.pool, self.run.ticket);
        match self.is_background.then(|| pool.ahead(ticket)).flatten() {
            Some(ahead) if ahead > 0 && ahead != self.ahead => {
                self.ahead = ahead;
                return Some(Progress::Waiting { ahead });
            }
            Some(_) if self.since.elapsed() > MAX_WAIT => {
                return Some(Progress::Stopped(StopReason::Overloaded));
            }
            _ => (),
        }
        let has_had_its_share = self.time_share.is_some_and(|share| pool.has_had_its_share(ticket, share));
        has_had_its_share.then_some(Progress::Done)
    }

    fn unread(&mut self) -> Option<Progress<U>> {
        let progress = self.journal.borrow_and_update().after(&mut self.read)?;
        self.since = instant();
        Some(progress)
    }
}

/// Waits until the caller submits another task; forever without a slot.
async fn replaced(slot: &mut Option<Slot>) {
    match slot {
        Some(slot) => slot.replaced().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(journal: &JournalReader<u32>, read: &mut usize) -> Vec<Progress<u32>> {
        let mut all = vec![];
        while let Some(progress) = journal.0.borrow().after(read) {
            let is_last = progress == Progress::Done;
            all.push(progress);
            if is_last {
                break;
            }
        }
        all
    }

    #[test]
    fn each_caller_reads_everything_that_was_not_replaced() {
        let (reporter, journal) = Reporter::new();
        let (mut early, mut late) = (0, 0);
        reporter.report(1);
        reporter.report(2);
        assert_eq!(unread(&journal, &mut early), [Progress::Update(1), Progress::Update(2)]);
        reporter.replace(3);
        reporter.replace(4);
        reporter.end(Ok(()));
        for read in [&mut early, &mut late] {
            assert_eq!(unread(&journal, read), [Progress::Update(4), Progress::Done]);
        }
    }
}
