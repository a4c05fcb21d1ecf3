//! What the tests need besides Rust and Node: PostgreSQL, NATS, strace and Chromium. Installed where
//! possible.

use crate::run_with;
use crate::web::CHROMIUM;
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;
use taijitu_test_services::{Nats, Postgres, is_root};

/// Installs what is missing, or prints what to install.
pub(crate) fn install_missing() -> Result<()> {
    let answers = |program: &str, question: &str| {
        Command::new(program).arg(question).output().is_ok_and(|out| out.status.success())
    };
    let wanted = [
        ("postgresql", Postgres::is_installed()),
        ("nats-server", Nats::program().is_some()),
        ("strace", answers("strace", "-V")),
        ("chromium-headless-shell", Path::new(CHROMIUM).exists()),
    ];
    let missing: Vec<&str> = wanted.iter().filter(|(_, here)| !here).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install --yes --no-install-recommends {}", missing.join(" "));
    if !is_root()? || !answers("apt-get", "--version") {
        bail!(
            "the tests need {}: install it, on Debian with `sudo {install}` (Chromium is looked for at {CHROMIUM}); \
             `cargo xtask test --quick` does without PostgreSQL, NATS and Chromium",
            missing.join(" and ")
        );
    }
    let silent = [("DEBIAN_FRONTEND", "noninteractive")];
    run_with("apt-get update --quiet", &silent)?;
    run_with(&install, &silent)
}
