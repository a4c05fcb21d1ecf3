//! `cargo xtask test`: formatting, lints and every test, with a real PostgreSQL beside SQLite and a real browser.
//!
//! That generated files are up to date is checked by tests of the crates they come from. There are two builds: one for
//! the lints, and one for the tests of Rust and the program the browser talks to.

use crate::services::{self, Postgres};
use crate::web::{self, Checks};
use crate::{modules, run, run_with};
use anyhow::Result;

const TESTS: &str = "cargo test --workspace --locked";

pub(crate) fn all() -> Result<()> {
    // First, because whoever lacks something wants to know it now and not after the lints.
    services::install_what_is_missing()?;
    web::prepare()?;
    lint()?;
    {
        let postgres = Postgres::start()?;
        // It stops when it goes out of scope, failed tests or not.
        run_with(TESTS, &[("TAIJITU_TEST_POSTGRES", &postgres.url())])?;
    }
    web::browse()
}

/// Without PostgreSQL and without a browser: the tests that want a database say that there is none.
pub(crate) fn quick() -> Result<()> {
    web::prepare()?;
    lint()?;
    run(TESTS)
}

fn lint() -> Result<()> {
    run("cargo fmt --all --check")?;
    modules::all_are_named()?;
    let checks = Checks::start();
    let clippy = run("cargo clippy --workspace --all-targets --locked -- -D warnings");
    // Whatever the lints say: nothing is left running.
    let page = checks.finish();
    clippy.and(page)
}
