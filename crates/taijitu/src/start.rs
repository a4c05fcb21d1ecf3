//! From the arguments of the command line to a game in that position.

use crate::cli::PositionArgs;
use anyhow::{Context, Result};
use std::hash::{BuildHasher, RandomState};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, GameType, Options};

/// A random seed: the standard library's hasher keys come from the system.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Parses the options of a game; random ones are drawn now.
///
/// # Errors
/// If an option is not valid.
pub(crate) fn options(kind: &dyn GameType, set: &[String]) -> Result<Options> {
    let specs = kind.meta().options;
    // One --set may hold several options, as a row of a table of counts does.
    let words = set.iter().flat_map(|words| words.split_whitespace());
    Ok(Options::parse(specs, words)?.drawn(specs, &mut Random::new(any_seed())))
}

impl PositionArgs {
    /// The game in this position.
    ///
    /// # Errors
    /// If an option, the set-up or a turn is not legal.
    pub(crate) fn play(&self) -> Result<Box<dyn AnyPlay>> {
        let options = options(self.game, &self.set)?;
        let mut play = match &self.setup {
            Some(setup) => self.game.set_up(options, setup).context("--setup")?,
            None => self.game.start(options)?,
        };
        let turns = self.turns.split(';').map(str::trim).filter(|turn| !turn.is_empty());
        for (number, turn) in (1..).zip(turns) {
            play.turn(turn).with_context(|| format!("turn {number} of --turns"))?;
        }
        Ok(play)
    }
}
