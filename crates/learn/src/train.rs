//! Training in floating point: Adam with a cosine rate, one thread, positions in an order that the seed decides.
//!
//! The loss is the cross-entropy between the target of a position and the logistic function of its value.
//! Heads are a common head and a difference for each phase, so that rare phases learn from all others.

use crate::samples::{SampleSet, TrainingSample};
use taijitu_rules::playout::Random;
use taijitu_search::pattern::{NetworkShape, WIDTH};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingPlan {
    /// Passes over all positions.
    pub epochs: u32,
    /// The learning rate of the rows at the beginning; it falls to a hundredth.
    /// A hundred rows are added up and change together: with a large rate all sums leave the range between the cuts.
    pub rate: f32,
    /// The points of a chance of 73 %.
    pub scale: f64,
    /// The seed of the order and of the first weights.
    pub seed: u64,
}

/// The batch size: positions between two changes of the weights.
const BATCH: usize = 1024;

/// The learning rate of the heads as a multiple of that of the rows.
const HEAD_RATE: f32 = 4.0;

/// Batches until the full rate is reached.
const WARM_UP: f32 = 100.0;

/// Decay rates of Adam's moving averages of the gradients and of their squares (β₁, β₂).
const MEMORY: [f32; 2] = [0.9, 0.999];

/// Where the accumulators begin, and how large the weights of the first heads are.
const FIRST_BIAS: f32 = 0.25;
const FIRST_WEIGHT: f32 = 0.3;

/// Weights in floating point; a chance of 73 % is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights {
    /// The size.
    pub shape: NetworkShape,
    /// All numbers: rows, bias, the common head, the differences of the heads. A head is its weights, those of the
    /// counts, and its bias.
    numbers: Vec<f32>,
    /// What the counts are divided by before they are weighed.
    count_scale: Vec<f32>,
}

/// A head in floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatHead {
    /// The weights of the accumulator, filled up with zeros.
    pub weights: [f32; WIDTH],
    /// The weights of the counts.
    pub counts: Vec<f32>,
    /// What is added to every value.
    pub bias: f32,
}

/// The losses of a pass over the positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss over the positions it trained on.
    pub loss: f64,
    /// The mean loss over the positions that were set aside.
    pub set_aside: f64,
}

impl FloatWeights {
    /// Weights before any training: zero for all patterns, so that those never met count for nothing, and these weights
    /// for the counts, in points.
    fn first(shape: NetworkShape, plan: TrainingPlan, count_scale: Vec<f32>, counts: &[i32]) -> Self {
        let mut random = Random::new(plan.seed);
        let mut weights = Self { shape, numbers: vec![], count_scale };
        weights.numbers = vec![0.0; weights.head_at(0) + shape.heads * weights.head_len()];
        let (bias, common) = (weights.bias_at(), weights.common_at());
        let width = shape.width;
        weights.numbers[bias..bias + width].fill(FIRST_BIAS);
        for number in &mut weights.numbers[common..common + width] {
            let size = FIRST_WEIGHT * (0.5 + random.below(1000) as f32 / 1000.0);
            *number = if random.below(2) == 0 { size } else { -size };
        }
        for (n, &weight) in counts.iter().enumerate().take(shape.counts) {
            weights.numbers[common + width + n] = weight as f32 / plan.scale as f32 * weights.count_scale[n];
        }
        weights
    }

    const fn bias_at(&self) -> usize {
        self.shape.width * self.shape.rows
    }

    const fn common_at(&self) -> usize {
        self.bias_at() + self.shape.width
    }

    const fn head_len(&self) -> usize {
        self.shape.width + self.shape.counts + 1
    }

    const fn head_at(&self, phase: usize) -> usize {
        self.common_at() + (1 + phase) * self.head_len()
    }

    /// A row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        &self.numbers[self.shape.width * row..][..self.shape.width]
    }

    /// Where the accumulator begins.
    #[must_use]
    pub fn bias(&self) -> &[f32] {
        &self.numbers[self.bias_at()..][..self.shape.width]
    }

    /// The head of a phase; counts are taken as they are.
    #[must_use]
    pub fn head(&self, phase: usize) -> FloatHead {
        let (common, own) = (&self.numbers[self.common_at()..], &self.numbers[self.head_at(phase)..]);
        let number = |n: usize| common[n] + own[n];
        let width = self.shape.width;
        let counts = (0..self.shape.counts).map(|n| number(width + n) / self.count_scale[n]).collect();
        let weights = std::array::from_fn(|n| if n < width { number(n) } else { 0.0 });
        FloatHead { weights, counts, bias: number(width + self.shape.counts) }
    }

    /// The value of a position, and the accumulator that led to it.
    fn value(&self, sample: TrainingSample<'_>) -> (f32, [f32; WIDTH]) {
        let width = self.shape.width;
        let mut sum = [0.0; WIDTH];
        sum[..width].copy_from_slice(self.bias());
        for &row in sample.rows {
            let row = &self.numbers[width * usize::from(row)..][..width];
            sum[..width].iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
        let (common, own) = (&self.numbers[self.common_at()..], &self.numbers[self.head_at(sample.phase)..]);
        let mut value = common[width + self.shape.counts] + own[width + self.shape.counts];
        for n in 0..width {
            value += sum[n].clamp(0.0, 1.0) * (common[n] + own[n]);
        }
        for (n, &count) in sample.counts.iter().enumerate() {
            value += count as f32 / self.count_scale[n] * (common[width + n] + own[width + n]);
        }
        (value, sum)
    }
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The loss: the cross-entropy of a target and a value.
fn cross_entropy(value: f32, target: f32) -> f64 {
    let chance = f64::from(logistic(value)).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Adam: the weights, and the moving averages of their gradients.
struct Adam {
    weights: FloatWeights,
    slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: FloatWeights) -> Self {
        let zeros = vec![0.0; weights.numbers.len()];
        Self { weights, slopes: zeros.clone(), mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// Adds the gradients of one position and returns its loss.
    fn learn(&mut self, sample: TrainingSample<'_>) -> f64 {
        let (value, sum) = self.weights.value(sample);
        let error = logistic(value) - sample.target;
        let weights = &self.weights;
        let (common, own, bias) = (weights.common_at(), weights.head_at(sample.phase), weights.bias_at());
        let width = weights.shape.width;
        let last = width + weights.shape.counts;
        let mut below = [0.0; WIDTH];
        for n in 0..width {
            let cut = sum[n].clamp(0.0, 1.0);
            let slope = error * (weights.numbers[common + n] + weights.numbers[own + n]);
            // A sum beyond a cut may still come back.
            if (sum[n] > 0.0 || slope < 0.0) && (sum[n] < 1.0 || slope > 0.0) {
                below[n] = slope;
            }
            self.slopes[common + n] += error * cut;
            self.slopes[own + n] += error * cut;
        }
        for (n, &count) in sample.counts.iter().enumerate() {
            let slope = error * count as f32 / weights.count_scale[n];
            self.slopes[common + width + n] += slope;
            self.slopes[own + width + n] += slope;
        }
        self.slopes[common + last] += error;
        self.slopes[own + last] += error;
        let places = sample.rows.iter().map(|&row| width * usize::from(row)).chain([bias]);
        for at in places {
            let slopes = &mut self.slopes[at..at + width];
            slopes.iter_mut().zip(&below).for_each(|(slope, below)| *slope += below);
        }
        cross_entropy(value, sample.target)
    }

    /// Changes the weights by the gradients of a batch.
    fn step(&mut self, positions: usize, rate: f32) {
        self.steps += 1;
        let [first, second] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let share = 1.0 / positions.max(1) as f32;
        let rate = rate * (self.steps as f32 / WARM_UP).min(1.0);
        let heads = self.weights.common_at();
        let state = self.slopes.iter_mut().zip(&mut self.mean).zip(&mut self.square);
        for (n, (number, ((slope, mean), square))) in self.weights.numbers.iter_mut().zip(state).enumerate() {
            let rate = if n < heads { rate } else { HEAD_RATE * rate };
            let mean_slope = *slope * share;
            *slope = 0.0;
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * mean_slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * mean_slope * mean_slope;
            *number -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
    }
}

/// Trains weights on positions; `set_aside` only measures. The weights of the counts begin with `counts`, in points.
/// `report` is called after every epoch and may end the training by returning false.
pub fn train(
    plan: TrainingPlan,
    positions: &SampleSet,
    set_aside: &SampleSet,
    counts: &[i32],
    report: &mut dyn FnMut(Epoch) -> bool,
) -> FloatWeights {
    let shape = positions.shape();
    let mut adam = Adam::new(FloatWeights::first(shape, plan, count_scale(positions), counts));
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    let mut random = Random::new(plan.seed.wrapping_add(1));
    let batches = order.len().div_ceil(BATCH).max(1) as f32 * plan.epochs as f32;
    for number in 1..=plan.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            for &at in batch {
                loss += adam.learn(positions.sample(at as usize));
            }
            let done = adam.steps as f32 / batches;
            let falling = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            adam.step(batch.len(), plan.rate * (0.01 + 0.99 * falling));
        }
        let loss = loss / order.len().max(1) as f64;
        let set_aside = mean_loss(&adam.weights, set_aside);
        if !report(Epoch { number, loss, set_aside }) {
            break;
        }
    }
    adam.weights
}

/// The mean loss of weights over positions.
fn mean_loss(weights: &FloatWeights, positions: &SampleSet) -> f64 {
    let losses = positions.samples().map(|sample| cross_entropy(weights.value(sample).0, sample.target));
    losses.sum::<f64>() / positions.len().max(1) as f64
}

/// Positions from which the spread of the counts is taken.
const SPREAD: usize = 2000;

/// The spread of each count, so that all of them are of the same size.
fn count_scale(positions: &SampleSet) -> Vec<f32> {
    let mut squares = vec![0.0_f32; positions.shape().counts];
    let some = positions.samples().step_by((positions.len() / SPREAD).max(1));
    let total = some.len().max(1) as f32;
    for sample in some {
        for (square, &count) in squares.iter_mut().zip(sample.counts) {
            *square += (count as f32).powi(2);
        }
    }
    squares.into_iter().map(|square| (square / total).sqrt().max(0.1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::yinsh::Yinsh;
    use taijitu_search::pattern::Patterns as _;
    use taijitu_search::self_play::{SelfPlayPlan, SelfPlayer};

    /// Targets that follow from the patterns have to be learnt from them.
    #[test]
    fn the_patterns_are_learnt() {
        let mut player = SelfPlayer::new(SelfPlayPlan { nodes: 30, opening: 8, seed: 1 }, None);
        let games = (0..40).filter_map(|number| player.play::<Yinsh>(number));
        let mut positions: Vec<_> =
            games.filter_map(|game| game.positions::<Yinsh>(100.0)).flatten().collect();
        for met in &mut positions {
            use taijitu_rules::{Rules as _, Side};
            let act = met.position.to_act().side();
            let lead = |side: Side| f64::from(met.position.marker_count(side));
            met.target = 1.0 / (1.0 + (-(lead(act) - lead(act.other())) / 3.0).exp());
        }
        let set_aside = positions.split_off(positions.len() * 9 / 10);
        let [positions, set_aside] = [positions, set_aside].map(|positions| {
            let mut set = SampleSet::new(Yinsh::SHAPE.expect("patterns"));
            set.extend(positions);
            set
        });
        let plan = TrainingPlan { epochs: 30, rate: 2e-3, scale: 100.0, seed: 2 };
        let mut losses = vec![];
        let trained = train(plan, &positions, &set_aside, &[], &mut |epoch| {
            losses.push(epoch);
            true
        });
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert_eq!(last.number, 30);
        assert!(last.set_aside < first.set_aside - 0.02 && last.loss < first.loss, "{first:?} {last:?}");
        let again = train(plan, &positions, &set_aside, &[], &mut |_| true);
        assert_eq!(trained, again, "the same seed trains the same weights");
    }
}
