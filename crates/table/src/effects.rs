//! What the server has to do in the current state of a table, as data: the next deadline, the engine that has
//! to play, the offer an engine has to answer.

use crate::clock::Outages;
use crate::log_event::Occupant;
use crate::table::Table;
use std::time::Duration;
use taijitu_protocol::{Command, Level, Seat, Time};
use taijitu_rules::Side;

/// An engine divides its clock as if this many turns were left.
const TURNS_LEFT: i64 = 30;
/// Time an engine never uses up, in milliseconds.
const RESERVE_MS: i64 = 200;
/// An engine accepts no draw before this turn.
const DRAW_FROM: u32 = 12;
/// The least time an engine gets for a turn, in milliseconds.
const MIN_TIME_MS: i64 = 10;

/// What the server has to do in the current state of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// When the server has to send a deadline input, unless another input comes first.
    pub deadline: Option<i64>,
    /// The engine that has to play.
    pub think: Option<EngineTurn>,
    /// The draw an engine has to answer.
    pub draw_offer: Option<DrawOffer>,
}

/// One turn of one seat that an engine has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTurn {
    /// The number of the game.
    pub game: u32,
    /// The number of the turn.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The colour of the seat: the engine is given only what this side may know.
    pub side: Side,
    /// The strength of the engine.
    pub level: Level,
    /// The seed of the search: the same seed and position give the same turn.
    pub seed: u64,
    /// Time that the clock allows.
    pub time: Option<Duration>,
}

/// A draw that was offered to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The number of the offer.
    pub offer: u64,
    /// The seat of the engine.
    pub seat: Seat,
    /// Turns played so far.
    pub turns: u32,
}

impl DrawOffer {
    /// The answer of the engine: it accepts if it did not think to be better off when it last found a turn.
    #[must_use]
    pub fn answer(&self, is_better: Option<bool>) -> Command {
        let offer = Some(self.offer);
        if self.turns >= DRAW_FROM && is_better == Some(false) {
            Command::Accept { offer }
        } else {
            Command::Refuse { offer }
        }
    }
}

impl Table {
    /// What the server has to do in the current state of a table.
    #[must_use]
    pub fn effects(&self, outages: &Outages) -> Effects {
        Effects {
            deadline: self.deadline(outages),
            think: self.engine_turn(),
            draw_offer: self.draw_offer_to_engine(),
        }
    }

    fn engine_turn(&self) -> Option<EngineTurn> {
        let game = self.running().filter(|game| !game.paused)?;
        let engine = |seat: Seat| match self.seats.get(seat.index()) {
            Some(Some(Occupant::Engine(level))) => Some((seat, *level)),
            _ => None,
        };
        let (seat, level) = game.acting().into_iter().find_map(engine)?;
        let turn = game.turns() + 1;
        Some(EngineTurn {
            game: game.number,
            turn,
            seat,
            side: game.rules_side(seat),
            level,
            seed: game.id.0 as u64 ^ u64::from(turn),
            time: self.engine_time(seat),
        })
    }

    /// The time an engine may use for one turn.
    fn engine_time(&self, seat: Seat) -> Option<Duration> {
        let Time::Total { increment, .. } = self.setup.time else {
            return None;
        };
        let left = self.running()?.clock.left.get(seat.index()).copied()?;
        let share = left / TURNS_LEFT + i64::from(increment) * 800;
        // Never more than the time left less the reserve, whatever the increment.
        let most = (left - RESERVE_MS).max(MIN_TIME_MS);
        Some(Duration::from_millis(share.clamp(MIN_TIME_MS, most).unsigned_abs()))
    }

    fn draw_offer_to_engine(&self) -> Option<DrawOffer> {
        let game = self.running()?;
        let pending =
            game.pending.as_ref().filter(|pending| pending.matter == crate::log_event::OfferTerms::Draw)?;
        let engine = |seat: &&Seat| matches!(self.seats.get(seat.index()), Some(Some(Occupant::Engine(_))));
        let seat = *pending.waits.iter().find(engine)?;
        Some(DrawOffer { offer: pending.n, seat, turns: game.turns() })
    }
}
