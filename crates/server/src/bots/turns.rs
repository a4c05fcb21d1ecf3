//! Turns at tables: when an engine has to think, what a clock allows it, and what becomes of its turn.

use super::{Bots, Errand, Job, Request};
use crate::house::House;
use crate::live::{Doer, Live};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use taijitu_protocol::{Command, Level, TableId, Time};
use taijitu_rules::Side;
use taijitu_search::Stop;
use taijitu_search::engine::Score;
use taijitu_table::{Actor, Game, Table, Who};

/// An engine plays on a clock as if so many turns were left.
const TURNS_LEFT: i64 = 30;
/// Longer than an engine of another node takes, unless that node is gone or has much to do.
const STAND_IN_AFTER: Duration = Duration::from_secs(5);
/// A draw is not considered before this turn.
const DRAW_FROM: u32 = 12;

/// One turn of one seat.
pub(super) struct Turn {
    pub(super) live: Weak<Live>,
    pub(super) table: TableId,
    pub(super) game: u32,
    pub(super) turn: u32,
    pub(super) seat: u8,
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
    /// Looks at a table after something happened there: an engine may have to think, to stop, or to answer.
    pub fn look(&self, house: &House, live: &Arc<Live>, table: &Table) {
        answer_offer(house, live, table);
        let Some((game, seat, level)) = due(table) else {
            live.thinking.stop();
            return;
        };
        let turn = game.turns() + 1;
        let Some(stop) = live.thinking.begin((game.number, turn, seat)) else {
            return;
        };
        let turn_of = Turn { live: Arc::downgrade(live), table: table.id(), game: game.number, turn, seat };
        let request = Request {
            side: match game.side(seat) {
                taijitu_protocol::Side::White => Side::White,
                taijitu_protocol::Side::Black => Side::Black,
            },
            level,
            seed: game.id.0 as u64 ^ u64::from(turn),
            time: time_for(table, seat),
            play: game.play().boxed_clone(),
        };
        self.push(Job { errand: Errand::Play(turn_of), request, stop });
    }
}

impl Bots {
    /// Looks at a table after something happened there through another node, which lets its engine think: if nothing comes
    /// of that, somebody has to stand in.
    pub fn stand_in(&self, house: &House, live: &Arc<Live>, table: &Table) {
        let due = due(table).map(|(game, seat, _)| (game.number, game.turns() + 1, seat));
        live.thinking.drop_all_but(due);
        if due.is_none() && table.draw_offered_to_engine().is_none() {
            return;
        }
        let (house, live, head) = (house.clone(), Arc::downgrade(live), table.head());
        tokio::spawn(async move {
            tokio::time::sleep(STAND_IN_AFTER).await;
            if let Some(live) = live.upgrade().filter(|_| !house.is_closing())
                && let Ok(state) = live.lock(&house).await
                && state.table.head() == head
            {
                house.bots.look(&house, &live, &state.table);
            }
        });
    }
}

/// The engine that has to play, if one has.
fn due(table: &Table) -> Option<(&Game, u8, Level)> {
    let game = table.running().filter(|_| !table.is_paused())?;
    game.acting().into_iter().find_map(|seat| match table.seats().get(usize::from(seat)) {
        Some(Some(Who::Engine(level))) => Some((game, seat, *level)),
        _ => None,
    })
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

    /// Stops thinking about any turn but this one.
    fn drop_all_but(&self, due: Option<(u32, u32, u8)>) {
        let mut thought = self.lock();
        if thought.at != due {
            thought.stop.stop();
            thought.at = None;
        }
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
    pub(super) fn end(&self, at: (u32, u32, u8), better: Option<bool>) {
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

pub(super) fn is_better(score: Score, side: Side) -> bool {
    match score {
        Score::Points(points) => points > 0,
        Score::Chance(chance) => chance > 0.5,
        Score::Wins(winner) => winner == side,
    }
}

pub(super) async fn play(house: &House, live: &Arc<Live>, job: &Turn, text: String, spent: Duration) {
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
