//! A network: rows, heads, and what they make of a list of patterns.

use super::rows::RowTable;
use super::{NetworkShape, PatternList};

/// Numbers in a wide row; a narrow one has half as many, the others being zero.
pub const WIDTH: usize = 32;

/// Where the accumulator is cut off: the fixed-point number that stands for 1.
pub const CLIP: i16 = 256;

/// The fixed-point number that stands for one point in the weights of a head.
pub const POINT: i32 = 32;

/// No value is farther from even: far from what proofs are worth.
const MOST_POINTS: i64 = 100_000;

/// The vector of a pattern.
pub type WeightRow = [i16; WIDTH];

/// What a phase makes of the accumulator and the counts, in parts of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputHead {
    /// The weights of the accumulator.
    pub weights: WeightRow,
    /// The weights of the counts, first those of the side to act.
    pub counts: Vec<i16>,
    /// What is added to every value.
    pub bias: i32,
}

/// A learned evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternNetwork {
    pub(super) game: String,
    pub(super) shape: NetworkShape,
    pub(super) notes: Vec<String>,
    pub(super) bias: WeightRow,
    pub(super) rows: RowTable,
    pub(super) heads: Vec<OutputHead>,
}

impl PatternNetwork {
    /// A network of a game from its parts, with rows of this width; `None` if the parts do not fit together. `notes` say
    /// how it was made, a line each.
    #[must_use]
    pub fn new(
        (game, width): (&str, usize),
        bias: WeightRow,
        rows: &[WeightRow],
        heads: Vec<OutputHead>,
        notes: Vec<String>,
    ) -> Option<Self> {
        let counts = heads.first()?.counts.len();
        let same = heads.iter().all(|head| head.counts.len() == counts);
        let fits = !rows.is_empty() && same && RowTable::has_width(width);
        let rows = RowTable::new(width, &bias, rows, &heads);
        let shape = NetworkShape { rows: rows.len(), width: rows.width(), heads: heads.len(), counts };
        fits.then(|| Self { game: game.into(), shape, notes, bias, rows, heads })
    }

    /// The id of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The size.
    #[must_use]
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// How it was made.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds a line to how it was made.
    pub fn add_note(&mut self, note: &str) {
        self.notes.push(note.replace(['\n', '\r'], " "));
    }

    /// The value of a position in this phase for the side to act, in points.
    ///
    /// # Panics
    /// If a row or the phase is not in the network: its shape is checked when it is loaded.
    #[must_use]
    #[inline]
    pub fn value(&self, list: &PatternList, phase: usize) -> i32 {
        let head = &self.heads[phase];
        let sum = self.rows.weighed(list.rows(), phase);
        let counts = list.counts().iter().zip(&head.counts);
        let counted: i64 = counts.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum();
        let sum = i64::from(sum) + i64::from(head.bias) + i64::from(CLIP) * counted;
        let unit = i64::from(CLIP) * i64::from(POINT);
        (sum + unit / 2).div_euclid(unit).clamp(-MOST_POINTS, MOST_POINTS) as i32
    }

    /// The value in floating point, from the same weights: what [`value`](Self::value) is compared with.
    #[must_use]
    pub fn reference_value(&self, list: &PatternList, phase: usize) -> f64 {
        let head = &self.heads[phase];
        let clip = f64::from(CLIP);
        let mut sum = f64::from(head.bias) / clip;
        for number in 0..self.shape.width {
            let rows = list.rows().iter().map(|&row| f64::from(self.rows.row(usize::from(row))[number]));
            let cut = ((f64::from(self.bias[number]) + rows.sum::<f64>()) / clip).clamp(0.0, 1.0);
            sum += cut * f64::from(head.weights[number]);
        }
        let counted = list.counts().iter().zip(&head.counts);
        sum += counted.map(|(&count, &weight)| f64::from(count) * f64::from(weight)).sum::<f64>();
        sum / f64::from(POINT)
    }
}
