//! The cross table: each entrant's opponents and results, round by round, and who scored what against whom.

use super::EntrantStanding;
use crate::tournament::Tournament;
use serde::Serialize;
use taijitu_protocol::{EntrantId, Side};

/// What an entrant did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The round, from 1.
    pub round: u16,
    /// The opponent; none for a bye.
    pub opponent: Option<EntrantId>,
    /// The colour in the first game.
    pub side: Option<Side>,
    /// Half points; none while the game runs.
    pub half_points: Option<u32>,
    /// Whether a game was played.
    pub is_played: bool,
}

/// A line of the cross table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossRow {
    /// The entrant.
    pub entrant: EntrantId,
    /// Games and byes, in order. Rounds in which the entrant was absent are missing.
    pub cells: Vec<Cell>,
}

/// The cross table, in the order of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    /// Its lines.
    pub rows: Vec<CrossRow>,
}

impl CrossTable {
    /// Half points of one entrant against another, one number for each finished game.
    #[must_use]
    pub fn against(&self, one: EntrantId, other: EntrantId) -> Vec<u32> {
        let row = self.rows.iter().find(|row| row.entrant == one);
        let cells = row.map_or(&[][..], |row| &row.cells).iter();
        cells.filter(|cell| cell.opponent == Some(other)).filter_map(|cell| cell.half_points).collect()
    }
}

impl Tournament {
    /// The cross table.
    #[must_use]
    pub fn cross_table(&self) -> CrossTable {
        let row = |row: EntrantStanding| CrossRow { entrant: row.entrant, cells: self.cells(row.entrant) };
        CrossTable { rows: self.standings().into_iter().map(row).collect() }
    }

    /// What an entrant did, in the order of the rounds.
    #[must_use]
    pub fn cells(&self, id: EntrantId) -> Vec<Cell> {
        let Some(entrant) = self.entrant(id) else {
            return vec![];
        };
        let games =
            entrant.pairings.iter().filter_map(|pairing| self.pairing(*pairing)).map(|pairing| Cell {
                round: pairing.round,
                opponent: Some(pairing.opponent(id)),
                side: pairing.side(id),
                half_points: pairing.result().map(|_| pairing.half_points(id)),
                is_played: pairing.result().is_some_and(taijitu_protocol::GameResult::is_played),
            });
        let bye_points = if self.counts_byes() { 2 } else { 0 };
        let byes = entrant.byes.iter().map(|round| Cell {
            round: *round,
            opponent: None,
            side: None,
            half_points: Some(bye_points),
            is_played: false,
        });
        let mut cells: Vec<Cell> = games.chain(byes).collect();
        cells.sort_by_key(|cell| cell.round);
        cells
    }
}
