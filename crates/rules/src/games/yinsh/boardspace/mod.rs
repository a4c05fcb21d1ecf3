//! The game files of Boardspace: an SGF dialect whose nodes are commands of its viewer.
//!
//! ```text
//! (;GM[24]VV[2]CM[0,1]SU[Yinsh]         the game, its version, who has which colour, the variant
//! P0[id "Ann"]P1[id "Bob"]
//! ; P0[0 Start White]
//! ; P0[1 place wr  G 2]TM[18012]        a ring placed, and the time used so far in milliseconds
//! ; P0[2 Done ]TM[18701]
//! …
//! ; P0[21 move E 1 E 2]TM[99156]        or as two commands: place w  E 1, drop board  E 2
//! ; P0[23 remove w H 5 H 9]             a row, and then
//! ; P0[25 remove wr E 10]               the ring for it
//! ; P1[27 Resign ]
//! )
//! ```
//!
//! [`import`] and [`export`] convert records, [`read`] and [`write()`] the game itself.
//! Reading replays the commands by the rules, which also determine where a turn ends.
//! Unknown commands are refused, with the line.
//! The result is computed from the rules or a resignation; the text of `RE` is in the language of the user who
//! saved the file and is only copied.

mod reader;
mod record;
mod sgf;
#[cfg(test)]
mod tests;
mod writer;

use super::Yinsh;
use crate::game::Notation;
use crate::play::Play;
use crate::record::RecordProblem;
use crate::refusal::{Refusal, Rule};
use crate::side::{Audience, Lang, Pair, Side};
pub use record::{export, import};
pub use writer::write;

const NOT_THEIR_COLOUR: Rule = Rule::new(
    "boardspace.not-their-colour",
    "this is not a piece of the player who moves it",
    "cette pièce n’appartient pas au joueur qui la joue",
);
const NOTHING_HELD: Rule = Rule::new(
    "boardspace.nothing-held",
    "there is nothing in hand to drop, or not this to pick up",
    "il n’y a rien en main à poser, ou ce n’est pas cela qu’on peut reprendre",
);

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// It ends before its closing bracket.
    #[error("line {line}: the file ends in the middle of the game")]
    Truncated {
        /// The last line.
        line: usize,
    },
    /// Not SGF.
    #[error("line {line}: unexpected `{found}` here")]
    Syntax {
        /// The line.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Another game, or none.
    #[error("not a YINSH game: GM is {0}, not 24")]
    WrongGame(String),
    /// A property of the game that is not known, or one that is missing.
    #[error("line {line}: {key}[{value}] is not known; expected {right}")]
    Header {
        /// The line.
        line: usize,
        /// The property.
        key: &'static str,
        /// What it says.
        value: String,
        /// What would be accepted.
        right: &'static str,
    },
    /// A command or a property that is not known.
    #[error("line {line}: `{token}` is not a known command of this format")]
    UnknownToken {
        /// The line.
        line: usize,
        /// The command.
        token: String,
    },
    /// A command the rules forbid.
    #[error("line {line}: `{token}`: {why}")]
    Illegal {
        /// The line.
        line: usize,
        /// The command.
        token: String,
        /// The reason of the rules.
        why: Refusal,
    },
    /// The last turn is not complete.
    #[error("line {line}: the last turn is not complete")]
    Unfinished {
        /// Where the game ends.
        line: usize,
    },
    /// A game to export that did not start from the empty board.
    #[error("this format has no set-ups: only games from the empty board can be exported")]
    SetUp,
    /// A record of another game to export.
    #[error("only YINSH games can be exported in this format, not {0}")]
    NotYinsh(String),
    /// A record to export that is not legal.
    #[error(transparent)]
    Record(#[from] RecordProblem),
}

impl SgfError {
    /// The line that caused the error, from 1, if there is one.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Truncated { line }
            | Self::Syntax { line, .. }
            | Self::Header { line, .. }
            | Self::UnknownToken { line, .. }
            | Self::Illegal { line, .. }
            | Self::Unfinished { line } => Some(*line),
            Self::WrongGame(_) | Self::SetUp | Self::NotYinsh(_) | Self::Record(_) => None,
        }
    }

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
            Self::Truncated { line } => {
                format!("ligne {line} : le fichier s’arrête au milieu de la partie")
            }
            Self::Syntax { line, found } => format!("ligne {line} : « {found} » est inattendu ici"),
            Self::WrongGame(game) => format!("ce n’est pas une partie de YINSH : GM est {game}, pas 24"),
            Self::Header { line, key, value, right } => {
                let right = right.replace(" or ", " ou ");
                format!("ligne {line} : {key}[{value}] est inconnu ; on attend {right}")
            }
            Self::UnknownToken { line, token } => {
                format!("ligne {line} : « {token} » n’est pas une commande connue de ce format")
            }
            Self::Illegal { line, token, why } => {
                format!("ligne {line} : « {token} » : {}", why.say(Lang::Fr))
            }
            Self::Unfinished { line } => format!("ligne {line} : le dernier coup n’est pas terminé"),
            Self::SetUp => "ce format n’a pas de positions de départ : seules les parties jouées depuis le \
                            plateau vide peuvent être exportées"
                .into(),
            Self::NotYinsh(game) => {
                format!("seules les parties de YINSH s’exportent dans ce format, pas {game}")
            }
            Self::Record(problem) => problem.say(Lang::Fr),
        }
    }
}

/// The metadata of a game file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The players' names.
    pub players: Pair<String>,
    /// When it was played (`DT`), as it is written.
    pub date: Option<String>,
    /// The name of the game (`GN`).
    pub name: Option<String>,
    /// The result (`RE`) in the language of the user who saved the file; informative only.
    pub result: Option<String>,
    /// Other properties of the first node, such as `TC[None]`.
    pub other: Vec<(String, String)>,
}

/// A game read from a file.
#[derive(Clone, Debug)]
pub struct BoardspaceGame {
    /// The metadata of the file.
    pub header: Header,
    /// The game, replayed; its options hold the variant, its outcome the result as far as it follows from the
    /// moves or a resignation.
    pub play: Play<Yinsh>,
    /// For each turn, the time its player had used by its end, in milliseconds.
    pub clocks: Vec<Option<u64>>,
}

impl BoardspaceGame {
    /// The turns in notation, each with who played it.
    pub fn turns(&self) -> impl Iterator<Item = (Side, String)> + '_ {
        turns(&self.play)
    }
}

fn turns(play: &Play<Yinsh>) -> impl Iterator<Item = (Side, String)> + '_ {
    let played = play.rounds().iter().flat_map(|round| &round.turns);
    played.map(|turn| (turn.by, turn.before.spell(&turn.steps, Audience::Omniscient)))
}

/// Reads a game file.
///
/// # Errors
/// [`SgfError`] if it is not a complete YINSH file of this dialect, or its game is not legal: which line, and why.
pub fn read(text: &str) -> Result<BoardspaceGame, SgfError> {
    let nodes = sgf::nodes(text)?;
    reader::read(&nodes)
}
