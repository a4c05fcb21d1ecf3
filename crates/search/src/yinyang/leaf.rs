//! What a leaf of the search is worth: by the hand-made evaluation, or by a network.
//!
//! The patterns of the network are read for the side to act, the board turned so that it plays as Black: what each of
//! the nine blocks shows, and for every law that can be used how often its cause can be seen and what it does. The
//! counts of the hand-made evaluation take part; there are three phases, by the pieces on the board.

use super::determinization::{
    BLANK, Determinization, LawCode, ON_TARGET, cause, effect, is_adaptation, showing,
};
use super::judge::{COUNTS, Judge, WEIGHTS, counts};
use super::search::{PROVED, WIN, WorldSearcher, decided, expand_adaptations};
use crate::alphabeta;
use crate::limits::{Limits, Stop, Watch};
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use crate::self_play::Learnable;
use crate::table::TranspositionTable;
use std::sync::Arc;
use taijitu_rules::games::yinyang::{Step, YinYang};
use taijitu_rules::playout::Random;
use taijitu_rules::{Play, Side};

/// No value of a network is farther from even than this: it is no proof.
const MOST: i32 = PROVED - 1000;

/// An evaluation of leaves.
#[derive(Clone)]
pub(super) struct LeafJudge {
    pub(super) judge: Judge,
    pub(super) network: Option<Arc<PatternNetwork>>,
}

impl LeafJudge {
    /// The value of a position for the side to act, which cannot win at once.
    pub(super) fn value(&self, world: &Determinization) -> i32 {
        let Some(network) = &self.network else { return self.judge.value(world) };
        let mut list = PatternList::default();
        list_world(world, &mut list);
        network.value(&list, phase(world)).clamp(-MOST, MOST)
    }
}

/// The lower left squares of the blocks.
const BLOCKS: [u8; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// The patterns of a block: each cell is empty or has a piece of either side.
const SHOWN: u16 = 81;

/// What a law does to the pieces of its owner and of the other side: from two fewer to two more of either; or it adapts;
/// or it puts a piece of its owner on the corner.
const CHANGES: u16 = 27;
const ADAPTS: u16 = 25;
const REACHES: u16 = 26;

/// Whether no block shows the cause of a law, one, or more; all that for a law that lies face up, and for a secret one.
const SIGHTS: u16 = 3;

/// The first row of laws, after those of the blocks.
const LAWS: u16 = 1 + BLOCKS.len() as u16 * SHOWN;
const ROWS: u16 = LAWS + 2 * 2 * SIGHTS * CHANGES;

/// The second and the third phase begin when at most this many pieces are on the board.
const PHASES: [u32; 2] = [12, 8];

/// The bits of a pattern as a number in base three.
const IN_THREES: [u8; 256] = {
    let (mut table, mut pattern) = ([0; 256], 0);
    while pattern < 256 {
        let (mut sum, mut cell) = (0, 4);
        while cell > 0 {
            cell -= 1;
            let (white, black) = (pattern >> cell & 1, pattern >> (cell + 4) & 1);
            sum = 3 * sum + if white == 1 { 1 } else { 2 * black as u8 };
        }
        table[pattern] = sum;
        pattern += 1;
    }
    table
};

/// The position with the board turned and the colours exchanged if White is to act.
const fn as_black(world: &Determinization) -> Determinization {
    if let Side::Black = world.act {
        return *world;
    }
    let [white, black] = world.stones;
    let ([of_white, of_black], [up_white, up_black]) = (world.laws, world.up);
    Determinization {
        stones: [black.reverse_bits(), white.reverse_bits()],
        laws: [turned(of_black), turned(of_white)],
        up: [up_black, up_white],
        act: Side::Black,
    }
}

/// Laws as they lie on the turned board.
const fn turned(laws: [LawCode; 4]) -> [LawCode; 4] {
    let (mut turned, mut at) = (laws, 0);
    while at < 4 {
        let [cause, effect] = laws[at].to_le_bytes();
        turned[at] = u16::from_le_bytes([cause.reverse_bits(), effect.reverse_bits()]);
        at += 1;
    }
    turned
}

fn list_world(world: &Determinization, list: &mut PatternList) {
    for (side, threats) in [(world.act, false), (world.act.other(), true)] {
        list.add_counts(&counts(world, side, threats));
    }
    let world = as_black(world);
    list.extend(
        (0..)
            .zip(BLOCKS)
            .map(|(at, block)| 1 + at * SHOWN + u16::from(IN_THREES[usize::from(world.block(block))])),
    );
    for side in Side::BOTH {
        let first = LAWS + side as u16 * 2 * SIGHTS * CHANGES;
        list.extend(world.usable(side).filter(|&(_, code)| code != BLANK).map(|(number, code)| {
            let seen = (showing(&world.stones, cause(code)).count() as u16).min(SIGHTS - 1);
            let up = u16::from(world.is_up(side, number));
            first + (up * SIGHTS + seen) * CHANGES + change(code, side)
        }));
    }
}

/// The class of what a law of this side does.
fn change(code: LawCode, side: Side) -> u16 {
    if is_adaptation(code) {
        return ADAPTS;
    }
    if effect(code) & !cause(code) & ON_TARGET[side.index()] != 0 {
        return REACHES;
    }
    let count = |pattern: u8| [pattern & 15, pattern >> 4].map(u8::count_ones);
    let (before, after) = (count(cause(code)), count(effect(code)));
    let gain = |side: Side| (after[side.index()] + 2).saturating_sub(before[side.index()]).min(4) as u16;
    5 * gain(side) + gain(side.other())
}

fn phase(world: &Determinization) -> usize {
    let pieces = (world.stones[0] | world.stones[1]).count_ones();
    PHASES.iter().filter(|&&most| pieces <= most).count()
}

impl Patterns for YinYang {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 16, heads: 3, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        list_world(&Determinization::of(self), list);
    }

    fn phase(&self) -> usize {
        phase(&Determinization::of(self))
    }
}

/// Games with all laws known, as the search sees its worlds.
impl Learnable for YinYang {
    /// `chance_of` in `yinyang_search` takes points so, too.
    const POINTS: f64 = 75.0;

    /// With hands that are known, or any: an opponent may write what it likes.
    fn lesson(random: &mut Random) -> Option<Play<Self>> {
        let hand = |side, random: &mut Random| match random.below(4) {
            0 => super::baseline::write(side, random),
            _ => super::hands::Hands::known().expect(side, random),
        };
        let [white, black] =
            Side::BOTH.map(|side| super::hands::spelled(&hand(side, random)).replace(' ', ","));
        Play::start(&[&format!("laws_white={white}"), &format!("laws_black={black}")]).ok()
    }

    fn first_weights() -> Vec<i32> {
        let weights = || WEIGHTS.iter().map(|(_, weight)| *weight);
        weights().chain(weights().map(|weight| -weight)).collect()
    }

    fn is_quiet(&self) -> bool {
        decided(&Determinization::of(self), 0).is_none()
    }

    fn search(
        play: &Play<Self>,
        nodes: u64,
        table: &TranspositionTable,
        network: Option<&PatternNetwork>,
    ) -> Option<(i32, Vec<Step>)> {
        let world = Determinization::of(play.position());
        let leaf = LeafJudge { judge: Judge::BEST, network: network.cloned().map(Arc::new) };
        let watch = Watch::start(Limits::nodes(nodes), Stop::default());
        let mut searcher = WorldSearcher::new(table, watch, leaf, 0);
        let (value, steps) = best_turn(&mut searcher, &world)?;
        let proof = alphabeta::WIN - (WIN - value.abs());
        Some((if value.abs() > PROVED { value.signum() * proof } else { value }, steps))
    }
}

/// The value of a world for the side to act and its best turn, by iterative deepening until the watch is over.
fn best_turn(searcher: &mut WorldSearcher<'_>, world: &Determinization) -> Option<(i32, Vec<Step>)> {
    let (mut turns, mut wished) = (vec![], vec![]);
    world.turns(&mut turns);
    expand_adaptations(world, &mut turns, &mut wished, usize::MAX);
    let mut ranked: Vec<_> = turns.into_iter().map(|turn| (-WIN, turn)).collect();
    let mut best = None;
    for depth in 1..40 {
        let (mut low, mut at) = (-WIN, 0);
        for (value, turn) in &mut ranked {
            *value = -searcher.value(&world.after(*turn), depth - 1, -WIN, -low, 1);
            if searcher.watch.is_over() {
                break;
            }
            at += 1;
            low = low.max(*value);
        }
        // A turn that fails low is worth no more than the best one before it, so the order of equals is kept.
        ranked[..at].sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        best = ranked.first().filter(|_| at > 0).copied().or(best);
        if searcher.watch.is_over() || low.abs() > PROVED {
            break;
        }
    }
    let (value, turn) = best.or_else(|| ranked.first().copied())?;
    Some((value, turn.steps(world.act)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Rules as _;

    /// Both sides see the same when the board is turned and the colours are exchanged.
    #[test]
    fn a_turned_position_has_the_same_patterns() {
        let mut random = Random::new(4);
        let mut met = 0;
        for _ in 0..40 {
            let mut play = YinYang::lesson(&mut random).expect("a game");
            for _ in 0..random.below(10) {
                play.random_turn(&mut random, 1);
            }
            let world = Determinization::of(play.position());
            let white = Determinization { act: Side::White, ..world };
            let turned = as_black(&white);
            assert_eq!(turned.winning_turn(Side::Black).is_some(), white.winning_turn(Side::White).is_some());
            let listed = |world: &Determinization| {
                let mut list = PatternList::default();
                list_world(world, &mut list);
                assert!(list.rows().iter().all(|&row| row < ROWS));
                let mut rows = list.rows().to_vec();
                rows.sort_unstable();
                (rows, list.counts().to_vec(), phase(world))
            };
            assert_eq!(listed(&white), listed(&turned));
            met += 1;
        }
        assert_eq!(met, 40);
    }

    #[test]
    fn a_position_that_is_won_at_once_is_found_and_not_quiet() {
        let mut random = Random::new(8);
        let table = TranspositionTable::with_mebibytes(1);
        let (mut won, mut open) = (0, 0);
        for _ in 0..60 {
            let mut play = YinYang::lesson(&mut random).expect("a game");
            for _ in 0..12 {
                if play.outcome().is_none() {
                    play.random_turn(&mut random, 1);
                }
            }
            if play.outcome().is_some() {
                continue;
            }
            let wins = Determinization::of(play.position()).winning_turn(play.position().to_act().side());
            let found = YinYang::search(&play, 200, &table, None).expect("a turn");
            if wins.is_some() {
                assert!(found.0 > alphabeta::PROVED && !play.position().is_quiet());
                won += 1;
            } else {
                open += 1;
            }
        }
        assert!(won > 0 && open > 0, "{won} {open}");
    }
}
