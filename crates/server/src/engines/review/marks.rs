//! Which turns were not the best, and how accurately a side played.
//!
//! The cost of a turn is the chance to win with the best turn less the chance left after the turn played.
//! From 5 % on it is an inaccuracy, from 10 % a mistake, from 15 % a blunder; draws count half.

use super::judge::{Judgement, held_first};
use super::reverse_replay::ReplayedTurn;
use taijitu_protocol::{Mark, Score, Slip, Variation};
use taijitu_rules::{AnyPlay, Audience, Side};
use taijitu_search::engine::SearchScore;
use taijitu_study::insight::{rounded, variation};
use taijitu_table::wire::wire_side;

/// The least cost of each slip.
const SLIPS: [(f64, Slip); 3] = [(0.15, Slip::Blunder), (0.10, Slip::Mistake), (0.05, Slip::Inaccuracy)];

/// How quickly accuracy falls: a turn that costs a tenth of the chance to win is worth about two thirds.
const STEEPNESS: f64 = 4.35;

/// What a turn cost, and its mark if it was not good; none where turns cannot be judged.
/// If the turn led to something better than the engine had found, the position before is worth that.
pub(super) fn compare(
    play: &dyn AnyPlay,
    before: &mut Judgement,
    after: &Judgement,
    after_setup: &str,
    played: &ReplayedTurn,
) -> Option<(f64, Option<Mark>)> {
    if !before.counts {
        return None;
    }
    let player = held_first(play, played.by);
    let own = |judged: &Judgement| if player == Side::White { judged.first } else { 1.0 - judged.first };
    let chosen = leads_to(play, played.by, before.line.first(), after_setup);
    if own(after) > own(before) || chosen && !before.certain {
        take_over(before, after, &played.text);
    }
    let cost = rounded((own(before) - own(after)).max(0.0));
    if chosen {
        return Some((0.0, None));
    }
    let slip = SLIPS.iter().find(|(least, _)| cost >= *least).map(|(_, slip)| *slip);
    let mark = slip.map(|slip| Mark {
        turn: played.frame,
        by: wire_side(played.by),
        slip,
        cost,
        better: Variation {
            score: before.score.clone(),
            ..variation(play, played.by, &before.line, SearchScore::Chance(0.5))
        },
        proved: before.certain && after.certain,
    });
    Some((cost, mark))
}

/// Whether a turn leads to the position that was reached.
fn leads_to(play: &dyn AnyPlay, by: Side, turn: Option<&String>, setup: &str) -> bool {
    let mut next = play.boxed_clone();
    turn.is_some_and(|turn| next.turn_by(by, turn).is_ok()) && next.setup(Audience::Omniscient) == setup
}

/// Sets the value of a position to that of the turn played there.
fn take_over(before: &mut Judgement, after: &Judgement, played: &str) {
    before.first = after.first;
    before.certain = after.certain;
    before.score = match after.score.clone() {
        Score::Wins { side, turns } => Score::Wins { side, turns: turns.map(|turns| turns + 1) },
        other => other,
    };
    before.line = std::iter::once(played.to_owned()).chain(after.line.iter().cloned()).collect();
}

/// How close turns with these costs come to the best, 0 to 100: each is worth `100·e^(−4.35·cost)`, and all count alike.
pub(super) fn accuracy(costs: &[f64]) -> Option<f64> {
    let worth = |cost: &f64| 100.0 * f64::exp(-STEEPNESS * cost);
    let mean = costs.iter().map(worth).sum::<f64>() / costs.len() as f64;
    (!costs.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_what_turns_cost() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0, 0.0]), Some(100.0));
        let some = accuracy(&[0.0, 0.1]).expect("turns");
        assert!((82.0..83.0).contains(&some), "{some}");
        assert!(accuracy(&[1.0]).expect("a turn") < 2.0);
    }
}
