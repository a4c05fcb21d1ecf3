//! The text below the board: the legend, trays, laws and notes.

use super::Ink;
use super::canvas::{Canvas, Paint};
use super::glyphs;
use crate::law::{DrawnLaw, LawPattern};
use crate::{DrawOptions, words};
use taijitu_rules::view::{LawCard, Tray};
use taijitu_rules::{Lang, Piece, Side, Text, View};

/// How wide a law is printed.
const LAW: i32 = 15;

pub(super) fn draw(view: &View, options: &DrawOptions, ink: Ink) -> Vec<Canvas> {
    let mut blocks = vec![legend(view, options, ink)];
    blocks.push(trays(&view.trays, options.lang, ink));
    for owner in [Side::Black, Side::White] {
        let own: Vec<&LawCard> = view.laws.iter().filter(|law| law.owner == owner).collect();
        if !own.is_empty() {
            blocks.push(laws(&own, owner, options.lang, ink));
        }
    }
    let mut notes = Canvas::default();
    for (note, y) in view.notes.iter().zip(0..) {
        notes.write((0, y), &words::note(note, view.board, options.lang), Paint::Plain);
    }
    blocks.push(notes);
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The visible pieces and their characters.
fn legend(view: &View, options: &DrawOptions, ink: Ink) -> Canvas {
    let mut pieces: Vec<Piece> = vec![];
    let in_sight = view.pieces.iter().map(|placed| placed.piece);
    for piece in in_sight.chain(view.trays.iter().map(|tray| tray.piece)) {
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces.sort_by_key(|piece| (piece.side().map_or(2, Side::index), piece.name().en));
    let mut canvas = Canvas::default();
    let mut at = (0, 0);
    for piece in pieces {
        canvas.put(at, glyphs::of(piece, ink.ascii), glyphs::paint(piece));
        let name = words::piece(piece, options.lang);
        at = canvas.write((at.0 + 2, 0), &format!("{name}   "), Paint::Plain);
    }
    if !options.last.is_empty() {
        let after = canvas.write(at, "[ ] ", Paint::Mark);
        let words = format!("{}   ", words::LAST_TURN.in_lang(options.lang));
        at = canvas.write(after, &words, Paint::Plain);
    }
    if !options.decisive.is_empty() {
        let after = canvas.write(at, "{ } ", Paint::Mark);
        canvas.write(after, words::DECISIVE.in_lang(options.lang), Paint::Plain);
    }
    canvas
}

/// One line per tray: its label, the number, and the pieces themselves if they are few.
fn trays(trays: &[Tray], lang: Lang, ink: Ink) -> Canvas {
    const FEW: u32 = 12;
    let mut canvas = Canvas::default();
    for (tray, y) in trays.iter().zip(0..) {
        let text = format!("{} {:>3} ", words::tray(tray, lang), tray.count);
        let (x, _) = canvas.write((0, y), &text, Paint::Plain);
        let shown = if tray.count > FEW { 1 } else { tray.count as i32 };
        for i in 0..shown {
            canvas.put((x + 2 * i, y), glyphs::of(tray.piece, ink.ascii), glyphs::paint(tray.piece));
        }
    }
    canvas
}

fn laws(own: &[&LawCard], owner: Side, lang: Lang, ink: Ink) -> Canvas {
    const FACE_DOWN: Text = Text { en: "( ) face down", fr: "( ) face cachée" };
    let mut canvas = Canvas::line(words::laws(owner).in_lang(lang), Paint::Plain);
    for (law, i) in own.iter().zip(0..) {
        draw_law(&mut canvas, law, (LAW * (i % 4), 1 + 3 * (i / 4)), ink);
    }
    if own.iter().any(|law| !law.face_up) {
        let below = 3 * own.len().div_ceil(4) as i32;
        canvas.write((0, below), FACE_DOWN.in_lang(lang), Paint::Faint);
    }
    canvas
}

/// `(2) wb > w.` over `    ..   ..`; the brackets mean face down.
fn draw_law(canvas: &mut Canvas, card: &LawCard, at: (i32, i32), ink: Ink) {
    let number = if card.face_up { format!(" {}  ", card.number) } else { format!("({}) ", card.number) };
    let (x, y) = canvas.write(at, &number, Paint::Plain);
    let text = card.text.as_deref().unwrap_or("?");
    let Some(law) = DrawnLaw::parse(text) else {
        canvas.write((x, y), text, Paint::Plain);
        return;
    };
    cells(canvas, law.cause, (x, y), ink);
    canvas.put((x + 3, y), if ink.ascii { '>' } else { '→' }, Paint::Faint);
    match law.effect {
        Some(effect) => cells(canvas, effect, (x + 5, y), ink),
        None => canvas.put((x + 5, y), '*', Paint::Red),
    }
}

fn cells(canvas: &mut Canvas, pattern: LawPattern, (x, y): (i32, i32), ink: Ink) {
    for (cell, i) in pattern.into_iter().zip(0..) {
        let at = (x + i % 2, y + i / 2);
        match cell.map(Piece::Stone) {
            Some(stone) => canvas.put(at, glyphs::of(stone, ink.ascii), glyphs::paint(stone)),
            None => canvas.put(at, glyphs::empty(ink.ascii), Paint::Plain),
        }
    }
}
