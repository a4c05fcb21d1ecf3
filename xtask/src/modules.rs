//! Finds test files that no module declares: they would never run.

use crate::root;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Whether each `tests/main.rs` names every file beside it that is not a program of its own.
pub(crate) fn all_are_named() -> Result<()> {
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let Ok(main) = fs::read_to_string(folder.join("tests/main.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        for file in fs::read_dir(folder.join("tests"))? {
            let file = file?.path();
            if !is_named(&file, &main, &manifest)? {
                bail!("{} is in no program: name it in main.rs beside it", file.display());
            }
        }
    }
    Ok(())
}

fn is_named(file: &Path, main: &str, manifest: &str) -> Result<bool> {
    if file.extension().is_none_or(|ending| ending != "rs") {
        return Ok(true);
    }
    let name = file.file_stem().and_then(|name| name.to_str());
    let name = name.with_context(|| format!("{} has an odd name", file.display()))?;
    Ok(main.lines().any(|line| line == format!("mod {name};"))
        || manifest.contains(&format!("path = \"tests/{name}.rs\"")))
}
