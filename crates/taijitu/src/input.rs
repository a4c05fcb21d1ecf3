//! Typed input: any bytes a terminal sends, as printable text.

use crate::output;
use anyhow::Result;
use std::io::{BufRead, stdin};

/// Prints a question and reads a line; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub(crate) fn ask(question: &str) -> Result<Option<String>> {
    output::print(question)?;
    let mut bytes = vec![];
    if stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        // Ctrl-D leaves the cursor behind the question.
        output::line("")?;
        return Ok(None);
    }
    Ok(Some(output::harmless(String::from_utf8_lossy(&bytes).trim())))
}
