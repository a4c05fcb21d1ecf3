//! A player that is a program: ours at a level or at full strength, or another one that speaks UGI.

use anyhow::{Result, anyhow, bail};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use taijitu_rules::any::HistoryLine;
use taijitu_rules::{AnyPlay, Audience};
use taijitu_search::ugi::{Go, UgiClient};
use taijitu_search::{InformationSet, LEVELS, Player, Stop, Strength};

/// How much longer than its limits another program may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A player as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    /// Our engine at a level.
    Level(u8),
    /// Our engine at full strength.
    Engine,
    /// The plain program an engine is measured against.
    Baseline,
    /// Another program.
    Ugi(Vec<String>),
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(command) = text.strip_prefix("ugi:") {
            let words: Vec<String> = command.split_whitespace().map(Into::into).collect();
            return if words.is_empty() { Err("write ugi:COMMAND".into()) } else { Ok(Self::Ugi(words)) };
        }
        match text {
            "engine" => return Ok(Self::Engine),
            "baseline" => return Ok(Self::Baseline),
            _ => (),
        }
        let level = text.strip_prefix("level:").or_else(|| text.strip_prefix("engine:"));
        let level = level.and_then(|level| level.parse().ok()).filter(|level| LEVELS.contains(level));
        level.map(Self::Level).ok_or_else(|| {
            let (low, high) = (LEVELS.start(), LEVELS.end());
            format!("write level:N with N from {low} to {high}, engine, baseline, or ugi:COMMAND")
        })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Engine => f.write_str("engine"),
            Self::Baseline => f.write_str("baseline"),
            Self::Ugi(command) => write!(f, "ugi:{}", command.join(" ")),
        }
    }
}

impl Contender {
    /// Whether somebody has to say how long it may think.
    pub(crate) const fn needs_limits(&self) -> bool {
        !matches!(self, Self::Level(_))
    }

    /// Sits down to play a game.
    ///
    /// # Errors
    /// If the game has no engine, or the other program does not start.
    pub(crate) fn sit_down(&self, play: &dyn AnyPlay, scale: f64) -> Result<Mind> {
        let id = play.meta().id;
        let ours = |strength| Player::new(id, strength, 0).map(Mind::Ours).ok_or_else(|| no_engine(id));
        match self {
            Self::Level(level) => ours(Strength::of(id, *level).map(|strength| strength.scaled(scale))),
            Self::Engine => ours(None),
            Self::Baseline => Player::baseline(id).map(Mind::Ours).ok_or_else(|| no_engine(id)),
            Self::Ugi(command) => {
                if !play.view(Audience::Everyone).laws.is_empty() {
                    bail!("{id} has secrets, and the interface would tell them to the other program");
                }
                let mut client = UgiClient::start(command)?;
                for spec in play.meta().options {
                    let value = play.options().get(spec.key);
                    if value != spec.default && !value.is_empty() {
                        client.set_option(spec.key, value)?;
                    }
                }
                Ok(Mind::Theirs(client))
            }
        }
    }
}

/// What is said where a game has no engine.
pub(crate) fn no_engine(id: &str) -> anyhow::Error {
    anyhow!("there is no engine for {id}")
}

/// A program at the board.
pub(crate) enum Mind {
    /// Ours.
    Ours(Player),
    /// Another one.
    Theirs(UgiClient),
}

impl Mind {
    /// Gets ready for a new game; `seed` decides what our levels leave to chance.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<()> {
        match self {
            Self::Ours(player) => player.new_game(seed),
            Self::Theirs(client) => client.new_game()?,
        }
        Ok(())
    }

    /// Chooses a turn. Another program's need not be legal.
    pub(crate) fn choose(&mut self, play: &dyn AnyPlay, go: &Go, player_one: bool) -> Result<String> {
        let limits = go.limits(player_one);
        match self {
            Self::Ours(player) => {
                let thought =
                    player.think(&InformationSet::to_actor(play), limits, &Stop::default(), &mut |_| ());
                thought.map(|thought| thought.turn).ok_or_else(|| anyhow!("the game is over"))
            }
            Self::Theirs(client) => {
                let turn = |line| match line {
                    HistoryLine::Turn { text, .. } => text,
                    HistoryLine::Round(number) => format!("round {number}"),
                };
                let turns: Vec<String> = play.history(Audience::Omniscient).into_iter().map(turn).collect();
                let setup = play.start_setup(Audience::Omniscient);
                let patience = PATIENCE + limits.time.unwrap_or_default();
                Ok(client.choose(setup.as_deref(), &turns, go, patience)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["level:3", "engine", "baseline", "ugi:./other --fast"] {
            assert_eq!(text.parse::<Contender>().expect("a player").to_string(), text);
        }
        assert_eq!("engine:8".parse(), Ok(Contender::Level(8)));
        for wrong in ["level:0", "level:9", "engine:x", "ugi:", "human", ""] {
            assert!(wrong.parse::<Contender>().is_err(), "{wrong}");
        }
    }
}
