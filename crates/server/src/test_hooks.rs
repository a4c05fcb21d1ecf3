//! Hooks for tests: only with the feature `test-hooks`, which no released program has.

use crate::site::Site;
use tokio::signal::unix::{SignalKind, signal};

/// With `TAIJITU_RULES_NEWER_BY=N` in the environment this process reports its rules as N revisions newer
/// than they are.
pub(crate) fn pretend_newer_rules() {
    if let Some(by) = number("TAIJITU_RULES_NEWER_BY") {
        taijitu_rules::test_hooks::pretend_newer(by);
    }
}

/// With `TAIJITU_CLOCK_STEP=MS` in the environment, SIGUSR1 sets the clock of this machine forward by that many
/// milliseconds and SIGUSR2 back, as far as this process can see.
pub(crate) fn set_clock_on_signals(site: &Site) {
    let Some(step) = number::<i64>("TAIJITU_CLOCK_STEP") else { return };
    let site = site.clone();
    let listen = |kind| signal(kind).expect("signals can be received");
    let (mut forward, mut back) = (listen(SignalKind::user_defined1()), listen(SignalKind::user_defined2()));
    tokio::spawn(async move {
        loop {
            let step = tokio::select! {
                _ = forward.recv() => step,
                _ = back.recv() => -step,
            };
            site.clock.set_machine(step);
        }
    });
}

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}
