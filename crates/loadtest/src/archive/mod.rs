//! `loadtest archive`, run by `cargo xtask archive`: a large archive of synthetic games, and how fast it
//! answers.

mod measure;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use taijitu_store::{FinishedGame, Store, StoreSettings};
use taijitu_testkit::{Client, ServerProcess, synthetic};

/// Page cache of the database in megabytes during bulk writes.
const CACHE: u32 = 2048;
/// Games written at once.
const BATCH: u64 = 20_000;

/// An archive to try out.
#[derive(Args)]
pub struct ArchiveArgs {
    /// The program that serves it
    server: PathBuf,
    #[command(subcommand)]
    what: ArchiveLoadCommand,
}

#[derive(Subcommand)]
enum ArchiveLoadCommand {
    /// Fill a database with synthetic games; may be interrupted and continued
    Fill {
        /// How many games there are to be in the end
        #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        games: u64,
        /// The folder of the database, or the address of one on PostgreSQL
        #[arg(long, value_name = "FOLDER|postgres://…")]
        data: PathBuf,
    },
    /// How long each page of the archive takes the server
    Measure {
        /// How often to ask for each page
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        times: u32,
        /// The folder of the database, or the address of one on PostgreSQL
        #[arg(long, value_name = "FOLDER|postgres://…")]
        data: PathBuf,
    },
}

impl ArchiveArgs {
    /// Runs the command and prints the result.
    ///
    /// # Errors
    /// If the database cannot be opened, or the server refuses a page.
    pub async fn run(&self) -> Result<()> {
        match &self.what {
            ArchiveLoadCommand::Fill { games, data } => {
                let store = open(data, CACHE).await?;
                let filled = fill(&store, *games).await;
                store.close().await;
                filled
            }
            ArchiveLoadCommand::Measure { times, data } => measure(&self.server, data, *times).await,
        }
    }
}

/// The database that `taijitu serve --data` would open.
async fn open(data: &Path, cache: u32) -> Result<Store> {
    let database = match data.to_str() {
        Some(url) if url.starts_with("postgres://") => url.to_owned(),
        _ => format!("sqlite:{}", data.join("taijitu.db").display()),
    };
    let settings = StoreSettings { cache, ..StoreSettings::default() };
    Store::open(&database, settings).await.with_context(|| database.clone())
}

async fn measure(server: &Path, data: &Path, times: u32) -> Result<()> {
    let store = open(data, 0).await?;
    let (indexed, waiting) = store.index_progress().await?;
    store.close().await;
    let server = ServerProcess::start(server, data, &[]).await?;
    let client = Client::new(server.address()).keeping_connection();
    let table = measure::run(&client, times).await?;
    println!("{indexed} games indexed, {waiting} waiting; each page asked for {times} times\n\n{table}");
    Ok(())
}

async fn fill(store: &Store, games: u64) -> Result<()> {
    let first = first_missing(store, games).await?;
    let bar = bar(games);
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
    println!("{} games added, {games} in all; now: taijitu archive build", games - first);
    Ok(())
}

/// Games from one number to another, made on all cores.
fn make(from: u64, to: u64) -> Vec<FinishedGame> {
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

fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (about {eta} left)");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
