//! Conversion between game files and records.

use super::{BoardspaceGame, Header, SgfError, Yinsh};
use crate::game::Game;
use crate::play::Play;
use crate::record::{Line, Record};
use crate::side::{Audience, Side};
use std::time::Duration;

/// Header names of a record for properties of a file; any other property is `sgf-` and its name.
const NAME: &str = "name";
const DATE: &str = "date";
const RESULT: &str = "result-text";
const OTHER: &str = "sgf-";

/// Reads a game file as a record.
///
/// # Errors
/// [`SgfError`] if it is not a complete YINSH file of this dialect, or its game is not legal: which line, and why.
pub fn import(text: &str) -> Result<Record, SgfError> {
    let BoardspaceGame { header, play, clocks } = super::read(text)?;
    let mut record = Record::of(&play, Audience::Omniscient);
    for side in Side::BOTH {
        record = record.with_header(side.name().en, &header.players[side]);
    }
    for (key, value) in [(DATE, header.date), (NAME, header.name), (RESULT, header.result)] {
        if let Some(value) = value {
            record = record.with_header(key, &value);
        }
    }
    for (key, value) in header.other {
        record = record.with_header(&format!("{OTHER}{}", key.to_ascii_lowercase()), &value);
    }
    let turns = record.lines.iter_mut().filter_map(|line| match line {
        Line::Turn { used, .. } => Some(used),
        _ => None,
    });
    for (used, clock) in turns.zip(clocks) {
        *used = clock.map(Duration::from_millis);
    }
    Ok(record)
}

/// Writes a record of a YINSH game as a file.
///
/// # Errors
/// [`SgfError`] if it is another game, did not start from the empty board, or is not legal.
pub fn export(record: &Record) -> Result<String, SgfError> {
    if record.game != Yinsh::meta().id {
        return Err(SgfError::NotYinsh(record.game.clone()));
    }
    if record.setup.is_some() {
        return Err(SgfError::SetUp);
    }
    let mut play = Play::<Yinsh>::with_options(record.options.clone())
        .map_err(|error| SgfError::Record(error.into()))?;
    for line in &record.lines {
        line.apply(&mut play)?;
    }
    let clocks: Vec<Option<u64>> = record.lines.iter().filter_map(clock).collect();
    super::write(&header(record), &play, &clocks)
}

/// The clock of a turn; `None` for a line that is no turn.
fn clock(line: &Line) -> Option<Option<u64>> {
    match line {
        Line::Turn { used, .. } => Some(used.and_then(|used| u64::try_from(used.as_millis()).ok())),
        _ => None,
    }
}

/// The property that a header of a record came from; `None` if no property has it.
fn property_key(header: &str) -> Option<String> {
    let key = header.strip_prefix(OTHER)?.to_ascii_uppercase();
    let well_formed = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric())
        && !super::reader::ROOT_KEYS.contains(&key.as_str());
    well_formed.then_some(key)
}

fn header(record: &Record) -> Header {
    let of = |key: &str| record.header(key).map(str::to_string);
    let other = record.headers.iter().filter_map(|(key, value)| Some((property_key(key)?, value)));
    let mut header = Header {
        date: of(DATE),
        name: of(NAME),
        result: of(RESULT),
        other: other.map(|(key, value)| (key, value.clone())).collect(),
        ..Header::default()
    };
    for side in Side::BOTH {
        header.players[side] = of(side.name().en).unwrap_or_else(|| side.name().en.into());
    }
    header
}
