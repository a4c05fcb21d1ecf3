//! `cargo xtask pictures`: the pictures of the README, drawn anew.

use crate::root;
use anyhow::{Result, bail};
use std::process::Command;

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

pub(crate) fn draw() -> Result<()> {
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
