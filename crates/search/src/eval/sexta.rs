//! What is good in Sexta.
//!
//! All six stones have to form one line that neither branches nor closes, so what counts is how long a line
//! some of them form already, that no stone stands alone, that all stand close together, and that they have free
//! nodes around them and room to slide. Five that need one more stone, or two pieces that one stone joins, threaten to
//! win; what stops that is a stone on the node or on the way to it. The weights were fitted to the results of
//! games of the engine against itself (`taijitu tune`). Loud are the steps that complete the line or stop
//! it; where there are any, nothing else is tried.

use super::lines::{AT_HAND, Finish, Lined, Ways};
use super::{Weighed, Weight, for_white};
use crate::alphabeta::Evaluate;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{NODES, kadon};
use taijitu_rules::games::sexta::{LineOfSix, Sexta};
use taijitu_rules::games::slide::{Line, Slide, Step};
use taijitu_rules::{Game, Point, PointSet, Side};

static WAYS: LazyLock<Ways> = LazyLock::new(|| Ways::up_to(NODES));

/// How far apart any two nodes are, in steps from neighbour to neighbour.
static APART: LazyLock<[[u8; NODES]; NODES]> = LazyLock::new(|| {
    std::array::from_fn(|from| {
        let mut apart = [0; NODES];
        let (mut seen, mut distance) = (PointSet::of(Point(from as u16)), 0);
        while seen != PointSet::first(NODES) {
            distance += 1;
            let next = around(seen) - seen;
            next.iter().for_each(|node| apart[node.index()] = distance);
            seen |= next;
        }
        apart
    })
});

fn near(stone: Point) -> PointSet {
    kadon().neighbours[stone.index()]
}

/// The nodes that touch a set.
fn around(set: PointSet) -> PointSet {
    set.iter().fold(PointSet::EMPTY, |all, stone| all | near(stone))
}

/// The most stones of `left` that can follow `end` in a line that neither branches nor closes.
fn longest_from(end: Point, left: PointSet) -> i32 {
    let next = near(end) & left;
    let rest = left - next;
    next.iter().map(|stone| 1 + longest_from(stone, rest)).max().unwrap_or(0)
}

/// The most stones in a line that neither branches nor closes.
pub(crate) fn longest(own: PointSet) -> i32 {
    own.iter().map(|stone| 1 + longest_from(stone, own - PointSet::of(stone))).max().unwrap_or(0)
}

fn finish(game: &Sexta, side: Side) -> Finish<Step> {
    let own = game.stones(side);
    let mut finish = Finish::NONE;
    let touches: usize = own.iter().map(|stone| (near(stone) & own).len()).sum();
    for from in own {
        let rest = own - PointSet::of(from);
        // Five in line have four lines between them, in two pieces three; each was counted from both ends.
        let left = touches - 2 * (near(from) & own).len();
        if left != 8 && left != 6 {
            continue;
        }
        for to in game.slides(from) & around(rest) {
            if (near(to) & rest).len() <= 2 && LineOfSix::wins(rest | PointSet::of(to), to) {
                finish.add(Step::Slide(Slide { from, to }), WAYS.between(from, to));
            }
        }
    }
    finish
}

const COUNTS: usize = 9;

impl Weighed for Sexta {
    const WEIGHTS: &'static [Weight] = &[
        ("two in a line", [23, 36]),
        ("three", [70, 84]),
        ("four", [95, 134]),
        ("five", [242, 247]),
        ("stones alone", [-10, -12]),
        ("stones that touch three", [20, 18]),
        ("steps between all pairs", [-3, -3]),
        ("slides", [1, 1]),
        ("free nodes around", [3, 3]),
    ];
    const TEMPO: i32 = 0;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        let own = self.stones(side);
        let mut counts = [0; COUNTS];
        if let Ok(length @ 2..) = usize::try_from(longest(own)) {
            counts[length.min(5) - 2] = 1;
        }
        let apart = &*APART;
        for stone in own {
            match (near(stone) & own).len() {
                0 => counts[4] += 1,
                1 | 2 => (),
                _ => counts[5] += 1,
            }
            let row = &apart[stone.index()];
            counts[6] += own.iter().map(|other| i32::from(row[other.index()])).sum::<i32>();
            counts[7] += self.slides(stone).len() as i32;
        }
        counts[6] /= 2;
        counts[8] = (around(own) - own - self.stones(side.other())).len() as i32;
        counts
    }
}

impl Lined for Sexta {
    fn finishes(&self) -> [Finish<Step>; 2] {
        let act = self.to_act().side();
        [act, act.other()].map(|side| finish(self, side))
    }

    fn landing(step: Step) -> Option<Point> {
        match step {
            Step::Slide(slide) => Some(slide.to),
            Step::Pass => None,
        }
    }
}

impl Evaluate for Sexta {
    fn evaluate(&self) -> i32 {
        let act = self.to_act().side();
        let value = if finish(self, act).step.is_some() {
            AT_HAND
        } else if finish(self, act.other()).step.is_some() {
            -AT_HAND
        } else {
            self.weigh()
        };
        for_white(value, act)
    }

    fn promise(&self, step: Step) -> i32 {
        let Step::Slide(slide) = step else { return 0 };
        let act = self.to_act().side();
        let (own, enemy) = (self.stones(act) - PointSet::of(slide.from), self.stones(act.other()));
        let worth = |node: Point| match (near(node) & own).len() {
            0 => 0,
            1 => 20,
            2 => 12,
            _ => -10,
        };
        worth(slide.to) - worth(slide.from) + 4 * (near(slide.to) & enemy).len() as i32
    }

    fn candidates(&self, out: &mut Vec<Step>) {
        self.candidates_of_line(out);
    }

    fn loud_steps(&self, out: &mut Vec<Step>) {
        self.forced(out);
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Slide(slide) => slide.from.0 << 7 | slide.to.0,
            Step::Pass => 127 << 7,
        }
    }

    fn skipped(&self) -> Option<Self> {
        Some(Self::skipped(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::check_forced;
    use super::*;

    #[test]
    fn what_is_forced_is_what_trying_everything_says() {
        let starts = [
            "w=a2,a3,a4,a5,b7,d10 b=c3,b4,b5,c5,d4,e8 act=black",
            "w=a2,a3,a4,a6,a7,d1 b=c3,c5,c6,d4,e8,b9 act=white",
            "w=c10,c11,c12,d12,e9,a1 b=d3,d4,d5,e6,e7,a9 act=black",
        ];
        check_forced::<Sexta>(&starts, 40, 6);
    }

    #[test]
    fn nodes_are_as_far_apart_as_a_walk() {
        let [a1, a2, a9] = [0, 1, 8].map(|node| APART[0][node]);
        assert_eq!((a1, a2, a9), (0, 1, 8));
    }
}
