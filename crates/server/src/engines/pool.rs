//! The pool: threads of low priority that take jobs from one queue, and the client of workers on other
//! machines.

use super::callers::{Caller, Callers};
use super::fair_queue::QueuedJob;
use super::job::{JobWork, Lane, Priority, WorkState};
use super::journal::Reporter;
use super::priority::lower_priority;
use super::queue::StartedJob;
use super::scheduler::Scheduler;
use super::stream::{Follower, ProgressStream, Run, SharedRuns};
use super::workers::WorkerClient;
use crate::error::Result;
use crate::site::cores::leave_a_core_free;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use taijitu_study::{CachedEngine, SolutionCache};

/// A handle to the pool; cheap to clone.
#[derive(Clone)]
pub struct EnginePool(Arc<PoolInner>);

struct PoolInner {
    scheduler: Arc<Scheduler>,
    workers: Option<WorkerClient>,
    callers: Arc<Callers>,
    solutions: SolutionCache,
    shared_runs: SharedRuns,
}

/// Work for an engine.
pub(crate) trait Task: Sized {
    /// What is reported: intermediate results and the final one.
    type Update: Clone + Send + Sync + 'static;

    /// A task that has run for this long ends when others wait for its threads; with `None`, only when it is
    /// done.
    const TIME_SHARE: Option<Duration> = None;

    /// How urgent it is.
    fn priority(&self) -> Priority;

    /// The caller, if callers of this priority are limited to one task at a time.
    fn caller(&self) -> Option<Caller> {
        None
    }

    /// Enqueues the work, or joins a run that does the same.
    ///
    /// # Errors
    /// `too_fast` if the queue is full, `unavailable` if it is closed; the refusal of a task that cannot be
    /// run.
    fn start(self, pool: &EnginePool) -> Result<Arc<Run<Self::Update>>>;
}

impl EnginePool {
    /// A pool without threads, and with workers if a client is given.
    #[must_use]
    pub(crate) fn new(workers: Option<WorkerClient>) -> Self {
        Self(Arc::new(PoolInner {
            scheduler: Arc::default(),
            workers,
            callers: Arc::default(),
            solutions: SolutionCache::default(),
            shared_runs: SharedRuns::default(),
        }))
    }

    /// Starts this many threads and the one for exact solutions, all of them off one core if that is to stay free; they end
    /// when the pool is closed.
    pub(crate) fn start_threads(&self, threads: usize, leaves_a_core_free: bool) {
        self.0.scheduler.lock().threads = threads;
        let lanes = (0..threads).map(|_| Lane::Pool).chain([Lane::Exact]);
        for (number, lane) in lanes.enumerate() {
            let pool = self.clone();
            let thread = std::thread::Builder::new().name(format!("engine-{number}"));
            if let Err(error) = thread.spawn(move || pool.run_thread(lane, leaves_a_core_free)) {
                tracing::error!(%error, "an engine thread did not start");
            }
        }
    }

    /// Ends all tasks and threads.
    pub(crate) fn close(&self) {
        self.0.scheduler.close();
    }

    /// Runs a task. Returns a stream of its progress; dropping the stream cancels the task.
    ///
    /// # Errors
    /// `too_fast` if too many wait, `too_many` if the caller's address has too many tasks, `unavailable` if
    /// the pool is closed.
    pub(crate) fn submit<T: Task>(&self, task: T) -> Result<ProgressStream<T::Update>> {
        let priority = task.priority();
        let slot = task.caller().map(|caller| self.0.callers.take(caller, priority)).transpose()?;
        let run = task.start(self)?;
        Ok(Follower::new(slot, run, priority.is_background(), T::TIME_SHARE).stream())
    }

    /// How many turns and hints wait for a thread here.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.scheduler.lock().interactive()
    }

    /// How many analyses and reviews wait or run.
    #[must_use]
    pub fn background_jobs(&self) -> usize {
        self.0.scheduler.lock().background_jobs()
    }

    /// Enqueues the work of a task; callers of the same priority take turns.
    ///
    /// # Errors
    /// `too_fast` if too many wait, `unavailable` if the pool is closed.
    pub(super) fn enqueue<U>(
        &self,
        caller: Caller,
        priority: Priority,
        lane: Lane,
        work: impl FnOnce(Reporter<U>) -> JobWork,
    ) -> Result<Arc<Run<U>>> {
        let ticket = self.0.scheduler.lock().admit(priority)?;
        let (reporter, journal) = Reporter::new();
        self.dispatch(QueuedJob::new(ticket, caller, priority, lane, work(reporter)));
        Ok(Arc::new(Run::new(self.0.scheduler.clone(), ticket, journal)))
    }

    /// Gives a turn to a worker if there is one, and any other job to the threads of the pool.
    fn dispatch(&self, job: QueuedJob) {
        let message = match (&self.0.workers, &job.work) {
            (Some(workers), JobWork::Turn(turn)) if workers.is_worthwhile() => turn.message(),
            _ => None,
        };
        let Some(message) = message else { return self.0.scheduler.push(job) };
        let started = self.0.scheduler.lock().begin_remote(job);
        match started {
            Ok(started) => {
                tokio::spawn(self.clone().run_remote(started, message));
            }
            Err(job) => self.0.scheduler.push(*job),
        }
    }

    /// Runs a turn on a worker; the job returns to the queue if no worker finds one.
    async fn run_remote(self, started: StartedJob, message: String) {
        let answer = match &self.0.workers {
            Some(workers) => workers.find_turn(&message, &started.stop).await,
            None => None,
        };
        let state = match (answer, &started.job.work) {
            (Some(result), JobWork::Turn(turn)) => {
                turn.report(result);
                WorkState::Finished
            }
            _ => WorkState::Unfinished,
        };
        self.0.scheduler.finish(started, state);
    }

    /// A thread of the pool.
    fn run_thread(&self, lane: Lane, leaves_a_core_free: bool) {
        lower_priority();
        if leaves_a_core_free {
            leave_a_core_free();
        }
        let mut engine = CachedEngine::default();
        while let Some(mut started) = self.0.scheduler.next(lane) {
            // Callers may send any position: a panic about one must not end the thread.
            let state = catch_unwind(AssertUnwindSafe(|| self.work(&mut started, &mut engine)));
            if state.is_err() {
                tracing::error!("an engine panicked");
                engine = CachedEngine::default();
            }
            self.0.scheduler.finish(started, state.unwrap_or(WorkState::Finished));
        }
    }

    fn work(&self, started: &mut StartedJob, engine: &mut CachedEngine) -> WorkState {
        match &mut started.job.work {
            JobWork::Turn(turn) => {
                turn.run(&started.stop, started.share, engine);
                WorkState::Finished
            }
            JobWork::Background(work) => work.run(&started.stop, &self.0.solutions),
        }
    }

    /// The runs that several callers share.
    pub(super) fn shared_runs(&self) -> &SharedRuns {
        &self.0.shared_runs
    }
}

#[cfg(test)]
mod tests {
    use super::super::find_turn::FindTurn;
    use super::super::job::BackgroundWork;
    use super::super::journal::{StopReason, TaskProgress};
    use super::*;
    use futures_util::StreamExt;
    use taijitu_protocol::Code;
    use taijitu_rules::{Options, Side, games};
    use taijitu_search::Stop;
    use taijitu_study::TurnRequest;

    fn request() -> TurnRequest {
        let kind = games::find("quinta").expect("a game");
        let play = kind.start(Options::parse(kind.meta().options, []).expect("options")).expect("a start");
        TurnRequest { side: Side::Black, level: 1, seed: 0, time: None, play }
    }

    /// No thread takes the jobs: they wait.
    #[tokio::test]
    async fn a_hint_nobody_waits_for_frees_its_place() {
        let pool = EnginePool::new(None);
        let hint = |patience| {
            tokio::time::timeout(Duration::from_millis(patience), pool.hint(Caller::default(), request()))
        };
        assert!(hint(20).await.is_err(), "nobody thinks");
        assert_eq!(pool.waiting(), 0, "the caller has gone");
        let patient: Vec<_> = (0..32)
            .map(|_| pool.submit(FindTurn::hint(Caller::default(), request())).expect("a place"))
            .collect();
        let refused = hint(60_000).await.expect("an answer").expect_err("too many wait");
        assert_eq!(refused.0.code, Code::TooFast);
        drop(patient);
        assert_eq!(pool.waiting(), 0);
    }

    /// Reports how often it was run, and continues until it is asked to pause.
    struct Counting {
        number: u32,
        reporter: Reporter<u32>,
    }

    impl BackgroundWork for Counting {
        fn run(&mut self, pause: &Stop, _: &SolutionCache) -> WorkState {
            self.number += 1;
            self.reporter.report(self.number);
            assert!(self.number < 100, "a bug in an engine");
            while !pause.is_set() {
                std::thread::yield_now();
            }
            WorkState::Unfinished
        }
    }

    struct CountingTask(u32);

    impl Task for CountingTask {
        type Update = u32;

        fn priority(&self) -> Priority {
            Priority::Analysis
        }

        fn start(self, pool: &EnginePool) -> Result<Arc<Run<u32>>> {
            let work = |reporter| JobWork::Background(Box::new(Counting { number: self.0, reporter }));
            pool.enqueue(Caller::default(), Priority::Analysis, Lane::Pool, work)
        }
    }

    #[tokio::test]
    async fn a_background_task_is_suspended_for_a_turn_and_goes_on_after_it() {
        let pool = EnginePool::new(None);
        pool.start_threads(1, false);
        let mut first = pool.submit(CountingTask(0)).expect("a place");
        assert_eq!(first.next().await, Some(TaskProgress::Update(1)));
        let mut second = pool.submit(CountingTask(10)).expect("a place");
        assert_eq!(second.next().await, Some(TaskProgress::Waiting { ahead: 1 }));
        let found = pool.find_turn(FindTurn::at_table(Caller::default(), request())).await.expect("a place");
        assert!(found.expect("a result").best.is_some());
        assert_eq!(first.next().await, Some(TaskProgress::Update(2)), "before the one that came later");
        assert_eq!(pool.background_jobs(), 2);
        drop(first);
        assert_eq!(second.next().await, Some(TaskProgress::Update(11)), "a cancelled task frees its thread");
        pool.close();
        assert_eq!(second.next().await, Some(TaskProgress::Stopped(StopReason::Interrupted)));
        assert_eq!(second.next().await, None);
    }

    #[tokio::test]
    async fn a_panic_ends_the_task_and_not_the_thread() {
        let pool = EnginePool::new(None);
        pool.start_threads(1, false);
        let mut panics = pool.submit(CountingTask(99)).expect("a place");
        assert_eq!(panics.next().await, Some(TaskProgress::Update(100)));
        assert_eq!(panics.next().await, Some(TaskProgress::Stopped(StopReason::Interrupted)));
        assert!(pool.hint(Caller::default(), request()).await.expect("an answer").is_some());
        pool.close();
    }
}
