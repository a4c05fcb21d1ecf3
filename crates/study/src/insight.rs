//! An engine's opinion of a position in the types of the protocol: White's chance to win, lines that can be played,
//! points to draw arrows between.

use taijitu_protocol::{Insight, Score, Variation};
use taijitu_rules::{AnyPlay, Outcome, Side};
use taijitu_search::engine::SearchScore;
use taijitu_search::{Choice, Thought, win_probability};
use taijitu_table::wire::{self, wire_side};

/// The current evaluation of a position in which `side` acts.
#[must_use]
pub fn insight(play: &dyn AnyPlay, side: Side, thought: &Thought, ms: u128) -> Insight {
    let best = Choice { line: thought.line.clone(), score: thought.score };
    let choices = std::iter::once(&best).chain(&thought.others);
    Insight {
        depth: thought.depth,
        nodes: thought.nodes,
        ms: u32::try_from(ms).unwrap_or(u32::MAX),
        lines: choices.map(|choice| variation(play, side, &choice.line, choice.score)).collect(),
    }
}

/// The insight into a finished game: its result, and nothing to play.
#[must_use]
pub fn ended(outcome: Outcome) -> Insight {
    let over = Variation { turns: vec![], points: vec![], score: result(outcome) };
    Insight { depth: 0, nodes: 0, ms: 0, lines: vec![over] }
}

/// The score of a finished game.
#[must_use]
pub fn result(outcome: Outcome) -> Score {
    outcome.winner.map_or(Score::Draw, |winner| Score::Wins { side: wire_side(winner), turns: Some(0) })
}

/// A line of turns as far as it can be played, and its score. The given score is that of `side`, which plays
/// the first turn.
#[must_use]
pub fn variation(play: &dyn AnyPlay, side: Side, line: &[String], searched: SearchScore) -> Variation {
    let mut after = play.boxed_clone();
    let (mut turns, mut points, mut colour) = (vec![], vec![], side);
    for text in line {
        let by = if turns.is_empty() { side } else { after.to_act().side() };
        let Ok(spelled) = after.turn_by(by, text) else { break };
        if turns.is_empty() {
            points = wire::points(&after.last_points());
            // After a swap the player of the turn holds the other colour.
            colour = if after.swapped() == play.swapped() { side } else { side.other() };
        }
        turns.push(spelled);
    }
    let length = u32::try_from(turns.len()).ok();
    let score = match searched {
        SearchScore::Wins(winner) => {
            let winner = if colour == side { winner } else { winner.other() };
            let at_its_end = after.outcome().is_some_and(|outcome| outcome.winner == Some(winner));
            Score::Wins { side: wire_side(winner), turns: length.filter(|_| at_its_end) }
        }
        SearchScore::Points(_) | SearchScore::Chance(_) => {
            let own = win_probability::of_score(play, searched, side);
            let for_white = |points: i32| if colour == Side::White { points } else { -points };
            Score::Chance {
                white: rounded(if colour == Side::White { own } else { 1.0 - own }),
                points: if let SearchScore::Points(points) = searched {
                    Some(for_white(points))
                } else {
                    None
                },
            }
        }
    };
    Variation { turns, points, score }
}

/// A probability as it is sent, rounded to a hundredth of a percent.
#[must_use]
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// White's chance to win according to a score; a draw counts half.
#[must_use]
pub const fn white_chance(score: &Score) -> f64 {
    match score {
        Score::Chance { white, .. } => *white,
        Score::Wins { side: taijitu_protocol::Side::White, .. } => 1.0,
        Score::Wins { side: taijitu_protocol::Side::Black, .. } => 0.0,
        Score::Draw => 0.5,
    }
}
