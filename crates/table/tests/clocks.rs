//! Time: what is charged to whom, when a flag falls, and that it falls once.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Seat, Side, Time};
use taijitu_table::{Actor, FUTURE, LogEvent, SystemEvent};

const DAY: i64 = 86_400_000;

/// What everybody has left now, and whose clocks run, from seat 1.
fn clocks(house: &House) -> (Vec<i64>, Vec<u8>) {
    let clocks = house.table.clocks(&house.context()).expect("there are clocks");
    assert_eq!(clocks.at, house.now);
    (clocks.left, clocks.running.into_iter().map(Seat::number).collect())
}

fn y(seconds: u32, increment: u32) -> House {
    House::two(&timed(coloured(with("y", "pie=off")), seconds, increment))
}

#[test]
fn a_total_runs_only_on_ones_own_turn() {
    let mut house = y(60, 0);
    house.wait(7_000);
    assert_eq!(clocks(&house), (vec![60_000, 53_000], vec![2]));
    house.turn("c7");
    house.wait(1_500);
    house.turn("c8");
    assert_eq!(clocks(&house), (vec![58_500, 53_000], vec![2]));
    house.check_fold();
}

#[test]
fn an_increment_comes_after_the_turn() {
    let mut house = y(60, 5);
    house.wait(2_000);
    house.turn("c7");
    assert_eq!(clocks(&house), (vec![60_000, 63_000], vec![1]));
}

#[test]
fn a_flag_falls_once_by_itself() {
    let mut house = y(60, 0);
    house.turn("c7");
    let deadline = house.table.deadline(&house.outages).unwrap();
    assert!((START + 60_000..=START + 61_000).contains(&deadline), "a little lag may be forgiven");
    house.now = deadline - 1;
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.now = deadline;
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "black (time)");
    assert_eq!(house.notice(SystemEvent::Deadline), [], "once");
    assert_eq!(clocks(&house), (vec![0, 60_000], vec![]));
    house.check_fold();
}

#[test]
fn a_turn_that_comes_too_late_lets_the_flag_fall() {
    let mut house = y(60, 0);
    house.turn("c7");
    house.wait(60_000);
    let decision = house.decide(Actor::Player(ADA), &play(1, 2, "c8"));
    assert_eq!(decision.answer.unwrap_err().code, Code::TimeUp);
    assert!(
        matches!(&decision.events[..], [LogEvent::Ended { winner: Some(Side::Black), reason, .. }] if reason == "time")
    );
    house.commit(&decision.events, None);
    assert_eq!((house.ended().unwrap().as_str(), house.game().turns()), ("black (time)", 1));

    let mut house = y(60, 0);
    house.wait(59_999);
    house.turn("c7");
    assert_eq!(clocks(&house).0, [60_000, 1]);
}

#[test]
fn lag_is_forgiven_within_a_quota() {
    let mut house = y(60, 0);
    house.lag = 300;
    house.wait(2_000);
    house.turn("c7");
    assert_eq!(clocks(&house).0[1], 58_300);
    let mut house = y(600, 0);
    house.lag = 100_000;
    let mut forgiven = 0;
    for turn in 1..=20 {
        house.wait(10_000);
        house.turn(&format!("a{turn}"));
        forgiven = clocks(&house).0[1] - (600_000 - 10_000 * ((turn + 1) / 2));
        assert!(forgiven >= 0);
    }
    assert!(forgiven <= 1_000 + 10 * 100, "{forgiven} ms in ten turns");
    house.lag = -5_000;
    let before = clocks(&house).0[1];
    house.wait(1_000);
    house.turn("b1");
    assert_eq!(clocks(&house).0[1], before - 1_000, "negative lag is none");
}

#[test]
fn no_more_lag_is_forgiven_than_time_was_used() {
    let mut house = y(60, 0);
    house.lag = 400;
    house.wait(100);
    house.turn("c7");
    assert_eq!(clocks(&house).0[1], 60_000);
}

#[test]
fn outages_are_not_charged() {
    let mut house = y(60, 0);
    house.wait(10_000);
    house.outage(3_600_000);
    house.wait(5_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    assert_eq!(clocks(&house).0, [60_000, 45_000]);
    let deadline = house.table.deadline(&house.outages).unwrap();
    assert!(deadline >= START + 30_000 + 3_600_000);
    house.turn("c7");
    assert_eq!(clocks(&house).0, [60_000, 45_000]);
    house.wait(60_000);
    house.wait(1_000);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "black (time)");
}

#[test]
fn a_clock_that_is_set_back_costs_nothing() {
    let mut house = y(60, 0);
    house.now -= 500_000;
    house.turn("c7");
    assert_eq!(clocks(&house).0, [60_000, 60_000]);
    house.check_fold();
}

#[test]
fn both_clocks_run_while_both_write() {
    let mut house = House::two(&timed(coloured(open("yinyang")), 60, 0));
    house.wait(4_000);
    assert_eq!(clocks(&house), (vec![56_000, 56_000], vec![1, 2]));
    house.must(ADA, &play(1, 1, WHITE_LAWS));
    house.wait(6_000);
    assert_eq!(clocks(&house), (vec![56_000, 50_000], vec![2]));
    house.must(BOB, &play(1, 1, BLACK_LAWS));
    assert_eq!(clocks(&house), (vec![56_000, 50_000], vec![2]));

    let mut house = House::two(&timed(coloured(open("yinyang")), 60, 0));
    house.must(BOB, &play(1, 1, BLACK_LAWS));
    house.wait(61_000);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "black (time)", "White never wrote");
}

#[test]
fn days_are_for_each_turn() {
    let days = OpenTable { time: Time::Days { days: 3 }, ..coloured(with("y", "pie=off")) };
    let mut house = House::two(&days);
    house.wait(2 * DAY);
    house.turn("c7");
    house.wait(DAY);
    house.turn("c8");
    assert_eq!(clocks(&house), (vec![3 * DAY, 3 * DAY], vec![2]));
    house.wait(3 * DAY + 1_000);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "white (time)");
}

#[test]
fn a_player_who_allows_a_take_back_has_the_whole_time_for_the_new_turn() {
    let days = OpenTable { time: Time::Days { days: 3 }, ..coloured(with("y", "pie=off")) };
    let mut house = House::two(&days);
    house.turn("c7");
    house.wait(2 * DAY);
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    house.wait(DAY);
    house.turn("c9");
    assert_eq!(clocks(&house), (vec![3 * DAY, 3 * DAY], vec![1]));
}

#[test]
fn even_the_longest_time_ends_with_a_flag() {
    let days = OpenTable { time: Time::Days { days: 30 }, ..coloured(with("y", "pie=off")) };
    let mut house = House::two(&days);
    house.now = house.table.deadline(&house.outages).unwrap();
    house.notice(SystemEvent::Deadline);
    assert_eq!(house.ended().unwrap(), "white (time)");
}

#[test]
fn an_abandoned_game_without_a_clock_is_aborted() {
    let mut house = House::two(&open("y"));
    house.wait(29 * DAY);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    house.wait(2 * DAY);
    assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
    assert_eq!(house.ended().unwrap(), "draw (aborted)");
}

#[test]
fn engines_pay_for_thinking_and_never_for_waiting() {
    let open = OpenTable { engines: vec![1], ..timed(coloured(with("y", "pie=off")), 60, 0) };
    let mut house = House::new(&open);
    house.must(ADA, &Command::Start);
    house.wait(100_000);
    assert_eq!(house.notice(SystemEvent::Deadline), [], "an engine that waits for a worker has no flag");
    assert_eq!(clocks(&house), (vec![60_000, 60_000], vec![]));
    house.thought = 250;
    house.act(Actor::Engine(Seat::new(1)), &play(1, 1, "c7")).unwrap();
    assert_eq!(clocks(&house), (vec![60_000, 59_750], vec![1]));
    house.wait(4_000);
    house.must(ADA, &play(1, 2, "c8"));
    assert_eq!(clocks(&house).0, [56_000, 59_750]);
}

#[test]
fn time_is_given_to_an_opponent() {
    let mut house = y(60, 0);
    let give = |number, seconds| Command::Time { seat: seat(number), seconds };
    house.wait(10_000);
    house.must(ADA, &give(2, 30));
    assert_eq!(clocks(&house), (vec![60_000, 80_000], vec![2]));
    house.wait(5_000);
    house.turn("c7");
    assert_eq!(clocks(&house).0, [60_000, 75_000]);
    assert_eq!(house.refused(ADA, &give(1, 30)), Code::NotNow, "not to oneself");
    assert_eq!(house.refused(ADA, &give(2, 0)), Code::Invalid);
    assert_eq!(house.refused(ADA, &give(2, 1_000_000)), Code::Invalid);
    assert_eq!(House::two(&open("y")).refused(ADA, &give(2, 30)), Code::NotNow, "there is no clock");
    house.check_fold();
}

#[test]
fn a_pause_stops_the_clocks_and_the_turns() {
    let mut house = y(60, 0);
    house.wait(10_000);
    house.must(ADA, &Command::Pause);
    assert_eq!(clocks(&house).1, [2], "an offer stops nothing");
    house.must(BOB, &accept());
    house.wait(1_000_000);
    assert_eq!(clocks(&house), (vec![60_000, 50_000], vec![]));
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    assert_eq!(house.refused(BOB, &play(1, 1, "c7")), Code::GamePaused);
    assert_eq!(house.refused(BOB, &Command::Pause), Code::GamePaused);
    house.must(BOB, &Command::Resume);
    assert_eq!(house.refused(BOB, &play(1, 1, "c7")), Code::GamePaused);
    house.must(ADA, &accept());
    house.wait(1_000);
    house.turn("c7");
    assert_eq!(clocks(&house).0, [60_000, 49_000]);
    assert_eq!(house.refused(ADA, &Command::Resume), Code::NotNow);
    house.check_fold();
}

#[test]
fn taking_back_does_not_turn_clocks_back() {
    let mut house = y(60, 0);
    house.wait(10_000);
    house.turn("c7");
    house.wait(5_000);
    house.must(BOB, &Command::Takeback);
    house.must(ADA, &accept());
    assert_eq!(clocks(&house), (vec![55_000, 50_000], vec![2]));
    house.wait(1_000);
    house.turn("c9");
    assert_eq!(clocks(&house).0, [55_000, 49_000]);
}

/// Times in a record are what a player has used by then, whatever happened while they thought.
#[test]
fn a_record_counts_all_the_time_that_was_used() {
    let mut house = y(600, 2);
    house.wait(10_000);
    house.must(ADA, &Command::Time { seat: seat(2), seconds: 60 });
    house.wait(5_000);
    house.must(ADA, &Command::Pause);
    house.must(BOB, &accept());
    house.wait(100_000);
    house.must(BOB, &Command::Resume);
    house.must(ADA, &accept());
    house.wait(3_000);
    house.turn("c7");
    house.wait(1_000);
    house.turn("c8");
    house.wait(2_500);
    house.turn("c9");
    house.must(ADA, &Command::Resign);
    let record = house.finished().record.unwrap();
    let turns: Vec<&str> = record.lines().filter(|line| line.contains('{')).collect();
    assert_eq!(turns, ["1. c7 {0:18.000}", "2. c8 {0:01.000}", "3. c9 {0:20.500}"]);
}

/// What [`LogEntry`](taijitu_table::LogEntry) promises of its time: it goes back only behind a clock that was far ahead.
#[test]
fn the_log_goes_back_in_time_only_after_a_clock_that_was_far_ahead() {
    for (ahead, goes_back) in [(1, false), (FUTURE, false), (FUTURE + 1, true), (3_600_000, true)] {
        let mut house = House::two(&coloured(with("y", "pie=off")));
        house.now += ahead;
        house.turn("c7");
        house.now -= ahead;
        house.turn("c8");
        let [.., wrong, next] = house.log.as_slice() else { panic!("two turns") };
        assert_eq!(wrong.at, house.now + ahead);
        assert_eq!(next.at, if goes_back { house.now } else { wrong.at }, "{ahead}");
    }
}
