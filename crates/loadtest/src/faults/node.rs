//! The processes that faults hit, nodes and workers, each with a log file.

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use taijitu_testkit::Client;
use tokio::process::{Child, Command};

/// How long a process may take to be ready, without faults.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long a process may take to stop; then it is killed, as a supervisor would.
const STOPPING: Duration = Duration::from_secs(15);
/// How far a stepped clock is wrong, in milliseconds.
pub(super) const STEP: i64 = 7000;

/// A process that is started again and again.
pub(super) struct Process {
    program: PathBuf,
    arguments: Vec<String>,
    log: PathBuf,
    /// The address to poll for readiness; a worker has none.
    address: Option<SocketAddr>,
    child: Option<Child>,
    frozen: bool,
}

impl Process {
    pub(super) fn new(
        program: &Path,
        arguments: Vec<String>,
        log: PathBuf,
        address: Option<SocketAddr>,
    ) -> Self {
        Self { program: program.into(), arguments, log, address, child: None, frozen: false }
    }

    /// The exit status, if it ended by itself.
    pub(super) fn ended(&mut self) -> Result<Option<std::process::ExitStatus>> {
        let status = self.child.as_mut().map(Child::try_wait).transpose()?.flatten();
        if status.is_some() {
            self.child = None;
        }
        Ok(status)
    }

    /// Starts it, repeatedly while it exits at once: its database may be down.
    pub(super) async fn start(&mut self) -> Result<()> {
        let tries = async {
            while !self.start_once().await? {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            // It answers a moment before it handles signals, and the signals that set its clock would kill it.
            tokio::time::sleep(Duration::from_millis(500)).await;
            Ok(())
        };
        tokio::time::timeout(PATIENCE, tries)
            .await
            .with_context(|| format!("it does not start: see {}", self.log.display()))?
    }

    async fn start_once(&mut self) -> Result<bool> {
        self.spawn()?;
        loop {
            let Some(child) = &mut self.child else { bail!("nothing was started") };
            if child.try_wait()?.is_some() {
                self.child = None;
                return Ok(false);
            }
            match self.address {
                Some(address) if !answers(address).await => (),
                _ => return Ok(true),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn spawn(&mut self) -> Result<()> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        let child = Command::new(&self.program)
            .args(&self.arguments)
            .env("TAIJITU_LOG", std::env::var("TAIJITU_LOG").unwrap_or_else(|_| "info,sqlx=warn".into()))
            .env("TAIJITU_CLOCK_STEP", STEP.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        self.child = Some(child);
        Ok(())
    }

    pub(super) fn pid(&self) -> Option<u32> {
        self.child.as_ref()?.id()
    }

    /// Sends a signal; nothing if it does not run.
    pub(super) fn signal(&mut self, signal: Signal) -> Result<()> {
        let Some(pid) = self.pid().and_then(|pid| Pid::from_raw(pid.cast_signed())) else {
            return Ok(());
        };
        kill_process(pid, signal)?;
        match signal {
            Signal::STOP => self.frozen = true,
            Signal::CONT => self.frozen = false,
            _ => (),
        }
        Ok(())
    }

    /// Kills it without warning.
    pub(super) async fn kill(&mut self) -> Result<()> {
        self.frozen = false;
        match self.child.take() {
            Some(mut child) => Ok(child.kill().await?),
            None => Ok(()),
        }
    }

    /// Stops it with SIGTERM, and waits for its end.
    pub(super) async fn drain(&mut self) -> Result<()> {
        if self.frozen {
            return self.kill().await;
        }
        self.signal(Signal::TERM)?;
        let Some(child) = &mut self.child else { return Ok(()) };
        if tokio::time::timeout(STOPPING, child.wait()).await.is_err() {
            return self.kill().await;
        }
        self.child = None;
        Ok(())
    }
}

/// Whether a server answers requests: one that only listens is not ready for signals.
async fn answers(address: SocketAddr) -> bool {
    let client = Client::new(address);
    matches!(tokio::time::timeout(Duration::from_secs(2), client.try_get("/healthz")).await, Ok(Ok(_)))
}
