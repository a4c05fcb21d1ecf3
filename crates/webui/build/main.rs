//! Puts the page into `OUT_DIR/dist`, built from `web/` with Node or taken from `WEB_DIST`, and lists its
//! files for the library, which embeds them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use taijitu_npm as npm;
use taijitu_wasmbuild as wasm;

/// The sources of the page in `web/`. Missing files must not be watched: cargo would rebuild every time.
const SOURCES: [&str; 9] = [
    "src",
    "build",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() -> ExitCode {
    match embed() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            // Each line, so that cargo shows the whole reason.
            reason.lines().for_each(|line| println!("cargo::error={line}"));
            ExitCode::FAILURE
        }
    }
}

fn embed() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=WEB_DIST");
    let own = folder("CARGO_MANIFEST_DIR")?;
    let out = folder("OUT_DIR")?;
    let dist = out.join("dist");
    match std::env::var_os("WEB_DIST") {
        None => build(&own, &dist)?,
        Some(none) if none == "none" => copy(&own.join("placeholder"), &dist)?,
        Some(built) => copy(&checked(&built)?, &dist)?,
    }
    let mut files = vec![];
    list(&dist, "", &mut files)
        .and_then(|()| fs::write(out.join("files.rs"), format!("&[\n{}]\n", files.concat())))
        .map_err(|error| format!("cannot list {}: {error}", dist.display()))
}

/// A line of Rust for each file of a folder, in order: its name from the page's folder on, and its bytes.
fn list(folder: &Path, before: &str, lines: &mut Vec<String>) -> std::io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            list(&path, &format!("{before}{name}/"), lines)?;
        } else {
            lines.push(format!("({:?}, include_bytes!({path:?})),\n", format!("{before}{name}")));
        }
    }
    Ok(())
}

fn folder(variable: &str) -> Result<PathBuf, String> {
    std::env::var_os(variable).map(PathBuf::from).ok_or_else(|| format!("cargo does not say {variable}"))
}

/// Builds the page with Node.
fn build(own: &Path, dist: &Path) -> Result<(), String> {
    let web = own.join("../../web").canonicalize().map_err(|error| format!("web/: {error}"))?;
    SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()).for_each(|path| watch(&path));
    watch(&own.join("build"));
    npm::check_node()?;
    npm::install(&web)?;
    let module = build_module(own)?;
    let mut vite = npm::npm(&web);
    vite.args(["run", "build", "--", "--emptyOutDir", "--outDir"]).arg(dist).env_remove("TAIJITU_WASM_DIR");
    npm::run(vite.envs(module.map(|folder| ("TAIJITU_WASM_DIR", folder))))?;
    npm::run(Command::new("node").arg(own.join("build/compress.mjs")).arg(dist))
}

/// Compiles rules and engines for the page and binds them; returns the folder, or nothing if `TAIJITU_WASM=none` leaves
/// them out.
fn build_module(own: &Path) -> Result<Option<PathBuf>, String> {
    println!("cargo::rerun-if-env-changed=TAIJITU_WASM");
    match std::env::var_os("TAIJITU_WASM") {
        None => (),
        Some(none) if none == "none" => return Ok(None),
        Some(other) => return Err(format!("TAIJITU_WASM is {other:?}: it is `none`, or not set")),
    }
    let workspace = own.join("../..").canonicalize().map_err(|error| format!("the workspace: {error}"))?;
    wasm::sources(&workspace).iter().for_each(|path| watch(path));
    let out = folder("OUT_DIR")?;
    // target/debug/build/NAME/out: the folder is shared by all profiles.
    let target = out.ancestors().nth(4).ok_or("OUT_DIR is not in a target folder")?.join("wasm");
    let bound = out.join("wasm");
    wasm::bind(&workspace, &wasm::compile(&workspace, &target)?, wasm::BindingTarget::Page, &bound)?;
    Ok(Some(bound))
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// The folder of a page that was built elsewhere.
fn checked(built: &OsStr) -> Result<PathBuf, String> {
    let built = PathBuf::from(built);
    if built.is_absolute() && built.join("index.html").is_file() {
        return Ok(built);
    }
    Err(format!(
        "WEB_DIST is {:?}: it names the folder of a built page, from / on and with an index.html in it; or it is `none`",
        built.display()
    ))
}

/// Embeds a folder as it is.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    watch(from);
    let failed = |error| format!("cannot copy {} to {}: {error}", from.display(), to.display());
    if to.exists() {
        fs::remove_dir_all(to).map_err(failed)?;
    }
    copy_all(from, to).map_err(failed)
}

fn copy_all(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
