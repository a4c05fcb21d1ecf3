//! Who played a finished game: a player of this site, an engine, or a name from an imported record.

use crate::StoreError;
use std::fmt;
use std::str::FromStr;
use taijitu_ids::PlayerId;

/// Who played a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Participant {
    /// A player of this site.
    Player(PlayerId),
    /// An engine of this level.
    Engine(u8),
    /// A name from an imported record.
    Named(String),
}

impl Participant {
    /// The player of this site, if it is one.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Player(id) => Some(*id),
            Self::Engine(_) | Self::Named(_) => None,
        }
    }
}

impl From<PlayerId> for Participant {
    fn from(id: PlayerId) -> Self {
        Self::Player(id)
    }
}

/// The text in the database: a player's id, `engine:3` or `name:Ada`.
impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(id) => write!(f, "{id}"),
            Self::Engine(level) => write!(f, "engine:{level}"),
            Self::Named(name) => write!(f, "name:{name}"),
        }
    }
}

impl FromStr for Participant {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let read = match text.split_once(':') {
            None => text.parse().ok().map(Self::Player),
            Some(("engine", level)) => level.parse().ok().map(Self::Engine),
            Some(("name", name)) => Some(Self::Named(name.to_owned())),
            Some(_) => None,
        };
        read.ok_or_else(|| StoreError::Unreadable { what: "the participant", value: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn participants_read_back_and_nothing_else_is_understood() {
        let all = [
            Participant::Player(PlayerId(7)),
            Participant::Engine(8),
            Participant::Named("Ada: the first".into()),
            Participant::Named(String::new()),
        ];
        for participant in all {
            assert_eq!(participant.to_string().parse::<Participant>().ok(), Some(participant));
        }
        for wrong in ["", "ann", "engine:", "engine:300", "robot:1"] {
            assert!(wrong.parse::<Participant>().is_err(), "{wrong}");
        }
    }
}
