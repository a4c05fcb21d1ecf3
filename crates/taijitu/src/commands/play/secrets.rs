//! Secrets at a shared terminal: the other player looks away, and the screen is wiped afterwards.

use super::TerminalGame;
use super::words::{self, TypedCommand};
use crate::output;
use anyhow::Result;
use taijitu_rules::{Audience, Side};

/// Clears the screen and what can be scrolled back to.
const WIPE: &str = "\x1b[2J\x1b[3J\x1b[H";

impl TerminalGame {
    fn has_laws(&self) -> bool {
        !self.play.view(Audience::Everyone).laws.is_empty()
    }

    /// Whether there is something that only one player may see.
    pub(super) fn has_secrets(&self) -> bool {
        self.has_laws() && !self.is_over()
    }

    pub(super) fn wipe(&self) -> Result<()> {
        Ok(output::print(if self.screen { WIPE } else { "\n" })?)
    }

    /// Whether a side still has to write its laws.
    fn has_to_write(&self, side: Side) -> bool {
        let laws = self.play.view(Audience::Omniscient).laws;
        !self.is_over() && laws.iter().any(|law| law.owner == side && law.text.is_none())
    }

    /// Whether any side still has to write laws.
    pub(super) fn laws_are_missing(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_to_write(side))
    }

    /// Each player writes four laws while the other looks away; false at the end of the input.
    pub(super) fn write_laws(&mut self) -> Result<bool> {
        for side in [Side::Black, Side::White] {
            if self.has_to_write(side) && !self.is_program(side) {
                if !self.ask_for_laws(side)? {
                    return Ok(false);
                }
                self.wipe()?;
            }
        }
        self.show()?;
        Ok(true)
    }

    fn ask_for_laws(&mut self, side: Side) -> Result<bool> {
        if !self.is_alone(side)? {
            return Ok(false);
        }
        self.say(words::LAWS_HELP.in_lang(self.lang))?;
        loop {
            let Some(line) = self.ask(&words::write_laws(side, self.lang))? else {
                return Ok(false);
            };
            if TypedCommand::read(&line) == Some(TypedCommand::Quit) {
                return Ok(false);
            }
            let laws = words::strip_laws_keyword(&line);
            match self.play.turn_by(side, &format!("laws {laws}")) {
                Ok(_) => return Ok(true),
                Err(error) => self.refuse_turn(error),
            }
        }
    }

    /// Asks the other person, if there is one, to look away; false at the end of the input.
    fn is_alone(&self, side: Side) -> Result<bool> {
        Ok(self.is_program(side.other()) || self.ask(&words::look_away_prompt(side, self.lang))?.is_some())
    }

    /// Shows the laws of the side to act, to that side only.
    pub(super) fn show_laws(&mut self) -> Result<()> {
        if !self.has_laws() {
            self.refuse(words::NO_LAWS.in_lang(self.lang));
            return Ok(());
        }
        let side = self.play.to_act().side();
        self.in_private(|table| {
            let view = table.play.view(Audience::Side(side));
            for law in view.laws.iter().filter(|law| law.owner == side) {
                let state = if law.face_up { words::FACE_UP } else { words::SECRET };
                let text = law.text.as_deref().unwrap_or("?");
                table.say(&format!("  L{}  {text}  {}", law.number, state.in_lang(table.lang)))?;
            }
            Ok(())
        })
    }

    /// Runs something that only the side to act may see; directly where there are no secrets.
    pub(super) fn in_private(&mut self, show: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if !self.alone()? {
            return Ok(());
        }
        show(self)?;
        if !self.has_secrets() || self.is_program(self.play.to_act().side().other()) {
            return Ok(());
        }
        self.ask(words::ENTER_WIPES.in_lang(self.lang))?;
        self.wipe()?;
        self.show()
    }

    /// Waits until the side to act is alone with the screen, where there are secrets; false at the end of the input.
    pub(super) fn alone(&self) -> Result<bool> {
        if !self.has_secrets() {
            return Ok(true);
        }
        self.is_alone(self.play.to_act().side())
    }
}
