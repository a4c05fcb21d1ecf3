//! The command line: what may be written, and its help.

mod carry;
mod engine;
mod site;

pub(crate) use carry::{ExportArgs, ImportArgs, RecordFormat, ReplayArgs};
pub(crate) use engine::{
    AnalyseArgs, GtpArgs, HintsArgs, LadderArgs, MatchArgs, PlayArgs, PuzzlesArgs, SeatPlayer, SoakArgs,
    TuneArgs,
};
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
    /// The language you are spoken to in [default: that of the terminal]
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
    /// Think for the engines of a site, on another machine than its nodes
    Worker(WorkerArgs),
    /// Copy the database of a running server to a file
    Backup {
        #[command(flatten)]
        data: DataArgs,
        /// The file to write; it must not exist
        file: PathBuf,
    },
    /// Move a site to another database, from SQLite to PostgreSQL or back, while its server runs; may be broken off and
    /// goes on where it was
    Migrate(MigrateArgs),
    /// Look after a site, while its server runs or not
    Admin {
        #[command(flatten)]
        data: DataArgs,
        #[command(subcommand)]
        what: AdminCommand,
    },
    /// Look at a site as a knowledgeable friend would and say what to change; exit 1 if something is wrong
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
    /// The games: ids, names, options with defaults and ranges
    Games,
    /// Count the positions that DEPTH turns can lead to
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// How many turns
        #[arg(allow_negative_numbers = true)]
        depth: u32,
        /// The count behind each turn, then the sum
        #[arg(long)]
        divide: bool,
    },
    /// The legal turns, or the result of a finished game
    Turns {
        #[command(flatten)]
        position: PositionArgs,
        /// The most turns to list; more need time and memory
        #[arg(long, value_name = "N", default_value_t = taijitu_rules::turns::LISTED)]
        limit: usize,
    },
    /// The board, on the terminal or as a picture
    Show(ShowArgs),
    /// A game at this terminal: two people, or a person and an engine
    Play(PlayArgs),
    /// What the engine thinks of a position, while it thinks
    Analyse(AnalyseArgs),
    /// A series of games between two programs
    Match(MatchArgs),
    /// Whether each level of the games is stronger than the one below it
    Ladder(LadderArgs),
    /// Whether a beginner who follows every hint beats level 1, and in how many turns
    Hints(HintsArgs),
    /// Fit what an engine knows to games against itself
    Tune(TuneArgs),
    /// Find puzzles: positions with exactly one winning turn, proved by trying everything
    Puzzles(PuzzlesArgs),
    /// How fast the engines and the games are on this machine
    Bench {
        /// Only this game
        #[arg(value_parser = game_parser())]
        game: Option<&'static dyn GameType>,
        /// How long to measure each
        #[arg(long, default_value_t = 1.0, value_parser = positive_seconds, allow_negative_numbers = true)]
        seconds: f64,
    },
    /// Many games of the engines, to see whether anything ever goes wrong
    Soak(SoakArgs),
    /// Speak the Universal Game Interface with another program
    Ugi {
        /// The game
        #[arg(value_parser = game_parser())]
        game: &'static dyn GameType,
    },
    /// Speak the Go Text Protocol with another program: Y on triangular boards
    Gtp(GtpArgs),
    /// Check a game and step through it
    Replay(ReplayArgs),
    /// Bring games along: into the archive of a site
    Import(ImportArgs),
    /// Take the public games of a site along
    Export(ExportArgs),
    /// Random games a second, their length and results
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
        /// Through the common interface, even if the game has a faster way
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
    /// Name every empty point
    #[arg(long)]
    pub(crate) names: bool,
    /// On the terminal: only letters and signs that every terminal has
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Whose eyes to look through; Yin Yang has secrets
    #[arg(long = "as", value_enum, default_value_t = Perspective::All)]
    pub(crate) eyes: Perspective,
}

/// Whose eyes a position is seen with.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Perspective {
    /// Everything, secrets included
    All,
    /// A spectator's
    Everyone,
    /// White's
    White,
    /// Black's
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
