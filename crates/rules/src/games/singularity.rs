//! Singularity: fuse your stones until a single one is left, on one of the three centre nodes.
//!
//! Twelve stones each, alternating around the rim, slide up to three nodes. A stone that lands beside own
//! stones of the central region swallows one of them.

use super::slide::{CAN_MOVE, Slide, SlideStones, board};
use crate::board::kadon::{Slides, kadon};
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, read_step};
use crate::notation::single_word;
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use std::sync::LazyLock;

const META: Meta = Meta {
    id: "singularity",
    name: Text { en: "Singularity", fr: "Singularité" },
    blurb: Text {
        en: "Slide your twelve stones inwards and fuse those that meet near the centre; a single stone left, on one of the three centre nodes, wins.",
        fr: "Faites glisser vos douze pierres vers le centre et fusionnez celles qui s’y touchent ; gagne celui qui n’en a plus qu’une, sur l’un des trois nœuds centraux.",
    },
    credits: crate::credits::SINGULARITY,
    pieces: &[Piece::Stone(Side::White)],
    words: &[Button::PASS],
    placement: false,
    options: &[],
    rating_classes: &[RatingClass::of_game("singularity", Text { en: "Singularity", fr: "Singularité" })],
    variants: &[],
    sample: "w=a4,a12,a18,a22,a24,b15,c16,d2,d3,d7,d11,e4 b=a7,a17,a21,a23,b3,b4,b16,c13,e1,e9,f2 act=black",
    revision: 1,
};

const WHITE: &str = "a2 a4 a6 a8 a10 a12 a14 a16 a18 a20 a22 a24";
const BLACK: &str = "a1 a3 a5 a7 a9 a11 a13 a15 a17 a19 a21 a23";
const STONES: usize = 12;
const REACH: usize = 3;

static SLIDES: LazyLock<Slides> = LazyLock::new(|| Slides::up_to(REACH));

/// f1, f2, f3: the last nodes of the board.
const CENTRE: PointSet = PointSet(0b111 << 90);

const ONE_IN_THE_CENTRE: Rule = Rule::new(
    "singularity.one-in-the-centre",
    "at the end of your turn you may hold only one of f1, f2 and f3",
    "à la fin de votre coup vous ne pouvez occuper qu’un seul des nœuds f1, f2 et f3",
);
const NO_FUSION: Rule = Rule::new(
    "singularity.no-fusion",
    "no fusion here: the stone that moved touches none of your stones in the central region",
    "pas de fusion ici : la pierre jouée ne touche aucune de vos pierres de la région centrale",
);
const NOT_FUSED: Rule = Rule::new(
    "singularity.not-fused",
    "the moved stone touches no stone of yours on {} in the central region",
    "la pierre jouée ne touche aucune de vos pierres en {} dans la région centrale",
);
const WRITE: Text = Text {
    en: "a slide such as a5-b5, with a fusion a5-c4*d3, or pass",
    fr: "un glissement comme a5-b5, avec une fusion a5-c4*d3, ou pass",
};
const MOVE: Text = Text {
    en: "slide a stone one to three nodes along a straight line",
    fr: "faites glisser une pierre d’un à trois nœuds en ligne droite",
};
const FUSE: Text = Text {
    en: "choose the stone that is removed by fusion, as in a5-c4*d3",
    fr: "choisissez la pierre que la fusion retire, comme dans a5-c4*d3",
};

/// A position of Singularity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Singularity {
    stones: SlideStones,
    /// Where the stone that moved has landed, while a fusion is still to be made.
    landed: Option<Point>,
}

/// A step of Singularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone slides.
    Slide(Slide),
    /// The stone that slid swallows the one on this node.
    Fuse(Point),
    /// No stone can slide.
    Pass,
}

/// The stones of `own` beside `to`: a stone that lands there has to swallow one of them.
fn touched(own: PointSet, to: Point) -> PointSet {
    kadon().neighbours[to.index()] & kadon().centre & own
}

impl Singularity {
    /// The stones of a side.
    #[must_use]
    #[inline(always)]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones.on.0[side.index()]
    }

    /// The nodes that a stone of either side can slide to, without the rule of the centre.
    #[must_use]
    #[inline(always)]
    pub fn slides(&self, from: Point) -> PointSet {
        SLIDES.from(from, self.stones.occupied())
    }

    fn new(stones: SlideStones) -> Self {
        let landed = None;
        Self { stones, landed }
    }

    /// Those of the touched stones whose fusion leaves at most one own stone in the centre.
    fn fusions(&self, to: Point) -> PointSet {
        let (own, touched) = (self.stones.own(), touched(self.stones.own(), to));
        match (own & CENTRE).len() {
            0 | 1 => touched,
            2 => touched & CENTRE,
            _ => PointSet::EMPTY,
        }
    }

    /// The nodes where a turn that moves the stone on `from` may still end with at most one stone in the centre.
    ///
    /// The three centre nodes touch each other: a second stone that enters swallows the first. Two that
    /// stay behind (a set-up may have them) need a landing outside the centre and beside one of them.
    fn permitted(&self, from: Point) -> PointSet {
        let staying = (self.stones.own() & CENTRE) - PointSet::of(from);
        let near = |stone: Point| kadon().neighbours[stone.index()];
        match staying.len() {
            0 | 1 => !PointSet::EMPTY,
            2 => staying.iter().map(near).fold(PointSet::EMPTY, |all, set| all | set) - CENTRE,
            _ => PointSet::EMPTY,
        }
    }

    fn slide(&mut self, slide: Slide) {
        self.stones.slide(slide);
        if touched(self.stones.own(), slide.to).is_empty() {
            self.end_turn(false);
        } else {
            self.landed = Some(slide.to);
        }
    }

    fn end_turn(&mut self, pass: bool) {
        self.stones.end_turn(pass, self.win(self.stones.act));
    }

    /// Whether `side`, whose turn ends, has a single stone left and holds the centre with it.
    fn win(&self, side: Side) -> Option<Outcome> {
        let own = self.stones.on[side];
        (own.len() == 1 && own.meets(CENTRE)).then_some(Outcome::win(side, Reason::LastStone))
    }
}

impl Game for Singularity {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Singularity {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(Self::new(SlideStones::start(WHITE, BLACK)))
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.stones.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        self.landed.is_some()
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.stones.outcome.is_some() {
            return;
        }
        if let Some(to) = self.landed {
            out.extend(self.fusions(to).iter().map(Step::Fuse));
            return;
        }
        let (slides, occupied) = (&*SLIDES, self.stones.occupied());
        for from in self.stones.own() {
            let targets = slides.from(from, occupied) & self.permitted(from);
            targets.iter().for_each(|to| out.push(Step::Slide(Slide { from, to })));
        }
        if out.is_empty() {
            out.push(Step::Pass);
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Slide(slide) => self.slide(slide),
            Step::Fuse(stone) => {
                self.stones.on[self.stones.act].remove(stone);
                self.landed = None;
                self.end_turn(false);
            }
            Step::Pass => self.end_turn(true),
        }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.stones.outcome
    }

    fn explain(&self, step: Step) -> Refusal {
        let own = self.stones.own();
        match (step, self.landed) {
            (Step::Fuse(_), None) => Refusal::Rule(NO_FUSION),
            (Step::Fuse(stone), Some(to)) if touched(own, to).contains(stone) => {
                Refusal::Rule(ONE_IN_THE_CENTRE)
            }
            (Step::Fuse(stone), Some(_)) => Refusal::RuleAt(NOT_FUSED, board().name(stone).into()),
            (_, Some(_)) => Refusal::Incomplete(FUSE),
            (Step::Slide(slide), None) => match self.stones.explain(slide, REACH) {
                Refusal::NotLegal => Refusal::Rule(ONE_IN_THE_CENTRE),
                why => why,
            },
            (Step::Pass, None) => Refusal::Rule(CAN_MOVE),
        }
    }

    fn board(&self) -> &'static Board {
        board()
    }
}

impl Notation for Singularity {
    fn from_setup(_: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let mut game = Self::new(SlideStones::read(fields, STONES)?);
        game.stones.judge(game.win(game.stones.act.other()));
        Ok(game)
    }

    fn setup(&self, _: Audience) -> String {
        self.stones.write(|setup| setup)
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        let mut position = self.clone();
        if word.text == "pass" {
            return Ok(vec![read_step(&mut position, Step::Pass, word)?]);
        }
        let (slide, fused) = match word.split_once('*') {
            Some((slide, fused)) => (slide, Some(fused)),
            None => (word, None),
        };
        let step = Step::Slide(Slide::read(slide, WRITE)?);
        let mut steps = vec![read_step(&mut position, step, slide)?];
        match fused {
            None if position.mid_turn() => return Err(word.refuse(Refusal::Incomplete(FUSE))),
            None => {}
            Some(fused) => {
                let stone = fused.point(board())?;
                if !position.mid_turn() {
                    return Err(fused.refuse(Refusal::Rule(NO_FUSION)));
                }
                steps.push(read_step(&mut position, Step::Fuse(stone), fused)?);
            }
        }
        Ok(steps)
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        let spelled = |step: &Step| match step {
            Step::Slide(slide) => slide.spell(),
            Step::Fuse(stone) => format!("*{}", board().name(*stone)),
            Step::Pass => "pass".into(),
        };
        steps.iter().map(spelled).collect()
    }
}

impl Presentation for Singularity {
    /// The last stone.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        let winner = self.stones.outcome.and_then(|outcome| outcome.winner);
        winner.map_or_else(Vec::new, |side| self.stones.on[side].iter().collect())
    }

    fn view(&self, _: Audience) -> View {
        self.stones.view()
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Slide(slide) => slide.touches(),
            Step::Fuse(stone) => vec![Touch::Point(stone)],
            Step::Pass => vec![Touch::Word("pass")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match *touches {
            [Touch::Point(stone)] if self.mid_turn() => self.explain(Step::Fuse(stone)),
            [Touch::Point(from), Touch::Point(to)] => self.explain(Step::Slide(Slide { from, to })),
            // A stone that could slide but for the rule of the centre is not stuck.
            [Touch::Point(from)] if self.stones.own().contains(from) && !self.slides(from).is_empty() => {
                Refusal::Rule(ONE_IN_THE_CENTRE)
            }
            _ => self.stones.why_not_touch(touches, REACH),
        }
    }

    fn prompt(&self) -> Text {
        if self.mid_turn() { FUSE } else { MOVE }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slide::tests::{list, refused, result, some_of};
    use super::*;
    use crate::board::kadon::NODES;
    use crate::playout::Random;
    use crate::turns::children;
    use crate::{Pair, Play};
    use std::collections::BTreeSet;

    #[test]
    fn stones_alternate_around_the_rim() {
        let play = Play::<Singularity>::start(&[]).unwrap();
        let view = play.position().view(Audience::Everyone);
        assert_eq!(view.pieces.len(), 24);
        assert_eq!(view.pieces.iter().filter(|placed| placed.at.0 % 2 == 0).count(), 12);
        let black = |at: u16| view.at(Point(at)).and_then(crate::Piece::side) == Some(Side::Black);
        assert!((0..24).all(|at| black(at) == (at % 2 == 0)), "a1, a3, … are Black's");
    }

    #[test]
    fn fusion_is_compulsory_and_takes_one_of_the_touched_stones() {
        let fused = |setup: &str| {
            let to_d3 = |turn: &String| turn.starts_with("c3-d3");
            list::<Singularity>(setup).into_iter().filter(to_d3).collect::<Vec<_>>()
        };
        assert_eq!(fused("b=c3,e2 act=black"), ["c3-d3*e2"]);
        assert_eq!(fused("b=c3,e2,e3 act=black"), ["c3-d3*e2", "c3-d3*e3"]);
        assert_eq!(fused("b=c3,e4 act=black"), ["c3-d3"], "e4 is in the region but does not touch d3");
        assert_eq!(fused("b=c3,d4 act=black"), ["c3-d3"], "d4 is not in the region");
        assert_eq!(fused("b=c3 w=e2 act=black"), ["c3-d3"], "only own stones fuse");
    }

    #[test]
    fn a_fusion_that_is_missing_or_wrong_is_refused() {
        let refused = |turn| refused::<Singularity>("b=c3,e2,f1 w=e3 act=black", turn);
        assert_eq!(
            refused("c3-d3"),
            "`c3-d3`: the move is not complete: choose the stone that is removed by fusion, as in a5-c4*d3"
        );
        let not = |node| format!("the moved stone touches no stone of yours on {node} in the central region");
        assert_eq!(refused("c3-d3*e3"), format!("`e3`: {}", not("e3")), "White's");
        assert_eq!(refused("c3-d3*f1"), format!("`f1`: {}", not("f1")), "too far");
        assert_eq!(refused("c3-d3*d3"), format!("`d3`: {}", not("d3")), "the stone itself");
        assert_eq!(refused("c3-d3*"), "``: no such point on the 93-node board");
        assert_eq!(refused("c3-d3*e2*f1"), "`e2*f1`: no such point on the 93-node board");
        assert_eq!(
            refused("c3-b3*e2"),
            "`e2`: no fusion here: the stone that moved touches none of your stones in the central region"
        );
        assert_eq!(
            refused("c3"),
            "`c3`: cannot be read; write a slide such as a5-b5, with a fusion a5-c4*d3, or pass"
        );
    }

    #[test]
    fn a_fusion_written_from_either_stone_is_one_turn() {
        let setup = "b=e2,e3 w=a1 act=black";
        let to_f1: Vec<String> =
            list::<Singularity>(setup).into_iter().filter(|turn| turn.contains("-f1")).collect();
        assert_eq!(to_f1, ["e2-f1*e3"]);
        assert_eq!(result::<Singularity>(setup, &["e2-f1*e3"]), "black (last stone)");
        assert_eq!(result::<Singularity>(setup, &["E3-F1*E2"]), "black (last stone)");
    }

    #[test]
    fn a_turn_ends_with_at_most_one_stone_in_the_centre() {
        let only_one = "at the end of your turn you may hold only one of f1, f2 and f3";
        // e4 touches f2; on f2 it touches f1 and e3.
        let setup = "b=f1,e3,e4 act=black";
        assert_eq!(refused::<Singularity>(setup, "e4-f2*e3"), format!("`e3`: {only_one}"));
        assert_eq!(result::<Singularity>(setup, &["e4-f2*f1"]), "-");
        // Two in the centre, as only a set-up has them: one has to leave or to be swallowed.
        let two = "b=f1,f2,a1 act=black";
        assert_eq!(refused::<Singularity>(two, "a1-b1"), format!("`a1-b1`: {only_one}"));
        assert_eq!(result::<Singularity>(two, &["f1-e2"]), "-");
        assert_eq!(result::<Singularity>(two, &["f1-f3*f2"]), "-");
        let three = "b=f1,f2,f3 act=black";
        assert_eq!(
            list::<Singularity>(three),
            ["f1-e11*f3", "f1-e3*f2", "f2-e7*f3"],
            "beside another one, which is swallowed; each of these has a second spelling"
        );
    }

    #[test]
    fn who_cannot_keep_the_centre_rule_passes() {
        let setup = "b=f1,f2,f3 w=e3,e7,e11 act=black";
        assert_eq!(list::<Singularity>(setup), ["pass"]);
        assert_eq!(result::<Singularity>(setup, &["pass"]), "-");
    }

    #[test]
    fn the_last_stone_wins_in_the_centre_at_the_end_of_its_own_turn() {
        assert_eq!(result::<Singularity>("b=f1 w=a2 act=white", &[]), "black (last stone)");
        let blacks_turn = "b=f1 w=a2 act=black";
        assert_eq!(result::<Singularity>(blacks_turn, &[]), "-", "White has just moved");
        assert_eq!(result::<Singularity>(blacks_turn, &["f1-f2"]), "black (last stone)");
        assert_eq!(result::<Singularity>(blacks_turn, &["f1-e2"]), "-");
        assert_eq!(result::<Singularity>("b=e1 w=a2 act=white", &[]), "-", "e1 is not the centre");
        let shut_in = "b=f1 w=e2,e3,e11,e12,f2,f3 act=black";
        assert_eq!(result::<Singularity>(shut_in, &["pass"]), "black (last stone)", "a pass is a turn");
    }

    /// Walks every path, tries every fusion, and looks at the result.
    fn plain_children(stones: &SlideStones) -> BTreeSet<PointSet> {
        let (own, mut ends) = (stones.own(), BTreeSet::new());
        for path in own.iter().flat_map(|from| board().maximal_paths(from)) {
            let open = path[1..].iter().take(3);
            for &to in open.take_while(|&&node| !stones.occupied().contains(node)) {
                let after = (own - PointSet::of(path[0])) | PointSet::of(to);
                let touches = |&stone: &Point| {
                    kadon().centre.contains(stone) && board().neighbours(to).contains(&stone)
                };
                let touched: Vec<Point> = after.iter().filter(touches).collect();
                let mut results: Vec<PointSet> =
                    touched.iter().map(|&stone| after - PointSet::of(stone)).collect();
                if touched.is_empty() {
                    results.push(after);
                }
                ends.extend(results.into_iter().filter(|own| (*own & CENTRE).len() <= 1));
            }
        }
        ends
    }

    #[test]
    fn turns_are_what_a_plain_search_finds() {
        let mut random = Random::new(55);
        for _ in 0..3000 {
            // Crowded in the centre, thin elsewhere.
            let rim = PointSet::first(NODES) - kadon().centre;
            let all = some_of(&mut random, kadon().centre, 2) | some_of(&mut random, rim, 12);
            let black = some_of(&mut random, all, 2);
            let mut stones = SlideStones::start("", "");
            stones.on = Pair([all - black, black]);
            let found = children(&Singularity::new(stones)).unwrap();
            let mut found: BTreeSet<PointSet> =
                found.iter().map(|game| game.stones.on[Side::Black]).collect();
            let plain = plain_children(&stones);
            if plain.is_empty() {
                assert!(found.remove(&black), "a pass");
            }
            assert_eq!(found, plain, "{}", stones.write(|setup| setup));
        }
    }
}
