//! `taijitu replay`: a record, checked to its last line and stepped through.

use super::play::words::status;
use super::serve::{must_exist, runtime};
use crate::cli::ReplayArgs;
use crate::input::ask;
use crate::language::text;
use crate::output;
use crate::screen::Screen;
use anyhow::{Context, Result, anyhow};
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use taijitu_rules::games::yinsh::boardspace;
use taijitu_rules::record::{Line, Record};
use taijitu_rules::{AnyPlay, Audience, Lang, Text};
use taijitu_server::archive::access::ArchiveAccess;
use taijitu_server::archive::import::id_in;

pub(crate) fn run(args: &ReplayArgs, lang: Lang) -> Result<()> {
    let record = find(args, lang)?;
    if let Some(target) = &args.save {
        return convert(&record, target);
    }
    if stdin().is_terminal() && stdout().is_terminal() {
        step_through(&record, lang)
    } else {
        print_all(&record, lang)
    }
}

/// A file, or else a finished game of a site by its id or link.
fn find(args: &ReplayArgs, lang: Lang) -> Result<Record> {
    let name = &args.game;
    let path = Path::new(name);
    if !path.exists()
        && let Some(id) = id_in(name)
    {
        let database = args.data.database()?;
        must_exist(&database)?;
        return runtime()?.block_on(async {
            let archive = ArchiveAccess::open(&database).await?;
            let record = archive.record(id).await;
            archive.done().await;
            Ok(record?)
        });
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let content = String::from_utf8(bytes).with_context(|| format!("{name} is not a text file"))?;
    Record::import(&content).map_err(|error| anyhow!(error.say(lang))).with_context(|| name.clone())
}

fn convert(record: &Record, target: &Path) -> Result<()> {
    let ends_in = |ending| target.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let text = match () {
        () if ends_in("sgf") => boardspace::export(record)?,
        () if ends_in("json") => record.to_json(None) + "\n",
        () => record.to_string(),
    };
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
        "Enter: next, b: back, a number: go to that turn, q: quit > ",
        "Entrée : suivant, b : retour, un nombre : aller à ce coup, q : quitter > ",
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

/// Prints the board after `at` lines, the last event, and the prompt.
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

/// A line as text; the result is part of the status.
fn describe(line: &Line, lang: Lang) -> String {
    match line {
        Line::Turn { text, .. } => text.clone(),
        Line::Round(round) => format!("{} {round}", text("round", "manche").in_lang(lang)),
        Line::Result(_) => String::new(),
        Line::Event(side, event) => format!("{side} {event}"),
    }
}
