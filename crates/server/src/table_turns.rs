//! Engines at tables: when one has to find a turn, how much time its clock allows, and how its turn is played.

use crate::engines::{BestTurn, Turn, TurnRequest};
use crate::house::House;
use crate::live::{Doer, Live};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use taijitu_protocol::{Command, Level, Time};
use taijitu_rules::Side;
use taijitu_table::{Actor, Game, Table, Who};
use tokio::sync::oneshot;

/// An engine divides the time on its clock by this number of turns.
const EXPECTED_TURNS: i64 = 30;
/// Longer than the engine of another node takes, unless that node is gone or overloaded.
const TAKE_OVER_AFTER: Duration = Duration::from_secs(5);
/// How long after a refused turn the table is looked at again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// An engine accepts no draw before this turn.
const DRAW_FROM: u32 = 12;

/// Which turn an engine has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DueTurn {
    game: u32,
    turn: u32,
    seat: u8,
}

/// What the engines of one table do.
#[derive(Default)]
pub struct TableEngines(Mutex<EngineState>);

#[derive(Default)]
struct EngineState {
    /// The turn that is being searched, and what cancels the search when it is dropped.
    current: Option<(DueTurn, oneshot::Sender<()>)>,
    /// Whether the engine on each seat thought to be better off when it last found a turn.
    is_better: [Option<bool>; 4],
}

/// Called after a commit of this node: an engine may have to think, to stop, or to answer an offer.
pub(crate) fn on_table_changed(house: &House, live: &Arc<Live>, table: &Table) {
    answer_offer(house, live, table);
    let Some((game, seat, level)) = acting_engine(table) else {
        live.engines.stop();
        return;
    };
    let due = due_turn(game, seat);
    let Some(cancelled) = live.engines.begin(due) else {
        return;
    };
    let request = TurnRequest {
        side: match game.side(seat) {
            taijitu_protocol::Side::White => Side::White,
            taijitu_protocol::Side::Black => Side::Black,
        },
        level,
        seed: game.id.0 as u64 ^ u64::from(due.turn),
        time: time_for(table, seat),
        play: game.play().boxed_clone(),
    };
    tokio::spawn(find_and_play(house.clone(), live.clone(), due, request, cancelled));
}

/// Called for commits of another node, which runs the engine: if no turn appears within 5 s, run it here.
pub(crate) fn take_over_if_stalled(house: &House, live: &Arc<Live>, table: &Table) {
    let due = acting_engine(table).map(|(game, seat, _)| due_turn(game, seat));
    live.engines.stop_all_but(due);
    if due.is_none() && table.draw_offered_to_engine().is_none() {
        return;
    }
    let (house, live, head) = (house.clone(), Arc::downgrade(live), table.head());
    tokio::spawn(async move {
        tokio::time::sleep(TAKE_OVER_AFTER).await;
        if let Some(live) = live.upgrade().filter(|_| !house.is_closing())
            && let Ok(state) = live.lock(&house).await
            && state.table.head() == head
        {
            on_table_changed(&house, &live, &state.table);
        }
    });
}

/// The engine that has to play, if one has.
fn acting_engine(table: &Table) -> Option<(&Game, u8, Level)> {
    let game = table.running().filter(|_| !table.is_paused())?;
    game.acting().into_iter().find_map(|seat| match table.seats().get(usize::from(seat)) {
        Some(Some(Who::Engine(level))) => Some((game, seat, *level)),
        _ => None,
    })
}

fn due_turn(game: &Game, seat: u8) -> DueTurn {
    DueTurn { game: game.number, turn: game.turns() + 1, seat }
}

/// What a clock allows for this turn.
fn time_for(table: &Table, seat: u8) -> Option<Duration> {
    let Time::Total { increment, .. } = table.setup().time else {
        return None;
    };
    let left = table.time_left(seat)?;
    let share = left / EXPECTED_TURNS + i64::from(increment) * 800;
    // Never more than is left less a margin, whatever the increment.
    let most = (left - 200).max(10);
    Some(Duration::from_millis(share.clamp(10, most.max(10)).unsigned_abs()))
}

/// An engine accepts a draw if it did not think to be better off.
fn answer_offer(house: &House, live: &Arc<Live>, table: &Table) {
    let Some((n, seat)) = table.draw_offered_to_engine() else {
        return;
    };
    let turns = table.running().map_or(0, Game::turns);
    let accept = turns >= DRAW_FROM && live.engines.is_not_better(seat);
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

/// Finds a turn unless that is cancelled, and plays it.
async fn find_and_play(
    house: House,
    live: Arc<Live>,
    due: DueTurn,
    request: TurnRequest,
    cancelled: oneshot::Receiver<()>,
) {
    let found = tokio::select! {
        found = house.engines.find_turn(Turn::at_table(request)) => found.ok().flatten(),
        _ = cancelled => return,
    };
    let (best, spent) = found.map_or((None, Duration::ZERO), |found| (found.best, found.spent));
    live.engines.end(due, best.as_ref());
    if let Some(best) = best {
        play(&house, &live, due, best.turn, spent).await;
    }
}

async fn play(house: &House, live: &Arc<Live>, due: DueTurn, text: String, spent: Duration) {
    let thought = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
    let doer = Doer { actor: Actor::Engine(due.seat), lag: 0, thought };
    let command = Command::Play { game: due.game, turn: due.turn, text };
    if let Err(refused) = live.execute(house, doer, &command, None).await {
        tracing::warn!(table = %live.id, code = ?refused.0.code, "an engine's turn was not played");
        // The position may have changed meanwhile, or the store failed.
        tokio::time::sleep(RETRY_AFTER).await;
        if let Ok(state) = live.lock(house).await {
            on_table_changed(house, live, &state.table);
        }
    }
}

impl TableEngines {
    fn lock(&self) -> MutexGuard<'_, EngineState> {
        self.0.lock().expect("no panic while the lock is held")
    }

    fn stop(&self) {
        self.lock().current = None;
    }

    /// Stops searching any turn but this one.
    fn stop_all_but(&self, due: Option<DueTurn>) {
        self.lock().current.take_if(|(current, _)| Some(*current) != due);
    }

    /// Notes that a turn is being searched; the receiver ends when that is cancelled. None if it is already searched.
    fn begin(&self, due: DueTurn) -> Option<oneshot::Receiver<()>> {
        let mut state = self.lock();
        if state.current.as_ref().is_some_and(|(current, _)| *current == due) {
            return None;
        }
        let (cancel, cancelled) = oneshot::channel();
        state.current = Some((due, cancel));
        Some(cancelled)
    }

    /// The search for a turn has ended.
    fn end(&self, due: DueTurn, best: Option<&BestTurn>) {
        let mut state = self.lock();
        state.current.take_if(|(current, _)| *current == due);
        if let (Some(best), Some(is_better)) = (best, state.is_better.get_mut(usize::from(due.seat))) {
            *is_better = Some(best.is_better);
        }
    }

    fn is_not_better(&self, seat: u8) -> bool {
        self.lock().is_better.get(usize::from(seat)).copied().flatten() == Some(false)
    }
}
