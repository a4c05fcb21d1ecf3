//! What each description is worth, in hundredths: a stone worth 69 more is twice as likely to be chosen.
//!
//! The file `weights/y.txt` is what `taijitu tune y` prints: a comment that says how it was made, the weights of the
//! descriptions in the order of [`super::SIZES`] and the shapes, then a line for each of the surroundings that were met
//! often.

use super::surroundings::Surroundings;
use super::{KINDS, all_descriptions};
use crate::pattern::weights_of;
use std::fmt::Write as _;
use std::sync::LazyLock;
use taijitu_rules::Game as _;
use taijitu_rules::games::y::Y;

/// The weights in use. In a browser that has no file of them, every description weighs the same.
pub(super) static WEIGHTS: LazyLock<PolicyWeights> = LazyLock::new(|| {
    let file = weights_of(Y::meta().id, include_bytes!("../../../weights/y.txt"));
    let mut weights = PolicyWeights::read(&String::from_utf8_lossy(&file));
    weights.kinds.resize(all_descriptions(), 0);
    weights
});

/// The weights of descriptions and of surroundings.
#[derive(Debug)]
pub(super) struct PolicyWeights {
    pub(super) kinds: Vec<i16>,
    /// A hash table by the number of the surroundings; 0 is an empty slot.
    slots: Vec<(u32, i16)>,
}

impl PolicyWeights {
    /// From what [`write`] made; lines that are no weights are left out.
    fn read(text: &str) -> Self {
        let lines = || text.lines().filter(|line| !line.starts_with('#'));
        let is_pair = |line: &&str| line.contains(':');
        let kinds = lines().filter(|line| !is_pair(line)).flat_map(str::split_whitespace);
        let kinds = kinds.filter_map(|weight| weight.parse().ok()).collect();
        let pair = |line: &str| {
            let (number, weight) = line.split_once(':')?;
            Some((Surroundings(number.parse().ok()?), weight.trim().parse().ok()?))
        };
        let pairs: Vec<(Surroundings, i16)> = lines().filter(is_pair).filter_map(pair).collect();
        let mut weights = Self { kinds, slots: vec![(0, 0); (pairs.len() * 32).next_power_of_two()] };
        for (first, weight) in pairs {
            first.alike().into_iter().for_each(|alike| weights.put(alike, weight));
        }
        weights
    }

    /// The slot of these surroundings, or the empty one where they would be.
    fn slot(&self, of: Surroundings) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (of.0.wrapping_mul(0x9e37_79b9) >> 8) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != of.0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn put(&mut self, of: Surroundings, weight: i16) {
        let slot = self.slot(of);
        self.slots[slot] = (of.0, weight);
    }

    /// The weight of these descriptions and surroundings together.
    pub(super) fn sum(&self, holds: &[u16; KINDS], around: Surroundings) -> i32 {
        let kinds: i32 = holds.iter().map(|&number| i32::from(self.kinds[usize::from(number)])).sum();
        kinds + i32::from(self.slots[self.slot(around)].1)
    }
}

/// The file of these weights: of the descriptions, and of surroundings.
pub(super) fn write(how: &str, kinds: &[f64], surroundings: &[(Surroundings, f64)]) -> String {
    let mut out = format!("# {how}\n");
    // Writing to a string does not fail.
    for row in kinds.chunks(16) {
        let row: Vec<String> = row.iter().map(|weight| format!("{:.0}", 100.0 * weight)).collect();
        let _ = writeln!(out, "{}", row.join(" "));
    }
    for (Surroundings(number), weight) in surroundings {
        let _ = writeln!(out, "{number}: {:.0}", 100.0 * weight);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_files_read_back() {
        let ring = Surroundings::of(false, [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (0, 3)].into_iter());
        let text = write("a test", &[0.5, -1.25, 0.0], &[(ring.first(), 0.75)]);
        let weights = PolicyWeights::read(&text);
        assert_eq!(weights.kinds, [50, -125, 0]);
        let holds = [0, 1, 2, 2, 2, 2, 2];
        assert!(ring.alike().into_iter().all(|alike| weights.sum(&holds, alike) == 0));
        let other = Surroundings::of(false, [(1, 0); 6].into_iter());
        assert_eq!(weights.sum(&holds, other), -75);
    }
}
