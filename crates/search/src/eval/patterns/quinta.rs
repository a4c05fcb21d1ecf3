//! Patterns of Quinta: open places for five with two stones or more, by where the stones are, and the stones by their
//! nodes.
//!
//! The counts of the hand-made evaluation take part, so that places with a single stone count too.

use super::super::quinta::{COUNTS, FIVES, QuintaView, WORDS};
use super::kadon::{PLACES, STONE_ROWS, list_stones};
use super::{classes, reversed, shipped};
use crate::pattern::{NetworkShape, PatternList, PatternNetwork, Patterns};
use std::sync::{Arc, LazyLock};
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::games::quinta::Quinta;
use taijitu_rules::{PointSet, Rules};

/// Five places, each with a stone or without, and their classes when read from either end.
const STATES: usize = 32;
const CLASSES: u16 = 20;

/// The first row of stones, after the classes of places of either side.
const STONES: u16 = 2 * CLASSES;
const ROWS: u16 = STONES + STONE_ROWS;

/// The outermost ring, where all stones start.
const RIM: PointSet = PointSet::first(24);

/// The second and the third phase begin when at most this many stones are left on the rim.
const PHASES: [usize; 2] = [10, 5];

struct QuintaTables {
    classes: [u16; STATES],
    /// The nodes of each place for five, in line.
    lines: Vec<[u8; 5]>,
}

static TABLES: LazyLock<QuintaTables> = LazyLock::new(|| {
    let board = &kadon().board;
    // A set of nodes is one place, however many paths lead through it.
    let line = |&place: &PointSet| {
        let paths = place.iter().flat_map(|from| board.straight_paths(from, 5));
        let path = paths.into_iter().find(|path| path.iter().copied().collect::<PointSet>() == place);
        let path = path.unwrap_or_default();
        std::array::from_fn(|n| path.get(n).map_or(0, |node| node.0 as u8))
    };
    QuintaTables {
        classes: classes(|state| vec![reversed(state, 2)]),
        lines: FIVES.nodes().iter().map(line).collect(),
    }
});

static NETWORK: LazyLock<Option<Arc<PatternNetwork>>> =
    LazyLock::new(|| shipped::<Quinta>(include_bytes!("../../../weights/quinta.network")));

impl Patterns for Quinta {
    const SHAPE: Option<NetworkShape> =
        Some(NetworkShape { rows: ROWS as usize, width: 16, heads: 3, counts: 2 * COUNTS });

    fn list_patterns(&self, list: &mut PatternList) {
        list_quinta(self, &QuintaView::of(self), list);
    }

    fn phase(&self) -> usize {
        let act = self.to_act().side();
        let on_rim = ((self.stones(act) | self.stones(act.other())) & RIM).len();
        PHASES.iter().filter(|&&most| on_rim <= most).count()
    }

    fn shipped_network() -> Option<Arc<PatternNetwork>> {
        NETWORK.clone()
    }
}

/// Lists the patterns of a position whose open places are known.
pub(in crate::eval) fn list_quinta(game: &Quinta, view: &QuintaView, list: &mut PatternList) {
    let act = game.to_act().side();
    let tables = &*TABLES;
    let stones = [game.stones(act), game.stones(act.other())];
    for (which, (own, begun)) in (0..).zip(stones.into_iter().zip(&view.begun)) {
        let mut held = [0_u8; PLACES];
        for stone in own {
            held[stone.index() % PLACES] = 1;
        }
        for (word, &places) in begun.iter().enumerate().take(WORDS) {
            let mut left = places;
            while left != 0 {
                let line = &tables.lines[64 * word + left.trailing_zeros() as usize];
                left &= left - 1;
                let at = |n: usize| held[usize::from(line[n]) % PLACES] << n;
                let state = usize::from(at(0) | at(1) | at(2) | at(3) | at(4));
                list.push(which * CLASSES + tables.classes[state % STATES]);
            }
        }
    }
    list_stones(stones, STONES, list);
    list.add_counts(view.counts.as_flattened());
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Play;

    #[test]
    fn lines_run_through_their_places() {
        assert_eq!((TABLES.lines.len(), FIVES.nodes().len()), (198, 198));
        for (line, &place) in TABLES.lines.iter().zip(FIVES.nodes()) {
            let nodes: PointSet = line.iter().map(|&node| taijitu_rules::Point(u16::from(node))).collect();
            assert_eq!(nodes, place);
        }
        assert_eq!((TABLES.classes[0], TABLES.classes.iter().max()), (0, Some(&(CLASSES - 1))));
    }

    /// Three white stones in line with gaps, and a black one that closes what it can.
    #[test]
    fn open_places_are_listed_by_where_their_stones_are() {
        let setup = "w=a4,b4,d4 b=a20,c14 act=white";
        let options = Play::<Quinta>::start(&[]).expect("a start").options().clone();
        let play = Play::<Quinta>::from_setup(options, setup).expect("a position");
        let mut list = PatternList::default();
        play.position().list_patterns(&mut list);
        let stones =
            [taijitu_rules::Side::White, taijitu_rules::Side::Black].map(|side| play.position().stones(side));
        let mut by_hand: Vec<u16> = TABLES
            .lines
            .iter()
            .zip(FIVES.nodes())
            .filter_map(|(line, &place)| {
                let held = stones.map(|stones| (place & stones).len());
                let which = usize::from(held[0] == 0);
                let state: usize = (0..5)
                    .filter(|&n| stones[which].contains(taijitu_rules::Point(u16::from(line[n]))))
                    .map(|n| 1 << n)
                    .sum();
                (held[1 - which] == 0 && held[which] >= 2)
                    .then_some(which as u16 * CLASSES + TABLES.classes[state])
            })
            .collect();
        let mut listed: Vec<u16> = list.rows().iter().copied().filter(|&row| row < STONES).collect();
        listed.sort_unstable();
        by_hand.sort_unstable();
        assert_eq!(listed, by_hand);
        assert!(!listed.is_empty());
    }
}
