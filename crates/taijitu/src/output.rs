//! Standard output that may be closed early: `taijitu turns y | head` is no error; and the filter for what is
//! printed on it.

use std::io::{self, ErrorKind, Write};

/// Prints a text.
///
/// # Errors
/// If standard output cannot be written, unless its reader has closed it.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        done => done,
    }
}

/// Prints a line that the program does not depend on, such as the address of a server: a closed output is
/// ignored.
///
/// # Errors
/// If standard output cannot be written for another reason.
pub(crate) fn notice(text: &str) -> io::Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Prints a line.
///
/// # Errors
/// As [`print()`].
pub(crate) fn line(text: &str) -> io::Result<()> {
    print(&format!("{text}\n"))
}

/// A text from outside without the characters that would steer the terminal, such as those of an arrow key.
pub(crate) fn harmless(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}
