//! The engines that sit at a table: when one has to search, when a search is over, how a draw is answered.

use super::input::{ActorInput, Origin};
use crate::engines::{Caller, EnginePool, FindTurn};
use crate::site::clock::instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use taijitu_protocol::{Command, Seat};
use taijitu_rules::AnyPlay;
use taijitu_study::{TurnRequest, TurnResult};
use taijitu_table::{DrawOffer, Effects, EngineTurn};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How long the node that committed a turn has to find the next one: longer than an engine takes, unless that
/// node is gone or overloaded.
const TAKE_OVER_AFTER: Duration = Duration::from_secs(5);
/// How long after a refused turn an engine tries again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What the engines of one table do.
pub(super) struct EngineSeats {
    pool: EnginePool,
    /// Whose share of the engines is used: the host's.
    caller: Caller,
    inbox: mpsc::WeakSender<ActorInput>,
    search: Option<SeatSearch>,
    /// Shared with the handles: a table whose engine searches is in use.
    is_searching: Arc<AtomicBool>,
    wake_at: Option<Instant>,
    answer: Option<(Seat, Command)>,
    /// Whether the engine on each seat evaluated its side as better when it last found a turn.
    is_better: [Option<bool>; 4],
}

/// A search in the pool; dropping it cancels the search.
struct SeatSearch {
    turn: EngineTurn,
    task: JoinHandle<()>,
}

impl Drop for SeatSearch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

const fn key(turn: &EngineTurn) -> (u32, u32, Seat) {
    (turn.game, turn.turn, turn.seat)
}

impl EngineSeats {
    pub(super) fn new(
        pool: EnginePool,
        caller: Caller,
        inbox: mpsc::WeakSender<ActorInput>,
        is_searching: Arc<AtomicBool>,
    ) -> Self {
        let (search, wake_at, answer, is_better) = (None, None, None, [None; 4]);
        Self { pool, caller, inbox, search, is_searching, wake_at, answer, is_better }
    }

    /// Called after every commit. If this node made it, it runs the engine; otherwise the other node does, and this one
    /// takes over if no turn appears within five seconds.
    pub(super) fn follow(
        &mut self,
        effects: &Effects,
        origin: Origin,
        play: impl FnOnce() -> Option<Box<dyn AnyPlay>>,
    ) {
        (self.wake_at, self.answer) = (None, None);
        let due = effects.think.as_ref().map(key);
        self.search.take_if(|search| Some(key(&search.turn)) != due);
        match origin {
            Origin::Remote => {
                if effects.think.is_some() || effects.draw_offer.is_some() {
                    self.wake_after(TAKE_OVER_AFTER);
                }
            }
            Origin::Local => {
                self.answer = effects.draw_offer.map(|offer| self.answer_to(offer));
                if let Some(turn) = effects.think.filter(|_| self.search.is_none()) {
                    self.search = play().map(|play| self.start(turn, play));
                }
            }
        }
        self.note_search();
    }

    fn start(&self, turn: EngineTurn, play: Box<dyn AnyPlay>) -> SeatSearch {
        let EngineTurn { side, level, seed, time, .. } = turn;
        let request = TurnRequest { side, level, seed, time, play };
        let (pool, caller, inbox) = (self.pool.clone(), self.caller, self.inbox.clone());
        let task = tokio::spawn(async move {
            let found = pool.find_turn(FindTurn::at_table(caller, request)).await.ok().flatten();
            if let Some(inbox) = inbox.upgrade() {
                // If the actor has ended, nobody waits for the turn.
                let _ = inbox.send(ActorInput::EngineTurn { turn, found }).await;
            }
        });
        SeatSearch { turn, task }
    }

    /// Ends a search: returns the turn it found, unless it was cancelled or found none.
    pub(super) fn end(&mut self, turn: EngineTurn, found: Option<TurnResult>) -> Option<(String, Duration)> {
        self.search.take_if(|search| key(&search.turn) == key(&turn))?;
        self.note_search();
        let TurnResult { best, spent } = found?;
        let best = best?;
        if let Some(is_better) = self.is_better.get_mut(turn.seat.index()) {
            *is_better = Some(best.is_better);
        }
        Some((best.turn, spent))
    }

    fn answer_to(&self, offer: DrawOffer) -> (Seat, Command) {
        let is_better = self.is_better.get(offer.seat.index()).copied().flatten();
        (offer.seat, offer.answer(is_better))
    }

    /// The answer of an engine to a draw it was offered, once.
    pub(super) fn take_answer(&mut self) -> Option<(Seat, Command)> {
        self.answer.take()
    }

    /// Lets the engine try again after [`RETRY_AFTER`]: the position may have changed, or the store failed.
    pub(super) fn retry_later(&mut self) {
        self.wake_after(RETRY_AFTER);
    }

    fn wake_after(&mut self, delay: Duration) {
        self.wake_at = Some(Instant::from_std(instant()) + delay);
    }

    /// Waits until it is time to take over or to retry.
    pub(super) async fn wake(&self) {
        match self.wake_at {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    }

    fn note_search(&self) {
        self.is_searching.store(self.search.is_some(), Ordering::Relaxed);
    }
}
