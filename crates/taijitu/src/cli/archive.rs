//! Arguments of the commands that read, import and export games.

use super::{DataArgs, game_parser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use taijitu_rules::GameType;

/// A game to replay.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// A record of this program as text or JSON, an SGF file of a YINSH game from Boardspace, or the id or the link of a
    /// finished game in the data of a site
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// Write the game to another file: SGF as on Boardspace if its name ends in .sgf, JSON if it ends in .json
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

/// Games to import.
#[derive(Args)]
pub(crate) struct ImportArgs {
    /// Records as text or JSON, one or many in a file, SGF files of YINSH games from Boardspace; each also compressed
    /// (.gz); or folders of them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// Games to export.
#[derive(Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// Only this game
    #[arg(long, value_parser = game_parser())]
    pub(crate) game: Option<&'static dyn GameType>,
    /// The file to write; compressed if its name ends in .gz [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the games
    #[arg(long, value_enum, default_value_t = RecordFormat::Text)]
    pub(crate) format: RecordFormat,
}

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// Text records, one after the other
    Text,
    /// One JSON object per line
    Json,
}
