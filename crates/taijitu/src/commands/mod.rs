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

use crate::cli::{Arguments, Command, Serve};
use anyhow::Result;

/// Does what the command line asks for.
///
/// # Errors
/// If the input is wrong or cannot be read; the message says what would be right.
pub(crate) fn run(arguments: Arguments) -> Result<()> {
    let lang = arguments.lang();
    match arguments.command {
        None => serve::run(&Serve::by_default(), lang),
        Some(Command::Serve(asked)) => serve::run(&asked, lang),
        Some(Command::Worker(asked)) => worker::run(&asked, lang),
        Some(Command::Backup { data, file }) => backup::run(&data, &file),
        Some(Command::Migrate(asked)) => migrate::run(&asked, lang),
        Some(Command::Admin { data, what }) => admin::run(&data, &what),
        Some(Command::Doctor(asked)) => doctor::run(&asked),
        Some(Command::Archive { data, what }) => archive::run(&data, &what),
        Some(Command::Menu) => menu::run(lang),
        Some(Command::Games) => games::run(lang),
        Some(Command::Perft { position, depth, divide }) => perft::run(&position, depth, divide),
        Some(Command::Turns { position, limit }) => turns::run(&position, limit),
        Some(Command::Show(show)) => show::run(&show, lang),
        Some(Command::Play(asked)) => play::run(asked.position.play()?, Some(&asked), lang),
        Some(Command::Analyse(asked)) => analyse::run(&asked, lang),
        Some(Command::Match(asked)) => contest::run(&asked, lang),
        Some(Command::Ladder(asked)) => ladder::run(&asked, lang),
        Some(Command::Hints(asked)) => hints::run(&asked, lang),
        Some(Command::Tune(asked)) => tune::run(&asked),
        Some(Command::Puzzles(asked)) => puzzles::run(&asked, lang),
        Some(Command::Bench { game, seconds }) => bench::run(game, seconds, lang),
        Some(Command::Soak(asked)) => soak::run(&asked, lang),
        Some(Command::Ugi { game }) => ugi::run(game),
        Some(Command::Gtp(asked)) => gtp::run(&asked),
        Some(Command::Replay(asked)) => replay::run(&asked, lang),
        Some(Command::Import(asked)) => import::run(&asked, lang),
        Some(Command::Export(asked)) => export::run(&asked, lang),
        Some(Command::Playouts { game, set, seconds, seed, generic }) => {
            playouts::run(game, &set, seconds, seed, generic)
        }
    }
}
