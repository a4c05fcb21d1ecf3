//! `cargo xtask load` and `cargo xtask crash`: the crowd at a server, both as they are shipped.

use crate::{finish, run, target};
use anyhow::Result;
use std::process::Command;

/// Builds the server and the crowd, and lets the crowd do what is asked.
pub(crate) fn crowd(what: &str, arguments: &[&str]) -> Result<()> {
    run("cargo build --release --locked --workspace --bins")?;
    let folder = target()?.join("release");
    let mut crowd = Command::new(folder.join("crowd"));
    crowd.arg(what).arg(folder.join("taijitu")).args(arguments);
    let line = format!("crowd {what} taijitu {}", arguments.join(" "));
    eprintln!("\n$ {line}");
    finish(&mut crowd, line.trim_end())
}
