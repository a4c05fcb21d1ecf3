//! Openings at random, so that two programs do not play the same game again and again.
//!
//! Where the side that begins wins by force, as in Tetra, most random openings are decided: there a search can
//! reject those that favour a side.

use anyhow::{Result, bail};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, GameType, Options};
use taijitu_search::{InformationSet, Limits, Player, SearchScore, Stop, one_ply};

/// Openings that end the game are drawn again, this often.
const TRIES: u64 = 1000;

/// How far from even a fair opening may be: in points, and in the chance that playouts find, whose small differences are
/// already large in the results.
const FAIR_POINTS: i32 = 100;
const FAIR_CHANCE: f64 = 0.05;

/// With playouts a second search with this many times the nodes has to agree: what looks even at first sight often is not.
const SECOND_LOOK: u64 = 4;

/// A game after a few random turns; the same number gives the same opening.
/// With `fair`, one that a search of that many nodes finds even.
///
/// # Errors
/// If the options do not go together, or random turns only ever end the game or favour a side.
pub(crate) fn opening(
    kind: &dyn GameType,
    options: &Options,
    turns: u32,
    fair: Option<u64>,
    number: u64,
) -> Result<Box<dyn AnyPlay>> {
    let mut judge = fair.and_then(|nodes| Some((Player::full(kind.meta().id)?, nodes)));
    for attempt in 0..TRIES {
        let mut random = Random::new(number.wrapping_mul(TRIES).wrapping_add(attempt));
        let mut play = kind.start(options.clone())?;
        // Laws are written by the players of the game, not by the opening.
        if !play.view(Audience::Everyone).laws.is_empty() {
            return Ok(play);
        }
        for _ in 0..turns {
            let Some(turn) = one_ply::random_turn(&InformationSet::to_actor(&*play), &mut random) else {
                break;
            };
            play.turn(&turn)?;
        }
        let mut is_fair = || judge.as_mut().is_none_or(|(judge, nodes)| looks_even(&*play, judge, *nodes));
        if play.outcome().is_none() && is_fair() {
            return Ok(play);
        }
    }
    bail!("{turns} random turns end the game or favour a side; begin with fewer, or with more")
}

/// Whether a search finds that neither side stands much better.
fn looks_even(play: &dyn AnyPlay, judge: &mut Player, nodes: u64) -> bool {
    let mut score = |nodes| {
        let known = InformationSet::to_actor(play);
        Some(judge.think(&known, Limits::nodes(nodes), &Stop::default(), &mut |_| ())?.score)
    };
    let is_even = |chance: f64| (chance - 0.5).abs() <= FAIR_CHANCE;
    match score(nodes) {
        Some(SearchScore::Points(points)) => points.abs() <= FAIR_POINTS,
        Some(SearchScore::Chance(chance)) if is_even(chance) => {
            let second = score(SECOND_LOOK.saturating_mul(nodes));
            matches!(second, Some(SearchScore::Chance(chance)) if is_even(chance))
        }
        Some(SearchScore::Chance(_) | SearchScore::Wins(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games;

    #[test]
    fn a_fair_opening_of_tetra_is_not_won_yet() {
        let kind = games::find("tetra").expect("a game");
        let options = Options::parse(kind.meta().options, []).expect("defaults");
        let mut judge = Player::full("tetra").expect("an engine");
        let usual = opening(kind, &options, 0, None, 1).expect("the start");
        assert!(!looks_even(&*usual, &mut judge, 200_000), "the first player wins by force");
        for number in 0..3 {
            let fair = opening(kind, &options, 5, Some(2_000), number).expect("an opening");
            assert!(looks_even(&*fair, &mut judge, 2_000));
        }
    }
}
