//! Standard output that may be closed early: `taijitu turns y | head` is no error.

use std::io::{self, ErrorKind, Write};

/// Prints a text.
///
/// # Errors
/// If standard output cannot be written, unless nobody reads it any more.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        done => done,
    }
}

/// Prints a line.
///
/// # Errors
/// As [`print`].
pub(crate) fn line(text: &str) -> io::Result<()> {
    print(&format!("{text}\n"))
}
