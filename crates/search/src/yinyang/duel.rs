//! A game between two players with given hands, for tuning.

use super::baseline;
use super::hands::{LawHand, spelled};
use super::observation::Observation;
use super::yinyang_search::YinYangSearch;
use crate::limits::{Limits, Stop};
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Notation, Play, Rules, Side};

/// Longer games count as drawn.
const MOST_TURNS: u32 = 60;

/// The player of a side.
pub(super) enum Duellist {
    /// The engine, with this many nodes for a turn.
    YinYangSearch(Box<YinYangSearch>, u64),
    /// The plain program.
    Baseline(Random),
}

/// Plays a game of White and Black with these hands; returns the winner.
pub(super) fn duel(hands: [LawHand; 2], mut players: [Duellist; 2]) -> Option<Side> {
    let [white, black] = hands.map(|hand| spelled(&hand).replace(' ', ","));
    let options = [format!("laws_white={white}"), format!("laws_black={black}")];
    let mut play = Play::<YinYang>::start(&[&options[0], &options[1]]).ok()?;
    for _ in 0..MOST_TURNS {
        if let Some(outcome) = play.outcome() {
            return outcome.winner;
        }
        let side = play.position().to_act().side();
        let steps = match &mut players[side.index()] {
            Duellist::Baseline(random) => baseline::choose(&play.position().seen_by(side), random)?,
            Duellist::YinYangSearch(search, nodes) => {
                let sight = Observation::of(&play, side);
                search.think(&sight, Limits::nodes(*nodes), &Stop::default(), &mut |_| ())?.steps
            }
        };
        let turn = play.position().spell(&steps, Audience::Omniscient);
        play.turn(&turn).ok()?;
    }
    None
}
