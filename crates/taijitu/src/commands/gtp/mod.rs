//! `taijitu gtp`: the Go Text Protocol, for Y on triangular boards.

mod session;

use crate::cli::GtpArgs;
use crate::output;
use anyhow::{Result, anyhow};
use session::GtpSession;
use std::io::{BufRead, stdin};

pub(crate) fn run(args: &GtpArgs) -> Result<()> {
    let mut session = GtpSession::new(args).map_err(|why| anyhow!(why))?;
    for line in stdin().lock().split(b'\n') {
        if let Some(answer) = session.handle_line(&String::from_utf8_lossy(&line?)) {
            output::print(&answer)?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
