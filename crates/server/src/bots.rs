//! Engines at the table: a bounded pool of low-priority threads that think for seats.
//!
//! A job is one turn of one seat, or one piece of advice. Jobs are taken in the order they came; a table has one at a
//! time, so tables get equal shares, and only so many may wait for advice. The more jobs wait, the less each may
//! think. A worker hands an engine only what its side may know.

use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::live::{Doer, Live};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::Duration;
use taijitu_protocol::{Command, Level, TableId, Time};
use taijitu_rules::{AnyPlay, Side};
use taijitu_search::engine::Score;
use taijitu_search::{Known, Limits, Player, Stop, Strength};
use taijitu_table::{Actor, Table, Who};
use tokio::sync::oneshot;

/// With so many jobs a thread in the queue, budgets begin to shrink.
const EASE: f64 = 2.0;
/// What is left of a budget at least.
const LEAST: f64 = 1.0 / 32.0;
/// An engine plays on a clock as if so many turns were left.
const TURNS_LEFT: i64 = 30;
/// A draw is not considered before this turn.
const DRAW_FROM: u32 = 12;

/// So many may wait for advice.
const ADVICE_MOST: usize = 32;
/// So long somebody waits for it at the most.
const ADVICE_WAIT: Duration = Duration::from_secs(20);

/// One position an engine has to think about.
struct Job {
    errand: Errand,
    side: Side,
    level: Level,
    seed: u64,
    /// What the clock allows.
    time: Option<Duration>,
    play: Box<dyn AnyPlay>,
    stop: Stop,
}

/// What becomes of the turn an engine finds.
enum Errand {
    /// It is played at a table.
    Play(Turn),
    /// Somebody is told.
    Tell(oneshot::Sender<Option<String>>),
}

/// One turn of one seat.
struct Turn {
    live: Weak<Live>,
    table: TableId,
    game: u32,
    turn: u32,
    seat: u8,
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
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    threads: usize,
    closed: bool,
}

/// What an engine thinks about at one table, and what it thought of its last position.
#[derive(Default)]
pub struct Thinking(Mutex<Thought>);

#[derive(Default)]
struct Thought {
    /// Game, turn and seat in hand.
    at: Option<(u32, u32, u8)>,
    stop: Stop,
    /// Whether the engine on a seat thought to be better off when it last thought.
    better: [Option<bool>; 4],
}

impl Bots {
    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.jobs.lock().expect("nothing panics while it queues")
    }

    /// Starts the threads; they end when [`close`](Self::close) is called.
    pub fn start(house: &House, threads: usize) {
        house.bots.lock().threads = threads;
        for number in 0..threads {
            let house = house.clone();
            let runtime = tokio::runtime::Handle::current();
            let work = move || work(&house, &runtime);
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
        let (time, stop) = (None, waiting.0.clone());
        self.push(Job { errand: Errand::Tell(tell), side, level, seed, time, play, stop });
        let told = tokio::time::timeout(ADVICE_WAIT, told).await;
        told.ok().and_then(std::result::Result::ok).ok_or_else(Refused::unavailable)
    }

    fn push(&self, job: Job) {
        let mut queue = self.lock();
        if !queue.closed {
            queue.waiting.push_back(job);
            metrics::gauge!("taijitu_engine_queue").set(queue.waiting.len() as f64);
            self.wake.notify_one();
        }
    }

    /// The next job, and how much of its budget it may use.
    fn next(&self) -> Option<(Job, f64)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.waiting.pop_front() {
                let load = queue.waiting.len() as f64 / queue.threads.max(1) as f64;
                metrics::gauge!("taijitu_engine_queue").set(queue.waiting.len() as f64);
                return Some((job, (EASE / load.max(EASE)).max(LEAST)));
            }
            queue = self.wake.wait(queue).expect("nothing panics while it queues");
        }
    }

    /// Looks at a table after something happened there: an engine may have to think, to stop, or to answer.
    pub fn look(&self, house: &House, live: &Arc<Live>, table: &Table) {
        let Some(game) = table.running() else {
            live.thinking.stop();
            return;
        };
        answer_offer(house, live, table);
        let engine = |&seat: &u8| match table.seats().get(usize::from(seat)) {
            Some(Some(Who::Engine(level))) => Some((seat, *level)),
            _ => None,
        };
        let first = game.acting().iter().find_map(engine).filter(|_| !table.is_paused());
        let Some((seat, level)) = first else {
            live.thinking.stop();
            return;
        };
        let turn = game.turns() + 1;
        let Some(stop) = live.thinking.begin((game.number, turn, seat)) else {
            return;
        };
        let turn_of = Turn { live: Arc::downgrade(live), table: table.id(), game: game.number, turn, seat };
        self.push(Job {
            errand: Errand::Play(turn_of),
            side: match game.side(seat) {
                taijitu_protocol::Side::White => Side::White,
                taijitu_protocol::Side::Black => Side::Black,
            },
            level,
            seed: game.id.0 as u64 ^ u64::from(turn),
            time: time_for(table, seat),
            play: game.play().boxed_clone(),
            stop,
        });
    }
}

/// What a clock allows for this turn.
fn time_for(table: &Table, seat: u8) -> Option<Duration> {
    let Time::Total { increment, .. } = table.setup().time else {
        return None;
    };
    let left = table.time_left(seat)?;
    let share = left / TURNS_LEFT + i64::from(increment) * 800;
    // Never more than what is there less a margin, whatever the increment.
    let most = (left - 200).max(10);
    Some(Duration::from_millis(share.clamp(10, most.max(10)).unsigned_abs()))
}

/// An engine accepts a draw if it thought not to be better; it has no pride.
fn answer_offer(house: &House, live: &Arc<Live>, table: &Table) {
    let Some((n, seat)) = table.draw_offered_to_engine() else {
        return;
    };
    let turns = table.running().map_or(0, taijitu_table::Game::turns);
    let accept = turns >= DRAW_FROM && live.thinking.not_better(seat);
    let offer = Some(n);
    let command = if accept { Command::Accept { offer } } else { Command::Refuse { offer } };
    let (house, live) = (house.clone(), live.clone());
    tokio::spawn(async move {
        let doer = Doer { actor: Actor::Engine(seat), lag: 0, thought: 0 };
        if let Err(refused) = live.execute(&house, doer, &command, None).await {
            tracing::debug!(code = ?refused.0.code, "an engine's answer came too late");
        }
    });
}

impl Thinking {
    fn lock(&self) -> std::sync::MutexGuard<'_, Thought> {
        self.0.lock().expect("nothing panics while it thinks")
    }

    /// Whatever is thought about is over.
    pub fn stop(&self) {
        let mut thought = self.lock();
        thought.stop.stop();
        thought.at = None;
    }

    /// Begins to think about a turn; none if that is being done.
    fn begin(&self, at: (u32, u32, u8)) -> Option<Stop> {
        let mut thought = self.lock();
        if thought.at == Some(at) {
            return None;
        }
        thought.stop.stop();
        thought.stop = Stop::default();
        thought.at = Some(at);
        Some(thought.stop.clone())
    }

    /// Thinking about a turn has ended, one way or the other.
    fn end(&self, at: (u32, u32, u8), better: Option<bool>) {
        let mut thought = self.lock();
        if thought.at == Some(at) {
            thought.at = None;
        }
        if let (Some(better), Some(place)) = (better, thought.better.get_mut(usize::from(at.2))) {
            *place = Some(better);
        }
    }

    fn not_better(&self, seat: u8) -> bool {
        self.lock().better.get(usize::from(seat)).copied().flatten() == Some(false)
    }
}

/// A thread of the pool. It keeps the engine of the game it last played: a table of positions is large.
fn work(house: &House, runtime: &tokio::runtime::Handle) {
    lower_priority();
    let mut kept: Option<(&'static str, Player)> = None;
    while let Some((job, share)) = house.bots.next() {
        let began = instant();
        let thought = if job.stop.is_set() { None } else { think(&job, share, &mut kept) };
        let spent = began.elapsed();
        metrics::histogram!("taijitu_engine_seconds").record(spent);
        match job.errand {
            // Whoever asked may have gone; nobody else wants to know.
            Errand::Tell(tell) => drop(tell.send(thought.map(|(text, _)| text))),
            Errand::Play(turn) => {
                let Some(live) = turn.live.upgrade() else {
                    continue;
                };
                let better = thought.as_ref().map(|(_, score)| is_better(*score, job.side));
                live.thinking.end((turn.game, turn.turn, turn.seat), better);
                let Some((text, _)) = thought.filter(|_| !job.stop.is_set()) else {
                    continue;
                };
                let house = house.clone();
                runtime.spawn(async move { play(&house, &live, &turn, text, spent).await });
            }
        }
    }
}

fn think(job: &Job, share: f64, kept: &mut Option<(&'static str, Player)>) -> Option<(String, Score)> {
    let game = job.play.meta().id;
    if kept.as_ref().is_none_or(|(id, _)| *id != game) {
        *kept = Some((game, Player::full(game)?));
    }
    let (_, player) = kept.as_mut()?;
    player.new_game(job.seed);
    player.set_strength(Some(Strength::of(game, job.level)?.scaled(share)));
    let limits = Limits { time: job.time, ..Limits::default() };
    let known = Known::to(job.side, &*job.play);
    let thought = player.think(&known, limits, &job.stop, &mut |_| ())?;
    Some((thought.turn, thought.score))
}

fn is_better(score: Score, side: Side) -> bool {
    match score {
        Score::Points(points) => points > 0,
        Score::Chance(chance) => chance > 0.5,
        Score::Wins(winner) => winner == side,
    }
}

async fn play(house: &House, live: &Arc<Live>, job: &Turn, text: String, spent: Duration) {
    let thought = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
    let doer = Doer { actor: Actor::Engine(job.seat), lag: 0, thought };
    let command = Command::Play { game: job.game, turn: job.turn, text };
    if let Err(refused) = live.execute(house, doer, &command, None).await {
        tracing::warn!(table = %job.table, code = ?refused.0.code, "an engine's turn was not played");
        // The position may have changed under it, or the store failed: look again in a moment.
        tokio::time::sleep(Duration::from_secs(1)).await;
        if let Ok(state) = live.lock(house).await {
            house.bots.look(house, live, &state.table);
        }
    }
}

/// People's turns come first: engines take what the processors have left.
fn lower_priority() {
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
}
