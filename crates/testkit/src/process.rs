//! A server process of its own, so that it can be killed.

use anyhow::{Context, Result, bail};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use taijitu_test_services::free_address;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `taijitu serve`.
pub struct ServerProcess {
    program: PathBuf,
    data: PathBuf,
    address: SocketAddr,
    extra: Vec<String>,
    environment: Vec<(String, String)>,
    child: Child,
}

impl ServerProcess {
    /// Starts a server on a folder, at a free port, practically without rate limits unless `extra` has
    /// `--rate-factor`.
    ///
    /// # Errors
    /// If the process does not start.
    pub async fn start(program: &Path, data: &Path, extra: &[&str]) -> Result<Self> {
        Self::start_in(program, data, extra, &[]).await
    }

    /// The same with additional environment variables.
    ///
    /// # Errors
    /// If the process does not start.
    pub async fn start_in(
        program: &Path,
        data: &Path,
        extra: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<Self> {
        let address = free_address()?;
        let extra: Vec<String> = extra.iter().map(|word| (*word).to_owned()).collect();
        let environment: Vec<(String, String)> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let child = spawn(program, data, address, &extra, &environment)?;
        let mut server =
            Self { program: program.into(), data: data.into(), address, extra, environment, child };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Kills it without warning.
    ///
    /// # Errors
    /// If the signal fails.
    pub async fn kill(&mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Starts it again on the same data and address.
    ///
    /// # Errors
    /// If the process does not start.
    pub async fn start_again(&mut self) -> Result<()> {
        self.child = spawn(&self.program, &self.data, self.address, &self.extra, &self.environment)?;
        self.wait_until_ready().await
    }

    /// Resident memory in kibibytes.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()?)).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Processor time used so far, in seconds.
    #[must_use]
    pub fn processor_time(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid()?)).ok()?;
        // The name of the program stands in brackets and may have spaces.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }

    async fn wait_until_ready(&mut self) -> Result<()> {
        let ready = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    bail!("the server ended at once: {status}");
                }
                if TcpStream::connect(self.address).await.is_ok() {
                    return Ok(());
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, ready).await.context("the server does not start")?
    }
}

fn spawn(
    program: &Path,
    data: &Path,
    address: SocketAddr,
    extra: &[String],
    environment: &[(String, String)],
) -> Result<Child> {
    let unlimited =
        if extra.iter().any(|word| word == "--rate-factor") { &[][..] } else { &["--rate-factor", "10000"] };
    Command::new(program)
        .arg("serve")
        .args(["--listen", &address.to_string(), "--data"])
        .arg(data)
        .args(unlimited)
        .args(extra)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .env("TAIJITU_LOG", std::env::var("TAIJITU_LOG").unwrap_or_else(|_| "error".into()))
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))
}
