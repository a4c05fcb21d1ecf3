//! Features of a YINSH position for evaluations: read-only, and fast.
//!
//! Sets of points are bits of the grid of the [`geometry`](super::geometry): a shift by 1, 11 or 12 is a step
//! along one of the three directions of lines.

use super::geometry::{
    BOARD, Cells, back, cell, cells, direction, forward, has_row, jump, jumped_over, only, point, rows,
    rows_along, targets,
};
use super::{Stage, Step, Yinsh};
use crate::board::Point;
use crate::game::Rules;
use crate::side::Side;

/// The potential of a side's markers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Pairs of markers side by side.
    pub pairs: u32,
    /// Places for a row with three markers of the side and a ring of its own, no ring of the other.
    pub three_ring: u32,
    /// Places with four markers of the side, the fifth empty.
    pub four_open: u32,
    /// Places with four markers of the side, the fifth of the other colour: to be flipped.
    pub four_flip: u32,
    /// Places with four markers of the side, a ring of its own on the fifth: moving it away makes the row.
    pub four_ring: u32,
}

/// The cells that would complete a row of the side to act, and of the other: with them it is quick to decide
/// whether a move makes a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompletingCells {
    own: Cells,
    other: Cells,
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// It makes a row for the mover.
    pub row: bool,
    /// It makes a row for the other side.
    pub gift: bool,
    /// Markers flipped to the mover's colour, less those flipped away.
    pub gain: i32,
}

/// The potential of a side's markers.
#[inline(always)]
fn places(own: Cells, other: Cells, own_rings: Cells, other_rings: Cells) -> Rows {
    let mut counts = Rows::default();
    let (mut pairs, mut three_ring) = ([0; 3], [0; 3]);
    for (d, (starts, step)) in ROWS.into_iter().zip(STRIDES).enumerate() {
        let [three, four] = three_and_four(own, step);
        let free = starts & !any_of_five(other_rings, step);
        let ringed = any_of_five(own_rings, step);
        pairs[d] = own & back(own, step);
        three_ring[d] = three & free & ringed;
        let four = four & free;
        // Places with four of a colour are rare: nothing to count in most positions.
        if four != 0 {
            let flip = any_of_five(other, step);
            counts.four_ring += (four & ringed).count_ones();
            counts.four_flip += (four & flip).count_ones();
            counts.four_open += (four & !ringed & !flip).count_ones();
        }
    }
    counts.pairs = count_three(pairs);
    counts.three_ring = count_three(three_ring);
    counts
}

/// How many cells three sets have together: one addition of bits saves one count.
#[inline(always)]
const fn count_three([a, b, c]: [Cells; 3]) -> u32 {
    let (ones, twos) = (a ^ b ^ c, (a & b) | (c & (a ^ b)));
    if twos == 0 { ones.count_ones() } else { ones.count_ones() + 2 * twos.count_ones() }
}

/// The steps from cell to cell along the three directions of lines.
const STRIDES: [u32; 3] = [1, 11, 12];

/// Where rows may begin, for each direction.
const ROWS: [Cells; 3] = rows(BOARD);

/// The starts of the places for five that hold exactly three, and four, of the set.
#[inline(always)]
fn three_and_four(set: Cells, step: u32) -> [Cells; 2] {
    let (a, b, c) = (set, back(set, step), back(set, 2 * step));
    let (d, e) = (back(set, 3 * step), back(set, 4 * step));
    // Full adders on whole boards: the three bits of each place's count.
    let (abc, abc2) = (a ^ b ^ c, (a & b) | (c & (a ^ b)));
    let (ones, de2) = (abc ^ d ^ e, (abc & d) | (e & (abc ^ d)));
    let (twos, fours) = (abc2 ^ de2, abc2 & de2);
    [twos & ones, fours & !ones]
}

#[inline(always)]
fn any_of_five(set: Cells, step: u32) -> Cells {
    let pairs = set | back(set, step);
    pairs | back(pairs, 2 * step) | back(set, 4 * step)
}

/// The cells each of which would complete a row.
#[inline(always)]
fn completing(own: Cells) -> Cells {
    let mut cells = 0;
    for (starts, step) in ROWS.into_iter().zip(STRIDES) {
        let [_, four] = three_and_four(own, step);
        let four = four & starts;
        if four != 0 {
            cells |= (0..5).fold(0, |cells, n| cells | forward(four, n * step));
        }
    }
    cells & !own
}

/// The neighbours of the cells of a set in a direction: up, along a row, along a diagonal, and back.
#[inline(always)]
const fn shifted(set: Cells, direction: usize) -> Cells {
    match direction {
        0 => set << 1,
        1 => set << 11,
        2 => set << 12,
        3 => set >> 1,
        4 => set >> 11,
        _ => set >> 12,
    }
}

impl Yinsh {
    /// The rings of a side, as bits of the grid.
    #[must_use]
    #[inline(always)]
    pub const fn ring_bits(&self, side: Side) -> u128 {
        self.rings.0[side.index()]
    }

    /// The markers that show a side's colour, as bits of the grid.
    #[must_use]
    #[inline(always)]
    pub const fn marker_bits(&self, side: Side) -> u128 {
        self.markers.0[side.index()]
    }

    /// Markers left to put on the board.
    #[must_use]
    #[inline(always)]
    pub const fn markers_left(&self) -> u8 {
        self.reserve
    }

    /// Whether rings are still being placed.
    #[must_use]
    #[inline(always)]
    pub const fn rings_are_placed(&self) -> bool {
        !self.is_placing()
    }

    /// Whether the first ring taken off wins.
    #[must_use]
    #[inline(always)]
    pub const fn is_blitz(&self) -> bool {
        self.blitz
    }

    /// The places for rows of a side.
    #[must_use]
    #[inline(always)]
    pub fn row_places(&self, side: Side) -> Rows {
        let other = side.other();
        places(self.markers[side], self.markers[other], self.rings[side], self.rings[other])
    }

    /// How many jumps over markers the rings of a side begin next to.
    #[must_use]
    #[inline(always)]
    pub fn jumps(&self, side: Side) -> u32 {
        let markers = self.all_markers();
        let next = |direction| shifted(self.rings[side], direction) & markers;
        count_three([next(0), next(1), next(2)]) + count_three([next(3), next(4), next(5)])
    }

    /// What a move does to the markers: those of its own colour and of the other after it, its rows not yet
    /// removed, and those it flips.
    #[must_use]
    #[inline(always)]
    pub fn markers_after(&self, step: Step) -> Option<[u128; 3]> {
        let Step::Move { from, to } = step else { return None };
        let (from, to) = (cell(from), cell(to));
        let flipped = jumped_over(from, to, direction(from, to)?, self.all_markers());
        let side = self.act;
        Some([self.markers[side] ^ flipped | only(from), self.markers[side.other()] ^ flipped, flipped])
    }

    /// The cells that would complete a row, for [`effect`](Self::effect).
    #[must_use]
    pub fn completing(&self) -> CompletingCells {
        let [own, other] = [self.act, self.act.other()].map(|side| completing(self.markers[side]));
        CompletingCells { own, other }
    }

    /// What a move from one point to another does.
    #[must_use]
    #[inline(always)]
    pub fn effect(&self, from: Point, to: Point, completing: CompletingCells) -> Effect {
        let (from, to) = (cell(from), cell(to));
        let Some(direction) = direction(from, to) else { return Effect::default() };
        let flipped = jumped_over(from, to, direction, self.all_markers());
        let left_behind = only(from);
        if flipped == 0 {
            return Effect { row: completing.own & left_behind != 0, gift: false, gain: 0 };
        }
        let (own, other) = (self.markers[self.act], self.markers[self.act.other()]);
        let stride = STRIDES[direction % 3];
        // A row the move makes runs along the jump, or crosses it where one marker was missing.
        let is_row = |after, missing| rows_along(after, stride) != 0 || missing != 0 && has_row(after);
        Effect {
            row: is_row(own ^ flipped | left_behind, completing.own & (flipped | left_behind)),
            gift: is_row(other ^ flipped, completing.other & flipped),
            gain: flipped.count_ones() as i32 - 2 * (flipped & own).count_ones() as i32,
        }
    }

    /// Whether a set of markers has a row of five.
    #[must_use]
    #[inline(always)]
    pub fn is_row(markers: u128) -> bool {
        has_row(markers)
    }

    /// Lists into `out`, which is cleared first, the moves that make a row for the side to act, and whatever
    /// removes rows and rings.
    pub fn row_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        let removing = !matches!(self.stage, Stage::Start | Stage::Early);
        if removing || has_row(self.markers[self.act]) {
            self.steps(out);
        } else if !self.is_placing() && self.outcome().is_none() {
            let completing = completing(self.markers[self.act]);
            for ring in cells(self.rings[self.act]) {
                self.row_moves(ring, completing, out);
            }
        }
    }

    /// Lists the moves of a ring that make a row, given the cells that would complete one.
    #[inline(always)]
    fn row_moves(&self, ring: u8, completing: Cells, out: &mut Vec<Step>) {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        let left_behind = self.markers[self.act] | only(ring);
        let slides_make_it = completing & only(ring) != 0;
        let mut add = |set| out.extend(cells(set).map(|to| Step::Move { from: point(ring), to: point(to) }));
        for direction in 0..6 {
            let (landing, flipped) = jump(ring, direction, rings, markers);
            if slides_make_it {
                add(targets(ring, direction, rings, markers) & !landing);
            }
            // A row a jump makes runs along the jump, or crosses it where one marker was missing.
            let after = left_behind ^ flipped;
            let crossing = slides_make_it || flipped & completing != 0;
            let makes_row = || rows_along(after, STRIDES[direction % 3]) != 0 || crossing && has_row(after);
            if landing != 0 && makes_row() {
                add(landing);
            }
        }
    }

    /// The position after a null move; `None` while rows wait or rings are placed.
    /// Only for a search: passing is not legal.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        let quiet = !self.mid_turn() && !self.is_placing() && !has_row(self.markers[self.act]);
        quiet.then(|| Self { act: self.act.other(), ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Random;

    fn after_random_turns(seed: u64, turns: usize) -> Yinsh {
        let mut random = Random::new(seed);
        let mut position = crate::Play::<Yinsh>::start(&[]).expect("a start").position().clone();
        let mut steps = vec![];
        for _ in 0..turns {
            position.steps(&mut steps);
            if steps.is_empty() {
                break;
            }
            position.play_unchecked(steps[random.below(steps.len() as u32) as usize]);
        }
        position
    }

    #[test]
    fn row_steps_are_the_steps_that_make_rows() {
        let (mut fast, mut all, mut seen) = (vec![], vec![], 0);
        for seed in 0..400 {
            let position = after_random_turns(seed, 30 + seed as usize % 40);
            position.row_steps(&mut fast);
            position.steps(&mut all);
            let makes_row = |step: &Step| match position.markers_after(*step) {
                Some([own, ..]) => has_row(own),
                None => matches!(step, Step::Row { .. } | Step::Ring(_)),
            };
            all.retain(makes_row);
            seen += all.len();
            fast.sort_unstable();
            all.sort_unstable();
            assert_eq!(fast, all, "{position:?}");
        }
        assert!(seen > 100);
    }

    #[test]
    fn the_effect_of_a_move_is_seen_on_the_board_after_it() {
        let (mut steps, mut rows, mut gifts) = (vec![], 0, 0);
        for seed in 0..500 {
            let position = after_random_turns(seed, 20 + seed as usize % 60);
            let completing = position.completing();
            position.steps(&mut steps);
            for &step in &steps {
                let (Step::Move { from, to }, Some([own, other, flipped])) =
                    (step, position.markers_after(step))
                else {
                    continue;
                };
                // What is now the mover's was the opponent's before.
                let gain = (flipped & own).count_ones() as i32 - (flipped & other).count_ones() as i32;
                let effect = Effect { row: has_row(own), gift: has_row(other), gain };
                assert_eq!(position.effect(from, to, completing), effect, "{position:?} {step:?}");
                rows += u32::from(effect.row);
                gifts += u32::from(effect.gift);
            }
        }
        assert!(rows > 50 && gifts > 50, "{rows} rows, {gifts} gifts");
    }

    #[test]
    fn places_are_counted_as_one_would_by_hand() {
        for seed in 0..50 {
            let position = after_random_turns(seed, 40);
            let [own, other] = [Side::White, Side::Black].map(|side| position.marker_bits(side));
            let [rings, others] = [Side::White, Side::Black].map(|side| position.ring_bits(side));
            let mut counts = Rows::default();
            for (starts, step) in ROWS.into_iter().zip([1u8, 11, 12]) {
                for start in cells(starts) {
                    let five = (0..5).fold(0, |set, n| set | only(start + n * step));
                    let count = |set: Cells| (five & set).count_ones();
                    match count(own) {
                        _ if count(others) > 0 => {}
                        3 if count(rings) > 0 => counts.three_ring += 1,
                        4 if count(rings) == 1 => counts.four_ring += 1,
                        4 if count(other) == 1 => counts.four_flip += 1,
                        4 => counts.four_open += 1,
                        _ => {}
                    }
                }
                counts.pairs += cells(own & own >> step).count() as u32;
            }
            assert_eq!(position.row_places(Side::White), counts, "{position:?}");
        }
    }
}
