//! `taijitu turns`: the legal turns of a position, or its result.

use crate::cli::Position;
use crate::output;
use anyhow::{Context, Result};

pub(crate) fn run(position: &Position) -> Result<()> {
    let play = position.play()?;
    if let Some(outcome) = play.outcome() {
        return Ok(output::line(&format!("result: {outcome}"))?);
    }
    let turns = play.turns().with_context(|| format!("to play now: {}", play.prompt().en))?;
    Ok(output::line(&turns.join("\n"))?)
}
