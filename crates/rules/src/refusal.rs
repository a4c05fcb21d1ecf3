//! Refusals of turns and touches; they explain what would be right.

use crate::side::{Lang, Side, Text};
use crate::verdict::colour;

/// A rule that forbids something, as a fixed sentence with a stable code for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable, such as `zen.no-check`.
    pub code: &'static str,
    /// The sentence; `{}` stands for the point in [`Refusal::RuleAt`].
    pub text: Text,
}

impl Rule {
    /// A rule from its code and its sentence in English and French.
    #[must_use]
    pub const fn new(code: &'static str, en: &'static str, fr: &'static str) -> Self {
        Self { code, text: Text { en, fr } }
    }
}

/// A piece of the side to act that cannot move.
pub const STUCK: Rule =
    Rule::new("stuck", "the piece on {} has nowhere to go", "la pièce en {} ne peut aller nulle part");

/// Why a step or a turn is refused. `Display` is English, [`Refusal::say`] either language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// Another side has to act.
    NotYourTurn(Side),
    /// A name that is not on the board; the board's title.
    NoSuchPoint(String),
    /// A piece stands there already.
    Occupied(String),
    /// Nothing stands there.
    Empty(String),
    /// The piece there is the opponent's.
    NotYours(String),
    /// The second point cannot be reached from the first.
    OutOfReach(String, String),
    /// Something stands in between, at this point.
    InTheWay(String),
    /// The turn is incomplete; what has to follow.
    Incomplete(Text),
    /// Something after the turn was complete.
    TooMuch,
    /// Not a way to write a turn; what would be.
    Unreadable(Text),
    /// A rule of the game.
    Rule(Rule),
    /// A rule of the game, about a point.
    RuleAt(Rule, String),
    /// Any other rule.
    NotLegal,
}

impl Refusal {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NotYourTurn(_) => "not-your-turn",
            Self::NoSuchPoint(_) => "no-such-point",
            Self::Occupied(_) => "occupied",
            Self::Empty(_) => "empty",
            Self::NotYours(_) => "not-yours",
            Self::OutOfReach(..) => "out-of-reach",
            Self::InTheWay(_) => "in-the-way",
            Self::Incomplete(_) => "incomplete",
            Self::TooMuch => "too-much",
            Self::Unreadable(_) => "unreadable",
            Self::Rule(rule) | Self::RuleAt(rule, _) => rule.code,
            Self::NotLegal => "not-legal",
        }
    }

    /// The reason in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.english(),
            Lang::Fr => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Over => "the game is over".into(),
            Self::NotYourTurn(side) => format!("it is {}’s turn", colour(*side).en),
            Self::NoSuchPoint(board) => format!("no such point on {board}"),
            Self::Occupied(point) => format!("{point} is occupied"),
            Self::Empty(point) => format!("nothing stands on {point}"),
            Self::NotYours(point) => format!("the piece on {point} is not yours"),
            Self::OutOfReach(from, to) => format!("{to} cannot be reached from {from}"),
            Self::InTheWay(point) => format!("a piece stands in between, at {point}"),
            Self::Incomplete(next) => format!("the move is not complete: {}", next.en),
            Self::TooMuch => "the move was already complete".into(),
            Self::Unreadable(right) => format!("cannot be read; write {}", right.en),
            Self::Rule(rule) => rule.text.en.into(),
            Self::RuleAt(rule, point) => rule.text.en.replace("{}", point),
            Self::NotLegal => "this move is not legal here".into(),
        }
    }

    fn french(&self) -> String {
        match self {
            Self::Over => "la partie est terminée".into(),
            Self::NotYourTurn(side) => format!("c’est aux {} de jouer", colour(*side).fr),
            Self::NoSuchPoint(_) => "ce point n’existe pas sur le plateau".into(),
            Self::Occupied(point) => format!("{point} est occupé"),
            Self::Empty(point) => format!("il n’y a rien en {point}"),
            Self::NotYours(point) => format!("la pièce en {point} n’est pas à vous"),
            Self::OutOfReach(from, to) => format!("{to} n’est pas accessible depuis {from}"),
            Self::InTheWay(point) => format!("une pièce barre le chemin en {point}"),
            Self::Incomplete(next) => format!("le coup n’est pas complet : {}", next.fr),
            Self::TooMuch => "le coup était déjà complet".into(),
            Self::Unreadable(right) => format!("coup illisible ; écrivez {}", right.fr),
            Self::Rule(rule) => rule.text.fr.into(),
            Self::RuleAt(rule, point) => rule.text.fr.replace("{}", point),
            Self::NotLegal => "ce coup n’est pas permis ici".into(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.english())
    }
}

impl std::error::Error for Refusal {}

/// A turn that cannot be played: which word of it, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{token}`: {why}")]
pub struct TurnError {
    /// The part of the turn that is wrong, as it was written.
    pub token: String,
    /// Where that part begins in the turn, in bytes.
    pub at: usize,
    /// Why it is refused.
    pub why: Refusal,
}

impl TurnError {
    /// The whole turn is refused.
    #[must_use]
    pub fn whole(text: &str, why: Refusal) -> Self {
        Self { token: text.into(), at: 0, why }
    }

    /// The same error with the word as it is written in `turn`: games parse turns in lower case.
    #[must_use]
    pub(crate) fn quoting(self, turn: &str) -> Self {
        match turn.get(self.at..self.at + self.token.len()) {
            Some(word) if word.eq_ignore_ascii_case(&self.token) => Self { token: word.into(), ..self },
            _ => self,
        }
    }

    /// The error in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => format!("« {} » : {}", self.token, self.why.say(lang)),
        }
    }
}
