//! Features of a Zen position for evaluations: read-only, and fast.

use super::Zen;
use super::check::{Check, MoverClaim};
use super::ending::groups;
use super::field::{SIZE, touching};
use super::moves::Step;
use super::options::Variant;
use crate::board::Point;
use crate::pointset::PointSet;
use crate::side::Side;

/// The connectivity of a set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Pairs of pieces that touch.
    pub contacts: u32,
    /// Blocks of four squares with exactly three pieces.
    pub threes: u32,
    /// Blocks of four squares full of pieces.
    pub fours: u32,
    /// Groups less the holes in them, without following a chain (the Euler number of the set).
    pub groups: i32,
}

/// The columns from a to j, from where there is a square to the right.
const NOT_K: u128 = {
    let (mut squares, mut row) = (PointSet::first(SIZE * SIZE).0, 0);
    while row < SIZE {
        squares &= !(1 << (row * SIZE + SIZE - 1));
        row += 1;
    }
    squares
};

impl Shape {
    /// The shape of a set of pieces.
    #[must_use]
    #[inline(always)]
    pub fn of(set: PointSet) -> Self {
        let here = set.0;
        let left = here & NOT_K;
        let (right, above) = (here >> 1 & NOT_K, here >> SIZE);
        let (above_left, above_right) = (above & NOT_K, here >> (SIZE + 1) & NOT_K);
        let (beside, up) = (left & right, here & above);
        let (rising, falling) = (left & above_right, right & above_left);
        let pairs = [beside, up, rising, falling].map(u128::count_ones);
        // Three of a block: a diagonal and exactly one of the two squares off it.
        let fours = (rising & falling).count_ones();
        let threes = ((rising & !falling & (right | above_left))
            | (falling & !rising & (left | above_right)))
            .count_ones();
        let contacts = pairs.iter().sum();
        // Pieces − contacts + triangles − full blocks; a full block has four triangles.
        let groups = here.count_ones() as i32 - contacts as i32 + threes as i32 + 3 * fours as i32;
        Self { contacts, threes, fours, groups }
    }
}

impl Zen {
    /// The pawns of a side.
    #[must_use]
    #[inline(always)]
    pub const fn pawns(&self, side: Side) -> PointSet {
        self.field.pawns.0[side.index()]
    }

    /// The square of the Zen; nothing once it is captured.
    #[must_use]
    #[inline(always)]
    pub const fn zen(&self) -> PointSet {
        self.field.zen
    }

    /// What a side has to connect: its pawns and the Zen.
    #[must_use]
    #[inline(always)]
    pub fn to_connect(&self, side: Side) -> PointSet {
        self.field.own(side)
    }

    /// How many groups a side's pieces form, the Zen among them.
    #[must_use]
    pub fn group_count(&self, side: Side) -> u32 {
        groups(self.field.own(side)).count() as u32
    }

    /// How many of the pieces a square touches.
    #[must_use]
    #[inline(always)]
    pub fn touched(at: Point, pieces: PointSet) -> u32 {
        (touching(PointSet::of(at)) & pieces).0.count_ones()
    }

    /// Lists into `out`, which is cleared first, a turn that wins at once, if there is one.
    pub fn winning_step(&self, out: &mut Vec<Step>) {
        out.clear();
        let (side, leash) = (self.act, self.leash());
        let wins = |&(from, to): &(Point, Point)| {
            let mut after = self.field;
            after.go(side, from, to);
            after.won_by(side)
        };
        let found = self.field.moves(side, leash).find(wins);
        out.extend(found.map(|(from, to)| Step::Move { from, to, claim: MoverClaim::Nothing }));
    }

    /// The same position where nobody announces anything and a mate is played out: the same side wins it, and
    /// its turns are found without looking two turns ahead.
    #[must_use]
    pub fn played_out(mut self) -> Self {
        if self.rules.variant.has_check() && !self.must_answer() {
            self.rules.variant = Variant::Basic;
            self.rules.manual = false;
            self.check = Check::Settled;
            self.before_reply = None;
        }
        self
    }

    /// The position after a null move. Only for a search: passing is not legal.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        let mut next = self.clone();
        next.ko = None;
        next.hand_over();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Random;

    #[test]
    fn the_groups_of_a_shape_are_groups_less_holes() {
        let set = |names: &str| super::super::board().named(names).collect::<PointSet>();
        for (names, groups) in [
            ("a1 k1 k11", 3),
            ("k5 a6", 2),
            ("a1 b2 c3 a3 c1", 1),
            ("a1 a2 b1 b2", 1),
            ("a1 a2 b1", 1),
            ("j1 k2 k3 j3", 1),
            ("b1 a2 c2 b3", 0),
        ] {
            assert_eq!(Shape::of(set(names)).groups, groups, "{names}");
        }
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let pieces: PointSet = (0..6).map(|_| Point(random.below(121) as u16)).collect();
            // Six pieces make a hole only as a ring around it.
            let holes = i32::from(Shape::of(pieces).contacts >= 4);
            let (found, counted) = (Shape::of(pieces).groups, groups(pieces).count() as i32);
            assert!(found == counted || found == counted - holes, "{pieces:?}");
        }
    }
}
