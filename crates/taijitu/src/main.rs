#![doc = include_str!("../README.md")]

mod bars;
mod cli;
mod clock;
mod commands;
mod contest;
mod game_files;
mod input;
mod language;
mod output;
mod screen;
mod start;

use clap::Parser;
use std::process::ExitCode;

/// A turn is some hundred small allocations on whichever thread is free, which glibc's allocator serves slower and, after a
/// peak, gives back less of.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = cli::CliArgs::parse();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taijitu: {}", output::harmless(&in_one_line(&error)));
            ExitCode::from(2)
        }
    }
}

/// An error with its causes. Causes that an error already repeats in its own text are printed once.
fn in_one_line(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |line, cause| match line.as_str() {
        "" => cause,
        line_so_far if line_so_far.contains(&cause) => line,
        line_so_far => format!("{line_so_far}: {cause}"),
    })
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn no_cause_is_told_twice() {
        let error = anyhow::anyhow!("no such file").context("game.txt: no such file").context("--save");
        assert_eq!(in_one_line(&error), "--save: game.txt: no such file");
    }
}
