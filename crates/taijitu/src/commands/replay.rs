//! `taijitu replay`: a record, checked to its last line and stepped through.

use super::play::words::status;
use crate::language::text;
use crate::output;
use crate::screen::Screen;
use anyhow::{Context, Result};
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use taijitu_rules::games::yinsh::boardspace;
use taijitu_rules::record::{Line, Record};
use taijitu_rules::{AnyPlay, Audience, Lang};

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

/// A record of ours, or an SGF file, told apart by how it begins.
fn read(content: &str) -> Result<Record> {
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
    let mut at = 0;
    loop {
        let mut play = record.start()?;
        for line in &record.lines[..at] {
            line.apply(&mut *play)?;
        }
        output::print(&draw(&*play, lang))?;
        let shown =
            at.checked_sub(1).and_then(|last| record.lines.get(last)).map(describe).unwrap_or_default();
        output::line(&format!("{at}/{} {shown}   {}", record.lines.len(), status(&*play, lang)))?;
        let question = text(
            "Enter: on, b: back, a number: there, q: out > ",
            "Entrée : suite, b : retour, un nombre : y aller, q : fin > ",
        );
        output::print(question.in_lang(lang))?;
        let mut answer = String::new();
        if stdin().read_line(&mut answer)? == 0 {
            return Ok(());
        }
        let last = record.lines.len();
        at = match answer.trim() {
            "q" => return Ok(()),
            "b" => at.saturating_sub(1),
            "" => (at + 1).min(last),
            number => number.parse().map_or(at, |n: usize| n.min(last)),
        };
    }
}

fn describe(line: &Line) -> String {
    match line {
        Line::Turn { text, .. } => text.clone(),
        Line::Round(round) => format!("round {round}"),
        Line::Result(outcome) => format!("result: {outcome}"),
        Line::Event(side, event) => format!("{side} {event}"),
    }
}
