//! Progress bars: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for counting.
pub(crate) fn counting() -> ProgressBar {
    with("{bar:40} {pos}/{len} {elapsed} (about {eta} left)", 0)
}

/// A bar for a series of games, with a message behind it.
pub(crate) fn games(games: u64) -> ProgressBar {
    with("{bar:30} {pos}/{len} {elapsed} (about {eta} left) {msg}", games)
}

/// A bar for rows of a database, with the table that is being read behind it.
pub(crate) fn rows(rows: u64) -> ProgressBar {
    with("{prefix} {bar:30} {human_pos}/{human_len} {elapsed} (about {eta} left) {msg}", rows)
}

/// A bar for bytes of files.
pub(crate) fn bytes(length: u64) -> ProgressBar {
    with("{bar:40} {bytes}/{total_bytes} {elapsed} (about {eta} left)", length)
}

/// A count of something whose end is not known.
pub(crate) fn endless() -> ProgressBar {
    with("{spinner} {pos} {elapsed} ({per_sec})", 0)
}

fn with(template: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
}
