//! Alpha-beta in one world: both hands are assumed to be known.
//!
//! Depth counts whole turns. A winning turn is detected before any turn is tried, for either side, and an
//! adaptation is tried with the laws its owner would want. Values belong to the side to act.

use super::determinization::{Determinization, LawCode, WorldTurn, is_adaptation};
use super::judge::desired_laws;
use super::leaf::LeafJudge;
use crate::limits::Watch;
use crate::table::{Bound, TableEntry, TranspositionTable};
use taijitu_rules::hash;
use taijitu_rules::short::sort_long;

/// A win now; a win after n turns is worth n less.
pub(super) const WIN: i32 = 10_000;

/// Values beyond this are proved, as far as the laws are known.
pub(super) const PROVED: i32 = WIN - 1000;

/// Maximum number of wanted laws tried in the tree.
const WISHES: usize = 4;

/// A search in worlds, one after the other.
pub(super) struct WorldSearcher<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) watch: Watch,
    pub(super) leaf: LeafJudge,
    /// Part of every hash, so that entries of other searches in the table never match.
    salt: u64,
    /// Hashes of the positions on the way here.
    path: Vec<u64>,
    lists: Vec<Vec<(i32, WorldTurn)>>,
    turns: Vec<WorldTurn>,
    wished: Vec<LawCode>,
}

impl<'a> WorldSearcher<'a> {
    pub(super) const fn new(table: &'a TranspositionTable, watch: Watch, leaf: LeafJudge, salt: u64) -> Self {
        Self { table, watch, leaf, salt, path: vec![], lists: vec![], turns: vec![], wished: vec![] }
    }

    /// The value of a world for the side to act if it lies between `low` and `high`; meaningless once the
    /// watch is over.
    pub(super) fn value(
        &mut self,
        world: &Determinization,
        depth: u32,
        mut low: i32,
        high: i32,
        ply: usize,
    ) -> i32 {
        if let Some(value) = decided(world, ply) {
            return value;
        }
        if depth == 0 {
            self.watch.tick();
            return self.leaf.value(world);
        }
        let hash = hash::of(&(self.salt, world));
        if self.path.contains(&hash) {
            return 0;
        }
        let known = self.table.get(hash);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
            && let Some(value) = entry.usable((low, high), ply, PROVED)
        {
            return value;
        }
        let list = self.ordered(world, ply, known.map(|entry| entry.step), depth);
        self.path.push(hash);
        let first_low = low;
        let (mut best, mut best_turn) = (-WIN, None);
        for &(_, turn) in &list {
            if self.watch.tick() {
                break;
            }
            let value = -self.value(&world.after(turn), depth - 1, -high, -low, ply + 1);
            if value > best || best_turn.is_none() {
                (best, best_turn) = (value, Some(turn));
            }
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        self.path.pop();
        if self.lists.len() <= ply {
            self.lists.resize(ply + 1, vec![]);
        }
        self.lists[ply] = list;
        if let Some(turn) = best_turn.filter(|_| !self.watch.is_over()) {
            self.note(hash, best, first_low, high, depth, ply, turn);
        }
        best
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn note(&self, hash: u64, best: i32, low: i32, high: i32, depth: u32, ply: usize, turn: WorldTurn) {
        let bound = if best >= high {
            Bound::Lower
        } else if best > low {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = TableEntry::kept(best, ply, PROVED);
        self.table.put(hash, TableEntry { value, depth: depth.min(255) as u8, bound, step: bits_of(turn) });
    }

    /// The turns of a position, ordered by their hand-made value one turn later.
    fn ordered(
        &mut self,
        world: &Determinization,
        ply: usize,
        known: Option<u16>,
        depth: u32,
    ) -> Vec<(i32, WorldTurn)> {
        let mut list = self.lists.get_mut(ply).map(std::mem::take).unwrap_or_default();
        self.turns(world, WISHES);
        list.clear();
        let judge = self.leaf.judge;
        let rank = |turn: WorldTurn| {
            if known == Some(bits_of(turn)) {
                return i32::MAX;
            }
            if depth > 1 { -judge.value(&world.after(turn)) } else { 0 }
        };
        list.extend(self.turns.iter().map(|&turn| (rank(turn), turn)));
        sort_long(&mut list, |a, b| a.0 > b.0);
        list
    }

    /// Lists the turns of a position into `self.turns`, adaptations with the laws wanted.
    fn turns(&mut self, world: &Determinization, most_wishes: usize) {
        world.turns(&mut self.turns);
        expand_adaptations(world, &mut self.turns, &mut self.wished, most_wishes);
    }
}

/// Replaces every adaptation among the turns by its rewritings into laws that the side to act would want.
///
/// The block of an adaptation makes no difference, so one suffices for each move.
pub(super) fn expand_adaptations(
    world: &Determinization,
    turns: &mut Vec<WorldTurn>,
    wished: &mut Vec<LawCode>,
    most: usize,
) {
    let laws = world.laws[world.act.index()];
    let adapts =
        |turn: &WorldTurn| turn.law.is_some_and(|(number, _)| is_adaptation(laws[usize::from(number - 1)]));
    if !turns.iter().any(adapts) {
        return;
    }
    let (mut adapting, rest): (Vec<WorldTurn>, Vec<WorldTurn>) = turns.iter().partition(|turn| adapts(turn));
    *turns = rest;
    sort_long(&mut adapting, |a, b| (a.step, a.law) < (b.step, b.law));
    adapting.dedup_by_key(|turn| (turn.step, turn.law.map(|(number, _)| number)));
    for turn in adapting {
        let after = world.after(turn);
        desired_laws(&after, world.act, wished);
        // If nothing is wanted, the law is written again as it was.
        if wished.is_empty() {
            let same = turn.law.map(|(number, _)| (number, laws[usize::from(number - 1)]));
            turns.push(WorldTurn { rewrite: same, ..turn });
        }
        for &code in wished.iter().take(most) {
            turns.extend((1..=4).map(|number| WorldTurn { rewrite: Some((number, code)), ..turn }));
        }
    }
}

/// The value of a position that needs no search.
pub(super) fn decided(world: &Determinization, ply: usize) -> Option<i32> {
    let at = WIN - ply as i32;
    match world.winner() {
        Some(side) if side == world.act => Some(at),
        Some(_) => Some(-at),
        None if world.winning_turn(world.act).is_some() => Some(at - 1),
        None if !world.can_play(world.act) => Some(-at),
        None => None,
    }
}

fn bits_of(turn: WorldTurn) -> u16 {
    (hash::of(&turn) >> 40) as u16
}
