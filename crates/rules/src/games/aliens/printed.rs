//! Which of the chains that make the same turn is printed: a shortest one, among equals the first by board order.

use super::{Aliens, jumps};
use crate::board::Point;
use crate::board::kadon::kadon;
use crate::hash;
use crate::pointset::PointSet;
use crate::side::Side;
use std::collections::HashSet;

impl Aliens {
    /// The nodes printed for a turn of jumps made from here, its start included.
    pub(super) fn printed(&self, made: &[Point], captured: PointSet) -> Vec<Point> {
        let (from, to) = (made[0], made[made.len() - 1]);
        if captured.is_empty() && kadon().neighbours[from.index()].contains(to) {
            return vec![from, to];
        }
        let mut search = PlacementSearch {
            aliens: self.pieces[Side::White] - PointSet::of(from),
            spared: self.pieces[Side::Black] - captured,
            to,
            nodes: vec![from],
            dead_ends: HashSet::default(),
        };
        // At the latest the chain that was made is found.
        let found = (1..made.len()).any(|jumps| search.goes_on(from, captured, jumps));
        debug_assert!(found, "a turn that was made can be made");
        search.nodes
    }
}

/// Searches for a chain with a given number of jumps that captures certain amazons.
struct PlacementSearch {
    aliens: PointSet,
    /// Amazons that must not be captured.
    spared: PointSet,
    to: Point,
    nodes: Vec<Point>,
    /// Positions of the alien, remaining amazons and remaining jumps from which no chain was found.
    dead_ends: HashSet<(Point, PointSet, usize), hash::PositionHasherBuilder>,
}

impl PlacementSearch {
    /// Whether a chain that is on `at` can capture those `standing` and arrive after `jumps_left` jumps. If
    /// so, `nodes` holds the first such chain, because landings are tried in board order.
    fn goes_on(&mut self, at: Point, standing: PointSet, jumps_left: usize) -> bool {
        if jumps_left == 0 {
            return at == self.to && standing.is_empty();
        }
        if standing.len() > jumps_left || self.dead_ends.contains(&(at, standing, jumps_left)) {
            return false;
        }
        let jumped = self.aliens | standing;
        for jump in jumps(at, jumped, jumped | self.spared) {
            self.nodes.push(jump.to);
            if self.goes_on(jump.to, standing - PointSet::of(jump.over), jumps_left - 1) {
                return true;
            }
            self.nodes.pop();
        }
        self.dead_ends.insert((at, standing, jumps_left));
        false
    }
}
