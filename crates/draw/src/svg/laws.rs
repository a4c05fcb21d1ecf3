//! Yin Yang's laws as dominoes: cause on the left, effect on the right, the red mark for adaptation.
//!
//! A law in hand that the audience may see is drawn with a dashed edge; one it may not see shows its back.

use super::sheet::{MARGIN, SvgSheet, TEXT, WIDTH, num};
use super::{ACCENT, FAINT, INK};
use crate::law::{DrawnLaw, LawPattern};
use crate::words;
use taijitu_rules::view::LawCard;
use taijitu_rules::{Lang, Piece, Side};

const CELL: f64 = 38.0;
const CARD: (f64, f64) = (212.0, 100.0);

pub(super) fn draw(sheet: &mut SvgSheet, laws: &[LawCard], lang: Lang) {
    for owner in [Side::Black, Side::White] {
        let own: Vec<&LawCard> = laws.iter().filter(|law| law.owner == owner).collect();
        if own.is_empty() {
            continue;
        }
        let y = sheet.take(TEXT * 1.9) + TEXT * 1.35;
        sheet.text((WIDTH / 2.0, y), TEXT, r#"text-anchor="middle""#, words::laws(owner).in_lang(lang));
        for row in own.chunks(4) {
            let top = sheet.take(CARD.1 + 12.0);
            let gap = (WIDTH - 2.0 * MARGIN - 4.0 * CARD.0) / 3.0;
            for (law, i) in row.iter().zip(0..) {
                card(sheet, law, (MARGIN + f64::from(i) * (CARD.0 + gap), top));
            }
        }
    }
}

fn card(sheet: &mut SvgSheet, law: &LawCard, (left, top): (f64, f64)) {
    let fill = if law.text.is_some() { "#fff" } else { "#dcdad3" };
    let edge = if law.face_up || law.text.is_none() { "" } else { r#" stroke-dasharray="7 5""# };
    let (x, y, (width, height)) = (num(left), num(top), CARD);
    sheet.raw(&format!(
        r#"<rect class="law" x="{x}" y="{y}" width="{width}" height="{height}" rx="9" fill="{fill}" stroke="{INK}" stroke-width="2.5"{edge}/>"#
    ));
    let number = law.number.to_string();
    let middle = (left + CARD.0 / 2.0, top + CARD.1 / 2.0);
    match law.text.as_deref() {
        None => back(sheet, &number, middle),
        Some(text) => {
            sheet.text((middle.0, top + 26.0), 20.0, r#"text-anchor="middle" font-weight="bold""#, &number);
            front(sheet, text, (left, top), middle);
        }
    }
}

fn back(sheet: &mut SvgSheet, number: &str, (x, y): (f64, f64)) {
    let (cx, cy) = (num(x), num(y));
    sheet.raw(&format!(
        r##"<circle cx="{cx}" cy="{cy}" r="30" fill="#fff" stroke="{FAINT}" stroke-width="2"/>"##
    ));
    sheet.text((x, y + 12.0), 34.0, r#"text-anchor="middle" font-weight="bold""#, number);
}

fn front(sheet: &mut SvgSheet, text: &str, (left, top): (f64, f64), middle: (f64, f64)) {
    let Some(law) = DrawnLaw::parse(text) else {
        sheet.text((middle.0, middle.1 + 18.0), 20.0, r#"text-anchor="middle""#, text);
        return;
    };
    let (inset, y) = ((CARD.1 - 2.0 * CELL) / 2.0, top + (CARD.1 - 2.0 * CELL) / 2.0);
    let right = left + CARD.0 - inset - 2.0 * CELL;
    cells(sheet, law.cause, (left + inset, y));
    sheet.text((middle.0, middle.1 + 14.0), 30.0, r#"text-anchor="middle""#, "→");
    match law.effect {
        Some(effect) => cells(sheet, effect, (right, y)),
        None => {
            let (x, y) = (num(right + CELL), num(middle.1));
            sheet.raw(&format!(
                r#"<circle class="adaptation" cx="{x}" cy="{y}" r="26" fill="{ACCENT}" stroke="{INK}" stroke-width="2"/>"#
            ));
        }
    }
}

fn cells(sheet: &mut SvgSheet, pattern: LawPattern, (left, top): (f64, f64)) {
    for (cell, i) in pattern.into_iter().zip(0..) {
        let (x, y) = (left + CELL * f64::from(i % 2), top + CELL * f64::from(i / 2));
        let (rx, ry) = (num(x), num(y));
        sheet.raw(&format!(
            r#"<rect x="{rx}" y="{ry}" width="{CELL}" height="{CELL}" fill="none" stroke="{FAINT}" stroke-width="1.5"/>"#
        ));
        if let Some(side) = cell {
            sheet.piece(Piece::Stone(side), (x + CELL / 2.0, y + CELL / 2.0), CELL * 0.92);
        }
    }
}
