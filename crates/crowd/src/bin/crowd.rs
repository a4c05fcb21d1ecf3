//! `crowd load`: measures a server process. `cargo xtask load` builds both and runs this.

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use taijitu_crowd::load::{self, Pace, Turns};
use taijitu_crowd::party;
use taijitu_crowd::server::ServerProcess;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

#[derive(Parser)]
#[command(about = "A crowd of scripted players")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Measure how much a server carries
    Load {
        /// The program to measure
        server: PathBuf,
        /// Tables that play as fast as they can
        #[arg(long, default_value_t = 200)]
        tables: usize,
        /// Seconds each measurement takes
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Idle sockets
        #[arg(long, default_value_t = 10_000)]
        sockets: usize,
        /// Where the data goes while measuring [default: a temporary folder]
        #[arg(long)]
        folder: Option<PathBuf>,
    },
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
    /// Say everything back
    Echo,
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Echo => load::echo_server().await,
        What::Crash { server, kills, guests, seed } => {
            let folder = tempfile::tempdir()?;
            let mut server = ServerProcess::start(&server, folder.path(), &[]).await?;
            let report = party::with_kills(&mut server, guests, kills, seed).await?;
            println!("{report}");
            Ok(())
        }
        What::Load { server, tables, seconds, sockets, folder } => {
            let temporary = tempfile::tempdir()?;
            let folder = folder.unwrap_or_else(|| temporary.path().to_owned());
            measure(&server, &folder, tables, Duration::from_secs(seconds), sockets).await
        }
    }
}

async fn measure(program: &Path, folder: &Path, tables: usize, time: Duration, sockets: usize) -> Result<()> {
    let mut lines = vec![];
    let mut line = |name: &str, value: String| {
        eprintln!("{name}: {value}");
        lines.push((name.to_owned(), value));
    };
    line("syncs of the disk", format!("{:.0}/s", load::syncs(folder, Duration::from_secs(2))?));
    line(
        "single SQLite commits",
        format!("{:.0}/s", load::single_commits(folder, Duration::from_secs(2)).await?),
    );
    let echoes = echo(tables, time / 2).await?;
    line("echoes of a bare WebSocket server", format!("{echoes:.0}/s"));

    let server = ServerProcess::start(program, &folder.join("full"), &[]).await?;
    let before = server.processor_time().unwrap_or(0.0);
    let mut full = load::run(server.address(), Pace { tables, rate: None, time }).await?;
    let used = server.processor_time().unwrap_or(0.0) - before;
    line("durable turns, as fast as it goes", format!("{:.0}/s at {tables} tables", rate(&full)));
    line("  acknowledged, p50 / p99 / p99.9", full.acknowledged.say());
    line("  at the opponent", full.told.say());
    line("  processor time of the server", format!("{:.0} µs a turn", used * 1e6 / full.turns.max(1) as f64));
    line("  to echoes", format!("1 : {:.1}", echoes / rate(&full).max(1.0)));
    drop(server);

    let server = ServerProcess::start(program, &folder.join("steady"), &[]).await?;
    let mut steady = load::run(server.address(), Pace { tables, rate: Some(1000.0), time }).await?;
    line("at 1,000 turns/s asked for", format!("{:.0}/s", rate(&steady)));
    line("  acknowledged, p50 / p99 / p99.9", steady.acknowledged.say());
    line("  at the opponent", steady.told.say());
    drop(server);

    let server = ServerProcess::start(program, &folder.join("engines"), &[]).await?;
    let mut beside = load::beside_engines(server.address(), 40, 50, time).await?;
    line("people beside 40 engine tables", format!("{:.0}/s", rate(&beside)));
    line("  acknowledged, p50 / p99 / p99.9", beside.acknowledged.say());
    drop(server);

    let server = ServerProcess::start(program, &folder.join("idle"), &[]).await?;
    let idle = load::idle(&server, sockets).await?;
    let each = (idle.after.saturating_sub(idle.before)) as f64 / idle.sockets.max(1) as f64;
    let mib = |kib: u64| kib as f64 / 1024.0;
    line(
        "idle sockets",
        format!("{}: server at {:.0} MiB, {each:.1} KiB each", idle.sockets, mib(idle.after)),
    );

    println!("{}", load::table(&lines));
    Ok(())
}

fn rate(turns: &Turns) -> f64 {
    turns.turns as f64 / turns.seconds
}

/// Echoes a second of a bare server in a process of its own, with as many sockets as players.
async fn echo(tables: usize, time: Duration) -> Result<f64> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("echo")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("cannot start the echo server")?;
    let mut address = String::new();
    BufReader::new(child.stdout.take().context("its output")?).read_line(&mut address).await?;
    load::echoes(address.trim().parse()?, tables * 2, time).await
}
