//! A position without a table, for lessons and analysis.
//! The request contains everything, and nothing is stored.

use crate::problems;
use crate::scene::{branches, follow, position, why};
use crate::seats::{seat_of, side_of};
use crate::setup::{kind, seats_with};
use crate::wire::{self, rules_side, wire_side};
use std::collections::BTreeMap;
use taijitu_protocol::{
    Branch, Problem, Reply, Scene, Seat, Side, Study, StudyView, Touch, TouchExplanation,
};
use taijitu_rules::{Actors, AnyPlay, Audience, Options, TurnError};

/// Maximum number of turns of a study.
const TURNS: usize = 500;

/// The position of a study.
#[derive(Debug)]
pub struct StudyPosition {
    play: Box<dyn AnyPlay>,
    options: BTreeMap<String, String>,
    turns: Vec<String>,
    side: taijitu_rules::Side,
}

impl StudyPosition {
    /// Sets up the position of a study and plays its turns.
    ///
    /// # Errors
    /// `bad_option`, `invalid` (the set-up), `illegal_turn` or `too_large`, with the option or the number of
    /// the turn.
    pub fn read(study: &Study) -> Result<Self, Problem> {
        if study.turns.len() > TURNS {
            return Err(problems::too_many_turns());
        }
        let kind = kind(&study.game)?;
        let pairs: Vec<String> = study.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let bad_option = |error: taijitu_rules::OptionError| problems::bad_options(&error);
        let options =
            Options::parse(kind.meta().options, pairs.iter().map(String::as_str)).map_err(bad_option)?;
        let mut play = match &study.setup {
            Some(setup) => kind.set_up(options, setup).map_err(|error| problems::bad_setup(&error))?,
            None => kind.start(options).map_err(bad_option)?,
        };
        let mut turns = vec![];
        for (number, text) in (1..).zip(&study.turns) {
            turns.push(play.turn(text).map_err(|error| illegal_at(number, &error))?);
        }
        let side = study.side.map_or(play.to_act().side(), rules_side);
        Ok(Self { play, options: study.options.clone(), turns, side })
    }

    /// The position itself.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// The position itself, and the side it is seen by.
    #[must_use]
    pub fn into_play(self) -> (taijitu_rules::Side, Box<dyn AnyPlay>) {
        (self.side, self.play)
    }

    /// The position as its side sees it, with what may be touched if it has to act.
    #[must_use]
    pub fn view(&self) -> StudyView {
        let audience = Audience::Side(self.side);
        let outcome = self.play.outcome();
        let acts = outcome.is_none() && self.play.to_act().includes(self.side);
        let even = if self.play.swapped() { Side::Black } else { Side::White };
        let seats = seats_with(&self.options);
        let acting = match self.play.to_act() {
            _ if outcome.is_some() => vec![],
            Actors::One(seat) => vec![seat_of(seat, even)],
            Actors::Both => Seat::all(seats).collect(),
        };
        let scene = Scene {
            turn: self.turns.len() as u32,
            sides: Seat::all(seats).map(|seat| side_of(seat, even)).collect(),
            acts: acting,
            next: acts.then(|| branches(&mut *self.play.draft(self.side), self.side)),
            ..position(&*self.play, audience)
        };
        StudyView {
            scene,
            turns: self.turns.clone(),
            outcome: outcome.map(|end| wire::outcome(end.winner.map(wire_side), end.reason.text().en)),
            setup: self.play.setup(audience),
        }
    }

    /// What may be touched after some touches.
    ///
    /// # Errors
    /// `illegal_turn` if the touches do not begin a turn.
    pub fn branch(&self, touches: &[Touch]) -> Result<Vec<Branch>, Problem> {
        let mut draft = self.play.draft(self.side);
        follow(&mut *draft, touches)?;
        Ok(branches(&mut *draft, self.side))
    }

    /// Why something cannot be touched after some touches.
    ///
    /// # Errors
    /// `illegal_turn` if the touches do not begin a turn; `invalid` for a word the game does not have.
    pub fn why(&self, touches: &[Touch], touch: &Touch) -> Result<TouchExplanation, Problem> {
        let mut draft = self.play.draft(self.side);
        follow(&mut *draft, touches)?;
        why(&*draft, self.play.meta(), touch)
    }
}

/// A turn with the points it touches.
#[must_use]
pub fn reply(play: &dyn AnyPlay, by: taijitu_rules::Side, turn: String) -> Reply {
    let mut after = play.boxed_clone();
    let played = after.turn_by(by, &turn).is_ok();
    let points = if played { wire::points(&after.last_points()) } else { vec![] };
    Reply { turn, points }
}

fn illegal_at(number: usize, error: &TurnError) -> Problem {
    let mut problem = problems::illegal(error);
    problem.message.en = format!("turn {number}: {}", problem.message.en);
    problem.message.fr = format!("coup {number} : {}", problem.message.fr);
    problem
}
