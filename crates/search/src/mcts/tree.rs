//! The tree: a fixed pool of nodes, shared by all threads without locks.
//!
//! A node is a stone that was placed; the stones that may follow it are adjacent in the pool. All counts are
//! relaxed atomics: a thread may lose the update of another, which costs one playout. Proofs name the colour
//! that wins. Nodes that later turns do not need are compacted away in place.
//! Nodes with many children have a [`Backlog`] besides, so that not every playout has to visit every child.

use super::backlog::{Backlog, BacklogPool};
use super::playout_board::PlayoutBytes;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use taijitu_rules::Side;
use taijitu_rules::short::sort_long;

/// The node of the current position.
pub(super) const ROOT: u32 = 0;

/// Playouts and how many of them were won, in one word.
#[derive(Debug, Default)]
pub(super) struct PlayoutCount(AtomicU64);

impl PlayoutCount {
    /// Playouts and wins.
    #[inline]
    pub(super) fn get(&self) -> (u32, u32) {
        let both = self.0.load(Relaxed);
        ((both >> 32) as u32, both as u32)
    }

    fn set(&self, playouts: u32, wins: u32) {
        self.0.store(u64::from(playouts) << 32 | u64::from(wins), Relaxed);
    }

    /// Adds playouts and wins, as [`note`](Self::note) does one of them.
    #[inline]
    fn add(&self, playouts: u64, wins: u64) {
        self.0.store(self.0.load(Relaxed).wrapping_add(playouts << 32 | wins), Relaxed);
    }

    /// One more playout, its result still unknown: for other threads it counts as lost.
    #[inline]
    pub(super) fn begin(&self) {
        self.0.fetch_add(1 << 32, Relaxed);
    }

    #[inline]
    pub(super) fn win(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    /// Adds `counts` playouts, 0 or 1, without waiting for other threads. Half of the points have the colour that counts,
    /// at random: `counts` is a number and no condition, so that this is no branch, which would be mispredicted.
    #[inline]
    pub(super) fn note(&self, counts: u64, won: bool) {
        let more = (1 << 32 | u64::from(won)) * counts;
        self.0.store(self.0.load(Relaxed).wrapping_add(more), Relaxed);
    }
}

/// A stone in the tree.
#[derive(Debug, Default)]
pub(super) struct TreeNode {
    /// Playouts through it, and how many the one who placed it won.
    pub(super) own: PlayoutCount,
    /// Playouts in which its point got this colour at any time: "all moves as first".
    pub(super) rave: PlayoutCount,
    /// Where the stones after it stand; 0 if none are known.
    first: AtomicU32,
    /// Its point (10 bits), number of children (10 bits), proof (2 bits), policy (8 bits).
    what: AtomicU32,
    /// The number of the backlog of its children; 0 if they have none.
    backlog: AtomicU32,
}

const CLAIMED: u32 = u32::MAX;
const TEN_BITS: u32 = 0x3ff;
const PROOF: u32 = 20;
const LOOKS: u32 = 24;

impl TreeNode {
    #[inline]
    pub(super) fn point(&self) -> u16 {
        (self.what.load(Relaxed) & TEN_BITS) as u16
    }

    /// The colour that wins here, if it is proved.
    #[inline]
    pub(super) fn proof(&self) -> Option<Side> {
        match self.what.load(Relaxed) >> PROOF & 3 {
            0 => None,
            1 => Some(Side::White),
            _ => Some(Side::Black),
        }
    }

    pub(super) fn prove(&self, winner: Side) {
        let bits = match winner {
            Side::White => 1 << PROOF,
            Side::Black => 2 << PROOF,
        };
        if self.proof().is_none() {
            self.what.fetch_or(bits, Relaxed);
        }
    }

    /// The policy before any playout, of 255.
    #[inline]
    pub(super) fn looks(&self) -> u8 {
        (self.what.load(Relaxed) >> LOOKS) as u8
    }

    fn count(&self) -> u32 {
        self.what.load(Relaxed) >> 10 & TEN_BITS
    }

    #[inline]
    fn children(&self) -> Option<std::ops::Range<u32>> {
        match self.first.load(Acquire) {
            0 | CLAIMED => None,
            first => Some(first..first + self.count()),
        }
    }

    fn clear_to(&self, point: u16, looks: u8) {
        self.own.set(0, 0);
        self.rave.set(0, 0);
        self.first.store(0, Relaxed);
        self.backlog.store(0, Relaxed);
        self.what.store(u32::from(point) | u32::from(looks) << LOOKS, Relaxed);
    }

    fn copy_from(&self, other: &Self) {
        self.own.0.store(other.own.0.load(Relaxed), Relaxed);
        self.rave.0.store(other.rave.0.load(Relaxed), Relaxed);
        self.first.store(other.first.load(Relaxed), Relaxed);
        self.backlog.store(other.backlog.load(Relaxed), Relaxed);
        self.what.store(other.what.load(Relaxed), Relaxed);
    }
}

/// Fewer children than this have no backlog: to visit them all is as quick.
const MANY: usize = 16;

/// The part of the memory that backlogs take.
const BACKLOGS: usize = 6;

/// The pool.
#[derive(Debug)]
pub(super) struct MctsTree {
    nodes: Vec<TreeNode>,
    used: AtomicU32,
    full: AtomicBool,
    backlogs: BacklogPool,
}

impl MctsTree {
    /// A tree of at most this many mebibytes.
    pub(super) fn with_mebibytes(size: usize) -> Self {
        let bytes = size.max(1) << 20;
        let backlogs = BacklogPool::with_bytes(bytes / BACKLOGS);
        let nodes = ((bytes - bytes / BACKLOGS) / size_of::<TreeNode>()).min(CLAIMED as usize);
        let nodes = std::iter::repeat_with(TreeNode::default).take(nodes).collect();
        Self { nodes, used: AtomicU32::new(1), full: AtomicBool::new(false), backlogs }
    }

    /// Removes everything but the root, for a board of this many points.
    pub(super) fn clear(&mut self, points: usize) {
        self.backlogs.clear(points);
        self.nodes[0].clear_to(0, 0);
        self.used = AtomicU32::new(1);
        self.full = AtomicBool::new(false);
    }

    #[inline]
    pub(super) fn node(&self, at: u32) -> &TreeNode {
        &self.nodes[at as usize]
    }

    /// The stones that may follow a node, with the number of the first; empty if they are not known.
    #[inline]
    pub(super) fn children(&self, at: u32) -> (u32, &[TreeNode]) {
        match self.node(at).children() {
            Some(range) => (range.start, &self.nodes[range.start as usize..range.end as usize]),
            None => (0, &[]),
        }
    }

    /// The backlog of the children of a node, if they have one.
    #[inline]
    pub(super) fn backlog(&self, at: u32) -> Option<Backlog<'_>> {
        self.backlogs.get(self.node(at).backlog.load(Relaxed))
    }

    /// Counts a playout for the RAVE of the children of a node: those whose points this side holds.
    #[inline]
    pub(super) fn note_rave(&self, at: u32, board: PlayoutBytes<'_>, won: bool) {
        if let Some(backlog) = self.backlog(at) {
            backlog.note(board, won);
            return;
        }
        for node in self.children(at).1 {
            node.rave.note(board.holds(node.point()), won);
        }
    }

    /// Empties the backlog of a node into the RAVE of its children.
    #[inline]
    pub(super) fn settle(backlog: Backlog<'_>, children: &[TreeNode]) {
        for node in children {
            let (won, lost) = backlog.of(node.point());
            node.rave.add(won + lost, won);
        }
        backlog.clear();
    }

    /// Whether the pool is exhausted.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Nodes in use, and nodes in total.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        (self.used.load(Relaxed) as usize, self.nodes.len())
    }

    /// Adds the stones that may follow a node, unless another thread does or there is no room.
    ///
    /// Each begins with `prior` playouts of RAVE, half of them won; `looks` says how good they look, if anything does.
    pub(super) fn expand(&self, at: u32, points: &[u16], looks: &[u8], prior: u32) {
        let node = self.node(at);
        if points.is_empty() || node.first.compare_exchange(0, CLAIMED, Relaxed, Relaxed).is_err() {
            return;
        }
        let count = points.len() as u32;
        let room = |used: u32| used.checked_add(count).filter(|&end| end as usize <= self.nodes.len());
        let Ok(first) = self.used.fetch_update(Relaxed, Relaxed, room) else {
            self.full.store(true, Relaxed);
            node.first.store(0, Relaxed);
            return;
        };
        for (place, (child, &point)) in self.nodes[first as usize..].iter().zip(points).enumerate() {
            child.clear_to(point, looks.get(place).copied().unwrap_or(0));
            child.rave.set(prior, prior / 2);
        }
        let backlog = if points.len() >= MANY { self.backlogs.allot() } else { 0 };
        node.backlog.store(backlog, Relaxed);
        node.what.fetch_or(count << 10, Relaxed);
        node.first.store(first, Release);
    }

    /// Makes a node below the root the root.
    pub(super) fn descend(&mut self, at: u32) {
        let (root, node) = (self.node(ROOT), self.node(at));
        root.copy_from(node);
        self.squeeze(0);
    }

    /// Removes rarely visited parts of the tree until half of it is free; returns the number of visits a node
    /// needs to keep its children.
    pub(super) fn prune(&mut self) -> u32 {
        let mut visits = 8;
        while self.used.load(Relaxed) as usize > self.nodes.len() / 2 && visits < 1 << 30 {
            visits *= 2;
            self.squeeze(visits);
        }
        visits
    }

    /// Keeps the subtree of the root, and of that only children of nodes with enough visits.
    ///
    /// Children always come after their parent in the pool, so that everything can move to the front in
    /// order.
    fn squeeze(&mut self, visits: u32) {
        let mut kept = vec![];
        let mut open = vec![ROOT];
        while let Some(at) = open.pop() {
            let Some(range) = self.node(at).children() else { continue };
            if let Some(backlog) = self.backlog(at) {
                Self::settle(backlog, self.children(at).1);
            }
            self.node(at).backlog.store(0, Relaxed);
            if at != ROOT && self.node(at).own.get().0 < visits {
                self.node(at).first.store(0, Relaxed);
                self.node(at).what.fetch_and(!(TEN_BITS << 10), Relaxed);
                continue;
            }
            kept.push((range.start, at));
            open.extend(range);
        }
        sort_long(&mut kept, |a, b| a < b);
        self.backlogs.free_all();
        let mut moved: Vec<(u32, u32)> = vec![(ROOT, ROOT)];
        let mut free = 1;
        for (start, parent) in kept {
            let parent = match moved.partition_point(|&(from, _)| from <= parent) {
                0 => parent,
                after => moved[after - 1].1 + (parent - moved[after - 1].0),
            };
            let count = self.node(parent).count();
            for i in 0..count {
                self.node(free + i).copy_from(self.node(start + i));
            }
            self.node(parent).first.store(free, Relaxed);
            if count as usize >= MANY {
                self.node(parent).backlog.store(self.backlogs.allot(), Relaxed);
            }
            moved.push((start, free));
            free += count;
        }
        self.used = AtomicU32::new(free);
        self.full = AtomicBool::new(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(tree: &MctsTree, at: u32, point: u16) -> u32 {
        let (first, children) = tree.children(at);
        first + children.iter().position(|node| node.point() == point).expect("a child") as u32
    }

    #[test]
    fn a_branch_that_becomes_the_tree_keeps_its_counts_and_frees_the_rest() {
        let mut tree = MctsTree::with_mebibytes(1);
        tree.clear(40);
        let points: Vec<u16> = (0..40).collect();
        let grow = |tree: &MctsTree, at| tree.expand(at, &points, &[], 0);
        grow(&tree, ROOT);
        for point in 0..40 {
            grow(&tree, child(&tree, ROOT, point));
        }
        let kept = child(&tree, ROOT, 17);
        let below = child(&tree, kept, 3);
        grow(&tree, below);
        let deep = child(&tree, below, 9);
        (0..5).for_each(|_| tree.node(deep).own.begin());
        tree.node(deep).own.win();
        tree.node(deep).prove(Side::Black);
        tree.descend(kept);
        assert_eq!(tree.size().0, 81);
        let deep = child(&tree, child(&tree, ROOT, 3), 9);
        assert_eq!((tree.node(deep).own.get(), tree.node(deep).proof()), ((5, 1), Some(Side::Black)));
    }

    #[test]
    fn a_full_pool_takes_no_more_and_pruning_makes_room() {
        let mut tree = MctsTree::with_mebibytes(1);
        tree.clear(300);
        let points: Vec<u16> = (0..300).collect();
        tree.expand(ROOT, &points, &[], 0);
        for at in 1..tree.size().1 as u32 {
            tree.expand(at, &points, &[], 0);
            if tree.is_full() {
                break;
            }
        }
        assert!(tree.is_full() && tree.size().0 <= tree.size().1);
        tree.prune();
        assert!(!tree.is_full() && tree.size().0 == 301);
    }
}
