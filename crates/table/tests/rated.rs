//! Rated games: who may play them, what is not possible in them, and which of them count.

use crate::help::*;
use taijitu_protocol::{Code, Command, Log, OpenTable, PlayerId};
use taijitu_table::{Actor, Table};

fn rated(open: OpenTable) -> OpenTable {
    OpenTable { rated: true, ..open }
}

fn refusal(open: &OpenTable) -> Code {
    Table::opening(open, ADA, false).unwrap_err().code
}

fn refused(house: &House, player: PlayerId, command: &Command) -> Code {
    house.decide(Actor::Player(player), command).answer.unwrap_err().code
}

/// Plays Y until a number of turns was played, and has White resign.
fn resigned_after(house: &mut House, turns: u32) {
    let points = ["a1", "a3", "a5", "a7", "a9"];
    for turn in 1..=turns {
        let acting = house.table.running().unwrap().acting()[0];
        let player = if acting.index() == 0 { ADA } else { BOB };
        house.must(player, &play(1, turn, points[turn as usize - 1]));
    }
    house.must(ADA, &Command::Resign);
}

#[test]
fn a_game_counts_if_two_turns_were_played() {
    for (turns, class) in [(0, None), (1, None), (2, Some("y")), (3, Some("y"))] {
        let mut house = House::two(&rated(open("y")));
        resigned_after(&mut house, turns);
        assert_eq!(house.table.finished().unwrap().rated, class, "{turns} turns");
    }
    let mut casual = House::two(&open("y"));
    resigned_after(&mut casual, 3);
    assert_eq!(casual.table.finished().unwrap().rated, None);
}

#[test]
fn an_aborted_game_does_not_count() {
    let mut house = House::two(&rated(open("y")));
    let host = house.decide(Actor::Admin, &Command::Close);
    house.commit(&host.events, None);
    assert_eq!(house.table.finished().unwrap().rated, None);
}

#[test]
fn the_class_is_that_of_the_variant() {
    let mut house = House::two(&rated(with("y", "board=triangle-5")));
    let points = ["a1", "a2"];
    for (turn, text) in (1..).zip(points) {
        let acting = house.table.running().unwrap().acting()[0];
        house.must(if acting.index() == 0 { ADA } else { BOB }, &play(1, turn, text));
    }
    house.must(BOB, &Command::Resign);
    assert_eq!(house.table.finished().unwrap().rated, Some("y-small"));
}

#[test]
fn only_even_games_from_the_usual_start_can_be_rated() {
    assert!(Table::opening(&rated(open("y")), ADA, false).is_ok());
    assert_eq!(refusal(&rated(with("y", "pie=off"))), Code::BadOption);
    assert_eq!(refusal(&rated(with("y", "pie=off handicap=2"))), Code::BadOption);
    assert_eq!(refusal(&rated(OpenTable { hotseat: true, ..open("y") })), Code::BadOption);
    assert_eq!(refusal(&rated(OpenTable { log: Some(Log::Off), ..open("y") })), Code::BadOption);
    assert_eq!(refusal(&rated(OpenTable { engines: vec![1], ..open("y") })), Code::NotNow);
    let from = taijitu_rules::games::find("y").unwrap().meta().sample.to_owned();
    assert_eq!(refusal(&rated(OpenTable { from: Some(from), ..open("y") })), Code::BadOption);
}

#[test]
fn options_that_cannot_be_rated_are_refused_later_too() {
    let mut house = House::new(&open("y"));
    house.must(ADA, &option("rated", "on"));
    assert!(house.table.setup().rated);
    for (name, value) in [("pie", "off"), ("hotseat", "on"), ("log", "off"), ("rated", "perhaps")] {
        assert_eq!(refused(&house, ADA, &option(name, value)), Code::BadOption, "{name}");
    }
    assert_eq!(refused(&house, ADA, &Command::Engine { seat: seat(2), level: 1 }), Code::NotNow);
    house.must(ADA, &option("rated", "off"));
    house.must(ADA, &Command::Engine { seat: seat(2), level: 1 });
    assert_eq!(refused(&house, ADA, &option("rated", "on")), Code::NotNow);
}

#[test]
fn guests_do_not_sit_at_a_rated_table() {
    let mut house = House::new(&rated(open("y")));
    house.guests = vec![BOB];
    assert_eq!(refused(&house, BOB, &join()), Code::GuestsCannot);
    house.must(CEM, &join());
    house.must(ADA, &Command::Start);
    assert!(house.table.running().is_some());
    let mut mixed = House::new(&open("y"));
    mixed.guests = vec![BOB];
    mixed.must(BOB, &join());
    assert_eq!(refused(&mixed, ADA, &option("rated", "on")), Code::GuestsCannot);
    mixed.guests.clear();
    mixed.must(ADA, &option("rated", "on"));
    // An account cannot become a guest again, but the start checks once more.
    mixed.guests = vec![BOB];
    assert_eq!(refused(&mixed, ADA, &Command::Start), Code::GuestsCannot);
}

#[test]
fn nothing_is_taken_back_and_nobody_replaced() {
    let mut house = House::two(&rated(open("y")));
    house.must(
        if house.table.running().unwrap().acting()[0].index() == 0 { ADA } else { BOB },
        &play(1, 1, "a1"),
    );
    for player in [ADA, BOB] {
        assert_eq!(refused(&house, player, &Command::Takeback), Code::NotNow);
    }
    house.must(BOB, &Command::Leave);
    assert_eq!(refused(&house, CEM, &join()), Code::NotNow);
}

#[test]
fn a_rematch_is_rated_like_the_game_before() {
    let mut house = House::two(&rated(open("y")));
    resigned_after(&mut house, 2);
    house.must(ADA, &Command::Rematch);
    house.must(BOB, &accept());
    assert!(house.table.running().unwrap().setup.rated);
}
