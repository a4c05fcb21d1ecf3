//! The board, its coordinates, the pieces on it and the marks of the last turn.

use super::sheet::{MARGIN, SvgSheet, WIDTH, num};
use super::{FAINT, curves, pieces, plate};
use crate::labels::{Labels, Tag};
use crate::{DrawOptions, PointNames};
use taijitu_rules::board::Style;
use taijitu_rules::view::PlacedPiece;
use taijitu_rules::{Board, Point, Side, View};

/// The longest step: a small board does not fill the paper.
const MAX_STEP: f64 = 118.0;

/// Where the board lies on the paper.
pub(super) struct BoardPlacement {
    pub(super) board: &'static Board,
    /// One unit of the board's coordinates.
    pub(super) step: f64,
    /// The size of a piece: a step, or less where the closest points would touch.
    piece: f64,
    origin: (f64, f64),
}

pub(super) fn draw(sheet: &mut SvgSheet, view: &View, options: &DrawOptions) {
    let place = BoardPlacement::on(sheet, view.board, options.names, MAX_STEP);
    draw_at(sheet, &place, view, options);
}

/// The board as large as the paper is wide, and where it lies.
pub(super) fn draw_printed(sheet: &mut SvgSheet, view: &View, options: &DrawOptions) -> BoardPlacement {
    let place = BoardPlacement::on(sheet, view.board, options.names, f64::MAX);
    draw_at(sheet, &place, view, options);
    place
}

fn draw_at(sheet: &mut SvgSheet, place: &BoardPlacement, view: &View, options: &DrawOptions) {
    plate::draw(sheet, place, options.names != PointNames::None);
    match view.board.style {
        Style::Lines => lines(sheet, place),
        Style::Squares => squares(sheet, place),
    }
    if let Some(game) = options.game {
        plate::print(sheet, place, game);
    }
    if options.names == PointNames::All {
        names_of_empty_points(sheet, place, view);
    }
    for note in &view.notes {
        if let Some(at) = note.at {
            diamond(sheet, place.centre(at), place.piece);
        }
    }
    for &at in &options.decisive {
        glow(sheet, place, view, at);
    }
    // Decisive points are marked already.
    for &at in options.last.iter().filter(|at| !options.decisive.contains(at)) {
        halo(sheet, place, view, at);
    }
    for placed in &view.pieces {
        sheet.piece(placed.piece, place.centre(placed.at), place.piece);
        if options.game == Some("yinyang") {
            eye(sheet, place, placed);
        }
    }
    coordinates(sheet, place, view, options.names);
}

impl BoardPlacement {
    fn on(sheet: &mut SvgSheet, board: &'static Board, names: PointNames, most: f64) -> Self {
        let mut area = Area::of(board, names);
        if sheet.colours.plate.is_some() {
            let nodes: Vec<(f64, f64)> = board.points.iter().map(|node| (node.x, node.y)).collect();
            for (middle, around) in plate::reach(&nodes, names != PointNames::None) {
                area.include(middle, around);
            }
        }
        let step = most.min((WIDTH - 2.0 * MARGIN) / (area.right - area.left));
        let y = sheet.take((area.bottom - area.top) * step + 10.0);
        let shortest = board.lines.iter().map(|&(a, b)| {
            let (a, b) = (board.node(a), board.node(b));
            (a.x - b.x).hypot(a.y - b.y)
        });
        let fitting = match board.style {
            Style::Lines => shortest.fold(1.0, |size, length| (length * 1.08).min(size)),
            Style::Squares => 0.94,
        };
        Self {
            board,
            step,
            piece: step * fitting,
            origin: (WIDTH / 2.0 - (area.left + area.right) / 2.0 * step, y - area.top * step),
        }
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.origin.0 + x * self.step, self.origin.1 + y * self.step)
    }

    /// Where all points lie on the paper.
    pub(super) fn all(&self) -> Vec<(f64, f64)> {
        self.board.all().map(|point| self.centre(point)).collect()
    }

    pub(super) fn centre(&self, point: Point) -> (f64, f64) {
        let node = self.board.node(point);
        self.at(node.x, node.y)
    }
}

/// The extent of a board in its own coordinates, pieces on the rim and coordinates included.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn of(board: &Board, names: PointNames) -> Self {
        let mut area = Self { left: 0.0, right: 0.0, top: 0.0, bottom: 0.0 };
        for node in &board.points {
            area.include((node.x, node.y), 0.56);
        }
        if names != PointNames::None {
            for label in Labels::of(board).outside {
                let node = board.node(label.at);
                area.include((node.x + label.out.0 * 0.85, node.y + label.out.1 * 0.85), 0.28);
            }
        }
        area
    }

    fn include(&mut self, (x, y): (f64, f64), around: f64) {
        self.left = self.left.min(x - around);
        self.right = self.right.max(x + around);
        self.top = self.top.min(y - around);
        self.bottom = self.bottom.max(y + around);
    }
}

/// The lines, the rim of the board stronger than the rest, and the marked points.
fn lines(sheet: &mut SvgSheet, place: &BoardPlacement) {
    let board = place.board;
    let (mut inner, mut rim) = (String::new(), String::new());
    for &(a, b) in &board.lines {
        let path = if curves::is_rim(board, (a, b)) { &mut rim } else { &mut inner };
        *path += &curves::along(place, &[a, b]);
    }
    let colour = sheet.colours.line;
    for (path, width) in [(inner, 0.022), (rim, 0.045)] {
        let width = num(place.step * width);
        sheet.raw(&format!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
    }
    for &mark in &board.marks {
        let ((x, y), forks) = (place.centre(mark), board.node(mark).ahead.iter().any(|ways| ways.len() > 1));
        let (x, y, r) = (num(x), num(y), num(place.step * if forks { 0.13 } else { 0.085 }));
        sheet.raw(&format!(r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>"#));
    }
}

/// The squares, every other one tinted so that diagonals can be followed, and a frame.
fn squares(sheet: &mut SvgSheet, place: &BoardPlacement) {
    let (half, side) = (place.step / 2.0, num(place.step));
    for point in place.board.all() {
        let node = place.board.node(point);
        let (x, y) = place.centre(point);
        let dark = (node.x + node.y).rem_euclid(2.0) < 0.5;
        let (fill, opacity) = if dark { sheet.colours.tint } else { ("none", 1.0) };
        let (x, y, line) = (num(x - half), num(y - half), num(place.step * 0.02));
        let stroke = if sheet.colours.plate.is_some() { sheet.colours.line } else { "#77777c" };
        sheet.raw(&format!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" fill-opacity="{opacity}" stroke="{stroke}" stroke-width="{line}"/>"#
        ));
    }
    let corners = place.board.all().map(|p| place.centre(p));
    let (low, high) = corners.fold(((WIDTH, f64::MAX), (0.0_f64, 0.0_f64)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    });
    let (x, y) = (num(low.0 - half), num(low.1 - half));
    let (width, height) = (num(high.0 - low.0 + place.step), num(high.1 - low.1 + place.step));
    let colour = sheet.colours.line;
    sheet.raw(&format!(
        r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{colour}" stroke-width="3"/>"#
    ));
}

/// The names of the empty points, on a patch of paper that hides the crossing.
fn names_of_empty_points(sheet: &mut SvgSheet, place: &BoardPlacement, view: &View) {
    let size = place.piece * 0.29;
    for point in place.board.all().filter(|&p| view.at(p).is_none()) {
        let (x, y) = place.centre(point);
        if view.board.style == Style::Lines {
            let (cx, cy, r, patch) = (num(x), num(y), num(place.piece * 0.3), sheet.colours.patch);
            sheet.raw(&format!(r#"<circle cx="{cx}" cy="{cy}" r="{r}" fill="{patch}"/>"#));
        }
        let attributes = format!(r#"text-anchor="middle" fill="{FAINT}""#);
        sheet.text((x, y + size * 0.36), size, &attributes, place.board.name(point));
    }
}

/// A point of the last turn: a circle around the piece, dashed where nothing stands.
fn halo(sheet: &mut SvgSheet, place: &BoardPlacement, view: &View, at: Point) {
    let (radius, dashes) = match view.at(at) {
        Some(piece) => (pieces::radius(piece) + 5.0, String::new()),
        None => (30.0, format!(r#" stroke-dasharray="{}""#, num(place.piece * 0.09))),
    };
    let (x, y) = place.centre(at);
    let (x, y, r, line) = (num(x), num(y), num(place.piece * radius / 100.0), num(place.piece * 0.055));
    let accent = sheet.colours.accent;
    sheet.raw(&format!(
        r#"<circle class="last" cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{accent}" stroke-width="{line}"{dashes}/>"#
    ));
}

/// A point that decided the game: a soft disc with two rings around it, so that it shows without colours too.
fn glow(sheet: &mut SvgSheet, place: &BoardPlacement, view: &View, at: Point) {
    let radius = view.at(at).map_or(30.0, pieces::radius);
    let (x, y) = place.centre(at);
    let size = |part: f64| num(place.piece * part / 100.0);
    let (x, y, disc, inner, outer) =
        (num(x), num(y), size(radius + 13.0), size(radius + 5.0), size(radius + 12.0));
    let (thick, thin, accent) = (size(6.0), size(2.5), sheet.colours.accent);
    sheet.raw(&format!(
        r#"<g class="decisive" fill="none" stroke="{accent}"><circle cx="{x}" cy="{y}" r="{disc}" fill="{accent}" fill-opacity="0.18" stroke="none"/><circle cx="{x}" cy="{y}" r="{inner}" stroke-width="{thick}"/><circle cx="{x}" cy="{y}" r="{outer}" stroke-width="{thin}"/></g>"#
    ));
}

/// Yin Yang: each stone has an eye of the other colour.
fn eye(sheet: &mut SvgSheet, place: &BoardPlacement, placed: &PlacedPiece) {
    let colour = if placed.piece.side() == Some(Side::Black) { "#f3efe6" } else { "#2a2828" };
    let ((x, y), r) = (place.centre(placed.at), num(place.piece * 0.083));
    let (x, y) = (num(x), num(y));
    sheet.raw(&format!(r#"<circle class="eye" cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>"#));
}

/// The point a note is about.
fn diamond(sheet: &mut SvgSheet, (x, y): (f64, f64), size: f64) {
    let (x, y, r, line) = (num(x), num(y), num(size * 0.2), num(size * 0.04));
    let accent = sheet.colours.accent;
    sheet.raw(&format!(
        r#"<path class="note" d="M0 -{r}L{r} 0L0 {r}L-{r} 0Z" transform="translate({x} {y})" fill="none" stroke="{accent}" stroke-width="{line}"/>"#
    ));
}

fn coordinates(sheet: &mut SvgSheet, place: &BoardPlacement, view: &View, names: PointNames) {
    let labels = Labels::shown(view, names);
    let attributes = format!(r#"class="coordinate" text-anchor="middle" fill="{}""#, sheet.colours.name);
    let size = (place.step * 0.42).min(27.0);
    for label in labels.outside {
        // Clear of a piece, or of half a square and its frame; a wide text needs more room sideways.
        let wide = label.text.len().saturating_sub(2) as f64 * label.out.0.abs();
        let distance = 0.5 + size / place.step * (0.8 + 0.3 * wide);
        let node = place.board.node(label.at);
        let (x, y) = place.at(node.x + label.out.0 * distance, node.y + label.out.1 * distance);
        sheet.text((x, y + size * 0.36), size, &attributes, &label.text);
    }
    for tag in labels.inside {
        inner_name(sheet, place, &tag, view.at(tag.at).is_some());
    }
}

/// A name inside the board: beside a piece on its point; else nearer, on paper where it meets the lines.
fn inner_name(sheet: &mut SvgSheet, place: &BoardPlacement, tag: &Tag, occupied: bool) {
    let (node, size) = (place.board.node(tag.at), place.step * 0.2);
    let part = if occupied { 1.0 } else { 0.72 };
    let towards = |from: f64, to: f64| from + (to - from) * part;
    let (x, y) = place.at(towards(node.x, tag.middle.0), towards(node.y, tag.middle.1));
    let paper = if occupied { 0.0 } else { size * 0.3 };
    let attributes = format!(
        r#"class="coordinate" text-anchor="middle" fill="{FAINT}" stroke="{}" stroke-width="{}" paint-order="stroke""#,
        sheet.colours.patch,
        num(paper)
    );
    sheet.text((x, y + size * 0.36), size, &attributes, place.board.name(tag.at));
}
