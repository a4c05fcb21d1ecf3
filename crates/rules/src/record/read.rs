//! Reading a record: every problem is reported with its line.

use super::{FORMAT, Line, Record, RecordProblem, Remark};
use crate::any::AnyPlay;
use crate::games;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::side::{Lang, Side};
use std::time::Duration;

/// A record that cannot be parsed, and the line of the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

impl RecordError {
    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => format!("ligne {} : {}", self.line, self.problem.say(lang)),
        }
    }
}

/// A line of text with its number.
type NumberedLine<'a> = (usize, &'a str);

impl Record {
    /// Reads a record and replays it.
    ///
    /// ```
    /// use taijitu_rules::record::Record;
    /// let text = "taijitu record 1\ngame: y\nrules: 1\n\n1. a1\n2. a99\n";
    /// let error = Record::read(text).unwrap_err();
    /// assert_eq!(error.to_string(), "line 6: `a99`: no such point on the 93-node board");
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] at the first line that is malformed or against the rules.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        // Some editors begin a text with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        match lines.next() {
            Some((_, line)) if line.trim() == FORMAT => (),
            _ => {
                return Err(RecordError { line: 1, problem: RecordProblem::NoRecord });
            }
        }
        let (mut record, mut play) = read_headers(&mut lines)?;
        let mut number = 0;
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let at = |problem| RecordError { line, problem };
            let read = read_line(text.trim(), &mut number).map_err(at)?;
            read.apply(&mut *play).map_err(at)?;
            record.lines.push(read);
        }
        Ok(record)
    }
}

impl Record {
    /// Reads a record that was checked when it was written, without replaying it.
    ///
    /// # Errors
    /// [`RecordError`] at the first line that is malformed.
    pub fn read_unplayed(text: &str) -> Result<Self, RecordError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        if lines.next().is_none_or(|(_, line)| line.trim() != FORMAT) {
            return Err(RecordError { line: 1, problem: RecordProblem::NoRecord });
        }
        let (mut record, _) = read_headers(&mut lines)?;
        let mut number = 0;
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let at = |problem| RecordError { line, problem };
            record.lines.push(read_line(text.trim(), &mut number).map_err(at)?);
        }
        Ok(record)
    }
}

/// The headers up to the first empty line, and the game they describe.
fn read_headers<'a>(
    lines: &mut impl Iterator<Item = NumberedLine<'a>>,
) -> Result<(Record, Box<dyn AnyPlay>), RecordError> {
    let mut headers: Vec<(usize, String, String)> = vec![];
    for (line, text) in lines.by_ref().take_while(|(_, text)| !text.trim().is_empty()) {
        let at = |problem| RecordError { line, problem };
        let (key, value) = text.split_once(':').ok_or_else(|| at(RecordProblem::NoHeader(text.into())))?;
        let key = key.trim().to_ascii_lowercase();
        if !is_header(&key) {
            return Err(at(RecordProblem::NoHeader(text.into())));
        }
        if headers.iter().any(|(_, known, _)| *known == key) {
            return Err(at(RecordProblem::RepeatedHeader(key)));
        }
        headers.push((line, key, value.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    RecordHeaders(headers).into_record()
}

/// Whether a word can be the key of a header.
pub(super) fn is_header(key: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !key.is_empty() && key.chars().all(fits)
}

struct RecordHeaders(Vec<(usize, String, String)>);

impl RecordHeaders {
    fn take(&mut self, key: &str) -> Option<(usize, String)> {
        let at = self.0.iter().position(|(_, known, _)| known == key)?;
        let (line, _, value) = self.0.remove(at);
        Some((line, value))
    }

    fn need(&mut self, key: &'static str) -> Result<(usize, String), RecordError> {
        self.take(key).ok_or(RecordError { line: 1, problem: RecordProblem::MissingHeader(key) })
    }

    fn into_record(mut self) -> Result<(Record, Box<dyn AnyPlay>), RecordError> {
        let at = |line| move |problem: RecordProblem| RecordError { line, problem };
        let (game_line, game) = self.need("game")?;
        let kind =
            games::find(&game).ok_or_else(|| at(game_line)(RecordProblem::NoSuchGame(game.clone())))?;
        let (rules_line, revision) = self.need("rules")?;
        let revision = revision.parse().map_err(|_| at(rules_line)(RecordProblem::BadRevision(revision)))?;
        let (options_line, options) = self.take("options").unwrap_or((game_line, String::new()));
        let options = Options::parse(kind.meta().options, options.split_whitespace())
            .map_err(|error| at(options_line)(error.into()))?;
        let setup = self.take("setup");
        // An illegal start is reported at the revision, the set-up, or else the options.
        let blame = if revision == kind.meta().revision() {
            setup.as_ref().map_or(options_line, |(line, _)| *line)
        } else {
            rules_line
        };
        let setup = setup.map(|(_, text)| text);
        let headers = self.0.into_iter().map(|(_, key, value)| (key, value)).collect();
        let record = Record { game, revision, options, setup, headers, lines: vec![] };
        let play = record.start().map_err(at(blame))?;
        Ok((record, play))
    }
}

fn read_line(text: &str, number: &mut usize) -> Result<Line, RecordProblem> {
    if let Some(event) = text.strip_prefix('*') {
        return read_event(event.trim());
    }
    if let Some(result) = text.strip_prefix("result:") {
        return Outcome::parse(result)
            .map(Line::Result)
            .ok_or_else(|| RecordProblem::BadResult(result.trim().into()));
    }
    if let Some(round) = text.strip_prefix("round ") {
        *number = 0;
        return round.trim().parse().map(Line::Round).map_err(|_| RecordProblem::NoLine(text.into()));
    }
    let (found, turn) = text.split_once('.').ok_or_else(|| RecordProblem::NoLine(text.into()))?;
    *number += 1;
    if found.trim() != number.to_string() {
        return Err(RecordProblem::WrongNumber { expected: *number, found: found.into() });
    }
    read_turn(turn.trim())
}

fn read_turn(text: &str) -> Result<Line, RecordProblem> {
    let Some((turn, clock)) = text.strip_suffix('}').and_then(|text| text.rsplit_once('{')) else {
        return Ok(Line::Turn { text: text.into(), used: None });
    };
    let used = read_clock(clock).ok_or_else(|| RecordProblem::BadClock(clock.into()))?;
    Ok(Line::Turn { text: turn.trim().into(), used: Some(used) })
}

fn read_clock(text: &str) -> Option<Duration> {
    let (whole, millis) = text.trim().split_once('.')?;
    let millis: u64 = (millis.len() == 3).then(|| millis.parse().ok())??;
    let mut seconds = 0_u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

pub(super) fn read_event(text: &str) -> Result<Line, RecordProblem> {
    let known = |(side, what): (&str, &str)| {
        let event = Remark::ALL.iter().find(|(_, text)| *text == what)?.0;
        Some(Line::Event(Side::parse(side)?, event))
    };
    text.split_once(' ').and_then(known).ok_or_else(|| RecordProblem::BadEvent(text.into()))
}
