//! The stretched figures of Tetra: four nodes, each with a node or a line of the board between it and the next.
//!
//! ```text
//!   line by nodes    ●─·─●─·─●─·─●      every second node of a straight path of seven
//!
//!                     ·   ·   ·
//!   line by lines   ●  ┃ ● ┃ ●  ┃ ●     the tips of two triangles face each other across each line ┃
//!                     ·   ·   ·
//!                         ●
//!   rhombus by nodes    ·   ·           two neighbours of a node m on opposite sides of it, and the
//!                     ●   m   ●         nodes that face m in between; by lines: the tips of the two
//!                       ·   ·           triangles of a line, and the nodes straight on from its ends
//!                         ●
//! ```

use crate::board::kadon::{NODES, kadon};
use crate::board::{Board, Point};
use crate::outcome::Reason;
use crate::pointset::PointSet;
use crate::short::SmallSet;
use std::sync::LazyLock;

/// Every figure, by kind and by node.
pub(super) struct Figures {
    /// In the order in which a result names them.
    kinds: [(Reason, SmallSet<PointSet>); 4],
    through: [Vec<PointSet>; NODES],
}

/// The figures of the 93-node board.
pub(super) fn figures() -> &'static Figures {
    static FIGURES: LazyLock<Figures> = LazyLock::new(|| Figures::on(&kadon().board));
    &FIGURES
}

impl Figures {
    /// Every figure, kind by kind; none is of two kinds.
    pub(super) fn all(&self) -> impl Iterator<Item = &PointSet> {
        self.kinds.iter().flat_map(|(_, figures)| figures)
    }

    /// Whether `own` contains a figure of which `stone` is part.
    #[inline(always)]
    pub(super) fn any_through(&self, own: PointSet, stone: Point) -> bool {
        self.through[stone.index()].iter().any(|figure| figure.is_subset_of(own))
    }

    /// The first kind of which `own` contains a figure.
    pub(super) fn first_kind(&self, own: PointSet) -> Option<Reason> {
        let formed = |figures: &SmallSet<PointSet>| figures.iter().any(|figure| figure.is_subset_of(own));
        self.kinds.iter().find(|(_, figures)| formed(figures)).map(|(kind, _)| *kind)
    }

    /// The stones of `own` that are part of a figure of one kind.
    pub(super) fn formed(&self, kind: Reason, own: PointSet) -> PointSet {
        let figures =
            self.kinds.iter().filter(|(reason, _)| *reason == kind).flat_map(|(_, figures)| figures);
        let formed = figures.filter(|figure| figure.is_subset_of(own));
        formed.fold(PointSet::EMPTY, |all, &figure| all | figure)
    }

    fn on(board: &Board) -> Self {
        let kinds = [
            (Reason::LineByNodes, lines_by_nodes(board)),
            (Reason::LineByLines, lines_by_lines(board)),
            (Reason::RhombusByNodes, rhombi_by_nodes(board)),
            (Reason::RhombusByLines, rhombi_by_lines(board)),
        ];
        let through = |i| {
            let all = kinds.iter().flat_map(|(_, figures)| figures);
            all.filter(|figure| figure.contains(Point(i as u16))).copied().collect()
        };
        Self { through: std::array::from_fn(through), kinds }
    }
}

fn lines_by_nodes(board: &Board) -> SmallSet<PointSet> {
    let paths = board.all().flat_map(|from| board.straight_paths(from, 7));
    paths.map(|path| path.into_iter().step_by(2).collect()).collect()
}

fn lines_by_lines(board: &Board) -> SmallSet<PointSet> {
    let mut figures = SmallSet::new();
    for s1 in board.all() {
        for back in 0..board.neighbours(s1).len() {
            for ahead in opposite_sectors(board, s1, back) {
                let (Some((s0, _)), Some((s2, entry))) = (across(board, s1, back), across(board, s1, ahead))
                else {
                    continue;
                };
                let ends = opposite_sectors(board, s2, entry).into_iter();
                let ends = ends.filter_map(|exit| across(board, s2, exit));
                for (s3, _) in ends {
                    figures.insert(PointSet::from_iter([s0, s1, s2, s3]));
                }
            }
        }
    }
    figures
}

/// The node that faces this one through a sector, and the sector it looks back through.
fn across(board: &Board, node: Point, sector: usize) -> Option<(Point, usize)> {
    let around = board.neighbours(node);
    let facing = board.node(node).facing[sector]?;
    // Clockwise from the other side, the line between the two starts with what was its end.
    let line_starts = around[(sector + 1) % around.len()];
    let back = board.neighbours(facing).iter().position(|&n| n == line_starts)?;
    Some((facing, back))
}

/// Straight on through sectors: the opposite one, either of two at a penta, none on the rim.
fn opposite_sectors(board: &Board, node: Point, sector: usize) -> Vec<usize> {
    match board.neighbours(node).len() {
        6 => vec![(sector + 3) % 6],
        5 => vec![(sector + 2) % 5, (sector + 3) % 5],
        _ => vec![],
    }
}

fn rhombi_by_nodes(board: &Board) -> SmallSet<PointSet> {
    let middles = board.all().filter(|&m| board.neighbours(m).len() == 6);
    let around = |m: Point| {
        let (near, facing) = (board.neighbours(m), &board.node(m).facing);
        (0..3).filter_map(|i| {
            let tips = [facing[i + 1]?, facing[(i + 4) % 6]?];
            Some(PointSet::from_iter([near[i], near[i + 3], tips[0], tips[1]]))
        })
    };
    middles.flat_map(around).collect()
}

fn rhombi_by_lines(board: &Board) -> SmallSet<PointSet> {
    let penta = |node: Point| board.neighbours(node).len() == 5;
    let around = |&(x, y): &(Point, Point)| {
        let tips = kadon().neighbours[x.index()] & kadon().neighbours[y.index()];
        let (&before, &behind) = (board.straight_on(y, x).first()?, board.straight_on(x, y).first()?);
        (tips.len() == 2).then_some(tips | PointSet::of(before) | PointSet::of(behind))
    };
    let lines = board.lines.iter().filter(|(x, y)| !penta(*x) && !penta(*y));
    lines.filter_map(around).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::slide::tests::some_of;
    use super::*;
    use crate::playout::Random;

    fn figure(names: &str) -> PointSet {
        kadon().board.named(names).collect()
    }

    #[test]
    fn as_many_as_on_the_printed_board() {
        let counts = figures().kinds.each_ref().map(|(kind, figures)| (*kind, figures.len()));
        assert_eq!(
            counts,
            [
                (Reason::LineByNodes, 156),
                (Reason::LineByLines, 153),
                (Reason::RhombusByNodes, 174),
                (Reason::RhombusByLines, 168)
            ]
        );
    }

    #[test]
    fn no_two_stones_of_a_figure_touch() {
        let near = &kadon().neighbours;
        for figure in figures().kinds.iter().flat_map(|(_, figures)| figures) {
            assert_eq!(figure.len(), 4);
            assert!(figure.iter().all(|stone| !near[stone.index()].meets(*figure)));
        }
    }

    #[test]
    fn the_figures_around_c4() {
        let [line_by_nodes, line_by_lines, rhombus_by_nodes, rhombus_by_lines] =
            figures().kinds.each_ref().map(|(_, figures)| figures);
        assert!(line_by_nodes.contains(&figure("a4 c4 e4 d8")), "through e6 to d8");
        assert!(line_by_lines.contains(&figure("a5 c4 e3 f3")));
        assert!(rhombus_by_nodes.contains(&figure("c3 c5 a5 e3")));
        assert!(rhombus_by_lines.contains(&figure("c3 c6 b5 d4")));
    }

    #[test]
    fn lines_fork_at_a_penta_and_end_at_a_corner() {
        let lines = &figures().kinds[0].1;
        // c1 d1 e1 is followed by e2 e3 e4 e5 or by e12 e11 e10 e9.
        assert!(lines.contains(&figure("c1 e1 e3 e5")));
        assert!(lines.contains(&figure("c1 e1 e11 e9")));
        assert!(lines.contains(&figure("a1 a3 a5 a7")));
        assert!(!lines.contains(&figure("a23 a1 a3 a5")));
    }

    #[test]
    fn figures_by_node_are_the_figures() {
        let mut random = Random::new(4);
        let mut won = 0;
        for _ in 0..500 {
            let own = some_of(&mut random, PointSet::first(NODES), 8);
            let through = own.iter().any(|stone| figures().any_through(own, stone));
            assert_eq!(through, figures().first_kind(own).is_some(), "{own:?}");
            won += u32::from(through);
        }
        assert!((20..480).contains(&won), "both cases are met: {won}");
    }
}
