//! Chains of jumps on the 93-node board: what Aliens & Amazons and Leap Over have in common.
//!
//! ```text
//!     A s .        A jumps over s, a neighbour, to the node straight behind it, which is empty
//! ```

use crate::board::Point;
use crate::board::kadon::{Jump, kadon};
use crate::pointset::PointSet;

/// The jumps from a node over pieces of `jumped` to nodes outside `occupied`, in board order of the landings.
#[inline(always)]
pub(super) fn jumps(from: Point, jumped: PointSet, occupied: PointSet) -> impl Iterator<Item = Jump> {
    let open = move |jump: &Jump| jumped.contains(jump.over) && !occupied.contains(jump.to);
    kadon().jumps[from.index()].iter().copied().filter(open)
}

/// The node that a jump between two nodes passes over, if there is such a jump.
pub(super) fn between(from: Point, to: Point) -> Option<Point> {
    let lands = |jump: &&Jump| jump.to == to;
    kadon().jumps[from.index()].iter().find(lands).map(|jump| jump.over)
}

/// The names of nodes a piece visits, joined as notation does.
pub(super) fn joined(nodes: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<&str> = nodes.into_iter().map(|node| kadon().board.name(node)).collect();
    names.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_jump_can_be_taken_back_over_the_same_node() {
        for from in kadon().board.all() {
            for jump in &kadon().jumps[from.index()] {
                assert_eq!(between(jump.to, from), Some(jump.over));
            }
        }
    }

    #[test]
    fn no_jump_lands_on_a_neighbour() {
        for from in kadon().board.all() {
            let near = kadon().neighbours[from.index()];
            assert!(kadon().jumps[from.index()].iter().all(|jump| !near.contains(jump.to)));
        }
    }
}
