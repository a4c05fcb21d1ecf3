//! Records: a complete game as text, read back and replayed.
//!
//! ```text
//! taijitu record 1
//! game: y
//! rules: 1
//! options: board=triangle-3 handicap=1 pie=off
//! white: Ada
//! black: Blaise
//!
//! 1. b2 {0:03.250}
//! 2. a3
//! * white offers a draw
//! 3. a2
//! result: black (resigned)
//! ```
//!
//! Headers, an empty line, one line for each turn with the time its player had used by then, events of the table, and the result.
//! In a match each round ends with its result, and `round 2` (3, …) opens the next one. Lines that begin
//! with `#` are remarks. A [`Record`] that was read is legal to its last line: reading replays it.

mod import;
mod json;
mod problem;
mod read;

pub use import::ImportError;
pub use json::JsonError;
pub use problem::RecordProblem;
pub use read::RecordError;

use crate::any::{AnyPlay, GameType, HistoryLine};
use crate::games;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::refusal::{Refusal, TurnError};
use crate::side::{Audience, Lang, Side};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// The version of the format, on the first line of every record.
pub const FORMAT: &str = "taijitu record 1";

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The revision of its rules it was played by.
    pub revision: u32,
    /// The options it was played with.
    pub options: Options,
    /// The position it started from, unless that was the usual start.
    pub setup: Option<String>,
    /// Names, date, place and other headers, in order.
    pub headers: Vec<(String, String)>,
    /// What happened.
    pub lines: Vec<Line>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// A turn, and the time its player had used in the game by the end of it.
    Turn {
        /// The turn.
        text: String,
        /// Time used so far.
        used: Option<Duration>,
    },
    /// Something a player did that is not a turn.
    Event(Side, Remark),
    /// The end of the game, or of a round.
    Result(Outcome),
    /// A further round of a match begins.
    Round(usize),
}

/// What a player may do at a table besides playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Remark {
    /// Offers a draw.
    OffersDraw,
    /// Accepts one.
    AcceptsDraw,
    /// Declines one.
    DeclinesDraw,
    /// Gives up.
    Resigns,
}

impl Remark {
    const ALL: [(Self, &'static str); 4] = [
        (Self::OffersDraw, "offers a draw"),
        (Self::AcceptsDraw, "accepts the draw"),
        (Self::DeclinesDraw, "declines the draw"),
        (Self::Resigns, "resigns"),
    ];

    /// What a player did, in a player's language.
    #[must_use]
    pub fn say(self, side: Side, lang: Lang) -> String {
        let name = match (lang, side) {
            (Lang::En, Side::White) => "White",
            (Lang::En, Side::Black) => "Black",
            (Lang::Fr, Side::White) => "Les Blancs",
            (Lang::Fr, Side::Black) => "Les Noirs",
        };
        let done = match (lang, self) {
            (Lang::En, _) => return format!("{name} {self}"),
            (Lang::Fr, Self::OffersDraw) => "proposent la nulle",
            (Lang::Fr, Self::AcceptsDraw) => "acceptent la nulle",
            (Lang::Fr, Self::DeclinesDraw) => "refusent la nulle",
            (Lang::Fr, Self::Resigns) => "abandonnent",
        };
        format!("{name} {done}")
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, text) = Self::ALL.iter().find(|(event, _)| event == self).expect("every event has a text");
        f.write_str(text)
    }
}

impl Record {
    /// The record of a game so far, as an audience may see it.
    #[must_use]
    pub fn of(play: &dyn AnyPlay, audience: Audience) -> Self {
        let mut lines = vec![];
        let outcomes = play.round_outcomes();
        for line in play.history(audience) {
            match line {
                HistoryLine::Round(number) => {
                    lines.extend(outcomes.get(number - 2).copied().flatten().map(Line::Result));
                    lines.push(Line::Round(number));
                }
                HistoryLine::Turn { text, .. } => lines.push(Line::Turn { text, used: None }),
            }
        }
        lines.extend(play.outcome().map(Line::Result));
        Self {
            game: play.meta().id.into(),
            revision: play.meta().revision(),
            options: play.options_for(audience),
            setup: play.start_setup(audience),
            headers: vec![],
            lines,
        }
    }

    /// Sets a header, in the place it had if it was there; line breaks in the value become spaces.
    #[must_use]
    pub fn with_header(mut self, key: &str, value: &str) -> Self {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.headers.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.headers.push((key.into(), value)),
        }
        self
    }

    /// The value of a header.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The game it is a record of.
    #[must_use]
    pub fn kind(&self) -> Option<&'static dyn GameType> {
        games::find(&self.game)
    }

    /// The game at its start, before the first line.
    ///
    /// # Errors
    /// [`RecordProblem`] if the start is not legal. Parsed records are legal; this happens to records built in code.
    pub fn start(&self) -> Result<Box<dyn AnyPlay>, RecordProblem> {
        let kind = self.kind().ok_or_else(|| RecordProblem::NoSuchGame(self.game.clone()))?;
        if self.revision != kind.meta().revision() {
            return Err(RecordProblem::Revision { found: self.revision, known: kind.meta().revision() });
        }
        match &self.setup {
            Some(setup) => Ok(kind.set_up(self.options.clone(), setup)?),
            None => Ok(kind.start(self.options.clone())?),
        }
    }

    /// The same game in canonical notation: two texts of one game have one such form.
    ///
    /// # Errors
    /// [`RecordProblem`] if a line is not legal. Parsed records are legal; this happens to records built in code.
    pub fn canonical(mut self) -> Result<Self, RecordProblem> {
        let mut play = self.start()?;
        self.setup = play.start_setup(Audience::Omniscient);
        for line in &mut self.lines {
            line.apply(&mut *play)?;
            if let Line::Turn { text, .. } = line {
                *text = play.last_turn(Audience::Omniscient).unwrap_or_default();
            }
        }
        Ok(self)
    }

    /// The game after its last line.
    ///
    /// # Errors
    /// [`RecordProblem`] if a line is not legal. Parsed records are legal; this happens to records built in code.
    pub fn replay(&self) -> Result<Box<dyn AnyPlay>, RecordProblem> {
        let mut play = self.start()?;
        for line in &self.lines {
            line.apply(&mut *play)?;
        }
        Ok(play)
    }
}

impl Line {
    /// Applies the line to a game.
    ///
    /// # Errors
    /// [`RecordProblem`] if the line is not legal in this position.
    pub fn apply(&self, play: &mut dyn AnyPlay) -> Result<(), RecordProblem> {
        match self {
            Self::Turn { text, .. } if opens_round(text) => return Err(RecordProblem::NoLine(text.clone())),
            Self::Turn { text, .. } => drop(play.turn(text)?),
            Self::Round(number) => drop(play.turn(&format!("round {number}"))?),
            // Offers change nothing; a resignation takes effect with the result that follows it.
            Self::Event(..) if play.outcome().is_none() => (),
            Self::Event(side, event) => {
                return Err(TurnError::whole(&format!("{side} {event}"), Refusal::Over).into());
            }
            Self::Result(outcome) => apply_result(*outcome, play)?,
        }
        Ok(())
    }
}

/// A round is opened by a line of its own, not by a turn.
fn opens_round(text: &str) -> bool {
    text.trim_start().to_ascii_lowercase().starts_with("round ")
}

/// A result has to agree with the rules, or be one that only a table can decide.
fn apply_result(stated: Outcome, play: &mut dyn AnyPlay) -> Result<(), RecordProblem> {
    if let Some(found) = play.outcome() {
        return if found == stated { Ok(()) } else { Err(RecordProblem::WrongResult { stated, found }) };
    }
    let ended = match (stated.reason, stated.winner) {
        (Reason::Resigned, Some(winner)) => play.resign(winner.other()),
        (Reason::Time, Some(winner)) => play.flag(winner.other()),
        (Reason::Claimed, _) | (Reason::Agreed | Reason::Aborted, None) => play.end(stated),
        _ => return Err(RecordProblem::NotOver(stated)),
    };
    ended.map(drop).map_err(|why| RecordProblem::Turn(TurnError::whole(&stated.to_string(), why)))
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}\ngame: {}\nrules: {}", self.game, self.revision)?;
        let options: Vec<String> =
            self.options.iter().filter(|(_, v)| !v.is_empty()).map(|(k, v)| format!("{k}={v}")).collect();
        if !options.is_empty() {
            writeln!(f, "options: {}", options.join(" "))?;
        }
        if let Some(setup) = &self.setup {
            writeln!(f, "setup: {setup}")?;
        }
        for (key, value) in &self.headers {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f)?;
        let mut number = 0;
        for line in &self.lines {
            match line {
                Line::Turn { text, used } => {
                    number += 1;
                    let clock = used.map(|used| format!(" {{{}}}", clock(used))).unwrap_or_default();
                    writeln!(f, "{number}. {text}{clock}")?;
                }
                Line::Event(side, event) => writeln!(f, "* {side} {event}")?,
                Line::Result(outcome) => writeln!(f, "result: {outcome}")?,
                Line::Round(round) => {
                    number = 0;
                    writeln!(f, "round {round}")?;
                }
            }
        }
        Ok(())
    }
}

/// `1:02:03.004`, the hours only where there are any, to the millisecond.
fn clock(used: Duration) -> String {
    let (seconds, millis) = (used.as_secs(), used.subsec_millis());
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}.{millis:03}")
    } else {
        format!("{minutes}:{seconds:02}.{millis:03}")
    }
}
