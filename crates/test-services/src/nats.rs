//! A NATS server without JetStream: lost messages stay lost.

use crate::ports::free_address;
use crate::process::{TRIES, ending_with_us, signal};
use anyhow::{Context, Result, bail};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

/// A NATS server of one's own; it ends when this is dropped.
pub struct Nats {
    program: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Nats {
    /// The path of the program, if it is installed: Debian puts it where only root's path leads.
    #[must_use]
    pub fn program() -> Option<PathBuf> {
        let path = std::env::var_os("PATH");
        let folders = path.iter().flat_map(std::env::split_paths);
        folders
            .chain([PathBuf::from("/usr/sbin")])
            .map(|folder| folder.join("nats-server"))
            .find(|p| Path::exists(p))
    }

    /// Starts one and waits until it answers.
    ///
    /// # Errors
    /// If NATS is not installed or does not start.
    pub fn start() -> Result<Self> {
        let program = Self::program().context("there is no nats-server")?;
        let mut nats = Self { program, port: free_address()?.port(), child: None };
        nats.start_again()?;
        Ok(nats)
    }

    /// Where it listens.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it without warning.
    ///
    /// # Errors
    /// If the signal fails.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Starts it again at the same port, if it does not run.
    ///
    /// # Errors
    /// If NATS does not start.
    pub fn start_again(&mut self) -> Result<()> {
        if self.child.is_some() {
            return Ok(());
        }
        let mut command = ending_with_us();
        command.arg("--").arg(&self.program).args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().context("cannot start nats-server")?);
        for _ in 0..TRIES {
            if let Some(status) = self.child.as_mut().map(Child::try_wait).transpose()?.flatten() {
                bail!("nats-server ended at once: {status}");
            }
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("nats-server does not answer at port {}", self.port)
    }

    /// Sends it a signal, such as `STOP` or `CONT`.
    ///
    /// # Errors
    /// If NATS does not run.
    pub fn signal(&self, name: &str) -> Result<()> {
        signal(self.child.as_ref().context("nats-server does not run")?, name)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            eprintln!("nats-server was not stopped: {error:#}");
        }
    }
}
