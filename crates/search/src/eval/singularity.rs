//! Evaluation of Singularity.
//!
//! A race against turns: each stone has to come to the central region, and each but one has to be swallowed
//! there.
//! So the stones are classified by the number of slides they need to get in, on the current board: obstacles
//! count.
//! An entry beside an own stone is a fusion, too; stones that are inside already have to move once more to be
//! swallowed, unless stones still to come do it for them, so too many inside are turns lost.
//! How far out in its ring system a stone stands beyond that, or whether the very centre is held already, made
//! no difference to the results.
//! The weights were fitted to games of the engine against itself (`taijitu tune`), all but that of the last
//! stone, which too few positions had.
//! Tactical steps are those that win.

use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::{self, LevelTable};
use crate::win_probability::ScoreUnit;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{Slides, kadon};
use taijitu_rules::games::singularity::{Singularity, Step};
use taijitu_rules::{Point, PointSet, Rules, Side};

/// The first nodes of the rings from the second on, from the outside in; the three centre nodes are the last ring.
const RING_STARTS: [u16; 5] = [24, 45, 63, 78, 90];

/// Where the last stone wins.
const GOAL: PointSet = PointSet(PointSet::first(93).0 & !PointSet::first(90).0);

/// The ring a node is on, the centre being the fifth.
#[inline]
fn ring(node: Point) -> i32 {
    let is_in = |ring: usize| i32::from(node.0 >= RING_STARTS[ring]);
    is_in(0) + is_in(1) + is_in(2) + is_in(3) + is_in(4)
}

/// The nodes from which a stone slides into the central region if nothing is in its way.
static GATES: LazyLock<PointSet> = LazyLock::new(|| {
    let slides = Slides::up_to(3);
    let board = kadon().board.all();
    board.filter(|&node| slides.from(node, PointSet::EMPTY).meets(kadon().centre)).collect()
});

/// The slides that bring a stone to the central region as the board stands: none, one, two or more (3).
pub(super) fn slides_needed(game: &Singularity, stone: Point) -> usize {
    if kadon().centre.contains(stone) {
        return 0;
    }
    let slides = game.slides(stone);
    if slides.meets(kadon().centre) {
        1
    } else if slides.meets(*GATES) {
        2
    } else {
        3
    }
}

impl WeightedEvaluation for Singularity {
    const WEIGHTS: &'static [Weight] = &[
        ("stones that slide into the central region", [-76, -78]),
        ("stones that need two slides", [-128, -129]),
        ("stones that need more", [-174, -179]),
        ("stones inside", [-10, -11]),
        ("stones inside that nobody else will swallow", [-14, -5]),
        ("nobody inside", [17, 9]),
        ("one stone left, not in the centre", [150, 150]),
    ];
    const TEMPO: i32 = 24;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        let own = self.stones(side);
        let mut needed = [0; 4];
        for stone in own {
            needed[slides_needed(self, stone)] += 1;
        }
        counts(own, needed)
    }
}

pub(super) const COUNTS: usize = 7;

/// The counts for stones, given how many of them need no slide, one, two, and more.
#[inline]
pub(super) fn counts(own: PointSet, [crowd, one, two, more]: [i32; 4]) -> [i32; COUNTS] {
    [
        one,
        two,
        more,
        crowd,
        (crowd - 1 - two - more).max(0),
        i32::from(!own.meets(kadon().centre)),
        i32::from(own.len() == 1 && !own.meets(GOAL)),
    ]
}

impl Evaluate for Singularity {
    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn order_score(&self, step: Step) -> i32 {
        match step {
            Step::Slide(slide) => {
                let own = self.stones(self.to_act().side()) - PointSet::of(slide.from);
                let fuses = (kadon().neighbours[slide.to.index()] & kadon().centre).meets(own);
                10 * (ring(slide.to) - ring(slide.from)) + if fuses { 100 } else { 0 }
            }
            Step::Fuse(node) => -ring(node),
            Step::Pass => 0,
        }
    }

    /// The last two stones meeting in the centre, or the last one going there.
    fn is_tactical(&self, step: Step) -> bool {
        let own = self.stones(self.to_act().side());
        match step {
            Step::Slide(slide) => {
                let other = own - PointSet::of(slide.from);
                let near = kadon().neighbours[slide.to.index()];
                let ends_in_goal = GOAL.contains(slide.to) || other.meets(GOAL);
                own.len() <= 2 && ends_in_goal && other.is_subset_of(near & kadon().centre)
            }
            Step::Fuse(_) => true,
            Step::Pass => false,
        }
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.stones(self.to_act().side()).len() <= 2 {
            self.steps(out);
            out.retain(|&step| self.is_tactical(step));
        }
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Slide(slide) => slide.from.0 << 7 | slide.to.0,
            Step::Fuse(node) => 126 << 7 | node.0,
            Step::Pass => 127 << 7,
        }
    }
}

impl AlphaBetaGame for Singularity {
    const LEVELS: LevelTable = level::FAST;
    /// As `taijitu tune singularity --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(79.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// Few stones, and those near the centre: the board numbers its rings from the outside in.
impl Count for Singularity {
    fn count(&self) -> i32 {
        let count = |side| self.stones(side).iter().map(|stone| ring(stone) - 10).sum::<i32>();
        count(Side::White) - count(Side::Black)
    }
}
