//! `taijitu replay`: a record, checked to its last line and stepped through.

use super::play::words::status;
use crate::input::ask;
use crate::language::text;
use crate::output;
use crate::screen::Screen;
use anyhow::{Context, Result};
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use taijitu_rules::games::yinsh::boardspace;
use taijitu_rules::record::{Line, Record};
use taijitu_rules::{AnyPlay, Audience, Lang, Text};

pub(crate) fn run(file: &Path, save: Option<&Path>, lang: Lang) -> Result<()> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let content = String::from_utf8(bytes).with_context(|| format!("{name} is not a text file"))?;
    let record = read(&content).with_context(|| name.to_string())?;
    if let Some(target) = save {
        return convert(&record, target);
    }
    if stdin().is_terminal() && stdout().is_terminal() {
        step_through(&record, lang)
    } else {
        print_all(&record, lang)
    }
}

/// A record of ours, or an SGF file, told apart by how it begins; some editors put a byte order mark first.
fn read(content: &str) -> Result<Record> {
    let content = content.trim_start_matches('\u{feff}');
    if content.trim_start().starts_with('(') {
        return Ok(boardspace::import(content)?);
    }
    Ok(Record::read(content)?)
}

fn convert(record: &Record, target: &Path) -> Result<()> {
    let sgf = target.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    let text = if sgf { boardspace::export(record)? } else { record.to_string() };
    std::fs::write(target, text).with_context(|| format!("cannot write {}", target.display()))
}

fn draw(play: &dyn AnyPlay, lang: Lang) -> String {
    Screen::new(lang).draw_play(play, Audience::Omniscient)
}

/// The headers, every turn, the last board and the result.
fn print_all(record: &Record, lang: Lang) -> Result<()> {
    let play = record.replay()?;
    output::print(&record.to_string())?;
    output::print(&format!("\n{}{}\n", draw(&*play, lang), status(&*play, lang)))?;
    Ok(())
}

/// Forward with Enter, back with `b`, to a turn by its number, out with `q`.
fn step_through(record: &Record, lang: Lang) -> Result<()> {
    const QUESTION: Text = text(
        "Enter: on, b: back, a number: to that turn, q: out > ",
        "Entrée : suite, b : retour, un nombre : à ce coup, q : fin > ",
    );
    let last = record.lines.len();
    let mut at = 0;
    loop {
        show_at(record, at, lang)?;
        let Some(answer) = ask(QUESTION.in_lang(lang))? else {
            return Ok(());
        };
        at = match answer.to_lowercase().as_str() {
            "q" | "quit" | "quitter" => return Ok(()),
            "b" | "back" | "retour" => at.saturating_sub(1),
            "" => (at + 1).min(last),
            number => number.parse().map_or(at, |turn| after_turn(record, turn)),
        };
    }
}

/// The board after so many lines, what happened last, and what is to be done.
fn show_at(record: &Record, at: usize, lang: Lang) -> Result<()> {
    let mut play = record.start()?;
    for line in &record.lines[..at] {
        line.apply(&mut *play)?;
    }
    let (turn, turns) = (turns(&record.lines[..at]).count(), turns(&record.lines).count());
    let last = record.lines[..at].last().map(|line| describe(line, lang)).unwrap_or_default();
    let status = status(&*play, lang);
    Ok(output::print(&format!("{}{turn}/{turns} {last}   {status}\n", draw(&*play, lang)))?)
}

/// The places of the turns among the lines of a record.
fn turns(lines: &[Line]) -> impl Iterator<Item = usize> + '_ {
    (0..).zip(lines).filter(|(_, line)| matches!(line, Line::Turn { .. })).map(|(place, _)| place)
}

/// How many lines there are up to a turn, the turns of all rounds counted through.
fn after_turn(record: &Record, turn: usize) -> usize {
    match turn.checked_sub(1) {
        None => 0,
        Some(before) => turns(&record.lines).nth(before).map_or(record.lines.len(), |place| place + 1),
    }
}

/// What happened; how a game ended is said by its status.
fn describe(line: &Line, lang: Lang) -> String {
    match line {
        Line::Turn { text, .. } => text.clone(),
        Line::Round(round) => format!("{} {round}", text("round", "manche").in_lang(lang)),
        Line::Result(_) => String::new(),
        Line::Event(side, event) => format!("{side} {event}"),
    }
}
