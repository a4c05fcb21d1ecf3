//! `taijitu archive`: the index of finished games, made, tried out and measured.

mod measure;

use super::serve::{must_exist, runtime};
use crate::cli::{ArchiveCommand, Data};
use crate::{bars, output};
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taijitu_server::archive::{index, synthetic};
use taijitu_store::{Settings, Store};

/// Megabytes of the database kept in memory while much is written.
const CACHE: u32 = 2048;
/// Games written at once.
const BATCH: u64 = 20_000;

pub(crate) fn run(data: &Data, what: &ArchiveCommand) -> Result<()> {
    let database = data.database()?;
    if !matches!(what, ArchiveCommand::Fill { .. }) {
        must_exist(&database)?;
    }
    runtime()?.block_on(async {
        let cache = if matches!(what, ArchiveCommand::Measure { .. }) { 0 } else { CACHE };
        let settings = Settings { cache, ..Settings::default() };
        let store = Store::open(&database, settings).await.with_context(|| database.clone())?;
        let done = match what {
            ArchiveCommand::Build { again } => build(&store, *again).await,
            ArchiveCommand::Fill { games } => fill(&store, *games).await,
            ArchiveCommand::Measure { times } => measure::run(&store, *times).await,
        };
        store.close().await;
        done
    })
}

async fn build(store: &Store, again: bool) -> Result<()> {
    if again {
        store.clear_index(index::REVISION).await?;
    }
    if !store.prepare_index(index::REVISION).await? {
        bail!("a newer version of this program has made the index of this database: use that one");
    }
    let (done, waiting) = store.index_progress().await?;
    let bar = bars::games((done + waiting).unsigned_abs());
    let replayed = Arc::new(AtomicU64::new(done.unsigned_abs()));
    bar.set_position(done.unsigned_abs());
    let shown = (bar.clone(), replayed.clone());
    let ticker = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(250)).await;
            shown.0.set_position(shown.1.load(Ordering::Relaxed));
        }
    });
    let mut indexed = 0;
    loop {
        let some = index::some_told(store, index::MANY, &replayed).await?;
        if some == 0 {
            break;
        }
        indexed += some;
    }
    ticker.abort();
    bar.finish_and_clear();
    Ok(output::line(&format!("{indexed} games indexed, {} in all", done + waiting))?)
}

async fn fill(store: &Store, games: u64) -> Result<()> {
    let first = first_missing(store, games).await?;
    let bar = bars::games(games);
    bar.set_position(first);
    // One batch is made while the one before is written.
    let (send, mut made) = tokio::sync::mpsc::channel(1);
    let maker = std::thread::spawn(move || {
        let mut from = first;
        while from < games {
            let to = (from + BATCH).min(games);
            if send.blocking_send((to, make(from, to))).is_err() {
                break;
            }
            from = to;
        }
    });
    while let Some((to, batch)) = made.recv().await {
        store.add_games(&batch).await?;
        bar.set_position(to);
    }
    if maker.join().is_err() {
        bail!("a game could not be made");
    }
    bar.finish_and_clear();
    Ok(output::line(&format!("{} games added, {games} in all; now: taijitu archive build", games - first))?)
}

/// Games from one number to another, made on all cores.
fn make(from: u64, to: u64) -> Vec<taijitu_store::FinishedGame> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let each = (to - from).div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = (from..to)
            .step_by(each as usize)
            .map(|start| {
                scope.spawn(move || (start..(start + each).min(to)).map(synthetic::game).collect::<Vec<_>>())
            })
            .collect();
        parts.into_iter().filter_map(|part| part.join().ok()).flatten().collect()
    })
}

/// The number of the first game that is not there: they are written in order.
async fn first_missing(store: &Store, games: u64) -> Result<u64> {
    let (mut there, mut missing) = (0, games);
    while there < missing {
        let middle = there + (missing - there) / 2;
        if store.game(synthetic::id(middle)).await?.is_some() {
            there = middle + 1;
        } else {
            missing = middle;
        }
    }
    Ok(there)
}
