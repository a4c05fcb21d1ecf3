//! Programs at the table: when they act, and what they play.

use super::{TerminalGame, words};
use crate::cli::{self, SeatPlayer};
use crate::clock;
use crate::contest::{ContestPlayer, Pace, first_to_act};
use crate::start;
use anyhow::{Context, Result};
use std::time::Duration;
use taijitu_rules::{AnyPlay, Audience, Pair, Side};
use taijitu_search::Limits;

/// Default search time at full strength.
const UNASKED: Duration = Duration::from_secs(1);

/// A program that plays, and how long it may think.
struct Program {
    player: ContestPlayer,
    pace: Pace,
}

/// The programs that play, by the colour they sat down to; colours may be exchanged later.
#[derive(Default)]
pub(super) struct Programs(Pair<Option<Program>>);

impl Programs {
    /// The programs of the arguments.
    ///
    /// # Errors
    /// If one of them cannot play this game.
    pub(super) fn sit_down(args: &cli::PlayArgs, play: &dyn AnyPlay) -> Result<Self> {
        let seed = args.seed.unwrap_or_else(start::any_seed);
        let sit_down = |seat: &SeatPlayer, seed: u64| -> Result<Option<Program>> {
            let SeatPlayer::Program(contender) = seat else {
                return Ok(None);
            };
            let unasked = if contender.needs_limits() { Limits::time(UNASKED) } else { Limits::default() };
            let mut player = contender.sit_down(play, 1.0)?;
            player.new_game(seed)?;
            let pace = args.timing.pace().unwrap_or(Pace::Turn(unasked));
            Ok(Some(Program { player, pace }))
        };
        Ok(Self(Pair([sit_down(&args.white, seed)?, sit_down(&args.black, seed.wrapping_add(1))?])))
    }
}

impl TerminalGame {
    /// Who sat down to a colour that is this side's by now.
    fn seat(&self, side: Side) -> Side {
        if self.play.swapped() { side.other() } else { side }
    }

    /// Whether a program plays this side.
    pub(super) fn is_program(&self, side: Side) -> bool {
        self.programs.0[self.seat(side)].is_some()
    }

    /// The audience of the board: the only person, or everybody.
    pub(super) fn audience(&self) -> Audience {
        let alone = |side: &Side| !self.is_program(*side) && self.is_program(side.other());
        Side::BOTH.into_iter().find(alone).map_or(Audience::Everyone, Audience::Side)
    }

    /// Whether no person plays.
    pub(super) fn only_programs(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.is_program(side))
    }

    pub(super) fn program_is_to_act(&self) -> bool {
        self.play.outcome().is_none() && self.is_program(self.play.to_act().side())
    }

    /// The program to act plays; true, as the game goes on.
    pub(super) fn program_plays(&mut self) -> Result<bool> {
        let side = self.play.to_act().side();
        if self.screen {
            self.say(&words::thinks(side, self.lang))?;
        }
        let seat = self.seat(side);
        let player_one = (side == first_to_act(&*self.play)) != self.play.swapped();
        if let Some(Program { player, pace }) = &mut self.programs.0[seat] {
            let begun = clock::now();
            let turn = player.choose(&*self.play, &pace.go(), player_one)?.turn;
            pace.spend(clock::now().duration_since(begun));
            self.play.turn_by(side, &turn).context("the program's turn")?;
        }
        self.show()?;
        Ok(true)
    }
}
