//! Set-up strings: one line of `key=value` words that sets up any position between two turns.
//!
//! A game asks [`Fields`] for the keys it knows; asking is what makes a key known. [`SetupWriter`]
//! writes the same line back, leaving out what a missing key says anyway.

use crate::board::{Board, Point};
use crate::side::Side;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// A set-up that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Not `key=value`.
    #[error("`{0}` is not a part of a set-up; write key=value words separated by spaces")]
    Malformed(String),
    /// No such key.
    #[error("unknown key `{key}`; this game takes {known}")]
    UnknownKey {
        /// What was written.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// A key twice.
    #[error("key `{0}` is given twice")]
    RepeatedKey(String),
    /// Nobody to act.
    #[error("a set-up needs act=white or act=black")]
    NoAct,
    /// A value that does not fit its key.
    #[error("`{key}={value}`: {key} takes {right}")]
    BadValue {
        /// The key.
        key: String,
        /// What was written.
        value: String,
        /// What would fit.
        right: String,
    },
    /// Not on the board.
    #[error("`{name}` in {key}=: no such point on {board}")]
    NoSuchPoint {
        /// The key.
        key: String,
        /// What was written.
        name: String,
        /// The board's title.
        board: String,
    },
    /// Two pieces on one point.
    #[error("two pieces on {0}")]
    TwoPieces(String),
    /// Anything else that cannot be.
    #[error("{0}")]
    Impossible(String),
}

/// The words of a set-up, to be taken one key at a time.
#[derive(Debug)]
pub struct Fields {
    given: BTreeMap<String, String>,
    asked: Vec<&'static str>,
    used: HashSet<Point>,
}

impl Fields {
    /// Splits a set-up into its words.
    ///
    /// # Errors
    /// If a word is not `key=value`, or a key is repeated.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let mut given = BTreeMap::new();
        for word in text.split_whitespace() {
            let lower = word.to_lowercase();
            let (key, value) = lower.split_once('=').ok_or_else(|| SetupError::Malformed(word.into()))?;
            if given.insert(key.to_string(), value.to_string()).is_some() {
                return Err(SetupError::RepeatedKey(key.into()));
            }
        }
        Ok(Self { given, asked: vec![], used: HashSet::new() })
    }

    /// The text of a key, empty where it is missing.
    pub fn text(&mut self, key: &'static str) -> String {
        self.asked.push(key);
        self.given.remove(key).unwrap_or_default()
    }

    /// The side to act.
    ///
    /// # Errors
    /// If `act` is missing or no colour.
    pub fn act(&mut self) -> Result<Side, SetupError> {
        let value = self.text("act");
        if value.is_empty() {
            return Err(SetupError::NoAct);
        }
        Side::parse(&value).ok_or_else(|| bad("act", &value, "white or black"))
    }

    /// A key that is `yes`, `no` or missing.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn flag(&mut self, key: &'static str) -> Result<bool, SetupError> {
        match self.text(key).as_str() {
            "yes" => Ok(true),
            "" | "no" => Ok(false),
            value => Err(bad(key, value, "yes or no")),
        }
    }

    /// How many of the last turns were passes: `passed=yes` is one; `passed=twice` is a game that two have ended.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn passes(&mut self) -> Result<u8, SetupError> {
        match self.text("passed").as_str() {
            "" | "no" => Ok(0),
            "yes" => Ok(1),
            "twice" => Ok(2),
            value => Err(bad("passed", value, "yes, no or twice")),
        }
    }

    /// A number up to `most`; missing is 0.
    ///
    /// # Errors
    /// If it is no number in that range.
    pub fn number(&mut self, key: &'static str, most: u32) -> Result<u32, SetupError> {
        let value = self.text(key);
        if value.is_empty() {
            return Ok(0);
        }
        let fits = |n: &u32| *n <= most;
        value.parse().ok().filter(fits).ok_or_else(|| bad(key, &value, &format!("a number from 0 to {most}")))
    }

    /// The points of some pieces, at most `most`; no point may be given twice in the whole set-up.
    ///
    /// # Errors
    /// If a point does not exist or is taken, or there are too many.
    pub fn pieces(
        &mut self,
        key: &'static str,
        board: &Board,
        most: usize,
    ) -> Result<Vec<Point>, SetupError> {
        let value = self.text(key);
        let mut points = vec![];
        for name in value.split(',').filter(|_| !value.is_empty()) {
            let point = named(key, name, board)?;
            if !self.used.insert(point) {
                return Err(SetupError::TwoPieces(name.into()));
            }
            points.push(point);
        }
        if points.len() > most {
            return Err(SetupError::Impossible(format!(
                "too many pieces in {key}=: {} of at most {most}",
                points.len()
            )));
        }
        Ok(points)
    }

    /// A single point that is not a piece, such as a ko square.
    ///
    /// # Errors
    /// If the point does not exist.
    pub fn point(&mut self, key: &'static str, board: &Board) -> Result<Option<Point>, SetupError> {
        let value = self.text(key);
        if value.is_empty() { Ok(None) } else { named(key, &value, board).map(Some) }
    }

    /// To be called when every key was asked for.
    ///
    /// # Errors
    /// If a key is left that nobody asked for.
    pub fn finish(self) -> Result<(), SetupError> {
        match self.given.into_keys().next() {
            Some(key) => Err(SetupError::UnknownKey { key, known: self.asked.join(" ") }),
            None => Ok(()),
        }
    }
}

fn named(key: &str, name: &str, board: &Board) -> Result<Point, SetupError> {
    let error = || SetupError::NoSuchPoint { key: key.into(), name: name.into(), board: board.title.clone() };
    board.find(name).ok_or_else(error)
}

/// A value that does not fit its key, and what would.
#[must_use]
pub fn bad(key: &str, value: &str, right: &str) -> SetupError {
    SetupError::BadValue { key: key.into(), value: value.into(), right: right.into() }
}

/// Writes a set-up string, key by key.
#[derive(Debug, Default)]
pub struct SetupWriter(String);

impl SetupWriter {
    /// Writes a key, unless its text is empty.
    #[must_use]
    pub fn text(mut self, key: &str, value: &str) -> Self {
        if !value.is_empty() {
            let space = if self.0.is_empty() { "" } else { " " };
            write!(self.0, "{space}{key}={value}").expect("writing to a string");
        }
        self
    }

    /// Writes points by name.
    #[must_use]
    pub fn points(self, key: &str, board: &Board, points: impl IntoIterator<Item = Point>) -> Self {
        let names: Vec<&str> = points.into_iter().map(|point| board.name(point)).collect();
        self.text(key, &names.join(","))
    }

    /// Writes a number, unless it is 0.
    #[must_use]
    pub fn number(self, key: &str, value: u32) -> Self {
        let text = if value == 0 { String::new() } else { value.to_string() };
        self.text(key, &text)
    }

    /// Writes `yes`, or nothing.
    #[must_use]
    pub fn flag(self, key: &str, value: bool) -> Self {
        self.text(key, if value { "yes" } else { "" })
    }

    /// Writes how many of the last turns were passes.
    #[must_use]
    pub fn passes(self, passes: u8) -> Self {
        self.text("passed", ["", "yes", "twice"][usize::from(passes.min(2))])
    }

    /// Writes who is to act.
    #[must_use]
    pub fn act(self, side: Side) -> Self {
        self.text("act", side.name().en)
    }

    /// The line.
    #[must_use]
    pub fn finish(self) -> String {
        self.0
    }
}
