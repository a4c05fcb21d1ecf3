//! Turns: their numbers, who may play them, what is refused, and Y's swap.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Seat, Side};
use taijitu_table::{Actor, Input, LogEvent, Names, StepOutcome, Viewer};

#[test]
fn the_second_of_two_clicks_comes_too_late() {
    let mut house = House::two(&coloured(open("y")));
    house.must(BOB, &play(1, 1, "c7"));
    assert_eq!(house.refused(BOB, &play(1, 1, "c7")), Code::WrongTurnNumber);
    assert_eq!(house.refused(ADA, &play(1, 1, "c8")), Code::WrongTurnNumber);
    assert_eq!(house.refused(ADA, &play(1, 3, "c8")), Code::WrongTurnNumber);
    assert_eq!(house.refused(BOB, &play(1, 2, "c8")), Code::NotYourTurn);
    assert_eq!(house.refused(ADA, &play(2, 2, "c8")), Code::WrongGameNumber);
    assert_eq!(house.refused(ADA, &play(0, 2, "c8")), Code::WrongGameNumber);
    house.must(ADA, &play(1, 2, "c8"));
    assert_eq!(house.game().turns(), 2);
}

#[test]
fn a_request_is_answered_once() {
    let mut house = House::two(&coloured(open("y")));
    let command = play(1, 1, "c7");
    let input = Input::Command { actor: Actor::Player(BOB), command: &command, request: Some("r1") };
    assert_eq!(house.table.answered(BOB, "r1"), None);
    let first = house.step(&input);
    assert_eq!(first.answer, Ok(house.table.head()));
    assert_eq!(house.table.answered(BOB, "r1"), Some(house.table.head()));
    assert_eq!(house.step(&input), StepOutcome { entries: vec![], answer: first.answer });
    assert_eq!(house.table.answered(ADA, "r1"), None, "ids are each player's own");
    assert_eq!(house.table.answered(BOB, "r2"), None);
    house.check_fold();
}

#[test]
fn an_illegal_turn_is_explained_and_changes_nothing() {
    let mut house = House::two(&coloured(open("y")));
    house.turn("c7");
    let (before, debug) = (house.view(Some(ADA), true), format!("{:?}", house.table));
    for (text, rule) in
        [("c7", "occupied"), ("z9", "no-such-point"), ("", "incomplete"), ("c8 c9", "too-much")]
    {
        let problem = house.by(ADA, &play(1, 2, text)).unwrap_err();
        assert_eq!(problem.code, Code::IllegalTurn, "{text}");
        assert_eq!(problem.rule.as_deref(), Some(rule), "{text}");
        assert!(!problem.message.en.is_empty() && !problem.message.fr.is_empty());
    }
    assert_eq!((house.view(Some(ADA), true), format!("{:?}", house.table)), (before, debug));
    house.check_fold();
}

#[test]
fn rounds_are_not_opened_by_players() {
    let mut house = House::two(&coloured(with("zen", "variant=3 first=white")));
    for text in ["round 2", "  ROUND 2", "round", "Round\t2"] {
        assert_eq!(house.refused(ADA, &play(1, 1, text)), Code::IllegalTurn, "{text}");
    }
    house.must(ADA, &play(1, 1, "f6-i9"));
    assert_eq!(house.refused(BOB, &play(1, 2, "round 2")), Code::IllegalTurn);
}

#[test]
fn a_game_ends_by_its_rules() {
    let mut house = House::two(&coloured(with("y", "board=triangle-3 pie=off")));
    for turn in ["b2", "a3", "a2", "c3", "b3"] {
        house.turn(turn);
    }
    assert_eq!(house.ended().unwrap(), "black (three sides)");
    assert_eq!(house.finished().outcome.winner, Some(Side::Black));
    assert_eq!(house.refused(ADA, &play(1, 6, "a1")), Code::NotRunning);
    assert_eq!(house.refused(ADA, &Command::Resign), Code::NotRunning);
    house.check_fold();
}

#[test]
fn with_a_swap_colours_change_and_seats_stay() {
    let mut house = House::two(&coloured(with("y", "board=triangle-3 pie=on")));
    house.must(BOB, &play(1, 1, "b2"));
    house.must(ADA, &play(1, 2, "swap"));
    assert_eq!((house.player_of(Side::Black), house.player_of(Side::White)), (ADA, BOB));
    assert_eq!(house.to_act(), 1, "Bob, who is White now, plays next");
    assert_eq!(house.refused(ADA, &play(1, 3, "a3")), Code::NotYourTurn);
    house.must(BOB, &play(1, 3, "a3"));
    house.must(ADA, &play(1, 4, "a2"));
    house.must(BOB, &play(1, 5, "c3"));
    house.must(ADA, &play(1, 6, "b3"));
    assert_eq!(house.ended().unwrap(), "black (three sides)");
    let finished = house.finished();
    let black = taijitu_table::Occupant::Player(ADA);
    assert_eq!(finished.players[0], (black, Side::Black));
    assert_eq!(finished.players[1].1, Side::White);
    house.check_fold();
    house.must(ADA, &Command::Rematch);
    house.must(BOB, &accept());
    assert_eq!(house.player_of(Side::Black), ADA, "the seat that was White at first is Black now");
}

#[test]
fn each_turn_is_listed_with_the_colour_that_played_it() {
    let mut house = House::two(&coloured(with("y", "board=triangle-3 pie=on")));
    for turn in ["b2", "swap", "a3", "a2"] {
        house.turn(turn);
    }
    let game = game_of(&house);
    let by: Vec<_> =
        game.turns.iter().map(String::as_str).zip(game.facts.iter().map(|facts| facts.by)).collect();
    let [white, black] = [Some(Side::White), Some(Side::Black)];
    // White swaps, and the colour that did acts once more, in the other player's hands.
    assert_eq!(by, [("b2", black), ("swap", white), ("a3", white), ("a2", black)]);
    assert_eq!(game.facts.len(), game.turns.len());
}

#[test]
fn captures_are_counted() {
    let setup = "w=a1,a5,a17 b=b5,d5 bhand=20 act=white";
    let mut house = House::two(&OpenTable { from: Some(setup.into()), ..coloured(open("aliens")) });
    house.turn("a5-c5-e5");
    assert_eq!(game_of(&house).scene.captured, Some(2));
    house.turn("c7");
    let game = game_of(&house);
    assert_eq!(game.scene.captured, None);
    assert_eq!(game.facts.iter().map(|facts| facts.captured).collect::<Vec<_>>(), [Some(2), None]);
}

fn game_of(house: &House) -> taijitu_protocol::GameView {
    let view = house.table.view(Viewer(Some(ADA)), &Names::default(), &[], 0, false, &house.context());
    view.game.expect("a game runs")
}

#[test]
fn resigning_after_a_swap_loses_with_the_new_colour() {
    let mut house = House::two(&coloured(with("y", "pie=on")));
    house.turn("c7");
    house.turn("swap");
    house.must(BOB, &Command::Resign);
    assert_eq!(house.ended().unwrap(), "black (resigned)", "Bob had become White");
    assert!(house.finished().record.unwrap().contains("* white resigns\nresult: black (resigned)\n"));
}

#[test]
fn a_swap_can_be_taken_back() {
    let mut house = House::two(&coloured(with("y", "pie=on")));
    house.turn("c7");
    house.turn("swap");
    house.must(ADA, &Command::Takeback);
    house.must(BOB, &accept());
    assert_eq!((house.player_of(Side::Black), house.to_act()), (BOB, 0));
    house.must(ADA, &play(1, 2, "swap"));
    house.check_fold();
}

#[test]
fn engines_play_only_their_seat_their_game_and_their_turn() {
    let mut house = House::new(&OpenTable { engines: vec![1], ..coloured(with("y", "pie=off")) });
    house.must(ADA, &Command::Start);
    let by = |house: &mut House, seat, command: &Command| house.act(Actor::Engine(Seat::new(seat)), command);
    assert!(by(&mut house, 0, &play(1, 1, "c7")).is_err(), "that seat is Ada's");
    assert!(by(&mut house, 7, &play(1, 1, "c7")).is_err(), "there is no such seat");
    by(&mut house, 1, &play(1, 1, "c7")).unwrap();
    assert!(by(&mut house, 1, &play(1, 2, "c8")).is_err(), "it is Ada's turn");
    house.must(ADA, &play(1, 2, "c8"));
    assert!(by(&mut house, 1, &play(1, 1, "c9")).is_err(), "what it thought of for another turn");
    assert!(by(&mut house, 1, &play(2, 3, "c9")).is_err(), "or another game");
    assert!(by(&mut house, 1, &Command::Resign).is_err());
    by(&mut house, 1, &play(1, 3, "c9")).unwrap();
    assert_eq!(house.game().turns(), 3);
}

#[test]
fn a_turn_is_kept_as_the_rules_spell_it() {
    let mut house = House::two(&coloured(open("y")));
    house.must(BOB, &play(1, 1, "  C7 "));
    let LogEvent::Played { text, turn, seat, shown, .. } = &house.log.last().unwrap().event else {
        panic!("{:?}", house.log.last());
    };
    assert_eq!((text.as_str(), *turn, *seat, shown), ("c7", 1, Seat::new(1), &None));
}

#[test]
fn in_yin_yang_both_write_at_once() {
    for white_first in [false, true] {
        let mut house = House::two(&coloured(open("yinyang")));
        let mut writers = [(BOB, BLACK_LAWS), (ADA, WHITE_LAWS)];
        if white_first {
            writers.reverse();
        }
        let [(first, laws), (second, other)] = writers;
        assert_eq!(house.refused(first, &play(1, 1, "laws bbbb>bbb.")), Code::IllegalTurn);
        house.must(first, &play(1, 1, laws));
        assert!(house.by(first, &play(1, 1, laws)).is_err(), "written is written");
        house.must(second, &play(1, 1, other));
        assert_eq!(house.to_act(), 1, "Black begins");
        assert_eq!(house.refused(BOB, &play(1, 1, "L1@a1")), Code::WrongTurnNumber);
        house.must(BOB, &play(1, 3, "L1@a1"));
        house.check_fold();
    }
}

#[test]
fn aborting_is_for_games_that_have_hardly_begun() {
    let mut house = House::two(&coloured(open("y")));
    house.turn("c7");
    house.must(ADA, &Command::Abort);
    assert_eq!(house.ended().unwrap(), "draw (aborted)");
    assert_eq!(house.finished().outcome.winner, None);
    let mut house = House::two(&coloured(open("y")));
    house.turn("c7");
    house.turn("c8");
    assert_eq!(house.refused(ADA, &Command::Abort), Code::NotNow);
}
