//! Work that keeps a processor busy for a while, on a few threads of its own.
//!
//! Requests are served by as many threads as the machine has cores. Work that takes longer than a millisecond or two runs
//! here instead: a flood of it makes a queue, not a thousand threads, and the memory it needs is that of a few threads.
//! Callers take turns, so a caller with a hundred requests delays another one by a single job. When a queue is full, the caller with
//! the most jobs in it loses the last of them to another one, so that a few callers do not keep all others out.
//! The threads have a lower priority than those that serve, and shutdown does not wait for them.

use super::cores::leave_a_core_free;
use super::limits::network;
use crate::error::{ApiError, Result};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use taijitu_protocol::PlayerId;
use tokio::sync::oneshot;

/// Seconds after which a caller who was refused may try again.
const RETRY: u32 = 2;
/// Niceness of the threads, relative to those that serve requests: jobs of milliseconds, which a player may
/// wait for, and jobs of seconds, which yield like engines.
const NICE_QUICK: i32 = 10;
const NICE_SLOW: i32 = 15;

/// The pools of a node.
pub(crate) struct WorkPools {
    /// Milliseconds: lists of turns, positions, records.
    pub(crate) quick: WorkPool,
    /// Tenths of seconds, and megabytes: pictures in pixels.
    pub(crate) slow: WorkPool,
    /// Seconds: animations.
    pub(crate) animations: WorkPool,
    /// Seconds, and a hundred megabytes: proofs that a turn of a puzzle wins.
    pub(crate) proofs: WorkPool,
}

impl WorkPools {
    /// Quick and slow threads for half of the cores each, so that no kind of work takes all of them; one thread for animations
    /// and one for proofs. `leaves_a_core_free` keeps all of them off one core.
    pub(crate) fn new(leaves_a_core_free: bool) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            quick: WorkPool::new(PoolSize {
                threads: cores.div_ceil(2),
                waiting: 256,
                for_caller: 64,
                nice: NICE_QUICK,
                leaves_a_core_free,
            }),
            slow: WorkPool::new(PoolSize {
                threads: cores.div_ceil(2),
                waiting: 64,
                for_caller: 16,
                nice: NICE_SLOW,
                leaves_a_core_free,
            }),
            animations: WorkPool::new(PoolSize {
                threads: 1,
                waiting: 8,
                for_caller: 2,
                nice: NICE_SLOW,
                leaves_a_core_free,
            }),
            proofs: WorkPool::new(PoolSize {
                threads: 1,
                waiting: 32,
                for_caller: 4,
                nice: NICE_SLOW,
                leaves_a_core_free,
            }),
        }
    }
}

/// Keeps threads busy until it is dropped.
#[cfg(feature = "test-hooks")]
pub struct StalledWork {
    _held: Vec<std::sync::mpsc::Sender<()>>,
}

#[cfg(feature = "test-hooks")]
impl WorkPools {
    /// Keeps every thread of every pool busy until the result is dropped; what is submitted meanwhile waits.
    pub(crate) fn stall(&self) -> StalledWork {
        let pools = [&self.quick, &self.slow, &self.animations, &self.proofs];
        let stall = |pool: &WorkPool, number: usize| {
            let (hold, held) = std::sync::mpsc::channel::<()>();
            let work = Box::new(move || {
                let _ = held.recv();
            });
            let caller = WorkCaller::Player(Some(PlayerId(number as u128)));
            let (abandoned, displaced) = (AbandonFlag::default(), Arc::default());
            pool.enqueue(caller, PoolJob { abandoned, displaced, work }).expect("nothing waits yet");
            hold
        };
        let held =
            pools.iter().flat_map(|pool| (0..pool.0.size.threads).map(move |number| stall(pool, number)));
        StalledWork { _held: held.collect() }
    }

    /// How many jobs wait for the quick threads.
    pub(crate) fn waiting(&self) -> usize {
        self.quick.0.lock().waiting
    }
}

/// The size of a pool.
#[derive(Clone, Copy, Debug)]
struct PoolSize {
    threads: usize,
    /// Maximum number of waiting jobs, in total and for one caller.
    waiting: usize,
    for_caller: usize,
    /// Niceness of the threads.
    nice: i32,
    leaves_a_core_free: bool,
}

/// The caller on whose behalf work is done: an address, or a player where one address may stand for many
/// people (this machine, an unknown address). The queue bounds what waits for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkCaller {
    /// A network.
    Address(IpAddr),
    /// A client on this machine, or from an unknown address.
    Player(Option<PlayerId>),
}

impl WorkCaller {
    /// The caller of a request.
    pub(crate) fn new(player: Option<PlayerId>, address: Option<IpAddr>) -> Self {
        match address.map(network) {
            Some(address) if !address.is_loopback() => Self::Address(address),
            _ => Self::Player(player),
        }
    }
}

/// Tells a job that its caller no longer waits.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbandonFlag(Arc<AtomicBool>);

impl AbandonFlag {
    /// Whether the work may stop.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets the flag when the request is dropped.
struct AbandonOnDrop(AbandonFlag);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

struct PoolJob {
    abandoned: AbandonFlag,
    /// Set if the job is dropped for that of another caller.
    displaced: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

#[derive(Default)]
struct PoolQueue {
    /// The callers with waiting work, the next to be served first.
    callers: VecDeque<(WorkCaller, VecDeque<PoolJob>)>,
    waiting: usize,
    threads: usize,
    idle: usize,
    closed: bool,
}

impl PoolQueue {
    /// Enqueues a job behind those of the same caller; false if too many wait. In a full queue it takes the place of another one
    /// if some caller has more jobs there than this one.
    fn push(&mut self, caller: WorkCaller, job: PoolJob, size: PoolSize) -> bool {
        let own = self.callers.iter().find(|(other, _)| *other == caller).map_or(0, |(_, jobs)| jobs.len());
        if self.closed || own >= size.for_caller {
            return false;
        }
        if self.waiting >= size.waiting && !self.displace_beyond(own + 1) {
            return false;
        }
        match self.callers.iter_mut().find(|(other, _)| *other == caller) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.callers.push_back((caller, VecDeque::from([job]))),
        }
        self.waiting += 1;
        true
    }

    /// Drops the last job of the caller with the most of them, if these are more than `share`.
    fn displace_beyond(&mut self, share: usize) -> bool {
        let longest = self.callers.iter_mut().map(|(_, jobs)| jobs).max_by_key(|jobs| jobs.len());
        let last = longest.filter(|jobs| jobs.len() > share).and_then(VecDeque::pop_back);
        let Some(last) = last else { return false };
        last.displaced.store(true, Ordering::Relaxed);
        self.waiting -= 1;
        true
    }

    /// The first job of the next caller, who moves to the end of the queue.
    fn pop(&mut self) -> Option<PoolJob> {
        let (caller, mut jobs) = self.callers.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.callers.push_back((caller, jobs));
        }
        self.waiting -= usize::from(job.is_some());
        job
    }
}

struct PoolState {
    size: PoolSize,
    queue: Mutex<PoolQueue>,
    wake: Condvar,
}

impl PoolState {
    fn lock(&self) -> MutexGuard<'_, PoolQueue> {
        self.queue.lock().expect("no panic while the lock is held")
    }

    /// A thread of the pool.
    fn run(&self) {
        // Without the permission to do so it works at the same priority.
        let _ = rustix::process::nice(self.size.nice);
        if self.size.leaves_a_core_free {
            leave_a_core_free();
        }
        let mut queue = self.lock();
        while !queue.closed {
            let Some(job) = queue.pop() else {
                queue.idle += 1;
                queue = self.wake.wait(queue).expect("no panic while the lock is held");
                queue.idle -= 1;
                continue;
            };
            drop(queue);
            // A job whose caller has hung up is skipped.
            if !job.abandoned.is_set() && catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!("a piece of work panicked");
            }
            queue = self.lock();
        }
    }
}

/// A few threads and a bounded queue. Threads start when they are needed, and end when the pool is dropped.
pub(crate) struct WorkPool(Arc<PoolState>);

impl WorkPool {
    /// A pool for password hashes: it yields to all threads that serve requests.
    pub(crate) fn for_hashes(threads: usize, waiting: usize, leaves_a_core_free: bool) -> Self {
        Self::new(PoolSize { threads, waiting, for_caller: waiting, nice: NICE_SLOW, leaves_a_core_free })
    }

    fn new(size: PoolSize) -> Self {
        Self(Arc::new(PoolState { size, queue: Mutex::default(), wake: Condvar::new() }))
    }

    /// Runs a job for a caller. If the returned future is dropped, a waiting job is not started, and a
    /// running one sees its [`AbandonFlag`] set.
    ///
    /// # Errors
    /// `too_fast` if too much waits; `unavailable` if the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: WorkCaller,
        work: impl FnOnce(&AbandonFlag) -> T + Send + 'static,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let (abandoned, displaced) = (AbandonFlag::default(), Arc::new(AtomicBool::new(false)));
        let flag = abandoned.clone();
        // A caller that no longer waits needs no answer.
        let work = Box::new(move || drop(reply.send(work(&flag))));
        self.enqueue(caller, PoolJob { abandoned: abandoned.clone(), displaced: displaced.clone(), work })?;
        let _abandon = AbandonOnDrop(abandoned);
        answer.await.map_err(|_| {
            if displaced.load(Ordering::Relaxed) { ApiError::busy(RETRY) } else { ApiError::unavailable() }
        })
    }

    fn enqueue(&self, caller: WorkCaller, job: PoolJob) -> Result<()> {
        let mut queue = self.0.lock();
        if !queue.push(caller, job, self.0.size) {
            return Err(ApiError::busy(RETRY));
        }
        if queue.idle < queue.waiting && queue.threads < self.0.size.threads {
            let shared = self.0.clone();
            match std::thread::Builder::new().name("work".into()).spawn(move || shared.run()) {
                Ok(_) => queue.threads += 1,
                // Running threads take the job, or the next caller tries again to start one.
                Err(error) => tracing::error!(%error, "a thread did not start"),
            }
        }
        self.0.wake.notify_one();
        Ok(())
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.callers.clear();
        self.0.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use taijitu_protocol::Code;

    const SIZE: PoolSize =
        PoolSize { threads: 1, waiting: 6, for_caller: 4, nice: 0, leaves_a_core_free: false };

    fn from(address: &str) -> WorkCaller {
        WorkCaller::new(None, address.parse().ok())
    }

    /// A pool whose only thread is busy until the sender is dropped.
    async fn busy() -> (Arc<WorkPool>, mpsc::Sender<()>) {
        let pool = Arc::new(WorkPool::new(SIZE));
        let (hold, held) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let other = pool.clone();
        tokio::spawn(async move {
            let work = move |_: &AbandonFlag| {
                let _ = begun.send(());
                held.recv().ok()
            };
            other.run(from("192.0.2.9"), work).await
        });
        begins.await.unwrap();
        (pool, hold)
    }

    fn waiting(pool: &WorkPool) -> usize {
        pool.0.lock().waiting
    }

    /// Submits a job that adds its name to a list.
    async fn begin(
        pool: &Arc<WorkPool>,
        address: &'static str,
        done: &Arc<Mutex<Vec<&'static str>>>,
    ) -> tokio::task::JoinHandle<Result<()>> {
        let (other, done, before) = (pool.clone(), done.clone(), waiting(pool));
        let task = tokio::spawn(async move {
            other.run(from(address), move |_| done.lock().unwrap().push(address)).await
        });
        while waiting(pool) == before && !task.is_finished() {
            tokio::task::yield_now().await;
        }
        task
    }

    #[tokio::test]
    async fn callers_take_turns() {
        let (pool, hold) = busy().await;
        let done = Arc::new(Mutex::new(vec![]));
        let mut tasks = vec![];
        for address in ["203.0.113.1"; 4].into_iter().chain(["203.0.113.2", "203.0.113.3"]) {
            tasks.push(begin(&pool, address, &done).await);
        }
        drop(hold);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let order: Vec<&str> = done.lock().unwrap().iter().map(|address| &address[10..]).collect();
        assert_eq!(order, ["1", "2", "3", "1", "1", "1"]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_the_caller_with_the_most_jobs() {
        let (pool, hold) = busy().await;
        let done = Arc::new(Mutex::new(vec![]));
        let refused = async |task: tokio::task::JoinHandle<Result<()>>| {
            let problem = task.await.unwrap().unwrap_err().0;
            assert_eq!((problem.code, problem.retry), (Code::TooFast, Some(RETRY)));
        };
        let mut tasks = vec![];
        for address in ["203.0.113.1"; 4].into_iter().chain(["203.0.113.2"; 2]) {
            tasks.push(Some(begin(&pool, address, &done).await));
        }
        // Others take the places of last jobs, as long as somebody has more than they.
        for (address, displaced) in [("203.0.113.3", 3), ("203.0.113.4", 2), ("203.0.113.5", 5)] {
            let (pool, done) = (pool.clone(), done.clone());
            let job =
                async move { pool.run(from(address), move |_| done.lock().unwrap().push(address)).await };
            tasks.push(Some(tokio::spawn(job)));
            refused(tasks[displaced].take().unwrap()).await;
        }
        refused(begin(&pool, "203.0.113.1", &done).await).await;
        drop(hold);
        for task in tasks.into_iter().flatten() {
            task.await.unwrap().unwrap();
        }
        assert_eq!(done.lock().unwrap().len(), SIZE.waiting);
    }

    #[tokio::test]
    async fn one_caller_has_at_most_its_share() {
        let (pool, hold) = busy().await;
        let done = Arc::new(Mutex::new(vec![]));
        for _ in 0..SIZE.for_caller {
            begin(&pool, "203.0.113.1", &done).await;
        }
        let refused = begin(&pool, "203.0.113.1", &done).await;
        assert_eq!(refused.await.unwrap().unwrap_err().0.code, Code::TooFast);
        begin(&pool, "203.0.113.2", &done).await;
        drop(hold);
    }

    #[tokio::test]
    async fn work_of_a_disconnected_caller_is_skipped_or_stopped() {
        let (pool, hold) = busy().await;
        let done = Arc::new(Mutex::new(vec![]));
        let gone = begin(&pool, "203.0.113.1", &done).await;
        gone.abort();
        let _ = gone.await;
        drop(hold);
        let (began, begins) = oneshot::channel();
        let (stopped, stops) = oneshot::channel();
        let endless = pool.run(from("203.0.113.2"), move |abandoned: &AbandonFlag| {
            let _ = began.send(());
            while !abandoned.is_set() {
                std::thread::yield_now();
            }
            let _ = stopped.send(());
        });
        tokio::select! {
            _ = endless => unreachable!("it stops only when it is abandoned"),
            _ = begins => (),
        }
        stops.await.unwrap();
        assert!(done.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_panic_ends_one_piece_of_work() {
        let pool = WorkPool::new(SIZE);
        let refused = pool.run(from("203.0.113.1"), |_| panic!("as it should")).await;
        assert_eq!(refused.map(|()| 0).unwrap_err().0.code, Code::Unavailable);
        assert_eq!(pool.run(from("203.0.113.1"), |_| 7).await.unwrap(), 7);
    }
}
