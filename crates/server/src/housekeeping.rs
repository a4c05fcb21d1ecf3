//! What happens by itself: heartbeats, deadlines, absences, other nodes' writes, forgetting what nobody uses.

use crate::bus::{Here, Signal};
use crate::clock::instant;
use crate::deadlines;
use crate::error::Result;
use crate::house::House;
use crate::index;
use crate::live::Live;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use taijitu_protocol::{FromServer, State, TableId};
use taijitu_table::{Notice, Summary, Who};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

/// A gap between heartbeats that is longer than this is charged to nobody, in milliseconds.
const TOLERANCE: i64 = 2000;
/// A database that takes longer to say what time it is, is not believed.
const LATE: Duration = Duration::from_millis(200);
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

/// After so many looks into the log who is who is asked again.
const ASK_WHO_IS_WHO: usize = 120;

/// How long an engine's turn may be waited for before it is seen to that somebody thinks about it, in milliseconds.
const ENGINE_LATE: i64 = 10_000;
/// So many such tables are looked at in one go.
const ENGINES_AT_ONCE: i64 = 100;

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

/// One sign of life, and what it tells of the time and of outages.
async fn beat(house: &House) -> Result<()> {
    let asked = instant();
    let better = house.store.time().await?;
    let way = asked.elapsed();
    // A database that answers late says what time it was some while ago: then it is not asked this time.
    let better = better.map_or_else(
        || Some(house.clock.of_machine()),
        |time| (way < LATE).then(|| time + way.as_millis() as i64 / 2),
    );
    let behind = better.and_then(|better| house.clock.behind(better)).unwrap_or(0);
    let now = house.clock.now() + behind;
    let outages = house.store.heartbeat(&house.node, now, TOLERANCE, now - OUTAGES_KEPT).await?;
    // A clock that leaps ahead looks like an outage. It is known before the clock leaps, so that no flag falls.
    house.set_outages(&outages);
    if behind != 0 {
        tracing::warn!(milliseconds = behind, "the clock of this node was behind");
        house.clock.correct(behind);
    }
    house.beaten.store(now, Ordering::Relaxed);
    Ok(())
}

impl House {
    /// Makes sure that this node knows of the outages there have been: whoever was frozen or cut off has to ask before
    /// somebody's time is charged.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn know_of_outages(&self) -> Result<()> {
        let is_current = || self.clock.now() - self.beaten.load(Ordering::Relaxed) < TOLERANCE;
        if is_current() {
            return Ok(());
        }
        let _one_asks = self.asking.lock().await;
        if is_current() { Ok(()) } else { beat(self).await }
    }
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
        every(house, Duration::from_secs(5), |house| async move {
            if let Err(refused) = look_for_engines(&house).await {
                tracing::warn!(code = ?refused.0.code, "it is not known which engines have to play");
            }
        });
    }
    every(house, Duration::from_secs(30), |house| async move {
        house.forget_idle(house.clock.now() - IDLE);
        house.sessions.forget_old(house.clock.now());
        house.limits.forget_old();
        if let Err(refused) = tidy(&house, house.clock.now() - TIDY_AGAIN).await {
            tracing::warn!(code = ?refused.0.code, "old rows were not deleted");
        }
    });
    every(house, Duration::from_secs(5 * 60), |house| async move { house.directory.grow_old() });
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
        Signal::Log(id, _) | Signal::Chat(id) | Signal::Here(id, _) => id,
        Signal::Player(player) => return house.forget_player(player),
    };
    let Some(live) = house.in_memory_table(id) else {
        return;
    };
    note_missed(match signal {
        Signal::Log(_, head) => {
            // Most signals are of one's own commits. Others are read side by side: a log takes its time.
            if live.try_lock().is_none_or(|state| state.table.head() < head) {
                let house = house.clone();
                tokio::spawn(async move { note_missed(live.catch_up(&house, head).await) });
            }
            return;
        }
        Signal::Here(_, here) => {
            if here.node != house.node {
                live.presence.hear(&here, house.clock.now());
            }
            Ok(())
        }
        Signal::Chat(_) | Signal::Player(_) => live.hear(house).await,
    });
}

fn note_missed(missed: Result<()>) {
    if let Err(refused) = missed {
        tracing::debug!(code = ?refused.0.code, "a table could not catch up");
    }
}

/// While no signals arrive the log is read more often, and once more when they do again. Who signed out or has a new name
/// is asked now and then, too.
fn stand_in_for_bus(house: &House, mut up: watch::Receiver<bool>) {
    let house = house.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(house.closed());
        let mut round = 0;
        loop {
            let is_up = *up.borrow_and_update();
            metrics::gauge!("taijitu_bus_up").set(f64::from(u8::from(is_up)));
            house.whole_since.store(if is_up { house.clock.now() } else { i64::MAX }, Ordering::Relaxed);
            tokio::select! {
                changed = up.changed() => {
                    if changed.is_err() {
                        break;
                    }
                    house.forget_players();
                }
                () = tokio::time::sleep(WITHOUT_BUS), if !is_up => (),
                () = &mut closed => break,
            }
            round += 1;
            if round % ASK_WHO_IS_WHO == 0 {
                house.forget_players();
            }
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

/// Engines whose node is gone: reading their table wakes them, if nobody has it in memory.
async fn look_for_engines(house: &House) -> Result<()> {
    let late = house.clock.now() - ENGINE_LATE;
    for id in house.store.waiting_for_engines(late, ENGINES_AT_ONCE).await? {
        if let Ok(id) = id.parse::<TableId>() {
            // A table this node cannot read waits for one that can.
            let _ = house.table(id).await;
        }
    }
    Ok(())
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
    let (now, whole) = (house.clock.now(), house.whole_since.load(Ordering::Relaxed));
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
            let returned = live.presence.take_return(player, now, whole);
            let notice = match absent {
                false if live.presence.is_away(player, now, whole) => Some(Notice::Away(player)),
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
    let changed = live.presence.take_changed();
    let anybody = live.watchers.count() > 0;
    let Some(state) = live.try_lock() else {
        if changed {
            live.presence.note();
        }
        return;
    };
    if house.bus.is_up().is_some() && live.presence.should_say(changed, anybody, now) {
        let here = Here {
            node: house.node.clone(),
            watching: u32::try_from(live.watchers.spectators(&state.table)).unwrap_or(u32::MAX),
            players: live.presence.connected(state.table.seated_players()),
        };
        house.bus.publish(Signal::Here(live.id, here));
    }
    if !changed || !anybody {
        return;
    }
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
        let watching = u32::try_from(live.watchers.spectators(table)).unwrap_or(u32::MAX);
        (seats, watching.saturating_add(live.presence.watching_elsewhere(now)))
    }
}
