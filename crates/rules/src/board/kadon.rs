//! The 93-node board: four rings of 24, 21, 18 and 15 nodes around a triangle of 15 whose corners have
//! five neighbours.
//!
//! ```text
//!               a1                 a: 24 nodes, the rim; corners a1 a9 a17
//!            a24   a2              b: 21    c: 18    d: 15
//!          a23  b1   a3            e: 12 around f1 f2 f3;
//!        …    b21 b2    …             e1 e5 e9 are the pentas
//! ```
//!
//! Numbers run clockwise, number 1 of each ring points to the top. A node is written (k, j): j steps after
//! the k-th corner of its ring. At a penta a straight line forks.

use super::{Board, Point, Style};
use crate::pointset::PointSet;
use crate::short::sort_short;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// How many nodes the board has.
pub const NODES: usize = 93;

/// Letter and steps a side of the five rings, from the outside in.
const RINGS: [(char, usize); 5] = [('a', 8), ('b', 7), ('c', 6), ('d', 5), ('e', 4)];

/// The lines of the central triangle that do not follow from the rings.
const CENTRE: [(&str, &str); 9] = [
    ("e2", "e12"),
    ("e4", "e6"),
    ("e8", "e10"),
    ("f1", "e11 e12 e2 e3"),
    ("f2", "e3 e4 e6 e7"),
    ("f3", "e7 e8 e10 e11"),
    ("f1", "f2"),
    ("f2", "f3"),
    ("f3", "f1"),
];

/// The board with precomputed tables for its games.
#[derive(Debug)]
pub struct Kadon {
    /// The board itself.
    pub board: Board,
    /// The neighbours of each node.
    pub neighbours: [PointSet; NODES],
    /// The three sides; a corner belongs to two.
    pub sides: [PointSet; 3],
    /// e1 … e12, f1, f2, f3.
    pub centre: PointSet,
    /// For each node: which neighbours can be jumped over, and the landing.
    pub jumps: [Vec<Jump>; NODES],
}

/// A jump from a node over a neighbour to the node straight behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The node jumped over.
    pub over: Point,
    /// The node landed on.
    pub to: Point,
}

/// The 93-node board.
#[inline(always)]
pub fn kadon() -> &'static Kadon {
    static KADON: LazyLock<Kadon> = LazyLock::new(Kadon::build);
    &KADON
}

impl Kadon {
    fn build() -> Self {
        let mut board = Board::new(
            "kadon",
            ("the 93-node board", "le plateau à 93 nœuds"),
            Style::Lines,
            layout(),
            all_lines(),
        );
        go_straight_by_rank(&mut board);
        board.marks = board.named("e1 e5 e9 f1 f2 f3").collect();
        let side = |from: usize| (0..9).map(|i| Point(((from + i) % 24) as u16)).collect();
        Self {
            neighbours: each(|p| board.neighbours(p).iter().copied().collect()),
            sides: [side(0), side(8), side(16)],
            centre: (78..93).map(Point).collect(),
            jumps: each(|p| jumps_from(&board, p)),
            board,
        }
    }
}

/// The nodes that pieces with a limited range can slide to.
#[derive(Debug)]
pub struct Slides([Vec<PathSheet>; NODES]);

/// Nodes that a piece can reach by one path each; where two straight paths join the same two nodes, the
/// second one is on another sheet.
///
/// Avoids walking along paths: every piece in the way hides the nodes behind it.
#[derive(Debug)]
struct PathSheet {
    targets: PointSet,
    crossed: PointSet,
    /// For each node the targets whose path contains it, itself included.
    hidden_by: [PointSet; NODES],
}

impl Slides {
    /// The slides of at most `reach` nodes.
    #[must_use]
    pub fn up_to(reach: usize) -> Self {
        Self(each(|from| {
            let mut ways = BTreeSet::new();
            for path in kadon().board.maximal_paths(from) {
                let nodes = &path[1..path.len().min(reach + 1)];
                ways.extend(
                    (0..nodes.len()).map(|end| (nodes[end], nodes[..=end].iter().copied().collect())),
                );
            }
            let mut sheets = vec![];
            for (target, way) in ways {
                PathSheet::add(&mut sheets, target, way);
            }
            sheets
        }))
    }

    /// The nodes that a piece can slide to from here, along straight paths of nodes outside `occupied`.
    #[must_use]
    #[inline(always)]
    pub fn from(&self, here: Point, occupied: PointSet) -> PointSet {
        let mut open = PointSet::EMPTY;
        for sheet in &self.0[here.index()] {
            open |= sheet.open(occupied);
        }
        open
    }
}

impl PathSheet {
    /// Adds a path to the first sheet that has none to its target.
    fn add(sheets: &mut Vec<Self>, target: Point, way: PointSet) {
        let free = sheets.iter().position(|sheet| !sheet.targets.contains(target));
        let at = free.unwrap_or_else(|| {
            sheets.push(Self {
                targets: PointSet::EMPTY,
                crossed: PointSet::EMPTY,
                hidden_by: [PointSet::EMPTY; NODES],
            });
            sheets.len() - 1
        });
        sheets[at].targets.insert(target);
        sheets[at].crossed |= way;
        for node in way {
            sheets[at].hidden_by[node.index()].insert(target);
        }
    }

    #[inline(always)]
    fn open(&self, occupied: PointSet) -> PointSet {
        let pieces = (self.crossed & occupied).iter();
        pieces.fold(self.targets, |open, piece| open - self.hidden_by[piece.index()])
    }
}

fn each<T>(make: impl Fn(Point) -> T) -> [T; NODES] {
    std::array::from_fn(|i| make(Point(i as u16)))
}

fn jumps_from(board: &Board, from: Point) -> Vec<Jump> {
    let over = |&over: &Point| board.straight_on(from, over).iter().map(move |&to| Jump { over, to });
    let mut jumps: Vec<Jump> = board.neighbours(from).iter().flat_map(over).collect();
    sort_short(&mut jumps, |a, b| a.to < b.to);
    jumps
}

/// Names in board order: ring by ring, then the three centre nodes.
fn names() -> Vec<String> {
    let ring = |(letter, steps): (char, usize)| (1..=3 * steps).map(move |n| format!("{letter}{n}"));
    RINGS.into_iter().flat_map(ring).chain((1..=3).map(|n| format!("f{n}"))).collect()
}

/// The point (k, j) of a ring: j steps clockwise after its k-th corner, corners counted modulo 3.
fn ring_point(ring: usize, corner: usize, j: usize) -> Point {
    let before: usize = RINGS[..ring].iter().map(|(_, steps)| 3 * steps).sum();
    let steps = RINGS[ring].1;
    Point((before + (corner * steps + j) % (3 * steps)) as u16)
}

fn all_lines() -> Vec<(Point, Point)> {
    let mut lines = vec![];
    for (ring, (_, steps)) in RINGS.into_iter().enumerate() {
        for (corner, j) in (0..3).flat_map(|corner| (0..steps).map(move |j| (corner, j))) {
            let here = ring_point(ring, corner, j);
            lines.push((here, ring_point(ring, corner, j + 1)));
            if ring + 1 < RINGS.len() {
                lines.push((here, ring_point(ring + 1, corner, j)));
                if j > 0 {
                    lines.push((here, ring_point(ring + 1, corner, j - 1)));
                }
            }
        }
    }
    let names = names();
    let find = |name: &str| Point(names.iter().position(|n| n == name).expect("a node of the centre") as u16);
    lines.extend(CENTRE.iter().flat_map(|(a, others)| others.split(' ').map(move |b| (find(a), find(b)))));
    lines
}

/// Straight on: opposite among six, a fork among five, along the rim, and nowhere from a corner.
fn go_straight_by_rank(board: &mut Board) {
    for (at, node) in board.points.iter_mut().enumerate() {
        let around = &node.neighbours;
        let ranks = |from: usize| match around.len() {
            6 => vec![(from + 3) % 6],
            5 => vec![(from + 2) % 5, (from + 3) % 5],
            // A side node of the rim: its first and last neighbour are on the rim too.
            4 if from == 0 || from == 3 => vec![3 - from],
            _ => vec![],
        };
        debug_assert!(around.len() >= 5 || at < 24);
        node.ahead =
            (0..around.len()).map(|from| ranks(from).into_iter().map(|i| around[i]).collect()).collect();
    }
}

/// Drawing coordinates: circles to begin with, then every line pulled towards the same length.
///
/// The result is the bowed triangle of the printed board: evenly spaced, three-fold symmetric.
fn layout() -> Vec<(String, f64, f64)> {
    let mut at: Vec<(f64, f64)> = RINGS
        .iter()
        .zip([5.0, 4.1, 3.2, 2.3, 1.4])
        .flat_map(|((_, steps), radius)| circle(3 * steps, radius, 0.0))
        .chain(circle(3, 0.5, 0.5))
        .collect();
    let lines = all_lines();
    for _ in 0..3000 {
        let mut pull = vec![(0.0, 0.0); at.len()];
        for &(a, b) in &lines {
            let (a, b) = (a.index(), b.index());
            let (dx, dy) = (at[b].0 - at[a].0, at[b].1 - at[a].1);
            let stretch = 0.08 * (1.0 - 1.0 / dx.hypot(dy));
            pull[a] = (pull[a].0 + dx * stretch, pull[a].1 + dy * stretch);
            pull[b] = (pull[b].0 - dx * stretch, pull[b].1 - dy * stretch);
        }
        for (place, pull) in at.iter_mut().zip(&pull) {
            *place = (place.0 + pull.0, place.1 + pull.1);
        }
    }
    let round = |v: f64| (v * 1e4).round() / 1e4;
    names().into_iter().zip(at).map(|(name, (x, y))| (name, round(x), round(y))).collect()
}

/// `count` places on a circle, clockwise from the top, the first one `shift` of a step further.
fn circle(count: usize, radius: f64, shift: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..count).map(move |i| {
        let (sin, cos) = ((i as f64 + shift) * std::f64::consts::TAU / count as f64).sin_cos();
        (radius * sin, -radius * cos)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Random;

    fn p(name: &str) -> Point {
        kadon().board.find(name).expect("a node")
    }

    #[test]
    fn counts_of_the_printed_board() {
        let board = &kadon().board;
        let with = |n: usize| board.all().filter(|&p| board.neighbours(p).len() == n).count();
        assert_eq!((board.len(), board.lines.len()), (93, 252));
        assert_eq!(
            (with(3), with(4), with(5), with(6)),
            (3, 21, 3, 66),
            "corners, side nodes, pentas, the rest"
        );
        assert!((0..24).all(|i| board.neighbours(Point(i)).len() < 5), "the rim is a1…a24");
        assert_eq!(kadon().sides.map(PointSet::len), [9, 9, 9]);
        assert_eq!(["e1", "e5", "e9"].map(|n| board.neighbours(p(n)).len()), [5, 5, 5]);
    }

    #[test]
    fn has_160_triangles_and_every_inner_line_borders_two() {
        let near = &kadon().neighbours;
        let mut triangles = 0;
        for &(a, b) in &kadon().board.lines {
            let tips = (near[a.index()] & near[b.index()]).len();
            let rim = a.0 < 24 && b.0 < 24;
            assert_eq!(tips, if rim { 1 } else { 2 }, "{a:?} {b:?}");
            triangles += tips;
        }
        assert_eq!(triangles, 3 * 160);
    }

    #[test]
    fn neighbours_stand_in_order_around_each_node() {
        let board = &kadon().board;
        for node in board.all() {
            let around = board.neighbours(node);
            assert!(
                around.windows(2).all(|pair| board.neighbours(pair[0]).contains(&pair[1])),
                "{}",
                board.name(node)
            );
            assert_eq!(board.neighbours(around[0]).contains(&around[around.len() - 1]), around.len() >= 5);
        }
    }

    #[test]
    fn straight_on_at_six_at_a_penta_and_on_the_rim() {
        let board = &kadon().board;
        let on = |a, b| {
            let mut names: Vec<_> = board.straight_on(p(a), p(b)).iter().map(|&n| board.name(n)).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(on("a4", "b4"), ["c4"]);
        assert_eq!(on("a5", "b4"), ["c3"]);
        assert_eq!(on("d1", "e1"), ["e12", "e2"], "the fork");
        assert_eq!(on("a3", "a4"), ["a5"]);
        assert_eq!(on("b4", "a4"), [""; 0]);
        assert_eq!(on("a2", "a1"), [""; 0], "corners end every line");
    }

    #[test]
    fn the_longest_straight_path_has_13_nodes_and_none_meets_itself() {
        let paths: Vec<_> = kadon().board.all().flat_map(|p| kadon().board.maximal_paths(p)).collect();
        assert!(paths.iter().all(|path| path.iter().copied().collect::<PointSet>().len() == path.len()));
        assert_eq!(paths.iter().map(Vec::len).max(), Some(13));
    }

    #[test]
    fn a_landing_tells_what_was_jumped() {
        for jumps in &kadon().jumps {
            assert!(jumps.windows(2).all(|pair| pair[0].to != pair[1].to), "{jumps:?}");
        }
    }

    /// Node by node along every straight path until something stands there.
    fn slides_by_walking(from: Point, occupied: PointSet, reach: usize) -> PointSet {
        let mut targets = PointSet::EMPTY;
        for path in kadon().board.maximal_paths(from) {
            let open = path[1..].iter().take(reach);
            targets |= open.copied().take_while(|&node| !occupied.contains(node)).collect();
        }
        targets
    }

    #[test]
    fn slides_stop_before_the_first_piece() {
        let set = |names| kadon().board.named(names).collect::<PointSet>();
        assert_eq!(
            Slides::up_to(2).from(p("d1"), set("d1 c1 d2 e12")),
            set("c2 b3 c18 b20 d15 d14 e1 e2"),
            "both branches of the fork at e1, one of them blocked"
        );
        let mut random = Random::new(93);
        for reach in [1, 2, 3, NODES] {
            let slides = Slides::up_to(reach);
            for _ in 0..2000 {
                // From nearly empty to half full.
                let thin = (0..random.below(5)).fold(u128::MAX, |set, _| set & wide(&mut random));
                let (from, occupied) = (Point(random.below(93) as u16), PointSet(thin));
                assert_eq!(
                    slides.from(from, occupied),
                    slides_by_walking(from, occupied, reach),
                    "{from:?} among {occupied:?}, reach {reach}"
                );
            }
        }
    }

    fn wide(random: &mut Random) -> u128 {
        u128::from(random.next()) << 64 | u128::from(random.next())
    }

    #[test]
    fn drawing_is_even_and_symmetric() {
        let board = &kadon().board;
        let length = |&(a, b): &(Point, Point)| {
            let (a, b) = (board.node(a), board.node(b));
            (a.x - b.x).hypot(a.y - b.y)
        };
        assert!(board.lines.iter().all(|line| (0.7..1.3).contains(&length(line))));
        assert_eq!(board.symmetries().len(), 6);
    }
}
