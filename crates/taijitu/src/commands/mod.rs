//! The commands, one module each.

mod games;
mod perft;
mod play;
mod playouts;
mod replay;
mod show;
mod turns;
mod welcome;

use crate::cli::{Arguments, Command};
use anyhow::Result;

/// Does what the command line asks for.
///
/// # Errors
/// If the input is wrong or cannot be read; the message says what would be right.
pub(crate) fn run(arguments: Arguments) -> Result<()> {
    let lang = arguments.lang();
    match arguments.command {
        None => welcome::run(lang),
        Some(Command::Games) => games::run(lang),
        Some(Command::Perft { position, depth, divide }) => perft::run(&position, depth, divide),
        Some(Command::Turns { position }) => turns::run(&position),
        Some(Command::Show(show)) => show::run(&show, lang),
        Some(Command::Play { position }) => play::run(position.play()?, lang),
        Some(Command::Replay { file, save }) => replay::run(&file, save.as_deref(), lang),
        Some(Command::Playouts { game, set, seconds, seed, generic }) => {
            playouts::run(game, &set, seconds, seed, generic)
        }
    }
}
