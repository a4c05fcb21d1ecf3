//! `cargo xtask gen`: the files generated from the types of the protocol.
//!
//! Small examples of the crates print them, so that this program depends on none of the crates. Tests of the
//! same crates compare the files with the output.

use crate::{root, run, target};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// Which example prints which file.
const FILES: [(&str, &str); 2] =
    [("typescript", "web/src/lib/api/types.ts"), ("openapi", "docs/openapi.json")];

pub(crate) fn write() -> Result<()> {
    // The whole workspace: single packages would be built anew with other features.
    run("cargo build --locked --workspace --examples")?;
    for (example, file) in FILES {
        let program = target()?.join("debug/examples").join(example);
        let out = Command::new(&program).output();
        let out = out.with_context(|| format!("cannot start {}", program.display()))?;
        if !out.status.success() {
            bail!("{example}: {}", String::from_utf8_lossy(&out.stderr));
        }
        let path = root().join(file);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, &out.stdout).with_context(|| file.to_owned())?;
        eprintln!("wrote {file}");
    }
    Ok(())
}
