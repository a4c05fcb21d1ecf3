//! `cargo xtask npm`: the package `taijitu` for Node, in `target/npm`, and whether it works where nothing else is.

use crate::{root, target};
use anyhow::{Context, Result, anyhow, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use taijitu_npm as npm;
use taijitu_wasmbuild as wasm;

/// What is copied as it is, from `crates/browser/npm`.
const FILES: [&str; 4] = ["README.md", "index.js", "index.d.ts", "example.mjs"];
/// Positions that are compared with native code.
const POSITIONS: &str = "2000";

/// Makes the package; returns the folder it was made in, and the packed file.
pub(crate) fn make() -> Result<(PathBuf, PathBuf)> {
    let base = target()?;
    let folder = base.join("npm/package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let own = root().join("crates/browser/npm");
    let module = wasm::compile(root(), &base.join("wasm")).map_err(|reason| anyhow!(reason))?;
    wasm::bind(root(), &module, wasm::BindingTarget::Node, &folder).map_err(|reason| anyhow!(reason))?;
    for file in FILES {
        fs::copy(own.join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    fs::copy(root().join("web/src/lib/api/types.ts"), folder.join("types.d.ts"))?;
    let manifest = fs::read_to_string(own.join("package.json"))?;
    let version = env!("CARGO_PKG_VERSION");
    fs::write(folder.join("package.json"), manifest.replace("\"0.0.0\"", &format!("{version:?}")))?;
    npm::run(npm::npm(&folder).args(["pack", "--pack-destination", ".."]))
        .map_err(|reason| anyhow!(reason))?;
    let packed = base.join(format!("npm/taijitu-{version}.tgz"));
    let size = fs::metadata(&packed).context("npm packed nothing")?.len();
    eprintln!("made {} ({} kB)", packed.display(), size / 1000);
    Ok((folder, packed))
}

/// Makes the package, installs it into an empty project, plays a game there, checks its types, and compares it with native
/// code.
pub(crate) fn test() -> Result<()> {
    let (folder, packed) = make()?;
    let project = target()?.join("npm/project");
    if project.exists() {
        fs::remove_dir_all(&project)?;
    }
    fs::create_dir_all(&project)?;
    fs::write(project.join("package.json"), r#"{ "private": true, "type": "module" }"#)?;
    let install = ["install", "--offline", "--no-audit", "--no-fund"];
    npm::run(npm::npm(&project).args(install).arg(&packed)).map_err(|reason| anyhow!(reason))?;
    fs::copy(folder.join("example.mjs"), project.join("game.mjs"))?;
    let game = run_node(&project, &["game.mjs", "tetra"])?;
    if game.lines().count() < 10 {
        bail!("the example played no game:\n{game}");
    }
    check_types(&project)?;
    compare(&folder)
}

fn run_node(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("node").current_dir(folder).args(arguments).output().context("node")?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        // The compiler of TypeScript prints its errors to the standard output.
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("node {}: {}\n{stdout}{errors}", arguments.join(" "), output.status);
    }
    Ok(stdout.into_owned())
}

/// A program with types that uses the package compiles.
fn check_types(project: &Path) -> Result<()> {
    let program = "import { Engine, look, type StudyView } from 'taijitu';\n\
                   const study = { game: 'y', options: {}, turns: [] };\n\
                   const view: StudyView = look(study);\n\
                   const first: string | undefined = new Engine().search({ study, nodes: 50 }).lines[0]?.turns[0];\n\
                   console.log(view.setup, first);\n";
    fs::write(project.join("typed.ts"), program)?;
    let tsc = root().join("web/node_modules/typescript/bin/tsc");
    let flags = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2022,dom", "typed.ts"];
    let tsc = tsc.to_str().context("a path that is no text")?;
    run_node(project, &[&[tsc], &flags[..]].concat()).map(drop)
}

/// What the module answers is what native code answers.
fn compare(folder: &Path) -> Result<()> {
    let program = target()?.join("debug/examples/parity");
    let native = Command::new(&program).arg(POSITIONS).stdout(Stdio::piped()).spawn();
    let mut native = native.with_context(|| {
        format!("cannot start {}: build it with `cargo build --workspace --all-targets`", program.display())
    })?;
    let lines = native.stdout.take().context("it prints nothing")?;
    let status = Command::new("node")
        .arg(root().join("crates/browser/npm/parity.mjs"))
        .arg(folder)
        .stdin(lines)
        .status()
        .context("node")?;
    let printed = native.wait()?;
    if !status.success() || !printed.success() {
        bail!("WebAssembly and native code differ");
    }
    Ok(())
}
