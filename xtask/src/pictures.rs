//! `cargo xtask pictures`: the sample position of every game, drawn anew for the README.

use crate::run;
use anyhow::Result;

pub(crate) fn draw() -> Result<()> {
    run("cargo run --quiet --release -p taijitu-draw --example gallery -- docs/pictures")
}
