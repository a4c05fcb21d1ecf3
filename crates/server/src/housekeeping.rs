//! The periodic tasks of a node and their intervals; what each task does is in its layer.

use crate::app::App;
use crate::error::Result;
use crate::people::NOTICES_KEPT_FOR;
use crate::site::bus::Signal;
use crate::site::heartbeat::OUTAGES_KEPT;
use crate::tables::{NewsEvent, TableNews};
use std::sync::Arc;
use std::time::Duration;
use taijitu_store::{FollowUp, FollowUpSubject, SweepCursor, SweepOutcome};
use taijitu_table::FUTURE;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};

const DAY: i64 = 24 * 60 * 60_000;
/// Tables nobody has used for this long are evicted from memory, in milliseconds.
const IDLE_MS: i64 = 120_000;
/// How long the log of a closed table is kept, in milliseconds, for clients that have not received its end
/// yet.
const CLOSED_LOGS_KEPT_MS: i64 = 60_000;
/// Closed reports are kept this long, in milliseconds: half a year. The audit log is kept for good.
pub(crate) const REPORTS_KEPT: i64 = 183 * DAY;
/// A guest who never sat down, talked or played is kept this long after the last visit, in milliseconds.
pub(crate) const GUESTS_KEPT: i64 = 7 * DAY;
/// A closed table at which no game ended is kept this long, with its chat.
pub(crate) const UNPLAYED_TABLES_KEPT: i64 = 7 * DAY;
/// A tournament that was called off before any game is kept this long.
pub(crate) const UNPLAYED_TOURNAMENTS_KEPT: i64 = 7 * DAY;
/// Any other closed table is kept this long, with its chat. Its games are kept for good.
pub(crate) const PLAYED_TABLES_KEPT: i64 = 90 * DAY;
/// Heartbeats of nodes that are gone are kept this long.
const HEARTBEATS_KEPT: i64 = DAY;
/// Rows a sweep looks at in one transaction, and how many transactions it makes in a row.
const SWEPT_AT_ONCE: i64 = 200;
const SWEEPS_IN_A_ROW: usize = 20;
/// Vacations are kept this long after their end, in milliseconds: those of a year are counted.
const VACATIONS_KEPT_MS: i64 = 400 * DAY;
/// How long after a commit another node does what follows from it, in milliseconds, and how many at a time.
const FOLLOW_UP_OVERDUE_MS: i64 = 30_000;
const FOLLOW_UPS_PER_POLL: i64 = 100;
/// What could not be done for this long is given up, in milliseconds.
const FOLLOW_UPS_KEPT_MS: i64 = DAY;
/// Logs a sweep deletes in one transaction, and how many transactions it makes in a row.
const LOGS_SWEPT_AT_ONCE: i64 = 50;
const LOG_SWEEPS_IN_A_ROW: usize = 400;
/// How long a sweep pauses after a transaction: as long as it took, this many times, and at least this long. On a slow disk a
/// transaction takes long, and the others have most of the time all the same.
const PAUSE_FACTOR: u32 = 3;
const LEAST_PAUSE: Duration = Duration::from_millis(10);
/// How far before the end of the last walk the next one through closed logs begins, in milliseconds: the clocks of nodes
/// differ a little.
const SWEEP_WINDOW_MS: i64 = 10 * 60_000;
/// How often the log is polled while the bus is down.
const POLL_WITHOUT_BUS: Duration = Duration::from_millis(250);
/// While the bus is down, cached players are dropped after this many polls.
const POLLS_PER_REFRESH: usize = 120;

/// Continues where the last server left off: outages, deadlines, engines that have to play.
///
/// # Errors
/// `unavailable` if the database cannot be read.
pub(crate) async fn resume(app: &App) -> Result<()> {
    app.site.heartbeat().await?;
    sweep(app).await?;
    app.moderation.follow().await?;
    app.people.load_keys().await?;
    app.tables.resume().await
}

/// Deletes what is no longer needed: old sessions, expired bans, old reports.
async fn sweep(app: &App) -> Result<()> {
    let now = app.site.clock.now();
    app.site.store.sweep_sessions(now).await?;
    app.site.store.sweep_mail_tokens(now).await?;
    app.site.store.sweep_retired_names(now).await?;
    app.site.store.sweep_bans(now).await?;
    app.site.store.sweep_reports(now - REPORTS_KEPT).await?;
    app.site.store.sweep_notices(now - NOTICES_KEPT_FOR).await?;
    app.site.store.sweep_vacations(now - VACATIONS_KEPT_MS).await?;
    app.site.store.sweep_follow_ups(now - FOLLOW_UPS_KEPT_MS).await?;
    app.site.store.sweep_heartbeats(now - HEARTBEATS_KEPT, now - OUTAGES_KEPT).await?;
    Ok(())
}

/// How far the walks through guests and closed tables have come. Each goes on where the last round ended.
#[derive(Default)]
struct SweepProgress {
    guests: SweepCursor,
    tables: SweepCursor,
    tournaments: SweepCursor,
    logs: LogSweep,
}

/// A walk through closed tables for their logs. The first one looks at all tables, later ones at those closed since.
#[derive(Default)]
struct LogSweep {
    from: i64,
    /// Tables closed later are left to the next walk; `None` before a walk begins.
    to: Option<i64>,
    cursor: SweepCursor,
}

impl LogSweep {
    /// Deletes logs of closed tables, a bounded number of them. Between two transactions others write.
    async fn go_on(&mut self, app: &App) -> Result<()> {
        let to = *self.to.get_or_insert(app.site.clock.now() - CLOSED_LOGS_KEPT_MS);
        for _ in 0..LOG_SWEEPS_IN_A_ROW {
            let (begun, cursor) = (Instant::now(), &mut self.cursor);
            let done = app.site.store.sweep_closed_logs(self.from, to, cursor, LOGS_SWEPT_AT_ONCE).await?;
            if done.is_over {
                (self.from, self.to) = (to - SWEEP_WINDOW_MS, None);
                break;
            }
            pause(begun, done).await;
        }
        Ok(())
    }
}

/// Lets others write after a step of a sweep that deleted something.
async fn pause(begun: Instant, done: SweepOutcome) {
    if done.deleted > 0 {
        tokio::time::sleep((begun.elapsed() * PAUSE_FACTOR).max(LEAST_PAUSE)).await;
    }
}

/// Deletes logs of closed tables, closed tables, tournaments that came to nothing, and guests who never did anything, a bounded number of them.
async fn sweep_unused(app: &App, progress: &mut SweepProgress) -> Result<()> {
    let (store, now) = (&app.site.store, app.site.clock.now());
    progress.logs.go_on(app).await?;
    let (unplayed, played) = (now - UNPLAYED_TABLES_KEPT, now - PLAYED_TABLES_KEPT);
    for _ in 0..SWEEPS_IN_A_ROW {
        let (begun, cursor) = (Instant::now(), &mut progress.tables);
        let done = store.sweep_closed_tables(unplayed, played, cursor, SWEPT_AT_ONCE).await?;
        if done.is_over {
            break;
        }
        pause(begun, done).await;
    }
    let before = now - UNPLAYED_TOURNAMENTS_KEPT;
    for _ in 0..SWEEPS_IN_A_ROW {
        let cursor = &mut progress.tournaments;
        if store.sweep_called_off_tournaments(before, cursor, SWEPT_AT_ONCE).await?.is_over {
            break;
        }
    }
    for _ in 0..SWEEPS_IN_A_ROW {
        let begun = Instant::now();
        let done = store.sweep_guests(now - GUESTS_KEPT, &mut progress.guests, SWEPT_AT_ONCE).await?;
        if done.is_over {
            break;
        }
        pause(begun, done).await;
    }
    Ok(())
}

/// Starts the tasks; they end when the node shuts down.
pub(crate) fn start(app: &App) {
    every(app, Duration::from_secs(1), |app| async move { heartbeat(&app).await });
    every(app, Duration::from_millis(50), |app| async move {
        app.tables.fire_due();
        app.tournaments.fire_due();
    });
    let mut round = 0;
    every(app, Duration::from_secs(2), move |app| {
        round += 1;
        async move { poll_log(&app, round).await }
    });
    if let Some(up) = app.site.bus.is_up() {
        poll_while_bus_is_down(app, up);
        every(app, Duration::from_secs(5), |app| async move { poll_engines(&app).await });
    }
    every(app, Duration::from_secs(30), |app| async move { forget(&app).await });
    let progress = Arc::new(Mutex::new(SweepProgress::default()));
    every(app, Duration::from_secs(30), move |app| {
        let progress = progress.clone();
        async move { forget_unused(&app, &mut *progress.lock().await).await }
    });
    every(app, Duration::from_secs(5 * 60), |app| async move { app.accounts.profiles.start_generation() });
    every(app, Duration::from_secs(1), |app| async move { index(&app).await });
    every(app, Duration::from_secs(2), |app| async move { send_pushes(&app).await });
    every(app, Duration::from_secs(20), |app| async move { send_mails(&app).await });
    every(app, Duration::from_secs(1), |app| async move { pair_waiting(&app).await });
    every(app, Duration::from_secs(60), |app| async move { warn_of_time(&app).await });
    every(app, Duration::from_secs(10), |app| async move { poll_conditional_turns(&app).await });
    every(app, Duration::from_secs(10), |app| async move { poll_follow_ups(&app).await });
    follow_table_news(app);
    listen(app);
}

/// Tells players what happens at tables, one thing after the other.
fn follow_table_news(app: &App) {
    let app = app.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(app.site.closed());
        loop {
            let news = tokio::select! {
                news = app.tables.next_news() => news,
                () = &mut closed => break,
            };
            let Some(news) = news else { break };
            log_failure(
                "notices about a table were not created",
                app.people.notify_of_table_news(&news).await,
            );
            report_to_tournament(&app, &news);
        }
    });
}

/// Lets the tournament of a game that has ended know; it waits for nobody.
fn report_to_tournament(app: &App, news: &TableNews) {
    let ended = news.events.iter().any(|event| matches!(event, NewsEvent::Ended { .. }));
    if let Some(tournament) = news.setup.tournament.filter(|_| ended) {
        let (app, table) = (app.clone(), news.table);
        tokio::spawn(async move { app.tournaments.on_table_ended(tournament, table).await });
    }
}

async fn send_pushes(app: &App) {
    log_failure("push messages were not sent", app.people.send_pushes().await);
}

async fn send_mails(app: &App) {
    log_failure("mails about notices were not sent", app.people.send_mails().await);
}

async fn pair_waiting(app: &App) {
    log_failure("waiting players were not paired", app.tables.pair_waiting().await);
}

async fn warn_of_time(app: &App) {
    log_failure("warnings about clocks were not created", app.people.warn_of_time().await);
}

/// Runs each task of [`start`] once, to its end.
#[cfg(feature = "test-hooks")]
pub(crate) async fn tick(app: &App) {
    heartbeat(app).await;
    app.tables.fire_all().await;
    poll_log(app, 0).await;
    app.tournaments.tick().await;
    poll_engines(app).await;
    poll_conditional_turns(app).await;
    poll_follow_ups(app).await;
    forget(app).await;
    forget_unused(app, &mut SweepProgress::default()).await;
    index(app).await;
    pair_waiting(app).await;
    warn_of_time(app).await;
    send_pushes(app).await;
    send_mails(app).await;
}

async fn heartbeat(app: &App) {
    let before = app.site.clock.now();
    log_failure("no heartbeat", app.site.heartbeat().await);
    if app.site.clock.now() < before - FUTURE {
        app.tables.reconsider_deadlines().await;
    }
    app.tables.update_presence().await;
    app.people.update_presence();
}

async fn poll_engines(app: &App) {
    log_failure("overdue engine turns could not be read", app.tables.poll_engines().await);
}

async fn poll_conditional_turns(app: &App) {
    log_failure("overdue conditional turns could not be read", app.tables.poll_conditional_turns().await);
}

async fn poll_follow_ups(app: &App) {
    log_failure("overdue follow-ups are not known", follow_up_overdue(app).await);
}

/// Does what nodes that were killed or failed have left undone after their commits.
async fn follow_up_overdue(app: &App) -> Result<()> {
    let overdue = app.site.clock.now() - FOLLOW_UP_OVERDUE_MS;
    for FollowUp { subject, first, last } in
        app.site.store.pending_follow_ups(overdue, FOLLOW_UPS_PER_POLL).await?
    {
        let done = match subject {
            FollowUpSubject::Table(table) => app.people.follow_up_table(table, first, last).await,
            FollowUpSubject::Tournament(id) => app.tournaments.follow_up(id, first, last).await,
            FollowUpSubject::Challenge(challenge) => app.people.follow_up_challenge(challenge, last).await,
            FollowUpSubject::Vacation(player) => app.people.follow_up_vacation(player, last).await,
        };
        // One that fails does not stop the others, and is tried again.
        log_failure("what follows from a commit was not done", done);
    }
    Ok(())
}

/// Drops what is not in use from memory and from the database.
async fn forget(app: &App) {
    let now = app.site.clock.now();
    app.tables.evict_idle(now - IDLE_MS);
    app.tournaments.evict_idle(now - IDLE_MS);
    app.accounts.sessions.forget_old(now);
    app.accounts.blocks.forget_old(now);
    app.site.limits.forget_old();
    log_failure("closed tables are still counted", app.tables.forget_closed().await);
    log_failure("old rows were not deleted", sweep(app).await);
    log_failure("challenges were not maintained", app.people.maintain_challenges().await);
}

async fn forget_unused(app: &App, progress: &mut SweepProgress) {
    log_failure("unused rows were not deleted", sweep_unused(app, progress).await);
}

async fn index(app: &App) {
    if let Err(error) = app.archive.index_some().await {
        tracing::warn!(%error, "finished games were not indexed");
    }
}

fn every<F>(app: &App, period: Duration, mut task: impl FnMut(App) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let app = app.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(app.site.closed());
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => task(app.clone()).await,
                () = &mut closed => break,
            }
        }
    });
}

/// Follows the signals of other nodes.
fn listen(app: &App) {
    let app = app.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(app.site.closed());
        let mut signals = app.site.bus.subscribe();
        loop {
            let signal = tokio::select! {
                signal = signals.recv() => signal,
                () = &mut closed => break,
            };
            match signal {
                Ok(Signal::Player(player)) => {
                    app.accounts.forget_player(player);
                    log_failure(
                        "deleted messages could not be dropped from memory",
                        app.tables.forget_words(player).await,
                    );
                }
                Ok(Signal::Moderation) => follow_moderation(&app).await,
                Ok(Signal::Online(online)) => app.people.on_online_report(&online),
                Ok(Signal::News(player)) => app.people.wake(player),
                Ok(Signal::Tournament(id, head)) => app.tournaments.on_signal(id, head),
                Ok(Signal::Log(table, head)) => {
                    app.people.streams.wake_table(table);
                    app.tables.on_signal(Signal::Log(table, head)).await;
                }
                Ok(signal) => app.tables.on_signal(signal).await,
                // Whatever was missed is found when heads and chats are next polled.
                Err(RecvError::Lagged(_)) => (),
                Err(RecvError::Closed) => break,
            }
        }
    });
}

/// While no signals arrive the log is polled more often, and once more when they arrive again; cached players
/// are dropped at times, since they may have signed out or changed their name.
fn poll_while_bus_is_down(app: &App, mut up: watch::Receiver<bool>) {
    let app = app.clone();
    tokio::spawn(async move {
        let mut closed = std::pin::pin!(app.site.closed());
        let mut round = 0;
        loop {
            let is_up = *up.borrow_and_update();
            metrics::gauge!("taijitu_bus_up").set(f64::from(u8::from(is_up)));
            app.tables.set_bus_complete_since(if is_up { app.site.clock.now() } else { i64::MAX });
            tokio::select! {
                changed = up.changed() => {
                    if changed.is_err() {
                        break;
                    }
                    app.accounts.forget_players();
                }
                () = tokio::time::sleep(POLL_WITHOUT_BUS), if !is_up => (),
                () = &mut closed => break,
            }
            round += 1;
            if round % POLLS_PER_REFRESH == 0 {
                app.accounts.forget_players();
            }
            poll_log(&app, round).await;
        }
    });
}

/// Polls for new entries and chat messages, in case a signal was lost.
async fn poll_log(app: &App, round: usize) {
    log_failure("the heads of tables could not be read", app.tables.poll_heads().await);
    app.tables.poll_chats(round).await;
    log_failure("tournaments could not be read", app.tournaments.poll().await);
    follow_moderation(app).await;
}

async fn follow_moderation(app: &App) {
    log_failure("the audit log could not be read", app.moderation.follow().await);
}

fn log_failure(what: &str, result: Result<()>) {
    if let Err(refused) = result {
        tracing::warn!(code = ?refused.0.code, "{what}");
    }
}
