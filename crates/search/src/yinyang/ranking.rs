//! Hands ranked by exact solution: every hand of one side against every hand of the other, as far as no law adapts.
//!
//! Both sides know all eight laws there, so this is what hands are worth without secrets: a bound for surprise, not a
//! forecast. `taijitu prove yinyang` runs it.

use super::determinization::{code_of, is_adaptation};
use super::hands::{Hands, LawHand, spelled};
use super::solve::{SolveError, SolvedValue, solve};
use crate::limits::Stop;
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::{Play, Rules, Side};

/// A hand, and the exact results of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedHand {
    /// The hand as its owner writes it.
    pub hand: String,
    /// Games won, drawn and lost.
    pub results: [u32; 3],
}

impl RankedHand {
    /// The share of the games that were won, a draw as half.
    #[must_use]
    pub fn score(&self) -> f64 {
        let [won, drawn, lost] = self.results.map(f64::from);
        (won + drawn / 2.0) / (won + drawn + lost).max(1.0)
    }
}

/// The exact result of a hand of White against one of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandsResult {
    /// This side wins.
    Won(Side),
    /// Neither side can be forced.
    Drawn,
    /// The memory does not suffice.
    Unsolved,
}

/// The hands of White and Black, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRanking {
    /// For each side its hands.
    pub hands: [Vec<RankedHand>; 2],
    /// Pairs that were not solved within the memory.
    pub unsolved: u32,
}

/// The hands in use of which no law adapts.
fn exact_hands() -> [Vec<LawHand>; 2] {
    Side::BOTH.map(|side| {
        let adapts = |hand: &LawHand| hand.iter().any(|&law| is_adaptation(code_of(law, side)));
        Hands::known().0[side.index()].iter().copied().filter(|hand| !adapts(hand)).collect()
    })
}

/// How many pairs [`rank`] solves.
#[must_use]
pub fn pairs() -> usize {
    exact_hands().iter().map(Vec::len).product()
}

/// Solves every pair of hands, each within this memory; `report` is called after each.
///
/// # Errors
/// [`SolveError::Stopped`] if `stop` is set, [`SolveError::NotBetweenTurns`] if a hand cannot be written.
pub fn rank(
    mebibytes: usize,
    stop: &Stop,
    report: &mut dyn FnMut([&str; 2], HandsResult),
) -> Result<HandRanking, SolveError> {
    let hands = exact_hands();
    let ranked = |hand: &LawHand| RankedHand { hand: spelled(hand), results: [0; 3] };
    let mut ranking =
        HandRanking { hands: hands.each_ref().map(|of| of.iter().map(ranked).collect()), unsolved: 0 };
    let [mut whites, mut blacks] = std::mem::take(&mut ranking.hands);
    for white in &mut whites {
        for black in &mut blacks {
            let result = result([&white.hand, &black.hand], mebibytes, stop)?;
            match place(result, Side::White).zip(place(result, Side::Black)) {
                Some((of_white, of_black)) => {
                    white.results[of_white] += 1;
                    black.results[of_black] += 1;
                }
                None => ranking.unsolved += 1,
            }
            report([&white.hand, &black.hand], result);
        }
    }
    ranking.hands = [whites, blacks];
    for of in &mut ranking.hands {
        of.sort_by(|a, b| b.score().total_cmp(&a.score()));
    }
    Ok(ranking)
}

/// Won, drawn or lost by this side.
fn place(result: HandsResult, side: Side) -> Option<usize> {
    match result {
        HandsResult::Won(winner) => Some(if winner == side { 0 } else { 2 }),
        HandsResult::Drawn => Some(1),
        HandsResult::Unsolved => None,
    }
}

/// Who wins if White and Black have these hands and know all laws.
fn result(hands: [&str; 2], mebibytes: usize, stop: &Stop) -> Result<HandsResult, SolveError> {
    let [white, black] = hands.map(|hand| hand.replace(' ', ","));
    let options = [format!("laws_white={white}"), format!("laws_black={black}")];
    let play =
        Play::<YinYang>::start(&[&options[0], &options[1]]).map_err(|_| SolveError::NotBetweenTurns)?;
    let side = play.position().to_act().side();
    let solution = match solve(play.position(), mebibytes, stop) {
        Err(SolveError::Memory { .. }) => return Ok(HandsResult::Unsolved),
        solution => solution?,
    };
    match solution.verdict(play.position()) {
        Some(SolvedValue::Win(_)) => Ok(HandsResult::Won(side)),
        Some(SolvedValue::Loss(_)) => Ok(HandsResult::Won(side.other())),
        Some(SolvedValue::Draw) => Ok(HandsResult::Drawn),
        None => Err(SolveError::NotBetweenTurns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_is_stuck_at_once_loses_exactly() {
        // Black, who begins, can use none of these laws on the full board.
        let stuck = "bb..>b... b.b.>b... b..b>b... .bb.>.b..";
        let white = "wbww>w.ww .w..>ww.w .bb.>wbbw b.b.>bwbw";
        let won = HandsResult::Won(Side::White);
        assert_eq!(result([white, stuck], 1000, &Stop::default()), Ok(won));
        assert_eq!(result([white, stuck], 1, &Stop::default()), Ok(HandsResult::Unsolved));
        let places = [won, HandsResult::Drawn, HandsResult::Unsolved]
            .map(|result| Side::BOTH.map(|side| place(result, side)));
        assert_eq!(places, [[Some(0), Some(2)], [Some(1); 2], [None; 2]]);
    }

    #[test]
    fn only_hands_that_do_not_adapt_are_ranked_and_a_stopped_ranking_ends() {
        let [white, black] = exact_hands();
        assert!(white.len() > 5 && black.len() > 5 && pairs() == white.len() * black.len());
        assert!(white.iter().chain(&black).all(|hand| !spelled(hand).contains('*')));
        let stop = Stop::default();
        stop.stop();
        assert_eq!(rank(1000, &stop, &mut |_, _| ()), Err(SolveError::Stopped));
    }
}
