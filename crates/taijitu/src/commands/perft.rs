//! `taijitu perft`: position counts, with a progress bar when they take long.

use crate::cli::Position;
use crate::output;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;

pub(crate) fn run(position: &Position, depth: u32, divide: bool) -> Result<()> {
    let play = position.play()?;
    // Drawn on standard error, and only if that is a terminal.
    let bar =
        ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5)).with_style(style());
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let mut out = String::new();
    if divide && depth > 0 {
        let counts = play.divide(depth, &mut progress)?;
        for (turn, count) in &counts {
            writeln!(out, "{turn} {count}")?;
        }
        writeln!(out, "{}", counts.iter().map(|(_, count)| count).sum::<u64>())?;
    } else {
        writeln!(out, "{}", play.perft(depth, &mut progress)?)?;
    }
    bar.finish_and_clear();
    Ok(output::print(&out)?)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} (about {eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
