//! `taijitu archive`: the index of finished games.

use super::serve::{must_exist, runtime};
use crate::cli::{ArchiveCommand, DataArgs};
use crate::{bars, output};
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taijitu_server::archive::index;
use taijitu_store::{Store, StoreSettings};

/// Page cache of the database in megabytes during bulk writes.
const CACHE: u32 = 2048;

pub(crate) fn run(data: &DataArgs, what: &ArchiveCommand) -> Result<()> {
    let database = data.database()?;
    must_exist(&database)?;
    runtime()?.block_on(async {
        let settings = StoreSettings { cache: CACHE, ..StoreSettings::default() };
        let store = Store::open(&database, settings).await.with_context(|| database.clone())?;
        let ArchiveCommand::Build { again } = what;
        let done = build(&store, *again).await;
        store.close().await;
        done
    })
}

async fn build(store: &Store, again: bool) -> Result<()> {
    if again {
        store.clear_index(index::REVISION).await?;
    }
    if !store.prepare_index(index::REVISION).await? {
        bail!("a newer version of this program has built the index of this database: use that version");
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
        let some = index::some_with_progress(store, index::MANY, &replayed).await?;
        if some == 0 {
            break;
        }
        indexed += some;
    }
    ticker.abort();
    bar.finish_and_clear();
    Ok(output::line(&format!("{indexed} games indexed, {} in all", done + waiting))?)
}
