//! The transposition table, shared by all threads of a search.
//!
//! Lock-free and safe: an entry is two words, and the first is the key xor the second. A torn write of two
//! threads gives an entry that matches no key.

use std::sync::atomic::{AtomicU64, Ordering};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is exactly this.
    Exact,
    /// It is this or more.
    Lower,
    /// It is this or less.
    Upper,
}

/// A stored search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The value for the side to act.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u8,
    /// The kind of bound.
    pub bound: Bound,
    /// A few bits of the hash of the best step.
    pub step: u16,
}

impl TableEntry {
    /// A value as it is stored: a proved one counts from its own position, not from the root.
    pub(crate) const fn kept(value: i32, ply: usize, proved: i32) -> i32 {
        if value.abs() > proved { value + value.signum() * ply as i32 } else { value }
    }

    /// The value, if it suffices for a search between `low` and `high` of a position at `ply`.
    pub(crate) const fn usable(self, (low, high): (i32, i32), ply: usize, proved: i32) -> Option<i32> {
        let far = self.value.abs() > proved;
        let value = if far { self.value - self.value.signum() * ply as i32 } else { self.value };
        match self.bound {
            Bound::Exact => Some(value),
            Bound::Lower if value >= high => Some(value),
            Bound::Upper if value <= low => Some(value),
            _ => None,
        }
    }

    const fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        (self.value as u32 as u64)
            | (self.depth as u64) << 32
            | (self.step as u64) << 40
            | bound << 56
            | ((age & 63) as u64) << 58
    }

    const fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self { value: data as u32 as i32, depth: (data >> 32) as u8, bound, step: (data >> 40) as u16 })
    }
}

/// A table of a fixed size.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Vec<[AtomicU64; 2]>,
    age: u8,
}

impl TranspositionTable {
    /// A table of about this many mebibytes, at least one.
    #[must_use]
    pub fn with_mebibytes(size: usize) -> Self {
        let slots = (size.max(1) << 20) / 16;
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Self { slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(), age: 0 }
    }

    /// A new search begins: entries of older ones may be replaced first.
    pub const fn next_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Clears the table. This touches all of its memory, so that page faults do not happen during a search.
    pub fn clear(&mut self) {
        self.age = 0;
        for [key, data] in &mut self.slots {
            *key.get_mut() = 0;
            *data.get_mut() = 0;
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> &[AtomicU64; 2] {
        &self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// The entry of the position with this hash.
    #[inline]
    #[must_use]
    pub fn get(&self, hash: u64) -> Option<TableEntry> {
        let [key, data] = self.slot(hash);
        let data = data.load(Ordering::Relaxed);
        if key.load(Ordering::Relaxed) ^ data == hash { TableEntry::unpack(data) } else { None }
    }

    /// Stores an entry, unless a deeper one of the same search is in its slot.
    #[inline]
    pub fn put(&self, hash: u64, entry: TableEntry) {
        let [key, data] = self.slot(hash);
        let old = data.load(Ordering::Relaxed);
        let same_search = (old >> 58) as u8 == self.age;
        let other_position = key.load(Ordering::Relaxed) ^ old != hash;
        let deeper = TableEntry::unpack(old).is_some_and(|old| old.depth > entry.depth + 2);
        if same_search && deeper && other_position {
            return;
        }
        let new = entry.pack(self.age);
        key.store(hash ^ new, Ordering::Relaxed);
        data.store(new, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::with_mebibytes(1);
        for (value, bound) in [(-1_000_000, Bound::Upper), (0, Bound::Exact), (77, Bound::Lower)] {
            let entry = TableEntry { value, depth: 9, bound, step: 0xbeef };
            table.put(42, entry);
            assert_eq!(table.get(42), Some(entry));
            assert_eq!(table.get(42 + (1 << 40)), None);
        }
    }

    #[test]
    fn a_bound_is_used_only_where_it_settles_the_search() {
        let usable = |value, bound| TableEntry { value, depth: 1, bound, step: 0 }.usable((-10, 10), 3, 1000);
        assert_eq!(usable(5, Bound::Exact), Some(5));
        assert_eq!([usable(9, Bound::Lower), usable(10, Bound::Lower)], [None, Some(10)]);
        assert_eq!([usable(-9, Bound::Upper), usable(-10, Bound::Upper)], [None, Some(-10)]);
    }

    #[test]
    fn a_proof_is_kept_by_the_distance_from_its_own_position() {
        for value in [-1995, -7, 0, 7, 1995] {
            let entry = |ply| TableEntry {
                value: TableEntry::kept(value, ply, 1000),
                depth: 1,
                bound: Bound::Exact,
                step: 0,
            };
            assert_eq!(entry(4).usable((-1, 1), 4, 1000), Some(value));
            let later = if value.abs() > 1000 { value - 2 * value.signum() } else { value };
            assert_eq!(entry(4).usable((-1, 1), 6, 1000), Some(later), "met two steps later");
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = TranspositionTable::with_mebibytes(1);
        table.next_search();
        table.put(7, TableEntry { value: 1, depth: 1, bound: Bound::Exact, step: 0 });
        table.clear();
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_shallow_entry_does_not_displace_a_deep_one_of_this_search() {
        let mut table = TranspositionTable::with_mebibytes(1);
        let entry = |depth| TableEntry { value: 1, depth, bound: Bound::Exact, step: 0 };
        let (a, b) = (5, 5 + (1 << 50));
        table.put(a, entry(9));
        table.put(b, entry(1));
        assert!(table.get(a).is_some() && table.get(b).is_none());
        table.next_search();
        table.put(b, entry(1));
        assert!(table.get(b).is_some());
    }
}
