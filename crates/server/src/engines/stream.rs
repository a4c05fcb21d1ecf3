//! The stream from which a caller reads the progress of a task.

use super::callers::Slot;
use super::fair_queue::JobId;
use super::journal::{JournalReader, StopReason, TaskProgress};
use super::scheduler::Scheduler;
use crate::site::clock::instant;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// How often the place in the queue is looked up.
const QUEUE_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A background task that has not reported anything for this long while it waits is abandoned.
const MAX_WAIT: Duration = Duration::from_secs(180);

/// The progress of a task until its end; dropping it cancels the task.
pub(crate) type ProgressStream<U> = BoxStream<'static, TaskProgress<U>>;

/// A task in the queue or on a thread; it is cancelled when the last stream of it is dropped.
pub(crate) struct Run<U> {
    scheduler: Arc<Scheduler>,
    ticket: JobId,
    journal: JournalReader<U>,
}

impl<U> Run<U> {
    /// A task that was enqueued.
    pub(super) const fn new(scheduler: Arc<Scheduler>, ticket: JobId, journal: JournalReader<U>) -> Self {
        Self { scheduler, ticket, journal }
    }
}

impl<U> Drop for Run<U> {
    fn drop(&mut self) {
        if !self.journal.has_ended() {
            self.scheduler.cancel(self.ticket);
        }
    }
}

/// Runs that several callers share, by key.
#[derive(Default)]
pub(super) struct SharedRuns(Mutex<HashMap<String, Weak<dyn Any + Send + Sync>>>);

impl SharedRuns {
    /// The run with this key, started if there is none.
    ///
    /// # Errors
    /// The error of `start` if it cannot be started.
    pub(super) fn join<U: Send + Sync + 'static, E>(
        &self,
        key: String,
        start: impl FnOnce() -> Result<Arc<Run<U>>, E>,
    ) -> Result<Arc<Run<U>>, E> {
        let mut runs = self.0.lock().expect("no panic while the lock is held");
        runs.retain(|_, run| run.strong_count() > 0);
        let running = runs.get(&key).and_then(Weak::upgrade);
        if let Some(run) = running.and_then(|run| run.downcast().ok()) {
            return Ok(run);
        }
        let run = start()?;
        let weak = Arc::downgrade(&run);
        runs.insert(key, weak);
        Ok(run)
    }
}

/// A caller that follows a task.
pub(super) struct Follower<U> {
    slot: Option<Slot>,
    run: Arc<Run<U>>,
    journal: JournalReader<U>,
    /// When the task last reported something.
    since: Instant,
    /// The place in the queue that was last reported.
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
        let journal = run.journal.clone();
        Self { slot, run, journal, since: instant(), ahead: 0, is_background, time_share }
    }

    /// The progress until the end of the task.
    pub(super) fn stream(self) -> ProgressStream<U> {
        unfold(Some(self), async |follower| {
            let mut follower = follower?;
            let progress = follower.next().await;
            let is_last = matches!(progress, TaskProgress::Done | TaskProgress::Stopped(_));
            Some((progress, (!is_last).then_some(follower)))
        })
        .boxed()
    }

    async fn next(&mut self) -> TaskProgress<U> {
        loop {
            if let Some(progress) = self.changed_place().or_else(|| self.unread()) {
                return progress;
            }
            tokio::select! {
                biased;
                () = replaced(&mut self.slot) => return TaskProgress::Stopped(StopReason::Replaced),
                more = self.journal.changed() => if !more {
                    return TaskProgress::Stopped(StopReason::Interrupted);
                },
                () = tokio::time::sleep(QUEUE_POLL_INTERVAL), if self.is_background => (),
            }
        }
    }

    /// The place of the task in the queue, if it has changed.
    fn changed_place(&mut self) -> Option<TaskProgress<U>> {
        if self.slot.as_ref().is_some_and(Slot::is_replaced) {
            return Some(TaskProgress::Stopped(StopReason::Replaced));
        }
        let Run { scheduler, ticket, .. } = &*self.run;
        match self.is_background.then(|| scheduler.lock().ahead(*ticket)).flatten() {
            Some(ahead) if ahead > 0 && ahead != self.ahead => {
                self.ahead = ahead;
                return Some(TaskProgress::Waiting { ahead });
            }
            Some(_) if self.since.elapsed() > MAX_WAIT => {
                return Some(TaskProgress::Stopped(StopReason::Overloaded));
            }
            _ => (),
        }
        let has_had_its_share = |share| scheduler.lock().has_had_its_share(*ticket, share);
        self.time_share.is_some_and(has_had_its_share).then_some(TaskProgress::Done)
    }

    fn unread(&mut self) -> Option<TaskProgress<U>> {
        let progress = self.journal.next()?;
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
