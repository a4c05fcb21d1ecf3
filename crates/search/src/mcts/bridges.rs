//! Virtual connections: chains joined by bridges.
//!
//! Two chains, or a chain and an edge, with two empty points in common cannot be cut: if the opponent takes one
//! point, the other one connects.
//! As long as no two bridges need the same point they all hold at once.
//! A group of chains joined like this that reaches all three sides has won, and a point that would complete one
//! is a threat: the opponent has to play on one of the points it needs.

use super::playout_board::{CELLS, EMPTY, PlayoutBoard, PlayoutGround, THREE_SIDES, stone};
use taijitu_rules::Side;

/// A set of points of the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardPoints([u64; 6]);

impl BoardPoints {
    pub(super) const ALL: Self = Self([u64::MAX; 6]);

    #[inline]
    fn insert(&mut self, at: u16) {
        self.0[usize::from(at / 64) % 6] |= 1 << (at % 64);
    }

    #[inline]
    pub(super) fn contains(&self, at: u16) -> bool {
        self.0[usize::from(at / 64) % 6] >> (at % 64) & 1 != 0
    }

    pub(super) fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(word, other)| word & other != 0)
    }
}

/// The groups of one side.
#[derive(Debug)]
pub(super) struct Links {
    side: u8,
    /// Union-find links towards the representative of the group.
    up: [u16; CELLS],
    /// For the representative: the sides its group reaches, and the empty points its bridges need.
    sides: [u8; CELLS],
    needs: Vec<BoardPoints>,
    used: BoardPoints,
    won: bool,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            side: 0,
            up: [0; CELLS],
            sides: [0; CELLS],
            needs: vec![BoardPoints::default(); CELLS],
            used: BoardPoints::default(),
            won: false,
        }
    }
}

impl Links {
    /// Finds the groups of a side.
    pub(super) fn find(&mut self, ground: &PlayoutGround, board: &PlayoutBoard, side: Side) {
        let side = stone(side);
        self.side = side;
        self.used = BoardPoints::default();
        self.won = false;
        for at in ground.points().filter(|&at| board.at(at) == side) {
            let cell = usize::from(at);
            self.up[cell] = at;
            self.sides[cell] = ground.spot(at).sides;
            self.needs[cell] = BoardPoints::default();
            for &other in ground.spot(at).neighbours() {
                if other < at && board.at(other) == self.side {
                    self.join(at, other);
                }
            }
        }
        for at in ground.points().filter(|&at| board.at(at) == EMPTY) {
            self.find_bridges(ground, board, at);
        }
    }

    /// The bridges over an empty point and a later one next to it.
    fn find_bridges(&mut self, ground: &PlayoutGround, board: &PlayoutBoard, at: u16) {
        let spot = ground.spot(at);
        let around = spot.neighbours();
        let last = around.len() - 1;
        for (place, &other) in around.iter().enumerate() {
            if other < at || board.at(other) != EMPTY || self.used.contains(at) || self.used.contains(other) {
                continue;
            }
            // On the rim the ring is open: beyond its first and its last point lies the edge.
            let rim = spot.sides != 0;
            let before = if place > 0 { Some(around[place - 1]) } else { (!rim).then(|| around[last]) };
            let after = if place < last { Some(around[place + 1]) } else { (!rim).then(|| around[0]) };
            let edge = spot.sides & ground.spot(other).sides;
            let holds = |point: Option<u16>| point.is_none_or(|point| board.at(point) == self.side);
            if holds(before) && holds(after) {
                self.bridge(before, after, edge, [at, other]);
            }
        }
    }

    fn bridge(&mut self, a: Option<u16>, b: Option<u16>, edge: u8, over: [u16; 2]) {
        let joined = match (a, b) {
            (Some(a), Some(b)) => self.join(a, b),
            (Some(a), None) | (None, Some(a)) => {
                let root = self.root(a);
                let sides = &mut self.sides[usize::from(root)];
                let more = edge & !*sides != 0;
                *sides |= edge;
                self.won |= *sides == THREE_SIDES;
                more.then_some(root)
            }
            (None, None) => None,
        };
        if let Some(root) = joined {
            for point in over {
                self.used.insert(point);
                self.needs[usize::from(root)].insert(point);
            }
        }
    }

    fn root(&self, mut at: u16) -> u16 {
        while self.up[usize::from(at) % CELLS] != at {
            at = self.up[usize::from(at) % CELLS];
        }
        at
    }

    /// Joins two groups; `None` if they are one already.
    fn join(&mut self, a: u16, b: u16) -> Option<u16> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return None;
        }
        let (parent, child) = (usize::from(a.min(b)), usize::from(a.max(b)));
        self.up[child] = parent as u16;
        self.sides[parent] |= self.sides[child];
        self.won |= self.sides[parent] == THREE_SIDES;
        let needs = self.needs[child];
        self.needs[parent].add(&needs);
        Some(parent as u16)
    }

    /// Whether a group reaches all three sides: this side wins even if the other is to play.
    pub(super) const fn have_won(&self) -> bool {
        self.won
    }

    /// Whether a stone on this empty point makes a group that reaches all three sides; if so, the points it needs.
    pub(super) fn completed_by(
        &self,
        ground: &PlayoutGround,
        board: &PlayoutBoard,
        at: u16,
    ) -> Option<BoardPoints> {
        let spot = ground.spot(at);
        let mut sides = spot.sides;
        let mut needs = BoardPoints::default();
        needs.insert(at);
        let touched = spot.neighbours().iter().filter(|&&other| board.at(other) == self.side);
        for &other in touched {
            let root = usize::from(self.root(other));
            sides |= self.sides[root];
            needs.add(&self.needs[root]);
        }
        let around = spot.neighbours();
        for (place, &across) in spot.across.iter().enumerate() {
            if sides == THREE_SIDES {
                break;
            }
            let (Some(&a), Some(&b)) = (around.get(place), around.get(place + 1).or_else(|| around.first()))
            else {
                break;
            };
            if board.at(a) != EMPTY || board.at(b) != EMPTY {
                continue;
            }
            let mut over = BoardPoints::default();
            over.insert(a);
            over.insert(b);
            let mut more = 0;
            if board.at(across) == self.side {
                let root = usize::from(self.root(across));
                more = self.sides[root];
                // The bridges of that group have to hold beside this one and those of the others.
                if over.meets(&self.needs[root]) || self.needs[root].contains(at) {
                    continue;
                }
                over.add(&self.needs[root]);
            } else {
                // Next to each other on the rim: a bridge to the edge.
                let edge = ground.spot(a).sides & ground.spot(b).sides;
                if spot.sides == 0 {
                    more = edge;
                }
            }
            if more & !sides != 0 && !over.meets(&needs) {
                sides |= more;
                needs.add(&over);
            }
        }
        (sides == THREE_SIDES).then_some(needs)
    }
}
