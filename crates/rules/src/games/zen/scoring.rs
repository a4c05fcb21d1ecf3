//! What a round of a match is worth: the loser's pawns outside the loser's major group.

use super::ending::groups;
use super::field::ZenField;
use crate::side::Side;

impl ZenField {
    /// What the winner of a round that ended here scores.
    pub(super) fn score(&self, winner: Side) -> u32 {
        let loser = winner.other();
        let (pawns, zen) = (self.pawns[loser], self.zen);
        if pawns.is_empty() {
            return zen.len() as u32;
        }
        // The Zen links the groups it touches, but only pawns count. Among groups of the same size the loser
        // takes the one with the Zen, which then costs nothing.
        let sizes = groups(pawns | zen).map(|group| ((group & pawns).len(), group.meets(zen)));
        let (major, with_zen) = sizes.max().unwrap_or_default();
        let zen_astray = !zen.is_empty() && !with_zen;
        (pawns.len() - major) as u32 + u32::from(zen_astray)
    }
}
