//! Rated games between accounts while servers are killed and links fail. Checks that each game counts once, and that
//! recomputing the ratings from the archive gives the same numbers.

use super::client::RoamingClient;
use super::inject::{self, FaultLog};
use super::plan::{FaultPlan, Terms};
use super::rated_games::{RatedAccounts, RatedGames};
use super::site::{FaultSite, NodeAddresses};
use crate::clock::{now, since_1970};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_store::{Recomputation, Store, StoreSettings};
use taijitu_testkit::{ServerProcess, credentials};
use tokio::task::JoinSet;

/// The rating class of the games: Y has the shortest games.
const CLASS: &str = "y";

/// How many games between how many accounts.
#[derive(Args, Clone, Copy, Debug)]
pub struct RatedTerms {
    /// How many games
    #[arg(long, default_value_t = 5000)]
    pub games: usize,
    /// How many accounts play them; each plays several at once
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(2..))]
    pub players: u16,
    /// How many games are played at a time
    #[arg(long, default_value_t = 32)]
    pub tables: usize,
    /// The same seed chooses the same players and faults
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Arguments of a run.
#[derive(Args)]
pub struct RatedArgs {
    /// The program to hit
    server: PathBuf,
    #[command(flatten)]
    terms: RatedTerms,
    /// Three nodes on PostgreSQL with NATS and all faults, instead of one node on SQLite that is killed
    #[arg(long)]
    postgres: bool,
    /// How often the node on SQLite is killed
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// How long faults are injected at the nodes on PostgreSQL
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// How many faults
    #[arg(long, default_value_t = 100)]
    faults: usize,
}

impl RatedArgs {
    /// Runs, and prints the report.
    ///
    /// # Errors
    /// If a game was lost, counted twice or rated otherwise than the archive says.
    pub async fn run(self) -> Result<()> {
        let report = if self.postgres {
            let logs = std::env::temp_dir().join(format!("taijitu-rated-{}", std::process::id()));
            let faults = (self.seconds, self.faults);
            let ran = rated_on_postgres(&self.server, self.terms, faults, &logs).await;
            keep_error(&logs, ran)?
        } else {
            rated_on_sqlite(&self.server, self.terms, self.kills).await?
        };
        println!("{report}");
        Ok(())
    }
}

/// Writes an error beside the logs of the nodes: the terminal of a long run is not always kept.
fn keep_error<T>(logs: &Path, ran: Result<T>) -> Result<T> {
    ran.map_err(|error| {
        let kept = logs.join("error.txt");
        match std::fs::write(&kept, format!("{error:?}\n")) {
            Ok(()) => error.context(format!("this error and what the nodes said are in {}", logs.display())),
            Err(_) => error.context(format!("what the nodes said is in {}", logs.display())),
        }
    })
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedReport {
    /// Games that were played to their end.
    pub games: usize,
    /// Those of them that began with a challenge, accepted twice at once.
    pub challenges: usize,
    /// Those of them in which a conditional turn was played.
    pub conditional: usize,
    /// Faults during the run.
    pub faults: usize,
    /// How long it took.
    pub seconds: f64,
    /// The result of recomputing the ratings.
    pub found: Recomputation,
}

impl fmt::Display for RatedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, challenges, conditional, faults, seconds, found } = self;
        write!(
            f,
            "{games} rated games of {} accounts in {seconds:.0} s, {faults} faults: {} games counted, each once; \
             {} ratings differ from those of the archive; {challenges} challenges accepted twice made one table each; \
             {conditional} conditional turns were played once",
            found.players, found.games, found.differing
        )
    }
}

/// One node on SQLite, killed and started again a number of times.
///
/// # Errors
/// If a game was lost, counted twice or rated otherwise than the archive says.
pub async fn rated_on_sqlite(program: &Path, terms: RatedTerms, kills: u32) -> Result<RatedReport> {
    let folder = tempfile::tempdir()?;
    let mut server = ServerProcess::start(program, folder.path(), &[]).await?;
    let addresses = Arc::new(NodeAddresses::new(vec![server.address()], true));
    let accounts = register(addresses, terms).await?;
    let began = now();
    let played = Arc::new(RatedGames::default());
    let mut playing = tokio::spawn(play(accounts, terms, played.clone()));
    for kill in 1..=kills {
        // Evenly over the games, independent of the speed of the machine.
        let due = terms.games * kill as usize / (kills as usize + 1);
        while played.count() < due && !playing.is_finished() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server.kill().await?;
        server.start_again().await?;
    }
    (&mut playing).await??;
    let seconds = began.elapsed().as_secs_f64();
    server.kill().await?;
    let database = format!("sqlite:{}", folder.path().join("taijitu.db").display());
    check(&database, terms, &played, kills as usize, seconds).await
}

/// Three nodes on PostgreSQL with NATS, and the faults of a plan.
///
/// # Errors
/// If a game was lost, counted twice or rated otherwise than the archive says.
pub async fn rated_on_postgres(
    program: &Path,
    terms: RatedTerms,
    (seconds, faults): (u64, usize),
    logs: &Path,
) -> Result<RatedReport> {
    std::fs::create_dir_all(logs).with_context(|| logs.display().to_string())?;
    let plan = FaultPlan::new(Terms { seed: terms.seed, seconds, faults, nodes: 3, workers: 0 });
    let site = Arc::new(FaultSite::start(program, logs, 3, 0).await?);
    let accounts = register(site.addresses.clone(), terms).await?;
    let fault_log = FaultLog::new();
    let played = Arc::new(RatedGames::default());
    let mut playing = tokio::spawn(play(accounts, terms, played.clone()));
    let injecting = inject::inject_all(&site, &plan, &fault_log);
    tokio::pin!(injecting);
    // A game that went wrong ends the run: what happens later would hide it.
    let is_over = tokio::select! {
        injected = &mut injecting => {
            injected.context("a fault could not be injected or undone")?;
            false
        }
        done = &mut playing => {
            let at = since_1970() - fault_log.history().began;
            done?.with_context(|| format!("after {at} ms and {} games", played.count()))?;
            true
        }
    };
    if is_over {
        injecting.await.context("a fault could not be injected or undone")?;
    } else {
        let at = || format!("after {} games", played.count());
        playing.await?.with_context(at)?;
    }
    let ended = fault_log.ended();
    ensure!(ended.is_empty(), "{}", ended.join("\n"));
    let seconds = (since_1970() - fault_log.history().began) as f64 / 1000.0;
    check(&site.database, terms, &played, faults, seconds).await
}

/// Every game is counted once, and rated as the archive says.
async fn check(
    database: &str,
    terms: RatedTerms,
    played: &RatedGames,
    faults: usize,
    seconds: f64,
) -> Result<RatedReport> {
    let store = Store::open(database, StoreSettings::default()).await?;
    let classes = store.rated_classes().await?;
    let found = store.check_ratings(CLASS).await?;
    store.close().await;
    let (challenges, conditional) = played.kinds();
    let report = RatedReport { games: played.count(), challenges, conditional, faults, seconds, found };
    ensure!(classes == [CLASS], "rated in {classes:?}");
    ensure!(found.games == terms.games as u64, "not every game is counted once: {report}");
    ensure!(found.players == u64::from(terms.players), "not everybody has a rating: {report}");
    ensure!(found.differing == 0, "{report}");
    Ok(report)
}

/// The accounts that play. They are made before anything fails: hashing passwords takes long on a busy machine.
async fn register(addresses: Arc<NodeAddresses>, terms: RatedTerms) -> Result<Arc<RatedAccounts>> {
    let mut cookies = vec![];
    for number in 0..terms.players {
        let mut client = RoamingClient::new(&addresses, usize::from(number), false);
        cookies.push(client.register(&credentials(&RatedAccounts::name(number.into()))).await?);
    }
    Ok(Arc::new(RatedAccounts::new(addresses, cookies)))
}

/// Lets accounts play the rated games, some at a time.
async fn play(accounts: Arc<RatedAccounts>, terms: RatedTerms, played: Arc<RatedGames>) -> Result<()> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut lanes = JoinSet::new();
    for _ in 0..terms.tables.max(1) {
        let (accounts, next, played) = (accounts.clone(), next.clone(), played.clone());
        lanes.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= terms.games {
                    return anyhow::Ok(());
                }
                let mut random = Random::new(terms.seed ^ ((number as u64) << 20));
                let kind =
                    accounts.play(number, &mut random).await.with_context(|| format!("game {number}"))?;
                played.add(kind);
            }
        });
    }
    while let Some(done) = lanes.join_next().await {
        done??;
    }
    Ok(())
}
