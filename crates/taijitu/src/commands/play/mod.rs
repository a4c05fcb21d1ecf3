//! `taijitu play`: two people at one terminal, or a person and an engine.
//!
//! Whatever is typed is answered: a turn is played, a command is carried out, anything else is refused with
//! the reason and asked for again. In a game with secrets each player is alone with the screen when theirs show.

mod builder;
mod programs;
mod secrets;
pub(crate) mod words;

use crate::screen::Screen;
use crate::{cli, input, output};
use anyhow::Result;
use programs::Programs;
use std::io::{IsTerminal, stdout};
use std::path::Path;
use taijitu_draw::PointNames;
use taijitu_rules::any::HistoryLine;
use taijitu_rules::{AnyPlay, Audience, Lang, Outcome, Reason, Record, Refusal, TurnError};
use words::TypedCommand;

/// A game at the terminal.
struct TerminalGame {
    play: Box<dyn AnyPlay>,
    lang: Lang,
    /// Whether there is a person in front of the screen.
    screen: bool,
    programs: Programs,
}

/// Plays a game; without further wishes between two people.
pub(crate) fn run(play: Box<dyn AnyPlay>, args: Option<&cli::PlayArgs>, lang: Lang) -> Result<()> {
    let programs = args.map_or_else(|| Ok(Programs::default()), |args| Programs::sit_down(args, &*play))?;
    let mut table = TerminalGame { play, lang, screen: stdout().is_terminal(), programs };
    table.say(words::WELCOME.in_lang(lang))?;
    table.show()?;
    while table.next()? {}
    Ok(())
}

impl TerminalGame {
    fn say(&self, text: &str) -> Result<()> {
        Ok(output::line(text)?)
    }

    /// Something was wrong; it goes to standard error and the game goes on.
    fn refuse(&self, text: &str) {
        eprintln!("  {text}");
    }

    fn refuse_turn(&self, error: TurnError) {
        let token = words::shortened(&error.token);
        self.refuse(&TurnError { token, ..error }.say(self.lang));
    }

    fn ask(&self, question: &str) -> Result<Option<String>> {
        input::ask(question)
    }

    fn is_over(&self) -> bool {
        self.play.outcome().is_some()
    }

    /// Whether the round is over and the match is not.
    fn another_round(&self) -> bool {
        self.is_over() && self.play.match_state().is_some_and(|state| state.winner.is_none())
    }

    fn show(&self) -> Result<()> {
        self.show_with(PointNames::Edges)
    }

    fn show_with(&self, names: PointNames) -> Result<()> {
        let mut screen = Screen::new(self.lang);
        screen.options.names = names;
        let audience = self.audience();
        output::print(&screen.draw_play(&*self.play, audience))?;
        match self.play.history(audience).last() {
            Some(HistoryLine::Turn { by, text, .. }) => self.say(&words::last_turn(*by, text, self.lang)),
            Some(HistoryLine::Round(_)) | None => Ok(()),
        }
    }

    /// One question and its answer; false when the players leave.
    fn next(&mut self) -> Result<bool> {
        if self.program_is_to_act() {
            return self.program_plays();
        }
        if self.only_programs() {
            self.say(&words::status(&*self.play, self.lang))?;
            return Ok(false);
        }
        if self.laws_are_missing() {
            return self.write_laws();
        }
        let next = if self.another_round() { words::NEXT_ROUND.in_lang(self.lang) } else { "" };
        let Some(line) = self.ask(&format!("{}{next}> ", words::status(&*self.play, self.lang)))? else {
            return Ok(false);
        };
        match TypedCommand::read(&line) {
            Some(TypedCommand::Quit) => return Ok(false),
            Some(command) => self.command(command)?,
            None if line.is_empty() => self.go_on()?,
            None => self.turn(&line)?,
        }
        Ok(true)
    }

    fn turn(&mut self, text: &str) -> Result<()> {
        let has_secrets = self.has_secrets();
        match self.play.turn(text) {
            Ok(spelled) => {
                // The text of a rewritten law is on the screen now.
                if has_secrets && spelled.contains(':') {
                    self.wipe()?;
                }
                self.show()?;
            }
            // The reason why a law cannot be applied reveals its text.
            Err(error) if has_secrets && text.contains(['@', '>']) => {
                self.wipe()?;
                self.in_private(|table| {
                    table.refuse_turn(error);
                    Ok(())
                })?;
            }
            Err(error) => self.refuse_turn(error),
        }
        Ok(())
    }

    /// An empty line opens the next round of a match; otherwise it says what can be done.
    fn go_on(&mut self) -> Result<()> {
        if !self.another_round() {
            let hint = if self.is_over() { words::HINT_AT_THE_END } else { words::HINT };
            return self.say(hint.in_lang(self.lang));
        }
        if let Err(why) = self.play.next_round() {
            self.refuse(&why.say(self.lang));
        }
        if let Some(state) = self.play.match_state() {
            self.say(&words::round(&state, self.lang))?;
        }
        self.show()
    }

    fn command(&mut self, command: TypedCommand) -> Result<()> {
        match command {
            TypedCommand::Turns | TypedCommand::Step | TypedCommand::Draw | TypedCommand::Resign
                if self.is_over() =>
            {
                self.refuse(&Refusal::Over.say(self.lang));
                Ok(())
            }
            TypedCommand::Help => self.say(words::HELP.in_lang(self.lang)),
            TypedCommand::Show => self.show(),
            TypedCommand::Names => self.show_with(PointNames::All),
            TypedCommand::Turns => self.list_turns(),
            TypedCommand::Step => self.build_turn(),
            TypedCommand::Laws => self.show_laws(),
            TypedCommand::Undo => self.undo(),
            TypedCommand::Save(file) => self.save(&file),
            TypedCommand::Resign => self.end(|play| play.resign(play.to_act().side())),
            TypedCommand::Draw => self.agree_on_a_draw(),
            TypedCommand::Quit => Ok(()),
        }
    }

    fn list_turns(&mut self) -> Result<()> {
        self.in_private(|table| match table.play.turns() {
            Ok(turns) => table.say(&words::columns(&turns)),
            Err(_) => table.say(words::TOO_MANY_TURNS.in_lang(table.lang)),
        })
    }

    fn undo(&mut self) -> Result<()> {
        if self.play.undo() {
            // Back to a turn of a person: an engine would only play again.
            while self.program_is_to_act() && self.play.undo() {}
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
        if let Err(error) = std::fs::write(Path::new(file), record) {
            self.refuse(&format!("{file}: {error}"));
            return Ok(());
        }
        self.say(&words::saved(file, self.lang))?;
        if self.has_secrets() {
            self.say(words::SAVED_WITHOUT_SECRETS.in_lang(self.lang))?;
        }
        Ok(())
    }

    fn agree_on_a_draw(&mut self) -> Result<()> {
        let other = self.play.to_act().side().other();
        if self.is_program(other) {
            return self.say(words::DRAW_DECLINED.in_lang(self.lang));
        }
        let answer = self.ask(&words::draw_offer(other, self.lang))?.unwrap_or_default();
        if words::is_yes(&answer) {
            return self.end(|play| play.end(Outcome::draw(Reason::Agreed)));
        }
        self.say(words::DRAW_DECLINED.in_lang(self.lang))
    }

    fn end(&mut self, how: impl FnOnce(&mut dyn AnyPlay) -> Result<Outcome, Refusal>) -> Result<()> {
        if let Err(why) = how(&mut *self.play) {
            self.refuse(&why.say(self.lang));
        }
        Ok(())
    }
}
