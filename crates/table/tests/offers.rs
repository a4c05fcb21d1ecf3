//! What needs agreement: draws, taking back, pauses; and what does not.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Seat};
use taijitu_table::{Actor, LogEvent};

fn y() -> House {
    House::two(&coloured(with("y", "pie=off")))
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut house = y();
    house.turn("c7");
    let offer = house.must(BOB, &Command::Draw);
    assert_eq!(house.refused(BOB, &accept()), Code::NoOffer, "not by the author of the offer");
    assert_eq!(house.refused(ADA, &Command::Accept { offer: Some(offer - 1) }), Code::NoOffer);
    house.must(ADA, &Command::Accept { offer: Some(offer) });
    assert_eq!(house.ended().unwrap(), "draw (agreed)");
    let record = house.finished().record.unwrap();
    let ending = "* black offers a draw\n* white accepts the draw\nresult: draw (agreed)\n";
    assert!(record.ends_with(ending), "{record}");
    house.check_fold();
}

#[test]
fn an_offer_is_refused_withdrawn_or_overtaken() {
    let mut house = y();
    house.turn("c7");
    house.must(BOB, &Command::Draw);
    assert_eq!(house.refused(BOB, &Command::Draw), Code::OfferPending);
    house.must(ADA, &refuse());
    assert_eq!(house.refused(ADA, &accept()), Code::NoOffer);
    house.turn("c8");
    house.must(BOB, &Command::Draw);
    house.must(BOB, &refuse());
    assert_eq!(house.refused(ADA, &accept()), Code::NoOffer);
    house.turn("c9");
    house.must(BOB, &Command::Draw);
    house.turn("c10");
    assert_eq!(house.refused(ADA, &accept()), Code::NoOffer, "a turn is an answer");
    let offer = house.must(BOB, &Command::Draw);
    house.turn("d1");
    house.must(ADA, &Command::Accept { offer: Some(offer) });
    assert_eq!(house.ended().unwrap(), "draw (agreed)", "one's own turn leaves one's offer standing");
}

#[test]
fn two_who_offer_the_same_agree() {
    let mut house = y();
    house.must(ADA, &Command::Draw);
    house.must(BOB, &Command::Draw);
    assert_eq!(house.ended().unwrap(), "draw (agreed)");
}

#[test]
fn only_one_offer_waits_at_a_time() {
    let mut house = y();
    house.turn("c7");
    house.must(ADA, &Command::Draw);
    assert_eq!(house.refused(BOB, &Command::Takeback), Code::OfferPending);
    assert_eq!(house.refused(BOB, &Command::Pause), Code::OfferPending);
}

/// A record with an answer behind the turn that ended the game could not be read.
#[test]
fn a_turn_that_ends_the_game_answers_no_offer() {
    let mut house = House::two(&coloured(with("y", "board=triangle-3 pie=off")));
    for turn in ["b2", "a3", "a2", "c3"] {
        house.turn(turn);
    }
    house.must(ADA, &Command::Draw);
    house.turn("b3");
    assert_eq!(house.ended().unwrap(), "black (three sides)");
    let record = house.finished().record.unwrap();
    let read = taijitu_rules::Record::read(&record).expect("a record can be read");
    assert_eq!(read.replay().unwrap().outcome().unwrap().to_string(), "black (three sides)");
}

#[test]
fn a_turn_is_taken_back_by_agreement() {
    let mut house = y();
    assert_eq!(house.refused(BOB, &Command::Takeback), Code::NotNow, "there is none");
    house.turn("c7");
    assert_eq!(house.refused(ADA, &Command::Takeback), Code::NotNow, "Ada has none");
    house.must(BOB, &Command::Takeback);
    assert_eq!(house.game().turns(), 1);
    house.must(ADA, &refuse());
    assert_eq!(house.game().turns(), 1);
    assert_eq!(house.refused(BOB, &Command::Takeback), Code::TooMany, "once a turn");
    house.turn("c8");
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    assert_eq!((house.game().turns(), house.to_act()), (0, 1));
    house.must(BOB, &play(1, 1, "c9"));
    house.check_fold();
}

#[test]
fn a_turn_is_taken_back_across_the_reply() {
    let mut house = y();
    for turn in ["c7", "c8", "c9", "c10"] {
        house.turn(turn);
    }
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    assert_eq!((house.game().turns(), house.to_act()), (2, 1));
    house.must(ADA, &Command::Takeback);
    house.must(BOB, &accept());
    assert_eq!((house.game().turns(), house.to_act()), (1, 0));
    let kept = house.log.iter().filter(|entry| matches!(entry.event, LogEvent::Played { .. })).count();
    assert_eq!(kept, 4, "the log keeps what happened");
    house.turn("d1");
    house.must(BOB, &Command::Resign);
    let record = house.finished().record.unwrap();
    let turns: Vec<&str> = record.lines().filter(|line| line.contains('{')).collect();
    assert_eq!(turns, ["1. c7 {0:00.000}", "2. d1 {0:00.000}"]);
}

#[test]
fn a_request_to_take_back_is_overtaken_by_any_turn() {
    let mut house = y();
    house.turn("c7");
    let offer = house.must(BOB, &Command::Takeback);
    house.turn("c8");
    assert_eq!(house.refused(ADA, &Command::Accept { offer: Some(offer) }), Code::NoOffer);
    assert_eq!(house.game().turns(), 2);
}

#[test]
fn against_an_engine_taking_back_is_free() {
    let mut house = House::new(&OpenTable { engines: vec![1], ..coloured(with("y", "pie=off")) });
    house.must(ADA, &Command::Start);
    house.act(Actor::Engine(Seat::new(1)), &play(1, 1, "c7")).unwrap();
    assert_eq!(house.refused(ADA, &Command::Takeback), Code::NotNow);
    house.turn("c8");
    house.act(Actor::Engine(Seat::new(1)), &play(1, 3, "c9")).unwrap();
    house.must(ADA, &Command::Takeback);
    assert_eq!((house.game().turns(), house.to_act()), (1, 0), "its reply goes too");
    house.turn("d8");
    house.must(ADA, &Command::Takeback);
    assert_eq!((house.game().turns(), house.to_act()), (1, 0), "also while it thinks");
}

#[test]
fn an_engine_answers_a_draw_offer() {
    let mut house = House::new(&OpenTable { engines: vec![1], ..coloured(with("y", "pie=off")) });
    house.must(ADA, &Command::Start);
    house.must(ADA, &Command::Draw);
    assert_eq!(house.ended(), None);
    house.act(Actor::Engine(Seat::new(1)), &refuse()).unwrap();
    assert_eq!(house.refused(ADA, &Command::Draw), Code::TooMany);
    house.act(Actor::Engine(Seat::new(1)), &play(1, 1, "c7")).unwrap();
    let offer = house.must(ADA, &Command::Draw);
    house.act(Actor::Engine(Seat::new(1)), &Command::Accept { offer: Some(offer) }).unwrap();
    assert_eq!(house.ended().unwrap(), "draw (agreed)");
}

#[test]
fn nobody_takes_back_what_was_written_in_secret() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.must(ADA, &play(1, 1, WHITE_LAWS));
    assert_eq!(house.refused(ADA, &Command::Takeback), Code::NotNow);
    house.must(BOB, &play(1, 1, BLACK_LAWS));
    for player in [ADA, BOB] {
        assert_eq!(house.refused(player, &Command::Takeback), Code::NotNow);
    }
    house.must(BOB, &play(1, 3, "L1@a1"));
    assert_eq!(house.refused(ADA, &Command::Takeback), Code::NotNow);
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    assert_eq!((house.game().turns(), house.to_act()), (2, 1));
}

#[test]
fn a_finished_game_is_not_taken_back() {
    let mut house = y();
    house.turn("c7");
    house.must(ADA, &Command::Draw);
    house.must(ADA, &Command::Resign);
    for command in [Command::Takeback, Command::Draw, Command::Pause, accept()] {
        assert!(house.by(BOB, &command).is_err(), "{command:?}");
    }
}

#[test]
fn an_offer_of_a_kind_is_made_once_a_turn() {
    let mut house = y();
    house.turn("c7");
    for command in [Command::Draw, Command::Pause, Command::Takeback] {
        house.must(BOB, &command);
        house.must(BOB, &refuse());
        assert_eq!(house.refused(BOB, &command), Code::TooMany, "withdrawn, {command:?} was made");
    }
    house.must(ADA, &Command::Draw);
    house.must(BOB, &refuse());
    assert_eq!(house.refused(ADA, &Command::Draw), Code::TooMany);
    house.turn("c8");
    for player in [ADA, BOB] {
        house.must(player, &Command::Draw);
        house.must(player, &refuse());
    }
    house.check_fold();
}

#[test]
fn accepted_offers_may_be_repeated() {
    let mut house = House::two(&timed(coloured(with("y", "pie=off")), 600, 0));
    for _ in 0..30 {
        house.must(ADA, &Command::Pause);
        house.must(BOB, &accept());
        house.must(ADA, &Command::Resume);
        house.must(BOB, &accept());
        house.turn("c7");
        house.must(BOB, &Command::Takeback);
        house.must(ADA, &accept());
    }
    house.check_fold();
}

#[test]
fn a_player_may_make_twenty_offers_a_game_that_are_not_accepted() {
    let mut house = y();
    let mut random = taijitu_rules::playout::Random::new(1);
    for _ in 0..20 {
        house.must(ADA, &Command::Draw);
        house.must(BOB, &refuse());
        house.random_turn(&mut random);
    }
    assert_eq!(house.refused(ADA, &Command::Draw), Code::TooMany);
    assert_eq!(house.refused(ADA, &Command::Takeback), Code::TooMany);
    house.must(BOB, &Command::Draw);
    house.must(ADA, &accept());
    for _ in 0..3 {
        house.must(ADA, &Command::Rematch);
        house.must(BOB, &refuse());
    }
    assert_eq!(house.refused(ADA, &Command::Rematch), Code::TooMany);
    house.must(BOB, &Command::Rematch);
    house.must(ADA, &accept());
    house.must(ADA, &Command::Draw);
}

#[test]
fn a_newcomer_asks_three_times_at_most() {
    let mut house = y();
    house.must(BOB, &Command::Leave);
    for turn in 0..3 {
        house.must(EVE, &join());
        house.must(ADA, &refuse());
        assert_eq!(house.refused(EVE, &join()), Code::TooMany, "once a turn");
        if turn == 0 {
            house.turn("c7");
            house.must(BOB, &Command::Leave);
        } else {
            house.random_turn(&mut taijitu_rules::playout::Random::new(turn));
            if house.table.absent_players().is_empty() {
                house.must(BOB, &Command::Leave);
            }
        }
    }
    assert_eq!(house.refused(EVE, &join()), Code::TooMany);
    house.must(DIA, &join());
}

#[test]
fn leaving_and_coming_back_is_limited() {
    let mut house = y();
    for _ in 0..5 {
        house.must(ADA, &Command::Leave);
        house.must(ADA, &join());
    }
    assert_eq!(house.refused(ADA, &Command::Leave), Code::TooMany);
    house.must(BOB, &Command::Leave);
}
