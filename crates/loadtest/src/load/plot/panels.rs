//! The kinds of panels.

use super::scale::{Scale, number};
use super::{HEIGHT, MARGIN, WIDTH, escape};
use std::fmt::Write as _;

const LEFT: f64 = MARGIN[0];
const RIGHT: f64 = WIDTH - MARGIN[1];
const TOP: f64 = MARGIN[2];
const BOTTOM: f64 = HEIGHT - MARGIN[3];

/// How lines are dashed, one after the other.
const DASHES: [&str; 4] = ["", "6 3", "2 3", "8 3 2 3"];

/// Amounts side by side, the number above each.
pub struct BarPanel {
    /// The title.
    pub title: String,
    /// Their names and amounts.
    pub bars: Vec<(String, f64)>,
}

impl BarPanel {
    pub(super) fn draw(&self, out: &mut String) {
        let most = self.bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
        let up = Scale::linear(most, BOTTOM, TOP);
        grid_lines(out, &up);
        let width = (RIGHT - LEFT) / self.bars.len().max(1) as f64;
        for (k, (name, value)) in self.bars.iter().enumerate() {
            let (middle, top) = (LEFT + width * (k as f64 + 0.5), up.at(*value));
            // Writing to a string does not fail.
            let _ = writeln!(
                out,
                "<rect class=\"pale ink\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                middle - width * 0.3,
                width * 0.6,
                BOTTOM - top
            );
            text(out, middle, top - 5.0, "middle", &number(*value));
            name_below(out, middle, name);
        }
    }
}

/// For each row the time that half, 99 % and 99.9 % do not exceed, in milliseconds.
pub struct Percentiles {
    /// The title.
    pub title: String,
    /// Names and times.
    pub rows: Vec<(String, [f64; 3])>,
}

impl Percentiles {
    pub(super) fn draw(&self, out: &mut String) {
        let times = || self.rows.iter().flat_map(|row| row.1).filter(|time| *time > 0.0);
        let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
        let up = Scale::logarithmic(least.min(most), most, BOTTOM, TOP);
        grid_lines(out, &up);
        let width = (RIGHT - LEFT) / self.rows.len().max(1) as f64;
        for (k, (name, times)) in self.rows.iter().enumerate() {
            let x = LEFT + width * (k as f64 + 0.5);
            let [first, .., last] = times.map(|time| up.at(time));
            let _ = writeln!(out, "<path class=\"ink\" d=\"M{x:.1} {first:.1}V{last:.1}\"/>");
            for (mark, time) in times.iter().enumerate() {
                dot(out, x, up.at(*time), mark);
                // To the left and right in turn: neighbours are often too close for both on one side.
                let (aside, anchor) = if mark == 1 { (-9.0, "end") } else { (9.0, "start") };
                text(out, x + aside, up.at(*time) + 4.0, anchor, &number(*time));
            }
            name_below(out, x, name);
        }
        for (mark, name) in ["p50", "p99", "p99.9 (ms)"].iter().enumerate() {
            let x = LEFT + 70.0 * mark as f64 + 8.0;
            dot(out, x, 32.0, mark);
            text(out, x + 9.0, 36.0, "start", name);
        }
    }
}

/// A line in a panel.
pub struct PlotSeries {
    /// Its name.
    pub name: String,
    /// Where it leads.
    pub points: Vec<(f64, f64)>,
}

/// Lines over a variable.
pub struct LinePanel {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub across: String,
    /// The label of the vertical axis.
    pub up: String,
    /// The lines.
    pub series: Vec<PlotSeries>,
}

impl LinePanel {
    pub(super) fn draw(&self, out: &mut String) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = Scale::linear(points().map(|point| point.0).fold(0.0, f64::max), LEFT, RIGHT);
        let up = Scale::linear(points().map(|point| point.1).fold(0.0, f64::max), BOTTOM, TOP);
        grid_lines(out, &up);
        for mark in across.marks() {
            text(out, across.at(mark), BOTTOM + 16.0, "middle", &number(mark));
        }
        text(out, RIGHT, BOTTOM + 34.0, "end", &self.across);
        text(out, LEFT - 8.0, TOP - 14.0, "end", &self.up);
        for (k, series) in self.series.iter().enumerate() {
            let places: Vec<(f64, f64)> =
                series.points.iter().map(|(x, y)| (across.at(*x), up.at(*y))).collect();
            let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let dash = DASHES[k % DASHES.len()];
            let _ = writeln!(
                out,
                "<polyline class=\"ink\" points=\"{}\" fill=\"none\" stroke-width=\"1.6\" stroke-dasharray=\"{dash}\"/>",
                line.join(" ")
            );
            // Many samples are a line, a few are measurements of their own.
            if places.len() <= 12 {
                places.iter().for_each(|(x, y)| dot(out, *x, *y, k));
            }
            self.legend(out, k, dash, &series.name);
        }
    }

    fn legend(&self, out: &mut String, k: usize, dash: &str, name: &str) {
        if self.series.len() > 1 {
            let (x, y) = (LEFT + 10.0 + 185.0 * (k % 2) as f64, 32.0 + 14.0 * (k / 2) as f64);
            let _ = writeln!(
                out,
                "<path class=\"ink\" d=\"M{x:.1} {y:.1}h22\" stroke-width=\"1.6\" stroke-dasharray=\"{dash}\"/>"
            );
            dot(out, x + 11.0, y, k);
            text(out, x + 28.0, y + 4.0, "start", name);
        }
    }
}

/// A name below the axis; text after a comma goes on a second line.
fn name_below(out: &mut String, x: f64, name: &str) {
    for (line, part) in name.split(", ").enumerate() {
        text(out, x, BOTTOM + 17.0 + 15.0 * line as f64, "middle", part);
    }
}

fn grid_lines(out: &mut String, up: &Scale) {
    for mark in up.marks() {
        let y = up.at(mark);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{LEFT:.1} {y:.1}H{RIGHT:.1}\"/>");
        text(out, LEFT - 8.0, y + 4.0, "end", &number(mark));
    }
    let _ = writeln!(out, "<path class=\"axis\" d=\"M{LEFT:.1} {BOTTOM:.1}H{RIGHT:.1}\"/>");
}

/// A disc, a square, a triangle, a ring.
fn dot(out: &mut String, x: f64, y: f64, kind: usize) {
    let _ = match kind % 4 {
        0 => writeln!(out, "<circle class=\"fill\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => writeln!(
            out,
            "<rect class=\"fill\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x - 4.0,
            y - 4.0
        ),
        2 => writeln!(out, "<path class=\"fill\" d=\"M{x:.1} {:.1}l5 9h-10z\"/>", y - 5.0),
        _ => writeln!(out, "<circle class=\"ink\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"none\"/>"),
    };
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    let _ =
        writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escape(words));
}
