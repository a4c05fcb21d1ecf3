//! What is good in Aliens & Amazons, where the sides are different: everything is counted for the aliens.
//!
//! The aliens win by captures, the amazons by leaving them no move, and for that they need numbers. So the aliens
//! count the amazons lost and their own freedom: the moves of each alien (one that has none, or only one or two, is
//! half lost) and the nodes they can walk to. The amazons are safe on the rim, beside each other and behind a wall:
//! what counts against them is how many could be jumped from a node an alien can walk to, more so when an alien
//! is near. The weights are chosen by hand: nearly every game of the engine against itself is a draw, the amazons
//! standing in a corner where nothing can be jumped, and results that are all alike fit nothing. Loud are captures.

use super::{Weighed, Weight, for_white};
use crate::alphabeta::Evaluate;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{Jump, NODES, kadon};
use taijitu_rules::games::aliens::{Aliens, Step};
use taijitu_rules::{Game, Point, PointSet, Side};

/// For each node, the pairs of nodes with a jump over it from one to the other, each once.
static ACROSS: LazyLock<[Vec<[Point; 2]>; NODES]> = LazyLock::new(|| {
    let mut across = [const { vec![] }; NODES];
    for one in kadon().board.all() {
        for jump in kadon().jumps[one.index()].iter().filter(|jump| one < jump.to) {
            across[jump.over.index()].push([one, jump.to]);
        }
    }
    across
});

/// Moves of an alien beyond this many make it no freer.
const MOST_MOVES: usize = 8;

/// Steps and jumps of an alien.
fn moves(game: &Aliens, alien: Point) -> usize {
    let occupied = game.pieces(Side::White) | game.pieces(Side::Black);
    let steps = (kadon().neighbours[alien.index()] - occupied).len();
    let open = |jump: &&Jump| occupied.contains(jump.over) && !occupied.contains(jump.to);
    steps + kadon().jumps[alien.index()].iter().filter(open).count()
}

/// The nodes beside these.
fn around(nodes: PointSet) -> PointSet {
    nodes.iter().fold(PointSet::EMPTY, |all, node| all | kadon().neighbours[node.index()])
}

/// The nodes aliens can walk to, their own included.
fn range(aliens: PointSet, amazons: PointSet) -> PointSet {
    let (mut all, mut front) = (aliens, aliens);
    while !front.is_empty() {
        front = around(front) - all - amazons;
        all |= front;
    }
    all
}

/// The landing of a capture.
fn captures(game: &Aliens, from: Point, to: Point) -> bool {
    let amazons = game.pieces(Side::Black);
    kadon().jumps[from.index()].iter().any(|jump| jump.to == to && amazons.contains(jump.over))
}

impl Weighed for Aliens {
    const WEIGHTS: &'static [Weight] = &[
        ("the aliens", [0, 0]),
        ("amazons lost", [100, 100]),
        ("amazons in hand", [0, 0]),
        ("nodes to walk to", [4, 4]),
        ("aliens without a move", [-150, -150]),
        ("aliens with one", [-80, -80]),
        ("aliens with two", [-40, -40]),
        ("moves", [3, 3]),
        ("amazons that could be jumped", [8, 8]),
        ("of those beside an alien", [10, 10]),
        ("of those two steps away", [8, 8]),
        ("amazons that can be jumped now", [0, 0]),
        ("amazons on the rim", [0, 0]),
    ];
    const TEMPO: i32 = 0;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        if side == Side::Black {
            return [0; Self::WEIGHTS.len()];
        }
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        let (occupied, range) = (aliens | amazons, range(aliens, amazons));
        let (mut with, mut all_moves) = ([0; 3], 0);
        for alien in aliens {
            let moves = moves(self, alien);
            all_moves += moves.min(MOST_MOVES);
            if let Some(with) = with.get_mut(moves) {
                *with += 1;
            }
        }
        let (mut exposed, mut threatened) = (PointSet::EMPTY, PointSet::EMPTY);
        for amazon in amazons {
            for &[one, other] in &ACROSS[amazon.index()] {
                if amazons.contains(one) || amazons.contains(other) {
                    continue;
                }
                let jump = |from, to| range.contains(from) && !aliens.contains(to);
                if jump(one, other) || jump(other, one) {
                    exposed.insert(amazon);
                    if aliens.contains(one) != aliens.contains(other) {
                        threatened.insert(amazon);
                    }
                }
            }
        }
        let beside = around(aliens);
        let near = around(beside - occupied) - beside;
        let lost = 30 - amazons.len() - usize::from(self.hand(Side::Black));
        [
            1,
            lost,
            usize::from(self.hand(Side::Black)),
            (range - aliens).len(),
            with[0],
            with[1],
            with[2],
            all_moves,
            exposed.len(),
            (exposed & beside).len(),
            (exposed & near).len(),
            threatened.len(),
            (amazons & PointSet::first(24)).len(),
        ]
        .map(|count| count as i32)
    }
}

impl Evaluate for Aliens {
    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn promise(&self, step: Step) -> i32 {
        match step {
            Step::Move { from, to } => 500 * i32::from(captures(self, from, to)),
            Step::Jump(to) => 500 * i32::from(self.jumping().is_some_and(|at| captures(self, at, to))),
            Step::Done => 100,
            Step::Place(node) if self.to_act().side() == Side::Black => {
                let near = kadon().neighbours[node.index()];
                let beside = |side| (near & self.pieces(side)).len() as i32;
                20 * beside(Side::White) + 5 * beside(Side::Black)
            }
            Step::Place(_) => 0,
        }
    }

    fn is_loud(&self, step: Step) -> bool {
        matches!(step, Step::Move { from, to } if captures(self, from, to))
    }

    fn loud_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.to_act().side() == Side::Black || self.hand(Side::White) > 0 {
            return;
        }
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        for from in aliens {
            let jumps = kadon().jumps[from.index()].iter();
            let captures =
                jumps.filter(|jump| amazons.contains(jump.over) && !(aliens | amazons).contains(jump.to));
            out.extend(captures.map(|jump| Step::Move { from, to: jump.to }));
        }
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Move { from, to } => from.0 << 7 | to.0,
            Step::Place(node) => 1 << 14 | node.0,
            Step::Jump(to) => 2 << 14 | to.0,
            Step::Done => 3 << 14,
        }
    }
}
