//! One game between two programs.

use super::{ChosenTurn, ContestPlayer};
use crate::clock;
use anyhow::Result;
use std::time::Duration;
use taijitu_rules::{AnyPlay, Outcome, Reason, Side, games};
use taijitu_search::ugi::Go;
use taijitu_search::{Limits, RemainingTime};

/// Time beyond the limit of a turn before it counts as an overrun.
pub(crate) const GRACE: Duration = Duration::from_millis(50);

/// The time control of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The same for every turn.
    Turn(Limits),
    /// A clock each for the whole game; a flag that falls loses.
    Game(RemainingTime),
}

impl Pace {
    /// The parameters for a program that plays against a person without a clock.
    pub(crate) fn go(self) -> Go {
        match self {
            Self::Turn(limits) => Go::from(limits),
            Self::Game(clock) => Go::from([clock; 2]),
        }
    }

    /// Charges a turn to the clock, where there is one. A program that has used it up plays on without delay.
    pub(crate) fn spend(&mut self, took: Duration) {
        if let Self::Game(clock) = self {
            clock.spend(took);
        }
    }
}

/// What the turns of a player took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ContestEffort {
    /// Turns.
    pub(crate) turns: u32,
    /// Time for them.
    pub(crate) time: Duration,
    /// The longest turn.
    pub(crate) longest: Duration,
    /// Nodes, as far as the program says.
    pub(crate) nodes: u64,
    /// The sum of the depths of turns, and how many turns had one.
    pub(crate) depths: (u64, u32),
    /// Turns that took too long.
    pub(crate) overruns: u32,
}

impl ContestEffort {
    fn note(&mut self, chosen: &ChosenTurn, took: Duration, is_late: bool) {
        self.turns += 1;
        self.time += took;
        self.longest = self.longest.max(took);
        self.nodes += chosen.nodes.unwrap_or(0);
        let depth = chosen.depth.filter(|&depth| depth > 0);
        self.depths = (self.depths.0 + depth.unwrap_or(0), self.depths.1 + u32::from(depth.is_some()));
        self.overruns += u32::from(is_late);
    }

    /// Adds what the turns of another game took.
    pub(crate) fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.nodes += other.nodes;
        self.depths = (self.depths.0 + other.depths.0, self.depths.1 + other.depths.1);
        self.overruns += other.overruns;
    }
}

/// What a program did that lost it the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forfeit {
    /// Which of the two.
    pub(crate) player: usize,
    /// What it did.
    pub(crate) why: ForfeitReason,
}

/// What loses a game besides the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ForfeitReason {
    /// An illegal turn, and what is wrong with it.
    Illegal(String),
    /// The program died, hung or did not start.
    Failed(String),
}

/// A game that is over.
pub(crate) struct ContestGame {
    /// All of it.
    pub(crate) play: Box<dyn AnyPlay>,
    /// Whether the first of the two won; `None` is a draw.
    pub(crate) first_won: Option<bool>,
    /// What the turns took, by player.
    pub(crate) efforts: [ContestEffort; 2],
    /// What lost the game besides the rules.
    pub(crate) forfeit: Option<Forfeit>,
}

/// Plays a game to its end, or a match to the end of its round. `white` is the index of the player who has White;
/// after `most_turns` it counts as drawn.
///
/// A program that fails, or whose turn is illegal, loses the game. `paces` are those of the two programs.
///
/// # Errors
/// If the end of the game, by forfeit or by the turn limit, cannot be recorded.
pub(crate) fn play_on(
    mut play: Box<dyn AnyPlay>,
    contestants: &mut [ContestPlayer; 2],
    white: usize,
    paces: [Pace; 2],
    most_turns: u32,
) -> Result<ContestGame> {
    let first = first_to_act(&*play);
    let mut clocks = paces.map(|pace| match pace {
        Pace::Turn(_) => RemainingTime::default(),
        Pace::Game(clock) => clock,
    });
    let mut efforts = [ContestEffort::default(); 2];
    let mut forfeit = None;
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
        let go = match paces[player] {
            Pace::Turn(limits) => Go::from(limits),
            Pace::Game(_) if player_one => Go::from([clocks[player], clocks[1 - player]]),
            Pace::Game(_) => Go::from([clocks[1 - player], clocks[player]]),
        };
        let begun = clock::now();
        let chosen = contestants[player].choose(&*play, &go, player_one);
        let took = clock::now().duration_since(begun);
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(error) => {
                forfeit = Some(Forfeit { player, why: ForfeitReason::Failed(error.to_string()) });
                play.end(Outcome::win(side.other(), Reason::Claimed))?;
                continue;
            }
        };
        let is_late = go.limits(player_one).time.is_some_and(|most| took > most + GRACE);
        efforts[player].note(&chosen, took, is_late);
        if matches!(paces[player], Pace::Game(_)) && !clocks[player].spend(took) {
            play.end(Outcome::win(side.other(), Reason::Time))?;
        } else if let Err(error) = play.turn_by(side, &chosen.turn) {
            forfeit = Some(Forfeit { player, why: ForfeitReason::Illegal(error.to_string()) });
            play.end(Outcome::win(side.other(), Reason::Claimed))?;
        }
    };
    let first_won = outcome.winner.map(|side| owner(side, white, play.swapped()) == 0);
    Ok(ContestGame { play, first_won, efforts, forfeit })
}

/// A game that a program loses before its first turn, because it does not start.
///
/// # Errors
/// If the game cannot be ended.
pub(crate) fn lost_at_once(
    mut play: Box<dyn AnyPlay>,
    player: usize,
    white: usize,
    why: String,
) -> Result<ContestGame> {
    let loser = if player == white { Side::White } else { Side::Black };
    play.end(Outcome::win(loser.other(), Reason::Claimed))?;
    let forfeit = Some(Forfeit { player, why: ForfeitReason::Failed(why) });
    Ok(ContestGame { play, first_won: Some(player != 0), efforts: [ContestEffort::default(); 2], forfeit })
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
