//! What `cargo xtask faults` and the tests of several nodes do to a server that nobody should do to theirs: set its clock, and
//! take it for a newer one.

use anyhow::{Context, Result};
use taijitu_server::Server;
use tokio::signal::unix::{SignalKind, signal};

/// With `TAIJITU_CLOCK_STEP=MS` in the environment, SIGUSR1 sets the clock of this machine forward by so many milliseconds
/// and SIGUSR2 back, as far as this process can see.
pub(super) fn set_clock_on_signals(server: &Server) -> Result<()> {
    let Ok(step) = std::env::var("TAIJITU_CLOCK_STEP") else {
        return Ok(());
    };
    let step: i64 = step.parse().context("TAIJITU_CLOCK_STEP is a number of milliseconds")?;
    let site = server.app().site.clone();
    let (mut forward, mut back) =
        (signal(SignalKind::user_defined1())?, signal(SignalKind::user_defined2())?);
    tokio::spawn(async move {
        loop {
            let step = tokio::select! {
                _ = forward.recv() => step,
                _ = back.recv() => -step,
            };
            site.clock.set_machine(step);
        }
    });
    Ok(())
}

/// With `TAIJITU_RULES_NEWER_BY=N` in the environment this program takes its rules for N revisions newer than they are.
pub(super) fn pretend_newer_rules() -> Result<()> {
    if let Ok(by) = std::env::var("TAIJITU_RULES_NEWER_BY") {
        taijitu_rules::pretend_newer(by.parse().context("TAIJITU_RULES_NEWER_BY is a number of revisions")?);
    }
    Ok(())
}
