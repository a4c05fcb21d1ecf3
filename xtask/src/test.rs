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
/// The tests that need PostgreSQL or NATS, which are ignored unless they are asked for. What is ignored for another reason
/// is named: whatever is not is run.
const TESTS_WITH_SERVICES: &str = "cargo test --workspace --locked --test * -- --ignored --skip look_for_puzzles \
                                   --skip files_of_boardspace_are_imported";

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
    // First, so that a missing program is reported before the lints run.
    stages.run("what the tests need", || needs::install_what_is_missing().and_then(|()| web::prepare()))?;
    stages.run("formatting, lints and build", build)?;
    stages.run("tests of Rust, checks and tests of the page", || {
        // It stops when it goes out of scope, failed tests or not.
        let postgres = Postgres::start(Durability::Quick)?;
        let address = postgres.url();
        test(|| {
            let environment = [("TAIJITU_TEST_POSTGRES", address.as_str())];
            run_with(TESTS, &COMPILER)?;
            run_with(TESTS_WITH_SERVICES, &[&COMPILER[..], &environment].concat())
        })
    })?;
    stages.run("tests in a browser", web::browse)
}

/// Without PostgreSQL, NATS and a browser: the tests that need them are counted as ignored.
pub(crate) fn quick() -> Result<()> {
    let mut stages = Stages::default();
    stages.run("what the tests need", web::prepare)?;
    stages.run("formatting, lints and build", build)?;
    stages.run("tests of Rust, checks and tests of the page", || test(|| run_with(TESTS, &COMPILER)))?;
    eprintln!("\nnot run: the tests that need PostgreSQL, NATS or a browser; `cargo xtask test` runs them");
    Ok(())
}

fn build() -> Result<()> {
    run("cargo fmt --all --check")?;
    modules::all_are_named()?;
    run_with(BUILD, &COMPILER)
}

/// Many tests of Rust wait for something; the page's own are run meanwhile.
fn test(tests: impl FnOnce() -> Result<()>) -> Result<()> {
    let checks = Checks::start();
    let tests = tests();
    // Whatever the tests say: nothing is left running.
    let page = checks.finish();
    tests.and(page)
}
