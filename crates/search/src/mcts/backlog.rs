//! What is put off at nodes with many children: RAVE counts of the last few playouts, and which children are promising.
//!
//! To count a playout for every child, and to compare all of them, takes longer than the playout. So the counts of the last
//! playouts are kept by point, one byte each, eight of them added at once; and a child is chosen among a short list, which is
//! made again, with the counts brought up to date, after as many visits as the list is long. A visit changes only the child
//! that was chosen, so until then no child that is not on the list can be better than all that are.

use super::playout_board::PlayoutBytes;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Children on the list.
pub(super) const SHORT: usize = 8;

/// Bits of a place on the list, and places in a word.
const PLACE_BITS: usize = 16;
const PLACES: usize = 64 / PLACE_BITS;

/// Words of a backlog besides the counts: the list, and when it is made again.
const LIST: usize = SHORT / PLACES;
const OWN_WORDS: usize = LIST + 1;

/// No place on the list.
const NOBODY: u16 = u16::MAX;

/// The backlogs of a tree.
#[derive(Debug)]
pub(super) struct BacklogPool {
    words: Vec<AtomicU64>,
    /// Words of the counts of a board: one for eight points.
    counts: usize,
    used: AtomicU32,
}

impl BacklogPool {
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let words = std::iter::repeat_with(AtomicU64::default).take(bytes / size_of::<u64>()).collect();
        Self { words, counts: 1, used: AtomicU32::new(1) }
    }

    /// Frees everything; from now on a board has this many points.
    pub(super) fn clear(&mut self, points: usize) {
        self.counts = points.div_ceil(8).max(1);
        self.free_all();
    }

    pub(super) fn free_all(&mut self) {
        self.used = AtomicU32::new(1);
    }

    const fn size(&self) -> usize {
        2 * self.counts + OWN_WORDS
    }

    /// The number of a new backlog; 0 if there is no room.
    pub(super) fn allot(&self) -> u32 {
        let most = self.words.len() / self.size();
        let number = self.used.load(Relaxed);
        if number as usize >= most {
            return 0;
        }
        let number = self.used.fetch_add(1, Relaxed);
        match self.get(number) {
            Some(backlog) => {
                backlog.clear();
                backlog.list[LIST].store(0, Relaxed);
                number
            }
            None => 0,
        }
    }

    /// The backlog of this number, if it is one.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<Backlog<'_>> {
        if number == 0 {
            return None;
        }
        let first = number as usize * self.size() - self.size();
        let words = self.words.get(first..first + self.size())?;
        let (won, rest) = words.split_at(self.counts);
        let (lost, list) = rest.split_at(self.counts);
        Some(Backlog { won, lost, list })
    }
}

/// What was put off at one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backlog<'a> {
    /// By point, one byte each: playouts in which the point had the colour of the side to act, won and lost by it.
    won: &'a [AtomicU64],
    lost: &'a [AtomicU64],
    /// The short list, and the visits of the node with which it is made again.
    list: &'a [AtomicU64],
}

impl Backlog<'_> {
    /// Counts a playout.
    #[inline]
    pub(super) fn note(self, board: PlayoutBytes<'_>, won: bool) {
        let counts = if won { self.won } else { self.lost };
        for (count, bytes) in counts.iter().zip(board.words()) {
            count.store(count.load(Relaxed).wrapping_add(bytes), Relaxed);
        }
    }

    /// The counts of a point: playouts won and lost.
    #[inline]
    pub(super) fn of(self, point: u16) -> (u64, u64) {
        let (word, shift) = (usize::from(point / 8), point % 8 * 8);
        let of =
            |counts: &[AtomicU64]| counts.get(word).map_or(0, |count| count.load(Relaxed) >> shift & 0xff);
        (of(self.won), of(self.lost))
    }

    pub(super) fn clear(self) {
        self.won.iter().chain(self.lost).for_each(|count| count.store(0, Relaxed));
    }

    /// The places of the promising children, if the list still holds after this many visits of the node.
    #[inline]
    pub(super) fn short_list(self, visits: u32) -> Option<impl Iterator<Item = u32>> {
        if u64::from(visits) >= self.list[LIST].load(Relaxed) {
            return None;
        }
        let places = self.list[..LIST].iter().flat_map(|word| {
            let word = word.load(Relaxed);
            (0..PLACES).map(move |place| (word >> (place * PLACE_BITS)) as u16)
        });
        Some(places.take_while(|&place| place != NOBODY).map(u32::from))
    }

    /// Keeps a list that holds until the node has this many visits.
    #[inline]
    pub(super) fn keep_list(self, list: &ShortList, until: u32) {
        for (word, places) in self.list.iter().zip(list.places.chunks_exact(PLACES)) {
            let places = places.iter().rev().fold(0, |word, &place| word << PLACE_BITS | u64::from(place));
            word.store(places, Relaxed);
        }
        self.list[LIST].store(u64::from(until), Relaxed);
    }
}

/// The most promising children, the best first.
#[derive(Debug)]
pub(super) struct ShortList {
    values: [f32; SHORT],
    places: [u16; SHORT],
}

impl ShortList {
    pub(super) const EMPTY: Self = Self { values: [f32::NEG_INFINITY; SHORT], places: [NOBODY; SHORT] };

    /// Puts a child on the list if it is better than the last one there.
    #[inline]
    pub(super) fn offer(&mut self, value: f32, place: u16) {
        if value <= self.values[SHORT - 1] {
            return;
        }
        let mut at = SHORT - 1;
        while at > 0 && value > self.values[at - 1] {
            self.values[at] = self.values[at - 1];
            self.places[at] = self.places[at - 1];
            at -= 1;
        }
        self.values[at] = value;
        self.places[at] = place;
    }

    /// The place of the best child.
    #[inline]
    pub(super) fn best(&self) -> Option<u32> {
        (self.places[0] != NOBODY).then(|| u32::from(self.places[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_the_best_in_order_until_its_time_is_over() {
        let mut pool = BacklogPool::with_bytes(1 << 12);
        pool.clear(93);
        let number = pool.allot();
        let backlog = pool.get(number).expect("there is room");
        assert!(backlog.short_list(0).is_none());
        let mut list = ShortList::EMPTY;
        (0..40u16).for_each(|place| list.offer(f32::from(place * 7 % 40), place));
        backlog.keep_list(&list, 20);
        let best: Vec<u32> = backlog.short_list(19).expect("it holds").collect();
        let expected: Vec<u32> = (32..40).rev().map(|value| value * 23 % 40).collect();
        assert_eq!((best, list.best()), (expected.clone(), Some(expected[0])));
        assert!(backlog.short_list(20).is_none());
    }

    #[test]
    fn a_pool_without_room_gives_no_more() {
        let mut pool = BacklogPool::with_bytes(1 << 12);
        pool.clear(325);
        let given = (0..100).filter(|_| pool.allot() != 0).count();
        assert!(given > 0 && given * pool.size() * 8 <= 1 << 12 && pool.get(0).is_none());
    }
}
