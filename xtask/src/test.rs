//! `cargo xtask test`: formatting, lints and every test, with a real PostgreSQL beside SQLite and a real browser.
//!
//! That generated files are up to date is checked by tests of the crates they come from. Everything is compiled once:
//! the compiler that builds the tests, and the program the browser talks to, is clippy's, which is the usual one with
//! lints on top. A separate run of clippy would have to look at every dependency a second time.

use crate::stages::Stages;
use crate::web::{self, Checks};
use crate::{modules, needs, run, run_with};
use anyhow::Result;
use taijitu_test_services::{Durability, Postgres};

const BUILD: &str = "cargo build --workspace --all-targets --locked";
const TESTS: &str = "cargo test --workspace --locked";

/// What cargo is told for both. Neither the notes for building parts of a crate again nor those for debuggers are of use
/// to somebody who wants to see the tests pass, and both take their time.
const COMPILER: [(&str, &str); 4] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "-Dwarnings"),
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
];

pub(crate) fn all() -> Result<()> {
    let mut stages = Stages::default();
    // First, because whoever lacks something wants to know it now and not after the lints.
    stages.run("what the tests need", || needs::install_what_is_missing().and_then(|()| web::prepare()))?;
    stages.run("formatting, lints and build", build)?;
    stages.run("tests of Rust, checks and tests of the page", || {
        // It stops when it goes out of scope, failed tests or not.
        let postgres = Postgres::start(Durability::Quick)?;
        test(&[("TAIJITU_TEST_POSTGRES", &postgres.url())])
    })?;
    stages.run("tests in a browser", web::browse)
}

/// Without PostgreSQL and without a browser: the tests that want a database say that there is none.
pub(crate) fn quick() -> Result<()> {
    let mut stages = Stages::default();
    stages.run("what the tests need", web::prepare)?;
    stages.run("formatting, lints and build", build)?;
    stages.run("tests of Rust, checks and tests of the page", || test(&[]))
}

fn build() -> Result<()> {
    run("cargo fmt --all --check")?;
    modules::all_are_named()?;
    run_with(BUILD, &COMPILER)
}

/// Many tests of Rust wait for something; the page's own are run meanwhile.
fn test(environment: &[(&str, &str)]) -> Result<()> {
    let checks = Checks::start();
    let tests = run_with(TESTS, &[&COMPILER, environment].concat());
    // Whatever the tests say: nothing is left running.
    let page = checks.finish();
    tests.and(page)
}
