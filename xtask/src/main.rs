//! Chores of the project: `cargo xtask test` runs every test, `cargo xtask fuzz` the fuzzers.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

const USAGE: &str = "\
cargo xtask test [--quick]     formatting, lints, all tests; --quick leaves out the release build
cargo xtask fuzz [SECONDS]     every fuzz target, one after the other (60 seconds each unless said)
cargo xtask pictures           the pictures of the README, drawn anew by `taijitu show`";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test(true),
        ["test", "--quick"] => test(false),
        ["fuzz"] => fuzz(60),
        ["fuzz", seconds] => {
            fuzz(seconds.parse().with_context(|| format!("`{seconds}` is no number of seconds"))?)
        }
        ["pictures"] => pictures(),
        _ => bail!("no such chore; there are\n{USAGE}"),
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Runs a command in the workspace, showing what it prints.
fn run(line: &str) -> Result<()> {
    eprintln!("\n$ {line}");
    let mut words = line.split(' ');
    let program = words.next().context("a command has a name")?;
    let status = Command::new(program).args(words).current_dir(root()).status();
    let status = status.with_context(|| format!("cannot start {program}: is it installed?"))?;
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}

fn test(thorough: bool) -> Result<()> {
    run("cargo fmt --all --check")?;
    run("cargo clippy --workspace --all-targets --locked -- -D warnings")?;
    run("cargo test --workspace --locked")?;
    if thorough {
        // The benchmarks are part of the promise: they have to build and run, not only the tests.
        run("cargo bench --workspace --locked -- --test")?;
    }
    Ok(())
}

/// Fuzz targets, by the parser they feed.
const TARGETS: [&str; 4] = ["turns", "setups", "records", "sgf"];

fn fuzz(seconds: u32) -> Result<()> {
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

/// Pictures of the README: game and what `show` is told.
const PICTURES: [(&str, &[&str]); 4] = [
    (
        "yinsh",
        &[
            "--turns",
            "g8; f7; c1; f5; e7; c5; j7; e5; j8; h7; c1-c3; e5-e4; c3-a3; f7-a2; a3-b4; a2-f2; g8-e6; c5-c6; \
             e6-i6; e4-c4; j8-g5; f5-g6; i6-i7; h7-h6; e7-f8; h6-j6; b4-b2; g6-f6; b2-b3; c6-e8; i7-g7; e8-e9; \
             f8-d8; e9-f9",
        ],
    ),
    (
        "y",
        &[
            "--turns",
            "c6; c7; d4; d7; e5; e7; f2; c10; b7; b10; a9; a8; b8; d5; e2; c5; d6; e4; e6; f1; f3; d10; d13; e10; \
             e11; c16",
        ],
    ),
    ("zen", &["--turns", "a11-d8; f6-f9; k11-i9; b7-d7; k1-i3; d7xd3; a1-c3; e10-e8; c8-e6; j5-h7"]),
    (
        "yinyang",
        &[
            "--set",
            "laws_black=bbbb>b.bb,b.bb>*,wb..>wbbw,bwbw>b.bw",
            "--set",
            "laws_white=wwww>.www,w..b>wwbb,bwww>bww.,.bbb>*",
            "--turns",
            "L1@a1; L1@c3; c2-b2 L4@a3; d2-d3 L1@c3; c1-c2",
            "--as",
            "black",
        ],
    ),
];

fn pictures() -> Result<()> {
    std::fs::create_dir_all(root().join("docs/pictures"))?;
    for (game, arguments) in PICTURES {
        let file = format!("docs/pictures/{game}.png");
        let status = Command::new("cargo")
            .args(["run", "--quiet", "--release", "--", "show", game, "--width", "800", "--png", &file])
            .args(arguments)
            .current_dir(root())
            .status()?;
        if !status.success() {
            bail!("cannot draw {file}");
        }
    }
    Ok(())
}
