//! What Singularity, Tetra, Quinta and Sexta share: stones of two sides that slide on the 93-node board.
//!
//! `SlideStones` holds the stones, the side to act and the result of the last turn; a game adds how far its stones
//! slide, what else a turn does and when it is won. A side that cannot play has to pass; two passes in a row
//! are a draw, unless the turn wins.

mod line;

pub use line::{LineGame, LineRules, PIE_OPTION, Step};

use crate::board::kadon::{NODES, Slides, kadon};
use crate::board::{Board, Point};
use crate::notation::Word;
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::refusal::{Refusal, Rule, STUCK, TurnError};
use crate::setup::{Fields, SetupError, SetupWriter};
use crate::side::{Pair, Side, Text};
use crate::view::{Piece, Threat, Touch, View};
use std::hash::{Hash, Hasher};

pub(super) const CAN_MOVE: Rule = Rule::new(
    "slide.can-move",
    "you may pass only if nothing else is possible",
    "on ne passe que si rien d’autre n’est possible",
);
const TOO_FAR: Rule =
    Rule::new("slide.too-far", "a stone slides {} nodes at most", "une pierre glisse de {} nœuds au plus");
pub(super) const MAY_SWAP: Text =
    Text { en: "White may swap colours", fr: "les Blancs peuvent échanger les couleurs" };
const PASSED: Text = Text { en: "the previous turn was a pass", fr: "le coup précédent était une passe" };

/// One stone going from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    /// Where it stands.
    pub from: Point,
    /// Where it lands.
    pub to: Point,
}

impl Slide {
    /// Reads `a2-b4`. `right` describes how a turn is written.
    pub(super) fn read(word: Word<'_>, right: Text) -> Result<Self, TurnError> {
        let (from, to) = word.split_once('-').ok_or_else(|| word.refuse(Refusal::Unreadable(right)))?;
        Ok(Self { from: from.point(board())?, to: to.point(board())? })
    }

    pub(super) fn spell(self) -> String {
        format!("{}-{}", board().name(self.from), board().name(self.to))
    }

    pub(super) fn touches(self) -> Vec<Touch> {
        vec![Touch::Point(self.from), Touch::Point(self.to)]
    }
}

/// The stones on the board, the side to act, and how the last turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SlideStones {
    pub(super) on: Pair<PointSet>,
    pub(super) act: Side,
    /// Whether the previous turn was a pass.
    pub(super) passed: bool,
    pub(super) outcome: Option<Outcome>,
}

/// Leaves out the winner, which follows from the stones and the side to act.
impl Hash for SlideStones {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.on[Side::White].0);
        state.write_u128(self.on[Side::Black].0);
        state.write_u8(self.act as u8 | u8::from(self.passed) << 1 | u8::from(self.outcome.is_some()) << 2);
    }
}

impl SlideStones {
    /// The start of a game: Black begins.
    pub(super) fn start(white: &str, black: &str) -> Self {
        Self {
            on: Pair([white, black].map(|names| board().named(names).collect())),
            act: Side::Black,
            passed: false,
            outcome: None,
        }
    }

    /// Reads the stones, who is to act and whether the previous turn was a pass. `passed=twice` is what
    /// [`write`](Self::write) writes for a game that two passes have ended.
    pub(super) fn read(fields: &mut Fields, most: usize) -> Result<Self, SetupError> {
        let mut stones = |key| {
            let points = fields.pieces(key, board(), most)?;
            Ok(points.into_iter().collect())
        };
        let on = Pair([stones("w")?, stones("b")?]);
        let act = fields.act()?;
        let passes = fields.passes()?;
        Ok(Self { on, act, passed: passes > 0, outcome: (passes == 2).then(two_passes) })
    }

    /// Writes the stones, then what `more` adds, then the remaining keys that [`read`](Self::read) reads.
    pub(super) fn write(&self, more: impl FnOnce(SetupWriter) -> SetupWriter) -> String {
        let stones = SetupWriter::default().points("w", board(), self.on[Side::White]).points(
            "b",
            board(),
            self.on[Side::Black],
        );
        let twice = self.outcome == Some(two_passes());
        more(stones).passes(u8::from(self.passed) + u8::from(twice)).act(self.act).finish()
    }

    /// The stones of the side to act.
    #[inline(always)]
    pub(super) fn own(&self) -> PointSet {
        self.on[self.act]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> PointSet {
        self.on[Side::White] | self.on[Side::Black]
    }

    #[inline(always)]
    pub(super) fn slide(&mut self, Slide { from, to }: Slide) {
        self.on[self.act] ^= PointSet::of(from) | PointSet::of(to);
    }

    /// Ends the turn of the side to act; a win goes before a second pass.
    #[inline(always)]
    pub(super) fn end_turn(&mut self, pass: bool, win: Option<Outcome>) {
        self.outcome = match win {
            None if pass && self.passed => Some(two_passes()),
            _ => win,
        };
        self.passed = pass;
        self.act = self.act.other();
    }

    /// For a set-up: evaluates the position as if the side not to act had just moved.
    pub(super) fn judge(&mut self, win: Option<Outcome>) {
        self.outcome = win.or(self.outcome);
    }

    /// Every slide of the side to act, in board order.
    #[inline(always)]
    pub(super) fn each_slide(&self, slides: &Slides, mut visit: impl FnMut(Slide)) {
        let occupied = self.occupied();
        for from in self.own() {
            slides.from(from, occupied).iter().for_each(|to| visit(Slide { from, to }));
        }
    }

    /// Why a stone of the side to act does not slide there, if it goes `reach` nodes at most.
    pub(super) fn explain(&self, Slide { from, to }: Slide, reach: usize) -> Refusal {
        let name = |point| board().name(point).to_string();
        let occupied = self.occupied();
        if !occupied.contains(from) {
            return Refusal::Empty(name(from));
        }
        if !self.own().contains(from) {
            return Refusal::NotYours(name(from));
        }
        if from != to && occupied.contains(to) {
            return Refusal::Occupied(name(to));
        }
        let Some(way) = shortest_way(from, to) else {
            return Refusal::OutOfReach(name(from), name(to));
        };
        if way.len() > reach {
            return Refusal::RuleAt(TOO_FAR, reach.to_string());
        }
        let blocker = way.into_iter().find(|&node| occupied.contains(node));
        blocker.map_or(Refusal::NotLegal, |node| Refusal::InTheWay(name(node)))
    }

    /// Why a stone cannot be chosen, or does not slide to what was touched next.
    pub(super) fn why_not_touch(&self, touches: &[Touch], reach: usize) -> Refusal {
        match *touches {
            [Touch::Point(from)] if self.own().contains(from) => {
                Refusal::RuleAt(STUCK, board().name(from).into())
            }
            [Touch::Point(from)] => self.explain(Slide { from, to: from }, reach),
            [Touch::Point(from), Touch::Point(to)] => self.explain(Slide { from, to }, reach),
            [Touch::Word("pass")] => Refusal::Rule(CAN_MOVE),
            _ => Refusal::NotLegal,
        }
    }

    /// The rows of which a side has all but one stone, and the node for that one is empty.
    pub(super) fn threats<'a>(&self, rows: impl IntoIterator<Item = &'a PointSet>) -> Vec<Threat> {
        let occupied = self.occupied();
        let mut threats = vec![];
        for &row in rows {
            for side in Side::BOTH {
                let missing = row - self.on[side];
                if let (1, Some(missing)) = (missing.len(), (missing - occupied).lowest()) {
                    threats.push(Threat { side, points: row.iter().collect(), missing });
                }
            }
        }
        threats
    }

    pub(super) fn view(&self) -> View {
        let view = View::new(board())
            .with(Piece::Stone(Side::White), self.on[Side::White])
            .with(Piece::Stone(Side::Black), self.on[Side::Black]);
        if self.passed { view.note(PASSED, None) } else { view }
    }
}

/// The 93-node board.
pub(super) fn board() -> &'static Board {
    &kadon().board
}

/// A reach no straight path exceeds.
pub(super) const ANY_DISTANCE: usize = NODES;

fn two_passes() -> Outcome {
    Outcome::draw(Reason::TwoPasses)
}

/// The nodes of the shortest straight path, without the first one, whatever stands on them.
fn shortest_way(from: Point, to: Point) -> Option<Vec<Point>> {
    let way = |path: Vec<Point>| {
        let end = path.iter().position(|&node| node == to).filter(|&end| end > 0)?;
        Some(path[1..=end].to_vec())
    };
    let ways = board().maximal_paths(from).into_iter().filter_map(way);
    ways.min_by_key(Vec::len)
}

#[cfg(test)]
pub(super) mod tests;
