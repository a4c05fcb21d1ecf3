//! The commands, one module each.

mod admin;
mod analyse;
mod archive;
mod backup;
mod bench;
mod contest;
mod doctor;
mod export;
mod games;
mod gtp;
mod hints;
mod import;
mod ladder;
mod menu;
mod migrate;
mod perft;
mod play;
mod playouts;
mod puzzles;
mod replay;
mod serve;
mod show;
mod soak;
mod tune;
mod turns;
mod ugi;
mod worker;

use crate::cli::{CliArgs, CliCommand, ServeArgs};
use anyhow::Result;

/// Does what the command line asks for.
///
/// # Errors
/// If the input is wrong or cannot be read; the message says what would be right.
pub(crate) fn run(arguments: CliArgs) -> Result<()> {
    let lang = arguments.lang();
    match arguments.command {
        None => serve::run(&ServeArgs::by_default(), lang),
        Some(CliCommand::Serve(asked)) => serve::run(&asked, lang),
        Some(CliCommand::Worker(asked)) => worker::run(&asked, lang),
        Some(CliCommand::Backup { data, file }) => backup::run(&data, &file),
        Some(CliCommand::Migrate(asked)) => migrate::run(&asked, lang),
        Some(CliCommand::Admin { data, what }) => admin::run(&data, &what),
        Some(CliCommand::Doctor(asked)) => doctor::run(&asked),
        Some(CliCommand::Archive { data, what }) => archive::run(&data, &what),
        Some(CliCommand::Menu) => menu::run(lang),
        Some(CliCommand::Games) => games::run(lang),
        Some(CliCommand::Perft { position, depth, divide }) => perft::run(&position, depth, divide),
        Some(CliCommand::Turns { position, limit }) => turns::run(&position, limit),
        Some(CliCommand::Show(show)) => show::run(&show, lang),
        Some(CliCommand::Play(asked)) => play::run(asked.position.play()?, Some(&asked), lang),
        Some(CliCommand::Analyse(asked)) => analyse::run(&asked, lang),
        Some(CliCommand::Match(asked)) => contest::run(&asked, lang),
        Some(CliCommand::Ladder(asked)) => ladder::run(&asked, lang),
        Some(CliCommand::Hints(asked)) => hints::run(&asked, lang),
        Some(CliCommand::Tune(asked)) => tune::run(&asked),
        Some(CliCommand::Puzzles(asked)) => puzzles::run(&asked, lang),
        Some(CliCommand::Bench { game, seconds }) => bench::run(game, seconds, lang),
        Some(CliCommand::Soak(asked)) => soak::run(&asked, lang),
        Some(CliCommand::Ugi { game }) => ugi::run(game),
        Some(CliCommand::Gtp(asked)) => gtp::run(&asked),
        Some(CliCommand::Replay(asked)) => replay::run(&asked, lang),
        Some(CliCommand::Import(asked)) => import::run(&asked, lang),
        Some(CliCommand::Export(asked)) => export::run(&asked, lang),
        Some(CliCommand::Playouts { game, set, seconds, seed, generic }) => {
            playouts::run(game, &set, seconds, seed, generic)
        }
    }
}
