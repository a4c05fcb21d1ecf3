//! Standings of a knockout: the rounds each entrant won.

use super::EntrantStanding;
use crate::entrant::Entrant;
use crate::tournament::Tournament;
use taijitu_protocol::EntrantId;

impl Tournament {
    /// Points are the rounds won, byes included, as half points; the winner of the match for the third place has half a
    /// point more than the loser.
    pub(super) fn knockout_standings(&self) -> Vec<EntrantStanding> {
        let mut survived = vec![0_u32; self.entrants.len()];
        for rounds in 1..=self.rounds.len() {
            for id in self.knockout_lines(rounds).into_iter().flatten() {
                survived[id.index()] = 2 * rounds as u32;
            }
        }
        if let Some(third) = self.third_place() {
            survived[third.index()] += 1;
        }
        let row = |entrant: &Entrant| {
            let mut row = EntrantStanding::new(entrant.id);
            row.points = survived[entrant.id.index()];
            self.count_games(&mut row);
            row.progress = (1..=self.rounds.len() as u32).map(|round| row.points.min(2 * round)).collect();
            row
        };
        self.entrants.iter().map(row).collect()
    }

    /// The winner of the match for the third place.
    fn third_place(&self) -> Option<EntrantId> {
        let count = usize::from(self.round_count()?);
        let last = self.rounds.get(count.checked_sub(1)?).filter(|_| count > 1)?;
        let pairings = last.pairings.iter().filter_map(|id| self.pairing(*id));
        pairings.into_iter().find(|pairing| pairing.slot == 1)?.knockout_winner()
    }

    /// The winner of a knockout that is over.
    #[must_use]
    pub fn knockout_winner(&self) -> Option<EntrantId> {
        let count = usize::from(self.round_count()?);
        if self.rounds.len() < count {
            return None;
        }
        self.knockout_lines(count).into_iter().next().flatten()
    }
}
