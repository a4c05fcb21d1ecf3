//! Evaluation of Tetra, a relative of gomoku.
//!
//! A figure is open to a side as long as no stone of the other stands in it.
//! Three of four threaten to win and have to be stopped; a stone that makes two such threats at once, a fork,
//! cannot be answered any more while stones are placed.
//! So what counts are the open figures by the number of stones in them and the nodes where a fork can be made.
//! The weights were fitted to the results of games of the engine against itself (`taijitu tune`), but they
//! matter little: the side that begins wins by force, and the search proves it within a few turns.
//! Tactical steps are those that complete a figure or stop one; where there are any, nothing else is tried.

use super::lines::{self, AT_HAND, Finish, LineEvaluation, Places, SlidePaths};
use super::patterns::list_tetra;
use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::LevelTable;
use crate::pattern::{PatternList, PatternNetwork, Patterns as _};
use crate::win_probability::ScoreUnit;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::NODES;
use taijitu_rules::games::slide::Slide;
use taijitu_rules::games::tetra::{Step, Tetra};
use taijitu_rules::{Point, PointSet, Rules, Side};

const WORDS: usize = 11;

pub(crate) static FIGURES: LazyLock<Places<WORDS>> =
    LazyLock::new(|| Places::new(Tetra::figures().collect()));
static WAYS: LazyLock<SlidePaths> = LazyLock::new(|| SlidePaths::up_to(2));

/// What a stone adds to a figure, by the own stones in it and the opponent's.
const GAIN: [[i32; 8]; 8] = {
    let mut gain = [[0; 8]; 8];
    gain[3][0] = 2000;
    gain[0][3] = 500;
    gain[2][0] = 20;
    gain[0][2] = 10;
    gain[1][0] = 2;
    gain[0][1] = 1;
    gain
};

pub(super) const COUNTS: usize = 4;

type TetraOutlook<'a> = lines::LineOutlook<'a, Tetra, WORDS>;

impl<'a> TetraOutlook<'a> {
    #[inline]
    fn of(game: &'a Tetra) -> Self {
        Self::new(game, &FIGURES, |side| game.stones(side))
    }

    fn finish(&self, which: usize) -> Finish<Step> {
        let own = self.own[which];
        let placing = self.game.hand(self.sides[which]) > 0;
        let mut finish = Finish::NONE;
        for figure in FIGURES.of(self.open[which].with(3)) {
            let Some(gap) = (figure - own).lowest() else { continue };
            if placing {
                finish.add(Step::Place(gap), PointSet::of(gap));
            } else {
                finish.add_slides((own - figure, gap), &WAYS, |from| self.game.slides(from), Step::Slide);
            }
        }
        finish
    }

    fn counts(&self, which: usize) -> [i32; COUNTS] {
        let open = &self.open[which];
        let forks = self.forks(which).len().min(3) as i32;
        [open.count(1), open.count(2), open.count(3), forks]
    }

    /// The nodes where a stone leaves two figures with a gap each, and not the same one.
    fn forks(&self, which: usize) -> PointSet {
        let own = self.own[which];
        let mut forks = PointSet::EMPTY;
        // For each node the gap that the first such figure would be left with.
        let mut left = [u16::MAX; NODES];
        for figure in FIGURES.of(self.open[which].with(2)) {
            let mut gaps = (figure - own).iter();
            let (Some(a), Some(b)) = (gaps.next(), gaps.next()) else { continue };
            for (node, gap) in [(a, b.0), (b, a.0)] {
                match left[node.index()] {
                    u16::MAX => left[node.index()] = gap,
                    first if first != gap => forks.insert(node),
                    _ => (),
                }
            }
        }
        forks
    }
}

/// The counts of the side to act and of the other.
pub(super) fn both_counts(game: &Tetra) -> [[i32; COUNTS]; 2] {
    let outlook = TetraOutlook::of(game);
    [outlook.counts(0), outlook.counts(1)]
}

impl WeightedEvaluation for Tetra {
    const WEIGHTS: &'static [Weight] = &[
        ("open figures with one stone", [5, -2]),
        ("with two", [239, 15]),
        // While stones are placed three are a threat; later there was never enough data to fit it.
        ("with three", [40, 40]),
        ("forks to be made, at most three", [0, 138]),
    ];
    const TEMPO: i32 = -87;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        TetraOutlook::of(self).counts(usize::from(side != self.to_act().side()))
    }
}

impl LineEvaluation for Tetra {
    fn finishes(&self) -> [Finish<Step>; 2] {
        let outlook = TetraOutlook::of(self);
        [outlook.finish(0), outlook.finish(1)]
    }

    fn landing(step: Step) -> Option<Point> {
        match step {
            Step::Place(to) | Step::Slide(Slide { to, .. }) => Some(to),
            Step::Pass | Step::Swap => None,
        }
    }
}

impl Evaluate for Tetra {
    fn evaluate(&self) -> i32 {
        let outlook = TetraOutlook::of(self);
        let at_hand = |which| outlook.finish(which).step.is_some();
        let value = lines::value(
            at_hand(0),
            || at_hand(1),
            || {
                let [own, enemy] = [0, 1].map(|which| outlook.counts(which));
                // A fork now and a figure in the next turn: both stones have to be in hand.
                let fork = own[3] > 0 && self.hand(self.to_act().side()) > 1;
                Self::sum(&own, &enemy) + if fork { AT_HAND / 2 } else { 0 }
            },
        );
        for_white(value, self.to_act().side())
    }

    fn evaluate_with(&self, network: &PatternNetwork, list: &mut PatternList) -> i32 {
        let outlook = TetraOutlook::of(self);
        let at_hand = |which| outlook.finish(which).step.is_some();
        let learned = || {
            let counts = [0, 1].map(|which| outlook.counts(which));
            if counts[0][3] > 0 && self.hand(self.to_act().side()) > 1 {
                return Self::sum(&counts[0], &counts[1]) + AT_HAND / 2;
            }
            list.clear();
            list_tetra(self, counts, list);
            network.value(list, self.phase())
        };
        for_white(lines::value(at_hand(0), || at_hand(1), learned), self.to_act().side())
    }

    fn order_scores(&self) -> impl Fn(Step) -> i32 {
        let act = self.to_act().side();
        let worths = FIGURES.worths([self.stones(act), self.stones(act.other())], &GAIN);
        move |step| match step {
            Step::Place(node) => worths[node.index()],
            Step::Slide(slide) => worths[slide.to.index()] - worths[slide.from.index()],
            Step::Pass | Step::Swap => 0,
        }
    }

    fn candidates(&self, out: &mut Vec<Step>) {
        if self.has_figure() {
            self.steps(out);
        } else {
            self.candidates_of_line(out);
        }
        // The swap changes nothing on the board: the engine decides it by the value of the best stone.
        out.retain(|&step| step != Step::Swap);
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        self.forced(out);
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Place(node) => 127 << 7 | node.0,
            Step::Slide(slide) => slide.from.0 << 7 | slide.to.0,
            Step::Pass => 127 << 7 | 127,
            Step::Swap => 127 << 7 | 126,
        }
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

impl AlphaBetaGame for Tetra {
    /// The side that begins wins by force, and a few thousand nodes see how: only random turns make the levels differ.
    const LEVELS: LevelTable =
        [(30, 900), (100, 770), (300, 640), (1_000, 510), (3_000, 380), (10_000, 240), (50_000, 110)];
    /// Hardly a position of self-play is open, so this is the unit in which the weights were fitted.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(100.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// The most stones in a figure that is still open.
impl Count for Tetra {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| self.stones(side));
        10 * (FIGURES.fullest(white, black) - FIGURES.fullest(black, white))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::check_forced;
    use super::*;
    use crate::{Limits, SearchScore, Stop, for_game};
    use taijitu_rules::Play;

    #[test]
    fn forced_wins_match_an_exhaustive_search() {
        check_forced::<Tetra>(&["whand=10 bhand=10 act=black", "whand=3 bhand=3 act=black"], 40, 30);
    }

    /// Every first stone wins, so the second player takes it over; so the start is not evaluated as won for the first player.
    #[test]
    fn a_first_stone_that_wins_is_taken_over() {
        let mut play = Play::<Tetra>::start(&["pie=on"]).unwrap();
        let mut engine = for_game("tetra").unwrap();
        let mut think = |play: &Play<Tetra>, nodes| {
            let known = crate::InformationSet::to_actor(play);
            engine.think(&known, Limits::nodes(nodes), &Stop::default(), &mut |_| ()).unwrap()
        };
        let first = think(&play, 20_000);
        assert_ne!(first.score, SearchScore::Wins(Side::Black));
        play.turn(&first.turn).unwrap();
        let second = think(&play, 2_000_000);
        assert_eq!((second.turn.as_str(), second.score), ("swap", SearchScore::Wins(Side::White)));
        play.turn(&second.turn).unwrap();
        let third = think(&play, 20_000);
        assert!(third.turn != "swap" && play.turn(&third.turn).is_ok());
    }

    #[test]
    fn the_first_player_wins() {
        let play = Play::<Tetra>::start(&[]).unwrap();
        let mut engine = for_game("tetra").unwrap();
        let thought = engine
            .think(
                &crate::InformationSet::to_actor(&play),
                Limits::nodes(2_000_000),
                &Stop::default(),
                &mut |_| (),
            )
            .unwrap();
        assert_eq!(thought.score, SearchScore::Wins(Side::Black));
    }
}
