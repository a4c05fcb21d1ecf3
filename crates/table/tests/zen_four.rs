//! Zen with four players and as a match: the order of the seats, teams, rounds, and which messages partners get.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Room, Seat, Side};
use taijitu_rules::Record;
use taijitu_rules::playout::Random;
use taijitu_table::{LogEvent, SystemEvent, Viewer};

fn four(options: &str) -> House {
    House::four(&coloured(with("zen", &format!("players=4 {options}"))))
}

#[test]
fn seats_act_in_a_cycle_from_either_colour() {
    for (first, order) in [("white", [0, 1, 2, 3]), ("black", [1, 0, 3, 2])] {
        let mut house = four(&format!("first={first}"));
        let mut random = Random::new(3);
        for at in 0..8 {
            assert_eq!(house.game().acting(), [Seat::new(order[at % 4])], "{first}, turn {at}");
            assert_eq!(house.game().side(Seat::new(order[at % 4])) == Side::White, order[at % 4] % 2 == 0);
            let outsider = house.player_at((order[at % 4] + 2) % 4);
            let text = house.random_text(&mut random);
            let turn = house.game().turns() + 1;
            assert_eq!(house.refused(outsider, &play(1, turn, &text)), Code::NotYourTurn, "not the partner");
            house.turn(&text);
        }
        house.check_fold();
    }
}

#[test]
fn colours_of_a_rematch_are_swapped_for_both_teams() {
    let mut house = four("first=white");
    house.must(ADA, &Command::Resign);
    house.must(CEM, &Command::Resign);
    house.must(BOB, &Command::Rematch);
    for player in [ADA, CEM, DIA] {
        assert_eq!(house.game().number, 1, "all have to agree");
        house.must(player, &accept());
    }
    assert_eq!(house.game().number, 2);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| house.game().side(Seat::new(seat)) == Side::White),
        [false, true, false, true]
    );
    assert_eq!(house.to_act(), 1, "White-1 begins, and that is Bob now");
}

#[test]
fn a_team_resigns_together() {
    let mut house = four("first=white");
    house.must(ADA, &Command::Resign);
    assert_eq!(house.refused(ADA, &Command::Resign), Code::NotNow);
    house.must(BOB, &Command::Resign);
    assert_eq!(house.ended(), None, "one of each team is no team");
    house.must(CEM, &Command::Resign);
    assert_eq!(house.ended().unwrap(), "black (resigned)");
    house.check_fold();
}

#[test]
fn a_wish_to_resign_passes_with_the_next_turn() {
    let mut house = four("first=white");
    house.must(ADA, &Command::Resign);
    house.random_turn(&mut Random::new(1));
    house.must(CEM, &Command::Resign);
    assert_eq!(house.ended(), None);
}

#[test]
fn a_newcomer_has_not_wished_to_resign() {
    let mut house = four("first=white");
    house.must(ADA, &Command::Resign);
    house.must(ADA, &Command::Leave);
    house.must(EVE, &join());
    for player in [BOB, CEM, DIA] {
        house.must(player, &accept());
    }
    assert_eq!(house.player_at(0), EVE);
    house.must(CEM, &Command::Resign);
    assert_eq!(house.ended(), None);
}

#[test]
fn a_partner_that_is_an_engine_does_not_have_to_resign() {
    let open = OpenTable { engines: vec![1, 1, 1], ..coloured(with("zen", "players=4 first=white")) };
    let mut house = House::new(&open);
    house.must(ADA, &Command::Start);
    house.must(ADA, &Command::Resign);
    assert_eq!(house.ended().unwrap(), "black (resigned)");
}

#[test]
fn a_draw_needs_all_four() {
    let mut house = four("first=white");
    house.must(ADA, &Command::Draw);
    house.must(BOB, &accept());
    assert_eq!(house.refused(BOB, &accept()), Code::NoOffer);
    house.must(CEM, &accept());
    assert_eq!(house.ended(), None);
    house.must(DIA, &refuse());
    assert_eq!(house.refused(DIA, &accept()), Code::NoOffer);
    assert_eq!(house.refused(ADA, &Command::Draw), Code::TooMany, "once a turn");
    house.must(DIA, &Command::Draw);
    for player in [ADA, BOB, CEM] {
        assert_eq!(house.ended(), None);
        house.must(player, &accept());
    }
    assert_eq!(house.ended().unwrap(), "draw (agreed)");
    house.check_fold();
}

#[test]
fn one_flag_loses_for_both() {
    let mut house = House::four(&timed(coloured(with("zen", "players=4 first=white")), 60, 0));
    house.random_turn(&mut Random::new(2));
    house.random_turn(&mut Random::new(2));
    house.wait(61_000);
    assert_eq!(house.to_act(), 2);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "black (time)");
    let left = house.table.clocks(&house.context()).unwrap().left;
    assert_eq!(left, [60_000, 60_000, 0, 60_000], "each has a clock of their own");
}

#[test]
fn players_do_not_listen_where_they_switched_off() {
    let mut house = House::two(&open("zen"));
    let off = |room, off| Command::Silence { room, off };
    house.must(ADA, &off(Room::Spectators, true));
    let listens = |house: &House, player, room| house.table.listens(Viewer(Some(player)), room);
    assert!(!listens(&house, ADA, Room::Spectators));
    assert!(listens(&house, ADA, Room::Players) && listens(&house, BOB, Room::Spectators));
    assert!(listens(&house, EVE, Room::Spectators));
    house.check_fold();
    house.must(ADA, &off(Room::Spectators, false));
    assert!(listens(&house, ADA, Room::Spectators));
}

/// Plays random rounds of a match until one ends by the rules.
fn round_by_the_rules(house: &mut House, random: &mut Random) {
    for _ in 0..2_500 {
        let rounds = house.log.iter().filter(|entry| matches!(entry.event, LogEvent::Round { .. })).count();
        if !house.random_turn(random) || rounds > 0 {
            return;
        }
    }
    panic!("no round of 2,000 turns ends later");
}

#[test]
fn a_match_goes_through_rounds() {
    for variant in ["2", "3"] {
        let mut house = House::two(&coloured(with("zen", &format!("variant={variant} first=white"))));
        let mut random = Random::new(11);
        if variant == "3" {
            round_by_the_rules(&mut house, &mut random);
        } else {
            house.random_turn(&mut random);
        }
        while house.game().outcome().is_none() && house.game().play().match_state().unwrap().round < 3 {
            let points = house.game().play().match_state().unwrap().points;
            let offer = house.must(ADA, &Command::Draw);
            house.must(BOB, &Command::Accept { offer: Some(offer) });
            let LogEvent::Round { points: told, .. } = house.log.last().unwrap().event else {
                panic!("an agreed draw draws the round: {:?}", house.log.last());
            };
            assert_eq!(told, (points[0], points[1]), "and nobody scores");
            assert_eq!(house.ended(), None);
            assert_eq!(house.refused(BOB, &Command::Accept { offer: Some(offer) }), Code::NoOffer);
            house.random_turn(&mut random);
        }
        house.check_fold();
        if house.game().outcome().is_none() {
            house.must(BOB, &Command::Resign);
            assert_eq!(house.ended().unwrap(), "white (resigned)", "of the match");
        }
        let record = house.finished().record.unwrap();
        assert!(record.contains("* black accepts the draw\nresult: draw (agreed)\nround "), "{record}");
        let read = Record::read(&record).expect("the record of a match can be read");
        let state = read.replay().unwrap().match_state().unwrap();
        assert_eq!(state, house.game().play().match_state().unwrap());
    }
}

#[test]
fn the_colour_that_did_not_begin_a_drawn_round_begins_the_next() {
    let mut house = four("variant=3 first=white");
    house.must(ADA, &Command::Draw);
    for player in [BOB, CEM, DIA] {
        house.must(player, &accept());
    }
    assert_eq!(house.game().acting(), [Seat::new(1)], "Black-1");
    house.random_turn(&mut Random::new(5));
    assert_eq!(house.game().acting(), [Seat::FIRST], "then White-1");
}

#[test]
fn a_round_that_is_over_is_not_taken_back() {
    let mut house = House::two(&coloured(with("zen", "variant=3 first=white")));
    house.random_turn(&mut Random::new(1));
    house.must(BOB, &Command::Draw);
    house.must(ADA, &accept());
    for player in [ADA, BOB] {
        assert_eq!(house.refused(player, &Command::Takeback), Code::NotNow);
    }
    house.random_turn(&mut Random::new(2));
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    assert_eq!((house.game().turns(), house.to_act()), (1, 1));
    house.check_fold();
}

#[test]
fn one_of_a_team_does_not_take_back_alone() {
    let mut house = four("first=white");
    house.random_turn(&mut Random::new(1));
    house.random_turn(&mut Random::new(1));
    house.must(ADA, &Command::Takeback);
    for player in [BOB, CEM, DIA] {
        assert_eq!(house.game().turns(), 2);
        house.must(player, &accept());
    }
    assert_eq!((house.game().turns(), house.to_act()), (0, 0));
}
