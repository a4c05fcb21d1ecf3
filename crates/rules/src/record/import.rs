//! Games from elsewhere: records of ours as text or as JSON, and YINSH games of Boardspace.

use super::{JsonError, Record, RecordError};
use crate::games::yinsh::boardspace::{self, SgfError};
use crate::side::Lang;

/// A text that is no game: where, and why.
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
    /// The line of the text that is to blame, from 1, if it is known.
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
    /// Reads a game in any form this program knows, told apart by how the text begins, and replays it.
    ///
    /// # Errors
    /// [`ImportError`] if it is malformed or against the rules, with the line that is to blame.
    pub fn import(text: &str) -> Result<Self, ImportError> {
        // Editors of some systems begin a text with this mark.
        let text = text.trim_start_matches('\u{feff}');
        match text.trim_start().as_bytes().first() {
            Some(b'(') => Ok(boardspace::import(text)?),
            Some(b'{') => Ok(Self::from_json(text)?),
            _ => Ok(Self::read(text)?),
        }
    }
}
