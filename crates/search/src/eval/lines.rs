//! What Tetra, Quinta and Sexta share: places for a line, and turns that are forced.
//!
//! How many stones stand on every place for a line is added up for all places at once, a bit for each place.
//! A side that can complete a line does so; a side whose opponent could has to land where that stops it.
//! Nothing else needs to be tried, so a chain of threats is searched to its end.

use crate::alphabeta::Evaluate;
use taijitu_rules::board::kadon::{NODES, kadon};
use taijitu_rules::games::slide::{self, Slide};
use taijitu_rules::{Point, PointSet, Rules, Side};

/// Worth more than any sum of counts: a line that can be completed.
pub(super) const AT_HAND: i32 = 20_000;

/// No game has more places for a line.
const MOST_PLACES: usize = 11 * 64;

/// The places for a line.
pub(crate) struct Places<const WORDS: usize> {
    nodes: Vec<PointSet>,
    through: [[u64; WORDS]; NODES],
    /// The same as numbers.
    list: [Vec<u16>; NODES],
}

impl<const WORDS: usize> Places<WORDS> {
    pub(super) fn new(nodes: Vec<PointSet>) -> Self {
        assert!(nodes.len() <= MOST_PLACES.min(64 * WORDS), "{} places", nodes.len());
        let mut through = [[0; WORDS]; NODES];
        let mut list = [const { vec![] }; NODES];
        for (i, place) in nodes.iter().enumerate() {
            for node in *place {
                through[node.index()][i / 64] |= 1 << (i % 64);
                list[node.index()].push(i as u16);
            }
        }
        Self { nodes, through, list }
    }

    /// The most stones of `own` on a place where none of `enemy` stands.
    pub(crate) fn fullest(&self, own: PointSet, enemy: PointSet) -> i32 {
        let open = self.nodes.iter().filter(|place| !place.meets(enemy));
        open.map(|&place| (place & own).len() as i32).max().unwrap_or(0)
    }

    /// How the stones of a side fill the places where none of the other side stands.
    #[inline]
    pub(super) fn tallies(&self, sides: [PointSet; 2]) -> [StoneCounts<WORDS>; 2] {
        let (a, b) = (self.tally(sides[0]), self.tally(sides[1]));
        [a.without(&b), b.without(&a)]
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline]
    fn tally(&self, stones: PointSet) -> StoneCounts<WORDS> {
        let mut planes = [[0; WORDS]; 3];
        for stone in stones {
            let through = &self.through[stone.index()];
            for (word, &more) in through.iter().enumerate() {
                let two = planes[0][word] & more;
                planes[0][word] ^= more;
                planes[2][word] |= planes[1][word] & two;
                planes[1][word] ^= two;
            }
        }
        StoneCounts(planes)
    }

    /// For WebAssembly, which is compiled for size: two words at a time, whose planes stay in vectors while stones are added.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fn tally(&self, stones: PointSet) -> StoneCounts<WORDS> {
        use std::arch::wasm32::{u64x2, u64x2_extract_lane, u64x2_splat, v128_and, v128_or, v128_xor};
        let mut planes = [[0; WORDS]; 3];
        for word in (0..WORDS).step_by(2) {
            // An odd last word is counted beside itself.
            let other = (word + 1).min(WORDS - 1);
            let none = u64x2_splat(0);
            let (mut ones, mut twos, mut fours) = (none, none, none);
            for stone in stones {
                let through = &self.through[stone.index()];
                let more = u64x2(through[word], through[other]);
                let both = v128_and(ones, more);
                ones = v128_xor(ones, more);
                fours = v128_or(fours, v128_and(twos, both));
                twos = v128_xor(twos, both);
            }
            for (plane, counts) in planes.iter_mut().zip([ones, twos, fours]) {
                plane[word] = u64x2_extract_lane::<0>(counts);
                plane[other] = u64x2_extract_lane::<1>(counts);
            }
        }
        StoneCounts(planes)
    }

    /// The nodes of every place.
    pub(super) fn nodes(&self) -> &[PointSet] {
        &self.nodes
    }

    /// The places of a set.
    #[inline]
    pub(super) fn of(&self, set: [u64; WORDS]) -> PlaceIter<'_, WORDS> {
        PlaceIter { places: &self.nodes, set, word: 0 }
    }

    /// The value of a stone of the side to act on every node, a future one on empty nodes, the present one on
    /// its own: the sum over the places through it of what it adds there. `gain` is indexed by the other
    /// stones on a place, first those of the side to act.
    pub(super) fn worths(&self, [own, enemy]: [PointSet; 2], gain: &[[i32; 8]; 8]) -> [i32; NODES] {
        let mut filled = [0u8; MOST_PLACES];
        for (stones, one) in [(own, 8), (enemy, 1)] {
            for stone in stones {
                for &place in &self.list[stone.index()] {
                    filled[usize::from(place)] += one;
                }
            }
        }
        let gain = gain.as_flattened();
        let mut worths = [0; NODES];
        for node in PointSet::first(NODES) - enemy {
            let itself = if own.contains(node) { 8 } else { 0 };
            let mut worth = 0;
            for &place in &self.list[node.index()] {
                worth += gain[usize::from(filled[usize::from(place)] - itself) % 64];
            }
            worths[node.index()] = worth;
        }
        worths
    }
}

/// The places of a set, in order. Its loop is written out: adapters of iterators are slow where code is compiled for size.
pub(super) struct PlaceIter<'a, const WORDS: usize> {
    places: &'a [PointSet],
    /// The places that are left.
    set: [u64; WORDS],
    /// The first word that may have one.
    word: usize,
}

impl<const WORDS: usize> Iterator for PlaceIter<'_, WORDS> {
    type Item = PointSet;

    #[inline]
    fn next(&mut self) -> Option<PointSet> {
        while let Some(bits) = self.set.get_mut(self.word) {
            if *bits != 0 {
                let place = 64 * self.word + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return self.places.get(place).copied();
            }
            self.word += 1;
        }
        None
    }
}

/// How many stones of a side stand on each place, in three planes of bits.
pub(super) struct StoneCounts<const WORDS: usize>([[u64; WORDS]; 3]);

impl<const WORDS: usize> StoneCounts<WORDS> {
    #[inline]
    fn without(&self, other: &Self) -> Self {
        let ([a, b, c], mut planes) = (&other.0, self.0);
        for word in 0..WORDS {
            let taken = a[word] | b[word] | c[word];
            for plane in &mut planes {
                plane[word] &= !taken;
            }
        }
        Self(planes)
    }

    /// The places with `stones` stones.
    #[inline]
    pub(super) fn with(&self, stones: usize) -> [u64; WORDS] {
        let mut set = [0; WORDS];
        for (word, bits) in set.iter_mut().enumerate() {
            *bits = self.word_with(stones, word);
        }
        set
    }

    /// A word of the places with `stones` stones.
    #[inline]
    fn word_with(&self, stones: usize, word: usize) -> u64 {
        let mask = |bit: usize| if stones >> bit & 1 == 1 { 0 } else { u64::MAX };
        let [a, b, c] = &self.0;
        (a[word] ^ mask(0)) & (b[word] ^ mask(1)) & (c[word] ^ mask(2))
    }

    /// The places with two stones or more.
    #[inline]
    pub(super) fn with_two_or_more(&self) -> [u64; WORDS] {
        let [_, two, four] = &self.0;
        std::array::from_fn(|word| two[word] | four[word])
    }

    /// How many places have `stones` stones.
    #[inline]
    pub(super) fn count(&self, stones: usize) -> i32 {
        let mut count = 0;
        for word in 0..WORDS {
            count += self.word_with(stones, word).count_ones();
        }
        count as i32
    }
}

/// The nodes a slide passes, the last one included; none if no straight path of that length joins two nodes.
pub(super) struct SlidePaths(Vec<[PointSet; NODES]>);

impl SlidePaths {
    pub(super) fn up_to(reach: usize) -> Self {
        let ways = |from| {
            let mut ways = [PointSet::EMPTY; NODES];
            for path in kadon().board.maximal_paths(from) {
                let mut passed = PointSet::EMPTY;
                for &node in path[1..].iter().take(reach) {
                    passed.insert(node);
                    ways[node.index()] |= passed;
                }
            }
            ways
        };
        Self(kadon().board.all().map(ways).collect())
    }

    #[inline]
    pub(super) fn between(&self, from: Point, to: Point) -> PointSet {
        self.0[from.index()][to.index()]
    }
}

/// The ways in which a side can complete a line at once.
pub(super) struct Finish<S> {
    /// One of them.
    pub(super) step: Option<S>,
    /// Where a stone of the opponent stops all of them.
    pub(super) stops: PointSet,
}

/// The value for the side to act: a line at hand is worth more than any count, the own one most.
#[inline]
pub(super) fn value(own: bool, other: impl FnOnce() -> bool, counted: impl FnOnce() -> i32) -> i32 {
    if own {
        AT_HAND
    } else if other() {
        -AT_HAND
    } else {
        counted()
    }
}

/// Both sides' view of the places for a line, the side to act first.
pub(super) struct LineOutlook<'a, G, const WORDS: usize> {
    pub(super) game: &'a G,
    pub(super) sides: [Side; 2],
    pub(super) own: [PointSet; 2],
    pub(super) open: [StoneCounts<WORDS>; 2],
}

impl<'a, G: Rules, const WORDS: usize> LineOutlook<'a, G, WORDS> {
    #[inline]
    pub(super) fn new(game: &'a G, places: &Places<WORDS>, stones: impl Fn(Side) -> PointSet) -> Self {
        let act = game.to_act().side();
        let sides = [act, act.other()];
        let own = [stones(sides[0]), stones(sides[1])];
        Self { game, sides, own, open: places.tallies(own) }
    }
}

/// Where a step of Quinta and Sexta lands.
pub(super) const fn slide_landing(step: slide::Step) -> Option<Point> {
    match step {
        slide::Step::Slide(slide) => Some(slide.to),
        slide::Step::Pass | slide::Step::Swap => None,
    }
}

/// A step of Quinta and Sexta in sixteen bits.
pub(super) const fn slide_key(step: slide::Step) -> u16 {
    match step {
        slide::Step::Slide(slide) => slide.from.0 << 7 | slide.to.0,
        slide::Step::Pass => 127 << 7,
        slide::Step::Swap => 127 << 7 | 126,
    }
}

impl<S: Copy> Finish<S> {
    pub(super) const NONE: Self = Self { step: None, stops: PointSet::first(NODES) };

    /// A step completes a line, unless a stone lands on one of these nodes.
    #[inline]
    pub(super) fn add(&mut self, step: S, stops: PointSet) {
        self.step = Some(step);
        self.stops &= stops;
    }

    /// Every stone of `from` that can slide into the gap of a line completes it.
    #[inline]
    pub(super) fn add_slides(
        &mut self,
        (from, gap): (PointSet, Point),
        ways: &SlidePaths,
        slides: impl Fn(Point) -> PointSet,
        step: impl Fn(Slide) -> S,
    ) {
        for from in from {
            let way = ways.between(from, gap);
            if !way.is_empty() && slides(from).contains(gap) {
                self.add(step(Slide { from, to: gap }), way);
            }
        }
    }
}

/// A game in which lines are completed.
pub(super) trait LineEvaluation: Evaluate {
    /// How the side to act could complete a line now, and how the side that waits could if it were to act.
    fn finishes(&self) -> [Finish<Self::Step>; 2];

    /// Where a step lands.
    fn landing(step: Self::Step) -> Option<Point>;

    /// Lists what is forced: a step that wins, or the steps that stop the opponent's; true if something is.
    fn forced(&self, out: &mut Vec<Self::Step>) -> bool {
        out.clear();
        let [win, threat] = self.finishes();
        if let Some(step) = win.step {
            out.push(step);
            return true;
        }
        if threat.step.is_none() {
            return false;
        }
        self.steps(out);
        out.retain(|&step| Self::landing(step).is_some_and(|to| threat.stops.contains(to)));
        true
    }

    /// Lists what is forced, otherwise all steps; if nothing helps, a single one.
    fn candidates_of_line(&self, out: &mut Vec<Self::Step>) {
        let forced = self.forced(out);
        if out.is_empty() {
            self.steps(out);
            out.truncate(if forced { 1 } else { usize::MAX });
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use taijitu_rules::Game;
    use taijitu_rules::games::tetra::Tetra;
    use taijitu_rules::playout::Random;
    use taijitu_rules::{Options, Play};

    /// Plays on at random from set-ups and compares what is forced with trying every step.
    pub(in super::super) fn check_forced<G: LineEvaluation + Game>(setups: &[&str], games: u64, turns: u32) {
        let mut met = [0; 3];
        for (setup, seed) in setups.iter().flat_map(|&setup| (0..games).map(move |seed| (setup, seed))) {
            let mut random = Random::new(seed);
            let mut position =
                Play::<G>::from_setup(Options::default(), setup).expect(setup).position().clone();
            for _ in 0..turns {
                if position.outcome().is_some() {
                    break;
                }
                met[check(&position)] += 1;
                let (mut steps, wins) = (listed(&position), wins(&position));
                steps.retain(|step| !wins.contains(step));
                if steps.is_empty() {
                    break;
                }
                position.play_unchecked(steps[random.below(steps.len() as u32) as usize]);
            }
        }
        assert!(met.iter().all(|&met| met > 0), "free, won and threatened: {met:?}");
    }

    fn listed<G: LineEvaluation>(position: &G) -> Vec<G::Step> {
        let mut steps = vec![];
        position.steps(&mut steps);
        steps
    }

    fn wins<G: LineEvaluation>(position: &G) -> Vec<G::Step> {
        let (act, mut steps) = (position.to_act().side(), listed(position));
        steps.retain(|&step| {
            after(position, step).outcome().is_some_and(|outcome| outcome.winner == Some(act))
        });
        steps
    }

    fn after<G: LineEvaluation>(position: &G, step: G::Step) -> G {
        let mut next = position.clone();
        next.play_unchecked(step);
        next
    }

    /// 0 if nothing is forced, 1 if there is a win, 2 if there is a threat.
    fn check<G: LineEvaluation>(position: &G) -> usize {
        let (mut forced, mut candidates) = (vec![], vec![]);
        let is_forced = position.forced(&mut forced);
        position.candidates(&mut candidates);
        let wins = wins(position);
        if !wins.is_empty() {
            assert!(is_forced && wins.contains(&forced[0]) && candidates == forced, "{position:?}");
            return 1;
        }
        assert!(!candidates.is_empty());
        for step in listed(position) {
            let next = after(position, step);
            let lost = next.outcome().is_none() && !self::wins(&next).is_empty();
            assert!(lost || candidates.contains(&step), "{step:?} is left out in {position:?}");
        }
        if is_forced { 2 } else { 0 }
    }

    #[test]
    fn tallies_are_what_counting_place_by_place_gives() {
        let places = Places::<11>::new(Tetra::figures().collect());
        let mut random = Random::new(7);
        for _ in 0..50 {
            let mut sides = [PointSet::EMPTY; 2];
            for at in 0..24 {
                let node = Point(random.below(NODES as u32) as u16);
                sides[at % 2].insert(node);
                sides[1 - at % 2].remove(node);
            }
            let tallies = places.tallies(sides);
            for (tally, (own, enemy)) in tallies.iter().zip([(sides[0], sides[1]), (sides[1], sides[0])]) {
                for stones in 1..=4 {
                    let open = Tetra::figures().filter(|place| !place.meets(enemy));
                    let plain: Vec<_> = open.filter(|&place| (place & own).len() == stones).collect();
                    assert_eq!(tally.count(stones) as usize, plain.len());
                    assert_eq!(places.of(tally.with(stones)).collect::<Vec<_>>(), plain);
                }
            }
        }
    }

    #[test]
    fn a_stone_is_worth_what_it_adds() {
        let places = Places::<11>::new(Tetra::figures().collect());
        let figure = Tetra::figures().next().expect("some");
        let gap = figure.lowest().expect("four");
        let mut gain = [[0; 8]; 8];
        gain[3][0] = 100;
        let worth = |own, node: Point| places.worths([own, PointSet::EMPTY], &gain)[node.index()];
        assert_eq!(worth(figure - PointSet::of(gap), gap), 100, "to come");
        assert_eq!(worth(figure, gap), 100, "already there");
        assert_eq!(worth(PointSet::EMPTY, gap), 0);
    }
}
