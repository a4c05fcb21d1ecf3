//! Ends that are not played on the board: resigning, aborting, claiming, flags; and gifts of time.

use super::CommandResult;
use super::playing::{ending, flag};
use crate::clock::DecisionContext;
use crate::log_event::{LogEvent, Occupant};
use crate::problems;
use crate::quota::GIFT_STEP;
use crate::seats::chosen;
use crate::table::Table;
use taijitu_protocol::{Claim, PlayerId, Seat, SeatChoice, State, Time};
use taijitu_rules::{Outcome, Reason};

/// How long both see a countdown before the game of an absent player may be claimed.
pub(super) const COUNTDOWN: i64 = 60_000;

impl Table {
    pub(super) fn resign(&self, seat: Seat, context: &DecisionContext<'_>) -> CommandResult {
        let game = self.game_running()?;
        let partner_has_to = game.partner(seat).filter(|&partner| {
            let me = self.seats[seat.index()];
            let partner_sits = self.seats[partner.index()];
            matches!(partner_sits, Some(Occupant::Player(_))) && partner_sits != me
        });
        match partner_has_to {
            Some(_) if game.resigning.contains(&seat) => Err(problems::already_resigning()),
            Some(partner) if !game.resigning.contains(&partner) => Ok(vec![LogEvent::Resigning { seat }]),
            _ => {
                let winner = game.rules_side(seat).other();
                self.ended(Outcome::win(winner, Reason::Resigned), self.left(game, context))
            }
        }
    }

    pub(super) fn abort(&self, context: &DecisionContext<'_>) -> CommandResult {
        let game = self.game_running()?;
        if game.turns as usize >= self.seats.len() {
            return Err(problems::too_late_to_abort());
        }
        Ok(vec![ending(Outcome::draw(Reason::Aborted), self.left(game, context))])
    }

    pub(super) fn claim(&self, seat: Seat, what: Claim, context: &DecisionContext<'_>) -> CommandResult {
        let game = self.game_running()?;
        if !game.clock.is_live() {
            return Err(problems::not_live());
        }
        if game.paused {
            return Err(problems::paused());
        }
        let opponent = |seat_away: &Seat| game.side(*seat_away) != game.side(seat) && game.acts(*seat_away);
        let claim_at = game.absent.iter().find(|(away, _)| opponent(away)).map(|(_, at)| *at);
        let claim_at = claim_at.ok_or_else(problems::nobody_absent)?;
        // Time without a server does not count for the countdown.
        if context.outages.elapsed(claim_at - COUNTDOWN, context.now) < COUNTDOWN {
            return Err(problems::claim_early());
        }
        let winner = (what == Claim::Win).then(|| game.rules_side(seat));
        Ok(vec![ending(Outcome { winner, reason: Reason::Claimed }, self.left(game, context))])
    }

    pub(super) fn give_time(
        &self,
        seat: Seat,
        to: &SeatChoice,
        seconds: u32,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        let game = self.game_running()?;
        let to = chosen(to, self.seats.len(), game.even())?;
        if !matches!(self.setup.time, Time::Total { .. }) {
            return Err(problems::no_clock());
        }
        if game.side(to) == game.side(seat) {
            return Err(problems::gift_to_opponent());
        }
        if !(1..=3600).contains(&seconds) {
            return Err(problems::gift_size());
        }
        if game.has_partners() {
            if seconds != GIFT_STEP {
                return Err(problems::gift_step());
            }
            if !game.quota.may_get_gift(to) {
                return Err(problems::too_many_gifts());
            }
        }
        let mut left = self.left(game, context);
        left[to.index()] += i64::from(seconds) * 1000;
        Ok(vec![LogEvent::Gift { to, seconds, left }])
    }

    /// A player's clock by correspondence stands until a time. Not where two play against two: it would be a message to the
    /// partner.
    pub(super) fn vacation(
        &self,
        player: PlayerId,
        until: i64,
        context: &DecisionContext<'_>,
    ) -> Vec<LogEvent> {
        let Some(game) = self.running().filter(|game| !game.clock.is_live() && !game.has_partners()) else {
            return vec![];
        };
        let is_new = |seat: &Seat| {
            let before = game.clock.away_until(*seat);
            before != until && before.max(until) > context.now
        };
        let until = until.max(context.now);
        let entry = |seat| LogEvent::Vacation { seat, until, left: self.left(game, context) };
        self.seats_of(player).filter(is_new).map(entry).collect()
    }

    /// Stops the clocks of a running game, or lets them run again. Nothing follows if they do so already.
    pub(super) fn set_paused(&self, paused: bool, context: &DecisionContext<'_>) -> Vec<LogEvent> {
        let Some(game) = self.running().filter(|game| game.paused != paused) else { return vec![] };
        let left = self.left(game, context);
        vec![if paused { LogEvent::Paused { left } } else { LogEvent::Resumed { left } }]
    }

    /// Handles a deadline input. Nothing follows if the deadline has not passed.
    pub(super) fn deadline_passed(&self, context: &DecisionContext<'_>) -> Vec<LogEvent> {
        if !self.is_due(context.now, context.outages) {
            return vec![];
        }
        match self.running() {
            Some(game) => {
                let running = game.running(&self.seats);
                match game.clock.fallen(&running, context) {
                    Some(seat) => vec![flag(game, seat, self.left(game, context))],
                    None => vec![ending(Outcome::draw(Reason::Aborted), self.left(game, context))],
                }
            }
            None => vec![LogEvent::Closed],
        }
    }

    /// The host of the site closes the table: a running game ends without a result.
    pub(super) fn close_down(&self, context: &DecisionContext<'_>) -> Vec<LogEvent> {
        let abort =
            self.running().map(|game| ending(Outcome::draw(Reason::Aborted), self.left(game, context)));
        debug_assert!(self.state() != State::Closed, "a closed table takes no command");
        abort.into_iter().chain([LogEvent::Closed]).collect()
    }
}
