//! A position on this terminal: in colour if it is one.

use std::io::{IsTerminal, stdout};
use taijitu_draw::terminal::{self, Ink};
use taijitu_draw::{Names, Options};
use taijitu_rules::{AnyPlay, Lang, Point, View};

/// How boards are drawn on this terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Language of the words beside the board.
    pub(crate) lang: Lang,
    /// How names of points show.
    pub(crate) names: Names,
    /// Only signs that every terminal has.
    pub(crate) ascii: bool,
}

impl Screen {
    pub(crate) const fn new(lang: Lang) -> Self {
        Self { lang, names: Names::Edges, ascii: false }
    }

    /// Draws a view, the points of a turn marked.
    pub(crate) fn draw(self, view: &View, last: Vec<Point>) -> String {
        let colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let options = Options { lang: self.lang, names: self.names, last, ..Options::default() };
        terminal::draw(view, &options, Ink { colour, ascii: self.ascii })
    }

    /// Draws where a game stands.
    pub(crate) fn draw_play(self, play: &dyn AnyPlay, audience: taijitu_rules::Audience) -> String {
        self.draw(&play.view(audience), play.last_points())
    }
}
