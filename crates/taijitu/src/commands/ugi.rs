//! `taijitu ugi`: the engine behind standard input and output.

use crate::contest::no_engine;
use crate::output;
use anyhow::Result;
use std::io::{BufRead, stdin};
use taijitu_rules::GameType;
use taijitu_search::ugi::UgiSession;

pub(crate) fn run(kind: &'static dyn GameType) -> Result<()> {
    // Where nobody reads any more there is nobody to tell.
    let say = |line: &str| drop(output::line(line));
    let mut session = UgiSession::new(kind, say).ok_or_else(|| no_engine(kind.meta().id))?;
    for line in stdin().lock().split(b'\n') {
        if !session.hear(&String::from_utf8_lossy(&line?)) {
            return Ok(());
        }
    }
    session.end();
    Ok(())
}
