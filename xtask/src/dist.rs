//! `cargo xtask dist`: a tarball with everything a host needs, and nothing to build. The page is in the program.

use crate::{finish, root, run, target};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// What is packed besides the program. The unit is at the path that the guide names.
const FILES: [&str; 10] = [
    "README.md",
    "CHANGELOG.md",
    "CREDITS.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/HOSTING.md",
    "docs/PROTOCOL.md",
    "packaging/taijitu.service",
    "examples/README.md",
    "examples/bot.py",
];

pub(crate) fn make() -> Result<()> {
    if std::env::var_os("WEB_DIST").is_some_and(|page| page == "none") {
        bail!(
            "WEB_DIST is `none`, but what is packed has its page in it: unset it, or name the folder of a built page"
        );
    }
    run("cargo build --release --locked")?;
    has_no_test_hooks(&target()?.join("release/taijitu"))?;
    let name = format!("taijitu-{}-{}", env!("CARGO_PKG_VERSION"), machine()?);
    let dist = target()?.join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    copy(&target()?.join("release/taijitu"), &folder.join("taijitu"))?;
    for file in FILES {
        copy(&root().join(file), &folder.join(file))?;
    }
    // The packed program has to run from its folder.
    finish(Command::new(folder.join("taijitu")).arg("--version"), "taijitu --version")?;
    let tarball = dist.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    // Files get no owner of this machine.
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "-czf"]).arg(&tarball);
    finish(tar.arg("-C").arg(&dist).arg(&name), "tar")?;
    println!("{}", tarball.display());
    Ok(())
}

/// Checks that a program does not read the variables by which tests set its clock and its rules.
fn has_no_test_hooks(program: &Path) -> Result<()> {
    let bytes = std::fs::read(program).with_context(|| program.display().to_string())?;
    for variable in [&b"TAIJITU_CLOCK_STEP"[..], b"TAIJITU_RULES_NEWER_BY"] {
        if bytes.windows(variable.len()).any(|part| part == variable) {
            bail!("{} is built with the feature `test-hooks`", program.display());
        }
    }
    Ok(())
}

/// The target triple of the program: `x86_64-unknown-linux-gnu`.
fn machine() -> Result<String> {
    let out = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it builds for")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file lies in a folder")?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    match std::fs::copy(from, to) {
        Ok(_) => Ok(()),
        Err(error) => bail!("cannot copy {} to {}: {error}", from.display(), to.display()),
    }
}
