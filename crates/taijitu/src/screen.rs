//! A position on this terminal: in colour if it is one.

use std::io::{IsTerminal, stdout};
use taijitu_draw::DrawOptions;
use taijitu_draw::terminal::{self, Ink};
use taijitu_rules::{AnyPlay, Audience, Lang, Point, View};

/// How boards are drawn on this terminal.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    /// Language, names of points, caption.
    pub(crate) options: DrawOptions,
    /// Only signs that every terminal has.
    pub(crate) ascii: bool,
}

impl Screen {
    pub(crate) fn new(lang: Lang) -> Self {
        Self { options: DrawOptions { lang, ..DrawOptions::default() }, ascii: false }
    }

    /// Draws a view, the points of a turn marked.
    pub(crate) fn draw(self, view: &View, last: Vec<Point>) -> String {
        let colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        terminal::draw(view, &DrawOptions { last, ..self.options }, Ink { colour, ascii: self.ascii })
    }

    /// Draws the position of a game.
    pub(crate) fn draw_play(self, play: &dyn AnyPlay, audience: Audience) -> String {
        let options = DrawOptions { decisive: play.decisive(), ..self.options };
        Self { options, ..self }.draw(&play.view(audience), play.last_points())
    }
}
