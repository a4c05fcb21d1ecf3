//! `cargo xtask load`, `crash`, `faults`, `rated`, `abuse`, `archive` and `tournaments`: the load test against a server, both built for release.

use crate::{finish, target};
use anyhow::Result;
use std::process::Command;

const BUILD: &str = "cargo build --release --locked --workspace --bins";
/// Faults set clocks, which a server allows only if it is built for tests.
const BUILD_WITH_HOOKS: &str =
    "cargo build --release --locked --workspace --bins --features taijitu-server/test-hooks";

/// Builds the server and the load test, and runs one of its commands.
pub(crate) fn run(what: &str, arguments: &[&str]) -> Result<()> {
    crate::run(if matches!(what, "faults" | "rated") { BUILD_WITH_HOOKS } else { BUILD })?;
    let folder = target()?.join("release");
    let mut loadtest = Command::new(folder.join("loadtest"));
    loadtest.arg(what).arg(folder.join("taijitu")).args(arguments);
    let line = format!("loadtest {what} taijitu {}", arguments.join(" "));
    eprintln!("\n$ {line}");
    finish(&mut loadtest, line.trim_end())
}
