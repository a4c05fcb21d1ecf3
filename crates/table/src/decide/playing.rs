//! Playing a turn, and what follows from it: the end of the game or of a round, lapsed offers.

use super::{CommandResult, Decision};
use crate::clock::DecisionContext;
use crate::game::{TableGame, acting_in};
use crate::log_event::{LogEvent, Occupant, OfferTerms};
use crate::problems;
use crate::table::Table;
use taijitu_protocol::{PlayerId, Problem, Seat};
use taijitu_rules::{AnyPlay, Audience, Outcome, Side};

impl Table {
    pub(super) fn play(
        &mut self,
        player: PlayerId,
        (game, turn): (u32, u32),
        text: &str,
        context: &DecisionContext<'_>,
    ) -> Decision {
        match self.seat_to_play(player, game, turn) {
            Ok(seat) => self.turn(seat, false, text, context),
            Err(problem) => Err(problem).into(),
        }
    }

    pub(super) fn engine_plays(
        &mut self,
        seat: Seat,
        (game, turn): (u32, u32),
        text: &str,
        context: &DecisionContext<'_>,
    ) -> Decision {
        let is_engine = matches!(self.seats.get(seat.index()), Some(Some(Occupant::Engine(_))));
        let checked = match self.running() {
            Some(_) if !is_engine => Err(problems::not_seated()),
            Some(running) if running.paused => Err(problems::paused()),
            Some(running) if game != running.number => Err(problems::wrong_game()),
            // Ignore a turn that an engine found before a turn was taken back.
            Some(running) if !running.expects(turn, false) || !running.acts(seat) => {
                Err(problems::wrong_turn(running.turns + 1, turn))
            }
            Some(_) => Ok(()),
            None => Err(problems::not_running()),
        };
        match checked {
            Ok(()) => self.turn(seat, true, text, context),
            Err(problem) => Err(problem).into(),
        }
    }

    fn seat_to_play(&self, player: PlayerId, number: u32, turn: u32) -> Result<Seat, Problem> {
        let seats: Vec<Seat> = self.seats_of(player).collect();
        if seats.is_empty() {
            return Err(problems::not_seated());
        }
        let game = self.game_running()?;
        if number != game.number {
            return Err(problems::wrong_game());
        }
        if game.paused {
            return Err(problems::paused());
        }
        // Check the number before the seat: the second of two clicks is late, not out of turn.
        if !game.expects(turn, seats.len() > 1) {
            return Err(problems::wrong_turn(game.turns + 1, turn));
        }
        let acting = game.acting();
        // Where both sides act at once at a hot seat, Black writes first.
        let first =
            acting.iter().rev().copied().find(|seat| seats.contains(seat) && self.writes_next(game, *seat));
        first.ok_or_else(problems::not_your_turn)
    }

    /// Of two seats of one person that act at once, Black's goes first.
    fn writes_next(&self, game: &TableGame, seat: Seat) -> bool {
        let acting = game.acting();
        let own = acting.iter().filter(|&&other| self.seats[other.index()] == self.seats[seat.index()]);
        own.count() < 2 || game.rules_side(seat) == Side::Black
    }

    /// Plays the turn on the board and returns the events. A refused turn changes nothing.
    fn turn(&mut self, seat: Seat, engine: bool, text: &str, context: &DecisionContext<'_>) -> Decision {
        let sitters = self.seats.clone();
        let Some(game) = self.game.as_mut() else {
            return Err(problems::not_running()).into();
        };
        let running = game.running(&sitters);
        let cost = game.clock.cost(seat, engine, &running, context);
        if cost.too_late {
            let mut left = cost.left;
            left[seat.index()] = 0;
            let events = vec![flag(game, seat, left)];
            return Decision { events, answer: Err(problems::time_up()), on_board: false };
        }
        let side = game.rules_side(seat);
        // `round 2` is not a turn that a player writes: rounds start by themselves.
        let opens_round = text.trim().to_ascii_lowercase().starts_with("round");
        let spelled = match game.play.turn_by(side, if opens_round { "-" } else { text }) {
            Ok(spelled) => spelled,
            Err(error) => return Err(problems::illegal(&error)).into(),
        };
        let shown = game.play.last_turn(Audience::Everyone).filter(|shown| *shown != spelled);
        let outcome = game.play.outcome();
        let acts = if outcome.is_some() { vec![] } else { game.acting() };
        let next = outcome.map(|outcome| after_round(&*game.play, outcome, cost.left.clone(), game));
        let turn = game.turns + 1;
        let played = LogEvent::Played {
            turn,
            seat,
            text: spelled,
            shown,
            spent: cost.spent,
            lag: cost.lag,
            acts,
            left: cost.left,
        };
        let back = game.absent.contains_key(&seat).then_some(LogEvent::Back { seat });
        let mut events = vec![played];
        match next {
            // An offer ends with the game or round it was made in.
            Some(next) => events.push(next),
            None => events.extend(self.lapsed(seat)),
        }
        // A player who plays is not absent.
        events.extend(back.filter(|_| !matches!(events.last(), Some(LogEvent::Ended { .. }))));
        Decision { events, answer: Ok(()), on_board: true }
    }

    /// An offer that the turn has overtaken.
    fn lapsed(&self, seat: Seat) -> Option<LogEvent> {
        let pending = self.game.as_ref()?.pending.as_ref()?;
        let overtaken = match pending.matter {
            OfferTerms::Takeback(_) => true,
            OfferTerms::Draw => pending.waits.contains(&seat),
            _ => false,
        };
        overtaken
            .then_some(LogEvent::Declined { seat: Some(seat).filter(|_| pending.matter == OfferTerms::Draw) })
    }

    /// Ends the game or, where a draw only ends a round, starts the next one.
    pub(super) fn ended(&self, outcome: Outcome, left: Vec<i64>) -> CommandResult {
        let game = self.game_running()?;
        let mut play = game.play.boxed_clone();
        if play.outcome().is_none() && play.end(outcome).is_err() {
            return Err(problems::not_running());
        }
        Ok(vec![match outcome.reason {
            taijitu_rules::Reason::Agreed => after_round(&*play, outcome, left, game),
            _ => ending(outcome, left),
        }])
    }
}

/// What follows the end of a round: the next one, or the end of the game.
fn after_round(play: &dyn AnyPlay, outcome: Outcome, left: Vec<i64>, game: &TableGame) -> LogEvent {
    match play.match_state() {
        Some(state) if state.winner.is_none() => {
            let mut next = play.boxed_clone();
            let [white, black] = state.points;
            match next.next_round() {
                Ok(number) => LogEvent::Round {
                    number: number as u32,
                    points: (white, black),
                    acts: acting_in(&*next, game.even_at_start(), game.seats()),
                },
                Err(_) => ending(outcome, left),
            }
        }
        _ => ending(outcome, left),
    }
}

pub(super) fn ending(outcome: Outcome, left: Vec<i64>) -> LogEvent {
    LogEvent::Ended { winner: Table::wire_winner(&outcome), reason: outcome.reason.to_string(), left }
}

/// The end of a game on time: the side of the seat loses, unless the game was never begun.
pub(super) fn flag(game: &TableGame, seat: Seat, left: Vec<i64>) -> LogEvent {
    if game.is_untouched() {
        return ending(Outcome::draw(taijitu_rules::Reason::Aborted), left);
    }
    let winner = game.rules_side(seat).other();
    ending(Outcome::win(winner, taijitu_rules::Reason::Time), left)
}
