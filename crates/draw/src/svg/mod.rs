//! A position as a standalone SVG on white paper, fit for a printed bulletin.
//!
//! ```text
//!   caption
//!   board, with its coordinates
//!   who has to act
//!   trays        laws        notes
//! ```

mod board;
mod curves;
mod laws;
mod lit;
mod look;
mod pieces;
mod plate;
mod printable;
mod sheet;
mod standings;
mod trays;

pub use printable::{sheet_count, sheets};
pub use standings::standings;

use crate::{DrawOptions, PointNames, words};
use sheet::SvgSheet;
use taijitu_rules::{Actors, AnyPlay, Audience, Lang, Piece, View};

/// The ink of outlines, lines and words.
const INK: &str = "#1d1d1f";
/// Words that stand back.
const FAINT: &str = "#6b6b70";
/// The last turn and the red of the Zen and of adaptation; mid-grey on a black and white printer.
const ACCENT: &str = "#c0272d";

/// The height of the line below the board that says who has to act, or how the game ended.
const LINE: f64 = 44.0;

/// Draws the position a play has reached, as an audience sees it, with the last turn, what decided the game and who has to
/// act.
#[must_use]
pub fn draw_play(
    play: &dyn AnyPlay,
    audience: Audience,
    lang: Lang,
    names: PointNames,
    width: u32,
) -> String {
    let options = DrawOptions {
        lang,
        names,
        last: play.last_points(),
        decisive: play.decisive(),
        caption: None,
        to_act: play.outcome().is_none().then(|| play.to_act()),
        game: Some(play.meta().id),
        ..DrawOptions::default()
    };
    draw(&play.view(audience), &options, width)
}

/// Draws a position as an SVG with a nominal width of `width` pixels.
#[must_use]
pub fn draw(view: &View, options: &DrawOptions, width: u32) -> String {
    let mut sheet = SvgSheet::new(options.look);
    if let Some(caption) = &options.caption {
        sheet.heading(caption);
    }
    board::draw(&mut sheet, view, options);
    if let Some(actors) = options.to_act {
        to_act(&mut sheet, actors, options);
    }
    if let Some(result) = &options.result {
        let y = sheet.take(LINE) + LINE / 2.0;
        let attributes = r#"class="result" text-anchor="middle" font-weight="bold""#;
        sheet.text((sheet::WIDTH / 2.0, y + 9.0), sheet::TEXT, attributes, result);
    }
    trays::draw(&mut sheet, &view.trays, options.lang);
    laws::draw(&mut sheet, &view.laws, options.lang);
    for note in &view.notes {
        sheet.paragraph(&words::note(note, view.board, options.lang));
    }
    let title = options.caption.as_deref().unwrap_or(&view.board.title);
    sheet.finish(title, width)
}

fn to_act(sheet: &mut SvgSheet, actors: Actors, options: &DrawOptions) {
    let text = words::to_act(actors, options.lang);
    let y = sheet.take(LINE) + LINE / 2.0;
    let left = (sheet::WIDTH - sheet::text_width(&text, sheet::TEXT)) / 2.0;
    if let Actors::One(seat) = actors {
        sheet.piece(Piece::Stone(seat.side), (left - 24.0, y), 30.0);
    }
    sheet.text((left, y + 9.0), sheet::TEXT, "", &text);
}
