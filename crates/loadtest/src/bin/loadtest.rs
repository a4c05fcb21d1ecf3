//! `loadtest load`: measures a server process. `cargo xtask load` builds both and runs this.

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use taijitu_loadtest::archive::ArchiveArgs;
use taijitu_loadtest::load::{self, Load};
use taijitu_loadtest::ratings::RatingsArgs;
use taijitu_loadtest::tournaments::TournamentArgs;
use taijitu_loadtest::{abuse, faults, party};
use taijitu_testkit::ServerProcess;

#[derive(Parser)]
#[command(about = "Scripted players who measure a server")]
struct LoadtestArgs {
    #[command(subcommand)]
    what: LoadtestCommand,
}

#[derive(Subcommand)]
enum LoadtestCommand {
    Load(Load),
    /// Let two hundred guests play all ten games while the server is killed again and again
    Crash {
        /// The program to kill
        server: PathBuf,
        /// How often
        #[arg(long, default_value_t = 100)]
        kills: u32,
        /// How many guests play at a time
        #[arg(long, default_value_t = 200)]
        guests: usize,
        /// The same seed makes the same mischief
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Let everything go wrong at a site of several nodes, and check what came of it
    Faults(faults::FaultArgs),
    /// Play rated games while servers are killed and links fail, and rate them again from the archive
    Rated(faults::RatedArgs),
    /// Attack a server in every known way, and measure what honest players notice
    Abuse(abuse::AbuseArgs),
    /// Fill a database with rated games, and measure the pages of ratings
    Ratings(RatingsArgs),
    /// Fill and measure a large archive
    Archive(ArchiveArgs),
    /// Play tournaments of every kind while nodes are killed, and count them again from their logs
    Tournaments(TournamentArgs),
    /// Say everything back
    Echo,
}

#[tokio::main]
async fn main() -> Result<()> {
    match LoadtestArgs::parse().what {
        LoadtestCommand::Echo => load::echo_server().await,
        LoadtestCommand::Archive(archive) => archive.run().await,
        LoadtestCommand::Ratings(ratings) => ratings.run().await,
        LoadtestCommand::Tournaments(arguments) => arguments.run().await,
        LoadtestCommand::Abuse(arguments) => arguments.run().await,
        LoadtestCommand::Faults(arguments) => arguments.run().await,
        LoadtestCommand::Rated(arguments) => arguments.run().await,
        LoadtestCommand::Crash { server, kills, guests, seed } => {
            let folder = tempfile::tempdir()?;
            let mut server = ServerProcess::start(&server, folder.path(), &[]).await?;
            let report = party::with_kills(&mut server, guests, kills, seed).await?;
            println!("{report}");
            Ok(())
        }
        LoadtestCommand::Load(load) => load.run().await,
    }
}
