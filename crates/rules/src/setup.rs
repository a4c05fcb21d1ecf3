//! Set-up strings: one line of `key=value` words that sets up any position between two turns.
//!
//! A game takes its keys from [`Fields`]; a key that was not taken is unknown.
//! [`SetupWriter`] writes the same line, without keys that have their default.

use crate::board::{Board, Point};
use crate::options::OptionError;
use crate::side::{Lang, Side, Text};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// An invalid set-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Not `key=value`.
    #[error("`{0}` is not a part of a set-up; write key=value words separated by spaces")]
    Malformed(String),
    /// No such key.
    #[error("unknown key `{key}`; this game takes {known}")]
    UnknownKey {
        /// The key given.
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
        /// The value given.
        value: String,
        /// What would fit.
        right: String,
        /// What would fit, in French.
        right_fr: String,
    },
    /// Not on the board.
    #[error("`{name}` in {key}=: no such point on {board}")]
    NoSuchPoint {
        /// The key.
        key: String,
        /// The name given.
        name: String,
        /// The board's title.
        board: String,
        /// The board's title in French.
        board_fr: String,
    },
    /// Two pieces on one point.
    #[error("two pieces on {0}")]
    TwoPieces(String),
    /// Any other illegal position.
    #[error("{en}")]
    Impossible {
        /// In English.
        en: String,
        /// In French.
        fr: String,
    },
}

impl SetupError {
    /// Any other illegal position.
    #[must_use]
    pub fn impossible(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::Impossible { en: en.into(), fr: fr.into() }
    }

    /// Options that contradict each other.
    #[must_use]
    pub fn of_options(error: &OptionError) -> Self {
        Self::impossible(error.say(Lang::En), error.say(Lang::Fr))
    }

    /// The error in a reader's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => self.french(),
        }
    }

    fn french(&self) -> String {
        match self {
            Self::Malformed(word) => format!(
                "« {word} » n’est pas un élément de position ; écrivez des mots clé=valeur séparés par des espaces"
            ),
            Self::UnknownKey { key, known } => format!("clé « {key} » inconnue ; ce jeu prend {known}"),
            Self::RepeatedKey(key) => format!("la clé « {key} » est donnée deux fois"),
            Self::NoAct => "une position demande act=white ou act=black".into(),
            Self::BadValue { key, value, right_fr, .. } => {
                format!("« {key}={value} » : {key} prend {right_fr}")
            }
            Self::NoSuchPoint { key, name, board_fr, .. } => {
                format!("« {name} » dans {key}= : ce point n’existe pas ({board_fr})")
            }
            Self::TwoPieces(point) => format!("deux pièces en {point}"),
            Self::Impossible { fr, .. } => fr.clone(),
        }
    }
}

/// The words of a set-up, taken key by key.
#[derive(Debug)]
pub struct Fields {
    given: BTreeMap<String, String>,
    requested: Vec<&'static str>,
    used: HashSet<Point>,
}

impl Fields {
    /// Splits a set-up into its words.
    ///
    /// # Errors
    /// [`SetupError`] if a word is not `key=value`, or a key is repeated.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let mut given = BTreeMap::new();
        for word in text.split_whitespace() {
            let lower = word.to_ascii_lowercase();
            let (key, value) = lower.split_once('=').ok_or_else(|| SetupError::Malformed(word.into()))?;
            if given.insert(key.to_string(), value.to_string()).is_some() {
                return Err(SetupError::RepeatedKey(key.into()));
            }
        }
        Ok(Self { given, requested: vec![], used: HashSet::new() })
    }

    /// The text of a key, empty where it is missing.
    pub fn text(&mut self, key: &'static str) -> String {
        self.requested.push(key);
        self.given.remove(key).unwrap_or_default()
    }

    /// The side to act.
    ///
    /// # Errors
    /// [`SetupError`] if `act` is missing or not a colour.
    pub fn act(&mut self) -> Result<Side, SetupError> {
        let value = self.text("act");
        if value.is_empty() {
            return Err(SetupError::NoAct);
        }
        Side::parse(&value).ok_or_else(|| bad("act", &value, COLOURS))
    }

    /// A key that is `yes`, `no` or missing.
    ///
    /// # Errors
    /// [`SetupError`] if the value is anything else.
    pub fn flag(&mut self, key: &'static str) -> Result<bool, SetupError> {
        match self.text(key).as_str() {
            "yes" => Ok(true),
            "" | "no" => Ok(false),
            value => Err(bad(key, value, Text { en: "yes or no", fr: "yes ou no" })),
        }
    }

    /// How many of the last turns were passes: `passed=yes` is one; `passed=twice` is a game that two have ended.
    ///
    /// # Errors
    /// [`SetupError`] if the value is anything else.
    pub fn passes(&mut self) -> Result<u8, SetupError> {
        match self.text("passed").as_str() {
            "" | "no" => Ok(0),
            "yes" => Ok(1),
            "twice" => Ok(2),
            value => Err(bad("passed", value, Text { en: "yes, no or twice", fr: "yes, no ou twice" })),
        }
    }

    /// A number up to `most`; missing is 0.
    ///
    /// # Errors
    /// [`SetupError`] if the value is not a number in that range.
    pub fn number(&mut self, key: &'static str, most: u32) -> Result<u32, SetupError> {
        let value = self.text(key);
        if value.is_empty() {
            return Ok(0);
        }
        let fits = |n: &u32| *n <= most;
        value.parse().ok().filter(fits).ok_or_else(|| SetupError::BadValue {
            key: key.into(),
            right: format!("a number from 0 to {most}"),
            right_fr: format!("un nombre de 0 à {most}"),
            value,
        })
    }

    /// The points of some pieces, at most `most`; no point may be given twice in the whole set-up.
    ///
    /// # Errors
    /// [`SetupError`] if a point does not exist or is taken, or there are too many.
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
            let count = points.len();
            return Err(SetupError::impossible(
                format!("too many pieces in {key}=: {count} of at most {most}"),
                format!("trop de pièces dans {key}= : {count} pour {most} au plus"),
            ));
        }
        Ok(points)
    }

    /// A single point that is not a piece, such as a ko square.
    ///
    /// # Errors
    /// [`SetupError`] if the point does not exist.
    pub fn point(&mut self, key: &'static str, board: &Board) -> Result<Option<Point>, SetupError> {
        let value = self.text(key);
        if value.is_empty() { Ok(None) } else { named(key, &value, board).map(Some) }
    }

    /// Checks that every key was read. Call it last.
    ///
    /// # Errors
    /// [`SetupError`] if a key was not read: the game does not have it.
    pub fn finish(self) -> Result<(), SetupError> {
        match self.given.into_keys().next() {
            Some(key) => Err(SetupError::UnknownKey { key, known: self.requested.join(" ") }),
            None => Ok(()),
        }
    }
}

fn named(key: &str, name: &str, board: &Board) -> Result<Point, SetupError> {
    let error = || SetupError::NoSuchPoint {
        key: key.into(),
        name: name.into(),
        board: board.title.clone(),
        board_fr: board.title_fr.clone(),
    };
    board.find(name).ok_or_else(error)
}

/// The values of a key for a colour.
pub const COLOURS: Text = Text { en: "white or black", fr: "white ou black" };

/// A value that does not fit its key, and what would.
#[must_use]
pub fn bad(key: &str, value: &str, right: Text) -> SetupError {
    SetupError::BadValue {
        key: key.into(),
        value: value.into(),
        right: right.en.into(),
        right_fr: right.fr.into(),
    }
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
