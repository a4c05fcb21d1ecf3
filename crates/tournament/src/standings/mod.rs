//! Standings: points, tie-breaks, ranks, the progress of each entrant, the cross table.

mod arena;
mod cross_table;
mod export;
mod knockout;

pub use cross_table::{Cell, CrossRow, CrossTable};
pub use export::{EntrantNames, ExportLanguage};

use crate::pairing_log::TournamentPairing;
use crate::tournament::Tournament;
use serde::Serialize;
use std::cmp::Reverse;
use taijitu_protocol::TournamentKind;
use taijitu_protocol::{EntrantId, GameResult, Side};

/// One line of the standings. Points, Buchholz and the direct encounter are in half points, in an arena in points;
/// Sonneborn–Berger is in quarter points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntrantStanding {
    /// From 1; entrants whose tie-breaks are all equal share a rank.
    pub rank: u16,
    /// The entrant.
    pub entrant: EntrantId,
    /// What decides first.
    pub points: u32,
    /// Points against those with as many points, if all of them have met.
    pub direct: u32,
    /// The points of the opponents.
    pub buchholz: u32,
    /// The points of opponents beaten, and half the points of opponents drawn with.
    pub sonneborn_berger: u32,
    /// Games won at the board.
    pub wins: u16,
    /// Games drawn.
    pub draws: u16,
    /// Games lost at the board.
    pub losses: u16,
    /// The rating that these results would be usual for.
    pub performance: Option<u16>,
    /// The points after each round; in an arena after each game.
    pub progress: Vec<u32>,
}

impl EntrantStanding {
    fn new(entrant: EntrantId) -> Self {
        Self {
            rank: 0,
            entrant,
            points: 0,
            direct: 0,
            buchholz: 0,
            sonneborn_berger: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            performance: None,
            progress: vec![],
        }
    }
}

/// Half points as people write them: `3½`.
#[must_use]
pub fn format_half_points(points: u32) -> String {
    match (points / 2, points % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The result of an entrant's game: the opponent, the half points, whether it was played.
#[derive(Clone, Copy, Debug)]
struct Encounter {
    opponent: EntrantId,
    half_points: u32,
    is_played: bool,
}

impl Tournament {
    /// The standings, the best first. Those who entered and never played are listed too.
    #[must_use]
    pub fn standings(&self) -> Vec<EntrantStanding> {
        let mut rows = match self.settings.kind {
            TournamentKind::Arena { .. } => self.arena_standings(),
            TournamentKind::Knockout { .. } => self.knockout_standings(),
            TournamentKind::Swiss { .. } | TournamentKind::RoundRobin { .. } => self.point_standings(),
        };
        let kind = self.settings.kind;
        let key = |row: &EntrantStanding| {
            let (first, ties) = match kind {
                TournamentKind::Arena { .. } => (row.performance.unwrap_or(0), (0, 0, 0, 0)),
                TournamentKind::Knockout { .. } => (0, (0, 0, 0, 0)),
                _ => (0, (row.direct, row.buchholz, row.sonneborn_berger, row.wins)),
            };
            Reverse((row.points, first, ties))
        };
        rows.sort_by_key(|row| (key(row), self.seed_of(row.entrant)));
        let mut rank = 0;
        for at in 0..rows.len() {
            if at == 0 || key(&rows[at]) != key(&rows[at - 1]) {
                rank = at as u16 + 1;
            }
            rows[at].rank = rank;
        }
        rows
    }

    /// Half points of an entrant so far, byes of a Swiss included.
    #[must_use]
    pub fn half_points(&self, id: EntrantId) -> u32 {
        let Some(entrant) = self.entrant(id) else {
            return 0;
        };
        let won: u32 = self.encounters(id).map(|encounter| encounter.half_points).sum();
        won + if self.counts_byes() { 2 * entrant.byes.len() as u32 } else { 0 }
    }

    const fn counts_byes(&self) -> bool {
        matches!(self.settings.kind, TournamentKind::Swiss { .. })
    }

    /// The pairings of an entrant that are over.
    fn encounters(&self, id: EntrantId) -> impl Iterator<Item = Encounter> + '_ {
        let pairings = self.entrant(id).map_or(&[][..], |entrant| &entrant.pairings);
        let over = move |pairing: &TournamentPairing| {
            let result = pairing.result()?;
            let is_played = result.is_played();
            Some(Encounter {
                opponent: pairing.opponent(id),
                half_points: pairing.half_points(id),
                is_played,
            })
        };
        pairings.iter().filter_map(move |pairing| over(self.pairing(*pairing)?))
    }

    /// Wins, draws and losses at the board, over all games.
    fn count_games(&self, row: &mut EntrantStanding) {
        let Some(entrant) = self.entrant(row.entrant) else {
            return;
        };
        for pairing in entrant.pairings.iter().filter_map(|id| self.pairing(*id)) {
            for (at, game) in pairing.games.iter().enumerate() {
                let Some(result) = game.result.filter(|result| GameResult::is_played(*result)) else {
                    continue;
                };
                let side = if pairing.colours(at).0 == row.entrant { Side::White } else { Side::Black };
                match result.half_points(side) {
                    2 => row.wins += 1,
                    1 => row.draws += 1,
                    _ => row.losses += 1,
                }
            }
        }
    }

    /// The standings of a Swiss or a round robin, without ranks.
    fn point_standings(&self) -> Vec<EntrantStanding> {
        let points: Vec<u32> = self.entrants.iter().map(|entrant| self.half_points(entrant.id)).collect();
        let mut rows: Vec<EntrantStanding> =
            self.entrants.iter().map(|entrant| EntrantStanding::new(entrant.id)).collect();
        for row in &mut rows {
            let own = points[row.entrant.index()];
            row.points = own;
            self.count_games(row);
            for encounter in self.encounters(row.entrant) {
                // A game that was not played counts as one against an opponent with the same points.
                let theirs = match (encounter.is_played, encounter.half_points) {
                    (true, _) => points[encounter.opponent.index()],
                    (false, 0) => 0,
                    (false, _) => own,
                };
                row.buchholz += theirs;
                row.sonneborn_berger += theirs * encounter.half_points;
            }
            if let Some(entrant) = self.entrant(row.entrant).filter(|_| self.counts_byes()) {
                row.buchholz += own * entrant.byes.len() as u32;
                row.sonneborn_berger += 2 * own * entrant.byes.len() as u32;
            }
            row.progress = self.progress(row.entrant);
        }
        self.add_direct_encounters(&mut rows);
        rows
    }

    /// The half points after each round.
    fn progress(&self, id: EntrantId) -> Vec<u32> {
        let mut won = vec![0; self.rounds.len()];
        let Some(entrant) = self.entrant(id) else {
            return won;
        };
        for pairing in entrant.pairings.iter().filter_map(|pairing| self.pairing(*pairing)) {
            if let Some(round) = won.get_mut(usize::from(pairing.round) - 1) {
                *round += pairing.half_points(id);
            }
        }
        for bye in entrant.byes.iter().filter(|_| self.counts_byes()) {
            if let Some(round) = won.get_mut(usize::from(*bye) - 1) {
                *round += 2;
            }
        }
        let mut total = 0;
        won.iter_mut().for_each(|round| {
            total += *round;
            *round = total;
        });
        won
    }

    /// Sets the direct encounter of those with equal points, where all of them have met.
    fn add_direct_encounters(&self, rows: &mut [EntrantStanding]) {
        rows.sort_by_key(|row| Reverse(row.points));
        for group in rows.chunk_by_mut(|one, two| one.points == two.points) {
            let ids: Vec<EntrantId> = group.iter().map(|row| row.entrant).collect();
            let in_group = |id: EntrantId| ids.contains(&id);
            let direct: Option<Vec<u32>> = ids
                .iter()
                .map(|id| {
                    let inside: Vec<Encounter> =
                        self.encounters(*id).filter(|encounter| in_group(encounter.opponent)).collect();
                    let has_met = |other: &EntrantId| {
                        other == id || inside.iter().any(|encounter| encounter.opponent == *other)
                    };
                    let all = ids.iter().all(has_met);
                    all.then(|| inside.iter().map(|encounter| encounter.half_points).sum())
                })
                .collect();
            for (row, direct) in group.iter_mut().zip(direct.unwrap_or_default()) {
                row.direct = direct;
            }
        }
    }
}
