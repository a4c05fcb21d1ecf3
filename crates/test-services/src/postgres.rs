//! A PostgreSQL with an empty database.

use crate::ports::free_address;
use crate::process::{TRIES, ending_with_us, is_root, signal, succeed};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Folders made by this process so far: tests start several at once.
static MADE: AtomicU32 = AtomicU32::new(0);

/// Settings of every one.
const SETTINGS: [&str; 3] = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=400"];

/// What a power cut may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Nothing: the settings of a site.
    Durable,
    /// Everything. Tests check the commands of the store, not the disk. (The store itself requests
    /// synchronous commits, and a test checks that.)
    Quick,
}

/// A running PostgreSQL; it stops when this is dropped.
pub struct Postgres {
    tools: PathBuf,
    folder: PathBuf,
    port: u16,
    durability: Durability,
    child: Option<Child>,
}

/// The folder of the newest PostgreSQL: Debian keeps its programs out of the path.
fn tools() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_ctl", "pg_isready"].iter().all(|tool| folder.join(tool).exists())
    };
    let mut debian: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    debian.sort();
    let in_path = std::env::var_os("PATH");
    let in_path = in_path.iter().flat_map(std::env::split_paths);
    debian.into_iter().rev().map(|(_, folder)| folder).chain(in_path).find(has_all)
}

impl Postgres {
    /// Whether it is installed.
    #[must_use]
    pub fn is_installed() -> bool {
        tools().is_some()
    }

    /// Makes an empty database in a temporary folder and waits until it answers.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start(durability: Durability) -> Result<Self> {
        let tools = tools().context("there is no PostgreSQL")?;
        let name =
            format!("taijitu-postgres-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let mut postgres = Self { tools, folder, port: free_address()?.port(), durability, child: None };
        eprintln!(
            "\nPostgreSQL of {} at port {}, in {}",
            postgres.tools.display(),
            postgres.port,
            postgres.folder.display()
        );
        postgres.make_folder()?;
        postgres.make_database()?;
        postgres.start_again()?;
        Ok(postgres)
    }

    /// Starts it again on the same data, if it does not run.
    ///
    /// # Errors
    /// If PostgreSQL does not start.
    pub fn start_again(&mut self) -> Result<()> {
        if self.child.is_none() {
            self.child = Some(self.spawn()?);
            self.wait_until_ready()?;
        }
        Ok(())
    }

    /// Sends its main process a signal, such as `STOP` or `CONT`. Those that serve connections go on.
    ///
    /// # Errors
    /// If PostgreSQL does not run.
    pub fn signal(&self, name: &str) -> Result<()> {
        signal(self.child.as_ref().context("PostgreSQL does not run")?, name)
    }

    /// Sends a signal to all its processes, the main one first: then it makes no new ones.
    ///
    /// # Errors
    /// If PostgreSQL does not run.
    pub fn signal_all(&self, name: &str) -> Result<()> {
        self.signal(name)?;
        let main = self.child.as_ref().map(Child::id).context("PostgreSQL does not run")?;
        for pid in children(main)? {
            // One that has ended meanwhile needs no signal.
            let _ = Command::new("kill")
                .args([format!("-{name}"), pid.to_string()])
                .stderr(Stdio::null())
                .status();
        }
        Ok(())
    }

    /// Its main process, which is the parent of all others.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Where it is found.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// One of its programs, run as a user it accepts, and killed with this process.
    fn tool(&self, name: &str) -> Result<Command> {
        let mut command = ending_with_us();
        if is_root()? {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
        }
        command.arg("--").arg(self.tools.join(name)).current_dir(&self.folder).stdin(Stdio::null());
        Ok(command)
    }

    fn make_folder(&self) -> Result<()> {
        let mut install = Command::new("install");
        install.args(["-d", "-m", "700"]);
        if is_root()? {
            install.args(["-o", "postgres", "-g", "postgres"]);
        }
        succeed(install.arg(&self.folder), "making its folder")
    }

    fn make_database(&self) -> Result<()> {
        let mut initdb = self.tool("initdb")?;
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
        ]);
        succeed(initdb.arg(self.data()).stdout(Stdio::null()), "initdb")
    }

    fn spawn(&self) -> Result<Child> {
        let mut server = self.tool("postgres")?;
        server.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        let quick: &[&str] = match self.durability {
            Durability::Durable => &[],
            Durability::Quick => &["fsync=off", "full_page_writes=off"],
        };
        for setting in SETTINGS.iter().chain(quick) {
            server.args(["-c", setting]);
        }
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log())
            .with_context(|| self.log().display().to_string())?;
        server.stdout(Stdio::null()).stderr(log).spawn().context("cannot start PostgreSQL")
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let port = self.port.to_string();
        for _ in 0..TRIES {
            if let Some(status) = self.child.as_mut().map(Child::try_wait).transpose()?.flatten() {
                let log = std::fs::read_to_string(self.log()).unwrap_or_default();
                bail!("PostgreSQL ended at once: {status}\n{log}");
            }
            let mut ask = Command::new(self.tools.join("pg_isready"));
            let ask = ask
                .args(["-q", "-U", "postgres", "-h", "127.0.0.1", "-p", &port])
                .current_dir(Path::new("/"));
            if ask.status()?.success() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("PostgreSQL does not answer at port {port}")
    }

    /// Stops it at once, as a crash would: unsynced data has to be recovered.
    ///
    /// # Errors
    /// If the signal fails.
    pub fn stop(&mut self) -> Result<()> {
        // A stopped process does not react to other signals.
        let _ = self.signal_all("CONT");
        let Some(mut child) = self.child.take() else {
            return Ok(());
        };
        let mut pg_ctl = self.tool("pg_ctl")?;
        pg_ctl.args(["stop", "--silent", "--mode=immediate", "-D"]).arg(self.data());
        if succeed(&mut pg_ctl, "pg_ctl stop").is_err() {
            child.kill()?;
        }
        child.wait()?;
        Ok(())
    }
}

/// The processes a process has started.
fn children(parent: u32) -> Result<Vec<u32>> {
    let started = |entry: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name stands in brackets and may have spaces; its state and its parent follow.
        let its_parent: u32 = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        (its_parent == parent).then(|| entry.file_name().to_str()?.parse().ok()).flatten()
    };
    Ok(std::fs::read_dir("/proc")?.flatten().filter_map(started).collect())
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(error) = self.stop() {
            eprintln!("PostgreSQL was not stopped: {error:#}");
        }
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            eprintln!("{} was not removed: {error}", self.folder.display());
        }
    }
}
