//! What a node does by itself, and how often; what each duty does is in its layer.

use crate::app::App;
use crate::error::Result;
use crate::site::bus::Signal;
use std::time::Duration;
use taijitu_table::FUTURE;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

/// Tables nobody has used for this long are evicted from memory, in milliseconds.
const IDLE: i64 = 120_000;
/// The log of a closed table is kept this long, for clients that have not heard of it yet, in milliseconds.
const CLOSED_LOGS_KEPT: i64 = 60_000;
/// Closed reports are kept this long, in milliseconds: half a year. The audit log is kept for good.
const REPORTS_KEPT: i64 = 183 * 24 * 60 * 60_000;
/// How far back each sweep looks, in milliseconds; the first one looks at everything.
const SWEEP_WINDOW: i64 = 10 * 60_000;
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
    sweep(app, 0).await?;
    app.moderation.follow().await?;
    app.tables.resume().await
}

/// Deletes what nobody needs any more: the logs of closed tables, old sessions, bans that have ended, old reports.
async fn sweep(app: &App, closed_since: i64) -> Result<()> {
    let now = app.site.clock.now();
    app.site.store.delete_closed_logs(closed_since, now - CLOSED_LOGS_KEPT).await?;
    app.site.store.sweep_sessions(now).await?;
    app.site.store.sweep_mail_tokens(now).await?;
    app.site.store.sweep_retired_names(now).await?;
    app.site.store.sweep_bans(now).await?;
    app.site.store.sweep_reports(now - REPORTS_KEPT).await?;
    Ok(())
}

/// Starts the tasks; they end when the node shuts down.
pub(crate) fn start(app: &App) {
    every(app, Duration::from_secs(1), |app| async move { heartbeat(&app).await });
    every(app, Duration::from_millis(50), |app| async move { app.tables.fire_due() });
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
    every(app, Duration::from_secs(5 * 60), |app| async move { app.accounts.profiles.start_generation() });
    every(app, Duration::from_secs(1), |app| async move { index(&app).await });
    listen(app);
}

/// Does everything once that [`start`] does again and again, to the end.
#[cfg(feature = "test-hooks")]
pub(crate) async fn tick(app: &App) {
    heartbeat(app).await;
    app.tables.fire_all().await;
    poll_log(app, 0).await;
    poll_engines(app).await;
    forget(app).await;
    index(app).await;
}

async fn heartbeat(app: &App) {
    let before = app.site.clock.now();
    log_failure("no heartbeat", app.site.heartbeat().await);
    if app.site.clock.now() < before - FUTURE {
        app.tables.reconsider_deadlines().await;
    }
    app.tables.update_presence().await;
}

async fn poll_engines(app: &App) {
    log_failure("overdue engines are not known", app.tables.poll_engines().await);
}

/// Drops what is not in use from memory and from the database.
async fn forget(app: &App) {
    let now = app.site.clock.now();
    app.tables.evict_idle(now - IDLE);
    app.accounts.sessions.forget_old(now);
    app.site.limits.forget_old();
    log_failure("closed tables are still counted", app.tables.forget_closed().await);
    log_failure("old rows were not deleted", sweep(app, now - SWEEP_WINDOW).await);
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
                    log_failure("deleted words are still in memory", app.tables.forget_words(player).await);
                }
                Ok(Signal::Moderation) => follow_moderation(&app).await,
                Ok(signal) => app.tables.on_signal(signal).await,
                // What was missed is found when heads and chats are next polled.
                Err(RecvError::Lagged(_)) => (),
                Err(RecvError::Closed) => break,
            }
        }
    });
}

/// While no signals arrive the log is polled more often, and once more when they do again; cached players are dropped now
/// and then, since they may have signed out or changed their name.
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
