//! Evaluation of Quinta.
//!
//! A place for five is open to a side as long as no stone of the other stands on it.
//! Four of five, and a fifth stone that can slide into the gap, threaten to win; what stops that is a stone in
//! the gap or on the way.
//! Two such threats at once cannot be stopped.
//! So the open places count by the number of stones on them; nearly every gap can be reached by some stone,
//! so mobility does not count, except that stones left on the rim, where all start, take no part.
//! The weights were fitted to the results of games of the engine against itself (`taijitu tune`).
//! Tactical steps are those that complete a line or stop one; where there are any, nothing else is tried.

use super::lines::{self, Finish, LineEvaluation, Places, SlidePaths, slide_key, slide_landing};
use super::patterns::list_quinta;
use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::{self, LevelTable};
use crate::pattern::{PatternList, PatternNetwork, Patterns as _};
use crate::win_probability::ScoreUnit;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{NODES, kadon};
use taijitu_rules::games::quinta::Quinta;
use taijitu_rules::games::slide::Step;
use taijitu_rules::short::SmallSet;
use taijitu_rules::{Point, PointSet, Rules, Side};

/// Words of 64 places.
pub(super) const WORDS: usize = 5;

pub(crate) static FIVES: LazyLock<Places<WORDS>> = LazyLock::new(|| {
    let board = &kadon().board;
    let paths = board.all().flat_map(|from| board.straight_paths(from, 5));
    let fives: SmallSet<PointSet> = paths.map(|path| path.into_iter().collect()).collect();
    Places::new(fives.into_iter().collect())
});
static WAYS: LazyLock<SlidePaths> = LazyLock::new(|| SlidePaths::up_to(NODES));

/// What a stone adds to a place for five, by the own stones on it and the opponent's.
const GAIN: [[i32; 8]; 8] = {
    let mut gain = [[0; 8]; 8];
    gain[4][0] = 2000;
    gain[0][4] = 500;
    gain[3][0] = 30;
    gain[0][3] = 12;
    gain[2][0] = 5;
    gain[0][2] = 2;
    gain[1][0] = 1;
    gain
};

pub(super) const COUNTS: usize = 5;

/// The outermost ring, where all stones start.
const RIM: PointSet = PointSet::first(24);

type QuintaOutlook<'a> = lines::LineOutlook<'a, Quinta, WORDS>;

impl<'a> QuintaOutlook<'a> {
    #[inline]
    fn of(game: &'a Quinta) -> Self {
        Self::new(game, &FIVES, |side| game.stones(side))
    }

    fn finish(&self, which: usize) -> Finish<Step> {
        let own = self.own[which];
        let mut finish = Finish::NONE;
        for five in FIVES.of(self.open[which].with(4)) {
            let Some(gap) = (five - own).lowest() else { continue };
            finish.add_slides((own - five, gap), &WAYS, |from| self.game.slides(from), Step::Slide);
        }
        finish
    }

    fn counts(&self, which: usize) -> [i32; COUNTS] {
        let open = &self.open[which];
        let on_rim = self.own[which] & RIM;
        [open.count(1), open.count(2), open.count(3), open.count(4), on_rim.len() as i32]
    }
}

/// What a network looks at besides the stones, for the side to act and for the other.
pub(super) struct QuintaView {
    pub(super) counts: [[i32; COUNTS]; 2],
    /// The open places with two stones or more.
    pub(super) begun: [[u64; WORDS]; 2],
}

impl QuintaView {
    pub(super) fn of(game: &Quinta) -> Self {
        Self::seen(&QuintaOutlook::of(game))
    }

    #[inline]
    fn seen(outlook: &QuintaOutlook<'_>) -> Self {
        let begun = [outlook.open[0].with_two_or_more(), outlook.open[1].with_two_or_more()];
        Self { counts: [outlook.counts(0), outlook.counts(1)], begun }
    }
}

impl WeightedEvaluation for Quinta {
    const WEIGHTS: &'static [Weight] = &[
        ("open places with one stone", [2, 2]),
        ("with two", [4, 2]),
        ("with three", [26, 26]),
        ("with four", [38, 38]),
        ("stones on the rim", [-18, -19]),
    ];
    const TEMPO: i32 = 0;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        QuintaOutlook::of(self).counts(usize::from(side != self.to_act().side()))
    }
}

impl LineEvaluation for Quinta {
    fn finishes(&self) -> [Finish<Step>; 2] {
        let outlook = QuintaOutlook::of(self);
        [outlook.finish(0), outlook.finish(1)]
    }

    fn landing(step: Step) -> Option<Point> {
        slide_landing(step)
    }
}

impl Evaluate for Quinta {
    const LATE_STEPS: &'static [usize] = &[24, 40, 70, 100];

    fn evaluate(&self) -> i32 {
        let outlook = QuintaOutlook::of(self);
        let at_hand = |which| outlook.finish(which).step.is_some();
        let counted = || Self::sum(&outlook.counts(0), &outlook.counts(1));
        let value = lines::value(at_hand(0), || at_hand(1), counted);
        for_white(value, self.to_act().side())
    }

    fn evaluate_with(&self, network: &PatternNetwork, list: &mut PatternList) -> i32 {
        let outlook = QuintaOutlook::of(self);
        let at_hand = |which| outlook.finish(which).step.is_some();
        let learned = || {
            list.clear();
            list_quinta(self, &QuintaView::seen(&outlook), list);
            network.value(list, self.phase())
        };
        for_white(lines::value(at_hand(0), || at_hand(1), learned), self.to_act().side())
    }

    fn order_scores(&self) -> impl Fn(Step) -> i32 {
        let act = self.to_act().side();
        let worths = FIVES.worths([self.stones(act), self.stones(act.other())], &GAIN);
        move |step| match step {
            Step::Slide(slide) => worths[slide.to.index()] - worths[slide.from.index()],
            Step::Pass | Step::Swap => 0,
        }
    }

    fn candidates(&self, out: &mut Vec<Step>) {
        self.candidates_of_line(out);
        // The swap changes nothing on the board: the engine decides it by the value of the best turn.
        if Self::may_swap(self) {
            out.retain(|&step| step != Step::Swap);
        }
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        self.forced(out);
    }

    fn key(step: Step) -> u16 {
        slide_key(step)
    }

    fn may_swap(&self) -> bool {
        Self::may_swap(self)
    }

    fn may_be_swapped(&self) -> bool {
        Self::may_be_swapped(self)
    }

    fn null_move(&self) -> Option<Self> {
        Some(Self::after_null_move(self))
    }
}

impl AlphaBetaGame for Quinta {
    const LEVELS: LevelTable = level::FAST;
    /// As `taijitu tune quinta --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(83.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// The most stones on a place for five that is still open.
impl Count for Quinta {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| self.stones(side));
        10 * (FIVES.fullest(white, black) - FIVES.fullest(black, white))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::check_forced;
    use super::*;

    #[test]
    fn forced_wins_match_an_exhaustive_search() {
        let starts = [
            "w=a4,b4,c4,d4,e9,a12,a15,b16 b=a20,a21,a22,a23,c9,d9,e3 act=black",
            "w=b1,c1,d1,e1,a5,a9,c14 b=a13,a14,a15,a17,b10,c10,d2 act=white",
            "w=c3,c4,c5,c6,a1,a20 b=b10,c10,d10,b12,a9,e7,f1 act=black",
        ];
        check_forced::<Quinta>(&starts, 40, 6);
    }
}
