#![doc = include_str!("../README.md")]

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

/// The oldest Node that builds the page.
const OLDEST: (u32, u32) = (20, 19);

/// Checks that there is a Node that can build the page.
///
/// # Errors
/// A message that names what is missing, and how to install it.
pub fn check_node() -> Result<(), String> {
    let (major, minor) = OLDEST;
    let advice = format!(
        "the page is built with Node {major}.{minor} or newer and its npm: install them from https://nodejs.org, or on \
         Debian with `apt-get install nodejs npm`; WEB_DIST=none builds the program without the page"
    );
    let version = output_of(Command::new("node").arg("--version"))
        .ok_or_else(|| format!("there is no Node here; {advice}"))?;
    output_of(Command::new("npm").arg("--version"))
        .ok_or_else(|| format!("there is no npm here; {advice}"))?;
    match parts(&version) {
        Some(found) if found >= OLDEST => Ok(()),
        _ => Err(format!("Node {version} is too old; {advice}")),
    }
}

fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// `v20.19.2` in numbers.
fn parts(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Installs the packages the lock file names, unless exactly these are installed.
///
/// # Errors
/// If the lock file cannot be read or `npm ci` fails.
pub fn install(web: &Path) -> Result<(), String> {
    let lock = web.join("package-lock.json");
    let read = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    // Builds that run at the same time must not install at the same time.
    let waiting = File::open(&lock).and_then(|file| file.lock().map(|()| file));
    let _held = waiting.map_err(|error| format!("{}: {error}", lock.display()))?;
    let wanted = read(&lock)?;
    // A copy of the lock, not its age: going from one branch to another makes every file new.
    let stamp = web.join("node_modules/.installed-lock.json");
    if read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(npm(web).args(["ci", "--no-audit", "--no-fund"]))?;
    std::fs::write(&stamp, &wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// npm in the folder of the page. Playwright uses the Chromium that is there, and downloads none.
#[must_use]
pub fn npm(web: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(web).stdin(Stdio::null()).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

/// Runs a command. Its output is part of the error and is not shown otherwise.
///
/// # Errors
/// A message with the command and its output if it cannot be started or fails.
pub fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Err(format!("{command:?} failed: {}\n{}", output.status, printed.concat()))
}
