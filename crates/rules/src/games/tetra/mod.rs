//! Tetra: four stones in a stretched figure, a straight line or a rhombus with gaps.
//!
//! Ten stones each are placed one by one on the empty board, then slide one or two nodes at a time.
//! The second player may take over the first stone, if that was agreed (the pie rule).

mod figures;

use super::slide::{CAN_MOVE, MAY_SWAP, Slide, SlideStones, board};
use crate::board::kadon::{NODES, Slides};
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, read_step};
use crate::notation::single_word;
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::outcome::Outcome;
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use figures::figures;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

const META: Meta = Meta {
    id: "tetra",
    name: Text { en: "Tetra", fr: "Tetra" },
    blurb: Text {
        en: "Place ten stones, then slide them; the first to form a stretched figure of four, a line or a rhombus with gaps, wins.",
        fr: "Posez dix pierres, puis faites-les glisser ; gagne le premier qui en dispose quatre en figure étirée, ligne ou losange à intervalles.",
    },
    credits: crate::credits::TETRA,
    pieces: &[Piece::Stone(Side::White)],
    words: &[Button::PASS, Button::SWAP],
    placement: false,
    options: &[OptionSpec {
        key: "pie",
        about: Text {
            en: "the second player may swap colours after the first stone",
            fr: "le second joueur peut échanger les couleurs après la première pierre",
        },
        values: Values::Choice(&[
            ("off", Text { en: "off", fr: "non" }),
            ("on", Text { en: "on", fr: "oui" }),
        ]),
        default: "off",
    }],
    rating_classes: &[RatingClass::of_game("tetra", Text { en: "Tetra", fr: "Tetra" })],
    variants: &[&["pie=on"]],
    sample: "w=b1,b15,c17,d1,d3,d13,f1,f2 b=a5,a7,b6,b11,c4,d2,e4,e12 whand=2 bhand=2 act=black",
    revision: 1,
};

const STONES: u8 = 10;
const REACH: usize = 2;

static SLIDES: LazyLock<Slides> = LazyLock::new(|| Slides::up_to(REACH));

const HAND_EMPTY: Rule = Rule::new(
    "tetra.hand-empty",
    "you have no stone left to place; move one, as in c7-d6",
    "vous n’avez plus de pierre à poser ; déplacez-en une, comme dans c7-d6",
);
const HAND_NOT_EMPTY: Rule = Rule::new(
    "tetra.hand-not-empty",
    "your stones move only when all of them are placed",
    "vos pierres ne se déplacent qu’une fois toutes posées",
);
const NO_SWAP: Rule = Rule::new(
    "tetra.no-swap",
    "swap can only answer the first stone, and only with pie=on",
    "on n’échange qu’en réponse à la première pierre, et seulement avec pie=on",
);
const WRITE: Text = Text {
    en: "a node such as c7 to place a stone, a slide such as c7-d6, or pass",
    fr: "un nœud comme c7 pour poser une pierre, un glissement comme c7-d6, ou pass",
};
const PLACE: Text = Text { en: "place a stone", fr: "posez une pierre" };
const PLACE_OR_SWAP: Text =
    Text { en: "place a stone, or swap colours", fr: "posez une pierre ou échangez les couleurs" };
const MOVE: Text = Text {
    en: "slide a stone one or two nodes along a straight line",
    fr: "faites glisser une pierre d’un ou deux nœuds en ligne droite",
};
const HAND: Text = Text { en: "in hand", fr: "en main" };

/// A position of Tetra.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tetra {
    stones: SlideStones,
    hand: Pair<u8>,
    /// Whether the side to act already has a figure that has not won: only possible in a set-up.
    given: bool,
    /// Whether the first stone may be taken over, and whether it may be now.
    pie: bool,
    swap: bool,
}

/// Leaves out the option, as everywhere.
impl Hash for Tetra {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
        self.hand.hash(state);
        state.write_u8(u8::from(self.given) | u8::from(self.swap) << 1);
    }
}

/// A step of Tetra, always a whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone from the hand to a node.
    Place(Point),
    /// A stone slides.
    Slide(Slide),
    /// No stone can.
    Pass,
    /// Taking over the first stone.
    Swap,
}

impl Tetra {
    /// The stones of a side on the board.
    #[must_use]
    #[inline(always)]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones.on.0[side.index()]
    }

    /// How many stones a side has still to place.
    #[must_use]
    #[inline(always)]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand.0[side.index()]
    }

    /// Where a stone of either side on this node can slide.
    #[must_use]
    pub fn slides(&self, from: Point) -> PointSet {
        SLIDES.from(from, self.stones.occupied())
    }

    /// Every figure that wins.
    pub fn figures() -> impl Iterator<Item = PointSet> {
        figures().all().copied()
    }

    /// Whether the side to act already has a figure, given by a set-up: any turn that keeps it wins.
    #[must_use]
    pub const fn has_figure(&self) -> bool {
        self.given
    }

    /// Whether the side to act may take over the first stone instead of placing its own.
    #[must_use]
    pub const fn may_swap(&self) -> bool {
        self.swap
    }

    /// Whether the stone to be placed now may be taken over by the other player.
    #[must_use]
    pub fn may_be_swapped(&self) -> bool {
        self.pie && self.stones.act == Side::Black && self.is_untouched()
    }

    /// Whether no stone has been placed yet.
    fn is_untouched(&self) -> bool {
        self.hand == Pair([STONES; 2]) && self.stones.occupied().is_empty()
    }

    /// The position after a null move.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        let mut next = self.clone();
        next.swap = false;
        next.stones.end_turn(false, None);
        next
    }

    fn places(&self) -> bool {
        self.hand[self.stones.act] > 0
    }

    /// Ends the turn of a stone that now stands on `to`, or of a pass.
    ///
    /// A figure is new only if that stone is part of it; older ones matter where a set-up gave one.
    fn end_turn(&mut self, to: Option<Point>) {
        let own = self.stones.own();
        let formed = to.is_some_and(|to| figures().any_through(own, to));
        let win = if formed || self.given { self.win(self.stones.act) } else { None };
        self.given = false;
        self.stones.end_turn(to.is_none(), win);
    }

    fn win(&self, side: Side) -> Option<Outcome> {
        let kind = figures().first_kind(self.stones.on[side])?;
        Some(Outcome::win(side, kind))
    }

    fn read_hand(fields: &mut Fields, key: &'static str, on_board: PointSet) -> Result<u8, SetupError> {
        let hand = fields.number(key, STONES.into())? as usize;
        if on_board.len() + hand > STONES.into() {
            let there = on_board.len();
            return Err(SetupError::impossible(
                format!("too many stones: {there} on the board and {key}={hand} make more than {STONES}"),
                format!("trop de pierres : {there} sur le plateau et {key}={hand} font plus que {STONES}"),
            ));
        }
        Ok(hand as u8)
    }
}

impl Game for Tetra {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Tetra {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (stones, pie) = (SlideStones::start("", ""), options.get("pie") == "on");
        Ok(Self { stones, hand: Pair([STONES; 2]), given: false, pie, swap: false })
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.stones.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        false
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.stones.outcome.is_some() {
            return;
        }
        if self.places() {
            let empty = PointSet::first(NODES) - self.stones.occupied();
            out.extend(empty.iter().map(Step::Place));
            if self.swap {
                out.push(Step::Swap);
            }
        } else {
            self.stones.each_slide(&SLIDES, |slide| out.push(Step::Slide(slide)));
        }
        if out.is_empty() {
            out.push(Step::Pass);
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Place(point) => {
                let act = self.stones.act;
                self.swap = self.may_be_swapped();
                self.stones.on[act].insert(point);
                self.hand[act] = self.hand[act].saturating_sub(1);
                self.end_turn(Some(point));
            }
            Step::Slide(slide) => {
                self.stones.slide(slide);
                self.end_turn(Some(slide.to));
            }
            Step::Pass => self.end_turn(None),
            // The players swap colours, not the board: White is to act again, now the other player.
            Step::Swap => self.swap = false,
        }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.stones.outcome
    }

    fn explain(&self, step: Step) -> Refusal {
        match (step, self.places()) {
            (Step::Place(point), true) => Refusal::Occupied(board().name(point).into()),
            (Step::Place(_), false) => Refusal::Rule(HAND_EMPTY),
            (Step::Slide(_), true) => Refusal::Rule(HAND_NOT_EMPTY),
            (Step::Slide(slide), false) => self.stones.explain(slide, REACH),
            (Step::Pass, _) => Refusal::Rule(CAN_MOVE),
            (Step::Swap, _) => Refusal::Rule(NO_SWAP),
        }
    }

    fn swaps(step: Step) -> bool {
        step == Step::Swap
    }

    fn board(&self) -> &'static Board {
        board()
    }
}

impl Notation for Tetra {
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let stones = SlideStones::read(fields, STONES.into())?;
        let white = Self::read_hand(fields, "whand", stones.on[Side::White])?;
        let black = Self::read_hand(fields, "bhand", stones.on[Side::Black])?;
        let (pie, swap) = (options.get("pie") == "on", fields.flag("swap")?);
        let mut game = Self { stones, hand: Pair([white, black]), given: false, pie, swap };
        let one_stone =
            game.stones.on.0.map(PointSet::len) == [0, 1] && game.hand == Pair([STONES, STONES - 1]);
        if swap && !(pie && one_stone && game.stones.act == Side::White && !game.stones.passed) {
            return Err(SetupError::impossible(
                "swap=yes needs pie=on, act=white, a single black stone on the board and all others in hand",
                "swap=yes demande pie=on, act=white, une seule pierre noire sur le plateau et toutes les autres en main",
            ));
        }
        game.stones.judge(game.win(stones.act.other()));
        game.given = game.stones.outcome.is_none() && game.win(stones.act).is_some();
        Ok(game)
    }

    fn setup(&self, _: Audience) -> String {
        self.stones.write(|setup| {
            setup
                .number("whand", self.hand[Side::White].into())
                .number("bhand", self.hand[Side::Black].into())
                .flag("swap", self.swap)
        })
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        let step = match word.text {
            "pass" => Step::Pass,
            "swap" => Step::Swap,
            node if !node.contains('-') => Step::Place(word.point(board())?),
            _ => Step::Slide(Slide::read(word, WRITE)?),
        };
        Ok(vec![read_step(&mut self.clone(), step, word)?])
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        match steps {
            [Step::Place(point)] => board().name(*point).into(),
            [Step::Slide(slide)] => slide.spell(),
            [Step::Pass] => "pass".into(),
            [Step::Swap] => "swap".into(),
            _ => String::new(),
        }
    }
}

impl Presentation for Tetra {
    /// The figures of the kind that the result names.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        match self.stones.outcome {
            Some(Outcome { winner: Some(side), reason }) => {
                figures().formed(reason, self.stones.on[side]).iter().collect()
            }
            _ => vec![],
        }
    }

    fn view(&self, _: Audience) -> View {
        let hand = |view: View, side: Side| {
            view.tray(Some(side), HAND, Piece::Stone(side), u32::from(self.hand[side]))
        };
        let threats = self.stones.threats(figures().all());
        let view = Side::BOTH.into_iter().fold(self.stones.view().with_threats(threats), hand);
        if self.swap { view.note(MAY_SWAP, None) } else { view }
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Place(point) => vec![Touch::Point(point)],
            Step::Slide(slide) => slide.touches(),
            Step::Pass => vec![Touch::Word("pass")],
            Step::Swap => vec![Touch::Word("swap")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match touches {
            [Touch::Word("swap")] => self.explain(Step::Swap),
            [Touch::Point(point)] if self.places() => self.explain(Step::Place(*point)),
            _ => self.stones.why_not_touch(touches, REACH),
        }
    }

    fn prompt(&self) -> Text {
        match (self.swap, self.places()) {
            (true, _) => PLACE_OR_SWAP,
            (false, true) => PLACE,
            (false, false) => MOVE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slide::tests::{at, cannot_be, list, refused, result};
    use super::*;
    use crate::Play;

    #[test]
    fn three_of_a_figure_and_an_empty_node_are_a_threat() {
        let threats = |setup: &str| {
            let view = at::<Tetra>(setup).position().view(Audience::Everyone);
            let threat_lines = view.threats.iter().map(|threat| {
                assert!(threat.points.len() == 4 && threat.points.contains(&threat.missing));
                format!("{} {}", threat.side, board().name(threat.missing))
            });
            threat_lines.collect::<Vec<_>>()
        };
        let of = |setup: &str, node: &str| threats(setup).contains(&format!("white {node}"));
        for (three, fourth) in
            [("a4,c4,e4", "d8"), ("a5,c4,e3", "f3"), ("c3,c5,a5", "e3"), ("c3,c6,b5", "d4")]
        {
            let setup = format!("w={three} b=b4,d3 whand=2 act=white");
            assert!(of(&setup, fourth), "{three} lack {fourth}");
            assert!(!of(&format!("w={three} b=b4,{fourth} whand=2 act=white"), fourth), "taken by Black");
        }
        assert_eq!(threats("w=a4,c4 b=a1 act=white"), [""; 0], "two stones");
    }

    #[test]
    fn ten_stones_each_are_placed_then_slide() {
        let mut play = Play::<Tetra>::start(&[]).unwrap();
        assert_eq!(play.position().setup(Audience::Everyone), "whand=10 bhand=10 act=black");
        play.turn("C7").unwrap();
        assert_eq!(play.position().setup(Audience::Everyone), "b=c7 whand=10 bhand=9 act=white");
        let trays = play.position().view(Audience::Everyone).trays;
        assert_eq!(trays.iter().map(|tray| tray.count).collect::<Vec<_>>(), [10, 9]);
    }

    #[test]
    fn the_first_stone_may_be_taken_over_if_that_was_agreed() {
        let mut play = Play::<Tetra>::start(&["pie=on"]).unwrap();
        play.turn("c7").unwrap();
        let setup = "b=c7 whand=10 bhand=9 swap=yes act=white";
        assert_eq!(play.position().setup(Audience::Everyone), setup);
        let again = Play::<Tetra>::from_setup(play.options().clone(), setup).unwrap();
        assert_eq!(again.position(), play.position());
        let mut swapped = play.clone();
        swapped.turn("swap").unwrap();
        assert!(swapped.swapped() && !play.swapped());
        assert_eq!(swapped.position().setup(Audience::Everyone), "b=c7 whand=10 bhand=9 act=white");
        assert!(swapped.turn("swap").is_err(), "only once");
        play.turn("a1").unwrap();
        let error = play.turn("swap").unwrap_err().to_string();
        assert_eq!(error, "`swap`: swap can only answer the first stone, and only with pie=on");
        let mut usual = Play::<Tetra>::start(&[]).unwrap();
        usual.turn("c7").unwrap();
        assert!(usual.turn("swap").is_err());
    }

    #[test]
    fn each_side_places_as_long_as_it_has_stones_in_hand() {
        let mut play = at::<Tetra>("b=a1 w=a9 bhand=1 act=black");
        play.turn("c7").unwrap();
        play.turn("a9-a10").unwrap();
        play.turn("a1-a3").unwrap();
        assert_eq!(
            list::<Tetra>("b=a1 act=black"),
            ["a1-a2", "a1-a23", "a1-a24", "a1-a3", "a1-b1", "a1-c1"],
            "one or two nodes"
        );
    }

    #[test]
    fn refusals_say_which_phase_it_is() {
        let placing = "b=a1 w=a9 bhand=1 act=black";
        assert_eq!(
            refused::<Tetra>(placing, "a1-a2"),
            "`a1-a2`: your stones move only when all of them are placed"
        );
        assert_eq!(refused::<Tetra>(placing, "a9"), "`a9`: a9 is occupied");
        assert_eq!(refused::<Tetra>(placing, "g9"), "`g9`: no such point on the 93-node board");
        assert_eq!(
            refused::<Tetra>("b=a1 act=black", "a2"),
            "`a2`: you have no stone left to place; move one, as in c7-d6"
        );
        assert_eq!(
            refused::<Tetra>("b=a1 w=a2 act=black", "a1-a3"),
            "`a1-a3`: a piece stands in between, at a2"
        );
        assert!(refused::<Tetra>(placing, "").ends_with("not complete: place a stone"));
    }

    #[test]
    fn every_kind_of_figure_wins() {
        for (three, fourth, kind) in [
            ("a4,c4,e4", "d8", "line by nodes"),
            ("a5,c4,e3", "f3", "line by lines"),
            ("c3,c5,a5", "e3", "rhombus by nodes"),
            ("c3,c6,b5", "d4", "rhombus by lines"),
        ] {
            let setup = format!("w={three} b=b4,d3 whand=2 act=white");
            assert_eq!(result::<Tetra>(&setup, &[fourth]), format!("white ({kind})"));
        }
        assert_eq!(
            result::<Tetra>("b=c3,c5,a5,e1 act=black", &["e1-e3"]),
            "black (rhombus by nodes)",
            "by a slide"
        );
    }

    #[test]
    fn the_first_kind_gives_the_reason() {
        let setup = "b=c3,c5,a5,a1,a3,a7,e1 act=black";
        assert_eq!(
            result::<Tetra>(setup, &[]),
            "-",
            "Black's line a1 a3 a5 a7 counts at the end of Black's turn"
        );
        assert_eq!(
            result::<Tetra>(setup, &["e1-e3"]),
            "black (line by nodes)",
            "and goes before the rhombus"
        );
    }

    #[test]
    fn a_figure_counts_at_the_end_of_its_owners_turn() {
        let stones = "b=a1,a3,a5,a7,f1 w=e5,b8";
        assert_eq!(result::<Tetra>(&format!("{stones} act=white"), &[]), "black (line by nodes)");
        let act = format!("{stones} act=black");
        assert_eq!(result::<Tetra>(&act, &["f1-f2"]), "black (line by nodes)");
        assert_eq!(result::<Tetra>(&act, &["a1-b1"]), "-", "given up");
        assert_eq!(result::<Tetra>(&act, &["a1-b1", "e5-e6", "f1-f2"]), "-");
        assert_eq!(result::<Tetra>(&act, &["a1-b1", "e5-e6", "b1-a1"]), "black (line by nodes)");
    }

    #[test]
    fn set_ups_that_cannot_be() {
        assert_eq!(
            cannot_be::<Tetra>("w=a1 whand=10 act=black"),
            "too many stones: 1 on the board and whand=10 make more than 10"
        );
        assert_eq!(cannot_be::<Tetra>("bhand=11 act=black"), "`bhand=11`: bhand takes a number from 0 to 10");
        assert_eq!(
            cannot_be::<Tetra>("b=a1,a2,a4,a5,b1,b2,b3,b4,b5,b6,b7 act=black"),
            "too many pieces in b=: 11 of at most 10"
        );
        assert_eq!(
            cannot_be::<Tetra>("b=a1 whand=10 bhand=9 swap=yes act=white"),
            "swap=yes needs pie=on, act=white, a single black stone on the board and all others in hand"
        );
    }
}
