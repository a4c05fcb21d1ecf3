//! What stands on the twelve points around a point: its neighbours, and the points seen across from it between two of them.
//!
//! Surroundings that differ only by rotation or reflection are one. There are hundreds of thousands of them; only those
//! met often when the policy was learnt have a weight, the others are described by the six neighbours alone.

/// The state of a place across that is not on the board.
pub(super) const OUTSIDE: usize = 3;

/// States of a neighbour and the place across, and the most neighbours of a point.
const STATES: u32 = 12;
const MOST: usize = 6;

/// Surroundings as a number, as they were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Surroundings(pub(super) u32);

impl Surroundings {
    /// From each neighbour, clockwise, and the place across between it and the next one.
    pub(super) fn of(rim: bool, cells: impl Iterator<Item = (usize, usize)>) -> Self {
        let (mut number, mut scale, mut degree) = (0, 1, 0);
        for (near, across) in cells.take(MOST) {
            number += (near + 3 * across) as u32 * scale;
            scale *= STATES;
            degree += 1;
        }
        Self((number * (MOST as u32 + 1) + degree) * 2 + u32::from(rim))
    }

    /// All surroundings that look the same, itself among them.
    pub(super) fn alike(self) -> Vec<Self> {
        let rim = self.0 & 1 == 1;
        let degree = (self.0 / 2 % (MOST as u32 + 1)) as usize;
        let number = self.0 / 2 / (MOST as u32 + 1);
        let cells: Vec<(usize, usize)> = (0..degree as u32)
            .map(|place| number / STATES.pow(place) % STATES)
            .map(|cell| ((cell % 3) as usize, (cell / 3) as usize))
            .collect();
        // Seen in the mirror a place across lies between the same neighbours, which come in the other order.
        let at = |place: usize| cells[place % degree.max(1)];
        let mirrored: Vec<(usize, usize)> =
            (0..degree).map(|place| (at(degree - 1 - place).0, at(2 * degree - 2 - place).1)).collect();
        let turns = if rim { 1 } else { degree };
        let turned = |cells: &[(usize, usize)], by: usize| {
            Self::of(rim, cells[by..].iter().chain(&cells[..by]).copied())
        };
        (0..turns).flat_map(|by| [turned(&cells, by), turned(&mirrored, by)]).collect()
    }

    /// The first of those that look the same.
    pub(super) fn first(self) -> Self {
        self.alike().into_iter().min().unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_ring_without_symmetry_looks_the_same_in_twelve_ways() {
        let ring = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (0, 3)];
        let one = Surroundings::of(false, ring.into_iter());
        let alike: BTreeSet<Surroundings> = one.alike().into_iter().collect();
        assert_eq!(alike.len(), 12);
        assert!(alike.contains(&one));
        assert!(alike.iter().all(|other| other.first() == one.first()));
        // The same ring read the other way round, beginning at its last neighbour.
        let other_way = [(0, 1), (1, 2), (0, 1), (0, 0), (2, 0), (1, 3)];
        assert_eq!(Surroundings::of(false, other_way.into_iter()).first(), one.first());
    }

    #[test]
    fn on_the_rim_only_the_mirror_image_is_the_same() {
        let open = Surroundings::of(true, [(1, 0), (2, 1), (0, 0), (0, OUTSIDE)].into_iter());
        let mirrored = Surroundings::of(true, [(0, 0), (0, 1), (2, 0), (1, OUTSIDE)].into_iter());
        let turned = Surroundings::of(true, [(2, 1), (0, 0), (0, OUTSIDE), (1, 0)].into_iter());
        assert_eq!(open.first(), mirrored.first());
        assert_ne!(open.first(), turned.first());
        assert_ne!(
            open.first(),
            Surroundings::of(false, [(1, 0), (2, 1), (0, 0), (0, OUTSIDE)].into_iter()).first()
        );
    }
}
