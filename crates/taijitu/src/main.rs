#![doc = include_str!("../README.md")]

mod bars;
mod cli;
mod clock;
mod commands;
mod contest;
mod input;
mod language;
mod output;
mod screen;
mod start;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taijitu: {}", output::harmless(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
