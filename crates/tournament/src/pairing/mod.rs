//! Pairing: which entrants play each other in the next round.

mod arena;
mod colours;
mod explain;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

use crate::decide::forfeit;
use crate::entrant::{Entrant, Members};
use crate::log_event::LogEvent;
use crate::pairing_log::{PairedRow, PairingReasons, ReasonSide, TournamentPairing};
use crate::random::mix;
use crate::tournament::Tournament;
use std::cmp::Reverse;
use swiss::SwissPlayer;
use taijitu_protocol::{EntrantId, EntrantPresence, PairingId, TournamentKind, Venue};

/// Rows and byes of a round.
type RoundRows = (Vec<PairedRow>, Vec<EntrantId>);

impl Tournament {
    /// The events that pair the next round, or the next batch of an arena. Empty if there is nobody to pair.
    pub(crate) fn pair_round(&self) -> Vec<LogEvent> {
        let next = self.rounds.len();
        match self.settings.kind {
            TournamentKind::Arena { .. } => self.pair_arena(),
            TournamentKind::Swiss { .. } => self.pair_swiss(),
            TournamentKind::RoundRobin { at_once, .. } => {
                let count = usize::from(self.round_count().unwrap_or(0));
                let last = if at_once { count } else { next + 1 };
                let mut first = self.pairings.len();
                let mut events = vec![];
                for number in next..last {
                    let rows = self.round_robin_rows(number);
                    let length = rows.0.len();
                    events.extend(self.paired(number, first, rows));
                    first += length;
                }
                events
            }
            TournamentKind::Knockout { third_place } => {
                let round = self.knockout_round(third_place);
                let row = |(white, black, slot)| PairedRow { slot, ..self.plain_row(white, black) };
                let rows = round.matches.into_iter().map(row).collect();
                self.paired(next, self.pairings.len(), (rows, round.byes))
            }
        }
    }

    /// The event of a round, counted from 0, and the results of the games whose players are missing.
    fn paired(&self, round: usize, first: usize, (rows, byes): RoundRows) -> Vec<LogEvent> {
        let (Ok(number), Some(first_id)) = (u16::try_from(round + 1), PairingId::at(first)) else {
            return vec![];
        };
        let is_missing = |id: EntrantId| {
            self.entrant(id).is_some_and(|entrant| entrant.presence != EntrantPresence::Present)
        };
        let lost = |(at, row): (usize, &PairedRow)| {
            let pairing = TournamentPairing::new(PairingId::at(first + at)?, (0, 0), row, Venue::Page);
            forfeit(&pairing, is_missing)
        };
        let forfeits: Vec<LogEvent> = rows.iter().enumerate().filter_map(lost).collect();
        let mut events = vec![LogEvent::Paired { round: number, first: first_id, rows, byes }];
        events.extend(forfeits);
        events
    }

    fn pair_arena(&self) -> Vec<LogEvent> {
        let waiting = self.waiting();
        let rows = self.arena_rows(&waiting);
        if rows.is_empty() {
            return vec![];
        }
        let newcomer = EntrantId::at(self.entrants.len());
        let mut events = vec![];
        let plays = |id: EntrantId| rows.iter().any(|row| row.white == id || row.black == id);
        if let (Some(entrant), Some(level)) = (newcomer.filter(|id| plays(*id)), self.settings.filler) {
            events.push(LogEvent::Entered { entrant, members: Members::Level(level), rating: None });
        }
        events.extend(self.paired(self.rounds.len(), self.pairings.len(), (rows, vec![])));
        events
    }

    /// How often two entrants were paired.
    pub(crate) fn met(&self, one: EntrantId, two: EntrantId) -> usize {
        let pairings = self.entrant(one).map_or(&[][..], |entrant| &entrant.pairings);
        let against =
            |id: &&PairingId| self.pairing(**id).is_some_and(|pairing| pairing.opponent(one) == two);
        pairings.iter().filter(against).count()
    }

    /// The events by which the computer joins a Swiss whose field is odd, or leaves one that is even; and the field.
    fn fill_swiss(&self) -> (Vec<LogEvent>, Vec<EntrantId>) {
        let mut field: Vec<EntrantId> = self.present().map(|entrant| entrant.id).collect();
        let is_odd = !field.len().is_multiple_of(2);
        let events = match (self.filler(), self.settings.filler) {
            (Some(filler), _) if is_odd => {
                field.push(filler.id);
                let is_away = filler.presence != EntrantPresence::Present;
                if is_away { vec![LogEvent::Back { entrant: filler.id }] } else { vec![] }
            }
            (Some(filler), _) if filler.presence == EntrantPresence::Present => {
                vec![LogEvent::Absent { entrant: filler.id }]
            }
            (None, Some(level)) if is_odd => match EntrantId::at(self.entrants.len()) {
                Some(entrant) => {
                    field.push(entrant);
                    vec![LogEvent::Entered { entrant, members: Members::Level(level), rating: None }]
                }
                None => vec![],
            },
            _ => vec![],
        };
        (events, field)
    }

    fn pair_swiss(&self) -> Vec<LogEvent> {
        let (mut events, mut field) = self.fill_swiss();
        field.sort_by_key(|id| (Reverse(self.half_points(*id)), self.seed_of(*id)));
        let players: Vec<SwissPlayer> = field.iter().map(|id| self.swiss_player(*id)).collect();
        let n = field.len();
        let mut met = vec![0_u32; n * n];
        let mut place = vec![None; self.entrants.len() + 1];
        field.iter().enumerate().for_each(|(at, id)| place[id.index()] = Some(at));
        for pairing in &self.pairings {
            if let (Some(one), Some(two)) = (place[pairing.white.index()], place[pairing.black.index()]) {
                met[one * n + two] += 1;
                met[two * n + one] += 1;
            }
        }
        let seed = mix(self.seed, self.rounds.len() as u64, 0);
        let round = swiss::pair(&players, |one, two| met[one * n + two], seed);
        let why = |one: usize, two: usize| {
            let gap = players[one].points.abs_diff(players[two].points);
            let nearer = |other: &usize| {
                met[one * n + other] > 0 && players[one].points.abs_diff(players[*other].points) < gap
            };
            let nearer_met = (0..n).filter(nearer).count() as u16;
            ReasonSide { points: players[one].points, balance: players[one].colours.balance, nearer_met }
        };
        let row = |&(white, black): &(usize, usize)| PairedRow {
            white: field[white],
            black: field[black],
            slot: 0,
            why: PairingReasons {
                white: why(white, black),
                black: why(black, white),
                met: met[white * n + black] as u16,
            },
        };
        let rows = round.pairs.iter().map(row).collect();
        let byes = round.bye.map(|bye| field[bye]).into_iter().collect();
        events.extend(self.paired(self.rounds.len(), self.pairings.len(), (rows, byes)).into_iter().take(1));
        events
    }

    fn swiss_player(&self, id: EntrantId) -> SwissPlayer {
        SwissPlayer {
            points: self.half_points(id),
            colours: self.colours_of(id),
            had_bye: self.entrant(id).is_some_and(|entrant: &Entrant| !entrant.byes.is_empty()),
        }
    }

    fn round_robin_rows(&self, number: usize) -> RoundRows {
        let seeded = self.seeded();
        let (pairs, bye) = round_robin::round(self.field, number);
        let rows = pairs.into_iter().map(|(white, black)| self.plain_row(seeded[white], seeded[black]));
        (rows.collect(), bye.map(|bye| seeded[bye]).into_iter().collect())
    }

    /// A row of a round whose pairings follow from a table or a bracket.
    fn plain_row(&self, white: EntrantId, black: EntrantId) -> PairedRow {
        let side = |id| ReasonSide {
            points: self.half_points(id),
            balance: self.colours_of(id).balance,
            nearer_met: 0,
        };
        let met = self.met(white, black) as u16;
        PairedRow {
            white,
            black,
            slot: 0,
            why: PairingReasons { white: side(white), black: side(black), met },
        }
    }
}
