//! Shared by both services: a child process that ends with this one, signals.

use anyhow::{Context, Result, bail};
use std::process::{Child, Command};

/// How often to check whether it answers, ten times a second.
pub(crate) const TRIES: u32 = 600;

/// Whether this process runs as root: PostgreSQL refuses root, so another user is needed.
///
/// # Errors
/// If `id` cannot be run.
pub fn is_root() -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("cannot ask who runs this: is `id` installed?")?;
    Ok(id.stdout.trim_ascii() == b"0")
}

/// A program that ends with this process; more precisely, with the thread that starts it.
pub(crate) fn ending_with_us() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    command
}

/// Waits for a command to succeed.
pub(crate) fn succeed(command: &mut Command, what: &str) -> Result<()> {
    let status = command.status().with_context(|| format!("{what}: cannot start {command:?}"))?;
    if !status.success() {
        bail!("{what} failed: {status}");
    }
    Ok(())
}

/// Sends a signal, such as `STOP`, to a process.
pub(crate) fn signal(child: &Child, name: &str) -> Result<()> {
    let pid = child.id().to_string();
    succeed(Command::new("kill").args([format!("-{name}"), pid]), "kill")
}
