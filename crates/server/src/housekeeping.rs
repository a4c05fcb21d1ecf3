//! What happens by itself: heartbeats, deadlines, absences, other nodes' writes, forgetting what nobody uses.

use crate::bus::Signal;
use crate::deadlines;
use crate::error::Result;
use crate::house::House;
use crate::index;
use crate::live::Live;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{FromServer, State, TableId};
use taijitu_table::{Notice, Summary, Who};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

/// A gap between heartbeats that is longer than this is charged to nobody, in milliseconds.
const TOLERANCE: i64 = 2000;
/// Outages older than this concern no running clock.
const OUTAGES_KEPT: i64 = 60 * 24 * 60 * 60 * 1000;
/// Tables nobody used for so long are forgotten.
const IDLE: i64 = 120_000;
/// The log of a closed table is kept this long, for those who have not heard of it yet.
const CLOSED_FOR: i64 = 60_000;
/// How far back each round of tidying looks; the first one looks at everything.
const TIDY_AGAIN: i64 = 10 * 60_000;

/// Batches of finished games indexed in a row: then running games have the database to themselves for a while.
const BATCHES: usize = 8;
/// How long nobody looks into the log while the bus is down.
const WITHOUT_BUS: Duration = Duration::from_millis(250);

/// Chats read at once to find words of which no signal came.
const CHATS_READ: usize = 50;

/// Takes up where the last server left off: outages, deadlines, engines that have to play.
///
/// # Errors
/// If the database cannot be read.
pub(crate) async fn resume(house: &House) -> Result<()> {
    beat(house).await?;
    tidy(house, 0).await?;
    for row in house.store.tables_with_deadline().await? {
        if let Ok(id) = row.id.parse() {
            house.deadlines.set(id, row.deadline);
        }
    }
    for row in house.store.running().await? {
        let summary: Option<Summary> = serde_json::from_str(&row.summary).ok();
        let has_engine =
            |summary: &Summary| summary.seats.iter().any(|who| matches!(who, Some(Who::Engine(_))));
        if let (Ok(id), true) = (row.id.parse::<TableId>(), summary.as_ref().is_some_and(has_engine)) {
            // Reading it wakes its engine. A table that cannot be read waits for whoever comes to it.
            let _ = house.table(id).await;
        }
    }
    Ok(())
}

/// Deletes what nobody needs any more: the logs of closed tables, old sessions.
async fn tidy(house: &House, closed_since: i64) -> Result<()> {
    let now = house.clock.now();
    house.store.delete_closed_logs(closed_since, now - CLOSED_FOR).await?;
    house.store.sweep_sessions(now).await?;
    Ok(())
}

/// One sign of life, and what it tells of outages.
async fn beat(house: &House) -> Result<()> {
    let now = house.clock.now();
    let outages = house.store.heartbeat(&house.node, now, TOLERANCE, now - OUTAGES_KEPT).await?;
    house.set_outages(&outages);
    Ok(())
}

/// Starts the tasks; they end when the house closes.
pub(crate) fn start(house: &House) {
    every(house, Duration::from_millis(1000), |house| async move {
        if let Err(refused) = beat(&house).await {
            tracing::warn!(code = ?refused.0.code, "no heartbeat");
        }
        look_for_absences(&house).await;
    });
    every(house, Duration::from_millis(50), |house| async move {
        deadlines::let_pass(&house).await;
    });
    let mut round = 0;
    every(house, Duration::from_secs(2), move |house| {
        round += 1;
        async move { read_log_again(&house, round).await }
    });
    if let Some(up) = house.bus.is_up() {
        stand_in_for_bus(house, up);
    }
    every(house, Duration::from_secs(30), |house| async move {
        house.forget_idle(house.clock.now() - IDLE);
        house.sessions.forget_old(house.clock.now());
        house.limits.forget_old();
        if let Err(refused) = tidy(&house, house.clock.now() - TIDY_AGAIN).await {
            tracing::warn!(code = ?refused.0.code, "old rows were not deleted");
        }
    });
    every(house, Duration::from_secs(1), |house| async move {
        if let Err(error) = index_some(&house).await {
            tracing::warn!(%error, "finished games were not indexed");
        }
    });
    listen(house);
}

/// Takes finished games into the archive, some at a time.
async fn index_some(house: &House) -> std::result::Result<(), taijitu_store::StoreError> {
    if !house.store.prepare_index(index::REVISION).await? {
        return Ok(());
    }
    for _ in 0..BATCHES {
        if house.is_closing() || index::some(&house.store, index::FEW).await? == 0 {
            break;
        }
    }
    Ok(())
}

fn every<F>(house: &House, period: Duration, mut task: impl FnMut(House) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let house = house.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(house.closed());
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => task(house.clone()).await,
                () = &mut closed => break,
            }
        }
    });
}

/// Hears what other nodes committed.
fn listen(house: &House) {
    let house = house.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(house.closed());
        let mut signals = house.bus.subscribe();
        loop {
            let signal = tokio::select! {
                signal = signals.recv() => signal,
                () = &mut closed => break,
            };
            match signal {
                Ok(signal) => heard(&house, signal).await,
                // What was missed is found when the heads and the chats are next read.
                Err(RecvError::Lagged(_)) => (),
                Err(RecvError::Closed) => break,
            }
        }
    });
}

async fn heard(house: &House, signal: Signal) {
    let id = match signal {
        Signal::Log(id, _) | Signal::Chat(id) => id,
        Signal::Player(player) => return house.forget_player(player),
    };
    let Some(live) = house.in_memory_table(id) else {
        return;
    };
    // A table that is busy here will see the other node's entries when its own commit conflicts.
    let missed = match signal {
        Signal::Log(_, head) => {
            let behind = live.try_lock().is_some_and(|state| state.table.head() < head);
            if behind { live.catch_up(house, head).await } else { Ok(()) }
        }
        Signal::Chat(_) | Signal::Player(_) => live.hear(house).await,
    };
    if let Err(refused) = missed {
        tracing::debug!(code = ?refused.0.code, "a table could not catch up");
    }
}

/// While no signals arrive the log is read more often, and once more when they do again.
fn stand_in_for_bus(house: &House, mut up: watch::Receiver<bool>) {
    let house = house.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(house.closed());
        let mut round = 0;
        loop {
            let is_up = *up.borrow_and_update();
            metrics::gauge!("taijitu_bus_up").set(f64::from(u8::from(is_up)));
            tokio::select! {
                changed = up.changed() => if changed.is_err() { break },
                () = tokio::time::sleep(WITHOUT_BUS), if !is_up => (),
                () = &mut closed => break,
            }
            round += 1;
            read_log_again(&house, round).await;
        }
    });
}

/// What happened at tables and was said there, whether or not a signal came.
async fn read_log_again(house: &House, round: usize) {
    if let Err(refused) = follow_others(house).await {
        tracing::warn!(code = ?refused.0.code, "the heads of tables could not be read");
    }
    listen_again(house, round).await;
}

/// Signals get lost: reads the heads of the tables in memory, and the deadlines other nodes have set.
async fn follow_others(house: &House) -> Result<()> {
    // Not only those with sockets: whoever asks by HTTP, and waits for something to happen, is told as soon.
    for chunk in house.in_memory().chunks(200) {
        let ids: Vec<String> = chunk.iter().map(|live| live.id.to_string()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        for (id, head) in house.store.heads(&ids).await? {
            let id = id.parse::<TableId>().ok();
            if let Some(live) = chunk.iter().find(|live| Some(live.id) == id)
                && live.try_lock().is_some_and(|state| (state.table.head() as i64) < head)
            {
                live.catch_up(house, head as u64).await?;
            }
        }
    }
    for row in house.store.tables_due(house.clock.now(), 100).await? {
        if let Ok(id) = row.id.parse() {
            house.deadlines.set(id, row.deadline);
        }
    }
    Ok(())
}

/// Words nobody was told of, because the signal was lost: the chats of some tables are read each time, all in turn.
async fn listen_again(house: &House, round: usize) {
    let watched: Vec<Arc<Live>> =
        house.in_memory().into_iter().filter(|live| live.watchers.count() > 0).collect();
    let chunks = watched.len().div_ceil(CHATS_READ).max(1);
    for live in watched.chunks(CHATS_READ).nth(round % chunks).unwrap_or_default() {
        if let Err(refused) = live.hear(house).await {
            tracing::debug!(code = ?refused.0.code, "a chat could not be read");
        }
    }
}

/// Tells tables who went away and who is back, and their viewers who is there.
async fn look_for_absences(house: &House) {
    let now = house.clock.now();
    for live in house.in_memory() {
        let Some(players) =
            live.try_lock().filter(|state| state.table.state() == State::Running).map(|state| {
                let absent = state.table.absent_players();
                state
                    .table
                    .seated_players()
                    .map(|player| (player, absent.contains(&player)))
                    .collect::<Vec<_>>()
            })
        else {
            tell_presence(house, &live, now);
            continue;
        };
        for (player, absent) in players {
            // A socket says by itself that somebody is back; whoever asks by HTTP is only seen.
            let returned = live.presence.take_return(player, now);
            let notice = match absent {
                false if live.presence.is_away(player, now) => Some(Notice::Away(player)),
                true if returned => Some(Notice::Here(player)),
                _ => None,
            };
            if let Some(notice) = notice
                && let Err(refused) = live.notice(house, notice).await
            {
                tracing::debug!(code = ?refused.0.code, "an absence was not noted");
            }
        }
        tell_presence(house, &live, now);
    }
}

fn tell_presence(house: &House, live: &Arc<Live>, now: i64) {
    if live.watchers.count() == 0 || !live.presence.take_changed() {
        return;
    }
    let Some(state) = live.try_lock() else {
        live.presence.note();
        return;
    };
    let (seats, watching) = house.who_is_here(live, &state.table, now);
    let seats = seats.into_iter().map(|seat| seat + 1).collect();
    live.watchers.tell_all(&FromServer::Presence { table: live.id, seats, watching });
}

impl House {
    /// The seats with somebody connected, and how many only watch.
    #[must_use]
    pub fn who_is_here(&self, live: &Live, table: &taijitu_table::Table, now: i64) -> (Vec<u8>, u32) {
        let here = |who: &Option<Who>| match who {
            Some(Who::Player(player)) => live.presence.is_here(*player, now),
            _ => false,
        };
        let seats: Vec<u8> =
            (0..).zip(table.seats()).filter(|(_, who)| here(who)).map(|(seat, _)| seat).collect();
        (seats, u32::try_from(live.watchers.spectators(table)).unwrap_or(u32::MAX))
    }
}
