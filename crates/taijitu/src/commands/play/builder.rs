//! Building a turn step by step: choices, back, done.

use super::{TerminalGame, words};
use crate::output;
use crate::screen::Screen;
use anyhow::Result;
use taijitu_rules::{AnyDraft, Audience, Board, Side, Touch};

impl TerminalGame {
    /// Builds a turn touch by touch and plays it. Choices reveal laws, so they are made in private.
    pub(super) fn build_turn(&mut self) -> Result<()> {
        if !self.alone()? {
            return Ok(());
        }
        let built = self.touch_by_touch(self.play.to_act().side())?;
        if self.has_secrets() {
            self.wipe()?;
        }
        match built {
            Some(turn) => self.turn(&turn),
            None if self.has_secrets() => self.show(),
            None => Ok(()),
        }
    }

    /// A whole turn, unless it is given up.
    fn touch_by_touch(&self, side: Side) -> Result<Option<String>> {
        let mut draft = self.play.draft(side);
        self.say(words::BUILD.in_lang(self.lang))?;
        if self.has_secrets() {
            self.preview(&*draft, side)?;
        }
        while !draft.is_complete() {
            let Some(answer) = self.ask(&self.question(&*draft, side))? else {
                return Ok(None);
            };
            if words::is_cancel(&answer) {
                return Ok(None);
            }
            if words::is_back(&answer) {
                draft.back();
            } else if !self.touch(&mut *draft, &answer) {
                continue;
            }
            if !draft.is_complete() {
                self.preview(&*draft, side)?;
            }
        }
        Ok(Some(draft.text(Audience::Side(side))))
    }

    /// The turn so far, the prompt, and the choices.
    fn question(&self, draft: &dyn AnyDraft, side: Side) -> String {
        let board = self.board();
        let pending = draft.pending().iter().map(|touch| label(touch, board));
        let so_far: Vec<String> = std::iter::once(draft.text(Audience::Side(side))).chain(pending).collect();
        let so_far = so_far.join(" ");
        let so_far = if so_far.is_empty() { so_far } else { format!("{} …\n", so_far.trim()) };
        let (prompt, colon) = (draft.prompt().in_lang(self.lang), words::colon(self.lang));
        format!("{so_far}{prompt}{colon}\n{}\n? ", self.describe(draft))
    }

    fn touch(&self, draft: &mut dyn AnyDraft, answer: &str) -> bool {
        let board = self.board();
        let chosen =
            draft.choices().into_iter().find(|touch| label(touch, board).eq_ignore_ascii_case(answer));
        let Some(touch) = chosen else {
            self.refuse(&words::not_a_choice(answer, self.lang));
            return false;
        };
        draft.touch(touch).is_ok()
    }

    /// The board with the steps made so far, later touches in brackets.
    fn preview(&self, draft: &dyn AnyDraft, side: Side) -> Result<()> {
        let touched = draft.pending().iter().filter_map(|touch| match touch {
            Touch::Point(point) => Some(*point),
            _ => None,
        });
        let view = draft.view(Audience::Side(side));
        Ok(output::print(&Screen::new(self.lang).draw(&view, touched.collect()))?)
    }

    /// The choices by name; the texts of laws are too many, so they are described.
    fn describe(&self, draft: &dyn AnyDraft) -> String {
        let choices = draft.choices();
        if choices.iter().any(|touch| matches!(touch, Touch::Text(_))) {
            return words::LAW_TEXT.in_lang(self.lang).into();
        }
        words::columns(&choices.iter().map(|touch| label(touch, self.board())).collect::<Vec<_>>())
    }

    fn board(&self) -> &'static Board {
        self.play.view(Audience::Everyone).board
    }
}

fn label(touch: &Touch, board: &Board) -> String {
    match touch {
        Touch::Point(point) => board.name(*point).into(),
        Touch::Word(word) => (*word).into(),
        Touch::Law(number) => format!("L{number}"),
        Touch::Text(text) => text.clone(),
    }
}
