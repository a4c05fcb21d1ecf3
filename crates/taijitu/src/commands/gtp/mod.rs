//! `taijitu gtp`: the Go Text Protocol, for Y on triangular boards.

mod session;

use crate::cli::Gtp;
use crate::output;
use anyhow::{Result, anyhow};
use session::Session;
use std::io::{BufRead, stdin};

pub(crate) fn run(asked: &Gtp) -> Result<()> {
    let mut session = Session::new(asked).map_err(|why| anyhow!(why))?;
    for line in stdin().lock().split(b'\n') {
        if let Some(answer) = session.hear(&String::from_utf8_lossy(&line?)) {
            output::print(&answer)?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
