//! The queue that threads and callers share: threads wait for jobs, callers add and cancel them.

use super::fair_queue::{JobId, QueuedJob};
use super::job::{Lane, WorkState};
use super::queue::{Queue, StartedJob};
use std::sync::{Condvar, Mutex, MutexGuard};

/// A queue with a signal for threads that have nothing to do.
#[derive(Default)]
pub(super) struct Scheduler {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Scheduler {
    /// The queue.
    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("no panic while the lock is held")
    }

    /// Adds a job for the threads of this process.
    pub(super) fn push(&self, job: QueuedJob) {
        self.lock().enqueue(job);
        self.wake.notify_all();
    }

    /// Waits for the next job of a lane; none if the queue is closed.
    pub(super) fn next(&self, lane: Lane) -> Option<StartedJob> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(started) = queue.begin(lane) {
                return Some(started);
            }
            let of_pool = usize::from(lane == Lane::Pool);
            queue.idle += of_pool;
            queue = self.wake.wait(queue).expect("no panic while the lock is held");
            queue.idle -= of_pool;
        }
    }

    /// Takes a job back: unfinished ones wait again.
    pub(super) fn finish(&self, started: StartedJob, state: WorkState) {
        let finished = self.lock().finish(started, state);
        if finished.is_none() {
            self.wake.notify_all();
        }
    }

    /// Ends a job, whether it waits or runs.
    pub(super) fn cancel(&self, ticket: JobId) {
        // Bound to a name so that the lock is released before the job is dropped.
        let _cancelled = self.lock().cancel(ticket);
    }

    /// Ends all jobs and threads.
    pub(super) fn close(&self) {
        self.lock().close();
        self.wake.notify_all();
    }
}
