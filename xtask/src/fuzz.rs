//! `cargo xtask fuzz`: random input for every parser.

use crate::{root, run};
use anyhow::{Result, bail};
use std::process::Command;

/// Fuzz targets, by the parser they feed.
const TARGETS: [&str; 4] = ["turns", "setups", "records", "sgf"];

pub(crate) fn all(seconds: u32) -> Result<()> {
    let installed =
        Command::new("cargo").args(["fuzz", "--version"]).output().is_ok_and(|out| out.status.success());
    if !installed {
        run("cargo install cargo-fuzz --locked")?;
    }
    for target in TARGETS {
        eprintln!("\n$ cargo fuzz run {target}");
        // The toolchain is stable; the sanitizer flags of cargo-fuzz are not.
        let status = Command::new("cargo")
            .args(["fuzz", "run", target, "--", &format!("-max_total_time={seconds}"), "-rss_limit_mb=4096"])
            .env("RUSTC_BOOTSTRAP", "1")
            .current_dir(root())
            .status()?;
        if !status.success() {
            bail!("{target}: a finding lies in fuzz/artifacts/{target}; make it a test");
        }
    }
    Ok(())
}
