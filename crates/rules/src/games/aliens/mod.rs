//! Aliens & Amazons: three aliens hunt thirty amazons, who try to leave them no move.
//!
//! Pieces are placed first, one a turn. Then an alien steps or makes a chain of jumps, capturing the amazons it
//! jumps over; an amazon only steps.
//!
//! ```text
//!     A m .   becomes   . . A        an amazon m is captured at once
//!     A A .   becomes   . A A        an alien stays
//! ```
//!
//! A chain is a [`Step::Move`], a [`Step::Jump`] for each further landing, and [`Step::Done`]; where no jump is
//! left it ends by itself. Whether one is left depends on the position alone, so chains with the same
//! start, end and captures all need `Done` or all do without, and comparing their steps compares their landings.

mod printed;
#[cfg(test)]
mod proofs;
mod refusals;
#[cfg(test)]
mod tests;

use super::jumps::{between, joined, jumps};
use crate::board::kadon::{Jump, NODES, kadon};
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, PreferredSpelling, Presentation, Rules, after, read_step};
use crate::notation::{Word, single_word};
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, STUCK, TurnError};
use crate::setup::{Fields, SetupError, SetupWriter};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::view::{Button, Piece, Touch, View};

const META: Meta = Meta {
    id: "aliens",
    name: Text { en: "Aliens & Amazons", fr: "Envahisseurs et amazones" },
    blurb: Text {
        en: "Three aliens hunt thirty amazons by jumping over them; the amazons lose when fewer than ten are left, the aliens when they cannot move.",
        fr: "Trois envahisseurs chassent trente amazones en sautant par-dessus ; les amazones perdent à moins de dix, les envahisseurs s’ils sont bloqués.",
    },
    credits: crate::credits::ALIENS,
    pieces: &[Piece::Alien, Piece::Amazon],
    words: &[Button::DONE],
    placement: false,
    options: &[],
    rating_classes: &[RatingClass::of_game(
        "aliens",
        Text { en: "Aliens & Amazons", fr: "Envahisseurs et amazones" },
    )],
    variants: &[],
    sample: "w=b11,d13,d14 b=a1,a2,a3,a4,a5,a6,a7,a8,a9,a22,a23,a24,b1,b2,b3,b4,b5,b6,b20,b21,c2,c3,c4,c12,d2,d3,d11 act=white",
    revision: 1,
};

const ALIENS: u8 = 3;
const AMAZONS: u8 = 30;

/// Fewer amazons than this cannot immobilise three aliens, wherever they stand.
const ENOUGH_AMAZONS: usize = 10;

const IN_HAND: Text = Text { en: "in hand", fr: "en main" };

/// A position of Aliens & Amazons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aliens {
    /// White's aliens and Black's amazons.
    pieces: Pair<PointSet>,
    hand: Pair<u8>,
    act: Side,
    chain: Option<Chain>,
}

/// A chain of jumps that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Chain {
    /// Where the alien has landed.
    at: Point,
    /// Where the chain began, while nothing is captured: there it may not end.
    no_end: Option<Point>,
}

/// A step of Aliens & Amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A piece from the hand on a node.
    Place(Point),
    /// A step to a neighbour, which is the whole turn, or an alien's first jump.
    Move {
        /// The node left.
        from: Point,
        /// The node reached.
        to: Point,
    },
    /// A further jump of the same alien.
    Jump(Point),
    /// The end of a chain that could go on.
    Done,
}

impl Aliens {
    /// The aliens of White or the amazons of Black that stand on the board.
    #[must_use]
    pub const fn pieces(&self, side: Side) -> PointSet {
        self.pieces.0[side.index()]
    }

    /// How many pieces a side has still to place.
    #[must_use]
    #[inline(always)]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand.0[side.index()]
    }

    /// Where the alien stands that is in the middle of a chain of jumps.
    #[must_use]
    pub const fn jumping(&self) -> Option<Point> {
        match self.chain {
            Some(chain) => Some(chain.at),
            None => None,
        }
    }

    fn occupied(&self) -> PointSet {
        self.pieces[Side::White] | self.pieces[Side::Black]
    }

    fn amazons_left(&self) -> usize {
        self.pieces[Side::Black].len() + usize::from(self.hand[Side::Black])
    }

    /// The neighbours a piece can step to.
    fn strides(&self, from: Point) -> PointSet {
        kadon().neighbours[from.index()] - self.occupied()
    }

    /// The jumps of an alien on this node.
    fn jumps(&self, from: Point) -> impl Iterator<Item = Jump> {
        jumps(from, self.occupied(), self.occupied())
    }

    fn aliens_are_stuck(&self) -> bool {
        let stuck = |at| self.strides(at).is_empty() && self.jumps(at).next().is_none();
        self.act == Side::White && self.hand[Side::White] == 0 && self.pieces[Side::White].iter().all(stuck)
    }

    fn relocate(&mut self, from: Point, to: Point) {
        self.pieces[self.act].remove(from);
        self.pieces[self.act].insert(to);
    }

    /// Jumps, and ends the turn if no further jump is left.
    ///
    /// There always is one where the chain may not end: the last jump, over an alien, can be taken back.
    fn jump(&mut self, from: Point, to: Point, no_end: Option<Point>) {
        self.relocate(from, to);
        let captured = between(from, to).filter(|&over| self.pieces[Side::Black].contains(over));
        if let Some(amazon) = captured {
            self.pieces[Side::Black].remove(amazon);
        }
        self.chain = Some(Chain { at: to, no_end: if captured.is_some() { None } else { no_end } });
        if self.jumps(to).next().is_none() {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        self.chain = None;
        self.act = self.act.other();
    }

    /// Plays what follows the first node: every landing as a step, and `Done` where the chain could go on.
    fn read_moves(&mut self, from: Point, word: Word<'_>) -> Result<Vec<Step>, TurnError> {
        let mut steps = vec![];
        let mut at = from;
        for landing in word.split('-').skip(1) {
            let to = landing.point(&kadon().board)?;
            let step = if steps.is_empty() {
                let upto = landing.at + landing.text.len() - word.at;
                let first = Word { text: &word.text[..upto], at: word.at };
                read_step(self, Step::Move { from, to }, first)?
            } else if self.chain.is_some() {
                read_step(self, Step::Jump(to), landing)?
            } else {
                return Err(landing.refuse(self.why_no_jump(at, to)));
            };
            steps.push(step);
            at = to;
        }
        if self.chain.is_some() {
            steps.push(read_step(self, Step::Done, word)?);
        }
        Ok(steps)
    }
}

impl Game for Aliens {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Aliens {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(Self { pieces: Pair::default(), hand: Pair([ALIENS, AMAZONS]), act: Side::White, chain: None })
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        self.chain.is_some()
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if let Some(chain) = self.chain {
            out.extend(self.jumps(chain.at).map(|jump| Step::Jump(jump.to)));
            out.extend((chain.no_end != Some(chain.at)).then_some(Step::Done));
        } else if self.amazons_left() < ENOUGH_AMAZONS {
            // White has won.
        } else if self.hand[self.act] > 0 {
            let empty = PointSet::first(NODES) - self.occupied();
            out.extend(empty.iter().map(Step::Place));
        } else {
            for from in self.pieces[self.act] {
                out.extend(self.strides(from).iter().map(|to| Step::Move { from, to }));
                if self.act == Side::White {
                    out.extend(self.jumps(from).map(|jump| Step::Move { from, to: jump.to }));
                }
            }
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Place(node) => {
                self.pieces[self.act].insert(node);
                self.hand[self.act] = self.hand[self.act].saturating_sub(1);
                self.end_turn();
            }
            Step::Move { from, to } if kadon().neighbours[from.index()].contains(to) => {
                self.relocate(from, to);
                self.end_turn();
            }
            Step::Move { from, to } => self.jump(from, to, Some(from)),
            Step::Jump(to) => {
                if let Some(Chain { at, no_end }) = self.chain {
                    self.jump(at, to, no_end);
                }
            }
            Step::Done => self.end_turn(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.chain.is_some() {
            None
        } else if self.amazons_left() < ENOUGH_AMAZONS {
            Some(Outcome::win(Side::White, Reason::TooFewAmazons))
        } else {
            self.aliens_are_stuck().then_some(Outcome::win(Side::Black, Reason::Immobilised))
        }
    }

    fn explain(&self, step: Step) -> Refusal {
        self.why_not(step)
    }

    fn board(&self) -> &'static Board {
        &kadon().board
    }
}

impl Notation for Aliens {
    const PREFERRED: PreferredSpelling = PreferredSpelling::Steps;

    fn from_setup(_: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let board = &kadon().board;
        let aliens = fields.pieces("w", board, ALIENS.into())?;
        let amazons = fields.pieces("b", board, AMAZONS.into())?;
        let hand = Pair([
            fields.number("whand", ALIENS.into())? as u8,
            fields.number("bhand", AMAZONS.into())? as u8,
        ]);
        let act = fields.act()?;
        let impossible = |en: String, fr: String| Err(SetupError::Impossible { en, fr });
        let (alien_count, amazon_count) =
            (aliens.len() + usize::from(hand[Side::White]), amazons.len() + usize::from(hand[Side::Black]));
        if alien_count != usize::from(ALIENS) {
            return impossible(
                format!("there are three aliens, on the board or in hand; w= and whand= list {alien_count}"),
                format!(
                    "il y a trois envahisseurs, sur le plateau ou en main ; w= et whand= en font {alien_count}"
                ),
            );
        }
        if amazon_count > AMAZONS.into() {
            return impossible(
                format!(
                    "there are at most 30 amazons, on the board and in hand; b= and bhand= give {amazon_count}"
                ),
                format!(
                    "il y a au plus 30 amazones, sur le plateau et en main ; b= et bhand= en font {amazon_count}"
                ),
            );
        }
        if fields.flag("passed")? {
            return impossible(
                "there is no passing in Aliens & Amazons: while the game runs, both sides can move".into(),
                "on ne passe pas : tant que la partie dure, les deux camps peuvent jouer".into(),
            );
        }
        Ok(Self {
            pieces: Pair([aliens.into_iter().collect(), amazons.into_iter().collect()]),
            hand,
            act,
            chain: None,
        })
    }

    fn setup(&self, _: Audience) -> String {
        let board = &kadon().board;
        SetupWriter::default()
            .points("w", board, self.pieces[Side::White])
            .points("b", board, self.pieces[Side::Black])
            .number("whand", self.hand[Side::White].into())
            .number("bhand", self.hand[Side::Black].into())
            .act(self.act)
            .finish()
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        if word.text == "pass" {
            return Err(word.refuse(Refusal::Rule(refusals::NO_PASS)));
        }
        if word.split('-').any(|node| node.text.is_empty()) {
            return Err(word.refuse(Refusal::Unreadable(refusals::HOW_TO_WRITE)));
        }
        let mut position = self.clone();
        match word.split_once('-') {
            None => {
                let step = Step::Place(word.point(&kadon().board)?);
                Ok(vec![read_step(&mut position, step, word)?])
            }
            Some((from, _)) => position.read_moves(from.point(&kadon().board)?, word),
        }
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        let (mut after, mut nodes) = (self.clone(), vec![]);
        for &step in steps {
            after.play_unchecked(step);
            match step {
                Step::Place(node) | Step::Jump(node) => nodes.push(node),
                Step::Move { from, to } => nodes.extend([from, to]),
                Step::Done => (),
            }
        }
        // One landing has no shorter spelling, and a chain still being made is shown as it is.
        if nodes.len() > 2 && !after.mid_turn() {
            nodes = self.printed(&nodes, self.pieces[Side::Black] - after.pieces[Side::Black]);
        }
        joined(nodes)
    }

    /// Two aliens that make the same captures and come home make two turns with one position: as everywhere the
    /// text decides. Between chains of one alien the landings do.
    fn prefers(&self, new: &[Step], old: &[Step]) -> bool {
        match (new.first(), old.first()) {
            (Some(Step::Move { from: a, .. }), Some(Step::Move { from: b, .. })) if a != b => {
                self.spell(new, Audience::Omniscient) < self.spell(old, Audience::Omniscient)
            }
            _ => (new.len(), new) < (old.len(), old),
        }
    }
}

impl Presentation for Aliens {
    /// The aliens that cannot move, or the amazons that are too few.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        match self.outcome() {
            Some(Outcome { reason: Reason::Immobilised, .. }) => self.pieces[Side::White].iter().collect(),
            Some(_) => self.pieces[Side::Black].iter().collect(),
            None => vec![],
        }
    }

    fn captured(&self, turn: &[Step]) -> u32 {
        (self.amazons_left() - after(self, turn).amazons_left()) as u32
    }

    fn view(&self, _: Audience) -> View {
        let hand = |side| u32::from(self.hand[side]);
        View::new(&kadon().board)
            .with(Piece::Alien, self.pieces[Side::White])
            .with(Piece::Amazon, self.pieces[Side::Black])
            .tray(Some(Side::White), IN_HAND, Piece::Alien, hand(Side::White))
            .tray(Some(Side::Black), IN_HAND, Piece::Amazon, hand(Side::Black))
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Place(node) | Step::Jump(node) => vec![Touch::Point(node)],
            Step::Move { from, to } => vec![Touch::Point(from), Touch::Point(to)],
            Step::Done => vec![Touch::Word("done")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match *touches {
            [Touch::Point(node)] if self.chain.is_some() => self.explain(Step::Jump(node)),
            [Touch::Point(node)] if self.hand[self.act] > 0 => self.explain(Step::Place(node)),
            [Touch::Point(from)] if self.pieces[self.act].contains(from) => {
                Refusal::RuleAt(STUCK, kadon().board.name(from).into())
            }
            [Touch::Point(from)] => self.explain(Step::Move { from, to: from }),
            [Touch::Point(from), Touch::Point(to)] => self.explain(Step::Move { from, to }),
            [Touch::Word("done")] => self.explain(Step::Done),
            _ => Refusal::NotLegal,
        }
    }

    fn prompt(&self) -> Text {
        self.what_to_do()
    }
}
