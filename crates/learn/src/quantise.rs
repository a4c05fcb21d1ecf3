//! From weights in floating point to the integers of a network.

use crate::train::FloatWeights;
use taijitu_search::pattern::{CLIP, OutputHead, POINT, PatternNetwork, WeightRow};

/// The network of trained weights. `scale` is the points of a chance of 73 %, `notes` say how it was made.
/// `None` if the weights are of no size.
#[must_use]
pub fn quantise(
    game: &str,
    weights: &FloatWeights,
    scale: f64,
    notes: Vec<String>,
) -> Option<PatternNetwork> {
    let row = |numbers: &[f32]| -> WeightRow {
        let mut row: WeightRow = [0; taijitu_search::pattern::WIDTH];
        let rounded = numbers.iter().map(|&number| fixed(f64::from(number) * f64::from(CLIP)));
        row.iter_mut().zip(rounded).for_each(|(kept, number)| *kept = number);
        row
    };
    let rows: Vec<WeightRow> = (0..weights.shape.rows).map(|n| row(weights.row(n))).collect();
    let points = |number: f32| f64::from(number) * scale * f64::from(POINT);
    let head = |phase| {
        let head = weights.head(phase);
        OutputHead {
            weights: head.weights.map(|weight| fixed(points(weight))),
            counts: head.counts.iter().map(|&weight| fixed(points(weight))).collect(),
            bias: (points(head.bias) * f64::from(CLIP)).round() as i32,
        }
    };
    let heads = (0..weights.shape.heads).map(head).collect();
    PatternNetwork::new((game, weights.shape.width), row(weights.bias()), &rows, heads, notes)
}

/// The nearest number of sixteen bits.
fn fixed(number: f64) -> i16 {
    number.round() as i16
}
