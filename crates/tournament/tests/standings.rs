//! Tie-breaks by hand.

use crate::club::*;
use taijitu_protocol::{EntrantId, GameResult, TournamentCommand, TournamentKind};
use taijitu_tournament::TournamentPairing;

/// A round robin of four in which the results are given by entrants.
fn four(result: impl Fn(u32, u32) -> GameResult) -> Club {
    let mut club = Club::started(TournamentKind::RoundRobin { twice: false, at_once: true }, 4);
    club.play_round(|pairing| result(u32::from(pairing.white), u32::from(pairing.black)));
    club
}

/// The result if the winners are these pairs; other games are drawn.
fn with_winners(wins: &'static [(u32, u32)]) -> impl Fn(u32, u32) -> GameResult {
    move |white, black| match () {
        () if wins.contains(&(white, black)) => GameResult::White,
        () if wins.contains(&(black, white)) => GameResult::Black,
        () => GameResult::Draw,
    }
}

#[test]
fn the_direct_encounter_decides_first() {
    // 1 and 2 have two points each; 1 beat 2. 3 and 4 have one each; 4 beat 3.
    let club = four(with_winners(&[(1, 2), (1, 3), (2, 3), (2, 4), (4, 1), (4, 3)]));
    let rows = club.tournament.standings();
    let rows: Vec<(u32, u16, u32, u32)> =
        rows.iter().map(|row| (u32::from(row.entrant), row.rank, row.points, row.direct)).collect();
    // 1, 2 and 4 have two points: 1 beat 2, 2 beat 4, 4 beat 1; the circle does not decide.
    assert_eq!(rows.iter().map(|row| row.2).collect::<Vec<_>>(), [4, 4, 4, 0]);
    assert!(rows[..3].iter().all(|row| row.1 == 1 && row.3 == 2), "{rows:?}");
    assert_eq!(rows[3].1, 4);

    let club = four(with_winners(&[(2, 1), (1, 3), (1, 4), (2, 3), (4, 2), (3, 4)]));
    let rows: Vec<(u32, u16, u32)> = club
        .tournament
        .standings()
        .iter()
        .map(|row| (u32::from(row.entrant), row.rank, row.direct))
        .collect();
    assert_eq!(rows[..2], [(2, 1, 2), (1, 2, 0)], "{rows:?}");
}

#[test]
fn buchholz_and_sonneborn_berger_are_sums_over_opponents() {
    let club = four(with_winners(&[(1, 2), (1, 3), (2, 3)]));
    // Half points: 1 has 5, 2 has 3, 3 has 1, 4 has 3.
    let row = |number: u32| {
        club.tournament.standings().into_iter().find(|row| row.entrant == entrant(number)).unwrap()
    };
    assert_eq!([1, 2, 3, 4].map(|number| row(number).points), [5, 3, 1, 3]);
    assert_eq!(row(1).buchholz, 3 + 1 + 3);
    assert_eq!(row(1).sonneborn_berger, 2 * 3 + 2 + 3);
    assert_eq!(row(2).sonneborn_berger, 2 + 3);
    assert_eq!(row(4).sonneborn_berger, 5 + 3 + 1);
    assert_eq!((row(1).wins, row(1).draws, row(1).losses), (2, 1, 0));
    assert_eq!(row(1).progress.len(), 3);
    let ranks: Vec<(u32, u16)> =
        club.tournament.standings().iter().map(|row| (u32::from(row.entrant), row.rank)).collect();
    assert_eq!(ranks, [(1, 1), (4, 2), (2, 3), (3, 4)], "2 and 4 drew: Sonneborn–Berger decides");
}

#[test]
fn a_bye_counts_as_a_win_without_a_game() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 1 }, 3);
    let bye = club.tournament.rounds()[0].byes[0];
    assert_eq!(bye, entrant(3), "the lowest has the bye");
    club.play_round(|_| GameResult::Draw);
    let row = club.tournament.standings().into_iter().find(|row| row.entrant == bye).unwrap();
    assert_eq!((row.points, row.wins, row.buchholz), (2, 0, 2));
}

#[test]
fn the_cross_table_shows_who_scored_what() {
    let club = four(with_winners(&[(1, 2), (1, 3), (2, 3)]));
    let table = club.tournament.cross_table();
    let against = |one: u32, two: u32| table.against(entrant(one), entrant(two));
    assert_eq!((against(1, 2), against(2, 1), against(1, 4)), (vec![2], vec![0], vec![1]));
    let ids: Vec<EntrantId> = table.rows.iter().map(|row| row.entrant).collect();
    assert_eq!(ids, club.tournament.standings().iter().map(|row| row.entrant).collect::<Vec<_>>());
    assert!(table.rows.iter().all(|row| row.cells.len() == 3));
    let running = Club::started(TournamentKind::Swiss { rounds: 2 }, 2);
    assert_eq!(running.tournament.cross_table().rows[0].cells[0].half_points, None);
}

#[test]
fn a_withdrawn_opponent_does_not_lower_the_tie_breaks() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 2 }, 4);
    let pairing = club.tournament.pairings()[0].clone();
    let number = u128::from(u32::from(pairing.black));
    club.player(number, TournamentCommand::Withdraw {}).unwrap();
    club.play_round(|_: &TournamentPairing| GameResult::Draw);
    let row = club.tournament.standings().into_iter().find(|row| row.entrant == pairing.white).unwrap();
    assert_eq!(row.buchholz, row.points, "a game that was not played counts one's own points");
}
