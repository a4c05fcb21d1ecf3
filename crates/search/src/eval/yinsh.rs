//! Evaluation of YINSH.
//!
//! Rings taken off decide, but each costs a ring of the own five, so the second is worth less than the first and
//! the third wins. Rows are judged by the 123 places for five in a line: what counts is how many markers of a colour
//! stand there already and what fills the rest – an empty point, a marker to be flipped, a ring of one's own whose
//! leaving completes the row; a ring of the opponent closes the place. Rings want room to slide and markers next
//! to them to jump. Everything counts differently for the side to act, who can use it, and for the side that has to
//! wait; the weights were fitted to the results of games of the engine against itself (`taijitu tune`).
//! Tactical steps are those that make or remove rows.

use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::{self, LevelTable};
use crate::win_probability::ScoreUnit;
use taijitu_rules::games::yinsh::{Effect, Step, Yinsh};
use taijitu_rules::{Rules, Side};

/// The middle of the board, and its rim, as bits of the grid.
const MIDDLE: u128 = within(2);
const RIM: u128 = within(5) & !within(4) | within(4) & !within(3) & axes();

/// The points of a hexagon around the centre.
const fn within(radius: i32) -> u128 {
    let (mut set, mut cell) = (0, 0);
    while cell < 121 {
        let (x, y) = (cell / 11 - 5, cell % 11 - 5);
        let away = x - y;
        if x <= radius && -x <= radius && y <= radius && -y <= radius && away <= radius && -away <= radius {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

/// The three lines through the centre.
const fn axes() -> u128 {
    let (mut set, mut cell) = (0, 0);
    while cell < 121 {
        let (x, y) = (cell / 11 - 5, cell % 11 - 5);
        if x == 0 || y == 0 || x == y {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

impl WeightedEvaluation for Yinsh {
    const WEIGHTS: &'static [Weight] = &[
        ("a ring taken off", [95, 100]),
        ("two", [160, 162]),
        ("markers", [2, 0]),
        ("markers on the rim", [11, 13]),
        ("markers side by side", [1, 2]),
        ("places with three and an own ring", [10, 10]),
        ("with four, the fifth empty", [12, 9]),
        ("with four, the fifth to be flipped", [4, 13]),
        ("with four, an own ring on the fifth", [10, 26]),
        ("markers to jump", [6, 7]),
        ("rings in the middle", [14, 14]),
        ("rings on the rim", [5, 3]),
    ];
    const TEMPO: i32 = 5;

    #[inline]
    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        let rows = self.row_places(side);
        let (rings, markers) = (self.ring_bits(side), self.marker_bits(side));
        let taken = self.rings_taken(side);
        [
            u32::from(taken >= 1),
            u32::from(taken >= 2),
            markers.count_ones(),
            (markers & RIM).count_ones(),
            rows.pairs,
            rows.three_ring,
            rows.four_open,
            rows.four_flip,
            rows.four_ring,
            self.jumps(side),
            (rings & MIDDLE).count_ones(),
            (rings & RIM).count_ones(),
        ]
        .map(|count| count as i32)
    }
}

impl Evaluate for Yinsh {
    const KEEPS_STEP: bool = true;
    const FUTILITY_MARGIN: Option<i32> = Some(120);

    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn order_score(&self, step: Step) -> i32 {
        self.order_scores()(step)
    }

    fn order_scores(&self) -> impl Fn(Step) -> i32 {
        let completing = self.completing();
        move |step| match step {
            Step::Move { from, to } => {
                let Effect { row, gift, gain } = self.effect(from, to, completing);
                20 * gain + if row { 10_000 } else { 0 } - if gift { 5_000 } else { 0 }
            }
            Step::Row { .. } => 10_000,
            Step::Place(_) | Step::Ring(_) | Step::Pass => 0,
        }
    }

    fn is_tactical(&self, step: Step) -> bool {
        match step {
            Step::Move { .. } => self.markers_after(step).is_some_and(|[own, ..]| Self::is_row(own)),
            Step::Row { .. } | Step::Ring(_) => true,
            Step::Place(_) | Step::Pass => false,
        }
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        self.row_steps(out);
    }

    fn key(step: Step) -> u16 {
        let (kind, a, b) = match step {
            Step::Pass => (0, 0, 0),
            Step::Place(at) => (1, at.0, 0),
            Step::Ring(at) => (2, at.0, 0),
            Step::Row { first, last } => (3, first.0, last.0),
            Step::Move { from, to } => (0, 1 + from.0, to.0),
        };
        kind << 14 | a << 7 | b
    }

    fn null_move(&self) -> Option<Self> {
        Self::after_null_move(self)
    }
}

impl AlphaBetaGame for Yinsh {
    const LEVELS: LevelTable = level::FAST;
    /// As `taijitu tune yinsh --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(125.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// Rings taken off, then markers.
impl Count for Yinsh {
    fn count(&self) -> i32 {
        let count = |side| 1000 * i32::from(self.rings_taken(side)) + 10 * self.marker_count(side) as i32;
        count(Side::White) - count(Side::Black)
    }
}
