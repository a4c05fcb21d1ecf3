//! Chores of the project, one file each: `cargo xtask test` runs every test.

mod dist;
mod fuzz;
mod generate;
mod load;
mod modules;
mod needs;
mod npm_package;
mod pictures;
mod stages;
mod test;
mod web;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const USAGE: &str = "\
cargo xtask test [--quick]     formatting, lints, all tests; --quick without PostgreSQL, NATS and browser
cargo xtask gen                the files made from the protocol: types of the page, docs/openapi.json
cargo xtask load [ARGUMENTS]   load on a server of this machine; --help lists the options
cargo xtask crash [--kills N]  a server that is killed repeatedly under two hundred players; nothing may be lost
cargo xtask faults [ARGUMENTS] faults injected into a site of three nodes for ten minutes, then every table is checked; --help lists the options
cargo xtask rated [ARGUMENTS]  5,000 rated games while the server is killed repeatedly, each counted once; --help lists the options
cargo xtask abuse [ARGUMENTS]  a server attacked in every known way for ten minutes beside honest players; --help lists the options
cargo xtask archive ARGUMENTS  a large archive: filled with synthetic games, or measured page by page; --help lists the options
cargo xtask ratings ARGUMENTS  many rated accounts and games: filled in, or measured page by page; --help lists the options
cargo xtask tournaments [ARGUMENTS]  tournaments of every kind through sockets while nodes are killed, counted again; --help lists the options
cargo xtask dist               a tarball that runs without Rust and Node, in target/dist
cargo xtask fuzz [--seconds N]  every fuzz target, one after the other (60 seconds each by default), and its number of inputs
cargo xtask npm [--test]       the package for Node, in target/npm; --test installs it into an empty project and compares it
cargo xtask pictures           the pictures of the README, drawn anew by `taijitu show`";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test::run_all(),
        ["test", "--quick"] => test::quick(),
        ["gen"] => generate::write(),
        ["load", ref rest @ ..] => load::run("load", rest),
        ["crash", ref rest @ ..] => load::run("crash", rest),
        ["faults", ref rest @ ..] => load::run("faults", rest),
        ["rated", ref rest @ ..] => load::run("rated", rest),
        ["abuse", ref rest @ ..] => load::run("abuse", rest),
        ["archive", ref rest @ ..] => load::run("archive", rest),
        ["ratings", ref rest @ ..] => load::run("ratings", rest),
        ["tournaments", ref rest @ ..] => load::run("tournaments", rest),
        ["dist"] => dist::make(),
        ["fuzz"] => fuzz::fuzz_all(60),
        ["fuzz", "--seconds", seconds] | ["fuzz", seconds] => fuzz::fuzz_all(
            seconds.parse().with_context(|| format!("`{seconds}` is not a number of seconds"))?,
        ),
        ["npm"] => npm_package::make().map(drop),
        ["npm", "--test"] => npm_package::test(),
        ["pictures"] => pictures::draw(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("unknown chore; the chores are\n{USAGE}"),
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The folder cargo builds into, wherever the environment put it: this program lies in one of its profiles.
fn target() -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program does not know where it lies")?;
    Ok(own.parent().and_then(Path::parent).context("this program was not built by cargo")?.to_owned())
}

/// Runs a command in the workspace, showing its output.
fn run(line: &str) -> Result<()> {
    run_with(line, &[])
}

/// The same with additional environment variables.
fn run_with(line: &str, environment: &[(&str, &str)]) -> Result<()> {
    let mut words = line.split(' ');
    let program = words.next().context("a command has a name")?;
    eprintln!("\n$ {line}");
    let mut command = Command::new(program);
    finish(command.args(words).envs(environment.iter().copied()), line)
}

/// Waits for a command to succeed.
fn finish(command: &mut Command, line: &str) -> Result<()> {
    let status = command.current_dir(root()).status();
    let status = status.with_context(|| format!("cannot start `{line}`: is it installed?"))?;
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}
