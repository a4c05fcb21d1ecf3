//! `cargo xtask test`: formatting, lints and every test, with a real PostgreSQL beside SQLite.
//!
//! That generated files are up to date is checked by tests of the crates they come from.

use crate::services::{self, Postgres};
use crate::{run, run_with};
use anyhow::Result;

const TESTS: &str = "cargo test --workspace --locked";

pub(crate) fn all() -> Result<()> {
    // First, because whoever lacks something wants to know it now and not after the lints.
    services::install_what_is_missing()?;
    lint()?;
    let postgres = Postgres::start()?;
    // It stops when it goes out of scope, failed tests or not.
    run_with(TESTS, &[("TAIJITU_TEST_POSTGRES", &postgres.url())])
}

/// Without PostgreSQL: the tests that want one say that there is none.
pub(crate) fn quick() -> Result<()> {
    lint()?;
    run(TESTS)
}

fn lint() -> Result<()> {
    run("cargo fmt --all --check")?;
    run("cargo clippy --workspace --all-targets --locked -- -D warnings")
}
