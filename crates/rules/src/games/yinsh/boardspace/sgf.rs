//! The SGF syntax underneath: one line of nodes, each a list of properties.

use super::SgfError;
use std::iter::Peekable;
use std::str::Chars;

/// `KEY[value]` and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) line: usize,
}

/// The nodes of a file that holds one game without variations.
pub(super) fn nodes(text: &str) -> Result<Vec<Vec<Property>>, SgfError> {
    let mut scan = Scan { rest: text.trim_start_matches('\u{feff}').chars().peekable(), line: 1 };
    scan.expect('(')?;
    scan.expect(';')?;
    let mut nodes = vec![vec![]];
    loop {
        match scan.next_visible() {
            None => return Err(SgfError::Truncated { line: scan.line }),
            Some(')') => break,
            Some(';') => nodes.push(vec![]),
            Some(letter) if letter.is_ascii_alphabetic() => {
                let properties = scan.property(letter)?;
                if let Some(node) = nodes.last_mut() {
                    node.extend(properties);
                }
            }
            Some(other) => return Err(scan.unexpected(other)),
        }
    }
    match scan.next_visible() {
        None => Ok(nodes),
        Some(other) => Err(scan.unexpected(other)),
    }
}

struct Scan<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn next_visible(&mut self) -> Option<char> {
        loop {
            match self.next() {
                Some(space) if space.is_whitespace() => {}
                other => return other,
            }
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), SgfError> {
        match self.next_visible() {
            Some(found) if found == wanted => Ok(()),
            Some(found) => Err(self.unexpected(found)),
            None => Err(SgfError::Truncated { line: self.line }),
        }
    }

    fn unexpected(&self, found: char) -> SgfError {
        SgfError::Syntax { line: self.line, found: found.into() }
    }

    /// `KEY[value]`, or several values of one key.
    fn property(&mut self, first: char) -> Result<Vec<Property>, SgfError> {
        let mut key = String::from(first);
        while let Some(letter) = self.rest.next_if(char::is_ascii_alphanumeric) {
            key.push(letter);
        }
        let mut properties = vec![];
        self.expect('[')?;
        loop {
            let line = self.line;
            let value = self.value()?;
            properties.push(Property { key: key.clone(), value, line });
            if self.rest.next_if_eq(&'[').is_none() {
                return Ok(properties);
            }
        }
    }

    /// What stands before the closing bracket; a backslash escapes the next character.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => value.extend(self.next()),
                Some(other) => value.push(other),
                None => return Err(SgfError::Truncated { line: self.line }),
            }
        }
    }
}

/// Writes a property.
pub(super) fn property(key: &str, value: &str) -> String {
    let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
    format!("{key}[{escaped}]")
}
