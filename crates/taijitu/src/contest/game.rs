//! One game between two programs.

use super::Mind;
use crate::clock;
use anyhow::Result;
use std::time::Duration;
use taijitu_rules::{AnyPlay, Outcome, Reason, Side, games};
use taijitu_search::ugi::Go;
use taijitu_search::{Limits, RemainingTime};

/// What a turn may take beyond its time before it counts as an overrun.
pub(crate) const GRACE: Duration = Duration::from_millis(50);

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The same for every turn.
    Turn(Limits),
    /// A clock each for the whole game; a flag that falls loses.
    Game(RemainingTime),
}

impl Pace {
    /// What a program is told that plays against a person without a clock.
    pub(crate) fn go(self) -> Go {
        match self {
            Self::Turn(limits) => Go::from(limits),
            Self::Game(clock) => Go::from([clock; 2]),
        }
    }

    /// Takes a turn off the clock, where there is one. A program that has used it up goes on at once.
    pub(crate) fn spend(&mut self, took: Duration) {
        if let Self::Game(clock) = self {
            clock.spend(took);
        }
    }
}

/// A game that is over.
pub(crate) struct ContestGame {
    /// All of it.
    pub(crate) play: Box<dyn AnyPlay>,
    /// Whether the first of the two won; `None` is a draw.
    pub(crate) first_won: Option<bool>,
    /// Turns that took too long, by player.
    pub(crate) overruns: [u32; 2],
    /// A turn that was not legal, which lost the game.
    pub(crate) illegal: Option<String>,
}

/// Plays a game to its end, or a match to the end of its round. `white` says which of the two has White; after
/// `most_turns` it is called drawn.
///
/// # Errors
/// If another program fails; an illegal turn of its only loses the game.
pub(crate) fn play_on(
    mut play: Box<dyn AnyPlay>,
    minds: &mut [Mind; 2],
    white: usize,
    pace: Pace,
    most_turns: u32,
) -> Result<ContestGame> {
    let first = first_to_act(&*play);
    let mut clocks = match pace {
        Pace::Turn(_) => [RemainingTime::default(); 2],
        Pace::Game(clock) => [clock; 2],
    };
    let mut overruns = [0; 2];
    let mut illegal = None;
    let mut turns = 0;
    let outcome = loop {
        if let Some(outcome) = play.outcome() {
            break outcome;
        }
        if turns == most_turns {
            play.end(Outcome::draw(Reason::Agreed))?;
            continue;
        }
        turns += 1;
        let side = play.to_act().side();
        let player_one = (side == first) != play.swapped();
        let player = owner(side, white, play.swapped());
        let go = match pace {
            Pace::Turn(limits) => Go::from(limits),
            Pace::Game(_) if player_one => Go::from([clocks[player], clocks[1 - player]]),
            Pace::Game(_) => Go::from([clocks[1 - player], clocks[player]]),
        };
        let begun = clock::now();
        let turn = minds[player].choose(&*play, &go, player_one)?;
        let took = clock::now().duration_since(begun);
        overruns[player] += u32::from(go.limits(player_one).time.is_some_and(|most| took > most + GRACE));
        if matches!(pace, Pace::Game(_)) && !clocks[player].spend(took) {
            play.end(Outcome::win(side.other(), Reason::Time))?;
        } else if let Err(error) = play.turn_by(side, &turn) {
            illegal = Some(error.to_string());
            play.end(Outcome::win(side.other(), Reason::Claimed))?;
        }
    };
    let first_won = outcome.winner.map(|side| owner(side, white, play.swapped()) == 0);
    Ok(ContestGame { play, first_won, overruns, illegal })
}

/// Who acts first from the usual start of a game: player one of the interface between programs.
pub(crate) fn first_to_act(play: &dyn AnyPlay) -> Side {
    let start = games::find(play.meta().id).and_then(|kind| kind.start(play.options().clone()).ok());
    start.map_or(Side::Black, |start| start.to_act().side())
}

/// Which player has a colour, after an exchange of colours too.
fn owner(side: Side, white: usize, swapped: bool) -> usize {
    if (side == Side::White) == swapped { 1 - white } else { white }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_hands_with_a_swap() {
        assert_eq!(owner(Side::White, 1, false), 1);
        assert_eq!(owner(Side::Black, 1, false), 0);
        assert_eq!(owner(Side::White, 1, true), 0);
        assert_eq!(owner(Side::Black, 0, true), 0);
    }
}
