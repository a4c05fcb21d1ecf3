//! Evaluation of Sexta.
//!
//! All six stones have to form one line that neither branches nor closes, so what counts is how long a line
//! some of them form already, how long it would be with one more stone between two pieces, how many stones can
//! go there or make the line longer at once, that no stone stands alone, and that all stand close together with
//! free nodes around them.
//! Five that need one more stone, or two pieces that one stone joins, threaten to win; what stops that is a
//! stone on the node or on the way to it.
//! The weights were fitted to the results of games of the engine against itself (`taijitu tune`).
//! Tactical steps are those that complete the line or stop it; where there are any, nothing else is tried.
//!
//! Six stones touch in one of 2¹⁵ ways, so all that depends on nothing else is looked up.

use super::lines::{self, Finish, LineEvaluation, SlidePaths, slide_key, slide_landing};
use super::patterns::{list_sexta, sexta_phase};
use super::{Weight, WeightedEvaluation, for_white};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::LevelTable;
use crate::pattern::{PatternList, PatternNetwork};
use crate::win_probability::ScoreUnit;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{NODES, kadon};
use taijitu_rules::games::sexta::Sexta;
use taijitu_rules::games::slide::{Slide, Step};
use taijitu_rules::{Point, PointSet, Rules, Side};

static WAYS: LazyLock<SlidePaths> = LazyLock::new(|| SlidePaths::up_to(NODES));

/// How far apart any two nodes are, in steps from neighbour to neighbour.
static APART: LazyLock<[[u8; NODES]; NODES]> = LazyLock::new(|| {
    std::array::from_fn(|from| {
        let mut apart = [0; NODES];
        let (mut seen, mut distance) = (PointSet::of(Point(from as u16)), 0);
        while seen != PointSet::first(NODES) {
            distance += 1;
            let next = around(seen) - seen;
            next.iter().for_each(|node| apart[node.index()] = distance);
            seen |= next;
        }
        apart
    })
});

/// How far apart any two nodes are.
pub(super) fn apart() -> &'static [[u8; NODES]; NODES] {
    &APART
}

fn near(stone: Point) -> PointSet {
    kadon().neighbours[stone.index()]
}

/// The nodes that touch a set.
fn around(set: PointSet) -> PointSet {
    let near = &kadon().neighbours;
    set.iter().fold(PointSet::EMPTY, |all, stone| all | near[stone.index()])
}

/// The most stones of `left` that can follow `end` in a line that neither branches nor closes.
fn longest_from(end: Point, left: PointSet) -> i32 {
    let next = near(end) & left;
    let rest = left - next;
    next.iter().map(|stone| 1 + longest_from(stone, rest)).max().unwrap_or(0)
}

/// The most stones in a line that neither branches nor closes.
pub(crate) fn longest(own: PointSet) -> i32 {
    own.iter().map(|stone| 1 + longest_from(stone, own - PointSet::of(stone))).max().unwrap_or(0)
}

/// The stones of a side.
const STONES: usize = 6;

/// Some of a side's stones, a bit for each by its number in board order.
type StoneGroup = u8;

const ALL: StoneGroup = (1 << STONES) - 1;

/// Which stones of a side touch, a bit for each pair.
type Graph = u16;

/// The bit of each pair.
const PAIR: [[Graph; STONES]; STONES] = {
    let mut pair = [[0; STONES]; STONES];
    let (mut a, mut bit) = (0, 1);
    while a < STONES {
        let mut b = a + 1;
        while b < STONES {
            pair[a][b] = bit;
            pair[b][a] = bit;
            bit <<= 1;
            b += 1;
        }
        a += 1;
    }
    pair
};

/// The pairs within each group.
static WITHIN: [Graph; 1 << STONES] = {
    let mut within = [0; 1 << STONES];
    let mut group = 0;
    while group < within.len() {
        let mut pair = 0;
        while pair < STONES * STONES {
            let (a, b) = (pair / STONES, pair % STONES);
            if group >> a & group >> b & 1 == 1 {
                within[group] |= PAIR[a][b];
            }
            pair += 1;
        }
        group += 1;
    }
    within
};

#[inline]
fn members(group: StoneGroup) -> impl Iterator<Item = usize> {
    let left = std::iter::successors(Some(group), |left| Some(left & left.wrapping_sub(1)));
    left.take_while(|&left| left != 0).map(|left| left.trailing_zeros() as usize)
}

/// The stones that each stone touches.
struct TouchingStones([StoneGroup; STONES]);

impl TouchingStones {
    fn of(graph: Graph) -> Self {
        Self(PAIR.map(|pairs| {
            let touched = (0..STONES).filter(|&other| graph & pairs[other] != 0);
            touched.fold(0, |all, other| all | 1 << other)
        }))
    }

    /// The stones of a group for which `touch` accepts the number of other stones of the group they touch.
    fn that(&self, group: StoneGroup, touch: impl Fn(u32) -> bool) -> StoneGroup {
        let those = members(group).filter(|&stone| touch((self.0[stone] & group).count_ones()));
        those.fold(0, |all, stone| all | 1 << stone)
    }

    fn ends(&self, group: StoneGroup) -> StoneGroup {
        self.that(group, |touched| touched <= 1)
    }

    /// The stones of a group that hang together with its first one.
    fn first_piece(&self, group: StoneGroup) -> StoneGroup {
        let one_further = |piece, _| members(piece).fold(piece, |all, stone| all | self.0[stone] & group);
        (1..STONES).fold(group & group.wrapping_neg(), one_further)
    }

    /// Whether a group that has a touch less than stones is one line that neither branches nor closes.
    fn is_line(&self, group: StoneGroup) -> bool {
        self.that(group, |touched| touched > 2) == 0 && self.first_piece(group) == group
    }
}

/// What follows from which stones of a side touch.
#[derive(Clone, Copy)]
struct StoneShape {
    /// The most stones in a line.
    length: u8,
    /// Such a line.
    line: StoneGroup,
    /// Its ends.
    ends: StoneGroup,
    /// The stones without which the others are a line, or two that one stone can join.
    spare: StoneGroup,
    /// The ends of these lines for each spare stone.
    left: [[StoneGroup; 2]; STONES],
    alone: u8,
    crowded: u8,
}

impl StoneShape {
    fn of(graph: Graph) -> Self {
        let touching = TouchingStones::of(graph);
        let touches = |group: StoneGroup| (graph & WITHIN[usize::from(group)]).count_ones();
        let is_line = |group: StoneGroup| touches(group) + 1 == group.count_ones() && touching.is_line(group);
        let of_size = |size| (1..=ALL).rev().filter(move |group| group.count_ones() == size);
        let line = (1..=STONES as u32).rev().find_map(|size| of_size(size).find(|&group| is_line(group)));
        let line = line.unwrap_or(1);
        let mut shape = Self {
            length: line.count_ones() as u8,
            line,
            ends: touching.ends(line),
            spare: 0,
            left: [[0; 2]; STONES],
            alone: touching.that(ALL, |touched| touched == 0).count_ones() as u8,
            crowded: touching.that(ALL, |touched| touched > 2).count_ones() as u8,
        };
        for stone in members(ALL) {
            let rest = ALL ^ 1 << stone;
            // Five in one line touch four times, in two lines three times.
            if !matches!(touches(rest), 3 | 4) {
                continue;
            }
            let piece = touching.first_piece(rest);
            let other = rest ^ piece;
            if is_line(piece) && (other == 0 || is_line(other)) {
                shape.spare |= 1 << stone;
                shape.left[stone] = [piece, other].map(|piece| touching.ends(piece));
            }
        }
        shape
    }
}

static SHAPES: LazyLock<Vec<StoneShape>> = LazyLock::new(|| (0..1 << 15).map(StoneShape::of).collect());

/// The analysis of one side.
struct SextaOutlook<'a> {
    game: &'a Sexta,
    own: PointSet,
    free: PointSet,
    stones: [Point; STONES],
    near: [PointSet; STONES],
    graph: Graph,
    shape: &'static StoneShape,
}

impl<'a> SextaOutlook<'a> {
    #[inline]
    fn of(game: &'a Sexta, side: Side) -> Self {
        let (own, enemy) = (game.stones(side), game.stones(side.other()));
        let mut stones = [Point(0); STONES];
        let mut near = [PointSet::EMPTY; STONES];
        let neighbours = &kadon().neighbours;
        let mut graph = 0;
        for (number, stone) in own.iter().enumerate() {
            stones[number] = stone;
            near[number] = neighbours[stone.index()];
            graph |= pairs(own, number, near[number]);
        }
        let free = PointSet(EVERYWHERE.0 & !(own.0 | enemy.0));
        Self { game, own, free, stones, near, graph, shape: &SHAPES[usize::from(graph)] }
    }

    /// The free nodes that touch a group.
    #[inline]
    fn around(&self, group: StoneGroup) -> PointSet {
        members(group).fold(PointSet::EMPTY, |all, stone| all | self.near[stone]) & self.free
    }

    /// The nodes that touch exactly one stone of a group, and exactly two.
    #[inline]
    fn touching_one_and_two(&self, group: StoneGroup) -> [PointSet; 2] {
        let [mut one, mut two, mut three] = [PointSet::EMPTY; 3];
        for stone in members(group) {
            let near = self.near[stone];
            three |= two & near;
            two |= one & near;
            one |= near;
        }
        [one - two, two - three]
    }

    fn finish(&self) -> Finish<Step> {
        let mut finish = Finish::NONE;
        if self.own.len() == STONES {
            for spare in members(self.shape.spare) {
                let (from, gaps) = (self.stones[spare], self.gaps(spare));
                if gaps.is_empty() {
                    continue;
                }
                for to in gaps & self.game.slides(from) {
                    finish.add(Step::Slide(Slide { from, to }), WAYS.between(from, to));
                }
            }
        }
        finish
    }

    /// Where a spare stone completes the line: beside one end of it, or between the ends of two pieces.
    fn gaps(&self, spare: usize) -> PointSet {
        let [one, two] = self.touching_one_and_two(ALL ^ 1 << spare);
        match self.shape.left[spare] {
            [ends, 0] => one & self.around(ends),
            [these, those] => two & self.around(these) & self.around(those),
        }
    }

    /// How many of a group can slide to one of these nodes.
    #[inline]
    fn arriving(&self, group: StoneGroup, nodes: PointSet) -> i32 {
        let arrive = |&stone: &usize| self.game.slides(self.stones[stone]).meets(nodes);
        if nodes.is_empty() { 0 } else { members(group).filter(arrive).count() as i32 }
    }

    /// The most stones that one more, on a free node between two of them, would bring into one line; and how
    /// many could go there.
    #[inline]
    fn joined(&self) -> (u8, i32) {
        let (neighbours, shapes) = (&kadon().neighbours, &*SHAPES);
        let [_, between] = self.touching_one_and_two(ALL);
        let mut best = (self.shape.length, 0);
        for node in between & self.free {
            let mut both = neighbours[node.index()] & self.own;
            let Some(one) = both.lowest() else { continue };
            both.remove(one);
            let joined = &shapes[usize::from(self.graph | pairs(self.own, number(self.own, one), both))];
            if joined.length >= best.0.max(self.shape.length + 1) {
                let arriving = match joined.length {
                    4.. => self.arriving(ALL ^ joined.line, PointSet::of(node)),
                    _ => 0,
                };
                best = best.max((joined.length, arriving));
            }
        }
        best
    }

    /// The free nodes on which a stone makes the longest line longer.
    #[inline]
    fn growth(&self) -> PointSet {
        let [one, _] = self.touching_one_and_two(self.shape.line);
        one & self.around(self.shape.ends)
    }

    #[inline]
    fn counts(&self) -> [i32; COUNTS] {
        let &StoneShape { length, line, alone, crowded, .. } = self.shape;
        let mut counts = [0; COUNTS];
        if length >= 2 {
            counts[usize::from(length.min(5)) - 2] = 1;
        }
        let (joined, arriving) = self.joined();
        if joined > length && joined >= 3 {
            counts[usize::from(joined.min(5)) + 1] = 1;
            counts[7] = arriving;
        }
        if length >= 3 {
            counts[if length == 3 { 8 } else { 9 }] = self.arriving(ALL ^ line, self.growth());
        }
        counts[10] = i32::from(alone);
        counts[11] = i32::from(crowded);
        let apart = &*APART;
        let mut others = self.own.iter();
        while let Some(stone) = others.next() {
            let row = &apart[stone.index()];
            counts[12] += others.clone().map(|other| i32::from(row[other.index()])).sum::<i32>();
        }
        counts[13] = self.around(ALL).len() as i32;
        counts
    }
}

const EVERYWHERE: PointSet = PointSet::first(NODES);

/// The number of a stone in board order.
#[inline]
fn number(own: PointSet, stone: Point) -> usize {
    (own.0 & (PointSet::of(stone).0 - 1)).count_ones() as usize
}

/// The pairs of one stone with those of a side in a set.
#[inline]
fn pairs(own: PointSet, of: usize, set: PointSet) -> Graph {
    (set & own).iter().fold(0, |pairs, other| pairs | PAIR[of][number(own, other)])
}

pub(super) const COUNTS: usize = 14;

/// The counts of the side to act and of the other.
pub(super) fn both_counts(game: &Sexta) -> [[i32; COUNTS]; 2] {
    let act = game.to_act().side();
    [SextaOutlook::of(game, act).counts(), SextaOutlook::of(game, act.other()).counts()]
}

impl WeightedEvaluation for Sexta {
    const WEIGHTS: &'static [Weight] = &[
        ("two in a line", [-53, -73]),
        ("three", [-53, -74]),
        ("four", [47, -12]),
        ("five", [178, 201]),
        ("three with a gap", [35, 30]),
        ("four with a gap", [47, 36]),
        ("five with a gap", [152, 138]),
        ("stones that can fill it", [59, 62]),
        ("stones that make three longer", [42, 31]),
        ("stones that make four longer", [36, 52]),
        ("stones alone", [-18, -25]),
        ("stones that touch three", [36, 24]),
        ("steps between all pairs", [-3, -3]),
        ("free nodes around", [10, 10]),
    ];
    const TEMPO: i32 = -20;

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        SextaOutlook::of(self, side).counts()
    }
}

impl LineEvaluation for Sexta {
    fn finishes(&self) -> [Finish<Step>; 2] {
        let act = self.to_act().side();
        [SextaOutlook::of(self, act).finish(), SextaOutlook::of(self, act.other()).finish()]
    }

    fn landing(step: Step) -> Option<Point> {
        slide_landing(step)
    }
}

impl Evaluate for Sexta {
    const LATE_STEPS: &'static [usize] = &[24, 40, 70, 100];

    fn evaluate(&self) -> i32 {
        let act = self.to_act().side();
        let (own, other) = (SextaOutlook::of(self, act), SextaOutlook::of(self, act.other()));
        let counted = || Self::sum(&own.counts(), &other.counts());
        let value = lines::value(own.finish().step.is_some(), || other.finish().step.is_some(), counted);
        for_white(value, act)
    }

    fn evaluate_with(&self, network: &PatternNetwork, list: &mut PatternList) -> i32 {
        let act = self.to_act().side();
        let (own, other) = (SextaOutlook::of(self, act), SextaOutlook::of(self, act.other()));
        let learned = || {
            list.clear();
            list_sexta(self, [own.counts(), other.counts()], list);
            network.value(list, sexta_phase([own.shape.length, other.shape.length].map(i32::from)))
        };
        let value = lines::value(own.finish().step.is_some(), || other.finish().step.is_some(), learned);
        for_white(value, act)
    }

    fn order_score(&self, step: Step) -> i32 {
        self.order_scores()(step)
    }

    /// How long the line is then, how close the stones stand, and whether the opponent's line is hindered.
    fn order_scores(&self) -> impl Fn(Step) -> i32 {
        let act = self.to_act().side();
        let (own, other) = (SextaOutlook::of(self, act), SextaOutlook::of(self, act.other()));
        let (near, apart, shapes) = (&kadon().neighbours, &*APART, &*SHAPES);
        let (stones, enemy, hinders) = (own.own, other.own, other.growth());
        let without = PAIR.map(|pairs| pairs.into_iter().fold(own.graph, |left, pair| left & !pair));
        let mut way = [0u8; NODES];
        for stone in stones {
            way.iter_mut().zip(&apart[stone.index()]).for_each(|(way, steps)| *way += steps);
        }
        move |step| {
            let Step::Slide(Slide { from, to }) = step else { return 0 };
            let (moved, beside) = (number(stones, from), near[to.index()]);
            let shape = &shapes[usize::from(without[moved] | pairs(stones, moved, beside))];
            let nearer = i32::from(way[from.index()]) + i32::from(apart[from.index()][to.index()])
                - i32::from(way[to.index()]);
            40 * i32::from(shape.length) - 10 * i32::from(shape.alone + shape.crowded)
                + 3 * nearer
                + 4 * (beside & enemy).len() as i32
                + if hinders.contains(to) { 20 } else { 0 }
        }
    }

    fn candidates(&self, out: &mut Vec<Step>) {
        self.candidates_of_line(out);
        // The swap changes nothing on the board: the engine decides it by the value of the best turn.
        if Self::may_swap(self) {
            out.retain(|&step| step != Step::Swap);
        }
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        self.forced(out);
    }

    fn key(step: Step) -> u16 {
        slide_key(step)
    }

    fn may_swap(&self) -> bool {
        Self::may_swap(self)
    }

    fn may_be_swapped(&self) -> bool {
        Self::may_be_swapped(self)
    }

    fn null_move(&self) -> Option<Self> {
        Some(Self::after_null_move(self))
    }
}

impl AlphaBetaGame for Sexta {
    /// Half as many nodes a second as elsewhere.
    const LEVELS: LevelTable =
        [(30, 850), (200, 450), (600, 200), (1_500, 70), (5_000, 0), (20_000, 0), (100_000, 0)];
    /// As `taijitu tune sexta --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(66.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// The longest line.
impl Count for Sexta {
    fn count(&self) -> i32 {
        let [white, black] = Side::BOTH.map(|side| longest(self.stones(side)));
        10 * (white - black)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::check_forced;
    use super::*;
    use crate::{InformationSet, Limits, SearchScore, Stop, Thought, for_game};
    use taijitu_rules::Play;
    use taijitu_rules::playout::Random;

    fn think(play: &Play<Sexta>) -> Thought {
        let mut engine = for_game("sexta").expect("an engine");
        let known = InformationSet::to_actor(play);
        engine.think(&known, Limits::nodes(5000), &Stop::default(), &mut |_| ()).expect("a turn")
    }

    /// The first player avoids a turn that is worth taking over, and the second takes over one that is.
    #[test]
    fn a_strong_first_turn_is_taken_over() {
        let start = |options: &[&str]| Play::<Sexta>::start(options).expect("a start");
        let points = |thought: &Thought| match thought.score {
            SearchScore::Points(points) => points,
            score => panic!("{score:?}"),
        };
        let strong = think(&start(&[]));
        let fair = think(&start(&["pie=on"]));
        assert!(points(&strong) > 0 && points(&fair) <= 0, "{strong:?} {fair:?}");
        let mut play = start(&["pie=on"]);
        play.turn(&strong.turn).expect("a legal turn");
        let answer = think(&play);
        assert!(answer.turn == "swap" && points(&answer) > 0, "{answer:?}");
        play.turn("swap").expect("a legal turn");
        let next = think(&play);
        assert!(next.turn != "swap" && play.turn(&next.turn).is_ok());
    }

    #[test]
    fn forced_wins_match_an_exhaustive_search() {
        let starts = [
            "w=a2,a3,a4,a5,b7,d10 b=c3,b4,b5,c5,d4,e8 act=black",
            "w=a2,a3,a4,a6,a7,d1 b=c3,c5,c6,d4,e8,b9 act=white",
            "w=c10,c11,c12,d12,e9,a1 b=d3,d4,d5,e6,e7,a9 act=black",
        ];
        check_forced::<Sexta>(&starts, 40, 6);
    }

    #[test]
    fn nodes_are_as_far_apart_as_a_walk() {
        let [a1, a2, a9] = [0, 1, 8].map(|node| APART[0][node]);
        assert_eq!((a1, a2, a9), (0, 1, 8));
    }

    #[test]
    fn lookup_tables_match_the_board() {
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let mut own = PointSet::of(Point(random.below(93) as u16));
            while own.len() < STONES {
                let beside = around(own) - own;
                let pick = random.below(beside.len() as u32 + 2) as usize;
                own.insert(beside.iter().nth(pick).unwrap_or(Point(random.below(93) as u16)));
            }
            let mut graph = 0;
            for (number, stone) in own.iter().enumerate() {
                graph |= pairs(own, number, near(stone));
            }
            let shape = &SHAPES[usize::from(graph)];
            let alone = own.iter().filter(|&stone| !near(stone).meets(own)).count();
            assert_eq!((i32::from(shape.length), usize::from(shape.alone)), (longest(own), alone), "{own:?}");
        }
    }
}
