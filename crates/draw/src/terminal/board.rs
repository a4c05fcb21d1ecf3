//! The board in characters: points, pieces, the last turn in brackets, what decided the game in braces, names and
//! coordinates.

use super::Ink;
use super::canvas::{Canvas, Paint};
use super::glyphs;
use super::projection::Projection;
use crate::labels::{Label, Labels};
use crate::{DrawOptions, PointNames};
use taijitu_rules::{Point, View};

pub(super) fn draw(view: &View, options: &DrawOptions, ink: Ink) -> Canvas {
    let projection = Projection::of(view.board, options.names == PointNames::All);
    let mut canvas = Canvas::default();
    if !projection.regular {
        for &(a, b) in &view.board.lines {
            line(&mut canvas, projection.cells[a.index()], projection.cells[b.index()]);
        }
    }
    coordinates(&mut canvas, view, options.names, &projection);
    for (point, &cell) in view.board.all().zip(&projection.cells) {
        let (text, paint) = face(view, point, options.names, ink);
        let start = centred(&mut canvas, cell, &text, paint);
        let brackets = match (options.decisive.contains(&point), options.last.contains(&point)) {
            (true, _) => Some(('{', '}')),
            (false, true) => Some(('[', ']')),
            (false, false) => None,
        };
        if let Some((before, after)) = brackets {
            let end = start + text.chars().count() as i32;
            canvas.put((start - 1, cell.1), before, Paint::Mark);
            canvas.put((end, cell.1), after, Paint::Mark);
        }
    }
    canvas
}

/// The characters of a point: its piece, its name, or an empty point.
fn face(view: &View, point: Point, names: PointNames, ink: Ink) -> (String, Paint) {
    match view.at(point) {
        Some(piece) => (glyphs::of(piece, ink.ascii).into(), glyphs::paint(piece)),
        None if names == PointNames::All => (view.board.name(point).into(), Paint::Faint),
        None if view.board.marks.contains(&point) => (glyphs::MARKED.into(), Paint::Plain),
        None => (glyphs::empty(ink.ascii).into(), Paint::Plain),
    }
}

/// A line between two cells, in strokes that lean as it does.
fn line(canvas: &mut Canvas, from: (i32, i32), to: (i32, i32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let flat = dx.abs() > 3 * dy.abs();
    let stroke = if flat {
        '-'
    } else if 2 * dx.abs() <= dy.abs() {
        '|'
    } else if dx * dy < 0 {
        '/'
    } else {
        '\\'
    };
    let steps = if flat { dx.abs() } else { dy.abs() };
    let part = |length: i32, i: i32| (f64::from(length * i) / f64::from(steps)).round() as i32;
    for i in 1..steps {
        canvas.put((from.0 + part(dx, i), from.1 + part(dy, i)), stroke, Paint::Faint);
    }
}

fn coordinates(canvas: &mut Canvas, view: &View, names: PointNames, projection: &Projection) {
    let labels = Labels::shown(view, names);
    for label in &labels.outside {
        outside(canvas, label, projection.cells[label.at.index()], projection.regular);
    }
    for tag in labels.inside {
        let (x, y) = projection.cells[tag.at.index()];
        canvas.put((x + 1, y), ' ', Paint::Plain);
        canvas.write((x + 2, y), view.board.name(tag.at), Paint::Faint);
    }
}

/// Writes a label next to its point, clear of the brackets of a last turn.
fn outside(canvas: &mut Canvas, label: &Label, (x, y): (i32, i32), regular: bool) {
    let (dx, dy) = label.out;
    let [right, down] = [dx, dy].map(|d| if d.abs() < 0.3 { 0 } else { d.signum() as i32 });
    if dx.abs() <= dy.abs() {
        centred(canvas, (x + right, y + down), &label.text, Paint::Faint);
        return;
    }
    // Along a slanting row of a regular board, otherwise simply beside the point.
    let (row, clear) = if regular && down != 0 { (y + down, 2) } else { (y, 3) };
    let width = label.text.chars().count() as i32;
    let start = if right < 0 { x - clear - width + 1 } else { x + clear };
    canvas.write((start, row), &label.text, Paint::Faint);
}

/// Writes text centred on a cell; returns the column it starts in.
fn centred(canvas: &mut Canvas, (x, y): (i32, i32), text: &str, paint: Paint) -> i32 {
    let start = x - text.chars().count() as i32 / 2;
    canvas.write((start, y), text, paint);
    start
}
