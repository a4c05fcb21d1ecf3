//! Engines: a bounded pool of low-priority threads that think, for seats at tables and for whoever asks.
//!
//! A job is one turn of one seat, or one piece of advice. Jobs are taken in the order they came; a table has one at a
//! time, so tables get equal shares, and only so many may wait for advice. The more jobs wait, the less each may
//! think. A worker hands an engine only what its side may know.
//!
//! What takes long, an analysis or a review, is done when no job waits, and is laid aside as soon as one comes
//! ([`long`]). What can be calculated exactly but cannot be laid aside has a thread of its own.

mod long;
mod turns;

pub(crate) use long::{Lane, Task, Ticket};
pub(crate) use turns::Thinking;

use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::workers::Hiring;
use long::Long;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::Duration;
use taijitu_protocol::Level;
use taijitu_rules::{AnyPlay, Side, games};
use taijitu_search::{Known, Limits, Player, Stop, Strength};
use tokio::sync::{mpsc, oneshot};
use turns::{Turn, is_better, play};

/// With so many jobs a thread in the queue, budgets begin to shrink.
const EASE: f64 = 2.0;
/// What is left of a budget at least.
const LEAST: f64 = 1.0 / 32.0;

/// So many may wait for advice.
const ADVICE_MOST: usize = 32;
/// So long somebody waits for it at the most.
const ADVICE_WAIT: Duration = Duration::from_secs(20);

/// So many jobs may be with workers; others are done here.
const ABROAD_MOST: usize = 1024;

/// One position an engine has to think about, and why.
struct Job {
    errand: Errand,
    request: Request,
    stop: Stop,
}

/// One position an engine has to think about.
pub(crate) struct Request {
    /// For whom: an engine is told what this side may know.
    pub(crate) side: Side,
    /// How well it plays.
    pub(crate) level: Level,
    /// Two engines of the same seed play the same.
    pub(crate) seed: u64,
    /// What the clock allows.
    pub(crate) time: Option<Duration>,
    /// The game.
    pub(crate) play: Box<dyn AnyPlay>,
}

/// What an engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its turn.
    pub(crate) turn: String,
    /// Whether it thinks its side is better off.
    pub(crate) better: bool,
}

/// What becomes of the turn an engine finds.
enum Errand {
    /// It is played at a table.
    Play(Turn),
    /// Somebody is told.
    Tell(oneshot::Sender<Option<String>>),
}

/// Stops thinking when whoever waits for it has gone.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The queue of the pool.
#[derive(Default)]
pub struct Bots {
    jobs: Mutex<Queue>,
    wake: Condvar,
    /// The way to workers on other machines, if there is one.
    abroad: OnceLock<Abroad>,
}

/// Jobs that go to workers.
struct Abroad {
    hiring: Arc<Hiring>,
    jobs: mpsc::UnboundedSender<Job>,
    /// How many are there.
    count: Arc<AtomicUsize>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    long: Long,
    threads: usize,
    /// Threads of the pool with nothing to do.
    idle: usize,
    closed: bool,
}

/// What a thread does next.
enum Work {
    /// A job, with how much of its budget it may use.
    Job(Box<Job>, f64),
    /// Something that takes long, until it is told to pause.
    Long(long::Started),
}

impl Bots {
    /// How many jobs wait here; those that workers have do not.
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.jobs.lock().expect("nothing panics while it queues")
    }

    /// Starts the threads; they end when [`close`](Self::close) is called.
    pub fn start(house: &House, threads: usize) {
        house.bots.lock().threads = threads;
        if let Some((client, up)) = house.bus.client().zip(house.bus.is_up()) {
            house.bots.send_abroad(house, Hiring::new(client, up));
        }
        let lanes = (0..threads).map(|_| Lane::Pool).chain([Lane::Exact]);
        for (number, lane) in lanes.enumerate() {
            let house = house.clone();
            let runtime = tokio::runtime::Handle::current();
            let work = move || work(&house, &runtime, lane);
            let thread = std::thread::Builder::new().name(format!("engine-{number}")).spawn(work);
            if let Err(error) = thread {
                tracing::error!(%error, "an engine thread did not start");
            }
        }
    }

    /// Lets the threads end.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        for job in queue.waiting.drain(..) {
            job.stop.stop();
        }
        queue.long.close();
        self.wake.notify_all();
    }

    /// What an engine of some level would play for a side, by what that side may know; none if nothing can be played.
    ///
    /// # Errors
    /// If too many wait for advice, or the house closes.
    pub async fn advise(
        &self,
        side: Side,
        play: Box<dyn AnyPlay>,
        level: Level,
        seed: u64,
    ) -> Result<Option<String>> {
        let tells = |job: &&Job| matches!(job.errand, Errand::Tell(_)) && !job.stop.is_set();
        if self.lock().waiting.iter().filter(tells).count() >= ADVICE_MOST {
            return Err(Refused::too_fast(2));
        }
        let (tell, told) = oneshot::channel();
        let waiting = Waiting(Stop::default());
        let request = Request { side, level, seed, time: None, play };
        self.push(Job { errand: Errand::Tell(tell), request, stop: waiting.0.clone() });
        let told = tokio::time::timeout(ADVICE_WAIT, told).await;
        told.ok().and_then(std::result::Result::ok).ok_or_else(Refused::unavailable)
    }

    /// Gives a job to a worker, if there is any, otherwise to the pool.
    fn push(&self, job: Job) {
        let abroad = self.abroad.get();
        let is_open = |abroad: &&Abroad| {
            abroad.hiring.is_worthwhile() && abroad.count.load(Ordering::Relaxed) < ABROAD_MOST
        };
        match abroad.filter(is_open) {
            // The other end lives as long as the house; if it is gone, so is everybody who waits.
            Some(abroad) => drop(abroad.jobs.send(job)),
            None => self.push_here(job),
        }
    }

    /// Lets jobs go to workers from now on, and come back if those cannot do them.
    fn send_abroad(&self, house: &House, hiring: Hiring) {
        let (jobs, mut outgoing) = mpsc::unbounded_channel::<Job>();
        let abroad = Abroad { hiring: Arc::new(hiring), jobs, count: Arc::default() };
        let (hiring, count, house) = (abroad.hiring.clone(), abroad.count.clone(), house.clone());
        tokio::spawn(async move {
            let mut closed = std::pin::pin!(house.closed());
            loop {
                let job = tokio::select! {
                    job = outgoing.recv() => job,
                    () = &mut closed => break,
                };
                let Some(job) = job else { break };
                let (hiring, count, house) = (hiring.clone(), count.clone(), house.clone());
                count.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move {
                    let answer = hiring.ask(&job.request, &job.stop).await;
                    count.fetch_sub(1, Ordering::Relaxed);
                    match answer {
                        Some((found, spent)) => deliver(&house, job, found, spent).await,
                        None => house.bots.push_here(job),
                    }
                });
            }
        });
        // A house starts its engines once.
        let _ = self.abroad.set(abroad);
    }

    fn push_here(&self, job: Job) {
        let mut queue = self.lock();
        if !queue.closed {
            queue.waiting.push_back(job);
            metrics::gauge!("taijitu_engine_queue").set(queue.waiting.len() as f64);
            let wanted = queue.waiting.len().saturating_sub(queue.idle);
            queue.long.make_way(wanted);
            self.wake.notify_all();
        }
    }

    /// What to do next: jobs first, then what takes long.
    fn next(&self, lane: Lane) -> Option<Work> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if lane == Lane::Pool
                && let Some(job) = queue.waiting.pop_front()
            {
                let load = queue.waiting.len() as f64 / queue.threads.max(1) as f64;
                metrics::gauge!("taijitu_engine_queue").set(queue.waiting.len() as f64);
                return Some(Work::Job(Box::new(job), (EASE / load.max(EASE)).max(LEAST)));
            }
            if let Some(started) = queue.long.begin(lane) {
                return Some(Work::Long(started));
            }
            let pool = usize::from(lane == Lane::Pool);
            queue.idle += pool;
            queue = self.wake.wait(queue).expect("nothing panics while it queues");
            queue.idle -= pool;
        }
    }
}

/// The engine a thread last used: a table of positions is large.
#[derive(Default)]
pub(crate) struct Kept(Option<(&'static str, Player)>);

impl Kept {
    /// The game it plays.
    pub(crate) fn game(&self) -> Option<&'static str> {
        self.0.as_ref().map(|(game, _)| *game)
    }
}

/// A thread of the pool.
fn work(house: &House, runtime: &tokio::runtime::Handle, lane: Lane) {
    lower_priority();
    let mut kept = Kept::default();
    while let Some(work) = house.bots.next(lane) {
        match work {
            Work::Job(job, share) => do_job(house, runtime, *job, share, &mut kept),
            Work::Long(mut started) => {
                // Whoever asks may send any position: what goes wrong with one must not end the thread.
                let went_on = catch_unwind(AssertUnwindSafe(|| started.work()));
                if went_on.is_err() {
                    tracing::error!("an engine panicked in an analysis");
                }
                house.bots.lay_aside(started, went_on.unwrap_or(false));
            }
        }
    }
}

fn do_job(house: &House, runtime: &tokio::runtime::Handle, job: Job, share: f64, kept: &mut Kept) {
    let began = instant();
    let Request { level, seed, time, .. } = job.request;
    let thinker = Thinker { level, seed, share, time };
    let known = Known::to(job.request.side, &*job.request.play);
    let game = job.request.play.meta().id;
    let found = if job.stop.is_set() { None } else { thinker.think(game, &known, &job.stop, kept) };
    let spent = began.elapsed();
    metrics::histogram!("taijitu_engine_seconds").record(spent);
    let house = house.clone();
    runtime.spawn(async move { deliver(&house, job, found, spent).await });
}

/// Hands over what an engine found.
async fn deliver(house: &House, job: Job, found: Option<Found>, spent: Duration) {
    match job.errand {
        // Whoever asked may have gone; nobody else wants to know.
        Errand::Tell(tell) => drop(tell.send(found.map(|found| found.turn))),
        Errand::Play(turn) => {
            let Some(live) = turn.live.upgrade() else {
                return;
            };
            live.thinking.end((turn.game, turn.turn, turn.seat), found.as_ref().map(|found| found.better));
            if let Some(found) = found.filter(|_| !job.stop.is_set()) {
                play(house, &live, &turn, found.turn, spent).await;
            }
        }
    }
}

/// How an engine thinks about one position.
pub(crate) struct Thinker {
    /// How well it plays.
    pub(crate) level: Level,
    /// What it rolls its dice with.
    pub(crate) seed: u64,
    /// How much of its budget it may use.
    pub(crate) share: f64,
    /// What the clock allows.
    pub(crate) time: Option<Duration>,
}

impl Thinker {
    /// The turn it would play by what a side may know; none if there is none, or it was stopped.
    pub(crate) fn think(&self, game: &str, known: &Known<'_>, stop: &Stop, kept: &mut Kept) -> Option<Found> {
        if kept.game() != Some(game) {
            let id = games::find(game)?.meta().id;
            kept.0 = Some((id, Player::full(id)?));
        }
        let (_, player) = kept.0.as_mut()?;
        player.new_game(self.seed);
        player.set_strength(Some(Strength::of(game, self.level)?.scaled(self.share)));
        let limits = Limits { time: self.time, ..Limits::default() };
        let thought = player.think(known, limits, stop, &mut |_| ())?;
        Some(Found { better: is_better(thought.score, known.side()), turn: thought.turn })
    }
}

/// People's turns come first: engines take what the processors have left.
pub(crate) fn lower_priority() {
    // Refused in some containers; then engines have the same priority as everything else.
    let _ = rustix::process::nice(15);
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{Options, games};

    async fn ask(bots: &Bots, patience: Duration) -> Option<Result<Option<String>>> {
        let kind = games::find("quinta").expect("a game");
        let play = kind.start(Options::parse(kind.meta().options, []).expect("options")).expect("a start");
        tokio::time::timeout(patience, bots.advise(Side::Black, play, 1, 0)).await.ok()
    }

    /// No thread takes the jobs: they wait.
    #[tokio::test]
    async fn who_no_longer_waits_stops_the_engine_and_frees_the_place() {
        let bots = Arc::new(Bots::default());
        assert!(ask(&bots, Duration::from_millis(20)).await.is_none(), "nobody thinks");
        assert!(bots.lock().waiting[0].stop.is_set(), "who asked has gone");
        let patient = (0..ADVICE_MOST).map(|_| {
            let bots = bots.clone();
            tokio::spawn(async move { ask(&bots, Duration::from_secs(60)).await })
        });
        let patient: Vec<_> = patient.collect();
        while bots.waiting() <= ADVICE_MOST {
            tokio::task::yield_now().await;
        }
        let refused =
            ask(&bots, Duration::from_secs(60)).await.expect("an answer").expect_err("too many wait");
        assert_eq!(refused.0.code, taijitu_protocol::Code::TooFast);
        patient.iter().for_each(tokio::task::JoinHandle::abort);
    }

    /// Counts how often it was begun, and goes on until it is told to pause.
    struct Counting(std::sync::mpsc::Sender<u32>, u32);

    impl Task for Counting {
        fn work(&mut self, pause: &Stop) -> bool {
            self.1 += 1;
            let _ = self.0.send(self.1);
            while !pause.is_set() {
                std::thread::yield_now();
            }
            true
        }
    }

    #[test]
    fn what_takes_long_makes_way_for_jobs_and_goes_on_after_them() {
        let bots = Arc::new(Bots::default());
        let (tell, told) = std::sync::mpsc::channel();
        let ticket = bots.line_up(Lane::Pool, Box::new(Counting(tell.clone(), 0))).expect("a place");
        let behind = bots.line_up(Lane::Pool, Box::new(Counting(tell, 10))).expect("a place");
        assert_eq!((bots.ahead(ticket), bots.ahead(behind)), (Some(0), Some(1)));
        let pool = bots.clone();
        let thread = std::thread::spawn(move || {
            let mut jobs = 0;
            while let Some(work) = pool.next(Lane::Pool) {
                match work {
                    Work::Job(..) => jobs += 1,
                    Work::Long(mut started) => {
                        let more = started.work();
                        pool.lay_aside(started, more);
                    }
                }
            }
            jobs
        });
        assert_eq!(told.recv(), Ok(1));
        assert_eq!(bots.ahead(ticket), None, "it has begun");
        let (errand, _told) = oneshot::channel();
        let kind = games::find("quinta").expect("a game");
        let play = kind.start(Options::parse(kind.meta().options, []).expect("options")).expect("a start");
        let (side, stop) = (Side::Black, Stop::default());
        let request = Request { side, level: 1, seed: 0, time: None, play };
        bots.push(Job { errand: Errand::Tell(errand), request, stop });
        assert_eq!(told.recv(), Ok(2), "it goes on, before the one that came later");
        assert_eq!(bots.waiting(), 0, "after the job");
        bots.leave(ticket);
        assert_eq!(told.recv(), Ok(11), "who leaves makes room");
        bots.close();
        assert_eq!(thread.join().expect("no panic"), 1);
    }
}
