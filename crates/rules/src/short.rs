//! Sorting and collecting things in few bytes of code.
//!
//! The sorts of the standard library are made for long lists: every type and order that is sorted adds several kilobytes to
//! the module that browsers load, its trees seven or eight for every type of key and value, and collecting one sorts first.

use std::collections::BTreeMap;
use std::ops::Deref;

/// Sorts a short list, stably: the time grows with the square of its length, unless it is nearly sorted.
pub fn sort_short<T>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && is_before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// A map of pairs; of equal keys the last one counts.
pub fn collect_map<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// Sorts a list of any length, stably.
pub fn sort_long<T>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    let order = sorted_places(list.len(), &|a, b| is_before(&list[a], &list[b]));
    for at in 0..order.len() {
        // What belongs here may have been moved away before.
        let mut from = order[at];
        while from < at {
            from = order[from];
        }
        list.swap(at, from);
    }
}

/// The places of a list in sorted order, by merging ever longer runs: one sort for lists of all types.
fn sorted_places(len: usize, is_before: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut from: Vec<usize> = (0..len).collect();
    let mut to = from.clone();
    let mut width = 1;
    while width < len {
        for start in (0..len).step_by(2 * width) {
            let (middle, end) = ((start + width).min(len), (start + 2 * width).min(len));
            merge(&from[start..middle], &from[middle..end], &mut to[start..end], is_before);
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

fn merge<'a>(
    mut left: &'a [usize],
    mut right: &'a [usize],
    to: &mut [usize],
    is_before: &dyn Fn(usize, usize) -> bool,
) {
    for slot in to {
        let run = match (left.first(), right.first()) {
            (Some(&first), Some(&second)) if is_before(second, first) => &mut right,
            (Some(_), _) => &mut left,
            (None, _) => &mut right,
        };
        let Some((next, rest)) = run.split_first() else { return };
        (*slot, *run) = (*next, rest);
    }
}

/// A set of a few values: a sorted list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallSet<T>(Vec<T>);

impl<T> SmallSet<T> {
    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(vec![])
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the values for which `keep` is false.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }
}

impl<T: Ord> SmallSet<T> {
    /// Adds a value; false if it is in the set.
    pub fn insert(&mut self, value: T) -> bool {
        let place = self.0.binary_search(&value);
        if let Err(at) = place {
            self.0.insert(at, value);
        }
        place.is_err()
    }

    /// Removes a value; false if it was not in the set.
    pub fn remove(&mut self, value: &T) -> bool {
        let place = self.0.binary_search(value);
        if let Ok(at) = place {
            self.0.remove(at);
        }
        place.is_ok()
    }
}

impl<T> Default for SmallSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for SmallSet<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Ord> FromIterator<T> for SmallSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::new();
        for value in values {
            set.insert(value);
        }
        set
    }
}

impl<T> IntoIterator for SmallSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SmallSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A map of a few keys: a sorted list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallMap<K, V>(Vec<(K, V)>);

impl<K, V> SmallMap<K, V> {
    /// The empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(vec![])
    }

    /// The number of keys.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no key.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The pairs in order.
    #[must_use]
    pub fn into_pairs(self) -> Vec<(K, V)> {
        self.0
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the keys for which `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> SmallMap<K, V> {
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).ok().map(|at| &mut self.0[at].1)
    }

    /// The value of a key, which is made if it is missing.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let at = match self.place(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, value()));
                at
            }
        };
        &mut self.0[at].1
    }

    /// Sets the value of a key; returns the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Removes a key; returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }
}

impl<K: Ord, V: Default> SmallMap<K, V> {
    /// The value of a key, the default one if it is missing.
    pub fn get_or_default(&mut self, key: K) -> &mut V {
        self.get_or_insert_with(key, V::default)
    }
}

impl<K, V> Default for SmallMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_sorted_and_equals_stay_in_order() {
        let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_short(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_short::<u8>(&mut [], |a, b| a < b);
    }

    #[test]
    fn collections_match_the_standard_library() {
        let pairs = [(2, 'x'), (1, 'y'), (2, 'z')];
        assert_eq!(collect_map(pairs.into_iter()), pairs.into_iter().collect());
        assert_eq!(SmallSet::from_iter([3, 1, 3])[..], [1, 3]);
    }

    #[test]
    fn a_long_list_is_sorted_and_equals_stay_in_order() {
        for len in [0, 1, 2, 3, 7, 64, 1000] {
            let mut list: Vec<(u32, u32)> = (0..len).map(|at| (at * 7919 % 10, at)).collect();
            let mut plain = list.clone();
            plain.sort_by_key(|pair| pair.0);
            sort_long(&mut list, |a, b| a.0 < b.0);
            assert_eq!(list, plain);
        }
    }

    #[test]
    fn a_small_map_does_what_a_map_does() {
        let (mut small, mut plain) = (SmallMap::new(), BTreeMap::new());
        for step in 0..500_u32 {
            let key = step * 37 % 23;
            if step % 3 == 0 {
                assert_eq!(small.remove(&key), plain.remove(&key));
            } else {
                assert_eq!(small.insert(key, step), plain.insert(key, step));
            }
            *small.get_or_default(key / 2) += 1;
            *plain.entry(key / 2).or_default() += 1;
            assert!(small.iter().eq(plain.iter()), "{step}");
            assert_eq!(
                (small.get(&key), small.contains_key(&key)),
                (plain.get(&key), plain.contains_key(&key))
            );
        }
        small.retain(|key, _| key % 2 == 0);
        plain.retain(|key, _| key % 2 == 0);
        assert!(small.keys().eq(plain.keys()) && small.values().eq(plain.values()));
    }
}
