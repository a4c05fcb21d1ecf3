//! Random turns: one at a time by random touches, or a whole game in advance.

use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, Options, Side, Touch, games};

/// Laws a scripted player of Yin Yang writes.
const LAWS: [&str; 6] = ["bbbb>bb.b", "wwww>.www", "b..b>bwwb", "wwbb>w.bb", "bb.w>*", ".b..>bbw."];

/// A random legal turn of a side, built touch by touch.
#[must_use]
pub fn random_turn(play: &dyn AnyPlay, side: Side, random: &mut Random) -> Option<String> {
    let mut draft = play.draft(side);
    while !draft.is_complete() {
        let choices = draft.choices();
        let choice = choices.get(random.below(u32::try_from(choices.len()).ok()?.max(1)) as usize)?;
        // There are too many laws to choose from: take a well-formed one.
        let touch = match choice {
            Touch::Text(_) => Touch::Text(LAWS[random.below(LAWS.len() as u32) as usize].into()),
            touch => touch.clone(),
        };
        draft.touch(touch).ok()?;
    }
    Some(draft.text(Audience::Side(side)))
}

/// Four laws in one line.
#[must_use]
pub fn random_laws(random: &mut Random) -> String {
    let mut law = || LAWS[random.below(LAWS.len() as u32) as usize];
    format!("laws {} {} {} {}", law(), law(), law(), law())
}

/// A game with its usual options.
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn start(game: &str, options: &[String]) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    let options =
        Options::parse(kind.meta().options, options.iter().map(String::as_str)).expect("its options");
    kind.start(options).expect("a start")
}

/// The turns of a random game, up to a maximum.
#[must_use]
pub fn random_game(game: &str, most: usize, random: &mut Random) -> Vec<String> {
    let mut play = start(game, &[]);
    let mut turns = vec![];
    while play.outcome().is_none() && turns.len() < most {
        let side = play.to_act().side();
        let Some(turn) = random_turn(&*play, side, random) else {
            break;
        };
        if play.turn_by(side, &turn).is_err() {
            break;
        }
        turns.push(turn);
    }
    turns
}
