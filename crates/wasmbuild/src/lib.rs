#![doc = include_str!("../README.md")]

mod arrange;
mod sweep;
mod traps;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};
use wasm_bindgen_cli_support::Bindgen;

/// The target of rustc.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// Vector instructions, used to sum learned evaluations; browsers have them since 2023. A browser without them does not start the
/// module, and its page uses the server.
const FEATURES: &str = "-Ctarget-feature=+simd128";
/// The linker lists what refers to what, for [`sweep`].
const RELOCATIONS: &str = "-Clink-arg=--emit-relocs";
/// The crate that is compiled, and the crates of the workspace it is made of.
const CRATES: [&str; 9] =
    ["browser", "draw", "ids", "protocol", "ratings", "rules", "search", "study", "table"];
/// The name of the generated files: `taijitu.js`, `taijitu_bg.wasm`, `taijitu.d.ts`.
pub const NAME: &str = "taijitu";

/// The learned weights, a file for each game that has them. They are not in the module: a page loads those of a game that is
/// searched.
const WEIGHTS: &str = "crates/search/weights";

/// Variables that cargo sets for a build script, or that a caller sets for native code. The nested cargo gets none of them.
const NOT_FOR_WASM: [&str; 12] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CLIPPY_ARGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_TARGET_DIR",
    "CARGO_INCREMENTAL",
    "TARGET",
    "HOST",
];

/// The caller of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingTarget {
    /// A page or one of its workers; it says where the module lies.
    Page,
    /// Node, as an ECMAScript module.
    Node,
}

/// The sources of the module: a build script watches them.
#[must_use]
pub fn sources(workspace: &Path) -> Vec<PathBuf> {
    let of_crate = |name: &&str| {
        let folder = workspace.join("crates").join(name);
        [folder.join("src"), folder.join("Cargo.toml")]
    };
    let own = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", WEIGHTS, "crates/study/puzzles"];
    let own = own.map(|name| workspace.join(name));
    CRATES.iter().flat_map(of_crate).chain(own).collect()
}

/// Compiles the module into a target folder of its own; returns the file.
///
/// # Errors
/// If the target is not installed or the compiler fails.
pub fn compile(workspace: &Path, target_folder: &Path) -> Result<PathBuf, String> {
    require_target()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(workspace)
        .args(["rustc", "--package", "taijitu-browser", "--lib", "--locked", "--profile", "wasm"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(target_folder)
        .args(["--", RELOCATIONS]);
    for (variable, _) in std::env::vars_os() {
        let name = variable.to_string_lossy();
        let is_of_cargo = ["CARGO_PROFILE_", "CARGO_FEATURE_", "CARGO_CFG_", "CARGO_PKG_", "CARGO_MANIFEST_"];
        if NOT_FOR_WASM.contains(&&*name) || is_of_cargo.iter().any(|start| name.starts_with(start)) {
            command.env_remove(&variable);
        }
    }
    command.env("RUSTFLAGS", FEATURES);
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "the rules and engines were not compiled for the page: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(target_folder.join(TARGET).join("wasm/taijitu_browser.wasm"))
}

/// Makes sure that rustc can compile for browsers.
///
/// `rust-toolchain.toml` names the target, but rustup adds it to a toolchain that is already installed only if
/// `RUSTUP_AUTO_INSTALL` allows it, so a missing target is requested once more here.
fn require_target() -> Result<(), String> {
    if check_target().is_err() {
        // What counts is what rustc can do afterwards: there may be no rustup, or no network.
        drop(Command::new("rustup").args(["target", "add", TARGET]).output());
    }
    check_target()
}

/// Checks that rustc can compile for browsers.
fn check_target() -> Result<(), String> {
    check_target_of(&std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn check_target_of(rustc: &OsStr) -> Result<(), String> {
    let mut command = Command::new(rustc);
    command.args(["--print", "target-libdir", "--target", TARGET]);
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if output.status.success() && folder.is_dir() {
        return Ok(());
    }
    Err(format!(
        "rules and engines are compiled into the page, and this Rust cannot compile for browsers: run `rustup target add \
         {TARGET}`, or install the standard library of that target; TAIJITU_WASM=none builds a page that asks the server \
         for everything"
    ))
}

/// Writes the module, the JavaScript that calls it and the learned weights of engines into a folder.
///
/// # Errors
/// If the module cannot be read or the folder cannot be written.
pub fn bind(workspace: &Path, module: &Path, caller: BindingTarget, folder: &Path) -> Result<(), String> {
    copy_weights(&workspace.join(WEIGHTS), &folder.join("weights"))?;
    let failed = |error: &dyn std::fmt::Display| format!("{} was not bound: {error}", module.display());
    let linked = fs::read(module).map_err(|error| failed(&error))?;
    let swept = sweep::sweep(&linked).map_err(|reason| failed(&reason))?;
    let mut bindgen = Bindgen::new();
    let chosen = match caller {
        BindingTarget::Page => bindgen.web(true),
        BindingTarget::Node => bindgen.nodejs_module(true),
    };
    chosen.map_err(|error| failed(&format!("{error:#}")))?;
    bindgen
        .input_bytes(NAME, swept)
        .out_name(NAME)
        .typescript(true)
        .omit_default_module_path(caller == BindingTarget::Page)
        .remove_producers_section(true);
    bindgen.generate(folder).map_err(|error| failed(&format!("{error:#}")))?;
    let bound = folder.join(format!("{NAME}_bg.wasm"));
    let arranged = fs::read(&bound)
        .map_err(|error| failed(&error))
        .and_then(|bytes| arrange::arrange(&bytes).map_err(|reason| failed(&reason)))?;
    fs::write(&bound, arranged).map_err(|error| failed(&error))
}

/// Copies the files of a folder into another, which has no others afterwards.
fn copy_weights(from: &Path, to: &Path) -> Result<(), String> {
    let copy = || {
        if to.exists() {
            fs::remove_dir_all(to)?;
        }
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
        Ok::<(), io::Error>(())
    };
    copy().map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A rustc that prints a folder for any arguments.
    fn rustc_with(libraries: &Path, own: &Path) -> PathBuf {
        let program = own.join("rustc");
        fs::write(&program, format!("#!/bin/sh\necho {}\n", libraries.display())).expect("a file");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its permissions");
        program
    }

    #[test]
    fn a_missing_target_is_reported_with_the_remedy() {
        let own = std::env::temp_dir().join(format!("taijitu-wasmbuild-{}", std::process::id()));
        fs::create_dir_all(&own).expect("a folder");
        let there = check_target_of(rustc_with(&own, &own).as_os_str());
        let missing = check_target_of(rustc_with(&own.join("missing"), &own).as_os_str());
        let nowhere = check_target_of(own.join("no-rustc").as_os_str());
        fs::remove_dir_all(&own).expect("its folder");
        assert_eq!(there, Ok(()));
        let reason = missing.expect_err("the target is missing");
        assert!(reason.contains("rustup target add wasm32-unknown-unknown"), "{reason}");
        assert!(reason.contains("TAIJITU_WASM=none"), "{reason}");
        assert!(nowhere.expect_err("no compiler").starts_with("cannot start"));
    }
}
