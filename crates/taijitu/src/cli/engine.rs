//! Arguments of the commands with an engine.

use super::{DataArgs, PositionArgs, game_parser};
use crate::contest::{Contender, Pace};
use anyhow::{Context as _, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, value_parser};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use taijitu_rules::GameType;
use taijitu_search::puzzle_themes::PuzzleTheme;
use taijitu_search::{Evaluation, LEVELS, Limits, PatternNetwork, RemainingTime};

/// How long programs may think: a turn each, or a clock for the whole game.
#[derive(Args)]
pub(crate) struct TimingArgs {
    #[command(flatten)]
    turn: ThinkingArgs,
    /// Seconds for the whole game on each clock
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["movetime", "nodes"])]
    time: Option<Duration>,
    /// Seconds that each turn adds to the clock
    #[arg(long, value_name = "S", value_parser = seconds_or_none, requires = "time")]
    increment: Option<Duration>,
}

impl TimingArgs {
    /// The pace, if one was given.
    pub(crate) fn pace(&self) -> Option<Pace> {
        let game = |left| Pace::Game(RemainingTime { left, increment: self.increment.unwrap_or_default() });
        self.time.map(game).or_else(|| self.turn.limits().map(Pace::Turn))
    }
}

/// How long the programs of a match may think: both the same, or each its own.
#[derive(Args)]
pub(crate) struct MatchTimingArgs {
    /// Milliseconds for a turn, or those of A and those of B: 25,250
    #[arg(long, value_name = "MS[,MS]", value_parser = value_parser!(u64).range(1..=86_400_000),
          value_delimiter = ',', num_args = 1)]
    movetime: Vec<u64>,
    /// Nodes for a turn, the same on every machine, or those of A and those of B
    #[arg(long, value_name = "N[,N]", value_parser = value_parser!(u64).range(1..), value_delimiter = ',',
          num_args = 1)]
    nodes: Vec<u64>,
    /// Seconds for the whole game on each clock, or on A's and on B's
    #[arg(long, value_name = "S[,S]", value_parser = seconds, value_delimiter = ',', num_args = 1,
          conflicts_with_all = ["movetime", "nodes"])]
    time: Vec<Duration>,
    /// Seconds that each turn adds to the clock
    #[arg(long, value_name = "S", value_parser = seconds_or_none, requires = "time")]
    increment: Option<Duration>,
}

impl MatchTimingArgs {
    /// The paces of A and B, if any were given.
    pub(crate) fn paces(&self) -> Option<[Pace; 2]> {
        fn of<T: Copy>(list: &[T], player: usize) -> Option<T> {
            list.get(player).or(list.first()).copied()
        }
        let pace = |player: usize| {
            if let Some(left) = of(&self.time, player) {
                let increment = self.increment.unwrap_or_default();
                return Some(Pace::Game(RemainingTime { left, increment }));
            }
            let time = of(&self.movetime, player).map(Duration::from_millis);
            let limits = Limits { nodes: of(&self.nodes, player), time, depth: None };
            (limits != Limits::default()).then_some(Pace::Turn(limits))
        };
        Some([pace(0)?, pace(1)?])
    }

    /// Whether more than one limit for each program was given.
    pub(crate) fn is_too_long(&self) -> bool {
        self.movetime.len() > 2 || self.nodes.len() > 2 || self.time.len() > 2
    }
}

/// How long a turn may take.
#[derive(Args)]
pub(crate) struct ThinkingArgs {
    /// Milliseconds for a turn
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes for a turn: the same on every machine
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl ThinkingArgs {
    /// The limits, if any were given.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let limits =
            Limits { nodes: self.nodes, time: self.movetime.map(Duration::from_millis), depth: None };
        (limits != Limits::default()).then_some(limits)
    }
}

/// An evaluation as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EvaluationName {
    /// The learned one where there is one.
    Learned,
    /// The hand-made one.
    Plain,
    /// A network that was learned here.
    File(PathBuf),
}

impl FromStr for EvaluationName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "" => Err("write learned, plain, or the file of a network".into()),
            "learned" => Ok(Self::Learned),
            "plain" => Ok(Self::Plain),
            file => Ok(Self::File(file.into())),
        }
    }
}

impl fmt::Display for EvaluationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Learned => f.write_str("learned"),
            Self::Plain => f.write_str("plain"),
            Self::File(file) => write!(f, "{}", file.display()),
        }
    }
}

impl EvaluationName {
    /// The evaluation.
    ///
    /// # Errors
    /// If the file cannot be read or has no network in it.
    pub(crate) fn load(&self) -> Result<Evaluation> {
        let file = match self {
            Self::Learned => return Ok(Evaluation::Shipped),
            Self::Plain => return Ok(Evaluation::Plain),
            Self::File(file) => file,
        };
        let wrong = || format!("--eval takes learned, plain, or a file; cannot use {}", file.display());
        let bytes = std::fs::read(file).with_context(wrong)?;
        Ok(Evaluation::Network(Arc::new(PatternNetwork::decode(&bytes).with_context(wrong)?)))
    }
}

/// Who sits on one side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatPlayer {
    /// A person.
    Human,
    /// A program.
    Program(Contender),
}

impl FromStr for SeatPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        let (low, high) = (LEVELS.start(), LEVELS.end());
        let right = |_| format!("write human, engine:LEVEL with a level from {low} to {high}, or engine");
        text.parse().map(Self::Program).map_err(right)
    }
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who plays White: human, engine:LEVEL, engine
    #[arg(long, default_value = "human")]
    pub(crate) white: SeatPlayer,
    /// Who plays Black: human, engine:LEVEL, engine
    #[arg(long, default_value = "human")]
    pub(crate) black: SeatPlayer,
    #[command(flatten)]
    pub(crate) timing: TimingArgs,
    /// Seed of the random choices of the levels [default: different every time]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: ThinkingArgs,
    /// Number of best turns to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = lines)]
    pub(crate) lines: usize,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// The evaluation: learned, plain, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value = "learned")]
    pub(crate) eval: EvaluationName,
    /// Yin Yang with all laws written and none that adapts: solve it instead; takes minutes from the start
    #[arg(long, conflicts_with_all = ["movetime", "nodes", "threads"])]
    pub(crate) solve: bool,
    /// Maximum memory for solving, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1000, requires = "solve")]
    pub(crate) memory: usize,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// A player: level:N, engine, baseline, or ugi:COMMAND
    pub(crate) a: Contender,
    /// The other player
    pub(crate) b: Contender,
    /// The game
    #[arg(long, value_parser = game_parser())]
    pub(crate) game: &'static dyn GameType,
    /// An option of the game
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// How many games, at the most
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) timing: MatchTimingArgs,
    /// The evaluation of our engines, or one for A and one for B: learned, plain, or the file of a network
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',', num_args = 1, default_value = "learned")]
    pub(crate) eval: Vec<EvaluationName>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) jobs: usize,
    /// How many different openings; each is played with both colours [default: half as many as games]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(1..))]
    pub(crate) openings: Option<u32>,
    /// How many random turns an opening has
    #[arg(long, value_name = "T", default_value_t = 4, value_parser = value_parser!(u32).range(0..=100))]
    pub(crate) opening_turns: u32,
    /// Take only openings that a search of this many nodes finds even
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..))]
    pub(crate) fair: Option<u64>,
    /// The same seed gives the same openings, and at fixed nodes the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Count games with more turns than this as draws
    #[arg(long, value_name = "T", value_parser = value_parser!(u32).range(1..))]
    pub(crate) most_turns: Option<u32>,
    /// Stop as soon as it is clear whether A is better than B by this much Elo, or not at all
    #[arg(long, value_name = "ELO", num_args = 0..=1, require_equals = true, default_missing_value = "30",
          value_parser = positive_elo)]
    pub(crate) sprt: Option<f64>,
    /// Write the records of all games
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Write a chart of the Elo over the games
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct LadderArgs {
    /// Play nothing: read a page that this command has printed, and print the ratings of levels that fit its matches
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "level"])]
    pub(crate) fit: Option<PathBuf>,
    /// The games [default: all]
    #[arg(value_parser = game_parser())]
    pub(crate) games: Vec<&'static dyn GameType>,
    /// Multiplies the budgets of all levels
    #[arg(long, default_value_t = 0.1, value_parser = scale, allow_negative_numbers = true)]
    pub(crate) scale: f64,
    /// Games between two levels, at the most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(2..))]
    pub(crate) most: u32,
    /// Only this level against the one below; 1: the highest against the lowest
    #[arg(long, value_parser = value_parser!(u8).range(1..=8))]
    pub(crate) level: Option<u8>,
    /// How many random turns an opening has
    #[arg(long, value_name = "T", default_value_t = 4, value_parser = value_parser!(u32).range(0..=100))]
    pub(crate) opening_turns: u32,
    /// Take only openings that a search of this many nodes finds even [default: 2000 in Tetra, none elsewhere]
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..))]
    pub(crate) fair: Option<u64>,
    /// Count games with more turns than this as draws
    #[arg(long, value_name = "T", value_parser = value_parser!(u32).range(1..))]
    pub(crate) most_turns: Option<u32>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) jobs: usize,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct HintsArgs {
    /// The games [default: all]
    #[arg(value_parser = game_parser())]
    pub(crate) games: Vec<&'static dyn GameType>,
    /// Games of each kind, half of them with either colour
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(2..))]
    pub(crate) count: u32,
    /// Multiplies the budgets of both levels
    #[arg(long, default_value_t = 1.0, value_parser = scale, allow_negative_numbers = true)]
    pub(crate) scale: f64,
    /// Count games with more turns than this as draws
    #[arg(long, value_name = "T", default_value_t = 400, value_parser = value_parser!(u32).range(1..))]
    pub(crate) most_turns: u32,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) jobs: usize,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct TuneArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    pub(crate) game: &'static dyn GameType,
    /// How many games the engine plays against itself
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Nodes for a turn
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How many random turns a game begins with
    #[arg(long, value_name = "T", default_value_t = 6, value_parser = value_parser!(u32).range(0..=100))]
    pub(crate) opening_turns: u32,
    /// Yin Yang: search for good hands of laws instead; each game is a round
    #[arg(long)]
    pub(crate) hands: bool,
    /// Y: compare settings of the search instead, each in this number of games
    #[arg(long, conflicts_with = "hands")]
    pub(crate) settings: bool,
    /// Y: search the first stones of the 93-node board instead, each with this number of nodes
    #[arg(long, conflicts_with_all = ["hands", "settings"])]
    pub(crate) openings: bool,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A game with a proof.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProvedGame {
    /// Tetra
    Tetra,
    /// Y
    Y,
    /// Yin Yang
    #[value(name = "yinyang")]
    YinYang,
}

#[derive(Args)]
pub(crate) struct ProveArgs {
    /// The game: Tetra, Y on triangles of side 3 to 6, or Yin Yang with hands that do not adapt
    #[arg(value_enum)]
    pub(crate) game: ProvedGame,
    /// Check the strategies in this file instead of those that come with the program
    #[arg(long, value_name = "FILE", conflicts_with = "find")]
    pub(crate) check: Option<PathBuf>,
    /// Find the strategies again and write them to this file; takes long
    #[arg(long, value_name = "FILE")]
    pub(crate) find: Option<PathBuf>,
    /// Maximum nodes to search for the stone of a position
    #[arg(long, value_name = "N", default_value_t = 20_000_000, requires = "find",
          value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
}

#[derive(Args)]
pub(crate) struct PuzzlesArgs {
    /// The game [with --up-to, default: all, one after the other]
    #[arg(value_parser = game_parser(), required_unless_present_any = ["check", "up_to"])]
    pub(crate) game: Option<&'static dyn GameType>,
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// How many to find
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) count: u32,
    /// Find what the site lacks to have this number, counting those of the program; a later run continues with other games
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000))]
    #[arg(conflicts_with_all = ["count", "out", "check"])]
    pub(crate) up_to: Option<u32>,
    /// Number of turns the winner needs: 2, or 1..3
    #[arg(long, value_name = "N|A..B", default_value = "1..3", value_parser = wins_in)]
    pub(crate) wins_in: (u8, u8),
    /// Keep only puzzles with this theme: several-ways, capture, law, …
    #[arg(long, value_name = "ID", value_parser = puzzle_theme_parser())]
    pub(crate) theme: Option<PuzzleTheme>,
    /// Search the ends of archived games instead of games of the engine against itself
    #[arg(long)]
    pub(crate) from_archive: bool,
    /// Write them to this file instead of the database
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Give up after this number of games
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// How many games of the engine against itself are searched at a time; the puzzles are the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=64))]
    pub(crate) jobs: u32,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Prove every puzzle that is shipped with the program instead
    #[arg(long, conflicts_with_all = ["from_archive", "out"])]
    pub(crate) check: bool,
}

/// The id of a theme.
fn puzzle_theme_parser() -> impl TypedValueParser<Value = PuzzleTheme> {
    let ids = PuzzleTheme::ALL.iter().map(|theme| theme.id());
    PossibleValuesParser::new(ids).map(|id| PuzzleTheme::find(&id).expect("a listed theme"))
}

/// `2` or `1..3`.
fn wins_in(text: &str) -> Result<(u8, u8), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (1..=3).contains(number));
    number(least)
        .zip(number(most))
        .filter(|(least, most)| least <= most)
        .ok_or_else(|| "write a number from 1 to 3, or two such as 1..3".into())
}

#[derive(Args)]
pub(crate) struct SoakArgs {
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Only this game [default: all with an engine, in turn]
    #[arg(long, value_parser = game_parser())]
    pub(crate) game: Option<&'static dyn GameType>,
    /// Milliseconds for a turn
    #[arg(long, value_name = "MS", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    pub(crate) movetime: u64,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct GtpArgs {
    /// Side of the triangle in points, until a `boardsize` command changes it
    #[arg(long, default_value_t = 13, value_parser = value_parser!(u32).range(3..=25))]
    pub(crate) size: u32,
    /// Play at a level instead of full strength
    #[arg(long, value_parser = value_parser!(u8).range(1..=8))]
    pub(crate) level: Option<u8>,
    #[command(flatten)]
    pub(crate) limits: ThinkingArgs,
    /// How points are named: own as on the page (row r has r points), common as in most other programs
    /// (letter and number add up to at most the size and one)
    #[arg(long, default_value = "own")]
    pub(crate) orientation: Orientation,
}

/// Which way round the points of a triangle are named between programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Orientation {
    /// As on the page: row r has the columns 1 to r, so that a1 is a corner and c2 is not on the board.
    Own,
    /// As the corner of a rhombus: rows are counted from the other end.
    Common,
}

impl FromStr for Orientation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "own" => Ok(Self::Own),
            "common" => Ok(Self::Common),
            _ => Err(format!("`{text}` is not an orientation; write own or common")),
        }
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "own",
            Self::Common => "common",
        })
    }
}

impl Orientation {
    /// A point of a board of this size, from the orientation of the other program to ours or back. What is no point stays
    /// as it is.
    pub(crate) fn turned(self, point: &str, size: u32) -> String {
        let row = point.get(1..).and_then(|row| row.parse::<u32>().ok());
        match (self, row.and_then(|row| (size + 1).checked_sub(row))) {
            (Self::Common, Some(row)) => format!("{}{row}", &point[..1]),
            _ => point.into(),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    seconds_or_none(text)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| SECONDS.replace("from 0", "above 0"))
}

fn seconds_or_none(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| SECONDS.into())
}

const SECONDS: &str = "write a number of seconds from 0 to 1000000";

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=256).contains(threads));
    threads.ok_or_else(|| "write a number from 1 to 256".into())
}

fn lines(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|lines| (1..=50).contains(lines));
    lines.ok_or_else(|| "write a number of turns from 1 to 50".into())
}

fn positive_elo(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo| (1.0..=1000.0).contains(elo));
    elo.ok_or_else(|| "write a difference in Elo from 1 to 1000".into())
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| *scale > 0.0 && *scale <= 1000.0);
    scale.ok_or_else(|| "write a factor above 0, up to 1000".into())
}
