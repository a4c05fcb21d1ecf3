//! Boards as data: points with names, neighbours, straight lines, sectors and drawing coordinates.
//!
//! A [`Board`] is built once, at first use, and then only read.
//! Rules, terminal, pictures and page all use the same one.
//! Coordinates are in units of about one step, x to the right, y downwards, the centre of the board at the
//! origin.

mod hexagon;
pub mod kadon;
mod square;
mod triangle;

pub use hexagon::yinsh;
pub use square::{yinyang, zen};
pub use triangle::triangle;

use crate::short::sort_short;
use serde::Serialize;
use std::collections::HashMap;

/// A point of a board, by its place in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Point(pub u16);

impl Point {
    /// The point as an index into a table.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a board looks: pieces on the crossings of lines, or inside squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Lines with pieces on their crossings.
    Lines,
    /// Squares with pieces inside.
    Squares,
}

/// One point with its geometry.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// Its name in notation, lower case.
    pub name: String,
    /// Drawing coordinate, to the right.
    pub x: f64,
    /// Drawing coordinate, downwards.
    pub y: f64,
    /// The points it touches, clockwise; on the rim the first one follows the open side.
    pub neighbours: Vec<Point>,
    /// For each neighbour: where a straight line that enters from that neighbour continues.
    pub ahead: Vec<Vec<Point>>,
    /// For each neighbour i: the point seen across the line from neighbour i to neighbour i+1 (sector i).
    pub facing: Vec<Option<Point>>,
}

/// A board: its points in board order, the lines between them, and what to mark when drawing.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Short name: `kadon`, `triangle-13`, `yinsh`, `zen`, `yinyang`.
    pub id: String,
    /// Its name in error messages: "the YINSH board".
    pub title: String,
    /// The same in French.
    pub title_fr: String,
    /// Crossings or squares.
    pub style: Style,
    /// The points, in board order.
    pub points: Vec<Node>,
    /// The lines to draw, each once.
    pub lines: Vec<(Point, Point)>,
    /// Points that are marked on the printed board.
    pub marks: Vec<Point>,
    #[serde(skip)]
    names: HashMap<String, Point>,
}

impl Board {
    /// Builds a board from names, coordinates and lines; straight lines follow from the drawing.
    fn new(
        id: &str,
        (title, title_fr): (&str, &str),
        style: Style,
        places: Vec<(String, f64, f64)>,
        lines: Vec<(Point, Point)>,
    ) -> Self {
        let mut points: Vec<Node> = places
            .into_iter()
            .map(|(name, x, y)| Node { name, x, y, neighbours: vec![], ahead: vec![], facing: vec![] })
            .collect();
        for &(a, b) in &lines {
            points[a.index()].neighbours.push(b);
            points[b.index()].neighbours.push(a);
        }
        for at in 0..points.len() {
            points[at].neighbours = clockwise(&points, at);
        }
        let names = points.iter().zip(0..).map(|(node, i)| (node.name.clone(), Point(i))).collect();
        let (title, title_fr) = (title.into(), title_fr.into());
        let mut board = Self { id: id.into(), title, title_fr, style, points, lines, marks: vec![], names };
        for at in 0..board.points.len() {
            board.points[at].ahead = board.opposite_neighbours(at);
            board.points[at].facing = board.points_across(at);
        }
        board
    }

    /// How many points.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// All points in board order.
    pub fn all(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.points.len() as u16).map(Point)
    }

    /// The node of a point.
    #[must_use]
    pub fn node(&self, point: Point) -> &Node {
        &self.points[point.index()]
    }

    /// The name of a point.
    #[must_use]
    pub fn name(&self, point: Point) -> &str {
        &self.points[point.index()].name
    }

    /// The point with this name (lower case).
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Point> {
        self.names.get(name).copied()
    }

    /// The points of a list of names, for fixed placements.
    ///
    /// # Panics
    /// If a name is not on the board: the list is a constant of a game.
    pub fn named<'a>(&'a self, names: &'a str) -> impl Iterator<Item = Point> + 'a {
        names.split_whitespace().map(|name| self.find(name).expect("a constant names points of its board"))
    }

    /// The points touching this one, clockwise.
    #[must_use]
    pub fn neighbours(&self, point: Point) -> &[Point] {
        &self.points[point.index()].neighbours
    }

    /// Where a straight line from `from` through `via` continues: nowhere, to one point, or to two at a fork.
    #[must_use]
    pub fn straight_on(&self, from: Point, via: Point) -> &[Point] {
        let node = self.node(via);
        match node.neighbours.iter().position(|&n| n == from) {
            Some(i) => &node.ahead[i],
            None => &[],
        }
    }

    /// Every straight path that starts at `from` and has `length` points, `from` included.
    #[must_use]
    pub fn straight_paths(&self, from: Point, length: usize) -> Vec<Vec<Point>> {
        let mut paths = vec![vec![from]];
        for _ in 1..length {
            paths = paths.iter().flat_map(|path| self.longer_by_one(path)).collect();
        }
        paths
    }

    /// Every straight path that starts at `from` and cannot be continued.
    #[must_use]
    pub fn maximal_paths(&self, from: Point) -> Vec<Vec<Point>> {
        let mut growing = vec![vec![from]];
        let mut maximal = vec![];
        while let Some(path) = growing.pop() {
            let longer = self.longer_by_one(&path);
            if longer.is_empty() {
                maximal.push(path);
            }
            growing.extend(longer);
        }
        maximal
    }

    fn longer_by_one(&self, path: &[Point]) -> Vec<Vec<Point>> {
        let next = match path {
            [.., from, via] => self.straight_on(*from, *via),
            [only] => self.neighbours(*only),
            [] => &[],
        };
        next.iter().map(|&point| [path, &[point]].concat()).collect()
    }

    /// The symmetries of the board, the identity first: `map[p]` is where point p goes.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<Point>> {
        let turns = (0..12).flat_map(|twelfth| [(twelfth, 1.0), (twelfth, -1.0)]);
        turns.filter_map(|(twelfth, mirror)| self.turned(twelfth, mirror)).collect()
    }

    /// The rotations of the drawing, in degrees, that map the board onto itself.
    #[must_use]
    pub fn rotations(&self) -> Vec<u16> {
        (1..12).filter(|&twelfth| self.turned(twelfth, 1.0).is_some()).map(|twelfth| twelfth * 30).collect()
    }

    /// The image of each point if the board is turned by `twelfth` twelfths and mirrored (`mirror` is −1);
    /// `None` if that is not a symmetry of the board.
    fn turned(&self, twelfth: u16, mirror: f64) -> Option<Vec<Point>> {
        let (sin, cos) = (f64::from(twelfth) * std::f64::consts::TAU / 12.0).sin_cos();
        let image = |n: &Node| (mirror * (cos * n.x - sin * n.y), sin * n.x + cos * n.y);
        let map = self.points.iter().map(|node| self.at(image(node))).collect::<Option<Vec<Point>>>()?;
        let keeps = |(a, b): &(Point, Point)| self.neighbours(map[a.index()]).contains(&map[b.index()]);
        self.lines.iter().all(keeps).then_some(map)
    }

    fn at(&self, (x, y): (f64, f64)) -> Option<Point> {
        self.all().find(|&p| (self.node(p).x - x).hypot(self.node(p).y - y) < 0.01)
    }

    /// For each neighbour of a point on a regular grid: the neighbour on the far side.
    fn opposite_neighbours(&self, at: usize) -> Vec<Vec<Point>> {
        let node = &self.points[at];
        let opposite = |&from: &Point| {
            let (x, y) = (2.0 * node.x - self.node(from).x, 2.0 * node.y - self.node(from).y);
            node.neighbours.iter().copied().filter(|&n| self.at((x, y)) == Some(n)).collect()
        };
        node.neighbours.iter().map(opposite).collect()
    }

    fn points_across(&self, at: usize) -> Vec<Option<Point>> {
        let around = &self.points[at].neighbours;
        let across = |i: usize| {
            let (a, b) = (around[i], around[(i + 1) % around.len()]);
            if !self.neighbours(a).contains(&b) {
                return None;
            }
            let common = |n: &&Point| n.index() != at && self.neighbours(b).contains(n);
            self.neighbours(a).iter().find(common).copied()
        };
        (0..around.len()).map(across).collect()
    }
}

/// The neighbours of a point sorted by angle, the widest gap at the end of the list.
fn clockwise(points: &[Node], at: usize) -> Vec<Point> {
    let node = &points[at];
    let angle = |p: &Point| {
        let to = &points[p.index()];
        (to.y - node.y).atan2(to.x - node.x)
    };
    let mut sorted = node.neighbours.clone();
    sort_short(&mut sorted, |a, b| angle(a).total_cmp(&angle(b)).is_lt());
    let gap_before = |i: usize| {
        let previous = &sorted[(i + sorted.len() - 1) % sorted.len()];
        (angle(&sorted[i]) - angle(previous)).rem_euclid(std::f64::consts::TAU)
    };
    // A tie between equal gaps (an inner point) is broken by the order of the angles.
    let first =
        (0..sorted.len()).reduce(|best, i| if gap_before(i) > gap_before(best) + 1e-6 { i } else { best });
    sorted.rotate_left(first.unwrap_or(0));
    sorted
}

/// Connects the points that are one of the given steps apart.
fn lines_by_offset(places: &[(i32, i32)], offsets: &[(i32, i32)]) -> Vec<(Point, Point)> {
    let index: HashMap<_, _> = places.iter().copied().zip((0..).map(Point)).collect();
    let ends = |&(x, y): &(i32, i32)| offsets.iter().map(move |(dx, dy)| ((x, y), (x + dx, y + dy)));
    let lines = places.iter().flat_map(ends);
    lines.filter_map(|(a, b)| Some((*index.get(&a)?, *index.get(&b)?))).collect()
}

/// The letter of a column: 0 is `a`.
fn letter(column: i32) -> char {
    char::from(b'a' + column as u8)
}
