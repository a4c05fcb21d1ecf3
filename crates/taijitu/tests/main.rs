//! The tests that start servers, in one program: one for each file would have to be linked for each file.

mod abuse;
mod doctor;
mod durable;
mod faults;
mod kept;
mod limits;
mod load;
mod migrate;
mod misbehaving_clients;
mod revisions;
mod site;

/// The program that is started.
const PROGRAM: &str = env!("CARGO_BIN_EXE_taijitu");

/// The address of the PostgreSQL server that `cargo xtask test` has started.
fn postgres() -> String {
    std::env::var("TAIJITU_TEST_POSTGRES").expect("cargo xtask test sets TAIJITU_TEST_POSTGRES")
}
