//! Importing games: records as text or as JSON, and YINSH games of Boardspace.

use super::{JsonError, Record, RecordError};
use crate::games::yinsh::boardspace::{self, SgfError};
use crate::side::Lang;

/// Why a text cannot be imported as a game, with the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum ImportError {
    /// As a record.
    Record(#[from] RecordError),
    /// As JSON.
    Json(#[from] JsonError),
    /// As an SGF file of Boardspace's.
    Sgf(#[from] SgfError),
}

impl ImportError {
    /// The line that caused the error, from 1, if it is known.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Record(error) => Some(error.line),
            Self::Json(error) => error.line(),
            Self::Sgf(error) => error.line(),
        }
    }

    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::Record(error) => error.say(lang),
            Self::Json(error) => error.say(lang),
            Self::Sgf(error) => error.say(lang),
        }
    }
}

impl Record {
    /// Parses a game in any supported format, detected by the beginning of the text, and replays it.
    ///
    /// # Errors
    /// [`ImportError`] if it is malformed or against the rules, with the line.
    pub fn import(text: &str) -> Result<Self, ImportError> {
        // Some editors begin a text with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        match text.trim_start().as_bytes().first() {
            Some(b'(') => Ok(boardspace::import(text)?),
            Some(b'{') => Ok(Self::from_json(text)?),
            _ => Ok(Self::read(text)?),
        }
    }
}
