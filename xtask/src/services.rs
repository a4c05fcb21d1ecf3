//! What the tests need besides Rust and Node: a PostgreSQL of their own, in a temporary folder at a free port, strace,
//! and Chromium.

use crate::run_with;
use crate::web::CHROMIUM;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often it is asked whether it answers, ten times a second.
const TRIES: u32 = 600;

/// Settings that make it quick. The tests are about what the store says to it, not about its disk: what it loses in
/// a power cut nobody misses. (The store itself asks for synchronous commits, and a test sees that it does.)
const SETTINGS: [&str; 5] = [
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=400",
];

/// A running PostgreSQL; it stops when this is dropped.
pub(crate) struct Postgres {
    tools: PathBuf,
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// Installs PostgreSQL, strace and Chromium where that can be done, otherwise says what to install.
pub(crate) fn install_what_is_missing() -> Result<()> {
    let answers = |program: &str, question: &str| {
        Command::new(program).arg(question).output().is_ok_and(|out| out.status.success())
    };
    let mut missing = vec![];
    if tools().is_none() {
        missing.push("postgresql");
    }
    if !answers("strace", "-V") {
        missing.push("strace");
    }
    if !Path::new(CHROMIUM).exists() {
        missing.push("chromium");
    }
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install --yes --no-install-recommends {}", missing.join(" "));
    if !is_root()? || !answers("apt-get", "--version") {
        bail!(
            "the tests need {}: install it, on Debian with `sudo {install}` (Chromium is looked for at {CHROMIUM}); \
             `cargo xtask test --quick` does without PostgreSQL and Chromium",
            missing.join(" and ")
        );
    }
    let silent = [("DEBIAN_FRONTEND", "noninteractive")];
    run_with("apt-get update --quiet", &silent)?;
    run_with(&install, &silent)
}

/// PostgreSQL refuses root, so root has to become somebody else for it.
fn is_root() -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("cannot ask who runs this: is `id` installed?")?;
    Ok(id.stdout.trim_ascii() == b"0")
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
    /// Makes an empty database and waits until it answers.
    pub(crate) fn start() -> Result<Self> {
        let tools = tools().context("there is no PostgreSQL")?;
        let folder = std::env::temp_dir().join(format!("taijitu-postgres-{}", std::process::id()));
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut postgres = Self { tools, folder, port, child: None };
        eprintln!(
            "\nPostgreSQL of {} at port {port}, in {}",
            postgres.tools.display(),
            postgres.folder.display()
        );
        postgres.make_folder()?;
        postgres.make_database()?;
        postgres.child = Some(postgres.spawn()?);
        postgres.wait_until_ready()?;
        Ok(postgres)
    }

    /// Where the tests find it.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// One of its programs, as the user it wants to be, and ended with us whatever ends us.
    fn tool(&self, name: &str) -> Result<Command> {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "INT"]);
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
        SETTINGS.iter().for_each(|setting| {
            server.args(["-c", setting]);
        });
        let log = File::create(self.log()).with_context(|| self.log().display().to_string())?;
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

    fn stop(&mut self) -> Result<()> {
        let Some(mut child) = self.child.take() else {
            return Ok(());
        };
        let mut pg_ctl = self.tool("pg_ctl")?;
        // At once and without a checkpoint: the folder is thrown away.
        pg_ctl.args(["stop", "--silent", "--mode=immediate", "-D"]).arg(self.data());
        if succeed(&mut pg_ctl, "pg_ctl stop").is_err() {
            child.kill()?;
        }
        child.wait()?;
        Ok(())
    }
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

fn succeed(command: &mut Command, what: &str) -> Result<()> {
    let status = command.status().with_context(|| format!("{what}: cannot start {command:?}"))?;
    if !status.success() {
        bail!("{what} failed: {status}");
    }
    Ok(())
}
