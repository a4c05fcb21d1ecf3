//! Pairings as the log has made them, with the results of their games.

use serde::{Deserialize, Serialize};
use taijitu_protocol::{EntrantId, GameResult, PairingId, Side, Venue};

/// Games of a pairing in a knockout: two with colours exchanged, and a last one in which a draw is a win for Black.
pub const KNOCKOUT_GAMES: usize = 3;

/// What an entrant brought into a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReasonSide {
    /// Half points before the round; in an arena its points.
    pub points: u32,
    /// Games with White minus games with Black before the round.
    pub balance: i16,
    /// Opponents nearer in points who were not possible because the two had met.
    pub nearer_met: u16,
}

/// Why two entrants were paired, as numbers; [`crate::Tournament::explain`] makes sentences of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingReasons {
    /// Of White.
    pub white: ReasonSide,
    /// Of Black.
    pub black: ReasonSide,
    /// Earlier pairings of these two.
    pub met: u16,
}

/// One line of a round as it is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedRow {
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// The match of a knockout's round, from 0; the match for the third place comes after the final. 0 in other kinds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slot: u16,
    /// The reasons of the pairing.
    pub why: PairingReasons,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(slot: &u16) -> bool {
    *slot == 0
}

/// One game of a pairing. Only knockouts have more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairingGame {
    /// Whether its table has been opened.
    pub opened: bool,
    /// Its result.
    pub result: Option<GameResult>,
    /// Whether the host has corrected the result.
    pub corrected: bool,
}

/// Two entrants who play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPairing {
    /// Its number in the tournament.
    pub id: PairingId,
    /// The round, from 1.
    pub round: u16,
    /// The table number, from 1. No two games that are played at the same time have the same one, unless all games of a
    /// round robin are played at once.
    pub board: u16,
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// The match of a knockout's round.
    pub slot: u16,
    /// Where it is played.
    pub venue: Venue,
    /// Why these two.
    pub why: PairingReasons,
    /// The games; the last one may be running.
    pub games: Vec<PairingGame>,
    /// The results of the running game that White and Black of the pairing have entered.
    pub claims: [Option<GameResult>; 2],
    /// How often each side has entered one.
    pub(crate) claim_counts: [u8; 2],
    /// How often the host has corrected a result of it, and how often it was moved.
    pub(crate) corrections: u8,
    pub(crate) moves: u8,
}

impl TournamentPairing {
    /// A pairing whose first game runs; `round` and `board` are 0 before it is in the log.
    pub(crate) fn new(id: PairingId, (round, board): (u16, u16), row: &PairedRow, venue: Venue) -> Self {
        Self {
            id,
            round,
            board,
            white: row.white,
            black: row.black,
            slot: row.slot,
            venue,
            why: row.why,
            games: vec![PairingGame::default()],
            claims: [None; 2],
            claim_counts: [0; 2],
            corrections: 0,
            moves: 0,
        }
    }

    /// Who has White and Black in a game, counted from 0: colours are exchanged after each game.
    #[must_use]
    pub const fn colours(&self, game: usize) -> (EntrantId, EntrantId) {
        if game.is_multiple_of(2) { (self.white, self.black) } else { (self.black, self.white) }
    }

    /// The entrant's colour in the first game; none if it does not play here.
    #[must_use]
    pub fn side(&self, entrant: EntrantId) -> Option<Side> {
        match entrant {
            _ if entrant == self.white => Some(Side::White),
            _ if entrant == self.black => Some(Side::Black),
            _ => None,
        }
    }

    /// The other one of the two.
    #[must_use]
    pub fn opponent(&self, entrant: EntrantId) -> EntrantId {
        if entrant == self.white { self.black } else { self.white }
    }

    /// The game that is being played, counted from 0.
    #[must_use]
    pub fn running_game(&self) -> Option<usize> {
        let last = self.games.len().checked_sub(1)?;
        self.games[last].result.is_none().then_some(last)
    }

    /// The result of the last game that has one, with its place in the list.
    #[must_use]
    pub fn last_result(&self) -> Option<(usize, GameResult)> {
        self.games.iter().enumerate().rev().find_map(|(at, game)| game.result.map(|result| (at, result)))
    }

    /// The result if every game has one: the pairing is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        if self.running_game().is_some() { None } else { self.last_result().map(|(_, result)| result) }
    }

    /// Half points of an entrant, by the last game of a finished pairing; 0 while it runs.
    #[must_use]
    pub fn half_points(&self, entrant: EntrantId) -> u32 {
        let Some((game, result)) = self.last_result().filter(|_| self.running_game().is_none()) else {
            return 0;
        };
        let side = if self.colours(game).0 == entrant { Side::White } else { Side::Black };
        result.half_points(side)
    }

    /// The winner of a knockout's pairing: of the last game, which Black wins if the third game is drawn.
    /// None while it runs, or if neither played.
    #[must_use]
    pub fn knockout_winner(&self) -> Option<EntrantId> {
        self.result()?;
        let (game, result) = self.last_result()?;
        let (white, black) = self.colours(game);
        match result.winner() {
            Some(Side::White) => Some(white),
            Some(Side::Black) => Some(black),
            None if result == GameResult::Draw => Some(black),
            None => None,
        }
    }

    /// Whether both players have entered a result and they differ.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        matches!(self.claims, [Some(white), Some(black)] if white != black)
    }
}
