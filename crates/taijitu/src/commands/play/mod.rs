//! `taijitu play`: two people at one terminal.
//!
//! Whatever is typed is answered: a turn is played, a command is carried out, anything else is refused with
//! the reason and asked for again. In a game with secrets each player is alone with the screen when theirs show.

mod builder;
mod secrets;
pub(crate) mod words;

use crate::output;
use crate::screen::Screen;
use anyhow::Result;
use std::io::{BufRead, IsTerminal, StdinLock, stdin, stdout};
use std::path::Path;
use taijitu_rules::any::HistoryLine;
use taijitu_rules::{AnyPlay, Audience, Lang, Outcome, Reason, Record};
use words::Command;

/// A game at the terminal.
struct Table {
    play: Box<dyn AnyPlay>,
    lang: Lang,
    input: StdinLock<'static>,
    /// Whether there is a person in front of the screen.
    screen: bool,
}

pub(crate) fn run(play: Box<dyn AnyPlay>, lang: Lang) -> Result<()> {
    let mut table = Table { play, lang, input: stdin().lock(), screen: stdout().is_terminal() };
    table.say(words::WELCOME.in_lang(lang))?;
    table.show()?;
    while table.next()? {}
    Ok(())
}

impl Table {
    fn say(&self, text: &str) -> Result<()> {
        Ok(output::line(text)?)
    }

    /// Something was wrong; it goes to standard error and the game goes on.
    fn refuse(&self, text: &str) {
        eprintln!("  {text}");
    }

    /// Asks and reads a line; `None` at the end of the input.
    fn ask(&mut self, question: &str) -> Result<Option<String>> {
        output::print(question)?;
        let mut bytes = vec![];
        let read = self.input.read_until(b'\n', &mut bytes)?;
        // Whatever a terminal sends is text to us: bad bytes become signs that no turn has.
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_string()))
    }

    fn show(&self) -> Result<()> {
        output::print(&Screen::new(self.lang).draw_play(&*self.play, Audience::Everyone))?;
        if let Some(HistoryLine::Turn(side, turn)) = self.play.history(Audience::Everyone).last() {
            self.say(&words::last_turn(*side, turn, self.lang))?;
        }
        Ok(())
    }

    /// One question and its answer; false when the players leave.
    fn next(&mut self) -> Result<bool> {
        if self.laws_are_missing() {
            return self.write_laws();
        }
        let question = format!("{}> ", words::status(&*self.play, self.lang));
        let Some(line) = self.ask(&question)? else {
            return Ok(false);
        };
        match Command::read(&line) {
            Some(Command::Quit) => return Ok(false),
            Some(command) => self.command(command)?,
            None if line.is_empty() => self.go_on()?,
            None => self.turn(&line)?,
        }
        Ok(true)
    }

    fn turn(&mut self, text: &str) -> Result<()> {
        match self.play.turn(text) {
            Ok(spelled) => {
                // The text of a rewritten law stands on the screen now.
                if self.has_secrets() && spelled.contains(':') {
                    self.wipe()?;
                }
                self.show()
            }
            Err(error) => {
                self.refuse(&error.say(self.lang));
                Ok(())
            }
        }
    }

    /// An empty line opens the next round of a match; otherwise it says what can be done.
    fn go_on(&mut self) -> Result<()> {
        let match_goes_on = self.play.match_state().is_some_and(|state| state.winner.is_none());
        if self.play.outcome().is_some() && match_goes_on {
            if let Err(why) = self.play.next_round() {
                self.refuse(&why.say(self.lang));
            }
            return self.show();
        }
        self.say(words::HINT.in_lang(self.lang))
    }

    fn command(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Help => self.say(words::HELP.in_lang(self.lang)),
            Command::Show => self.show(),
            Command::Turns => self.list_turns(),
            Command::Step => self.build_turn(),
            Command::Laws => self.show_laws(),
            Command::Undo => self.undo(),
            Command::Save(file) => self.save(&file),
            Command::Resign => self.end(|table| {
                let side = table.play.to_act().side();
                table.play.resign(side)
            }),
            Command::Draw => self.agree_on_a_draw(),
            Command::Quit => Ok(()),
        }
    }

    fn list_turns(&mut self) -> Result<()> {
        match self.play.turns() {
            Ok(turns) => self.in_private(|table| table.say(&words::columns(&turns))),
            Err(error) => {
                self.refuse(&error.to_string());
                Ok(())
            }
        }
    }

    fn undo(&mut self) -> Result<()> {
        if self.play.undo() {
            return self.show();
        }
        self.refuse(words::NOTHING_TO_UNDO.in_lang(self.lang));
        Ok(())
    }

    fn save(&self, file: &str) -> Result<()> {
        if file.is_empty() {
            self.refuse(words::SAVE_WHERE.in_lang(self.lang));
            return Ok(());
        }
        // While the game runs nobody's secrets go into a file.
        let record = Record::of(&*self.play, Audience::Everyone).to_string();
        match std::fs::write(Path::new(file), record) {
            Ok(()) => self.say(&words::saved(file, self.lang)),
            Err(error) => {
                self.refuse(&format!("{file}: {error}"));
                Ok(())
            }
        }
    }

    fn agree_on_a_draw(&mut self) -> Result<()> {
        let other = self.play.to_act().side().other();
        let answer = self.ask(&words::draw_offer(other, self.lang))?.unwrap_or_default();
        if words::is_yes(&answer) {
            return self.end(|table| table.play.end(Outcome::draw(Reason::Agreed)));
        }
        self.say(words::DRAW_DECLINED.in_lang(self.lang))
    }

    fn end(&mut self, how: impl FnOnce(&mut Self) -> Result<Outcome, taijitu_rules::Refusal>) -> Result<()> {
        if let Err(why) = how(self) {
            self.refuse(&why.say(self.lang));
        }
        Ok(())
    }
}
