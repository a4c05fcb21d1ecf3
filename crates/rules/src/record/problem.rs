//! Errors of records, in both languages.

use super::FORMAT;
use crate::games;
use crate::options::OptionError;
use crate::outcome::Outcome;
use crate::refusal::TurnError;
use crate::setup::SetupError;
use crate::side::Lang;

/// An error in a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// Not a record at all.
    #[error("a record begins with the line `{FORMAT}`")]
    NoRecord,
    /// A malformed header.
    #[error("`{0}` is not a header; write `key: value`, and an empty line after the last one")]
    NoHeader(String),
    /// A repeated header.
    #[error("header `{0}` is given twice")]
    RepeatedHeader(String),
    /// A missing header.
    #[error("the header `{0}:` is missing")]
    MissingHeader(&'static str),
    /// An unknown game.
    #[error("unknown game `{0}`; the games are {known}", known = games::ids())]
    NoSuchGame(String),
    /// Another revision of the rules.
    #[error("played by revision {found} of the rules; this program knows revision {known}")]
    Revision {
        /// The revision of the record.
        found: u32,
        /// The revision of this program.
        known: u32,
    },
    /// `rules:` without a number.
    #[error("`{0}` is not a revision number")]
    BadRevision(String),
    /// An invalid option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An illegal start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An unknown line.
    #[error("`{0}` is neither a turn (`1. …`), nor `* …`, `round …` or `result: …`")]
    NoLine(String),
    /// A turn with the wrong number.
    #[error("turn {expected} is expected here, not {found}")]
    WrongNumber {
        /// The number that would be right.
        expected: usize,
        /// The number found.
        found: String,
    },
    /// Malformed time.
    #[error("`{0}` is not a time; write {{minutes:seconds.thousandths}}")]
    BadClock(String),
    /// An unknown event.
    #[error("`{0}` is not an event; write `* white offers a draw`, accepts, declines, or resigns")]
    BadEvent(String),
    /// Malformed result.
    #[error("`{0}` is not a result; write it like `white (resigned)`")]
    BadResult(String),
    /// An illegal turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The result contradicts the rules.
    #[error("the record says `{stated}`, the rules say `{found}`")]
    WrongResult {
        /// The result in the record.
        stated: Outcome,
        /// The result by the rules.
        found: Outcome,
    },
    /// A result though by the rules the game is not over.
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
            Self::NoSuchGame(game) => format!("jeu « {game} » inconnu ; les jeux sont {}", games::ids()),
            Self::Revision { found, known } => {
                format!(
                    "jouée avec la révision {found} des règles ; ce programme connaît la révision {known}"
                )
            }
            Self::BadRevision(text) => format!("« {text} » n’est pas un numéro de révision"),
            // Options and set-ups are explained in the words they are written with.
            Self::Option(error) => error.say(Lang::Fr),
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
            Self::WrongResult { stated, found } => {
                format!("le texte dit « {stated} », les règles disent « {found} »")
            }
            Self::NotOver(stated) => {
                format!("le texte dit « {stated} », mais selon les règles la partie n’est pas finie ici")
            }
        }
    }
}
