//! What takes long: analyses and reviews. They wait in line, are laid aside while a turn at a table has to be found,
//! and go on where they were; whoever leaves ends theirs.

use super::Bots;
use crate::clock::instant;
use crate::error::{Refused, Result};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use taijitu_search::Stop;

/// So many may wait.
const MOST: usize = 64;

/// Where something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// By the pool, when it has nothing else to do.
    Pool,
    /// By the one thread for what cannot be laid aside.
    Exact,
}

/// Something that takes long.
pub(crate) trait Task: Send {
    /// Works until it is done or told to pause; true if there is more to do.
    fn work(&mut self, pause: &Stop) -> bool;
}

/// The number of something in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

/// What takes long and waits.
struct Waiting {
    ticket: Ticket,
    lane: Lane,
    task: Box<dyn Task>,
    spent: Duration,
}

/// What is being done.
struct Running {
    ticket: Ticket,
    lane: Lane,
    pause: Stop,
    /// Nobody wants it any more, or it has had its share.
    ended: bool,
    spent: Duration,
    since: Instant,
}

/// What a thread has begun.
pub(super) struct Started {
    ticket: Ticket,
    lane: Lane,
    task: Box<dyn Task>,
    pause: Stop,
}

impl Started {
    /// Works until it is done or told to pause; true if there is more to do.
    pub(super) fn work(&mut self) -> bool {
        self.task.work(&self.pause)
    }
}

/// The line.
#[derive(Default)]
pub(super) struct Long {
    waiting: VecDeque<Waiting>,
    running: Vec<Running>,
    tickets: u64,
}

impl Long {
    /// The next thing to do in a lane.
    pub(super) fn begin(&mut self, lane: Lane) -> Option<Started> {
        let at = self.waiting.iter().position(|waiting| waiting.lane == lane)?;
        let Waiting { ticket, task, spent, .. } = self.waiting.remove(at)?;
        let pause = Stop::default();
        let (since, ended) = (instant(), false);
        self.running.push(Running { ticket, lane, pause: pause.clone(), ended, spent, since });
        Some(Started { ticket, lane, task, pause })
    }

    /// Lays as many things aside as jobs wait for a thread.
    pub(super) fn make_way(&self, wanted: usize) {
        let laid_aside = self.running.iter().filter(|running| running.lane == Lane::Pool).take(wanted);
        laid_aside.for_each(|running| running.pause.stop());
    }

    /// Ends everything.
    pub(super) fn close(&mut self) {
        self.waiting.clear();
        self.running.iter().for_each(|running| running.pause.stop());
    }
}

impl Bots {
    /// Puts something at the end of the line.
    ///
    /// # Errors
    /// If the line is too long, or the house closes.
    pub(crate) fn line_up(&self, lane: Lane, task: Box<dyn Task>) -> Result<Ticket> {
        let mut queue = self.lock();
        if queue.closed {
            return Err(Refused::unavailable());
        }
        if queue.long.waiting.len() >= MOST {
            return Err(Refused::too_fast(10));
        }
        queue.long.tickets += 1;
        let ticket = Ticket(queue.long.tickets);
        queue.long.waiting.push_back(Waiting { ticket, lane, task, spent: Duration::ZERO });
        self.wake.notify_all();
        Ok(ticket)
    }

    /// How many analyses and reviews wait or are being made.
    pub fn long(&self) -> usize {
        let queue = self.lock();
        queue.long.waiting.len() + queue.long.running.len()
    }

    /// How many are before it; none if it was begun or is over.
    pub(crate) fn ahead(&self, ticket: Ticket) -> Option<u32> {
        let queue = self.lock();
        let at = queue.long.waiting.iter().position(|waiting| waiting.ticket == ticket)?;
        let lane = queue.long.waiting[at].lane;
        let before = queue.long.waiting.iter().take(at).filter(|waiting| waiting.lane == lane).count();
        let running = queue.long.running.iter().filter(|running| running.lane == lane).count();
        u32::try_from(before + running).ok()
    }

    /// Ends it, whether it waits or is being done.
    pub(crate) fn leave(&self, ticket: Ticket) {
        let mut queue = self.lock();
        queue.long.waiting.retain(|waiting| waiting.ticket != ticket);
        for running in queue.long.running.iter_mut().filter(|running| running.ticket == ticket) {
            running.ended = true;
            running.pause.stop();
        }
    }

    /// Whether others wait while this one has been worked on for as long as `share`.
    pub(crate) fn has_had_its_share(&self, ticket: Ticket, share: Duration) -> bool {
        let queue = self.lock();
        let Some(own) = queue.long.running.iter().find(|running| running.ticket == ticket) else {
            return false;
        };
        let others = queue.long.waiting.iter().any(|waiting| waiting.lane == own.lane);
        others && own.spent + own.since.elapsed() >= share
    }

    /// A thread has stopped working on something: it is done, or goes back to the head of the line; to the end of it if
    /// nobody told it to pause.
    pub(super) fn lay_aside(&self, started: Started, more: bool) {
        let mut queue = self.lock();
        let Started { ticket, lane, task, .. } = started;
        let at = queue.long.running.iter().position(|running| running.ticket == ticket);
        let Some(Running { ended, spent, since, pause, .. }) =
            at.map(|at| queue.long.running.swap_remove(at))
        else {
            return;
        };
        if more && !ended && !queue.closed {
            let spent = spent + since.elapsed();
            let waiting = Waiting { ticket, lane, task, spent };
            if pause.is_set() {
                queue.long.waiting.push_front(waiting);
            } else {
                queue.long.waiting.push_back(waiting);
            }
            self.wake.notify_all();
        }
    }
}
