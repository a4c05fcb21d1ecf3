//! Standings of an arena: 2 points for a win, 1 for a draw, twice as many on a streak.

use super::EntrantStanding;
use crate::entrant::Entrant;
use crate::tournament::Tournament;
use taijitu_protocol::TournamentKind;
use taijitu_protocol::{EntrantId, GameResult};

/// Wins in a row after which points count double.
const STREAK: u32 = 2;
/// The rating assumed for an entrant without one, for the performance of opponents.
const UNRATED: i64 = 1500;
/// A win is worth a result against an opponent this much stronger.
const STEP: i64 = 500;

impl Tournament {
    /// The points of each entrant, by number.
    pub(crate) fn arena_points(&self) -> Vec<u32> {
        self.entrants
            .iter()
            .map(|entrant| self.arena_progress(entrant).last().copied().unwrap_or(0))
            .collect()
    }

    /// The points of an entrant after each game.
    fn arena_progress(&self, entrant: &Entrant) -> Vec<u32> {
        let TournamentKind::Arena { streaks, .. } = self.settings.kind else {
            return vec![];
        };
        let (mut total, mut run) = (0, 0);
        self.results_of(entrant)
            .map(|(_, _, half_points)| {
                let factor = if streaks && run >= STREAK { 2 } else { 1 };
                run = if half_points == 2 { run + 1 } else { 0 };
                total += factor * half_points;
                total
            })
            .collect()
    }

    /// The finished games of an entrant: opponent, result, half points.
    fn results_of<'a>(
        &'a self,
        entrant: &'a Entrant,
    ) -> impl Iterator<Item = (EntrantId, GameResult, u32)> + 'a {
        let finished = entrant.pairings.iter().filter_map(|id| {
            let pairing = self.pairing(*id)?;
            Some((pairing.opponent(entrant.id), pairing.result()?, pairing.half_points(entrant.id)))
        });
        finished.into_iter()
    }

    pub(super) fn arena_standings(&self) -> Vec<EntrantStanding> {
        let row = |entrant: &Entrant| {
            let mut row = EntrantStanding::new(entrant.id);
            self.count_games(&mut row);
            row.progress = self.arena_progress(entrant);
            row.points = row.progress.last().copied().unwrap_or(0);
            row.performance = self.performance(entrant);
            row
        };
        self.entrants.iter().map(row).collect()
    }

    /// The mean of the opponents' ratings, 500 more for a win and 500 less for a loss.
    fn performance(&self, entrant: &Entrant) -> Option<u16> {
        let played = self.results_of(entrant).filter(|(_, result, _)| result.is_played());
        let (sum, count) = played.fold((0, 0), |(sum, count), (opponent, _, half_points)| {
            let rating =
                self.entrant(opponent).and_then(|opponent| opponent.rating).map_or(UNRATED, i64::from);
            (sum + rating + STEP * (i64::from(half_points) - 1), count + 1)
        });
        if count == 0 { None } else { u16::try_from((sum / count).max(0)).ok() }
    }
}
