//! A player that is a program: ours at a level or at full strength, or another one that speaks UGI.

use anyhow::{Result, anyhow, bail};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use taijitu_rules::any::HistoryLine;
use taijitu_rules::options::OptionSpec;
use taijitu_rules::{AnyPlay, Audience};
use taijitu_search::ugi::{ClientError, Go, UgiClient};
use taijitu_search::{Evaluation, InformationSet, LEVELS, Player, Stop, Strength};

/// How much longer than its time another program may take before it is given up, and how long it may take for limits
/// other than time.
const PATIENCE: Duration = Duration::from_secs(10);
const UNTIMED_PATIENCE: Duration = Duration::from_secs(60);

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
    /// Whether it needs a time limit.
    pub(crate) const fn needs_limits(&self) -> bool {
        !matches!(self, Self::Level(_))
    }

    /// Sits down to play a game.
    ///
    /// # Errors
    /// If the game has no engine, or the other program does not start.
    pub(crate) fn sit_down(&self, play: &dyn AnyPlay, scale: f64) -> Result<ContestPlayer> {
        self.sit_down_with(play, scale, &Evaluation::Shipped)
    }

    /// The same with this evaluation, if it is our engine.
    ///
    /// # Errors
    /// As [`Self::sit_down`], and if the evaluation is of another game.
    pub(crate) fn sit_down_with(
        &self,
        play: &dyn AnyPlay,
        scale: f64,
        evaluation: &Evaluation,
    ) -> Result<ContestPlayer> {
        let mut player = self.sit_down_unprepared(play, scale)?;
        if let (Self::Level(_) | Self::Engine, ContestPlayerKind::Ours(ours)) = (self, &mut player.kind) {
            ours.set_evaluation(evaluation)?;
        }
        Ok(player)
    }

    fn sit_down_unprepared(&self, play: &dyn AnyPlay, scale: f64) -> Result<ContestPlayer> {
        let id = play.meta().id;
        let named = |kind| ContestPlayer { name: self.to_string(), kind };
        let ours = |player: Option<Player>| {
            player.map(|player| named(ContestPlayerKind::Ours(player))).ok_or_else(|| no_engine(id))
        };
        match self {
            Self::Level(level) => {
                let strength = Strength::of(id, *level).map(|strength| strength.scaled(scale));
                ours(Player::new(id, strength, 0))
            }
            Self::Engine => ours(Player::full(id)),
            Self::Baseline => ours(Player::baseline(id)),
            Self::Ugi(command) => {
                if !play.view(Audience::Everyone).laws.is_empty() {
                    bail!("{id} has secrets, and the interface would reveal them to the other program");
                }
                let option = |spec: &OptionSpec| {
                    let value = play.options().get(spec.key);
                    (value != spec.default && !value.is_empty()).then(|| (spec.key.into(), value.into()))
                };
                let options = play.meta().options.iter().filter_map(option).collect();
                let mut program = OtherProgram { command: command.clone(), options, client: None };
                let name = program.client()?.name().to_string();
                Ok(ContestPlayer { name, kind: ContestPlayerKind::Theirs(program) })
            }
        }
    }
}

/// The error for a game without an engine.
pub(crate) fn no_engine(id: &str) -> anyhow::Error {
    anyhow!("there is no engine for {id}")
}

/// A program at the board.
pub(crate) struct ContestPlayer {
    name: String,
    kind: ContestPlayerKind,
}

enum ContestPlayerKind {
    /// Ours.
    Ours(Player),
    /// Another one.
    Theirs(OtherProgram),
}

/// Another program, which is started again after it died or did not answer.
struct OtherProgram {
    command: Vec<String>,
    /// The options of the game that differ from the defaults.
    options: Vec<(String, String)>,
    client: Option<UgiClient>,
}

impl OtherProgram {
    /// The running program.
    fn client(&mut self) -> Result<&mut UgiClient, ClientError> {
        if self.client.is_none() {
            let mut client = UgiClient::start(&self.command)?;
            for (key, value) in &self.options {
                client.set_option(key, value)?;
            }
            self.client = Some(client);
        }
        self.client.as_mut().ok_or(ClientError::NoCommand)
    }

    /// Does something with the running program; one that fails is ended.
    fn with<T>(
        &mut self,
        act: impl FnOnce(&mut UgiClient) -> Result<T, ClientError>,
    ) -> Result<T, ClientError> {
        let done = self.client().and_then(act);
        if done.is_err() {
            self.client = None;
        }
        done
    }
}

/// A turn that a program chose, and what it took.
pub(crate) struct ChosenTurn {
    /// The turn; another program's need not be legal.
    pub(crate) turn: String,
    /// Nodes searched, as far as the program says.
    pub(crate) nodes: Option<u64>,
    /// Turns looked ahead, as far as the program says.
    pub(crate) depth: Option<u64>,
}

impl ContestPlayer {
    /// What the program calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Gets ready for a new game; `seed` decides what our levels leave to chance.
    ///
    /// # Errors
    /// If another program does not start, or does not get ready.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), ClientError> {
        match &mut self.kind {
            ContestPlayerKind::Ours(player) => {
                player.new_game(seed);
                Ok(())
            }
            ContestPlayerKind::Theirs(program) => program.with(UgiClient::new_game),
        }
    }

    /// Chooses a turn. Another program's need not be legal.
    ///
    /// # Errors
    /// If another program has ended or does not answer; it is started again for the next game.
    pub(crate) fn choose(
        &mut self,
        play: &dyn AnyPlay,
        go: &Go,
        player_one: bool,
    ) -> Result<ChosenTurn, ClientError> {
        let limits = go.limits(player_one);
        match &mut self.kind {
            ContestPlayerKind::Ours(player) => {
                let thought =
                    player.think(&InformationSet::to_actor(play), limits, &Stop::default(), &mut |_| ());
                let (turn, nodes, depth) =
                    thought.map(|thought| (thought.turn, thought.nodes, thought.depth)).unwrap_or_default();
                Ok(ChosenTurn { turn, nodes: Some(nodes), depth: Some(u64::from(depth)) })
            }
            ContestPlayerKind::Theirs(program) => {
                let turn = |line| match line {
                    HistoryLine::Turn { text, .. } => text,
                    HistoryLine::Round(number) => format!("round {number}"),
                };
                let turns: Vec<String> = play.history(Audience::Omniscient).into_iter().map(turn).collect();
                let setup = play.start_setup(Audience::Omniscient);
                let patience = limits.time.map_or(UNTIMED_PATIENCE, |time| PATIENCE + time);
                let chosen = program.with(|client| client.choose(setup.as_deref(), &turns, go, patience))?;
                Ok(ChosenTurn { turn: chosen.turn, nodes: chosen.nodes, depth: chosen.depth })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use taijitu_search::Limits;

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
    /// It gets ready, ignores `go` and `quit`, and writes down each time it is started.
    #[cfg(unix)]
    #[test]
    fn a_program_that_hangs_is_ended_and_started_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let starts = folder.path().join("starts");
        let script = format!(
            "echo started >> {}; while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; esac; done",
            starts.display()
        );
        let command = vec!["/bin/sh".into(), "-c".into(), script];
        let mut program = OtherProgram { command, options: vec![], client: None };
        program.with(UgiClient::new_game).expect("it gets ready");
        let go = Go::from(Limits::nodes(9));
        let hung = program.with(|client| client.choose(None, &[], &go, Duration::from_millis(50)));
        assert!(matches!(hung, Err(ClientError::TooSlow(..))), "{hung:?}");
        program.with(UgiClient::new_game).expect("it is started again");
        assert_eq!(std::fs::read_to_string(starts).expect("a list").lines().count(), 2);
    }
}
