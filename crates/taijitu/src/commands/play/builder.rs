//! Building a turn step by step: what may be touched next, back, done.

use super::{Table, words};
use crate::output;
use crate::screen::Screen;
use anyhow::Result;
use taijitu_rules::{AnyDraft, Audience, Board, Touch};

impl Table {
    /// Builds a turn touch by touch and plays it.
    pub(super) fn build_turn(&mut self) -> Result<()> {
        let side = self.play.to_act().side();
        let mut draft = self.play.draft(side);
        if draft.choices().is_empty() {
            self.refuse(&taijitu_rules::Refusal::Over.say(self.lang));
            return Ok(());
        }
        self.say(words::BUILD.in_lang(self.lang))?;
        while !draft.is_complete() {
            let so_far = draft.text(Audience::Side(side));
            let choices = self.describe(&*draft);
            let question = format!("{so_far}\n{}: {choices}\n? ", draft.prompt().in_lang(self.lang));
            let Some(answer) = self.ask(&question)? else {
                return Ok(());
            };
            if words::is_cancel(&answer) {
                return Ok(());
            }
            if words::is_back(&answer) {
                draft.back();
            } else if !self.touch(&mut *draft, &answer) {
                continue;
            }
            self.preview(&*draft)?;
        }
        self.turn(&draft.text(Audience::Side(side)))
    }

    fn touch(&self, draft: &mut dyn AnyDraft, answer: &str) -> bool {
        let board = self.play.view(Audience::Everyone).board;
        let chosen =
            draft.choices().into_iter().find(|touch| label(touch, board).eq_ignore_ascii_case(answer));
        let Some(touch) = chosen else {
            self.refuse(&words::not_a_choice(answer, self.lang));
            return false;
        };
        draft.touch(touch).is_ok()
    }

    fn preview(&self, draft: &dyn AnyDraft) -> Result<()> {
        let view = draft.view(Audience::Everyone);
        Ok(output::print(&Screen::new(self.lang).draw(&view, vec![]))?)
    }

    /// The choices by name; the texts of laws are too many, so they are described.
    fn describe(&self, draft: &dyn AnyDraft) -> String {
        let board = self.play.view(Audience::Everyone).board;
        let choices = draft.choices();
        if choices.iter().any(|touch| matches!(touch, Touch::Text(_))) {
            return words::LAW_TEXT.in_lang(self.lang).into();
        }
        choices.iter().map(|touch| label(touch, board)).collect::<Vec<_>>().join(" ")
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
