//! A live game at which nobody plays a first turn is aborted: nobody wins it on time.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Time};
use taijitu_table::{Actor, LogEvent, SystemEvent};

const ABORTED: &str = "draw (aborted)";

fn y(seconds: u32) -> OpenTable {
    timed(coloured(with("y", "pie=off")), seconds, 0)
}

fn abort_at(house: &House) -> Option<i64> {
    house.table.clocks(&house.context()).and_then(|clocks| clocks.abort_at)
}

#[test]
fn thirty_seconds_without_a_turn_and_the_game_is_aborted_once() {
    let mut house = House::two(&y(300));
    let due = START + 30_000;
    assert_eq!((house.table.deadline(&house.outages), abort_at(&house)), (Some(due), Some(due)));
    house.now = due - 1;
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.now = due;
    assert!(matches!(&house.notice(SystemEvent::Deadline)[..], [LogEvent::Ended { winner: None, .. }]));
    assert_eq!(house.ended().unwrap(), ABORTED);
    assert_eq!((house.notice(SystemEvent::Deadline), abort_at(&house)), (vec![], None), "once");
    assert_eq!(house.refused(BOB, &play(1, 1, "c7")), Code::NotRunning);
    house.check_fold();
}

#[test]
fn after_one_turn_only_the_clock_counts() {
    let mut house = House::two(&y(300));
    house.wait(29_999);
    house.turn("c7");
    assert_eq!(abort_at(&house), None);
    house.wait(299_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.wait(2_000);
    house.notice(SystemEvent::Deadline);
    assert_eq!(house.ended().unwrap(), "black (time)");
}

#[test]
fn a_turn_that_is_taken_back_was_played() {
    let mut house = House::two(&y(300));
    house.turn("c7");
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    house.wait(100_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    assert_eq!((house.ended(), abort_at(&house)), (None, None));
}

#[test]
fn a_shorter_clock_aborts_too() {
    let mut house = House::two(&y(10));
    house.wait(10_500);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), ABORTED);
    // A turn that comes when the time is up, before anybody has noticed.
    let mut house = House::two(&y(10));
    house.wait(10_000);
    let decision = house.decide(Actor::Player(BOB), &play(1, 1, "c7"));
    assert_eq!(decision.answer.unwrap_err().code, Code::TimeUp);
    house.commit(&decision.events, None);
    assert_eq!(house.ended().unwrap(), ABORTED);
}

#[test]
fn neither_outages_nor_pauses_count() {
    let mut house = House::two(&y(300));
    house.wait(10_000);
    house.outage(3_600_000);
    house.wait(19_999);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.must(ADA, &Command::Pause);
    house.must(BOB, &accept());
    assert_eq!(abort_at(&house), None);
    house.wait(1_000_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.must(ADA, &Command::Resume);
    house.must(BOB, &accept());
    assert_eq!(abort_at(&house), Some(house.now + 30_000), "both are there, and have their time again");
    house.wait(30_000);
    house.notice(SystemEvent::Deadline);
    assert_eq!(house.ended().unwrap(), ABORTED);
}

#[test]
fn writing_laws_takes_as_long_as_the_clock_allows() {
    let mut house = House::two(&timed(coloured(open("yinyang")), 120, 0));
    assert_eq!(abort_at(&house), None);
    house.wait(60_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.must(BOB, &play(1, 1, BLACK_LAWS));
    house.must(ADA, &play(1, 1, WHITE_LAWS));
    house.wait(50_000);
    assert_eq!(house.notice(SystemEvent::Deadline), [], "laws are turns");
    let mut house = House::two(&timed(coloured(open("yinyang")), 120, 0));
    house.wait(121_000);
    house.notice(SystemEvent::Deadline);
    assert_eq!(house.ended().unwrap(), ABORTED, "neither has written");
}

#[test]
fn slow_games_wait() {
    for time in [Time::None, Time::Days { days: 1 }] {
        let mut house = House::two(&OpenTable { time, ..coloured(with("y", "pie=off")) });
        house.wait(86_000_000);
        assert_eq!((house.notice(SystemEvent::Deadline), house.ended()), (vec![], None));
    }
}
