//! The page's own checks and tests, and the browser that tries the whole.

use crate::{root, target};
use anyhow::{Result, anyhow, bail};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use taijitu_npm as npm;

/// Where Debian installs the browser; the tests of the page look for it here.
pub(crate) const CHROMIUM: &str = "/usr/bin/chromium-headless-shell";

fn folder() -> PathBuf {
    root().join("web")
}

/// Sees that there is a Node, and installs the packages of the page unless they are there.
pub(crate) fn prepare() -> Result<()> {
    npm::check_node().and_then(|()| npm::install(&folder())).map_err(|reason| anyhow!(reason))
}

/// Formatting, lints, types and unit tests of the page, running in parallel.
pub(crate) struct Checks(JoinHandle<Result<(), String>>);

impl Checks {
    pub(crate) fn start() -> Self {
        eprintln!("\n$ npm run lint; npm run check; npm run test (in web, beside the next)");
        let check = |script: &str| npm::run(npm::npm(&folder()).args(["run", script]));
        Self(thread::spawn(move || ["lint", "check", "test"].into_iter().try_for_each(check)))
    }

    /// Waits for them.
    pub(crate) fn finish(self) -> Result<()> {
        match self.0.join() {
            Ok(Ok(())) => {
                eprintln!("\nthe page's own checks and tests: ok");
                Ok(())
            }
            Ok(Err(reason)) => bail!("the page: {reason}"),
            Err(_) => bail!("the checks of the page panicked"),
        }
    }
}

/// The page in a browser, at the program that the tests of Rust have just used.
pub(crate) fn browse() -> Result<()> {
    let program = target()?.join("debug/taijitu");
    let line = "npm run e2e";
    eprintln!("\n$ {line} (in web)");
    let mut command = npm::npm(&folder());
    command.args(["run", "e2e"]).env("TAIJITU_BIN", &program);
    let status = command.status().map_err(|error| anyhow!("cannot start `{line}`: {error}"))?;
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}
