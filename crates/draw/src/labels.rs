//! Where the names of a board's points are written, worked out from the names and the lines alone.
//!
//! A name is a letter and a number. Where the points of one letter stand in a row, as on a chess board, the
//! letter is written at the end of that row, and the numbers likewise. Where they close a ring, as on the 93-node
//! board, the names of the rim are written outside and those of every ring's corners inside.

use crate::PointNames;
use taijitu_rules::short::{SmallMap, sort_short};
use taijitu_rules::{Board, Point, View};

/// A text outside the board, next to a point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) at: Point,
    /// The unit vector that leads from the point out of the board.
    pub(crate) out: (f64, f64),
}

/// The name of a point inside the board, written into a triangle next to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    pub(crate) at: Point,
    /// The middle of the triangle.
    pub(crate) middle: (f64, f64),
}

/// Everything to write around and into a board.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) outside: Vec<Label>,
    pub(crate) inside: Vec<Tag>,
}

impl Labels {
    /// The labels around a position, without those already shown on empty points.
    pub(crate) fn shown(view: &View, names: PointNames) -> Self {
        if names == PointNames::None {
            return Self::default();
        }
        let mut labels = Self::of(view.board);
        if names == PointNames::All {
            labels.inside.retain(|tag| view.at(tag.at).is_some());
            labels
                .outside
                .retain(|label| label.text != view.board.name(label.at) || view.at(label.at).is_some());
        }
        labels
    }

    pub(crate) fn of(board: &Board) -> Self {
        let letters = groups(board, |(letter, _)| letter.to_owned());
        let rings: Vec<&[Point]> = letters.iter().map(|(_, points)| &points[..]).collect();
        if rings.iter().any(|ring| is_ring(board, ring)) {
            return rings_named(board, &rings);
        }
        let numbers = groups(board, |(_, number)| number.to_owned());
        let bottom_first = |a: &Point, b: &Point| board.node(*b).y.total_cmp(&board.node(*a).y);
        let left_first = |a: &Point, b: &Point| board.node(*a).x.total_cmp(&board.node(*b).x);
        let mut outside = rows_named(board, letters, bottom_first);
        outside.extend(rows_named(board, numbers, left_first));
        Self { outside, inside: vec![] }
    }
}

/// The letter and the number of a name.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
}

/// The points that share a letter, or a number, in board order.
fn groups(board: &Board, key: impl Fn((&str, &str)) -> String) -> Vec<(String, Vec<Point>)> {
    let mut groups: SmallMap<String, Vec<Point>> = SmallMap::new();
    for point in board.all() {
        groups.get_or_default(key(split(board.name(point)))).push(point);
    }
    groups.into_pairs()
}

fn is_ring(board: &Board, points: &[Point]) -> bool {
    match points {
        [first, _, .., last] => board.neighbours(*first).contains(last),
        _ => false,
    }
}

/// Writes each group's text at the end of its row that comes first in the given order.
fn rows_named(
    board: &Board,
    mut groups: Vec<(String, Vec<Point>)>,
    order: impl Fn(&Point, &Point) -> std::cmp::Ordering,
) -> Vec<Label> {
    for (_, points) in &mut groups {
        sort_short(points, |a, b| order(a, b).is_lt());
    }
    // All rows of a board are parallel: the longest gives the direction, even for a row of one point.
    let longest = groups.iter().map(|(_, points)| points).max_by_key(|points| points.len());
    let out = match longest.map(Vec::as_slice) {
        Some([end, next, ..]) => unit(between(board, *next, *end)),
        _ => (0.0, 1.0),
    };
    let label = |(text, points): (String, Vec<Point>)| Label { text, at: points[0], out };
    groups.into_iter().map(label).collect()
}

fn rings_named(board: &Board, rings: &[&[Point]]) -> Labels {
    let outwards = |at: Point| {
        let near = board.neighbours(at).iter().map(|&n| between(board, n, at));
        unit(near.fold((0.0, 0.0), |sum, step| (sum.0 + step.0, sum.1 + step.1)))
    };
    let rim = rings.first().copied().unwrap_or_default();
    let label = |&at: &Point| Label { text: board.name(at).to_owned(), at, out: outwards(at) };
    let corners = rings.windows(2).flat_map(|pair| {
        let outer = pair[0];
        let lines_out = move |at: Point| board.neighbours(at).iter().filter(|n| outer.contains(n)).count();
        let corners = pair[1].iter().enumerate().filter(move |(_, at)| lines_out(**at) >= 3);
        corners.filter_map(|(i, &at)| tag(board, at, pair[1][(i + 1) % pair[1].len()]))
    });
    Labels { outside: rim.iter().map(label).collect(), inside: corners.collect() }
}

/// The tag of a ring's point: in the triangle it forms with the next one, on the side away from the centre.
fn tag(board: &Board, at: Point, next: Point) -> Option<Tag> {
    let from_centre = |p: &Point| board.node(*p).x.hypot(board.node(*p).y);
    let common = board.neighbours(at).iter().filter(|p| board.neighbours(next).contains(p));
    let tip = common.copied().max_by(|a, b| from_centre(a).total_cmp(&from_centre(b)))?;
    let corners = [at, next, tip].map(|p| board.node(p));
    let mean = |coordinate: [f64; 3]| coordinate.iter().sum::<f64>() / 3.0;
    let middle = (mean(corners.map(|n| n.x)), mean(corners.map(|n| n.y)));
    Some(Tag { at, middle })
}

fn between(board: &Board, from: Point, to: Point) -> (f64, f64) {
    let (from, to) = (board.node(from), board.node(to));
    (to.x - from.x, to.y - from.y)
}

fn unit((x, y): (f64, f64)) -> (f64, f64) {
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use taijitu_rules::board::{kadon::kadon, triangle, yinsh, yinyang, zen};

    fn texts(board: &Board) -> BTreeSet<String> {
        Labels::of(board).outside.into_iter().map(|label| label.text).collect()
    }

    fn set<T: ToString>(texts: impl IntoIterator<Item = T>) -> BTreeSet<String> {
        texts.into_iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn rows_have_every_letter_and_number_once() {
        for (board, columns, rows) in
            [(yinsh(), 'k', 11), (zen(), 'k', 11), (yinyang(), 'd', 4), (triangle(25), 'y', 25)]
        {
            let expected = &set('a'..=columns) | &set(1..=rows);
            assert_eq!(texts(board), expected, "{}", board.id);
            assert_eq!(Labels::of(board).outside.len(), expected.len(), "{}", board.id);
        }
    }

    #[test]
    fn letters_stand_below_and_numbers_on_the_left() {
        let labels = Labels::of(zen()).outside;
        let find = |text: &str| labels.iter().find(|label| label.text == text).expect("a label");
        assert_eq!((zen().name(find("c").at), find("c").out), ("c1", (0.0, 1.0)));
        assert_eq!((zen().name(find("11").at), find("11").out), ("a11", (-1.0, 0.0)));
    }

    #[test]
    fn rings_name_their_rim_and_their_corners() {
        let board = &kadon().board;
        assert_eq!(texts(board), set((1..=24).map(|n| format!("a{n}"))));
        let inside: BTreeSet<_> =
            Labels::of(board).inside.iter().map(|tag| board.name(tag.at).to_owned()).collect();
        let corners = "b1 b8 b15 c1 c7 c13 d1 d6 d11 e1 e5 e9 f1 f2 f3";
        assert_eq!(inside, set(corners.split(' ')));
    }
}
