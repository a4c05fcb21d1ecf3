//! `cargo xtask test`: formatting, lints and every test, with a real PostgreSQL beside SQLite and a real browser.
//!
//! Tests of the crates check that generated files are up to date. Everything is compiled once: the tests, and
//! the program that the browser uses, are compiled by clippy, which is the usual compiler with lints. A
//! separate run of clippy would check every dependency a second time.

use crate::stages::Stages;
use crate::web::{self, Checks};
use crate::{modules, needs, npm_package, run, run_with};
use anyhow::Result;
use taijitu_test_services::{Durability, Postgres};

const BUILD: &str = "cargo build --workspace --all-targets --locked";
const TESTS: &str = "cargo test --workspace --locked --no-fail-fast";
/// The tests that need PostgreSQL or NATS, which are ignored by default. Tests that are ignored for another
/// reason are skipped by name.
const TESTS_WITH_SERVICES: &str = "cargo test --workspace --locked --no-fail-fast --test * -- --ignored --skip look_for_puzzles \
                                   --skip files_of_boardspace_are_imported";

/// Settings of cargo for both. Neither incremental compilation nor debug information is useful for a test
/// run, and both take time.
const COMPILER: [(&str, &str); 4] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "-Dwarnings"),
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
];

pub(crate) fn run_all() -> Result<()> {
    let mut stages = Stages::default();
    // First, so that a missing program is reported before the lints run.
    stages.run("what the tests need", || needs::install_missing().and_then(|()| web::prepare()))?;
    stages.run("formatting, lints and build", build)?;
    // A failure does not keep the later stages from running: one run reports everything.
    let tests = stages.run("tests of Rust, checks and tests of the page", || {
        // It stops when it goes out of scope, whether tests fail or not.
        let postgres = Postgres::start(Durability::Quick)?;
        let address = postgres.url();
        test(|| {
            let environment = [("TAIJITU_TEST_POSTGRES", address.as_str())];
            let tests = run_with(TESTS, &COMPILER);
            let with_services = run_with(TESTS_WITH_SERVICES, &[&COMPILER[..], &environment].concat());
            tests.and(with_services)
        })
    });
    let package = stages.run("the package for Node", npm_package::test);
    let browser = stages.run("tests in a browser", web::browse);
    tests.and(package).and(browser)
}

/// Without PostgreSQL, NATS and a browser: the tests that need them are counted as ignored.
pub(crate) fn quick() -> Result<()> {
    let mut stages = Stages::default();
    stages.run("what the tests need", web::prepare)?;
    stages.run("formatting, lints and build", build)?;
    let tests =
        stages.run("tests of Rust, checks and tests of the page", || test(|| run_with(TESTS, &COMPILER)));
    let package = stages.run("the package for Node", npm_package::test);
    eprintln!("\nnot run: the tests that need PostgreSQL, NATS or a browser; `cargo xtask test` runs them");
    tests.and(package)
}

fn build() -> Result<()> {
    run("cargo fmt --all --check")?;
    modules::all_are_named()?;
    run_with(BUILD, &COMPILER)
}

/// Many Rust tests wait for something; the checks of the page run meanwhile.
fn test(tests: impl FnOnce() -> Result<()>) -> Result<()> {
    let checks = Checks::start();
    let tests = tests();
    // In any case nothing is left running.
    let page = checks.finish();
    tests.and(page)
}
