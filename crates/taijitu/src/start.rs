//! From the arguments of the command line to a game in that position.

use crate::cli::PositionArgs;
use anyhow::{Context, Result, anyhow};
use std::hash::{BuildHasher, RandomState};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, GameType, Lang, OptionError, Options};

/// A random seed: the standard library's hasher keys come from the system.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Parses the options of a game; random ones are drawn now.
///
/// # Errors
/// [`OptionError`] if an option is not valid.
pub(crate) fn options(kind: &dyn GameType, set: &[String]) -> Result<Options, OptionError> {
    let specs = kind.meta().options;
    // One --set may hold several options, as a row of a table of counts does.
    let words = set.iter().flat_map(|words| words.split_whitespace());
    Ok(Options::parse(specs, words)?.drawn(specs, &mut Random::new(any_seed())))
}

impl PositionArgs {
    /// The game in this position.
    ///
    /// # Errors
    /// If an option, the set-up or a turn is not legal; the message is in the given language.
    pub(crate) fn play(&self, lang: Lang) -> Result<Box<dyn AnyPlay>> {
        let bad_option = |error: OptionError| anyhow!(error.say(lang));
        let options = options(self.game, &self.set).map_err(bad_option)?;
        let mut play = match &self.setup {
            Some(setup) => {
                let play = self.game.set_up(options, setup);
                play.map_err(|error| anyhow!(error.say(lang))).context("--setup")?
            }
            None => self.game.start(options).map_err(bad_option)?,
        };
        let turns = self.turns.split(';').map(str::trim).filter(|turn| !turn.is_empty());
        for (number, turn) in (1..).zip(turns) {
            let place = || match lang {
                Lang::En => format!("turn {number} of --turns"),
                Lang::Fr => format!("coup {number} de --turns"),
            };
            play.turn(turn).map_err(|error| anyhow!(error.say(lang))).with_context(place)?;
        }
        Ok(play)
    }
}
