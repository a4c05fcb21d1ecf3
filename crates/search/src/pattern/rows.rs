//! Rows as they are kept in memory, their sum, and what a head makes of it.

use super::network::{CLIP, OutputHead, WIDTH, WeightRow};

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use scalar::{NarrowRow, WideRow};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use vector::{NarrowRow, WideRow};

/// Numbers in a narrow row.
const NARROW: usize = 16;

/// The alignment of a line of the cache, and of half a line: a row never lies in more lines than it has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct CacheLine;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct HalfLine;

/// All rows of a network, what they are added to, and what weighs their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowTable {
    Narrow(StoredRows<NarrowRow>),
    Wide(StoredRows<WideRow>),
}

/// The rows, the bias and the weights of the heads, as they are added and multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredRows<R> {
    bias: R,
    rows: Box<[R]>,
    heads: Box<[R]>,
}

impl<R> StoredRows<R> {
    fn new(bias: &WeightRow, rows: &[WeightRow], heads: &[OutputHead], stored: fn(&WeightRow) -> R) -> Self {
        let heads = heads.iter().map(|head| stored(&head.weights)).collect();
        Self { bias: stored(bias), rows: rows.iter().map(stored).collect(), heads }
    }
}

impl RowTable {
    /// Whether there are rows of this width.
    pub(super) const fn has_width(width: usize) -> bool {
        width == NARROW || width == WIDTH
    }

    /// Rows of this width; of a narrow row only the first numbers are kept.
    pub(super) fn new(width: usize, bias: &WeightRow, rows: &[WeightRow], heads: &[OutputHead]) -> Self {
        if width == NARROW {
            Self::Narrow(StoredRows::new(bias, rows, heads, NarrowRow::new))
        } else {
            Self::Wide(StoredRows::new(bias, rows, heads, WideRow::new))
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Narrow(stored) => stored.rows.len(),
            Self::Wide(stored) => stored.rows.len(),
        }
    }

    /// Numbers in a row.
    pub(super) const fn width(&self) -> usize {
        match self {
            Self::Narrow(_) => NARROW,
            Self::Wide(_) => WIDTH,
        }
    }

    /// A row, filled up with zeros.
    pub(super) fn row(&self, row: usize) -> WeightRow {
        match self {
            Self::Narrow(stored) => stored.rows[row].row(),
            Self::Wide(stored) => stored.rows[row].row(),
        }
    }

    /// The sum of the bias and the rows of all patterns, cut off and weighed by a head; no number of the sum overflows.
    #[inline]
    pub(super) fn weighed(&self, patterns: &[u16], head: usize) -> i32 {
        match self {
            Self::Narrow(StoredRows { bias, rows, heads }) => {
                bias.with_rows(rows, patterns).weighed(&heads[head])
            }
            Self::Wide(StoredRows { bias, rows, heads }) => {
                bias.with_rows(rows, patterns).weighed(&heads[head])
            }
        }
    }
}

/// For compilers that make vectors of loops.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod scalar {
    use super::{CLIP, CacheLine, HalfLine, NARROW, WIDTH, WeightRow};

    pub(super) type NarrowRow = StoredRow<HalfLine, NARROW>;
    pub(super) type WideRow = StoredRow<CacheLine, WIDTH>;

    /// A row in memory, aligned as `A`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::pattern) struct StoredRow<A, const W: usize> {
        align: [A; 0],
        numbers: [i16; W],
    }

    impl<A, const W: usize> StoredRow<A, W> {
        pub(super) fn new(row: &WeightRow) -> Self {
            Self { align: [], numbers: std::array::from_fn(|n| row[n]) }
        }

        pub(super) fn row(&self) -> WeightRow {
            std::array::from_fn(|n| self.numbers.get(n).copied().unwrap_or_default())
        }

        /// The sum of this row and those of the patterns. A function of its own: like this the compiler keeps the whole sum
        /// in registers.
        #[inline(never)]
        pub(super) fn with_rows(&self, rows: &[Self], patterns: &[u16]) -> Self {
            let mut sum = self.numbers;
            for &pattern in patterns {
                let Self { numbers, .. } = &rows[usize::from(pattern)];
                for n in 0..W {
                    sum[n] = sum[n].saturating_add(numbers[n]);
                }
            }
            Self { align: [], numbers: sum }
        }

        /// The weighed sum of the numbers, cut off.
        #[inline]
        pub(super) fn weighed(&self, weights: &Self) -> i32 {
            let mut sum = 0;
            for n in 0..W {
                sum += i32::from(self.numbers[n].clamp(0, CLIP)) * i32::from(weights.numbers[n]);
            }
            sum
        }
    }
}

/// For WebAssembly, which is compiled for size: there no vectors are made of loops.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vector {
    use super::{CLIP, CacheLine, HalfLine, NARROW, WIDTH, WeightRow};
    use std::arch::wasm32::{
        i16x8, i16x8_add_sat, i16x8_extract_lane, i16x8_max, i16x8_min, i16x8_splat, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128,
    };

    /// Numbers in a vector.
    const LANES: usize = 8;

    pub(super) type NarrowRow = StoredRow<HalfLine, { NARROW / LANES }>;
    pub(super) type WideRow = StoredRow<CacheLine, { WIDTH / LANES }>;

    /// A row of `V` vectors in memory, aligned as `A`.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::pattern) struct StoredRow<A, const V: usize> {
        align: [A; 0],
        vectors: [v128; V],
    }

    impl<A, const V: usize> StoredRow<A, V> {
        pub(super) fn new(row: &WeightRow) -> Self {
            let vector = |i: usize| {
                let [a, b, c, d, e, f, g, h] = std::array::from_fn(|lane| row[LANES * i + lane]);
                i16x8(a, b, c, d, e, f, g, h)
            };
            Self { align: [], vectors: std::array::from_fn(vector) }
        }

        /// The numbers, filled up with zeros.
        pub(super) fn row(&self) -> WeightRow {
            let mut row = [0; WIDTH];
            for (numbers, &vector) in row.chunks_exact_mut(LANES).zip(&self.vectors) {
                numbers.copy_from_slice(&[
                    i16x8_extract_lane::<0>(vector),
                    i16x8_extract_lane::<1>(vector),
                    i16x8_extract_lane::<2>(vector),
                    i16x8_extract_lane::<3>(vector),
                    i16x8_extract_lane::<4>(vector),
                    i16x8_extract_lane::<5>(vector),
                    i16x8_extract_lane::<6>(vector),
                    i16x8_extract_lane::<7>(vector),
                ]);
            }
            row
        }

        /// The weighed sum of the numbers, cut off.
        pub(super) fn weighed(&self, weights: &Self) -> i32 {
            let mut sum = i32x4_splat(0);
            for (&vector, &weights) in self.vectors.iter().zip(&weights.vectors) {
                let cut = i16x8_min(i16x8_max(vector, i16x8_splat(0)), i16x8_splat(CLIP));
                sum = i32x4_add(sum, i32x4_dot_i16x8(cut, weights));
            }
            i32x4_extract_lane::<0>(sum)
                + i32x4_extract_lane::<1>(sum)
                + i32x4_extract_lane::<2>(sum)
                + i32x4_extract_lane::<3>(sum)
        }
    }

    // Each vector of a sum has a name: a loop over them would keep the sum in memory.

    impl NarrowRow {
        /// The sum of this row and those of the patterns.
        pub(super) fn with_rows(&self, rows: &[Self], patterns: &[u16]) -> Self {
            let [mut a, mut b] = self.vectors;
            for &pattern in patterns {
                let [to_a, to_b] = rows[usize::from(pattern)].vectors;
                (a, b) = (i16x8_add_sat(a, to_a), i16x8_add_sat(b, to_b));
            }
            Self { align: [], vectors: [a, b] }
        }
    }

    impl WideRow {
        /// The sum of this row and those of the patterns.
        pub(super) fn with_rows(&self, rows: &[Self], patterns: &[u16]) -> Self {
            let [mut a, mut b, mut c, mut d] = self.vectors;
            for &pattern in patterns {
                let [to_a, to_b, to_c, to_d] = rows[usize::from(pattern)].vectors;
                (a, b) = (i16x8_add_sat(a, to_a), i16x8_add_sat(b, to_b));
                (c, d) = (i16x8_add_sat(c, to_c), i16x8_add_sat(d, to_d));
            }
            Self { align: [], vectors: [a, b, c, d] }
        }
    }

    impl<A, const V: usize> PartialEq for StoredRow<A, V> {
        fn eq(&self, other: &Self) -> bool {
            self.row() == other.row()
        }
    }

    impl<A, const V: usize> Eq for StoredRow<A, V> {}
}
