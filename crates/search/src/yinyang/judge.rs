//! What is good in Yin Yang, and which laws one would wish for.
//!
//! Everything turns around the corner a side wants to reach and the only block it belongs to. It helps to
//! have the corner empty (an opponent's piece there has to be destroyed first), other holes in its block (a
//! peopling law needs two), own pieces near it, and laws whose causes can be seen somewhere, for who has
//! nothing to play loses. Most of all it helps to threaten to win with the next turn. The weights are
//! set by hand.

use super::world::{Code, ON_TARGET, TARGET, World, cause, is_adaptation};
use taijitu_rules::Side;

/// What the judgement counts.
pub(super) struct Weights {
    corner_empty: i32,
    hole: i32,
    near: i32,
    usable: i32,
    stone: i32,
    threat: i32,
    adapts: i32,
}

/// The weights of the engine.
pub(super) const WEIGHTS: Weights =
    Weights { corner_empty: 40, hole: 20, near: 15, usable: 8, stone: 3, threat: 90, adapts: 15 };

/// The squares of the block around each side's target.
const BLOCK: [u16; 2] = [0x0033, 0xcc00];

/// The squares one, two and three moves from each side's target.
const AROUND: [[u16; 3]; 2] = [[0x0012, 0x0124, 0x1248], [0x4800, 0x2480, 0x1248]];

/// How good a position looks for the side to act.
pub(super) fn judge(world: &World) -> i32 {
    let threat = world.winning_turn(world.act.other()).is_some();
    good_for(world, world.act) - good_for(world, world.act.other()) - i32::from(threat) * WEIGHTS.threat
}

fn good_for(world: &World, side: Side) -> i32 {
    let w = &WEIGHTS;
    let (own, taken) = (world.stones[side.index()], world.stones[0] | world.stones[1]);
    let corner_empty = taken >> TARGET[side.index()].0 & 1 == 0;
    let holes = (!taken & BLOCK[side.index()]).count_ones() as i32;
    let distance = AROUND[side.index()].iter().position(|&squares| own & squares != 0).unwrap_or(3) as i32;
    let usable = world.usable(side).filter(|&(_, code)| world.shows(cause(code))).count() as i32;
    let adapts = world.usable(side).any(|(_, code)| is_adaptation(code) && world.shows(cause(code)));
    i32::from(corner_empty) * w.corner_empty
        + holes * w.hole
        + (3 - distance) * w.near
        + usable * w.usable
        + own.count_ones() as i32 * w.stone
        + i32::from(adapts) * w.adapts
}

/// The laws a side would write if it could: those that win at once from here, or else those that open the way.
pub(super) fn wishes(world: &World, side: Side, out: &mut Vec<Code>) {
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

const fn law(cause: u8, effect: u8) -> Code {
    (effect as u16) << 8 | cause as u16
}

/// A law that puts a piece of a side on its corner where a block shows this pattern; where the corner is the
/// only hole, one that makes another.
pub(super) fn reaching(pattern: u8, side: Side) -> Option<Code> {
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
fn clearing(pattern: u8, side: Side) -> Option<Code> {
    let mine = ON_TARGET[side.index()];
    let theirs = if side == Side::Black { mine >> 4 } else { mine << 4 };
    (pattern & theirs != 0).then_some(law(pattern, pattern & !theirs))
}
