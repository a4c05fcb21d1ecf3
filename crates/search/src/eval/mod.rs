//! The evaluations, one file for each game.
//!
//! An evaluation is a sum: features are counted for each side, and every count has a weight for the side to
//! act and another for the side that waits. [`WeightedEvaluation`] keeps counts and weights apart, so that
//! [`tune`](crate::tune) can fit the weights to games of the engine against itself.

mod aliens;
mod leapover;
mod lines;
mod patterns;
mod quinta;
mod sexta;
mod singularity;
mod tetra;
mod yinsh;
mod zen;

use crate::alphabeta::Evaluate;
pub(crate) use leapover::steps_to_goal;
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Play, PointSet, Side};

/// A count: its name, and its weight for the side to act and for the side that waits.
pub type Weight = (&'static str, [i32; 2]);

/// An evaluation that is a weighted sum of counts.
pub trait WeightedEvaluation: Evaluate + Game {
    /// The counts, in the order of [`counts`](Self::counts).
    const WEIGHTS: &'static [Weight];

    /// The value of being to act.
    const TEMPO: i32;

    /// A training game before its first turn: from the usual start, unless such games are not instructive.
    fn lesson(_random: &mut Random) -> Option<Play<Self>> {
        Play::start(&[]).ok()
    }

    /// The target of a training position is the credit this many turns later; the result of the game, unless
    /// most games are drawn.
    const HORIZON: usize = usize::MAX;

    /// The value for White of a game that goes on, or was drawn, from 0 to 1.
    fn credit(&self) -> f64 {
        0.5
    }

    /// Points that make a chance of 73 %.
    const POINTS: f64 = 100.0;

    /// Counts for one side.
    fn counts(&self, side: Side) -> impl AsRef<[i32]>;

    /// The weighted sum for the side to act.
    #[inline]
    fn weigh(&self) -> i32 {
        let act = self.to_act().side();
        Self::sum(self.counts(act).as_ref(), self.counts(act.other()).as_ref())
    }

    /// The weighted sum of what was counted for the side to act and for the other.
    #[inline]
    fn sum(own: &[i32], other: &[i32]) -> i32 {
        let counted = own.iter().zip(other);
        let add = |sum, ((_, weight), (own, other)): (&Weight, (&i32, &i32))| {
            sum + weight[0] * own - weight[1] * other
        };
        Self::WEIGHTS.iter().zip(counted).fold(Self::TEMPO, add)
    }
}

/// The game of a set-up.
fn set_up<G: Game>(setup: &str) -> Option<Play<G>> {
    Play::from_setup(Play::<G>::start(&[]).ok()?.options().clone(), setup).ok()
}

/// Nodes of the 93-node board as a set-up names them.
fn named(nodes: PointSet) -> String {
    let names: Vec<&str> = nodes.iter().map(|node| kadon().board.name(node)).collect();
    names.join(",")
}

/// A value for the side to act as one for White.
pub(crate) fn for_white(value: i32, act: Side) -> i32 {
    if act == Side::White { value } else { -value }
}
