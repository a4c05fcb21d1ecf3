//! Evaluation of Zen l'initié, a relative of Lines of Action.
//!
//! All pawns left and the Zen have to hang together, so it is good to have few groups (counted by the Euler
//! number, from blocks of four squares, without following chains) and none of their pieces wasted in full
//! blocks, and all pieces close to their centre of mass, which itself is best near the centre of the board,
//! where the opponent has to pass.
//! The Zen counts as a piece of both sides: it helps the side whose pawns it joins and stands in the way of the
//! one it is far from.
//! The weights were fitted to the results of games of the engine against itself (`taijitu tune`).
//! Tactical steps are those that win at once.
//! Mate is played out: the side that is mated loses two turns later, which the search sees without the cost of
//! looking for mate in every position.

use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::{self, LevelTable};
use crate::win_probability::ScoreUnit;
use std::sync::LazyLock;
use taijitu_rules::games::zen::{Shape, Step, Zen};
use taijitu_rules::{Point, PointSet, Rules, Side};

/// A side with more groups cannot win at once: a landing piece joins four, the ones it leaves or takes another two.
const MOST_GROUPS: i32 = 5;

const SIZE: usize = 11;
const SQUARES: usize = SIZE * SIZE;

/// The rim of the board, and the twenty-five squares in its middle.
const RIM: PointSet = at_distance(5, 5);
const HEART: PointSet = at_distance(0, 2);

/// The squares at this distance from the middle of the board.
const fn at_distance(least: i32, most: i32) -> PointSet {
    let (mut set, mut at) = (0, 0);
    while at < SQUARES {
        if least <= 5 - MIDDLE[at] && 5 - MIDDLE[at] <= most {
            set |= 1 << at;
        }
        at += 1;
    }
    PointSet(set)
}

/// The least sum of distances from their centre for this many pieces: eight fit around the centre, sixteen
/// around those.
const fn least_distance(pieces: i32) -> i32 {
    let around = if pieces > 1 { pieces - 1 } else { 0 };
    if around <= 8 { around } else { 8 + 2 * (around - 8) }
}

#[inline]
const fn square(at: Point) -> (i32, i32) {
    ((at.0 % SIZE as u16) as i32, (at.0 / SIZE as u16) as i32)
}

/// Squares in a row of ways: from −10 to 10.
const WAYS: usize = 2 * SIZE - 1;

/// Where a square lies among the ways from the first square.
static PLACES: [u16; SQUARES] = {
    let (mut table, mut at) = ([0; SQUARES], 0);
    while at < SQUARES {
        table[at] = (at / SIZE * WAYS + at % SIZE) as u16;
        at += 1;
    }
    table
};

/// The number of the way from one square to another, below [`WAYS`] squared; it grows by one for each column and by
/// [`WAYS`] for each row.
#[inline]
pub(super) fn way(from: Point, to: Point) -> usize {
    let middle = (SIZE - 1) * WAYS + SIZE - 1;
    middle + usize::from(PLACES[to.index()]) - usize::from(PLACES[from.index()])
}

/// A number for each way, from the columns and the rows that it crosses.
pub(super) fn of_ways(number: impl Fn(usize, usize) -> u8) -> [u8; WAYS * WAYS] {
    let crossed = |at: usize| at.abs_diff(SIZE - 1);
    std::array::from_fn(|way| number(crossed(way % WAYS), crossed(way / WAYS)))
}

/// How far each way leads: kings need as many turns.
static FAR: LazyLock<[u8; WAYS * WAYS]> = LazyLock::new(|| of_ways(|x, y| x.max(y) as u8));

/// The square of the centre of mass of some pieces.
#[inline]
pub(super) fn centre_of_mass(pieces: PointSet) -> Point {
    let count = pieces.len().max(1) as i32;
    let mut sum = 0;
    for at in pieces {
        sum += SUMMED[at.index()];
    }
    let mean = |sum: i32| (2 * sum + count) / (2 * count);
    Point((mean(sum >> 16) * SIZE as i32 + mean(sum & 0xffff)) as u16)
}

/// Column and row of a square as the halves of a number, to be added up together.
static SUMMED: [i32; SQUARES] = {
    let (mut table, mut at) = ([0; SQUARES], 0);
    while at < SQUARES {
        let (x, y) = square(Point(at as u16));
        table[at] = x + (y << 16);
        at += 1;
    }
    table
};

impl WeightedEvaluation for Zen {
    const WEIGHTS: &'static [Weight] = &[
        ("groups", [-22, -19]),
        ("blocks of three", [-7, -6]),
        ("full blocks", [-8, -1]),
        ("pawns", [25, 23]),
        ("distance from the centre of mass, beyond what is needed", [-15, -16]),
        ("distance of the centre of mass from the middle", [6, 3]),
        ("pieces on the rim", [0, 0]),
        ("distance of the Zen", [-20, -20]),
        ("pieces in the middle", [12, 12]),
    ];
    const TEMPO: i32 = 7;

    #[inline]
    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        counts_around(self, side, centre_of_mass(self.to_connect(side)))
    }
}

pub(super) const COUNTS: usize = 9;

/// The counts of a side whose centre of mass is known.
#[inline]
pub(super) fn counts_around(game: &Zen, side: Side, centre: Point) -> [i32; COUNTS] {
    let (own, pawns, far) = (game.to_connect(side), game.pawns(side), &*FAR);
    let shape = Shape::of(own);
    let count = own.len().max(1) as i32;
    let from_centre = |at: Point| i32::from(far[way(centre, at)]);
    let mut distance = 0;
    for at in own {
        distance += from_centre(at);
    }
    [
        shape.groups,
        shape.threes as i32,
        shape.fours as i32,
        pawns.len() as i32,
        8 * (distance - least_distance(count)).max(0) / count,
        5 - MIDDLE[centre.index()],
        (own & RIM).len() as i32,
        game.zen().lowest().map_or(0, from_centre),
        (own & HEART).len() as i32,
    ]
}

impl Evaluate for Zen {
    const FUTILITY_MARGIN: Option<i32> = Some(80);

    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn order_score(&self, step: Step) -> i32 {
        match step {
            Step::Move { from, to, .. } => {
                let act = self.to_act().side();
                let own = self.to_connect(act) - PointSet::of(from);
                let near = |at| 4 * Self::touched(at, own).min(3) as i32 + MIDDLE[usize::from(at.0)];
                let taken = self.pawns(act.other()).contains(to) || self.zen().contains(to);
                near(to) - near(from) + if taken { 4 } else { 0 }
            }
            Step::Takeback => 1,
            Step::Pass(_) | Step::Concede => 0,
        }
    }

    fn is_tactical(&self, step: Step) -> bool {
        matches!(step, Step::Concede | Step::Takeback)
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        let side = self.to_act().side();
        let scattered = Shape::of(self.to_connect(side)).groups > MOST_GROUPS;
        if !scattered || self.pawns(side.other()).len() == 1 {
            self.winning_step(out);
        }
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Move { from, to, .. } => from.0 << 7 | to.0,
            Step::Pass(_) => 127 << 7,
            Step::Concede => 127 << 7 | 1,
            Step::Takeback => 127 << 7 | 2,
        }
    }

    fn null_move(&self) -> Option<Self> {
        Some(Self::after_null_move(self))
    }

    fn simplified(self) -> Self {
        self.played_out()
    }
}

/// How close to the middle a square is, from 0 to 5.
static MIDDLE: [i32; SQUARES] = {
    let (mut table, mut at) = ([0; SQUARES], 0);
    while at < SQUARES {
        let (x, y) = square(Point(at as u16));
        let (x, y) = ((x - 5).abs(), (y - 5).abs());
        table[at] = 5 - if x > y { x } else { y };
        at += 1;
    }
    table
};

impl AlphaBetaGame for Zen {
    const LEVELS: LevelTable = level::FAST;
    /// As `taijitu tune zen --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(88.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// Few groups.
impl Count for Zen {
    fn count(&self) -> i32 {
        self.group_count(Side::Black) as i32 - self.group_count(Side::White) as i32
    }
}
