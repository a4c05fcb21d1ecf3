//! The command line: what may be written, and its help.

mod carry;
mod engine;
mod site;

pub(crate) use carry::{Export, Form, Import, Replay};
pub(crate) use engine::{Analyse, Gtp, Hints, Ladder, Match, Play, Puzzles, Seat, Soak, Tune};
pub(crate) use site::{AdminCommand, ArchiveCommand, Data, Doctor, Migrate, Serve, Worker};

use crate::language;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use taijitu_rules::{Audience, GameType, Lang, Side, games};

/// Ten abstract games of black and white.
#[derive(Parser)]
#[command(name = "taijitu", version, about, propagate_version = true, arg_required_else_help = false)]
pub(crate) struct Arguments {
    /// Without a command: serve, as `taijitu serve` does.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The language you are spoken to in [default: that of the terminal]
    #[arg(long, global = true, value_name = "fr|en", value_parser = language_parser())]
    pub(crate) lang: Option<Lang>,
}

impl Arguments {
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(language::of_terminal)
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve tables to browsers and programs
    Serve(Serve),
    /// Think for the engines of a site, on another machine than its nodes
    Worker(Worker),
    /// Copy the database of a running server to a file
    Backup {
        #[command(flatten)]
        data: Data,
        /// The file to write; it must not exist
        file: PathBuf,
    },
    /// Move a site to another database, from SQLite to PostgreSQL or back, while its server runs; may be broken off and
    /// goes on where it was
    Migrate(Migrate),
    /// Look after a site, while its server runs or not
    Admin {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: AdminCommand,
    },
    /// Look at a site as a knowledgeable friend would and say what to change; exit 1 if something is wrong
    Doctor(Doctor),
    /// Index the finished games of a site
    Archive {
        #[command(flatten)]
        data: Data,
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
        position: Position,
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
        position: Position,
        /// The most turns to list; more need time and memory
        #[arg(long, value_name = "N", default_value_t = taijitu_rules::turns::LISTED)]
        limit: usize,
    },
    /// The board, on the terminal or as a picture
    Show(Show),
    /// A game at this terminal: two people, or a person and an engine
    Play(Play),
    /// What the engine thinks of a position, while it thinks
    Analyse(Analyse),
    /// A series of games between two programs
    Match(Match),
    /// Whether each level of the games is stronger than the one below it
    Ladder(Ladder),
    /// Whether a beginner who follows every hint beats level 1, and in how many turns
    Hints(Hints),
    /// Fit what an engine knows to games against itself
    Tune(Tune),
    /// Find puzzles: positions with exactly one winning turn, proved by trying everything
    Puzzles(Puzzles),
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
    Soak(Soak),
    /// Speak the Universal Game Interface with another program
    Ugi {
        /// The game
        #[arg(value_parser = game_parser())]
        game: &'static dyn GameType,
    },
    /// Speak the Go Text Protocol with another program: Y on triangular boards
    Gtp(Gtp),
    /// Check a game and step through it
    Replay(Replay),
    /// Bring games along: into the archive of a site
    Import(Import),
    /// Take the public games of a site along
    Export(Export),
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
pub(crate) struct Position {
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
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) position: Position,
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
    #[arg(long = "as", value_enum, default_value_t = Eyes::All)]
    pub(crate) eyes: Eyes,
}

/// Whose eyes a position is seen with.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Eyes {
    /// Everything, secrets included
    All,
    /// A spectator's
    Everyone,
    /// White's
    White,
    /// Black's
    Black,
}

impl From<Eyes> for Audience {
    fn from(eyes: Eyes) -> Self {
        match eyes {
            Eyes::All => Self::Omniscient,
            Eyes::Everyone => Self::Everyone,
            Eyes::White => Self::Side(Side::White),
            Eyes::Black => Self::Side(Side::Black),
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
