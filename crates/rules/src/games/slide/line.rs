//! Quinta and Sexta: stones slide any distance, and the first side to bring its own into a line wins.

use super::{ANY_DISTANCE, CAN_MOVE, Slide, Stones, board};
use crate::board::kadon::Slides;
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, read_step};
use crate::notation::only_word;
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::refusal::{Refusal, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Side, Text};
use crate::view::{Touch, View};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::LazyLock;

static SLIDES: LazyLock<Slides> = LazyLock::new(|| Slides::up_to(ANY_DISTANCE));

const WRITE: Text = Text { en: "a slide such as a2-b4, or pass", fr: "un glissement comme a2-b4, ou pass" };
const MOVE: Text = Text {
    en: "slide a stone, any distance along a straight line",
    fr: "faites glisser une pierre en ligne droite, aussi loin que vous voulez",
};

/// What makes a line game: where the stones start, and the line that wins.
pub trait LineRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Id and names.
    const META: Meta;
    /// Where White's stones start.
    const WHITE: &'static str;
    /// Where Black's stones start.
    const BLACK: &'static str;
    /// What the line is called in a result.
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

/// A position of a line game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineGame<L> {
    stones: Stones,
    line: PhantomData<L>,
}

/// A step of a line game, always a whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone slides.
    Slide(Slide),
    /// No stone can.
    Pass,
}

impl<L: LineRules> LineGame<L> {
    /// The stones of a side.
    #[must_use]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones.on.0[side.index()]
    }

    /// Where a stone of either side on this node can slide.
    #[must_use]
    pub fn slides(&self, from: Point) -> PointSet {
        SLIDES.from(from, self.stones.occupied())
    }

    /// The position if the side to act did nothing.
    #[must_use]
    pub fn skipped(&self) -> Self {
        let mut next = self.clone();
        next.stones.end_turn(false, None);
        next
    }

    const fn new(stones: Stones) -> Self {
        let line = PhantomData;
        Self { stones, line }
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

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(Self::new(Stones::start(L::WHITE, L::BLACK)))
    }

    fn to_act(&self) -> Actors {
        Actors::only(self.stones.act)
    }

    fn mid_turn(&self) -> bool {
        false
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.stones.outcome.is_none() {
            self.stones.each_slide(&SLIDES, |slide| out.push(Step::Slide(slide)));
            if out.is_empty() {
                out.push(Step::Pass);
            }
        }
    }

    /// A line is new only if the stone that moved is part of it: an older one would have ended the game.
    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Slide(slide) => {
                self.stones.slide(slide);
                let win = self.win_through(self.stones.act, slide.to);
                self.stones.end_turn(false, win);
            }
            Step::Pass => self.stones.end_turn(true, None),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stones.outcome
    }

    fn explain(&self, step: Step) -> Refusal {
        match step {
            Step::Slide(slide) => self.stones.explain(slide, ANY_DISTANCE),
            Step::Pass => Refusal::Rule(CAN_MOVE),
        }
    }

    fn board(&self) -> &'static Board {
        board()
    }
}

impl<L: LineRules> Notation for LineGame<L> {
    fn from_setup(_: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let most = L::BLACK.split(' ').count();
        let mut game = Self::new(Stones::read(fields, most)?);
        game.stones.judge(game.any_win());
        Ok(game)
    }

    fn setup(&self, _: Audience) -> String {
        self.stones.write(|setup| setup)
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = only_word(&lower, self.prompt())?;
        let step = match word.text {
            "pass" => Step::Pass,
            _ => Step::Slide(Slide::read(word, WRITE)?),
        };
        Ok(vec![read_step(&mut self.clone(), step, word)?])
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        match steps {
            [Step::Slide(slide)] => slide.spell(),
            [Step::Pass] => "pass".into(),
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
        self.stones.view().with_threats(self.stones.threats(L::lines()))
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Slide(slide) => slide.touches(),
            Step::Pass => vec![Touch::Word("pass")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        self.stones.why_not_touch(touches, ANY_DISTANCE)
    }

    fn prompt(&self) -> Text {
        MOVE
    }
}
