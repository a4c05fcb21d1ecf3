//! What can be wrong with a record, in both languages.

use super::FORMAT;
use crate::games;
use crate::options::OptionError;
use crate::outcome::Outcome;
use crate::refusal::TurnError;
use crate::setup::SetupError;
use crate::side::Lang;

/// What can be wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// Not a record at all.
    #[error("a record begins with the line `{FORMAT}`")]
    NoRecord,
    /// A header that is not one.
    #[error("`{0}` is no header; write `key: value`, and an empty line after the last one")]
    NoHeader(String),
    /// A header twice.
    #[error("header `{0}` is given twice")]
    RepeatedHeader(String),
    /// A header that has to be there.
    #[error("the header `{0}:` is missing")]
    MissingHeader(&'static str),
    /// An unknown game.
    #[error("no game `{0}`; there are {known}", known = games::ids())]
    NoSuchGame(String),
    /// Rules from another time.
    #[error("played by revision {found} of the rules; this program knows revision {known}")]
    Revision {
        /// What the record says.
        found: u32,
        /// What this program knows.
        known: u32,
    },
    /// `rules:` without a number.
    #[error("`{0}` is no revision number")]
    BadRevision(String),
    /// An option that cannot be.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A start position that cannot be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A line that is nothing known.
    #[error("`{0}` is neither a turn (`1. …`), nor `* …`, `round …` or `result: …`")]
    NoLine(String),
    /// A turn with the wrong number.
    #[error("turn {expected} is expected here, not {found}")]
    WrongNumber {
        /// The number that would be right.
        expected: usize,
        /// The number that stands there.
        found: String,
    },
    /// A time that is none.
    #[error("`{0}` is no time; write {{minutes:seconds.thousandths}}")]
    BadClock(String),
    /// Something a table does not know.
    #[error("`{0}` is no event; write `* white offers a draw`, accepts, declines, or resigns")]
    BadEvent(String),
    /// A result that is none.
    #[error("`{0}` is no result; write it like `white (resigned)`")]
    BadResult(String),
    /// An illegal turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The rules say otherwise.
    #[error("the record says `{told}`, the rules say `{found}`")]
    WrongResult {
        /// What the record says.
        told: Outcome,
        /// What the rules say.
        found: Outcome,
    },
    /// The rules know nothing of an end here.
    #[error("the record says `{0}`, but by the rules the game is not over here")]
    NotOver(Outcome),
}

impl RecordProblem {
    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => self.french(),
        }
    }

    fn french(&self) -> String {
        match self {
            Self::NoRecord => format!("une partie commence par la ligne « {FORMAT} »"),
            Self::NoHeader(text) => format!(
                "« {text} » n’est pas un en-tête ; écrivez « clé: valeur », puis une ligne vide après le dernier"
            ),
            Self::RepeatedHeader(key) => format!("l’en-tête « {key} » est donné deux fois"),
            Self::MissingHeader(key) => format!("l’en-tête « {key}: » manque"),
            Self::NoSuchGame(game) => format!("pas de jeu « {game} » ; il y a {}", games::ids()),
            Self::Revision { found, known } => {
                format!(
                    "jouée avec la révision {found} des règles ; ce programme connaît la révision {known}"
                )
            }
            Self::BadRevision(text) => format!("« {text} » n’est pas un numéro de révision"),
            // What a set-up or an option may be is told in the words they are written with.
            Self::Option(error) => error.to_string(),
            Self::Setup(error) => format!("position : {}", error.say(Lang::Fr)),
            Self::NoLine(text) => {
                format!("« {text} » n’est ni un coup (« 1. … »), ni « * … », « round … » ou « result: … »")
            }
            Self::WrongNumber { expected, found } => {
                format!("on attend ici le coup {expected}, pas {found}")
            }
            Self::BadClock(text) => {
                format!("« {text} » n’est pas un temps ; écrivez {{minutes:secondes.millièmes}}")
            }
            Self::BadEvent(text) => format!(
                "« {text} » n’est pas un événement ; écrivez « * white offers a draw », accepts, declines ou resigns"
            ),
            Self::BadResult(text) => {
                format!("« {text} » n’est pas un résultat ; écrivez par exemple « white (resigned) »")
            }
            Self::Turn(error) => error.say(Lang::Fr),
            Self::WrongResult { told, found } => {
                format!("le texte dit « {told} », les règles disent « {found} »")
            }
            Self::NotOver(told) => {
                format!("le texte dit « {told} », mais selon les règles la partie n’est pas finie ici")
            }
        }
    }
}
