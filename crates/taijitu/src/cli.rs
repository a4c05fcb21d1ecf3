//! The command line and its help.

mod archive;
mod engine;
mod learn;
mod site;

pub(crate) use archive::{ExportArgs, ImportArgs, RecordFormat, ReplayArgs};
pub(crate) use engine::{
    AnalyseArgs, EvaluationName, GtpArgs, HintsArgs, LadderArgs, MatchArgs, Orientation, PlayArgs, ProveArgs,
    ProvedGame, PuzzlesArgs, SeatPlayer, SoakArgs, TuneArgs,
};
pub(crate) use learn::LearnArgs;
pub(crate) use site::{
    AdminCommand, ArchiveCommand, DataArgs, DoctorArgs, MigrateArgs, ServeArgs, WorkerArgs,
};

use crate::language;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use taijitu_rules::{Audience, GameType, Lang, Side, games};

/// Ten abstract games of black and white.
#[derive(Parser)]
#[command(name = "taijitu", version, about, propagate_version = true, arg_required_else_help = false)]
pub(crate) struct CliArgs {
    /// Without a command: serve, as `taijitu serve` does.
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
    /// Language of messages [default: that of the terminal]
    #[arg(long, global = true, value_name = "fr|en", value_parser = language_parser())]
    pub(crate) lang: Option<Lang>,
}

impl CliArgs {
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(language::of_terminal)
    }
}

#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Serve tables to browsers and programs
    Serve(ServeArgs),
    /// Run engines for a site on another machine
    Worker(WorkerArgs),
    /// Copy the database of a running server to a file
    Backup {
        #[command(flatten)]
        data: DataArgs,
        /// The file to write; it must not exist
        file: PathBuf,
    },
    /// Move a site to another database, from SQLite to PostgreSQL or back, while its server runs; can be interrupted and
    /// resumed
    Migrate(MigrateArgs),
    /// Administer a site, whether its server runs or not
    Admin {
        #[command(flatten)]
        data: DataArgs,
        #[command(subcommand)]
        what: AdminCommand,
    },
    /// Check a site and print what to change; exits with 1 if something is wrong
    Doctor(DoctorArgs),
    /// Index the finished games of a site
    Archive {
        #[command(flatten)]
        data: DataArgs,
        #[command(subcommand)]
        what: ArchiveCommand,
    },
    /// Choose a game and play it at this terminal
    Menu,
    /// List the games: ids, names, options with defaults and ranges
    Games,
    /// Count the positions that DEPTH turns can lead to
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// How many turns
        #[arg(allow_negative_numbers = true)]
        depth: u32,
        /// Print the count after each turn, then the sum
        #[arg(long)]
        divide: bool,
    },
    /// List the legal turns, or print the result of a finished game
    Turns {
        #[command(flatten)]
        position: PositionArgs,
        /// Maximum number of turns to list; more need time and memory
        #[arg(long, value_name = "N", default_value_t = taijitu_rules::turns::LISTED)]
        limit: usize,
    },
    /// Show a position on the terminal or write it as a picture
    Show(ShowArgs),
    /// Play a game at this terminal: two people, or a person against the computer
    Play(PlayArgs),
    /// Analyse a position and print the best turns while the engine searches
    Analyse(AnalyseArgs),
    /// Play a series of games between two programs
    Match(MatchArgs),
    /// Measure whether each level is stronger than the one below it
    Ladder(LadderArgs),
    /// Measure whether a beginner who follows every hint beats level 1, and in how many turns
    Hints(HintsArgs),
    /// Fit the weights of an engine to games against itself
    Tune(TuneArgs),
    /// Learn an evaluation from games of the engine against itself; may be interrupted and continues where it was
    Learn(LearnArgs),
    /// Prove who wins: Tetra by strategies that are replayed against every reply, Y on small triangles by trying everything
    Prove(ProveArgs),
    /// Find puzzles: positions with exactly one winning turn, proved by trying everything
    Puzzles(PuzzlesArgs),
    /// Measure the speed of engines and rules on this machine
    Bench {
        /// Only this game
        #[arg(value_parser = game_parser())]
        game: Option<&'static dyn GameType>,
        /// Seconds to measure each
        #[arg(long, default_value_t = 1.0, value_parser = positive_seconds, allow_negative_numbers = true)]
        seconds: f64,
        /// The evaluation: learned, plain, or the file of a network
        #[arg(long, value_name = "NAME|FILE", default_value = "learned")]
        eval: EvaluationName,
    },
    /// Play many games between engines and report illegal or late turns and growing memory
    Soak(SoakArgs),
    /// Speak the Universal Game Interface with another program
    Ugi {
        /// The game
        #[arg(value_parser = game_parser())]
        game: &'static dyn GameType,
        /// The evaluation: learned, plain, or the file of a network
        #[arg(long, value_name = "NAME|FILE", default_value = "learned")]
        eval: EvaluationName,
    },
    /// Speak the Go Text Protocol with another program: Y on triangular boards
    Gtp(GtpArgs),
    /// Check a game and step through it
    Replay(ReplayArgs),
    /// Import games into the archive of a site
    Import(ImportArgs),
    /// Export the public games of a site
    Export(ExportArgs),
    /// Play random games: how many a second, their lengths and results
    Playouts {
        /// The game
        #[arg(value_parser = game_parser())]
        game: &'static dyn GameType,
        /// An option of the game
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// How long to play
        #[arg(long, default_value_t = 5.0, value_parser = positive_seconds, allow_negative_numbers = true)]
        seconds: f64,
        /// The same seed gives the same games
        #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
        seed: u64,
        /// Use the common interface even if the game has a faster one
        #[arg(long)]
        generic: bool,
    },
}

/// A position: a game, its options, perhaps a set-up, and the turns so far.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    pub(crate) game: &'static dyn GameType,
    /// An option of the game, such as variant=blitz
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Start from this set-up instead of the usual start
    #[arg(long)]
    pub(crate) setup: Option<String>,
    /// Play these turns first, separated by semicolons
    #[arg(long, value_name = "T1; T2; …", default_value = "", hide_default_value = true)]
    pub(crate) turns: String,
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// The width of the PNG picture in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub(crate) width: u32,
    /// A title above the board
    #[arg(long)]
    pub(crate) caption: Option<String>,
    /// Print the name of every empty point
    #[arg(long)]
    pub(crate) names: bool,
    /// On the terminal: use ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Show what this viewer sees; Yin Yang has secrets
    #[arg(long = "as", value_enum, default_value_t = Perspective::All)]
    pub(crate) eyes: Perspective,
}

/// The perspective from which a position is shown.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Perspective {
    /// Everything, secrets included
    All,
    /// What spectators see
    Everyone,
    /// What White sees
    White,
    /// What Black sees
    Black,
}

impl From<Perspective> for Audience {
    fn from(eyes: Perspective) -> Self {
        match eyes {
            Perspective::All => Self::Omniscient,
            Perspective::Everyone => Self::Everyone,
            Perspective::White => Self::Side(Side::White),
            Perspective::Black => Self::Side(Side::Black),
        }
    }
}

/// The ids as possible values, so that a typo is answered with the id that was meant.
fn game_parser() -> impl TypedValueParser<Value = &'static dyn GameType> {
    PossibleValuesParser::new(games::GAMES.iter().map(|kind| kind.meta().id))
        .map(|id| games::find(&id).expect("only ids of games are possible"))
}

fn language_parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(["fr", "en"]).map(|lang| if lang == "fr" { Lang::Fr } else { Lang::En })
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds.ok_or_else(|| "write a number of seconds above 0, up to 86400".into())
}
