//! Tables of a tournament: who sits is settled, nothing is aborted or played again, and the result is by the colours at the start.

use crate::help::*;
use taijitu_protocol::{Code, Command, GameResult, OpenTable, Side, TournamentId};
use taijitu_table::{LogEvent, Occupant, SystemEvent, Table};

const EVENT: TournamentId = TournamentId(9);

fn pairing(open: &OpenTable, seats: &[Occupant]) -> House {
    let mut house = House::begun(&Table::opening_for_pairing(open, EVENT, seats).expect("a table"));
    house.must(ADA, &Command::Start);
    house
}

fn two(open: &OpenTable) -> House {
    pairing(open, &[Occupant::Player(ADA), Occupant::Player(BOB)])
}

fn result(house: &House) -> Option<GameResult> {
    house.game().result()
}

#[test]
fn the_first_seat_has_white() {
    let house = two(&with("y", "pie=off"));
    assert_eq!((house.player_of(Side::White), house.player_of(Side::Black)), (ADA, BOB));
    assert_eq!((house.table.setup().tournament, result(&house)), (Some(EVENT), None));
    house.check_fold();
    let three = [ADA, BOB, CEM].map(Occupant::Player);
    assert!(Table::opening_for_pairing(&open("y"), EVENT, &three).is_err(), "a game for two");
    assert!(
        Table::opening_for_pairing(&open("y"), EVENT, &[Occupant::Engine(1); 2]).is_err(),
        "nobody plays"
    );
}

#[test]
fn players_play_and_do_nothing_else() {
    let mut house = two(&with("y", "pie=off"));
    let forbidden = [Command::Abort, Command::Pause, option("time", "60"), Command::Start];
    for command in &forbidden {
        assert_eq!(house.refused(ADA, command), Code::NotNow, "{command:?}");
    }
    assert_eq!(house.refused(EVE, &join()), Code::NotNow);
    house.turn("c7");
    house.must(ADA, &Command::Resign);
    assert_eq!(result(&house), Some(GameResult::Black));
    assert_eq!(house.refused(BOB, &Command::Rematch), Code::NotNow);
    house.check_fold();
}

#[test]
fn a_pause_of_the_tournament_stops_the_clocks() {
    let mut house = two(&timed(with("y", "pie=off"), 300, 0));
    house.turn("c7");
    assert!(matches!(&house.notice(SystemEvent::Pause)[..], [LogEvent::Paused { .. }]));
    assert_eq!(house.notice(SystemEvent::Pause), [], "once");
    house.wait(400_000);
    assert_eq!(house.notice(SystemEvent::Deadline), []);
    assert!(matches!(&house.notice(SystemEvent::Resume)[..], [LogEvent::Resumed { .. }]));
    house.wait(301_000);
    house.notice(SystemEvent::Deadline);
    assert_eq!(result(&house), Some(GameResult::Black), "the flag of White has fallen");
    house.check_fold();
}

#[test]
fn an_entrant_who_does_not_begin_forfeits() {
    let mut house = two(&timed(with("y", "pie=off"), 300, 0));
    let begins = house.to_act();
    house.wait(31_000);
    house.notice(SystemEvent::Deadline);
    let expected = if begins == 0 { GameResult::WhiteForfeit } else { GameResult::BlackForfeit };
    assert_eq!(result(&house), Some(expected));
}

#[test]
fn after_a_swap_the_result_is_by_the_colours_at_the_start() {
    let mut house = two(&with("y", "pie=on"));
    let first = house.player_at(house.to_act());
    house.turn("c7");
    house.turn("swap");
    // The player who began has the other colour now, and resigns.
    house.must(first, &Command::Resign);
    let expected = if first == ADA { GameResult::Black } else { GameResult::White };
    assert_eq!(result(&house), Some(expected));
    house.check_fold();
}
