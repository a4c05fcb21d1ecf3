//! Openings at random, so that two programs do not play the same game again and again.

use anyhow::{Result, bail};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, Kind, Options};
use taijitu_search::{Known, glance};

/// Openings that end the game are drawn again, this often.
const TRIES: u64 = 1000;

/// A game after a few random turns; the same number gives the same opening.
///
/// # Errors
/// If the options do not go together, or random turns only ever end the game.
pub(crate) fn opening(
    kind: &dyn Kind,
    options: &Options,
    turns: u32,
    number: u64,
) -> Result<Box<dyn AnyPlay>> {
    for attempt in 0..TRIES {
        let mut random = Random::new(number.wrapping_mul(TRIES).wrapping_add(attempt));
        let mut play = kind.start(options.clone())?;
        // Laws are written by those who have to live with them.
        if !play.view(Audience::Everyone).laws.is_empty() {
            return Ok(play);
        }
        for _ in 0..turns {
            let Some(turn) = glance::random_turn(&Known::to_actor(&*play), &mut random) else { break };
            play.turn(&turn)?;
        }
        if play.outcome().is_none() {
            return Ok(play);
        }
    }
    bail!("{turns} random turns end the game; begin with fewer")
}
