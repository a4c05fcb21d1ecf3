//! `taijitu turns`: the legal turns of a position, or its result.

use crate::cli::PositionArgs;
use crate::output;
use anyhow::{Context, Result};
use taijitu_rules::Lang;

pub(crate) fn run(position: &PositionArgs, limit: usize, lang: Lang) -> Result<()> {
    let play = position.play(lang)?;
    if let Some(outcome) = play.outcome() {
        return Ok(output::line(&format!("result: {outcome}"))?);
    }
    let turns = play.turns_within(limit, &|| false).with_context(|| {
        let prompt = format!("to play now: {}", play.prompt().en);
        // No limit is high enough for laws.
        if play.has_countless_turns() { prompt } else { format!("{prompt} (--limit N lists more)") }
    })?;
    Ok(output::line(&turns.join("\n"))?)
}
