//! A position of Yin Yang with all eight laws, optimised for speed: the solver and the search use it.
//!
//! Laws are stored as they lie on the board, the cause in the low byte and the effect in the high one, so
//! that both sides match the same patterns. A turn is one value here, rewriting included. The rules are those
//! of `taijitu_rules`; a test plays random games on both and compares every turn.

use std::sync::LazyLock;
use taijitu_rules::games::yinyang::{Law, Pattern, Step, VisiblePosition, YinYang};
use taijitu_rules::hash::PositionHasherBuilder;
use taijitu_rules::{Point, Side};

/// A law as it lies on the board.
pub(super) type LawCode = u16;

/// An unknown law: no block matches its cause.
pub(super) const BLANK: LawCode = 0x00ff;

/// The effect of an adaptation law.
const MARK: u16 = 0xff;

/// The pieces of White and Black on the full board.
pub(super) const START: [u16; 2] = [0xee88, 0x1177];

/// The lower left squares of the nine blocks.
const BLOCKS: [u8; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// The squares that share an edge with each square.
const NEAR: [u16; 16] = {
    let mut near = [0; 16];
    let mut square = 0;
    while square < 16 {
        let at = 1_u16 << square;
        near[square] = at << 4 | at >> 4 | (at & 0xeeee) >> 1 | (at & 0x7777) << 1;
        square += 1;
    }
    near
};

/// The square a side wants to reach, and the only block it belongs to.
pub(super) const TARGET: [(u8, u8); 2] = [(0, 0), (15, 10)];

/// Where a block's pattern, or a law's effect, has a piece of a side on its target: a bit of the pattern.
pub(super) const ON_TARGET: [u8; 2] = [0x04, 0x20];

/// A law as it lies on the board.
pub(super) fn code_of(law: Law, owner: Side) -> LawCode {
    let law = law.on_board(owner);
    u16::from_le_bytes([law.cause().bits(), law.effect().map_or(MARK as u8, Pattern::bits)])
}

/// The law its owner wrote.
pub(super) fn law_of(code: LawCode, owner: Side) -> Option<Law> {
    static LAWS: LazyLock<std::collections::HashMap<LawCode, Law, PositionHasherBuilder>> =
        LazyLock::new(|| Law::all().iter().map(|&law| (code_of(law, Side::Black), law)).collect());
    // Turning twice changes nothing: a law on the board, turned again for White, is the one White wrote.
    LAWS.get(&code).map(|law| law.on_board(owner))
}

pub(super) const fn cause(code: LawCode) -> u8 {
    code as u8
}

pub(super) const fn effect(code: LawCode) -> u8 {
    (code >> 8) as u8
}

pub(super) const fn is_adaptation(code: LawCode) -> bool {
    code >> 8 == MARK && code != BLANK
}

/// A whole turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct WorldTurn {
    /// A piece goes from one square to another.
    pub(super) step: Option<(u8, u8)>,
    /// A law, 1 to 4, acts on a block.
    pub(super) law: Option<(u8, u8)>,
    /// The law that an adaptation rewrites, and its new text.
    pub(super) rewrite: Option<(u8, LawCode)>,
}

impl WorldTurn {
    /// The steps of the rules that make up this turn of `side`.
    pub(super) fn steps(self, side: Side) -> Vec<Step> {
        let point = |square: u8| Point(u16::from(square));
        let mut steps = vec![];
        steps.extend(self.step.map(|(from, to)| Step::Move { from: point(from), to: point(to) }));
        match self.law {
            Some((number, block)) => steps.push(Step::Apply { number, block: point(block) }),
            None => steps.push(Step::Done),
        }
        if let Some((number, law)) =
            self.rewrite.and_then(|(number, code)| Some((number, law_of(code, side)?)))
        {
            steps.extend([Step::Rewrite(number), Step::Text(law)]);
        }
        steps
    }
}

/// A position between two turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Determinization {
    /// The pieces of White and Black, a bit for each square.
    pub(super) stones: [u16; 2],
    pub(super) laws: [[LawCode; 4]; 2],
    /// Bit `number - 1` is set for a law that lies face up.
    pub(super) up: [u8; 2],
    pub(super) act: Side,
}

impl Determinization {
    /// The position of the rules.
    pub(super) fn of(position: &YinYang) -> Self {
        let [white, black] = Side::BOTH.map(|side| Self::seen(&position.seen_by(side)));
        Self { laws: [white.laws[0], black.laws[1]], ..white }
    }

    /// The position as one side sees it; the opponent's secret laws are [`BLANK`].
    pub(super) fn seen(seen: &VisiblePosition) -> Self {
        let stones = Side::BOTH.map(|side| seen.stones(side).0 as u16);
        let code = |side, number| seen.law(side, number).map_or(BLANK, |law| code_of(law, side));
        let laws = Side::BOTH.map(|side| [1, 2, 3, 4].map(|number| code(side, number)));
        let up = Side::BOTH
            .map(|side| (1..=4).map(|number| u8::from(seen.is_up(side, number)) << (number - 1)).sum());
        Self { stones, laws, up, act: seen.to_act().side() }
    }

    /// Everything but the texts of secret laws, in one word.
    pub(super) const fn outside(&self) -> u64 {
        self.stones[0] as u64
            | (self.stones[1] as u64) << 16
            | (self.up[0] as u64) << 32
            | (self.up[1] as u64) << 36
            | (self.act as u64) << 40
    }

    /// Whether a law lies face up.
    pub(super) const fn is_up(&self, side: Side, number: u8) -> bool {
        self.up[side.index()] >> (number - 1) & 1 != 0
    }

    /// The side that stands on its target corner; the side that has just played goes first.
    pub(super) fn winner(&self) -> Option<Side> {
        [self.act.other(), self.act]
            .into_iter()
            .find(|side| self.stones[side.index()] >> TARGET[side.index()].0 & 1 != 0)
    }

    /// What a block shows.
    #[inline]
    pub(super) const fn block(&self, block: u8) -> u8 {
        let [white, black] = self.stones;
        let white = white >> block;
        let black = black >> block;
        (white >> 4 & 3 | (white & 3) << 2 | (black & 0x30) | (black & 3) << 6) as u8
    }

    /// Whether some block shows a pattern.
    pub(super) fn shows(&self, pattern: u8) -> bool {
        BLOCKS.into_iter().any(|block| self.block(block) == pattern)
    }

    /// The position with a block made to show a pattern.
    #[inline]
    pub(super) fn with_block(mut self, block: u8, pattern: u8) -> Self {
        self.set_block(block, pattern);
        self
    }

    #[inline]
    fn set_block(&mut self, block: u8, pattern: u8) {
        for (stones, cells) in self.stones.iter_mut().zip([pattern & 15, pattern >> 4]) {
            let cells = u16::from(cells);
            *stones = *stones & !(0x33 << block) | ((cells & 3) << 4 | cells >> 2) << block;
        }
    }

    /// Whether a law of a side may be used: it lies face up, or no law that does contradicts it.
    fn may_use(&self, side: Side, number: u8) -> bool {
        self.is_up(side, number) || !self.is_contradicted(self.laws[side.index()][usize::from(number - 1)])
    }

    /// Whether a law that lies face up has the same cause and another effect.
    pub(super) fn is_contradicted(&self, code: LawCode) -> bool {
        Side::BOTH.into_iter().any(|side| {
            (1..=4).any(|number| {
                let other = self.laws[side.index()][usize::from(number - 1)];
                self.is_up(side, number) && cause(other) == cause(code) && other != code
            })
        })
    }

    /// The laws a side may use, by number.
    pub(super) fn usable(&self, side: Side) -> impl Iterator<Item = (u8, LawCode)> + use<> {
        let world = *self;
        (1..=4)
            .filter(move |&number| world.may_use(side, number))
            .map(move |number| (number, world.laws[side.index()][usize::from(number - 1)]))
    }

    /// Whether one of a side's laws is known to be an adaptation.
    pub(super) fn adapts(&self, side: Side) -> bool {
        self.laws[side.index()].into_iter().any(is_adaptation)
    }

    /// Every move of a side's pieces.
    pub(super) fn moves(&self, side: Side) -> impl Iterator<Item = (u8, u8)> + use<> {
        let empty = !(self.stones[0] | self.stones[1]);
        squares(self.stones[side.index()])
            .flat_map(move |from| squares(NEAR[usize::from(from)] & empty).map(move |to| (from, to)))
    }

    /// The position with a piece of a side moved; nothing else changes, not even whose turn it is.
    #[inline]
    pub(super) const fn moved(mut self, side: Side, (from, to): (u8, u8)) -> Self {
        let stones = &mut self.stones[side.index()];
        *stones = *stones & !(1 << from) | 1 << to;
        self
    }

    /// Every turn of the side to act, adaptations without what they rewrite.
    pub(super) fn turns(&self, out: &mut Vec<WorldTurn>) {
        out.clear();
        let mut laws = [(0, 0); 4];
        let mut count = 0;
        for law in self.usable(self.act) {
            laws[count] = law;
            count += 1;
        }
        self.add_laws(&laws[..count], None, out);
        for step in self.moves(self.act) {
            out.push(WorldTurn { step: Some(step), ..WorldTurn::default() });
            self.moved(self.act, step).add_laws(&laws[..count], Some(step), out);
        }
    }

    fn add_laws(&self, laws: &[(u8, LawCode)], step: Option<(u8, u8)>, out: &mut Vec<WorldTurn>) {
        for block in BLOCKS {
            let shown = self.block(block);
            for &(number, code) in laws {
                if cause(code) == shown {
                    out.push(WorldTurn { step, law: Some((number, block)), rewrite: None });
                }
            }
        }
    }

    /// The position after a turn.
    pub(super) fn after(&self, turn: WorldTurn) -> Self {
        let (mut world, own) = (*self, self.act.index());
        if let Some(step) = turn.step {
            world = world.moved(self.act, step);
        }
        if let Some((number, block)) = turn.law {
            let code = world.laws[own][usize::from(number - 1)];
            world.up[own] |= 1 << (number - 1);
            if !is_adaptation(code) {
                world.set_block(block, effect(code));
            }
        }
        if let Some((number, code)) = turn.rewrite {
            world.laws[own][usize::from(number - 1)] = code;
            world.up[own] &= !(1 << (number - 1));
        }
        world.act = self.act.other();
        world
    }

    /// Whether a side has anything to play.
    pub(super) fn can_play(&self, side: Side) -> bool {
        self.moves(side).next().is_some() || self.usable(side).any(|(_, code)| self.shows(cause(code)))
    }

    /// A turn with which a side, if it were to act, would reach its corner at once.
    pub(super) fn winning_turn(&self, side: Side) -> Option<WorldTurn> {
        let (target, block) = TARGET[side.index()];
        let taken = (self.stones[0] | self.stones[1]) >> target & 1 != 0;
        if !taken {
            let beside = self.stones[side.index()] & NEAR[usize::from(target)];
            if beside != 0 {
                let from = beside.trailing_zeros() as u8;
                return Some(WorldTurn { step: Some((from, target)), ..WorldTurn::default() });
            }
        }
        let reaching = |&(_, code): &(u8, LawCode)| {
            !is_adaptation(code) && effect(code) & !cause(code) & ON_TARGET[side.index()] != 0
        };
        // With a piece on the corner no law puts another there, and with none of these laws nothing does.
        if taken || !self.usable(side).any(|law| reaching(&law)) {
            return None;
        }
        let by_law = |world: Self, step| {
            let shown = world.block(block);
            self.usable(side)
                .filter(reaching)
                .find(|&(_, code)| cause(code) == shown)
                .map(|(number, _)| WorldTurn { step, law: Some((number, block)), rewrite: None })
        };
        by_law(*self, None)
            .or_else(|| self.moves(side).find_map(|step| by_law(self.moved(side, step), Some(step))))
    }
}

/// The blocks that show a pattern, all looked at together.
#[inline]
pub(super) fn showing(&[white, black]: &[u16; 2], pattern: u8) -> impl Iterator<Item = u8> + use<> {
    let mut blocks = 0x0777;
    for (cell, square) in [4, 5, 0, 1].into_iter().enumerate() {
        let fits = match pattern >> cell & 0x11 {
            0x01 => white,
            0x10 => black,
            _ => !(white | black),
        };
        blocks &= fits >> square;
    }
    squares(blocks)
}

/// The squares of a set of bits.
fn squares(mut bits: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(at)
    })
}
