//! `loadtest load`: measures a server process. `cargo xtask load` builds both and runs this.

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use taijitu_loadtest::archive::Archive;
use taijitu_loadtest::load::{self, Load};
use taijitu_loadtest::{abuse, faults, party};
use taijitu_testkit::ServerProcess;

#[derive(Parser)]
#[command(about = "Scripted players who measure a server")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
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
    Faults(faults::Arguments),
    /// Attack a server in every known way, and measure what honest players notice
    Abuse(abuse::Arguments),
    /// Fill and measure a large archive
    Archive(Archive),
    /// Say everything back
    Echo,
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Echo => load::echo_server().await,
        What::Archive(archive) => archive.run().await,
        What::Abuse(arguments) => arguments.run().await,
        What::Faults(arguments) => arguments.run().await,
        What::Crash { server, kills, guests, seed } => {
            let folder = tempfile::tempdir()?;
            let mut server = ServerProcess::start(&server, folder.path(), &[]).await?;
            let report = party::with_kills(&mut server, guests, kills, seed).await?;
            println!("{report}");
            Ok(())
        }
        What::Load(load) => load.run().await,
    }
}
