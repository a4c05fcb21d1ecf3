//! What both services have in common: a free port, a process that ends with us, signals to it.

use anyhow::{Context, Result, bail};
use std::net::TcpListener;
use std::process::{Child, Command};

/// How often it is asked whether it answers, ten times a second.
pub(crate) const TRIES: u32 = 600;

/// PostgreSQL refuses root, so root has to become somebody else for it.
///
/// # Errors
/// If that cannot be found out.
pub fn is_root() -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("cannot ask who runs this: is `id` installed?")?;
    Ok(id.stdout.trim_ascii() == b"0")
}

/// A port nobody listens on just now.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A program that ends with us, whatever ends us: to be exact, with the thread that starts it.
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
