//! `cargo xtask load`, `crash` and `faults`: the load test against a server, both built for release.

use crate::{finish, target};
use anyhow::Result;
use std::process::Command;

/// Builds the server and the load test, and runs one of its commands.
pub(crate) fn run(what: &str, arguments: &[&str]) -> Result<()> {
    crate::run("cargo build --release --locked --workspace --bins")?;
    let folder = target()?.join("release");
    let mut loadtest = Command::new(folder.join("loadtest"));
    loadtest.arg(what).arg(folder.join("taijitu")).args(arguments);
    let line = format!("loadtest {what} taijitu {}", arguments.join(" "));
    eprintln!("\n$ {line}");
    finish(&mut loadtest, line.trim_end())
}
