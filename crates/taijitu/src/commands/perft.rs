//! `taijitu perft`: position counts, with a progress bar when they take long.

use crate::cli::PositionArgs;
use crate::{bars, output};
use anyhow::Result;
use std::fmt::Write as _;
use taijitu_rules::Lang;

pub(crate) fn run(position: &PositionArgs, depth: u32, divide: bool, lang: Lang) -> Result<()> {
    let play = position.play(lang)?;
    let bar = bars::counting();
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
