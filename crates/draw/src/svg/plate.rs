//! The plate under a board, where the picture has one, and the signs printed on the board.

use super::board::BoardPlacement;
use super::curves;
use super::sheet::{SvgSheet, num};
use taijitu_rules::board::Style;
use taijitu_rules::short::sort_short;
use taijitu_rules::{Audience, Options, Side, View, games};

/// From the outermost point to the edge of the plate, in steps: names lie on it.
const MARGIN: f64 = 1.12;
/// Without names.
const BARE: f64 = 0.66;

pub(super) type SheetPoint = (f64, f64);

/// The plate, below everything else.
pub(super) fn draw(sheet: &mut SvgSheet, place: &BoardPlacement, named: bool) {
    let Some([light, low, edge]) = sheet.colours.plate else {
        return;
    };
    sheet.raw(&format!(
        r#"<linearGradient id="plate" x1="0" y1="0" x2=".35" y2="1"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{low}"/></linearGradient>"#
    ));
    let corners = hull(&place.all());
    let margin = place.step * if named { MARGIN } else { BARE };
    let line = num(place.step * 0.06);
    if let Some(((x, y), radius)) = circle(&corners) {
        let (x, y, r) = (num(x), num(y), num(radius + margin));
        sheet.raw(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{r}" fill="url(#plate)" stroke="{edge}" stroke-width="{line}"/>"#
        ));
        return;
    }
    let margin = if place.board.style == Style::Squares { margin.max(place.step * 0.7) } else { margin };
    let outline = rounded(&corners, margin, place.board.style);
    sheet.raw(&format!(
        r#"<path d="{outline}" fill="url(#plate)" stroke="{edge}" stroke-width="{line}" stroke-linejoin="round"/>"#
    ));
}

/// The extent of the plate of a board, in steps: points with the margin around them.
pub(super) fn reach(nodes: &[SheetPoint], named: bool) -> Vec<(SheetPoint, f64)> {
    let margin = if named { MARGIN } else { BARE.max(0.7) } + 0.04;
    match circle(&hull(nodes)) {
        Some((middle, radius)) => vec![(middle, radius + margin)],
        None => nodes.iter().map(|&node| (node, margin)).collect(),
    }
}

/// Draws the signs printed on the board of a game: goals, homes, centre.
pub(super) fn print(sheet: &mut SvgSheet, place: &BoardPlacement, game: &str) {
    match game {
        "singularity" => region(sheet, place, |name| name.starts_with(['e', 'f']), "#1d1440", 0.16),
        "leapover" => homes(sheet, place),
        "y" => sides(sheet, place),
        "zen" => {
            brush(sheet, place);
            starts(sheet, place, game);
            taijitu(sheet, place, "f6", 0.34);
        }
        "yinyang" => {
            taijitu(sheet, place, "a1", 0.42);
            taijitu(sheet, place, "d4", 0.42);
        }
        _ => {}
    }
    if game == "singularity" {
        region(sheet, place, |name| name.starts_with('f'), "#1d1440", 0.3);
    }
}

/// A tinted patch around the points whose names fit.
fn region(
    sheet: &mut SvgSheet,
    place: &BoardPlacement,
    fits: impl Fn(&str) -> bool,
    colour: &str,
    opacity: f64,
) {
    let inside = place.board.all().filter(|&point| fits(place.board.name(point)));
    let points: Vec<SheetPoint> = inside.map(|point| place.centre(point)).collect();
    patch(sheet, place, &points, colour, opacity);
}

fn patch(sheet: &mut SvgSheet, place: &BoardPlacement, points: &[SheetPoint], colour: &str, opacity: f64) {
    let outline = rounded(&hull(points), place.step * 0.4, Style::Lines);
    sheet.raw(&format!(r#"<path class="print" d="{outline}" fill="{colour}" fill-opacity="{opacity}"/>"#));
}

/// Where both sides of Leap Over begin, each the goal of the other.
fn homes(sheet: &mut SvgSheet, place: &BoardPlacement) {
    for (side, colour, opacity) in [(Side::White, "#ffffff", 0.5), (Side::Black, "#080808", 0.2)] {
        let points: Vec<SheetPoint> =
            begins("leapover", side).into_iter().map(|point| place.centre(point)).collect();
        patch(sheet, place, &points, colour, opacity);
    }
}

/// The three sides that a chain has to join.
fn sides(sheet: &mut SvgSheet, place: &BoardPlacement) {
    let width = num(place.step * 0.3);
    for (side, colour) in curves::sides(place.board).iter().zip(["#a8433a", "#3f628f", "#55783c"]) {
        let path = curves::along(place, side);
        sheet.raw(&format!(
            r#"<path class="print" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-opacity="0.5"/>"#
        ));
    }
}

/// A game at its usual start, as everybody sees it.
pub(super) fn start_of(game: &str) -> Option<View> {
    let kind = games::find(game)?;
    let options = Options::parse(kind.meta().options, []).ok()?;
    Some(kind.start(options).ok()?.view(Audience::Everyone))
}

/// The points where a side's pieces stand when a game begins.
fn begins(game: &str, side: Side) -> Vec<taijitu_rules::Point> {
    let pieces = start_of(game).map(|view| view.pieces).unwrap_or_default();
    pieces.iter().filter(|placed| placed.piece.side() == Some(side)).map(|placed| placed.at).collect()
}

/// Where the pieces of both sides begin: open signs for White, filled ones for Black.
fn starts(sheet: &mut SvgSheet, place: &BoardPlacement, game: &str) {
    let (r, line, colour) = (num(place.step * 0.2), num(place.step * 0.03), sheet.colours.line);
    for (side, fill) in [(Side::White, "#fff"), (Side::Black, colour)] {
        for at in begins(game, side) {
            let (x, y) = place.centre(at);
            let (x, y) = (num(x), num(y));
            sheet.raw(&format!(
                r#"<circle class="print" cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{colour}" stroke-width="{line}" opacity="0.5"/>"#
            ));
        }
    }
}

/// Zen's circle around the middle, drawn with one stroke of the brush, in steps.
const BRUSH: &str = "M.62 -2.42C-.9 -2.86 -2.52 -1.8 -2.62 -.1C-2.72 1.62 -1.3 2.74 .16 2.66C1.72 2.58 2.8 1.3 2.7 -.2C2.64 -1.16 2.1 -1.9 1.5 -2.24C2.02 -1.7 2.36 -1.02 2.36 -.2C2.38 1.16 1.42 2.18 .14 2.24C-1.16 2.3 -2.26 1.3 -2.2 -.08C-2.14 -1.5 -.8 -2.5 .62 -2.42Z";

fn brush(sheet: &mut SvgSheet, place: &BoardPlacement) {
    let Some(middle) = place.board.find("f6") else {
        return;
    };
    let ((x, y), colour) = (place.centre(middle), sheet.colours.line);
    let (x, y, scale) = (num(x), num(y), num(place.step));
    sheet.raw(&format!(
        r#"<path class="print" transform="translate({x} {y}) scale({scale})" d="{BRUSH}" fill="{colour}" opacity="0.16"/>"#
    ));
}

/// The yin-yang sign on a square, `size` steps from its middle to its rim.
fn taijitu(sheet: &mut SvgSheet, place: &BoardPlacement, name: &str, size: f64) {
    if let Some(point) = place.board.find(name) {
        sign(sheet, place.centre(point), place.step * size);
    }
}

/// The yin-yang sign around a point of the paper.
pub(super) fn sign(sheet: &mut SvgSheet, (x, y): SheetPoint, radius: f64) {
    let (x, y, scale, colour) = (num(x), num(y), num(radius), sheet.colours.line);
    sheet.raw(&format!(
        r##"<g class="print" transform="translate({x} {y}) scale({scale})" opacity="0.45"><circle r="1" fill="none" stroke="{colour}" stroke-width="0.06"/><path d="M0 -1a1 1 0 0 1 0 2a.5 .5 0 0 1 0 -1a.5 .5 0 0 0 0 -1" fill="{colour}"/><circle cy="-.5" r=".15" fill="{colour}"/><circle cy=".5" r=".15" fill="#fff"/></g>"##
    ));
}

/// The circle through all corners, if there is one.
fn circle(corners: &[SheetPoint]) -> Option<(SheetPoint, f64)> {
    let count = corners.len() as f64;
    let middle = (
        corners.iter().map(|corner| corner.0).sum::<f64>() / count,
        corners.iter().map(|corner| corner.1).sum::<f64>() / count,
    );
    let radii: Vec<f64> = corners.iter().map(|(x, y)| (x - middle.0).hypot(y - middle.1)).collect();
    let (least, most) =
        radii.iter().fold((f64::MAX, 0.0_f64), |(least, most), &r| (least.min(r), most.max(r)));
    (corners.len() >= 8 && most - least < most * 0.02).then_some((middle, most))
}

/// The convex hull of some points, clockwise on the picture.
fn hull(points: &[SheetPoint]) -> Vec<SheetPoint> {
    let mut sorted = points.to_vec();
    sort_short(&mut sorted, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).is_lt());
    let half = |points: &mut dyn Iterator<Item = SheetPoint>| {
        let mut chain: Vec<SheetPoint> = vec![];
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) > 1e-6 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut sorted.iter().copied());
    corners.extend(half(&mut sorted.iter().rev().copied()));
    corners
}

/// Straight edges at a distance from the corners, which are rounded; those of a board of squares only a little.
fn rounded(corners: &[SheetPoint], margin: f64, style: Style) -> String {
    let radius = if style == Style::Squares { margin * 0.35 } else { margin };
    let inset = margin - radius;
    let count = corners.len();
    let edges = (0..count).map(|i| {
        let (from, to) = (corners[i], corners[(i + 1) % count]);
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1e-9);
        let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let out = (along.1 * margin, -along.0 * margin);
        let start = (from.0 + out.0 - along.0 * inset, from.1 + out.1 - along.1 * inset);
        let end = (to.0 + out.0 + along.0 * inset, to.1 + out.1 + along.1 * inset);
        (start, end)
    });
    let turn = format!("A{0} {0} 0 0 1 ", num(radius));
    let mut path = String::new();
    let mut first = None;
    for (start, end) in edges {
        path += if path.is_empty() { "M" } else { &turn };
        path += &format!("{} {}L{} {}", num(start.0), num(start.1), num(end.0), num(end.1));
        first.get_or_insert(start);
    }
    if let Some((x, y)) = first {
        path += &format!("{turn}{} {}Z", num(x), num(y));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_has_the_corners_and_nothing_between_them() {
        let square = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0)];
        let mut corners = hull(&square);
        corners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        assert_eq!(corners, [(0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (2.0, 2.0)]);
    }

    #[test]
    fn a_plate_is_round_where_the_board_is() {
        let at = |i: i32| (f64::from(i) * std::f64::consts::PI / 6.0).sin_cos();
        let round: Vec<SheetPoint> = (0..12).map(at).collect();
        let (_, radius) = circle(&round).unwrap();
        assert!((radius - 1.0).abs() < 1e-9);
        assert_eq!(circle(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]), None);
    }
}
