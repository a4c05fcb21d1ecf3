//! `cargo xtask fuzz`: random input for every parser.

use crate::{root, run};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Fuzz targets, by the parser they feed.
const TARGETS: [&str; 12] = [
    "turns",
    "setups",
    "records",
    "sgf",
    "messages",
    "commands",
    "bodies",
    "chat",
    "options",
    "forwarded",
    "tournaments",
    "networks",
];

/// Runs every target for some seconds, and prints how many inputs each was given.
pub(crate) fn fuzz_all(seconds: u32) -> Result<()> {
    let installed =
        Command::new("cargo").args(["fuzz", "--version"]).output().is_ok_and(|out| out.status.success());
    if !installed {
        run("cargo install cargo-fuzz --locked")?;
    }
    let mut inputs = vec![];
    for target in TARGETS {
        inputs.push(fuzz_one(target, seconds)?);
    }
    eprintln!();
    for (target, inputs) in TARGETS.iter().zip(&inputs) {
        println!("{inputs:>12} inputs  {target}");
    }
    println!("{:>12} inputs  all", inputs.iter().sum::<u64>());
    Ok(())
}

/// Runs one target; the number of its inputs.
fn fuzz_one(target: &str, seconds: u32) -> Result<u64> {
    eprintln!("\n$ cargo fuzz run {target}");
    // The toolchain is stable; the sanitizer flags of cargo-fuzz are not.
    let mut fuzzing = Command::new("cargo");
    fuzzing.args(["fuzz", "run", target]);
    let seeds = format!("fuzz/seeds/{target}");
    if root().join(&seeds).is_dir() {
        // Findings go into the first folder; seeds are only read.
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(root().join(&corpus))?;
        fuzzing.args([corpus, seeds]);
    }
    let mut fuzzing = fuzzing
        .args(["--", "-rss_limit_mb=4096", "-print_final_stats=1", "-dict=fuzz/protocol.dict"])
        .arg(format!("-max_total_time={seconds}"))
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(root())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start cargo fuzz")?;
    let mut inputs = 0;
    for line in BufReader::new(fuzzing.stderr.take().context("its output")?).lines() {
        let line = line?;
        inputs = inputs_in(&line).unwrap_or(inputs);
        eprintln!("{line}");
    }
    if !fuzzing.wait()?.success() {
        bail!("{target}: a finding lies in fuzz/artifacts/{target}; make it a test");
    }
    Ok(inputs)
}

/// The number of inputs, from the line of libFuzzer that contains it.
fn inputs_in(line: &str) -> Option<u64> {
    line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_inputs_is_read_from_what_the_fuzzer_prints() {
        assert_eq!(inputs_in("stat::number_of_executed_units: 1234"), Some(1234));
        assert_eq!(inputs_in("stat::average_exec_per_sec:     1234"), None);
    }

    #[test]
    fn every_target_is_in_the_package() {
        let package = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        assert!(TARGETS.iter().all(|target| package.contains(&format!("name = \"{target}\""))));
        assert_eq!(package.matches("[[bin]]").count(), TARGETS.len());
    }
}
