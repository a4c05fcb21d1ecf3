//! Trays beside the board: White's on the left, Black's on the right, shared ones above both.

use super::sheet::{MARGIN, SvgSheet, TEXT, WIDTH, text_width};
use crate::words;
use taijitu_rules::view::Tray;
use taijitu_rules::{Lang, Side};

const ROW: f64 = 48.0;
const PIECE: f64 = 36.0;
/// More pieces than this are drawn as one piece and a number, and so are none.
const MOST_DRAWN: u32 = 5;

pub(super) fn draw(sheet: &mut SvgSheet, trays: &[Tray], lang: Lang) {
    for tray in trays.iter().filter(|tray| tray.side.is_none()) {
        let y = sheet.take(ROW);
        let left = (WIDTH - width(tray, lang)) / 2.0;
        draw_one(sheet, tray, (left, y), lang);
    }
    let of = |side| trays.iter().filter(move |tray| tray.side == Some(side));
    let (mut white, mut black) = (of(Side::White), of(Side::Black));
    loop {
        let row = (white.next(), black.next());
        if row == (None, None) {
            return;
        }
        let y = sheet.take(ROW);
        for (tray, left) in [(row.0, MARGIN + 12.0), (row.1, WIDTH / 2.0 + 12.0)] {
            if let Some(tray) = tray {
                draw_one(sheet, tray, (left, y), lang);
            }
        }
    }
}

/// Draws the pieces, or one piece and a number, then the label of the tray.
fn draw_one(sheet: &mut SvgSheet, tray: &Tray, (left, top): (f64, f64), lang: Lang) {
    let (middle, baseline) = (top + ROW / 2.0, top + ROW / 2.0 + TEXT * 0.36);
    for i in 0..drawn(tray) {
        sheet.piece(tray.piece, (left + PIECE * (f64::from(i) + 0.5), middle), PIECE);
    }
    let count = how_many(tray);
    let x = left + pieces_width(tray);
    if !count.is_empty() {
        sheet.text((x, baseline), TEXT, r#"font-weight="bold""#, &count);
    }
    sheet.text((x + count_width(&count), baseline), TEXT, "", &words::tray(tray, lang));
}

/// Whether the pieces themselves are drawn, not one of them and a number.
fn is_drawn_out(tray: &Tray) -> bool {
    (1..=MOST_DRAWN).contains(&tray.count)
}

fn drawn(tray: &Tray) -> u32 {
    if is_drawn_out(tray) { tray.count } else { 1 }
}

/// The number that stands for pieces that are not drawn.
fn how_many(tray: &Tray) -> String {
    if is_drawn_out(tray) { String::new() } else { format!("× {}", tray.count) }
}

fn pieces_width(tray: &Tray) -> f64 {
    PIECE * f64::from(drawn(tray)) + 10.0
}

fn count_width(count: &str) -> f64 {
    match count.chars().count() {
        0 => 0.0,
        n => TEXT * (0.68 * n as f64 + 0.4),
    }
}

fn width(tray: &Tray, lang: Lang) -> f64 {
    pieces_width(tray) + count_width(&how_many(tray)) + text_width(&words::tray(tray, lang), TEXT)
}
