//! Games in which all eight laws are known and none adapts, solved: who wins, and in how many turns.
//!
//! All reachable positions are listed first. Then values propagate backwards: a side that can move into a
//! lost position wins, a side that can only move into won ones loses, and the rest are draws, because neither
//! side can be forced out of them before they repeat. A forced win never visits a position twice, so the
//! third occurrence of a position changes no value, as long as the game had no repetition before the position
//! that is solved.
//!
//! A board on which no side has reached its corner is a number: two digits of two values for the corners, 14
//! of three for the other squares, and one for the side to act. That makes 38 million numbers and a table
//! with two bytes for each. Which laws lie face up matters only where laws contradict each other, and then
//! only which of them was laid first: each such state is a *layer* with a table of its own, allocated when
//! its first board is reached. Eight laws seldom have more than three layers and often one. Pending positions
//! are marked by a bit for each number and processed in order, which keeps memory accesses local.
//!
//! From the usual start nearly all 38 million numbers of a layer are reached, unless a side is stuck at once:
//! that takes half a minute of one core and 90 MB for each layer.

use super::determinization::{Determinization, LawCode, cause, effect, is_adaptation, showing};
use crate::limits::Stop;
use std::sync::LazyLock;
use taijitu_rules::games::yinyang::{Step, YinYang};
use taijitu_rules::short::sort_long;
use taijitu_rules::{Rules, Side};

/// The value of a position under perfect play, for the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolvedValue {
    /// It wins with this many turns of both sides; 0 if it has won already.
    Win(u32),
    /// It loses, however it plays, after this many turns of both sides.
    Loss(u32),
    /// Neither side can be forced.
    Draw,
}

impl SolvedValue {
    /// The value for the other side, one turn earlier.
    const fn a_turn_before(self) -> Self {
        match self {
            Self::Win(turns) => Self::Loss(turns + 1),
            Self::Loss(turns) => Self::Win(turns + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// The higher, the better: a quick win, a draw, a slow loss.
    const fn rank(self) -> i64 {
        match self {
            Self::Win(turns) => (1 << 32) - turns as i64,
            Self::Loss(turns) => turns as i64 - (1 << 32),
            Self::Draw => 0,
        }
    }
}

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Laws are still to be written, or a turn has begun.
    #[error("the laws are not written yet, or a turn has begun")]
    NotBetweenTurns,
    /// One of the laws rewrites laws.
    #[error("an adaptation law makes the game too large to solve")]
    Adaptation,
    /// It takes more memory than allowed.
    #[error(
        "it takes more than {allowed} MiB of memory, for the laws contradict each other in {layers} ways"
    )]
    Memory {
        /// The mebibytes that were allowed.
        allowed: usize,
        /// The face-up states that make a difference, each of which may need [`Solution::LAYER_MEBIBYTES`].
        layers: usize,
    },
    /// It was stopped.
    #[error("the solver was stopped")]
    Stopped,
}

/// A solved game: the value of every reachable position.
pub struct Solution {
    book: Book,
    /// One for each layer of the book, if it can be reached.
    sheets: Vec<Option<LayerSheet>>,
    positions: usize,
}

/// Solves a game from a position on, with no more memory than allowed.
///
/// # Errors
/// [`SolveError`] if laws are not written or adapt, memory does not suffice, or `stop` is set.
pub fn solve(position: &YinYang, mebibytes: usize, stop: &Stop) -> Result<Solution, SolveError> {
    if position.mid_turn() || position.has_countless_turns() {
        return Err(SolveError::NotBetweenTurns);
    }
    let start = Determinization::of(position);
    if start.laws.iter().flatten().any(|&law| is_adaptation(law)) {
        return Err(SolveError::Adaptation);
    }
    let book = Book::new(start);
    let sheets = book.layers.iter().map(|_| None).collect();
    let mut solution = Solution { book, sheets, positions: 0 };
    solution.explore(&start, mebibytes, stop)?;
    solution.go_backwards(stop)?;
    Ok(solution)
}

/// Whether a position can be solved at all: the laws are written, and none adapts.
#[must_use]
pub fn solvable(position: &YinYang) -> bool {
    !position.mid_turn()
        && !position.has_countless_turns()
        && !Determinization::of(position).laws.iter().flatten().any(|&law| is_adaptation(law))
}

impl Solution {
    /// The memory that each layer takes while a game is being solved.
    pub const LAYER_MEBIBYTES: usize = (NUMBERS * 2 + 3 * NUMBERS / 8) >> 20;

    /// The value of a position; `None` if it is not reachable.
    #[must_use]
    pub fn verdict(&self, position: &YinYang) -> Option<SolvedValue> {
        let world = Determinization::of(position);
        if world.laws != self.book.start.laws || position.mid_turn() {
            return None;
        }
        self.value_of(&world)
    }

    /// Every turn of a position, best first, with the value for the side that plays it; the turn itself is
    /// counted. `None` if the position is not reachable.
    #[must_use]
    pub fn turns(&self, position: &YinYang) -> Option<Vec<(Vec<Step>, SolvedValue)>> {
        self.verdict(position)?;
        let (world, mut turns) = (Determinization::of(position), vec![]);
        if world.winner().is_none() {
            world.turns(&mut turns);
        }
        let judged = |turn| Some((turn, self.value_of(&world.after(turn))?.a_turn_before()));
        let mut judged: Vec<_> = turns.into_iter().map(judged).collect::<Option<_>>()?;
        sort_long(&mut judged, |a, b| a.1.rank() > b.1.rank());
        Some(judged.into_iter().map(|(turn, verdict)| (turn.steps(world.act), verdict)).collect())
    }

    /// The number of reachable positions, without those at the end of the game.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.positions
    }

    pub(super) fn value_of(&self, world: &Determinization) -> Option<SolvedValue> {
        if let Some(winner) = world.winner() {
            return Some(if winner == world.act { SolvedValue::Win(0) } else { SolvedValue::Loss(0) });
        }
        let layer = self.book.layer_of(world)?;
        let value = self.sheets[layer].as_ref()?.values[number_of(world)];
        (value != UNSEEN).then(|| verdict_of(value))
    }

    /// Lists the reachable positions, and decides those that are decided within a turn.
    fn explore(&mut self, start: &Determinization, mebibytes: usize, stop: &Stop) -> Result<(), SolveError> {
        if start.winner().is_none() {
            self.reach(0, number_of(start), mebibytes)?;
        }
        let mut next = vec![];
        // Laws are laid and stay so: nothing leads back to an earlier layer.
        for layer in 0..self.sheets.len() {
            while let Some(number) = self.sheets[layer].as_mut().and_then(|sheet| sheet.pending.pop()) {
                if stop.is_set() {
                    return Err(SolveError::Stopped);
                }
                let world = self.book.world(number);
                self.book.after(&world, layer, &mut next);
                let (mut open, mut wins) = (0, false);
                for (layer, next) in &next {
                    match next.winner() {
                        Some(winner) => wins |= winner == world.act,
                        None => {
                            self.reach(*layer, number_of(next), mebibytes)?;
                            open += 1;
                        }
                    }
                }
                let decided = match open {
                    _ if wins => Some(SolvedValue::Win(1)),
                    0 => Some(SolvedValue::Loss(u32::from(!next.is_empty()))),
                    _ => None,
                };
                if let Some(sheet) = &mut self.sheets[layer] {
                    sheet.note(number, decided, open);
                }
            }
        }
        Ok(())
    }

    fn reach(&mut self, layer: usize, number: usize, mebibytes: usize) -> Result<(), SolveError> {
        if self.sheets[layer].is_none() {
            let made = self.sheets.iter().flatten().count();
            if (made + 1) * Self::LAYER_MEBIBYTES > mebibytes {
                return Err(SolveError::Memory { allowed: mebibytes, layers: self.sheets.len() });
            }
        }
        let sheet = self.sheets[layer].get_or_insert_with(LayerSheet::new);
        if sheet.values[number] == UNSEEN {
            sheet.values[number] = OPEN;
            sheet.pending.insert(number);
            self.positions += 1;
        }
        Ok(())
    }

    /// Propagates decided positions to their predecessors, the quickest first.
    fn go_backwards(&mut self, stop: &Stop) -> Result<(), SolveError> {
        let mut before = vec![];
        for turns in 0..LONGEST {
            let mut idle = true;
            for layer in 0..self.sheets.len() {
                while let Some((number, wins)) = self.sheets[layer].as_mut().and_then(|s| s.ripe(turns)) {
                    idle = false;
                    self.book.before(&self.book.world(number), layer, &mut before);
                    for (layer, world) in &before {
                        if let Some(sheet) = &mut self.sheets[*layer] {
                            sheet.propagate(number_of(world), wins, turns);
                        }
                    }
                }
                if stop.is_set() {
                    return Err(SolveError::Stopped);
                }
            }
            if idle && turns > 0 {
                break;
            }
        }
        for sheet in self.sheets.iter_mut().flatten() {
            sheet.finish();
        }
        Ok(())
    }
}

/// Not reached.
const UNSEEN: u16 = 0;

/// Undecided from here on: a draw once everything else is decided. The bits below count the turns that may
/// still help.
const OPEN: u16 = 0x8000;

/// A game of this many turns is a draw, so no win takes longer.
const LONGEST: u32 = 2000;

const fn verdict_of(value: u16) -> SolvedValue {
    match value {
        OPEN.. => SolvedValue::Draw,
        _ if value & 1 == 1 => SolvedValue::Win((value / 2 - 1) as u32),
        _ => SolvedValue::Loss((value / 2 - 1) as u32),
    }
}

const fn value_of(verdict: SolvedValue) -> u16 {
    match verdict {
        SolvedValue::Win(turns) => (turns as u16 + 1) << 1 | 1,
        SolvedValue::Loss(turns) => (turns as u16 + 1) << 1,
        SolvedValue::Draw => OPEN,
    }
}

/// The values of a layer, and what is to be done with them.
struct LayerSheet {
    values: Vec<u16>,
    /// Reached, but not expanded.
    pending: MarkedSet,
    /// Decided, but not propagated: in an even number of turns, in an odd one.
    ripe: [MarkedSet; 2],
}

impl LayerSheet {
    fn new() -> Self {
        let ripe = [MarkedSet::new(NUMBERS), MarkedSet::new(NUMBERS)];
        Self { values: vec![UNSEEN; NUMBERS], pending: MarkedSet::new(NUMBERS), ripe }
    }

    /// Records the state of a position after its turns were listed.
    fn note(&mut self, number: usize, decided: Option<SolvedValue>, open: u16) {
        match decided {
            Some(verdict) => self.decide(number, verdict),
            None => self.values[number] = OPEN | open,
        }
    }

    fn decide(&mut self, number: usize, verdict: SolvedValue) {
        if let SolvedValue::Win(turns) | SolvedValue::Loss(turns) = verdict {
            self.ripe[turns as usize % 2].insert(number);
        }
        self.values[number] = value_of(verdict);
    }

    /// The next position decided in `turns` turns, and whether the side to act wins it.
    fn ripe(&mut self, turns: u32) -> Option<(usize, bool)> {
        let number = self.ripe[turns as usize % 2].pop()?;
        Some((number, self.values[number] & 1 == 1))
    }

    /// Propagates that a turn from this position leads to one that its side to act wins or loses in `turns`
    /// turns.
    fn propagate(&mut self, number: usize, wins: bool, turns: u32) {
        let value = &mut self.values[number];
        if *value < OPEN {
            return;
        }
        *value -= u16::from(wins);
        if !wins {
            self.decide(number, SolvedValue::Win(turns + 1));
        } else if *value == OPEN {
            self.decide(number, SolvedValue::Loss(turns + 1));
        }
    }

    /// Frees everything but the values.
    fn finish(&mut self) {
        self.pending = MarkedSet::new(0);
        self.ripe = [MarkedSet::new(0), MarkedSet::new(0)];
    }
}

/// A set of numbers that returns them in order, cyclically. Each bit of the upper level stands for a word of
/// the lower one.
struct MarkedSet {
    words: Vec<u64>,
    above: Vec<u64>,
    at: usize,
}

impl MarkedSet {
    fn new(size: usize) -> Self {
        let words = size.div_ceil(64);
        Self { words: vec![0; words], above: vec![0; words.div_ceil(64)], at: 0 }
    }

    fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
        self.above[number / 4096] |= 1 << (number / 64 % 64);
    }

    fn pop(&mut self) -> Option<usize> {
        let ahead = self.above[self.at..].iter().position(|&word| word != 0);
        self.at = match ahead {
            Some(steps) => self.at + steps,
            None => self.above[..self.at].iter().position(|&word| word != 0)?,
        };
        let word = self.at * 64 + self.above[self.at].trailing_zeros() as usize;
        let bits = &mut self.words[word];
        let number = word * 64 + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        if *bits == 0 {
            self.above[self.at] &= self.above[self.at] - 1;
        }
        Some(number)
    }
}

/// Boards with anything on the 14 squares that are not a target.
const INNER: usize = 3_usize.pow(14);

/// Boards on which no side is on its target, with either side to act.
const NUMBERS: usize = INNER * 8;

/// Boards of seven squares, a digit of three values each.
const SEVEN: usize = 3_usize.pow(7);

/// What the pieces of each side on the lower and the upper half of the board add to the number of a position.
static WORTH: LazyLock<[[[u32; 256]; 2]; 2]> = LazyLock::new(|| {
    let worth = |side: usize, square: usize| match (square, side) {
        (0, _) => INNER as u32,
        (15, _) => INNER as u32 * 2,
        _ => 3_u32.pow(square as u32 - 1) * (side as u32 + 1),
    };
    let sum = |side, half: usize, bits: usize| {
        (0_usize..8).filter(|at| bits >> at & 1 == 1).map(|at| worth(side, half * 8 + at)).sum()
    };
    [0, 1].map(|side| [0, 1].map(|half| std::array::from_fn(|bits| sum(side, half, bits))))
});

/// The pieces of White and Black on seven squares, by their number.
static PIECES: LazyLock<[[u16; 2]; SEVEN]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let of = |colour| {
            (0..7).filter(|&at| number / 3_usize.pow(at) % 3 == colour).map(|at| 1 << at).sum::<u16>()
        };
        [of(1), of(2)]
    })
});

/// The number of a position in which no side is on its target.
fn number_of(world: &Determinization) -> usize {
    let worth = &*WORTH;
    let of = |side: usize| {
        let [lower, upper] = world.stones[side].to_le_bytes();
        worth[side][0][usize::from(lower)] + worth[side][1][usize::from(upper)]
    };
    (of(0) + of(1)) as usize + world.act.index() * INNER * 4
}

/// A law that may be used in some layer.
#[derive(Clone, Copy)]
struct LayerTransition {
    cause: u8,
    effect: u8,
    /// The layer it leads to; for a law that led here, the layer it came from.
    layer: usize,
}

/// A face-up state that makes a difference.
struct Layer {
    up: [u8; 2],
    /// The laws that White and Black may use.
    usable: [Vec<LayerTransition>; 2],
    /// The laws that White and Black may have used to come here.
    used: [Vec<LayerTransition>; 2],
}

/// The laws of a game, by layers; earlier layers lead to later ones.
struct Book {
    start: Determinization,
    layers: Vec<Layer>,
}

impl Book {
    fn new(start: Determinization) -> Self {
        let mut ups = vec![essence(&start)];
        let mut at = 0;
        while at < ups.len() {
            let world = Determinization { up: ups[at], ..start };
            for side in Side::BOTH {
                ups.extend(world.usable(side).map(|(number, _)| laid(&world, side, number)));
            }
            at += 1;
            let fresh = ups.split_off(at);
            for up in fresh {
                if !ups.contains(&up) {
                    ups.push(up);
                }
            }
        }
        // More laws face up come later.
        let face_up = |up: &[u8; 2]| up[0].count_ones() + up[1].count_ones();
        sort_long(&mut ups, |a, b| face_up(a) < face_up(b));
        let empty = |&up| Layer { up, usable: [vec![], vec![]], used: [vec![], vec![]] };
        let mut book = Self { start, layers: ups.iter().map(empty).collect() };
        for layer in 0..ups.len() {
            book.fill(layer);
        }
        book
    }

    /// Finds which laws may be used in a layer, and where they lead. Duplicate laws count once.
    fn fill(&mut self, from: usize) {
        let world = Determinization { up: self.layers[from].up, ..self.start };
        for side in Side::BOTH {
            let mut laws: Vec<(u8, LawCode)> = world.usable(side).collect();
            sort_long(&mut laws, |a, b| a.1 < b.1);
            laws.dedup_by_key(|&mut (_, code)| code);
            for (number, code) in laws {
                let up = laid(&world, side, number);
                let Some(to) = self.layers.iter().position(|layer| layer.up == up) else { continue };
                let law = |layer| LayerTransition { cause: cause(code), effect: effect(code), layer };
                self.layers[from].usable[side.index()].push(law(to));
                self.layers[to].used[side.index()].push(law(from));
            }
        }
    }

    fn layer_of(&self, world: &Determinization) -> Option<usize> {
        let up = essence(world);
        self.layers.iter().position(|layer| layer.up == up)
    }

    /// The position with a number; which laws lie face up is not in it.
    fn world(&self, number: usize) -> Determinization {
        let (inner, corners) = (number % INNER, number / INNER);
        let (lower, upper) = (PIECES[inner % SEVEN], PIECES[inner / SEVEN]);
        let [white, black] = [0, 1].map(|side| lower[side] << 1 | upper[side] << 8);
        Determinization {
            stones: [white | (corners as u16 >> 1 & 1) << 15, black | corners as u16 & 1],
            act: Side::BOTH[corners / 4],
            ..self.start
        }
    }

    /// Lists where the turns of a position lead, with the layer.
    fn after(&self, world: &Determinization, layer: usize, out: &mut Vec<(usize, Determinization)>) {
        out.clear();
        let (side, laws) = (world.act, &self.layers[layer].usable[world.act.index()]);
        let next = Determinization { act: side.other(), ..*world };
        let mut by_law = |next: &Determinization| {
            for law in laws {
                out.extend(
                    showing(&next.stones, law.cause)
                        .map(|block| (law.layer, next.with_block(block, law.effect))),
                );
            }
        };
        by_law(&next);
        for step in world.moves(side) {
            by_law(&next.moved(side, step));
        }
        out.extend(world.moves(side).map(|step| (layer, next.moved(side, step))));
    }

    /// Lists the predecessors of a position, with their layers, except those where the game was over.
    fn before(&self, world: &Determinization, layer: usize, out: &mut Vec<(usize, Determinization)>) {
        out.clear();
        let side = world.act.other();
        let last = Determinization { act: side, ..*world };
        out.extend(last.moves(side).map(|step| (layer, last.moved(side, step))));
        for law in &self.layers[layer].used[side.index()] {
            for block in showing(&last.stones, law.effect) {
                let last = last.with_block(block, law.cause);
                out.push((law.layer, last));
                out.extend(last.moves(side).map(|step| (law.layer, last.moved(side, step))));
            }
        }
        out.retain(|(_, world)| world.winner().is_none());
    }
}

/// The relevant part of the face-up state: the face-up laws that contradict another, or might as well lie
/// face up because the same law does.
fn essence(world: &Determinization) -> [u8; 2] {
    let all: Vec<(LawCode, bool)> = Side::BOTH
        .into_iter()
        .flat_map(|side| (1..=4).map(move |number| (side, number)))
        .map(|(side, number)| (world.laws[side.index()][usize::from(number - 1)], world.is_up(side, number)))
        .collect();
    Side::BOTH.map(|side| {
        let counts = |&number: &u8| {
            let law = world.laws[side.index()][usize::from(number - 1)];
            let clashes = all.iter().any(|&(other, _)| cause(other) == cause(law) && other != law);
            let same_is_up = all.contains(&(law, true)) && !world.is_contradicted(law);
            clashes && (world.is_up(side, number) || same_is_up)
        };
        (1..=4).filter(counts).map(|number| 1 << (number - 1)).sum()
    })
}

/// The relevant part of the face-up state after a law was laid.
fn laid(world: &Determinization, side: Side, number: u8) -> [u8; 2] {
    let mut world = *world;
    world.up[side.index()] |= 1 << (number - 1);
    essence(&world)
}
