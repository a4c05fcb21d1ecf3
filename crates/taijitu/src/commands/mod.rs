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
mod learn;
mod menu;
mod migrate;
mod perft;
mod play;
mod playouts;
mod prove;
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

/// Runs the command.
///
/// # Errors
/// If the input is wrong or cannot be read; the message explains what would be right.
pub(crate) fn run(arguments: CliArgs) -> Result<()> {
    let lang = arguments.lang();
    match arguments.command {
        None => serve::run(&ServeArgs::by_default(), lang),
        Some(CliCommand::Serve(args)) => serve::run(&args, lang),
        Some(CliCommand::Worker(args)) => worker::run(&args, lang),
        Some(CliCommand::Backup { data, file }) => backup::run(&data, &file),
        Some(CliCommand::Migrate(args)) => migrate::run(&args, lang),
        Some(CliCommand::Admin { data, what }) => admin::run(&data, &what),
        Some(CliCommand::Doctor(args)) => doctor::run(&args),
        Some(CliCommand::Archive { data, what }) => archive::run(&data, &what),
        Some(CliCommand::Menu) => menu::run(lang),
        Some(CliCommand::Games) => games::run(lang),
        Some(CliCommand::Perft { position, depth, divide }) => perft::run(&position, depth, divide, lang),
        Some(CliCommand::Turns { position, limit }) => turns::run(&position, limit, lang),
        Some(CliCommand::Show(show)) => show::run(&show, lang),
        Some(CliCommand::Play(args)) => play::run(args.position.play(lang)?, Some(&args), lang),
        Some(CliCommand::Analyse(args)) => analyse::run(&args, lang),
        Some(CliCommand::Match(args)) => contest::run(&args, lang),
        Some(CliCommand::Ladder(args)) => ladder::run(&args, lang),
        Some(CliCommand::Hints(args)) => hints::run(&args, lang),
        Some(CliCommand::Tune(args)) => tune::run(&args),
        Some(CliCommand::Learn(args)) => learn::run(&args, lang),
        Some(CliCommand::Prove(args)) => prove::run(&args, lang),
        Some(CliCommand::Puzzles(args)) => puzzles::run(&args, lang),
        Some(CliCommand::Bench { game, seconds, eval }) => bench::run(game, seconds, &eval, lang),
        Some(CliCommand::Soak(args)) => soak::run(&args, lang),
        Some(CliCommand::Ugi { game, eval }) => ugi::run(game, &eval),
        Some(CliCommand::Gtp(args)) => gtp::run(&args),
        Some(CliCommand::Replay(args)) => replay::run(&args, lang),
        Some(CliCommand::Import(args)) => import::run(&args, lang),
        Some(CliCommand::Export(args)) => export::run(&args, lang),
        Some(CliCommand::Playouts { game, set, seconds, seed, generic }) => {
            playouts::run(game, &set, seconds, seed, generic)
        }
    }
}
