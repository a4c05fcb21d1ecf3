//! Leap Over: bring ten stones across the board by jumps alone.
//!
//! ```text
//!     A s . t .      A jumps over s, then over t: stones of either colour, and none is captured
//! ```
//!
//! A turn is a chain of jumps of one stone and is identified by its start and end; so one step names these
//! two and makes the whole turn, and only the notation contains the landings in between.

#[cfg(test)]
mod tests;

use super::jumps::{between, joined, jumps};
use crate::board::kadon::{NODES, kadon};
use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, read_step};
use crate::notation::{Word, single_word};
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError, SetupWriter};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use std::collections::VecDeque;
use std::sync::LazyLock;

const META: Meta = Meta {
    id: "leapover",
    name: Text { en: "Leap Over", fr: "Leap Over" },
    blurb: Text {
        en: "Stones only jump, over stones of either colour and as often as they can; the first to bring all ten to the opponent’s starting place wins.",
        fr: "Les pierres n’avancent qu’en sautant par-dessus d’autres, des deux couleurs et autant de fois que possible ; le premier qui amène ses dix pierres au départ adverse gagne.",
    },
    credits: crate::credits::LEAPOVER,
    pieces: &[Piece::Stone(Side::White)],
    words: &[Button::PASS],
    placement: false,
    options: &[],
    rating_classes: &[RatingClass::of_game("leapover", Text { en: "Leap Over", fr: "Leap Over" })],
    variants: &[],
    sample: "w=a10,a11,b11,b12,c4,c9,d3,d13,e9,e10 b=a5,a14,b2,b3,b20,c1,c18,d4,d7,e5 act=black",
    revision: 1,
};

const STONES: usize = 10;

/// For each node, the pairs of nodes with a jump over it from one to the other.
static ACROSS: LazyLock<[Vec<(Point, Point)>; NODES]> = LazyLock::new(|| {
    let mut across = [const { vec![] }; NODES];
    for one in kadon().board.all() {
        for jump in kadon().jumps[one.index()].iter().filter(|jump| one < jump.to) {
            across[jump.over.index()].push((one, jump.to));
        }
    }
    across
});

/// The start region of each side, which is the target of the other.
static HOMES: LazyLock<Pair<PointSet>> = LazyLock::new(|| {
    let white = "a13 b11 b12 c9 c10 c11 d7 d8 d9 d10";
    let black = "a5 b4 b5 c3 c4 c5 d2 d3 d4 d5";
    Pair([white, black].map(|names| kadon().board.named(names).collect()))
});

const MUST_JUMP: Rule = Rule::new(
    "leapover.must-jump",
    "you may pass only if none of your stones can jump",
    "on ne passe que si aucune pierre ne peut sauter",
);
const NO_STEPS: Rule = Rule::new(
    "leapover.no-steps",
    "{} is a step away, and stones only jump",
    "{} est à un pas, et les pierres ne font que sauter",
);
const NOTHING_TO_JUMP: Rule = Rule::new(
    "leapover.nothing-to-jump",
    "there is no stone to jump over at {}",
    "il n’y a pas de pierre à sauter en {}",
);
const CANNOT_JUMP: Rule = Rule::new(
    "leapover.cannot-jump",
    "the stone on {} has nothing to jump over",
    "la pierre en {} n’a rien à sauter",
);
const ENDS_AT_START: Rule = Rule::new(
    "leapover.ends-at-start",
    "a chain must not end where it began",
    "une suite de sauts ne doit pas finir où elle a commencé",
);
const HOW_TO_WRITE: Text = Text {
    en: "where a stone starts and ends, with or without the landings in between: c3-a3, c3-e1-e3",
    fr: "le départ et l’arrivée d’une pierre, avec ou sans les étapes : c3-a3, c3-e1-e3",
};

/// A position of Leap Over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeapOver {
    stones: Pair<PointSet>,
    act: Side,
    /// How many of the last turns were passes; two end the game.
    passes: u8,
}

/// A turn of Leap Over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A chain of jumps.
    Leap {
        /// Where the stone starts.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// No stone can jump.
    Pass,
}

impl LeapOver {
    /// The stones of a side.
    #[must_use]
    #[inline(always)]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones.0[side.index()]
    }

    /// The start region of a side, which is the target of the other.
    #[must_use]
    pub fn home(side: Side) -> PointSet {
        HOMES[side]
    }

    /// The position after a null move.
    #[must_use]
    pub const fn after_null_move(&self) -> Self {
        Self { stones: self.stones, act: self.act.other(), passes: 0 }
    }

    fn occupied(&self) -> PointSet {
        self.stones[Side::White] | self.stones[Side::Black]
    }

    /// The stones that a jumping stone meets: all others, since its start node is empty meanwhile.
    fn others(&self, stone: Point) -> PointSet {
        self.occupied() - PointSet::of(stone)
    }

    /// For each node, the landings of jumps over neighbouring stones, empty or not.
    fn landings(&self) -> [PointSet; NODES] {
        let mut landings = [PointSet::EMPTY; NODES];
        for over in self.occupied() {
            for &(one, other) in &ACROSS[over.index()] {
                landings[one.index()].insert(other);
                landings[other.index()].insert(one);
            }
        }
        landings
    }

    /// The nodes that a stone can reach by chains of jumps.
    fn reach(&self, from: Point, landings: &[PointSet; NODES]) -> PointSet {
        let mut closed = self.occupied();
        let mut reached = PointSet::EMPTY;
        let mut open = PointSet::of(from);
        while let Some(at) = open.lowest() {
            open.remove(at);
            let mut fresh = landings[at.index()] - closed;
            if kadon().neighbours[from.index()].contains(at) {
                // The stone is in the air: it cannot jump over itself.
                for &behind in kadon().board.straight_on(at, from) {
                    fresh.remove(behind);
                }
            }
            closed |= fresh;
            open |= fresh;
            reached |= fresh;
        }
        reached
    }

    fn can_jump(&self, side: Side) -> bool {
        let occupied = self.occupied();
        let can = |from| jumps(from, occupied, occupied).next().is_some();
        self.stones[side].iter().any(can)
    }

    /// The landings printed for a turn: of the shortest chains the first by board order.
    ///
    /// Nodes are queued in the order of the chains that lead to them, so the first chain to reach a node is
    /// the one to keep.
    fn printed(&self, from: Point, to: Point) -> Vec<Point> {
        let others = self.others(from);
        let mut known = PointSet::of(from);
        let mut chains = VecDeque::from([vec![]]);
        while let Some(chain) = chains.pop_front() {
            let at = chain.last().copied().unwrap_or(from);
            if at == to {
                return chain;
            }
            for jump in jumps(at, others, others | known) {
                known.insert(jump.to);
                chains.push_back([chain.as_slice(), &[jump.to]].concat());
            }
        }
        vec![to]
    }

    fn has_arrived(&self, side: Side) -> bool {
        self.stones[side] == HOMES[side.other()]
    }

    /// Why the stone `from`, now on `at`, cannot jump to `to`.
    fn why_no_jump(&self, from: Point, at: Point, to: Point) -> Refusal {
        let name = |node| kadon().board.name(node).to_string();
        if self.others(from).contains(to) {
            Refusal::Occupied(name(to))
        } else if let Some(over) = between(at, to) {
            Refusal::RuleAt(NOTHING_TO_JUMP, name(over))
        } else if kadon().neighbours[at.index()].contains(to) {
            Refusal::RuleAt(NO_STEPS, name(to))
        } else {
            Refusal::OutOfReach(name(at), name(to))
        }
    }

    /// Checks that a written chain jumps from landing to landing.
    fn check_landings(&self, nodes: &[(Point, Word<'_>)]) -> Result<(), TurnError> {
        let from = nodes[0].0;
        let others = self.others(from);
        for pair in nodes.windows(2) {
            let ((at, _), (to, word)) = (pair[0], pair[1]);
            if !jumps(at, others, others).any(|jump| jump.to == to) {
                return Err(word.refuse(self.why_no_jump(from, at, to)));
            }
        }
        Ok(())
    }
}

impl Game for LeapOver {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for LeapOver {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(Self { stones: *HOMES, act: Side::Black, passes: 0 })
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        false
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        let landings = self.landings();
        for from in self.stones[self.act] {
            out.extend(self.reach(from, &landings).iter().map(|to| Step::Leap { from, to }));
        }
        if out.is_empty() {
            out.push(Step::Pass);
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Leap { from, to } => {
                self.stones[self.act].remove(from);
                self.stones[self.act].insert(to);
                self.passes = 0;
            }
            Step::Pass => self.passes += 1,
        }
        self.act = self.act.other();
    }

    /// The side that has just moved is checked first.
    fn outcome(&self) -> Option<Outcome> {
        let arrived = [self.act.other(), self.act].into_iter().find(|&side| self.has_arrived(side));
        match arrived {
            Some(side) => Some(Outcome::win(side, Reason::Arrived)),
            None => (self.passes >= 2).then_some(Outcome::draw(Reason::TwoPasses)),
        }
    }

    /// The symmetry has to keep the targets.
    fn keeps_rules(map: &[Point]) -> bool {
        let stays = |home: PointSet| home.iter().all(|point| home.contains(map[point.index()]));
        HOMES.0.into_iter().all(stays)
    }

    fn explain(&self, step: Step) -> Refusal {
        let Step::Leap { from, to } = step else {
            return Refusal::Rule(MUST_JUMP);
        };
        let name = kadon().board.name(from).to_string();
        if !self.occupied().contains(from) {
            Refusal::Empty(name)
        } else if !self.stones[self.act].contains(from) {
            Refusal::NotYours(name)
        } else if from == to {
            Refusal::Rule(ENDS_AT_START)
        } else {
            self.why_no_jump(from, from, to)
        }
    }

    fn board(&self) -> &'static Board {
        &kadon().board
    }
}

impl Notation for LeapOver {
    fn from_setup(_: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let mut stones = |key| fields.pieces(key, &kadon().board, STONES);
        let stones = [stones("w")?, stones("b")?];
        Ok(Self {
            stones: Pair(stones.map(|points| points.into_iter().collect())),
            passes: fields.passes()?,
            act: fields.act()?,
        })
    }

    fn setup(&self, _: Audience) -> String {
        SetupWriter::default()
            .points("w", &kadon().board, self.stones[Side::White])
            .points("b", &kadon().board, self.stones[Side::Black])
            .passes(self.passes)
            .act(self.act)
            .finish()
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        if word.text == "pass" {
            return Ok(vec![read_step(&mut self.clone(), Step::Pass, word)?]);
        }
        if word.split('-').any(|node| node.text.is_empty()) {
            return Err(word.refuse(Refusal::Unreadable(HOW_TO_WRITE)));
        }
        let nodes = word
            .split('-')
            .map(|node| Ok((node.point(&kadon().board)?, node)))
            .collect::<Result<Vec<_>, TurnError>>()?;
        let [(from, _), between @ .., (to, _)] = &nodes[..] else {
            return Err(word.refuse(Refusal::Incomplete(self.prompt())));
        };
        // Landings that are written have to be right, too.
        if !between.is_empty() && self.stones[self.act].contains(*from) {
            self.check_landings(&nodes)?;
        }
        let step = Step::Leap { from: *from, to: *to };
        Ok(vec![read_step(&mut self.clone(), step, word)?])
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        match steps {
            [Step::Leap { from, to }, ..] => joined([*from].into_iter().chain(self.printed(*from, *to))),
            [Step::Pass, ..] => "pass".into(),
            [] => String::new(),
        }
    }
}

impl Presentation for LeapOver {
    /// The stones that have arrived.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        let winner = self.outcome().and_then(|outcome| outcome.winner);
        winner.map_or_else(Vec::new, |side| self.stones[side].iter().collect())
    }

    fn view(&self, _: Audience) -> View {
        View::new(&kadon().board)
            .with(Piece::Stone(Side::White), self.stones[Side::White])
            .with(Piece::Stone(Side::Black), self.stones[Side::Black])
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Leap { from, to } => vec![Touch::Point(from), Touch::Point(to)],
            Step::Pass => vec![Touch::Word("pass")],
        }
    }

    fn prompt_after(&self, _: &[Touch]) -> Text {
        Text { en: "choose where its jumps end", fr: "choisissez l’arrivée de ses sauts" }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match *touches {
            [Touch::Point(from)] if self.stones[self.act].contains(from) => {
                Refusal::RuleAt(CANNOT_JUMP, kadon().board.name(from).into())
            }
            [Touch::Point(from)] => self.explain(Step::Leap { from, to: from }),
            [Touch::Point(from), Touch::Point(to)] => self.explain(Step::Leap { from, to }),
            [Touch::Word("pass")] => self.explain(Step::Pass),
            _ => Refusal::NotLegal,
        }
    }

    fn prompt(&self) -> Text {
        if self.can_jump(self.act) {
            Text {
                en: "choose a stone and where its jumps end",
                fr: "choisissez une pierre et l’arrivée de ses sauts",
            }
        } else {
            Text {
                en: "none of your stones can jump: pass",
                fr: "aucune de vos pierres ne peut sauter : passez",
            }
        }
    }
}
