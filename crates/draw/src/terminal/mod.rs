//! A position as text: readable in black and white, in ASCII too, and prettier with colours.
//!
//! ```text
//!  3  ○  ●  ·        ○ white stone   ● black stone
//!  2  · [●] ·        [ ] last turn
//!  1  ·  ·  ·
//!     a  b  c
//! ```

mod below_board;
mod board;
mod canvas;
mod glyphs;
mod projection;

use crate::{DrawOptions, words};
use canvas::{Canvas, Paint};
use taijitu_rules::View;

/// The capabilities of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// Whether colours are wanted, as ANSI escapes. Nothing is shown by colour alone.
    pub colour: bool,
    /// Whether only ASCII may be used on and around the board; words keep their accents.
    pub ascii: bool,
}

/// Draws a position. Every line ends with a line feed.
#[must_use]
pub fn draw(view: &View, options: &DrawOptions, ink: Ink) -> String {
    let mut page = vec![];
    if let Some(caption) = &options.caption {
        page.push(Canvas::line(&printable(caption), Paint::Bold));
    }
    page.push(board::draw(view, options, ink));
    if let Some(actors) = options.to_act {
        page.push(Canvas::line(&words::to_act(actors, options.lang), Paint::Bold));
    }
    page.extend(below_board::draw(view, options, ink));
    let blocks: Vec<String> = page.iter().map(|block| block.print(ink.colour)).collect();
    blocks.join("\n")
}

/// Captions are untrusted: control characters could control the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
