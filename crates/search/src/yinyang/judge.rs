//! The evaluation of Yin Yang, and the laws a side would want.
//!
//! Everything turns around the corner a side wants to reach and the only block it belongs to. It helps to
//! have the corner empty (an opponent's piece there has to be destroyed first), other holes in its block (a
//! peopling law needs two), own pieces near it, and laws whose causes can be seen somewhere, because a
//! side that has nothing to play loses. Most of all it helps to threaten to win with the next turn, and to have pieces: they are
//! what laws act on. The weights were tuned by games of the engine against itself, twice: from a guess by hand with
//! `taijitu tune yinyang --games 6000 --nodes 1000`, which scored 63.7 % (62.2 … 65.2) of 3000 games at 10,000 nodes a
//! turn against that guess, and from there with `--games 4000 --nodes 2000`, which scored 53.1 % (51.1 … 55.1) of 2000
//! games at 20,000 nodes against the first.

use super::determinization::{Determinization, LawCode, ON_TARGET, TARGET, cause, is_adaptation};
use taijitu_rules::Side;

/// What is counted for each side.
pub(super) const COUNTS: usize = 7;

/// The counts and their weights.
pub(super) const WEIGHTS: [(&str, i32); COUNTS] = [
    ("the corner is empty", 9),
    ("holes around it", 5),
    ("steps that the nearest piece is nearer than three", 9),
    ("laws that can be used", 15),
    ("pieces", 50),
    ("a law that adapts can be used", 35),
    ("a threat to win, of the side that waits", 39),
];

/// An evaluation: the weights of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judge(pub(super) [i32; COUNTS]);

impl Judge {
    /// The evaluation of the engine.
    pub(super) const BEST: Self = {
        let mut weights = [0; COUNTS];
        let mut at = 0;
        while at < COUNTS {
            weights[at] = WEIGHTS[at].1;
            at += 1;
        }
        Self(weights)
    };

    /// The value of a position for the side to act, which cannot win at once.
    pub(super) fn value(&self, world: &Determinization) -> i32 {
        let own = counts(world, world.act, false);
        let other = counts(world, world.act.other(), true);
        (0..COUNTS).map(|at| self.0[at] * (own[at] - other[at])).sum()
    }
}

/// The squares of the block around each side's target.
const BLOCK: [u16; 2] = [0x0033, 0xcc00];

/// The squares one, two and three moves from each side's target.
const AROUND: [[u16; 3]; 2] = [[0x0012, 0x0124, 0x1248], [0x4800, 0x2480, 0x1248]];

/// The counts of a side; threats are searched only if `threats` is set.
pub(super) fn counts(world: &Determinization, side: Side, threats: bool) -> [i32; COUNTS] {
    let (own, taken) = (world.stones[side.index()], world.stones[0] | world.stones[1]);
    let corner_empty = taken >> TARGET[side.index()].0 & 1 == 0;
    let holes = (!taken & BLOCK[side.index()]).count_ones() as i32;
    let distance = AROUND[side.index()].iter().position(|&squares| own & squares != 0).unwrap_or(3) as i32;
    let (mut usable, mut adapts) = (0, false);
    for (_, code) in world.usable(side).filter(|&(_, code)| world.shows(cause(code))) {
        usable += 1;
        adapts |= is_adaptation(code);
    }
    let threatens = threats && world.winning_turn(side).is_some();
    [
        i32::from(corner_empty),
        holes,
        3 - distance,
        usable,
        own.count_ones() as i32,
        i32::from(adapts),
        i32::from(threatens),
    ]
}

/// The laws a side would write if it could: those that win at once from here, or else those that open the
/// way.
pub(super) fn desired_laws(world: &Determinization, side: Side, out: &mut Vec<LawCode>) {
    out.clear();
    let (target, block) = TARGET[side.index()];
    let mut shown = vec![world.block(block)];
    for step in world.moves(side) {
        let pattern = world.moved(side, step).block(block);
        if !shown.contains(&pattern) {
            shown.push(pattern);
        }
    }
    let corner_taken = (world.stones[0] | world.stones[1]) >> target & 1 != 0;
    for &pattern in &shown {
        let wish = if corner_taken { clearing(pattern, side) } else { reaching(pattern, side) };
        out.extend(wish.filter(|&code| !world.is_contradicted(code)));
    }
}

/// The cells of a pattern that are empty, in the low four bits.
const fn empty_cells(pattern: u8) -> u8 {
    !(pattern | pattern >> 4) & 15
}

const fn law(cause: u8, effect: u8) -> LawCode {
    (effect as u16) << 8 | cause as u16
}

/// A law that puts a piece of a side on its corner where a block shows this pattern; where the corner is the
/// only hole, one that makes another.
pub(super) fn reaching(pattern: u8, side: Side) -> Option<LawCode> {
    let mine = ON_TARGET[side.index()];
    let corner = (mine | mine >> 4) & 15;
    if empty_cells(pattern) & corner == 0 {
        return None;
    }
    let others = empty_cells(pattern) & !corner;
    if others != 0 {
        let second = others & others.wrapping_neg();
        let second = if side == Side::Black { second << 4 } else { second };
        return Some(law(pattern, pattern | mine | second));
    }
    let stone = pattern & pattern.wrapping_neg();
    (stone != 0).then_some(law(pattern, pattern & !stone))
}

/// A law that takes the opponent's piece off a side's corner.
fn clearing(pattern: u8, side: Side) -> Option<LawCode> {
    let mine = ON_TARGET[side.index()];
    let theirs = if side == Side::Black { mine >> 4 } else { mine << 4 };
    (pattern & theirs != 0).then_some(law(pattern, pattern & !theirs))
}
