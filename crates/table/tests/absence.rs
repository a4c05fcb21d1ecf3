//! Players who are not there: claims, coming back, and others who take their place.

use crate::help::*;
use taijitu_protocol::{Claim, Code, Command, OpenTable, Seat, Side, Time};
use taijitu_table::{LogEvent, SystemEvent};

fn y() -> House {
    House::two(&coloured(with("y", "pie=off")))
}

#[test]
fn the_game_of_an_absent_player_may_be_claimed_after_the_countdown() {
    for (what, result) in [(Claim::Win, "white (claimed)"), (Claim::Draw, "draw (claimed)")] {
        let mut house = y();
        let claim = Command::Claim { what };
        assert_eq!(house.refused(ADA, &claim), Code::NotNow, "nobody is missing");
        let claim_at = house.now + 60_000;
        assert_eq!(house.notice(SystemEvent::Away(BOB)), [LogEvent::Absent { seat: Seat::new(1), claim_at }]);
        assert_eq!(house.notice(SystemEvent::Away(BOB)), [], "the countdown does not begin anew");
        house.wait(59_999);
        assert_eq!(house.refused(ADA, &claim), Code::NotNow);
        house.wait(1);
        assert_eq!(house.refused(BOB, &claim), Code::NotNow, "not by the absent one");
        house.must(ADA, &claim);
        assert_eq!(house.ended().unwrap(), result);
        house.check_fold();
        let record = house.finished().record.unwrap();
        let read = taijitu_rules::Record::read(&record).unwrap();
        assert_eq!(read.replay().unwrap().outcome().unwrap().to_string(), result);
    }
}

#[test]
fn only_on_the_turn_of_the_absent_side() {
    let mut house = y();
    house.turn("c7");
    house.notice(SystemEvent::Away(BOB));
    house.wait(100_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow, "it is Ada's own turn");
    house.turn("c8");
    house.must(ADA, &claim_win());
    assert_eq!(house.ended().unwrap(), "white (claimed)");
}

#[test]
fn coming_back_cancels_the_countdown() {
    let mut house = y();
    house.notice(SystemEvent::Away(BOB));
    house.wait(59_000);
    assert_eq!(house.notice(SystemEvent::Here(BOB)), [LogEvent::Back { seat: Seat::new(1) }]);
    assert_eq!(house.notice(SystemEvent::Here(BOB)), []);
    house.wait(5_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
    house.notice(SystemEvent::Away(BOB));
    house.wait(59_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow, "a new absence has a new countdown");
}

#[test]
fn leaving_a_running_game_is_absence() {
    let mut house = y();
    house.must(BOB, &Command::Leave);
    assert_eq!(house.ended(), None, "and not resignation");
    assert_eq!(house.player_at(1), BOB, "the seat stays theirs");
    house.wait(60_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow, "30 s and then the countdown");
    house.wait(30_000);
    house.must(ADA, &claim_win());
    assert_eq!(house.ended().unwrap(), "white (claimed)");
    let mut house = y();
    house.must(BOB, &Command::Leave);
    house.must(BOB, &join());
    house.wait(200_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
    house.check_fold();
}

#[test]
fn playing_counts_as_presence() {
    let mut house = y();
    house.must(BOB, &Command::Leave);
    house.turn("c7");
    house.turn("c8");
    house.wait(200_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
    house.check_fold();
}

#[test]
fn the_countdown_stands_while_no_server_is_up() {
    let mut house = y();
    house.notice(SystemEvent::Away(BOB));
    house.wait(30_000);
    house.outage(600_000);
    house.wait(29_999);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
    house.wait(1);
    house.must(ADA, &claim_win());
}

#[test]
fn nothing_is_claimed_in_a_pause() {
    let mut house = y();
    house.must(ADA, &Command::Pause);
    house.must(BOB, &accept());
    house.notice(SystemEvent::Away(BOB));
    house.wait(1_000_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::GamePaused, "Bob was told that he may go");
}

#[test]
fn in_correspondence_nobody_is_absent() {
    let days = OpenTable { time: Time::Days { days: 1 }, ..coloured(with("y", "pie=off")) };
    let mut house = House::two(&days);
    assert_eq!(house.notice(SystemEvent::Away(BOB)), []);
    house.wait(200_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
    house.must(BOB, &Command::Leave);
    house.wait(200_000);
    assert_eq!(house.refused(ADA, &claim_win()), Code::NotNow);
}

#[test]
fn before_and_after_a_game_nobody_is_absent() {
    let mut house = House::new(&open("y"));
    house.must(BOB, &join());
    assert_eq!(house.notice(SystemEvent::Away(BOB)), []);
    house.must(ADA, &Command::Start);
    assert_eq!(house.notice(SystemEvent::Away(EVE)), [], "nor is a spectator");
    house.must(ADA, &Command::Resign);
    assert_eq!(house.notice(SystemEvent::Away(BOB)), []);
}

#[test]
fn an_absent_player_is_replaced_if_everybody_agrees() {
    let mut house = House::four(&coloured(with("zen", "players=4 first=white")));
    assert!(house.by(EVE, &join()).is_err(), "nobody has left");
    house.must(BOB, &Command::Leave);
    assert!(house.by(EVE, &Command::Join { seat: Some(seat(1)) }).is_err(), "Ada has not");
    house.must(EVE, &Command::Join { seat: Some(seat(2)) });
    assert_eq!(house.refused(EVE, &accept()), Code::NotSeated);
    for player in [ADA, CEM, DIA] {
        assert_eq!(house.player_at(1), BOB);
        house.must(player, &accept());
    }
    assert_eq!(house.player_at(1), EVE);
    let mut random = taijitu_rules::playout::Random::new(4);
    house.random_turn(&mut random);
    let text = house.random_text(&mut random);
    assert_eq!(house.refused(BOB, &play(1, 2, &text)), Code::NotSeated);
    house.must(EVE, &play(1, 2, &text));
    assert_eq!(house.game().turns(), 2);
    house.check_fold();
}

#[test]
fn one_no_is_enough() {
    let mut house = y();
    house.must(BOB, &Command::Leave);
    house.must(EVE, &join());
    house.must(ADA, &refuse());
    assert_eq!(house.player_at(1), BOB);
    assert_eq!(house.refused(ADA, &accept()), Code::NoOffer);
}

#[test]
fn a_player_who_is_back_in_time_keeps_the_seat() {
    let mut house = y();
    house.must(BOB, &Command::Leave);
    let offer = house.must(EVE, &join());
    house.notice(SystemEvent::Here(BOB));
    assert_eq!(house.refused(ADA, &Command::Accept { offer: Some(offer) }), Code::NoOffer);
    assert_eq!(house.player_at(1), BOB);
    house.must(ADA, &Command::Draw);
    house.must(BOB, &accept());
}

/// Otherwise a stranger could take the seat of somebody whose line broke, and read what they wrote in secret.
#[test]
fn without_anybody_to_agree_nobody_is_replaced() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.write_laws();
    house.notice(SystemEvent::Away(ADA));
    house.notice(SystemEvent::Away(BOB));
    house.wait(600_000);
    assert!(house.by(EVE, &join()).is_err());
    let mut house = House::new(&OpenTable { engines: vec![1], ..open("y") });
    house.must(ADA, &Command::Start);
    house.notice(SystemEvent::Away(ADA));
    assert!(house.by(EVE, &join()).is_err());
    assert_eq!(house.player_at(0), ADA);
}

#[test]
fn a_newcomer_plays_on_with_the_clock_of_the_seat() {
    let mut house = House::two(&timed(coloured(with("y", "pie=off")), 60, 0));
    house.wait(20_000);
    house.must(BOB, &Command::Leave);
    house.must(EVE, &join());
    house.wait(5_000);
    house.must(ADA, &accept());
    let clocks = house.table.clocks(&house.context()).unwrap();
    assert_eq!((clocks.left, clocks.running), (vec![60_000, 35_000], vec![Seat::new(1)]));
    assert_eq!(house.player_of(Side::Black), EVE);
    house.must(EVE, &play(1, 1, "c7"));
}
