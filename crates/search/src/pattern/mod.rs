//! Learned evaluations: small vectors for local patterns, summed.
//!
//! A game lists the patterns on its board, read for the side to act, as numbers of rows
//! ([`Patterns::list_patterns`]). The rows of a [`PatternNetwork`] are added up in an accumulator, cut off below 0 and
//! above 1, and weighed by the head of the position's phase. The counts of the hand-made evaluation may take part,
//! weighed by phase as well.
//! Everything is integers, so that a position has the same value on every machine.
//!
//! `taijitu learn` makes networks from games of the engine against itself.

mod file;
mod network;
mod rows;
mod supply;

pub use file::WeightsError;
pub use network::{CLIP, OutputHead, POINT, PatternNetwork, WIDTH, WeightRow};
pub use supply::supply_weights;
pub(crate) use supply::weights_of;

use std::sync::Arc;
use taijitu_rules::{Game, Rules};

/// The size of a game's network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Rows, the first of which is never listed.
    pub rows: usize,
    /// Numbers in a row: 16 or 32. Half as many are added up in half the time.
    pub width: usize,
    /// Heads, one for each phase of the game.
    pub heads: usize,
    /// Counts of the hand-made evaluation that take part, those of both sides together.
    pub counts: usize,
}

/// A game with patterns.
pub trait Patterns: Rules {
    /// The size of the network; `None` in a game without patterns.
    const SHAPE: Option<NetworkShape> = None;

    /// Lists the patterns and counts of this position, read for the side to act.
    fn list_patterns(&self, _list: &mut PatternList) {}

    /// The phase of the game: the number of a head.
    fn phase(&self) -> usize {
        0
    }

    /// Whether the network is meant for this position; variants it was not trained on are evaluated by hand.
    fn is_covered(&self) -> bool {
        true
    }

    /// The network that comes with the program, if a learned evaluation is better than the hand-made one.
    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        None
    }
}

/// The most patterns a position has.
pub const MOST_PATTERNS: usize = 512;

/// The most counts a position has.
pub const MOST_COUNTS: usize = 64;

/// The patterns of a position, as numbers of rows, and its counts.
#[derive(Clone, Debug)]
pub struct PatternList {
    rows: [u16; MOST_PATTERNS],
    len: usize,
    counts: [i32; MOST_COUNTS],
    counted: usize,
}

impl Default for PatternList {
    fn default() -> Self {
        Self { rows: [0; MOST_PATTERNS], len: 0, counts: [0; MOST_COUNTS], counted: 0 }
    }
}

impl PatternList {
    /// Adds a pattern, unless it is number 0; patterns beyond [`MOST_PATTERNS`] are lost.
    #[inline]
    pub fn push(&mut self, row: u16) {
        self.extend([row]);
    }

    /// Adds patterns; faster than one by one.
    #[inline]
    pub fn extend(&mut self, rows: impl IntoIterator<Item = u16>) {
        // Without a branch: what is not kept is overwritten by the next one.
        let mut len = self.len;
        for row in rows {
            self.rows[len % MOST_PATTERNS] = row;
            len += usize::from(row != 0);
        }
        self.len = len;
    }

    /// Adds patterns by a function that gets the room for all rows and how many there are, and returns how many there are
    /// then; none of those it adds may be 0. The fastest way for loops that are not one iterator.
    #[inline]
    pub fn fill(&mut self, add: impl FnOnce(&mut [u16; MOST_PATTERNS], usize) -> usize) {
        self.len = add(&mut self.rows, self.len);
    }

    /// Adds counts of the hand-made evaluation, first those of the side to act; those beyond [`MOST_COUNTS`] are lost.
    #[inline]
    pub fn add_counts(&mut self, counts: &[i32]) {
        for (kept, count) in self.counts.iter_mut().skip(self.counted).zip(counts) {
            *kept = *count;
        }
        self.counted = (self.counted + counts.len()).min(MOST_COUNTS);
    }

    /// The counts.
    #[must_use]
    #[inline]
    pub fn counts(&self) -> &[i32] {
        &self.counts[..self.counted]
    }

    /// Forgets everything.
    pub const fn clear(&mut self) {
        (self.len, self.counted) = (0, 0);
    }

    /// The rows.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len.min(MOST_PATTERNS)]
    }
}

/// Which evaluation an engine uses.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The one that comes with the program: the learned one where there is one.
    #[default]
    Shipped,
    /// The hand-made one.
    Plain,
    /// The network of a file.
    Network(Arc<PatternNetwork>),
}

impl Evaluation {
    /// The network to use in a game; `None` is the hand-made evaluation.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if the network is of another game.
    pub fn network<G: Patterns + Game>(&self) -> Result<Option<Arc<PatternNetwork>>, WeightsError> {
        match self {
            Self::Shipped => Ok(G::shipped_network()),
            Self::Plain => Ok(None),
            Self::Network(network) => network.check_for::<G>().map(|()| Some(network.clone())),
        }
    }

    /// For engines that have no learned evaluation.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if there is a network.
    pub(crate) fn refuse_network(&self, game: &str) -> Result<(), WeightsError> {
        match self {
            Self::Shipped | Self::Plain => Ok(()),
            Self::Network(network) => Err(network.is_not_for(game, None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_what_was_pushed_but_the_zeros() {
        let mut list = PatternList::default();
        for row in [3, 0, 0, 7, 0] {
            list.push(row);
        }
        assert_eq!(list.rows(), [3, 7]);
        for _ in 0..MOST_PATTERNS {
            list.push(1);
        }
        assert_eq!(list.rows().len(), MOST_PATTERNS);
    }
}
