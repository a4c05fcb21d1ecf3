//! Positions to train on: their patterns, listed once.

use taijitu_search::pattern::{NetworkShape, PatternList, Patterns};
use taijitu_search::self_play::TrainingPosition;

/// Positions as a training needs them.
#[derive(Clone, Debug)]
pub struct SampleSet {
    shape: NetworkShape,
    /// The rows of all positions, one after the other.
    rows: Vec<u16>,
    /// The counts of all positions.
    counts: Vec<i32>,
    notes: Vec<SampleSpan>,
}

#[derive(Clone, Copy, Debug)]
struct SampleSpan {
    /// Where its rows end; they begin where those of the one before it end.
    end: usize,
    phase: usize,
    target: f32,
}

/// A position of a set.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSample<'a> {
    /// The rows of its patterns.
    pub rows: &'a [u16],
    /// Its counts, as many as the shape says.
    pub counts: &'a [i32],
    /// The number of its head.
    pub phase: usize,
    /// What it is worth to the side to act, from 0 to 1.
    pub target: f32,
}

impl SampleSet {
    /// An empty set.
    #[must_use]
    pub const fn new(shape: NetworkShape) -> Self {
        Self { shape, rows: vec![], counts: vec![], notes: vec![] }
    }

    /// The size of the networks it is for.
    #[must_use]
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// Adds positions.
    pub fn extend<G: Patterns>(&mut self, positions: impl IntoIterator<Item = TrainingPosition<G>>) {
        let mut list = PatternList::default();
        for TrainingPosition { position, target, .. } in positions {
            list.clear();
            position.list_patterns(&mut list);
            self.rows.extend(list.rows());
            let counts = list.counts().iter().copied().chain(std::iter::repeat(0));
            self.counts.extend(counts.take(self.shape.counts));
            let phase = position.phase();
            self.notes.push(SampleSpan { end: self.rows.len(), phase, target: target as f32 });
        }
    }

    /// Positions in the set.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.notes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// The position with this number.
    ///
    /// # Panics
    /// If the set has no position with this number.
    #[must_use]
    pub fn sample(&self, number: usize) -> TrainingSample<'_> {
        let SampleSpan { end, phase, target } = self.notes[number];
        let start = number.checked_sub(1).map_or(0, |before| self.notes[before].end);
        let counts = &self.counts[number * self.shape.counts..][..self.shape.counts];
        TrainingSample { rows: &self.rows[start..end], counts, phase, target }
    }

    /// All positions.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = TrainingSample<'_>> {
        (0..self.len()).map(|number| self.sample(number))
    }
}
