//! `taijitu ugi`: the engine behind standard input and output.

use crate::cli::EvaluationName;
use crate::contest::no_engine;
use crate::output;
use anyhow::Result;
use std::io::{BufRead, stdin};
use taijitu_rules::GameType;
use taijitu_search::ugi::UgiSession;

pub(crate) fn run(kind: &'static dyn GameType, eval: &EvaluationName) -> Result<()> {
    // If the reader has gone, output is dropped.
    let say = |line: &str| drop(output::line(line));
    let mut session = UgiSession::new(kind, say).ok_or_else(|| no_engine(kind.meta().id))?;
    session.set_evaluation(&eval.load()?)?;
    for line in stdin().lock().split(b'\n') {
        if !session.handle_line(&String::from_utf8_lossy(&line?)) {
            return Ok(());
        }
    }
    session.end();
    Ok(())
}
