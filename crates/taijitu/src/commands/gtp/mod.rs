//! `taijitu gtp`: the Go Text Protocol, for Y on triangular boards.

mod session;

use crate::cli::GtpArgs;
use crate::output;
use anyhow::{Result, anyhow};
use session::GtpSession;
use std::io::{BufRead, stdin};

pub(crate) fn run(asked: &GtpArgs) -> Result<()> {
    let mut session = GtpSession::new(asked).map_err(|why| anyhow!(why))?;
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
