//! Records as JSON, for programs: the same game, one object, on one line.
//!
//! ```json
//! {"format":"taijitu record 1","game":"y","rules":1,"options":{"board":"triangle-3"},"headers":{"white":"Ada"},
//!  "lines":[{"turn":"b2","used":3250},{"side":"white","event":"offers a draw"},{"result":"black (resigned)"}]}
//! ```

use super::read::{is_header, read_event};
use super::{FORMAT, Line, Record, RecordProblem};
use crate::games;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::side::{Lang, Side};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A record as JSON that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// Not JSON, or not this shape.
    #[error("not a record in JSON: {why}")]
    Shape {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Wrong before its first line.
    #[error(transparent)]
    Start(RecordProblem),
    /// A line that is malformed or against the rules.
    #[error("entry {number} of `lines`: {problem}")]
    Line {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        problem: RecordProblem,
    },
}

impl JsonError {
    /// The line that caused the error, from 1, if it is known.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Shape { line, .. } => Some(*line),
            Self::Start(_) | Self::Line { .. } => None,
        }
    }

    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, _) => self.to_string(),
            (Lang::Fr, Self::Shape { why, .. }) => format!("ce n’est pas une partie en JSON : {why}"),
            (Lang::Fr, Self::Start(problem)) => problem.say(lang),
            (Lang::Fr, Self::Line { number, problem }) => {
                format!("élément {number} de « lines » : {}", problem.say(lang))
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRecord {
    /// Its id at the site it comes from, for programs that copy games between sites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    format: String,
    game: String,
    rules: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    #[serde(default, skip_serializing_if = "OrderedHeaders::is_empty")]
    headers: OrderedHeaders,
    lines: Vec<JsonEntry>,
}

/// One thing that happened: a turn with the milliseconds its player had used, an event of a side, a result or a round.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct JsonEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<usize>,
}

/// Headers, as an object that keeps their order.
#[derive(Default)]
struct OrderedHeaders(Vec<(String, String)>);

impl OrderedHeaders {
    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for OrderedHeaders {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for OrderedHeaders {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = OrderedHeaders;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedHeaders, A::Error> {
                let mut pairs = vec![];
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(OrderedHeaders(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}

/// Texts of a record have no line breaks.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Record {
    /// The record as JSON, on one line, with the id of the game if one is given.
    #[must_use]
    pub fn to_json(&self, id: Option<&str>) -> String {
        let whole = JsonRecord {
            id: id.map(str::to_owned),
            format: FORMAT.into(),
            game: self.game.clone(),
            rules: self.revision,
            options: self.options.given(),
            setup: self.setup.clone(),
            headers: OrderedHeaders(self.headers.clone()),
            lines: self.lines.iter().map(JsonEntry::of).collect(),
        };
        serde_json::to_string(&whole).expect("a record is plain data")
    }

    /// Reads a record from JSON and replays it.
    ///
    /// # Errors
    /// [`JsonError`] if it has another shape, or something in it is against the rules: which entry, and why.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let whole: JsonRecord = serde_json::from_str(text)
            .map_err(|error| JsonError::Shape { line: error.line(), why: error.to_string() })?;
        let mut record = whole.start().map_err(JsonError::Start)?;
        let mut play = record.start().map_err(JsonError::Start)?;
        for (number, entry) in (1..).zip(whole.lines) {
            let at = |problem| JsonError::Line { number, problem };
            let line = entry.read().map_err(at)?;
            line.apply(&mut *play).map_err(at)?;
            record.lines.push(line);
        }
        Ok(record)
    }
}

impl JsonRecord {
    /// The record without its lines.
    fn start(&self) -> Result<Record, RecordProblem> {
        if self.format != FORMAT {
            return Err(RecordProblem::NoRecord);
        }
        let kind = games::find(&self.game).ok_or_else(|| RecordProblem::NoSuchGame(self.game.clone()))?;
        let pairs: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut record = Record {
            game: self.game.clone(),
            revision: self.rules,
            options: Options::parse(kind.meta().options, pairs.iter().map(String::as_str))?,
            setup: self.setup.as_deref().map(on_one_line),
            headers: vec![],
            lines: vec![],
        };
        for (key, value) in &self.headers.0 {
            if !is_header(key) || ["game", "rules", "options", "setup"].contains(&key.as_str()) {
                return Err(RecordProblem::NoHeader(key.clone()));
            }
            if record.header(key).is_some() {
                return Err(RecordProblem::RepeatedHeader(key.clone()));
            }
            record = record.with_header(key, value);
        }
        Ok(record)
    }
}

impl JsonEntry {
    fn of(line: &Line) -> Self {
        match line {
            Line::Turn { text, used } => {
                let used = used.map(|used| u64::try_from(used.as_millis()).unwrap_or(u64::MAX));
                Self { turn: Some(text.clone()), used, ..Self::default() }
            }
            Line::Event(side, event) => {
                Self { side: Some(*side), event: Some(event.to_string()), ..Self::default() }
            }
            Line::Result(outcome) => Self { result: Some(outcome.to_string()), ..Self::default() },
            Line::Round(round) => Self { round: Some(*round), ..Self::default() },
        }
    }

    fn read(self) -> Result<Line, RecordProblem> {
        match self {
            Self { turn: Some(turn), used, side: None, event: None, result: None, round: None } => {
                Ok(Line::Turn { text: on_one_line(&turn), used: used.map(Duration::from_millis) })
            }
            Self {
                turn: None,
                used: None,
                side: Some(side),
                event: Some(event),
                result: None,
                round: None,
            } => read_event(&format!("{side} {event}")),
            Self { turn: None, used: None, side: None, event: None, result: Some(result), round: None } => {
                Outcome::parse(&result).map(Line::Result).ok_or(RecordProblem::BadResult(result))
            }
            Self { turn: None, used: None, side: None, event: None, result: None, round: Some(round) } => {
                Ok(Line::Round(round))
            }
            entry => {
                let entry = serde_json::to_string(&entry).expect("an entry is plain data");
                Err(RecordProblem::NoLine(entry))
            }
        }
    }
}
