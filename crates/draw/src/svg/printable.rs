//! Sheets of A4 paper to play on: the board of a game with the signs printed on it, for Yin Yang also dominoes and a screen.

use super::board::BoardPlacement;
use super::sheet::{MARGIN, PAGE, SvgSheet, TEXT, WIDTH, num};
use super::{FAINT, INK, plate};
use crate::words;
use crate::{DrawOptions, PointNames, Theme};
use taijitu_rules::board::Style;
use taijitu_rules::{Lang, Meta, Side, View, games};

/// The game whose laws are written on dominoes behind a screen.
const LAWS: &str = "yinyang";
/// The dominoes of one player's four laws, for two.
const DOMINOES: usize = 8;

/// The sheets of a game, one SVG for each page; `None` if there is no such game.
#[must_use]
pub fn sheets(game: &str, lang: Lang) -> Option<Vec<String>> {
    let (meta, start) = (games::find(game)?.meta(), plate::start_of(game)?);
    let mut pages = vec![board(meta, &start, lang)];
    if meta.id == LAWS {
        pages.extend([dominoes(meta, lang), screen(meta, lang)]);
    }
    Some(pages)
}

/// The number of sheets of a game; 0 if there is no such game. Browsers ask for the number, and have not the code that makes
/// the sheets.
#[must_use]
pub fn sheet_count(game: &str) -> usize {
    games::find(game).map_or(0, |found| if found.meta().id == LAWS { 3 } else { 1 })
}

fn page(meta: &Meta, lang: Lang) -> SvgSheet {
    let mut sheet = SvgSheet::new(Theme::Paper);
    sheet.heading(meta.name.in_lang(lang));
    sheet
}

/// Adds the credits of the game at the foot of the page.
fn finish(mut sheet: SvgSheet, meta: &Meta, lang: Lang) -> String {
    let credits = &meta.credits;
    let makers = [Some(credits.inventors.in_lang(lang)), credits.publisher];
    let makers: Vec<&str> = makers.into_iter().flatten().collect();
    let lines = [makers.join(" · "), credits.reserved.in_lang(lang).to_owned()];
    sheet.foot(&lines);
    sheet.finish_page(meta.name.in_lang(lang))
}

/// The empty board; where pieces stand at the start there are small marks, open for White and filled for Black.
fn board(meta: &'static Meta, start: &View, lang: Lang) -> String {
    let mut sheet = page(meta, lang);
    let empty = View::new(start.board);
    let options =
        DrawOptions { lang, names: PointNames::Edges, game: Some(meta.id), ..DrawOptions::default() };
    let place = super::board::draw_printed(&mut sheet, &empty, &options);
    if meta.id != "zen" {
        for placed in &start.pieces {
            start_mark(&mut sheet, &place, placed.at, placed.piece.side());
        }
    }
    if !start.pieces.is_empty() {
        sheet.take(TEXT);
        sheet.paragraph(words::START.in_lang(lang));
    }
    finish(sheet, meta, lang)
}

fn start_mark(sheet: &mut SvgSheet, place: &BoardPlacement, at: taijitu_rules::Point, side: Option<Side>) {
    // In the corner of a square: its middle may have a sign.
    let inset = if place.board.style == Style::Squares { place.step * 0.34 } else { 0.0 };
    let ((x, y), r) = (place.centre(at), num(place.step * if inset > 0.0 { 0.09 } else { 0.16 }));
    let (x, y) = (x - inset, y - inset);
    let fill = if side == Some(Side::Black) { FAINT } else { "#fff" };
    let (x, y) = (num(x), num(y));
    sheet.raw(&format!(
        r#"<circle class="start" cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>"#
    ));
}

/// Eight dominoes to cut out: four cells, an arrow, four cells.
fn dominoes(meta: &Meta, lang: Lang) -> String {
    const CELL: f64 = 88.0;
    let (width, height) = (5.2 * CELL, 2.6 * CELL);
    let mut sheet = page(meta, lang);
    sheet.paragraph(words::DOMINOES.in_lang(lang));
    sheet.take(TEXT);
    for _ in 0..DOMINOES / 2 {
        let top = sheet.take(height + 22.0);
        for column in 0..2 {
            let left = (WIDTH - 2.0 * width) / 2.0 + f64::from(column) * width;
            domino(&mut sheet, (left, top), CELL, (width, height));
        }
    }
    finish(sheet, meta, lang)
}

fn domino(sheet: &mut SvgSheet, (left, top): (f64, f64), cell: f64, (width, height): (f64, f64)) {
    let (x, y, w, h) = (num(left + 4.0), num(top), num(width - 8.0), num(height));
    sheet.raw(&format!(
        r#"<rect class="domino" x="{x}" y="{y}" width="{w}" height="{h}" rx="14" fill="none" stroke="{FAINT}" stroke-width="2" stroke-dasharray="9 6"/>"#
    ));
    let inset = (height - 2.0 * cell) / 2.0;
    for start in [left + inset, left + width - inset - 2.0 * cell] {
        for i in 0..4 {
            let (x, y) = (start + cell * f64::from(i % 2), top + inset + cell * f64::from(i / 2));
            let (x, y, side) = (num(x), num(y), num(cell));
            sheet.raw(&format!(
                r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{INK}" stroke-width="2.5"/>"#
            ));
        }
    }
    let middle = (left + width / 2.0, top + height / 2.0);
    sheet.text((middle.0, middle.1 + 15.0), 44.0, r#"text-anchor="middle""#, "→");
}

/// A screen to write laws behind: the page is folded along the lines and stands on its lower edge.
fn screen(meta: &Meta, lang: Lang) -> String {
    let mut sheet = page(meta, lang);
    sheet.paragraph(words::SCREEN.in_lang(lang));
    let top = sheet.take(0.0) + TEXT;
    let bottom = PAGE - 150.0;
    for x in [WIDTH * 0.2, WIDTH * 0.8] {
        let (x, top, bottom) = (num(x), num(top), num(bottom));
        sheet.raw(&format!(
            r#"<path class="fold" d="M{x} {top}V{bottom}" stroke="{FAINT}" stroke-width="2" stroke-dasharray="14 10"/>"#
        ));
    }
    plate::sign(&mut sheet, (WIDTH / 2.0, (top + bottom) / 2.0), (WIDTH / 2.0 - MARGIN) * 0.5);
    finish(sheet, meta, lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::GAMES;

    #[test]
    fn every_game_has_a_board_to_print() {
        for meta in GAMES.iter().map(|game| game.meta()) {
            for lang in [Lang::En, Lang::Fr] {
                let pages = sheets(meta.id, lang).unwrap();
                assert_eq!(pages.len(), if meta.id == "yinyang" { 3 } else { 1 }, "{}", meta.id);
                assert_eq!(pages.len(), sheet_count(meta.id), "{}", meta.id);
                for page in &pages {
                    assert!(page.contains(r#"width="210mm" height="297mm""#), "{}: A4", meta.id);
                    crate::png::render(page, 210).unwrap_or_else(|error| panic!("{}: {error}", meta.id));
                }
            }
        }
        assert_eq!((sheets("chess", Lang::En), sheet_count("chess")), (None, 0));
    }

    #[test]
    fn yin_yang_has_its_eight_dominoes_a_screen_and_both_signs() {
        let pages = sheets("yinyang", Lang::Fr).unwrap();
        let count = |page: &str, what: &str| page.matches(what).count();
        assert_eq!(count(&pages[0], "class=\"print\""), 2);
        assert_eq!(count(&pages[1], "class=\"domino\""), 8);
        assert_eq!(count(&pages[2], "class=\"fold\""), 2);
        assert!(pages.iter().all(|page| page.contains("Gauthier Fourcade")));
    }
}
