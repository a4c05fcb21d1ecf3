//! Chores of the project: `cargo xtask test` runs every test, `cargo xtask fuzz` the fuzzers.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

const USAGE: &str = "\
cargo xtask test               formatting, lints, all tests
cargo xtask fuzz [SECONDS]     every fuzz target, one after the other (60 seconds each unless said)
cargo xtask pictures           the pictures of the README, drawn anew by `taijitu show`";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test(),
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

fn test() -> Result<()> {
    run("cargo fmt --all --check")?;
    run("cargo clippy --workspace --all-targets --locked -- -D warnings")?;
    run("cargo test --workspace --locked")
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
            "--setup",
            "wr=e4,h8,c3,g9,d7 br=g7,d5,f4,f8,i7 wm=e5,e6,e7,e8,f7,g6 bm=d4,d3,f5,f6,h6 act=white",
            "--turns",
            "e4-e9 xe4-e8:c3",
        ],
    ),
    ("y", &["--turns", "c7; d4; d8; e1; e12; d2; c4; e3; f1; d6; e11; c8; d13; b10; e9; d10"]),
    ("zen", &["--turns", "c4-c2; j7xj4"]),
    (
        "yinyang",
        &[
            "--set",
            "laws_black=bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>*",
            "--set",
            "laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw",
            "--turns",
            "L1@a1",
        ],
    ),
];

fn pictures() -> Result<()> {
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
