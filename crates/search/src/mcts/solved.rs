//! Small triangles of Y, solved: which first stones win.
//!
//! The lists are what [`winning_first_stones`] finds by trying everything; a test solves the boards again.
//! Where a first stone is to be chosen or may be taken over, the engine answers from them without a search.

use std::collections::HashMap;
use taijitu_rules::games::y::Y;
use taijitu_rules::{Play, Point, Rules};

/// The triangles that are solved: their sides, and the first stones that win on them, those nearest to the middle first.
pub const TRIANGLES: [(u16, &str); 4] =
    [(3, "a2 b2 b3"), (4, "b3 a2 b2 a3 c3 b4 c4"), (5, "b4 c4 b3"), (6, "b4 c4 c5")];

/// The first stones that win on the board of this position, if it is solved.
pub(super) fn known(y: &Y) -> Option<Vec<Point>> {
    let is_this = |side: u16| y.board().len() == points(side);
    let (_, names) = TRIANGLES.into_iter().find(|(side, _)| is_this(*side))?;
    Some(y.board().named(names).collect())
}

fn points(side: u16) -> usize {
    usize::from(side * (side + 1) / 2)
}

/// The first stones that win on a triangle of this side, those nearest to the middle first, by trying everything; none
/// if there is no such board or it has more than 32 points.
#[must_use]
pub fn winning_first_stones(side: u16) -> Vec<String> {
    let option = format!("board=triangle-{side}");
    let Ok(play) = Play::<Y>::start(&["pie=off", &option]) else { return vec![] };
    let y = play.position();
    if y.board().len() > 32 {
        return vec![];
    }
    let mut solver = TriangleSolver::of(y);
    let maps = y.board().symmetries();
    let mut wins = vec![None; y.board().len()];
    for at in 0..wins.len() {
        if wins[at].is_none() {
            let won = Some(!solver.wins(0, 1 << at));
            maps.iter().for_each(|map| wins[map[at].index()] = won);
        }
    }
    let order = solver.order.iter().filter(|&&at| wins[at] == Some(true));
    order.map(|&at| y.board().name(Point(at as u16)).to_string()).collect()
}

/// A set of points of a triangle.
type TriangleSet = u32;

/// Tries everything on a small triangle.
struct TriangleSolver {
    near: Vec<TriangleSet>,
    sides: [TriangleSet; 3],
    /// The points, those nearest to the middle first.
    order: Vec<usize>,
    all: TriangleSet,
    /// Whether the side to act wins, by its stones and those of the other side.
    known: HashMap<(TriangleSet, TriangleSet), bool>,
}

impl TriangleSolver {
    fn of(y: &Y) -> Self {
        let board = y.board();
        let set = |points: &mut dyn Iterator<Item = Point>| points.fold(0, |set, point| set | 1 << point.0);
        let near: Vec<TriangleSet> =
            board.all().map(|point| set(&mut board.neighbours(point).iter().copied())).collect();
        let sides =
            [0, 1, 2].map(|side| set(&mut board.all().filter(|&point| y.sides_at(point) >> side & 1 != 0)));
        let all = set(&mut board.all());
        let mut order: Vec<usize> = (0..board.len()).collect();
        let middle = |at: &usize| {
            let node = board.node(Point(*at as u16));
            let centre = [0, 1].map(|axis| {
                let along = board.points.iter().map(|node| if axis == 0 { node.x } else { node.y });
                along.sum::<f64>() / board.len() as f64
            });
            (node.x - centre[0]).hypot(node.y - centre[1])
        };
        order.sort_by(|a, b| middle(a).total_cmp(&middle(b)).then(a.cmp(b)));
        Self { near, sides, order, all, known: HashMap::new() }
    }

    /// Whether a chain of these stones touches all three sides.
    fn joins(&self, stones: TriangleSet) -> bool {
        let mut starts = stones & self.sides[0];
        while starts != 0 {
            let (mut chain, mut open) = (starts & starts.wrapping_neg(), starts & starts.wrapping_neg());
            while open != 0 {
                let fresh = self.near[open.trailing_zeros() as usize] & stones & !chain;
                chain |= fresh;
                open = open & (open - 1) | fresh;
            }
            if self.sides.iter().all(|side| chain & side != 0) {
                return true;
            }
            starts &= !chain;
        }
        false
    }

    /// Whether the side to act wins, with its stones and those of the other side; neither has won yet.
    fn wins(&mut self, own: TriangleSet, other: TriangleSet) -> bool {
        if let Some(&wins) = self.known.get(&(own, other)) {
            return wins;
        }
        let empty = self.all & !(own | other);
        let completing = |stones: TriangleSet| {
            let each =
                (0..32).map(|at| 1 << at).filter(|stone| empty & stone != 0 && self.joins(stones | stone));
            each.fold(0, |set: TriangleSet, stone| set | stone)
        };
        let wins = if completing(own) != 0 {
            true
        } else {
            // What the other side would complete has to be taken.
            let threats = completing(other);
            let tries = if threats == 0 { empty } else { threats };
            threats.count_ones() <= 1
                && (0..self.order.len()).any(|place| {
                    let stone = 1 << self.order[place];
                    tries & stone != 0 && !self.wins(other, own | stone)
                })
        };
        self.known.insert((own, other), wins);
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest one takes seconds: `taijitu prove y` solves it again.
    #[test]
    fn the_small_triangles_are_solved_as_the_lists_say() {
        for (side, names) in TRIANGLES.into_iter().take(3) {
            assert_eq!(winning_first_stones(side).join(" "), names, "triangle-{side}");
        }
    }
}
