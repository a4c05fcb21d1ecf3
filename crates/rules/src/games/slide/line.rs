//! Quinta and Sexta: stones slide any distance, and the first side to bring its own into a line wins.
//!
//! With the option `pie` the second player may take over the first turn.

use super::{ANY_DISTANCE, CAN_MOVE, MAY_SWAP, Slide, SlideStones, board};
use crate::board::kadon::Slides;
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, read_step};
use crate::notation::single_word;
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::view::{Touch, View};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::LazyLock;

static SLIDES: LazyLock<Slides> = LazyLock::new(|| Slides::up_to(ANY_DISTANCE));

/// The key of the option.
const PIE: &str = "pie";

/// The option of the swap, for games in which to begin is an advantage.
pub const PIE_OPTION: OptionSpec = OptionSpec {
    key: PIE,
    about: Text {
        en: "the second player may swap colours after the first turn",
        fr: "le second joueur peut échanger les couleurs après le premier coup",
    },
    values: Values::Choice(&[("off", Text { en: "off", fr: "non" }), ("on", Text { en: "on", fr: "oui" })]),
    default: "off",
};

const WRITE: Text = Text { en: "a slide such as a2-b4, or pass", fr: "un glissement comme a2-b4, ou pass" };
const MOVE: Text = Text {
    en: "slide a stone, any distance along a straight line",
    fr: "faites glisser une pierre en ligne droite, aussi loin que vous voulez",
};
const MOVE_OR_SWAP: Text = Text {
    en: "slide a stone, any distance along a straight line, or swap colours",
    fr: "faites glisser une pierre en ligne droite, aussi loin que vous voulez, ou échangez les couleurs",
};
const NO_SWAP: Rule = Rule::new(
    "slide.no-swap",
    "swap can only answer the first turn, and only with pie=on",
    "on n’échange qu’en réponse au premier coup, et seulement avec pie=on",
);

/// What defines a line game: where the stones start, and the winning line.
pub trait LineRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Id and names.
    const META: Meta;
    /// Where White's stones start.
    const WHITE: &'static str;
    /// Where Black's stones start.
    const BLACK: &'static str;
    /// The name of the line in a result.
    const REASON: Reason;

    /// The lines that win, where they can be listed: there a line that lacks one stone is a threat.
    fn lines() -> &'static [PointSet] {
        &[]
    }

    /// The stones of a side that has won that are part of a winning line; all of them where lines cannot be listed.
    fn winning(own: PointSet) -> PointSet {
        let lines = Self::lines().iter().filter(|line| line.is_subset_of(own));
        let stones = lines.fold(PointSet::EMPTY, |all, &line| all | line);
        if stones.is_empty() { own } else { stones }
    }

    /// Whether these stones of one side contain the winning line, the one on `through` being part of it.
    fn wins(own: PointSet, through: Point) -> bool;
}

/// The right to take over the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SwapRight {
    /// Nobody has it: it was not agreed, or the second player has answered.
    Gone,
    /// The turn that may be taken over is to be played now.
    Ahead,
    /// The side to act has it.
    Open,
}

/// A position of a line game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGame<L> {
    stones: SlideStones,
    swap: SwapRight,
    line: PhantomData<L>,
}

/// Leaves out the option, as everywhere.
impl<L> Hash for LineGame<L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
        if self.swap == SwapRight::Open {
            state.write_u8(1);
        }
    }
}

/// A step of a line game, always a whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone slides.
    Slide(Slide),
    /// No stone can.
    Pass,
    /// Taking over the first turn.
    Swap,
}

impl<L: LineRules> LineGame<L> {
    /// The stones of a side.
    #[must_use]
    #[inline(always)]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones.on.0[side.index()]
    }

    /// Where a stone of either side on this node can slide.
    #[must_use]
    pub fn slides(&self, from: Point) -> PointSet {
        SLIDES.from(from, self.stones.occupied())
    }

    /// The position after a null move.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        let mut next = self.clone();
        next.swap = SwapRight::Gone;
        next.stones.end_turn(false, None);
        next
    }

    /// Whether the side to act may take over the first turn instead of playing its own.
    #[must_use]
    pub fn may_swap(&self) -> bool {
        self.swap == SwapRight::Open
    }

    /// Whether the turn to be played now may be taken over by the other player.
    #[must_use]
    pub fn may_be_swapped(&self) -> bool {
        self.swap == SwapRight::Ahead
    }

    const fn new(stones: SlideStones, swap: SwapRight) -> Self {
        let line = PhantomData;
        Self { stones, swap, line }
    }

    fn start_stones() -> SlideStones {
        SlideStones::start(L::WHITE, L::BLACK)
    }

    /// The right to swap that `swap=yes` says: before the first turn or after it, the board turned or mirrored or as it
    /// is. `None` where there is none.
    fn right_at(stones: &SlideStones) -> Option<SwapRight> {
        let start = Self::start_stones();
        board().symmetries().iter().find_map(|map| {
            let image = |own: PointSet| own.iter().map(|node| map[node.index()]).collect();
            Self::right_from(SlideStones { on: Pair(start.on.0.map(image)), ..start }, stones)
        })
    }

    /// The same where the game started with these stones.
    fn right_from(mut start: SlideStones, stones: &SlideStones) -> Option<SwapRight> {
        if *stones == start {
            return Some(SwapRight::Ahead);
        }
        let (before, now) = (start.own(), stones.on[start.act]);
        let (from, to) = ((before - now).lowest()?, (now - before).lowest()?);
        let reached = SLIDES.from(from, start.occupied()).contains(to);
        start.slide(Slide { from, to });
        start.end_turn(false, None);
        (reached && *stones == start).then_some(SwapRight::Open)
    }

    fn win_through(&self, side: Side, stone: Point) -> Option<Outcome> {
        L::wins(self.stones.on[side], stone).then_some(Outcome::win(side, L::REASON))
    }

    /// Anybody's line; the side that has just moved goes first.
    fn any_win(&self) -> Option<Outcome> {
        let sides = [self.stones.act.other(), self.stones.act].into_iter();
        sides
            .flat_map(|side| self.stones.on[side].iter().map(move |stone| (side, stone)))
            .find_map(|(side, stone)| self.win_through(side, stone))
    }
}

impl<L: LineRules> Game for LineGame<L> {
    fn meta() -> &'static Meta {
        const { &L::META }
    }
}

impl<L: LineRules> Rules for LineGame<L> {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(options: &Options) -> Result<Self, OptionError> {
        let swap = if options.get(PIE) == "on" { SwapRight::Ahead } else { SwapRight::Gone };
        Ok(Self::new(Self::start_stones(), swap))
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.stones.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        false
    }

    #[inline]
    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.stones.outcome.is_none() {
            self.stones.each_slide(&SLIDES, |slide| out.push(Step::Slide(slide)));
            if self.may_swap() {
                out.push(Step::Swap);
            }
            if out.is_empty() {
                out.push(Step::Pass);
            }
        }
    }

    /// A line is new only if the stone that moved is part of it: an older one would have ended the game.
    fn play_unchecked(&mut self, step: Step) {
        self.swap = if self.may_be_swapped() { SwapRight::Open } else { SwapRight::Gone };
        match step {
            Step::Slide(slide) => {
                self.stones.slide(slide);
                let win = self.win_through(self.stones.act, slide.to);
                self.stones.end_turn(false, win);
            }
            Step::Pass => self.stones.end_turn(true, None),
            // The players swap colours, not the board: White is to act again, now the other player.
            Step::Swap => {}
        }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.stones.outcome
    }

    fn explain(&self, step: Step) -> Refusal {
        match step {
            Step::Slide(slide) => self.stones.explain(slide, ANY_DISTANCE),
            Step::Pass => Refusal::Rule(CAN_MOVE),
            Step::Swap => Refusal::Rule(NO_SWAP),
        }
    }

    fn swaps(step: Step) -> bool {
        step == Step::Swap
    }

    fn board(&self) -> &'static Board {
        board()
    }
}

impl<L: LineRules> Notation for LineGame<L> {
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let most = L::BLACK.split(' ').count();
        let stones = SlideStones::read(fields, most)?;
        let mut swap = SwapRight::Gone;
        if fields.flag("swap")? {
            let right = (options.get(PIE) == "on").then(|| Self::right_at(&stones)).flatten();
            swap = right.ok_or_else(|| {
                SetupError::impossible(
                    "swap=yes needs pie=on and the start, or the start after a turn of Black",
                    "swap=yes demande pie=on et la position de départ, ou celle d’après un coup des Noirs",
                )
            })?;
        }
        let mut game = Self::new(stones, swap);
        game.stones.judge(game.any_win());
        Ok(game)
    }

    fn setup(&self, _: Audience) -> String {
        self.stones.write(|setup| setup.flag("swap", self.swap != SwapRight::Gone))
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        let step = match word.text {
            "pass" => Step::Pass,
            "swap" => Step::Swap,
            _ => Step::Slide(Slide::read(word, WRITE)?),
        };
        Ok(vec![read_step(&mut self.clone(), step, word)?])
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        match steps {
            [Step::Slide(slide)] => slide.spell(),
            [Step::Pass] => "pass".into(),
            [Step::Swap] => "swap".into(),
            _ => String::new(),
        }
    }
}

impl<L: LineRules> Presentation for LineGame<L> {
    /// The line.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        let winner = self.stones.outcome.and_then(|outcome| outcome.winner);
        winner.map_or_else(Vec::new, |side| L::winning(self.stones.on[side]).iter().collect())
    }

    fn view(&self, _: Audience) -> View {
        let view = self.stones.view().with_threats(self.stones.threats(L::lines()));
        if self.may_swap() { view.note(MAY_SWAP, None) } else { view }
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Slide(slide) => slide.touches(),
            Step::Pass => vec![Touch::Word("pass")],
            Step::Swap => vec![Touch::Word("swap")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match touches {
            [Touch::Word("swap")] => self.explain(Step::Swap),
            _ => self.stones.why_not_touch(touches, ANY_DISTANCE),
        }
    }

    fn prompt(&self) -> Text {
        if self.may_swap() { MOVE_OR_SWAP } else { MOVE }
    }
}
