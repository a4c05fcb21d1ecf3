//! How a game of Zen ends: who is connected.

use super::field::{ZenField, touching};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::side::Side;

/// The pieces of the set that are connected with those of `seed`, by contact on eight sides.
#[inline(always)]
pub(super) fn chain(set: PointSet, seed: PointSet) -> PointSet {
    let mut found = seed;
    loop {
        let more = found | (touching(found) & set);
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The groups a set falls into.
pub(super) fn groups(set: PointSet) -> impl Iterator<Item = PointSet> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let group = chain(rest, PointSet::of(rest.lowest()?));
        rest = rest - group;
        Some(group)
    })
}

/// Whether a set is one chain; a single piece is.
#[inline(always)]
pub(super) fn is_chain(set: PointSet) -> bool {
    // Nearly always some piece stands alone, which is found without following a chain.
    let alone = set - touching(set);
    if !alone.is_empty() {
        return alone == set && set.len() == 1;
    }
    set.lowest().is_some_and(|first| chain(set, PointSet::of(first)) == set)
}

impl ZenField {
    /// Whether all pawns of a colour, and the Zen if it is in play, form one chain.
    #[inline(always)]
    pub(super) fn connected(&self, side: Side) -> bool {
        is_chain(self.own(side))
    }

    /// The end of the game as the pieces show it.
    #[inline(always)]
    pub(super) fn ending(&self) -> Option<Outcome> {
        if let Some(gone) = Side::BOTH.into_iter().find(|&side| self.pawns[side].is_empty()) {
            return Some(Outcome::win(gone.other(), Reason::NoPawns));
        }
        match Side::BOTH.map(|side| self.connected(side)) {
            [false, false] => None,
            [true, true] => Some(Outcome::draw(Reason::BothConnected)),
            [true, false] => Some(Outcome::win(Side::White, Reason::Connected)),
            [false, true] => Some(Outcome::win(Side::Black, Reason::Connected)),
        }
    }

    /// Whether the pieces show a win of this side.
    #[inline(always)]
    pub(super) fn won_by(&self, side: Side) -> bool {
        let other = side.other();
        self.pawns[other].is_empty() || (self.connected(side) && !self.connected(other))
    }
}
