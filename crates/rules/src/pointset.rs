//! A set of points of a board with at most 128 of them, as one `u128`.

use crate::board::Point;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of points; iterates in board order.
///
/// ```
/// use taijitu_rules::{Point, PointSet};
/// let set: PointSet = [Point(3), Point(90)].into_iter().collect();
/// assert!(set.contains(Point(90)) && set.len() == 2);
/// assert_eq!(set.iter().next(), Some(Point(3)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSet(pub u128);

/// The number with this bit alone, which is below 128.
///
/// WebAssembly has no shift of 128 bits: the compiler calls a function for one by a number it does not know, and makes such a
/// shift of every simpler way to write this.
#[must_use]
#[inline(always)]
pub(crate) const fn bit(at: u16) -> u128 {
    let (bit, in_high) = (1_u64 << (at % 64), (at as u64 / 64 % 2).wrapping_neg());
    (bit & !in_high) as u128 | ((bit & in_high) as u128) << 64
}

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self(0);

    /// The set of one point.
    #[must_use]
    #[inline(always)]
    pub const fn of(point: Point) -> Self {
        Self(bit(point.0))
    }

    /// The first `count` points of a board.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        if count >= 128 { Self(u128::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether the point is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & bit(point.0) != 0
    }

    /// Adds a point.
    #[inline(always)]
    pub const fn insert(&mut self, point: Point) {
        self.0 |= bit(point.0);
    }

    /// Takes a point out.
    #[inline(always)]
    pub const fn remove(&mut self, point: Point) {
        self.0 &= !bit(point.0);
    }

    /// How many points.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all points of `self` are in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share a point.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The first point in board order.
    #[must_use]
    #[inline(always)]
    pub const fn lowest(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point(self.0.trailing_zeros() as u16)) }
    }

    /// The points in board order.
    #[inline(always)]
    pub const fn iter(self) -> Points {
        Points { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// Iterator over a [`PointSet`].
#[derive(Clone, Debug)]
pub struct Points {
    low: u64,
    high: u64,
}

impl Iterator for Points {
    type Item = Point;

    // Two 64-bit halves: clearing the lowest bit of a u128 costs a borrow across both.
    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Point(bit as u16))
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Point(64 + bit as u16))
        } else {
            None
        }
    }

    // A loop for each half: one loop would have to test for every point which half it is in.
    #[inline(always)]
    fn fold<T, F: FnMut(T, Point) -> T>(self, first: T, mut add: F) -> T {
        let mut all = first;
        let mut low = self.low;
        while low != 0 {
            all = add(all, Point(low.trailing_zeros() as u16));
            low &= low - 1;
        }
        let mut high = self.high;
        while high != 0 {
            all = add(all, Point(64 + high.trailing_zeros() as u16));
            high &= high - 1;
        }
        all
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    #[inline(always)]
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, |set, point| set | Self::of(point))
    }
}

macro_rules! bit_operator {
    ($($trait:ident $method:ident $op:tt),*) => {$(
        impl $trait for PointSet {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
    )*};
}
bit_operator!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Sub for PointSet {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for PointSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for PointSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitXorAssign for PointSet {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_folded_in_their_order() {
        for set in [0, 1, 1 << 63 | 1 << 64, u128::MAX, 0x5555 << 56] {
            let set = PointSet(set);
            let mut folded = vec![];
            set.iter().for_each(|point| folded.push(point));
            let mut left = set.iter();
            let listed: Vec<Point> = std::iter::from_fn(|| left.next()).collect();
            assert_eq!((folded.len(), folded), (set.len(), listed));
        }
    }

    #[test]
    fn a_bit_is_one_shifted() {
        for at in 0..128 {
            assert_eq!(bit(at), 1 << at);
        }
    }
}
