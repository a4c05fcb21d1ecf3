//! The queue of the pool: what waits, by lane and priority, and what runs.
//!
//! Within a priority addresses take turns, and so do the callers of one address; the jobs of one caller run
//! in the order of submission.
//! A suspended task goes back to the head of its priority, one that paused by itself to the end.

use super::callers::Caller;
use super::fair_queue::{FairQueue, JobId, QueuedJob};
use super::job::{Lane, Priority, WorkState};
use crate::error::{ApiError, Result};
use crate::site::clock::instant;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use taijitu_search::Stop;

/// Maximum number of waiting hints.
const MAX_WAITING_HINTS: usize = 32;
/// Maximum number of waiting analyses and reviews.
const MAX_WAITING_BACKGROUND: usize = 64;
/// Maximum number of turns on workers; further ones run here.
const MAX_REMOTE_JOBS: usize = 1024;

/// Waiting turns and hints per thread from which on budgets shrink.
const FULL_BUDGET_LOAD: f64 = 2.0;
/// The smallest share of its budget a turn gets.
const MIN_BUDGET_SHARE: f64 = 1.0 / 32.0;

/// A job that a thread or a worker has taken.
pub(super) struct StartedJob {
    pub(super) job: QueuedJob,
    /// Set when it has to pause or to end.
    pub(super) stop: Stop,
    /// The share of its budget it may use.
    pub(super) share: f64,
}

/// What the queue keeps of a started job.
struct RunningJob {
    priority: Priority,
    lane: Lane,
    is_remote: bool,
    stop: Stop,
    is_cancelled: bool,
    since: Instant,
    spent: Duration,
}

/// The jobs that wait in one lane, by priority.
#[derive(Default)]
struct WaitingJobs([FairQueue; Priority::ALL.len()]);

impl WaitingJobs {
    fn of(&self, priority: Priority) -> &FairQueue {
        &self.0[priority as usize]
    }

    fn of_mut(&mut self, priority: Priority) -> &mut FairQueue {
        &mut self.0[priority as usize]
    }

    /// The queues of analyses and reviews, in their order.
    fn background(&self) -> impl Iterator<Item = &FairQueue> {
        let background = Priority::ALL.into_iter().filter(|priority| priority.is_background());
        background.map(|priority| self.of(priority))
    }

    /// How many analyses and reviews wait.
    fn background_jobs(&self) -> usize {
        self.background().map(FairQueue::len).sum()
    }

    fn remove(&mut self, ticket: JobId) -> Option<QueuedJob> {
        self.0.iter_mut().find_map(|jobs| jobs.remove(ticket))
    }
}

/// The jobs of a pool.
#[derive(Default)]
pub(super) struct Queue {
    waiting: [WaitingJobs; Lane::ALL.len()],
    running: BTreeMap<JobId, RunningJob>,
    /// How many of the running are on workers.
    remote: usize,
    last_ticket: u64,
    /// How many threads the pool has.
    pub(super) threads: usize,
    /// How many of them have nothing to do.
    pub(super) idle: usize,
    pub(super) is_closed: bool,
}

impl Queue {
    /// Assigns a number to a new job.
    ///
    /// # Errors
    /// `too_fast` if too many wait, `unavailable` if the queue is closed.
    pub(super) fn admit(&mut self, priority: Priority) -> Result<JobId> {
        if self.is_closed {
            return Err(ApiError::unavailable());
        }
        let (is_full, retry_seconds) = match priority {
            Priority::Turn => (false, 0),
            Priority::Hint => (self.lane(Lane::Pool).of(priority).len() >= MAX_WAITING_HINTS, 2),
            Priority::Analysis | Priority::Review => {
                (self.waiting_background() >= MAX_WAITING_BACKGROUND, 10)
            }
        };
        if is_full {
            return Err(ApiError::too_fast(retry_seconds));
        }
        self.last_ticket += 1;
        Ok(JobId(self.last_ticket))
    }

    /// Appends a job to its priority, and preempts less urgent ones.
    pub(super) fn enqueue(&mut self, job: QueuedJob) {
        if !self.is_closed {
            let (lane, priority) = (job.lane, job.priority);
            self.lane_mut(lane).of_mut(priority).push_back(job);
            self.measure();
            if lane == Lane::Pool {
                self.preempt(priority);
            }
        }
    }

    /// Takes the next job of a lane.
    pub(super) fn begin(&mut self, lane: Lane) -> Option<StartedJob> {
        let next = self.lane_mut(lane).0.iter_mut().find_map(FairQueue::pop_front)?;
        let started = self.run(next, false);
        self.measure();
        Some(started)
    }

    /// Marks a job as running on a worker; returns it if too many are there.
    pub(super) fn begin_remote(&mut self, job: QueuedJob) -> std::result::Result<StartedJob, Box<QueuedJob>> {
        if self.is_closed || self.remote >= MAX_REMOTE_JOBS {
            return Err(Box::new(job));
        }
        self.remote += 1;
        Ok(self.run(job, true))
    }

    fn run(&mut self, job: QueuedJob, is_remote: bool) -> StartedJob {
        let load = self.load_for(job.caller) as f64 / self.threads.max(1) as f64;
        let share = (FULL_BUDGET_LOAD / load.max(FULL_BUDGET_LOAD)).max(MIN_BUDGET_SHARE);
        let stop = Stop::default();
        let running = RunningJob {
            priority: job.priority,
            lane: job.lane,
            is_remote,
            stop: stop.clone(),
            is_cancelled: false,
            since: instant(),
            spent: job.spent,
        };
        self.running.insert(job.ticket, running);
        StartedJob { job, stop, share }
    }

    /// Takes a job back. Unfinished jobs wait again; others are returned, to be dropped without the lock.
    pub(super) fn finish(&mut self, started: StartedJob, state: WorkState) -> Option<QueuedJob> {
        let mut job = started.job;
        let Some(running) = self.running.remove(&job.ticket) else { return Some(job) };
        self.remote -= usize::from(running.is_remote);
        if state == WorkState::Finished || running.is_cancelled || self.is_closed {
            return Some(job);
        }
        if running.is_remote {
            self.enqueue(job);
            return None;
        }
        job.spent += running.since.elapsed();
        let is_suspended = running.stop.is_set();
        let waiting = self.lane_mut(running.lane).of_mut(running.priority);
        if is_suspended {
            waiting.push_front(job);
        } else {
            waiting.push_back(job);
        }
        None
    }

    /// Ends a job. One that waited is returned to be dropped without the lock.
    pub(super) fn cancel(&mut self, ticket: JobId) -> Option<QueuedJob> {
        if let Some(running) = self.running.get_mut(&ticket) {
            running.is_cancelled = true;
            running.stop.stop();
            return None;
        }
        let job = self.waiting.iter_mut().find_map(|waiting| waiting.remove(ticket));
        self.measure();
        job
    }

    /// Ends all jobs and accepts no new ones.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.waiting = Default::default();
        self.running.values().for_each(|running| running.stop.stop());
    }

    /// Suspends less urgent background jobs if waiting jobs of this priority find no idle thread.
    fn preempt(&self, priority: Priority) {
        let is_less_urgent = |running: &&RunningJob| {
            running.lane == Lane::Pool && running.priority.is_background() && running.priority > priority
        };
        let mut less_urgent: Vec<&RunningJob> = self.running.values().filter(is_less_urgent).collect();
        less_urgent.sort_by_key(|running| Reverse(running.priority));
        let urgent = Priority::ALL.into_iter().filter(|other| *other <= priority);
        let waiting: usize = urgent.map(|priority| self.lane(Lane::Pool).of(priority).len()).sum();
        let wanted = waiting.saturating_sub(self.idle);
        less_urgent.iter().take(wanted).for_each(|running| running.stop.stop());
    }

    /// How many of the waiting turns and hints this caller has to wait for.
    fn load_for(&self, caller: Caller) -> usize {
        let pool = self.lane(Lane::Pool);
        pool.of(Priority::Turn).load_for(caller) + pool.of(Priority::Hint).load_for(caller)
    }

    /// How many turns and hints wait for a thread.
    pub(super) fn interactive(&self) -> usize {
        let pool = self.lane(Lane::Pool);
        pool.of(Priority::Turn).len() + pool.of(Priority::Hint).len()
    }

    /// How many analyses and reviews wait or run.
    pub(super) fn background_jobs(&self) -> usize {
        self.waiting_background() + self.running_background().count()
    }

    fn waiting_background(&self) -> usize {
        self.waiting.iter().map(WaitingJobs::background_jobs).sum()
    }

    fn running_background(&self) -> impl Iterator<Item = &RunningJob> {
        self.running.values().filter(|running| running.priority.is_background())
    }

    /// How many analyses and reviews are ahead of one; none if it runs or is over.
    pub(super) fn ahead(&self, ticket: JobId) -> Option<u32> {
        Lane::ALL.into_iter().find_map(|lane| {
            let mut order = self.lane(lane).background().flat_map(FairQueue::in_order);
            let before = order.position(|other| other == ticket)?;
            let running = self.running_background().filter(|running| running.lane == lane).count();
            u32::try_from(before + running).ok()
        })
    }

    /// Whether a job has run for as long as `share` while other analyses and reviews wait for its lane.
    pub(super) fn has_had_its_share(&self, ticket: JobId, share: Duration) -> bool {
        self.running.get(&ticket).is_some_and(|own| {
            own.spent + own.since.elapsed() >= share && self.lane(own.lane).background_jobs() > 0
        })
    }

    fn lane(&self, lane: Lane) -> &WaitingJobs {
        &self.waiting[lane as usize]
    }

    fn lane_mut(&mut self, lane: Lane) -> &mut WaitingJobs {
        &mut self.waiting[lane as usize]
    }

    fn measure(&self) {
        metrics::gauge!("taijitu_engine_queue").set(self.interactive() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::{BackgroundWork, JobWork};
    use super::*;
    use taijitu_study::SolutionCache;

    struct Nothing;

    impl BackgroundWork for Nothing {
        fn run(&mut self, _: &Stop, _: &SolutionCache) -> WorkState {
            WorkState::Finished
        }
    }

    /// A queue whose jobs are never run by anybody: what matters is their order.
    fn add(queue: &mut Queue, priority: Priority, lane: Lane) -> JobId {
        add_for(queue, Caller::default(), priority, lane)
    }

    fn add_for(queue: &mut Queue, caller: Caller, priority: Priority, lane: Lane) -> JobId {
        let ticket = queue.admit(priority).expect("a place");
        queue.enqueue(QueuedJob::new(ticket, caller, priority, lane, JobWork::Background(Box::new(Nothing))));
        ticket
    }

    fn begin(queue: &mut Queue) -> StartedJob {
        queue.begin(Lane::Pool).expect("a job")
    }

    #[test]
    fn the_most_urgent_comes_first_and_each_lane_has_its_own() {
        let mut queue = Queue::default();
        let exact = add(&mut queue, Priority::Analysis, Lane::Exact);
        let order = [Priority::Review, Priority::Analysis, Priority::Hint, Priority::Turn, Priority::Turn];
        let tickets = order.map(|priority| add(&mut queue, priority, Lane::Pool));
        let [review, analysis, hint, turn, later] = tickets;
        assert_eq!((queue.interactive(), queue.background_jobs()), (3, 3));
        assert_eq!(
            [exact, analysis, review, turn].map(|job| queue.ahead(job)),
            [Some(0), Some(0), Some(1), None]
        );
        for expected in [turn, later, hint, analysis, review] {
            assert_eq!(begin(&mut queue).job.ticket, expected);
        }
        assert!(queue.begin(Lane::Pool).is_none());
        assert_eq!(queue.begin(Lane::Exact).expect("a job").job.ticket, exact);
    }

    #[test]
    fn an_urgent_job_suspends_the_least_urgent_one_which_goes_on_first() {
        let mut queue = Queue { threads: 2, ..Queue::default() };
        let [analysis, review] =
            [Priority::Analysis, Priority::Review].map(|priority| add(&mut queue, priority, Lane::Pool));
        let (running, preempted) = (begin(&mut queue), begin(&mut queue));
        let behind = add(&mut queue, Priority::Review, Lane::Pool);
        assert!(!running.stop.is_set() && !preempted.stop.is_set(), "a review waits for others");
        assert_eq!((queue.ahead(analysis), queue.ahead(behind)), (None, Some(2)));
        let turn = add(&mut queue, Priority::Turn, Lane::Pool);
        assert!(!running.stop.is_set() && preempted.stop.is_set());
        assert!(queue.finish(preempted, WorkState::Unfinished).is_none());
        assert_eq!([turn, review, behind].map(|_| begin(&mut queue).job.ticket), [turn, review, behind]);
        // A job that pauses by itself lets others go first.
        let third = add(&mut queue, Priority::Analysis, Lane::Pool);
        assert!(queue.finish(running, WorkState::Unfinished).is_none());
        assert_eq!([third, analysis].map(|_| begin(&mut queue).job.ticket), [third, analysis]);
    }

    #[test]
    fn an_idle_thread_is_used_before_anything_is_suspended() {
        let mut queue = Queue { threads: 2, idle: 1, ..Queue::default() };
        add(&mut queue, Priority::Analysis, Lane::Pool);
        let running = begin(&mut queue);
        add(&mut queue, Priority::Turn, Lane::Pool);
        assert!(!running.stop.is_set());
        add(&mut queue, Priority::Turn, Lane::Pool);
        assert!(running.stop.is_set());
    }

    #[test]
    fn budgets_shrink_under_load() {
        let mut queue = Queue { threads: 1, ..Queue::default() };
        for _ in 0..101 {
            add(&mut queue, Priority::Turn, Lane::Pool);
        }
        let shares: Vec<f64> = std::iter::from_fn(|| queue.begin(Lane::Pool)).map(|job| job.share).collect();
        assert_eq!((shares[0], shares[80], shares[98], shares[100]), (1.0 / 32.0, 0.1, 1.0, 1.0));
    }

    fn caller(player: u128, address: &str) -> Caller {
        Caller::new(Some(taijitu_protocol::PlayerId(player)), address.parse().ok())
    }

    #[test]
    fn a_caller_with_one_turn_does_not_wait_for_all_turns_of_another() {
        let mut queue = Queue { threads: 1, ..Queue::default() };
        // Six guests at one address with twenty turns each, then one player there and one elsewhere.
        for turn in 0..120 {
            add_for(&mut queue, caller(turn % 6, "203.0.113.9"), Priority::Turn, Lane::Pool);
        }
        let neighbour = add_for(&mut queue, caller(7, "203.0.113.9"), Priority::Turn, Lane::Pool);
        let stranger = add_for(&mut queue, caller(8, "203.0.113.10"), Priority::Turn, Lane::Pool);
        let unknown = add_for(&mut queue, caller(9, "not known"), Priority::Turn, Lane::Pool);
        let begun: Vec<(JobId, f64)> =
            (0..30).map(|_| begin(&mut queue)).map(|started| (started.job.ticket, started.share)).collect();
        let at = |ticket| begun.iter().position(|(other, _)| *other == ticket).expect("it has begun");
        assert_eq!((at(stranger), at(unknown), at(neighbour)), (1, 2, 8));
        assert!(begun[at(stranger)].1 > 0.2 && begun[0].1 < 0.1, "nor does it think the less for them");
        assert_eq!(queue.interactive(), 93);
    }

    #[test]
    fn reviews_are_listed_in_the_order_in_which_they_run() {
        let mut queue = Queue::default();
        let [first, second] = [1, 1]
            .map(|player| add_for(&mut queue, caller(player, "203.0.113.9"), Priority::Review, Lane::Pool));
        let other = add_for(&mut queue, caller(2, "203.0.113.10"), Priority::Review, Lane::Pool);
        assert_eq!([first, other, second].map(|ticket| queue.ahead(ticket)), [Some(0), Some(1), Some(2)]);
        let started = begin(&mut queue);
        assert_eq!(started.job.ticket, first);
        started.stop.stop();
        assert!(queue.finish(started, WorkState::Unfinished).is_none());
        assert!(queue.cancel(other).is_some());
        assert_eq!([first, second].map(|_| begin(&mut queue).job.ticket), [first, second]);
    }

    #[test]
    fn a_full_queue_refuses_hints_and_background_jobs_but_no_turn() {
        let mut queue = Queue::default();
        for (priority, places) in
            [(Priority::Hint, MAX_WAITING_HINTS), (Priority::Review, MAX_WAITING_BACKGROUND)]
        {
            let first = add(&mut queue, priority, Lane::Pool);
            for _ in 1..places {
                add(&mut queue, priority, Lane::Pool);
            }
            assert!(queue.admit(priority).is_err());
            assert!(queue.cancel(first).is_some());
            assert!(queue.admit(priority).is_ok(), "a cancelled job frees its place");
        }
        for _ in 0..500 {
            add(&mut queue, Priority::Turn, Lane::Pool);
        }
        queue.close();
        assert!(queue.admit(Priority::Turn).is_err());
        assert_eq!((queue.interactive(), queue.background_jobs()), (0, 0));
    }

    #[test]
    fn a_cancelled_job_does_not_come_back() {
        let mut queue = Queue::default();
        let ticket = add(&mut queue, Priority::Analysis, Lane::Pool);
        let started = begin(&mut queue);
        assert!(queue.cancel(ticket).is_none() && started.stop.is_set());
        assert!(queue.finish(started, WorkState::Unfinished).is_some());
        assert_eq!(queue.background_jobs(), 0);
    }

    #[test]
    fn a_job_no_worker_takes_runs_here() {
        let mut queue = Queue::default();
        let ticket = queue.admit(Priority::Turn).expect("a place");
        let work = || JobWork::Background(Box::new(Nothing));
        let job = |ticket| QueuedJob::new(ticket, Caller::default(), Priority::Turn, Lane::Pool, work());
        let started = queue.begin_remote(job(ticket)).ok().expect("room for it");
        assert_eq!((queue.interactive(), queue.remote), (0, 1));
        assert!(queue.finish(started, WorkState::Unfinished).is_none());
        assert_eq!((queue.interactive(), queue.remote), (1, 0));
        queue.remote = MAX_REMOTE_JOBS;
        assert!(queue.begin_remote(job(ticket)).is_err());
    }
}
