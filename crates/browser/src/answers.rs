//! Answers to questions about games, positions, puzzles and records.

use crate::{read, write};
use std::collections::BTreeMap;
use taijitu_draw::{PointNames, svg};
use taijitu_protocol::{
    Code, DailyPuzzle, DevicePicture, DeviceQuestion, DeviceRecord, Problem, Puzzle, PuzzleAnswer,
    PuzzleAttempt, PuzzleSolution, Study,
};
use taijitu_rules::canonical::CanonicalKey;
use taijitu_rules::record::Line;
use taijitu_rules::short::collect_map;
use taijitu_rules::{Audience, Lang, Record};
use taijitu_study::{StudyPuzzle, catalogue, puzzles};
use taijitu_table::{StudyPosition, list_turns, wire};

/// How wide a picture is, in pixels.
const WIDTH: u32 = 640;

/// Answers a [`DeviceQuestion`], written as JSON.
#[must_use]
pub fn answer(question: &str) -> String {
    match read(question) {
        Ok(question) => answer_question(&question),
        Err(problem) => write::<()>(Err(problem)),
    }
}

fn answer_question(question: &DeviceQuestion) -> String {
    match question {
        DeviceQuestion::Games => write(Ok(catalogue::games(svg::sheet_count))),
        DeviceQuestion::Board(id) => write(catalogue::board(id)),
        DeviceQuestion::Laws => write(Ok(catalogue::law_book())),
        DeviceQuestion::Look(study) => write(StudyPosition::read(study).map(|studied| studied.view())),
        DeviceQuestion::Branch(query) => {
            write(StudyPosition::read(&query.study).and_then(|studied| studied.branch(&query.touches)))
        }
        DeviceQuestion::Why(query) => write(
            StudyPosition::read(&query.study).and_then(|studied| studied.why(&query.touches, &query.touch)),
        ),
        DeviceQuestion::Turns(study) => {
            write(StudyPosition::read(study).and_then(|studied| list_turns(studied.play(), &|| false)))
        }
        DeviceQuestion::Key(study) => write(
            StudyPosition::read(study)
                .map(|studied| format!("{:016x}", CanonicalKey::of(studied.play()).key())),
        ),
        DeviceQuestion::Picture(query) => write(picture(query)),
        DeviceQuestion::Puzzles(query) => {
            write(Ok(puzzles::listed(&puzzles::shipped_with(query.game.as_deref()))))
        }
        DeviceQuestion::Daily(query) => write(daily(query)),
        DeviceQuestion::Puzzle(id) => write(puzzle(id)),
        DeviceQuestion::Attempt(query) => write(attempt(query)),
        DeviceQuestion::Solution(id) => {
            write(find(id).map(|known| PuzzleSolution { turns: known.solution() }))
        }
        DeviceQuestion::ReadRecord(text) => write(read_record(text)),
        DeviceQuestion::WriteRecord(record) => write(write_record(record)),
    }
}

fn picture(query: &DevicePicture) -> Result<String, Problem> {
    let (_, play) = StudyPosition::read(&query.study)?.into_play();
    let lang = match query.lang.as_deref() {
        Some("fr") => Lang::Fr,
        _ => Lang::En,
    };
    let names = query.names.as_deref().map_or(Some(PointNames::Edges), PointNames::parse);
    let names = names.ok_or_else(|| {
        Problem::new(Code::Invalid, "`names` is edges, none or all", "`names` vaut edges, none ou all")
    })?;
    Ok(svg::draw_play(&*play, Audience::Everyone, lang, names, WIDTH))
}

fn find(id: &str) -> Result<StudyPuzzle, Problem> {
    puzzles::shipped_with(None).into_iter().find(|known| known.id == id).ok_or_else(puzzles::missing)
}

fn puzzle(id: &str) -> Result<Puzzle, Problem> {
    let known = find(id)?;
    Ok(puzzles::shown(&puzzles::shipped_with(Some(known.found.game)), &known, None))
}

fn daily(query: &DailyPuzzle) -> Result<Puzzle, Problem> {
    let all = puzzles::shipped_with(query.game.as_deref());
    let (known, day) = puzzles::of_the_day(&all, query.now).ok_or_else(puzzles::none_of_the_day)?;
    Ok(puzzles::shown(&all, known, Some(day)))
}

fn attempt(query: &PuzzleAttempt) -> Result<PuzzleAnswer, Problem> {
    find(&query.id)?.answer(&query.turns, &|| false)
}

fn bad_record(en: impl Into<String>, fr: impl Into<String>) -> Problem {
    Problem::new(Code::Invalid, en, fr).with_field("text")
}

fn read_record(text: &str) -> Result<DeviceRecord, Problem> {
    let refused = |say: &dyn Fn(Lang) -> String| bad_record(say(Lang::En), say(Lang::Fr));
    let record = Record::import(text).map_err(|error| refused(&|lang| error.say(lang)))?;
    let record = record.canonical().map_err(|error| refused(&|lang| error.say(lang)))?;
    if record.lines.iter().any(|line| matches!(line, Line::Round(_))) {
        return Err(bad_record(
            "a match of several rounds has no single position",
            "un match de plusieurs manches n’a pas de position unique",
        ));
    }
    let play = record.replay().map_err(|error| refused(&|lang| error.say(lang)))?;
    let turns = record.lines.iter().filter_map(|line| match line {
        Line::Turn { text, .. } => Some(text.clone()),
        _ => None,
    });
    let study = Study {
        game: record.game.clone(),
        options: record.options.given(),
        setup: record.setup.clone(),
        turns: turns.collect(),
        side: None,
    };
    let outcome =
        play.outcome().map(|end| wire::outcome(end.winner.map(wire::wire_side), end.reason.text().en));
    Ok(DeviceRecord { study, headers: collect_map(record.headers.into_iter()), outcome })
}

fn write_record(query: &DeviceRecord) -> Result<String, Problem> {
    let (_, play) = StudyPosition::read(&query.study)?.into_play();
    let headers: &BTreeMap<String, String> = &query.headers;
    let record = headers.iter().fold(Record::of(&*play, Audience::Omniscient), |record, (key, value)| {
        record.with_header(key, value)
    });
    Ok(record.to_string())
}
