//! Tests of Zen: every sentence of its rules by hand, every fast routine against a plain one.

mod checks;
mod endings;
mod plain;
mod setups;
mod turns;

use super::Zen;
use crate::game::Game;
use crate::options::Options;
use crate::play::Play;
use crate::turns::legal_turns;

fn start(options: &[&str]) -> Play<Zen> {
    Play::start(options).expect("good options")
}

fn set_up(options: &[&str], setup: &str) -> Play<Zen> {
    let options = Options::parse(Zen::meta().options, options.iter().copied()).expect("good options");
    Play::from_setup(options, setup).expect(setup)
}

/// A basic game from a set-up.
fn basic(setup: &str) -> Play<Zen> {
    set_up(&[], setup)
}

fn turns(play: &Play<Zen>) -> Vec<String> {
    let turns = legal_turns(play.position()).expect("not too many");
    turns.into_iter().map(|turn| turn.text).collect()
}

/// The squares a piece can go to, as the list writes them.
fn from(play: &Play<Zen>, square: &str) -> Vec<String> {
    let of_square =
        |turn: &String| turn.starts_with(&format!("{square}-")) || turn.starts_with(&format!("{square}x"));
    turns(play).into_iter().filter(of_square).collect()
}

fn refused(play: &mut Play<Zen>, turn: &str) -> String {
    let before = play.position().clone();
    let error = play.turn(turn).expect_err(turn).to_string();
    assert_eq!(play.position(), &before, "a refusal changes nothing");
    error
}

fn result(play: &Play<Zen>) -> String {
    play.outcome().map_or_else(|| "none".into(), |outcome| outcome.to_string())
}
