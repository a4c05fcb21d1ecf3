//! The bracket of a knockout.

use super::colours::choose;
use crate::random::mix;
use crate::tournament::Tournament;
use taijitu_protocol::{EntrantId, Side};

/// The seeds, from 0, in the order of the lines of a bracket: the first two can meet only in the final, the first four
/// only in the semi-finals, and so on. `size` is a power of two.
fn lines(size: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < size {
        let doubled = 2 * lines.len();
        lines = lines.into_iter().flat_map(|seed| [seed, doubled - 1 - seed]).collect();
    }
    lines
}

/// A round of a knockout: matches by their slots, and those who go on without one.
#[derive(Debug, Default)]
pub(crate) struct KnockoutRound {
    /// White, Black, slot.
    pub(crate) matches: Vec<(EntrantId, EntrantId, u16)>,
    pub(crate) byes: Vec<EntrantId>,
}

impl Tournament {
    /// The next round of a knockout.
    pub(crate) fn knockout_round(&self, third_place: bool) -> KnockoutRound {
        let mut round = KnockoutRound::default();
        let survivors = self.knockout_lines(self.rounds.len());
        for (slot, pair) in (0..).zip(survivors.chunks(2)) {
            self.add_match(&mut round, (pair[0], pair.get(1).copied().flatten()), slot);
        }
        if third_place && survivors.len() == 2 && !self.rounds.is_empty() {
            let losers: Vec<Option<EntrantId>> =
                (0..2).map(|slot| self.knockout_loser(self.rounds.len(), slot)).collect();
            if let [Some(one), Some(two)] = losers[..] {
                self.add_match(&mut round, (Some(one), Some(two)), 1);
            }
        }
        round
    }

    fn add_match(&self, round: &mut KnockoutRound, pair: (Option<EntrantId>, Option<EntrantId>), slot: u16) {
        match pair {
            (Some(one), Some(two)) => {
                let (first, second) = (self.colours_of(one), self.colours_of(two));
                let coin = mix(self.seed, self.rounds.len() as u64, u64::from(slot)) & 1 == 0;
                let one_is_white = choose(&first, &second, coin).first == Side::White;
                let (white, black) = if one_is_white { (one, two) } else { (two, one) };
                round.matches.push((white, black, slot));
            }
            (Some(one), None) | (None, Some(one)) => round.byes.push(one),
            (None, None) => (),
        }
    }

    /// Who is on each line of the bracket after this many rounds; nobody on a line without a winner.
    pub(crate) fn knockout_lines(&self, rounds: usize) -> Vec<Option<EntrantId>> {
        let seeded = self.seeded();
        let field = &seeded[..self.field.min(seeded.len())];
        let size = field.len().next_power_of_two();
        let first: Vec<Option<EntrantId>> =
            lines(size).into_iter().map(|seed| field.get(seed).copied()).collect();
        (1..=rounds).fold(first, |lines, number| {
            let winner = |(slot, pair): (usize, &[Option<EntrantId>])| match pair {
                [Some(_), Some(_)] => self.knockout_pairing(number, slot)?.knockout_winner(),
                [one, two] => one.or(*two),
                _ => None,
            };
            lines.chunks(2).enumerate().map(winner).collect()
        })
    }

    fn knockout_pairing(&self, round: usize, slot: usize) -> Option<&crate::pairing_log::TournamentPairing> {
        let round = self.rounds.get(round.checked_sub(1)?)?;
        let pairings = round.pairings.iter().filter_map(|id| self.pairing(*id));
        pairings.into_iter().find(|pairing| usize::from(pairing.slot) == slot)
    }

    /// The loser of a match that has a winner.
    fn knockout_loser(&self, round: usize, slot: usize) -> Option<EntrantId> {
        let pairing = self.knockout_pairing(round, slot)?;
        Some(pairing.opponent(pairing.knockout_winner()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(lines(1), [0]);
        assert_eq!(lines(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for size in [2, 4, 8, 16, 64, 512] {
            let mut lines = lines(size);
            while lines.len() > 1 {
                // If the better seed always wins, each round halves the list of seeds.
                assert!(lines.chunks(2).all(|pair| pair[0] + pair[1] == lines.len() - 1));
                lines = lines.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
            }
        }
    }
}
