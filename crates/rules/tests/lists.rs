//! Lists of turns: bounded in what they cost, and long enough for every game.

use std::cell::Cell;
use taijitu_rules::playout::Random;
use taijitu_rules::turns::{LISTED, ListError, TooManyTurns};
use taijitu_rules::{AnyPlay, Options, games};

fn start(game: &str, options: &[&str]) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    kind.start(Options::parse(kind.meta().options, options.iter().copied()).expect("options"))
        .expect("a start")
}

/// All the variants that are tested, twelve random games each.
#[test]
fn every_game_has_few_enough_turns_to_list() {
    let mut random = Random::new(17);
    for kind in games::GAMES {
        let variants = kind.meta().variants.iter().copied();
        for options in variants.chain([&[] as &[&str]]) {
            let mut most = 0;
            for _ in 0..12 {
                let mut play = start(kind.meta().id, options);
                while play.outcome().is_none() {
                    if !play.has_countless_turns() {
                        most = most.max(play.turns_within(usize::MAX, &|| false).expect("a list").len());
                    }
                    play.random_turn(&mut random, 4).expect("a turn");
                }
            }
            assert!(most < LISTED, "{} {options:?}: {most}", kind.meta().id);
        }
    }
}

/// The stones of a handicap may be placed in billions of ways.
#[test]
fn a_list_that_would_be_too_long_is_given_up_early() {
    for (board, handicap) in
        [("kadon", 3), ("kadon", 4), ("kadon", 8), ("triangle-25", 2), ("triangle-25", 8)]
    {
        let play = start("y", &["pie=off", &format!("board={board}"), &format!("handicap={handicap}")]);
        let calls = Cell::new(0);
        let list = play.turns_within(LISTED, &|| {
            calls.set(calls.get() + 1);
            false
        });
        assert_eq!(list, Err(ListError::TooMany(TooManyTurns { limit: LISTED })), "{board} {handicap}");
        // It is called once for each unfinished turn that is continued.
        assert!(calls.get() < LISTED, "{board} {handicap}: {}", calls.get());
    }
    let play = start("y", &["pie=off", "handicap=3"]);
    assert_eq!(play.turns_within(129_766, &|| false).map(|turns| turns.len()), Ok(129_766));
}

#[test]
fn a_list_can_be_stopped() {
    let play = start("y", &["pie=off", "handicap=8"]);
    let left = Cell::new(3);
    let stop = || {
        left.set(left.get() - 1);
        left.get() == 0
    };
    assert_eq!(play.turns_within(usize::MAX, &stop), Err(ListError::Stopped));
}
