//! The course of each kind of tournament.

use crate::checker::Checker;
use crate::club::*;
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, NextRound, TournamentCommand, TournamentKind, TournamentPhase,
    TournamentSettings,
};
use taijitu_tournament::{Refusal, SystemEvent, TournamentPairing};

fn arena(minutes: u16) -> TournamentKind {
    TournamentKind::Arena { minutes, streaks: true }
}

fn ranking(club: &Club) -> Vec<u32> {
    club.tournament.standings().iter().map(|row| u32::from(row.entrant)).collect()
}

#[test]
fn a_swiss_finds_the_best() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 5 }, 20);
    let favourite = favourite(&club.tournament);
    for round in 1..=5 {
        assert_eq!(club.tournament.rounds().len(), round);
        club.play_round(&favourite);
    }
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
    assert_eq!(ranking(&club)[0], 1);
    assert_eq!(club.tournament.standings()[0].points, 10);
    Checker::check(club.events().cloned()).finish(&club.tournament);
    // The first round is the upper half against the lower half.
    let first: Vec<u32> = club.tournament.pairings()[..10]
        .iter()
        .map(|pairing| u32::from(pairing.white).abs_diff(u32::from(pairing.black)))
        .collect();
    assert_eq!(first, [10; 10]);
}

#[test]
fn the_same_seed_pairs_alike_and_another_one_does_not() {
    let rows = |seed: u64| {
        let mut club = Club::new(settings(TournamentKind::Swiss { rounds: 4 }), seed);
        for number in 1..=16 {
            club.player(number, TournamentCommand::Enter { partner: None, team: None }).unwrap();
        }
        club.host(TournamentCommand::Start {}).unwrap();
        for _ in 0..4 {
            club.play_round(|pairing| {
                if u32::from(pairing.id) % 3 == 0 { GameResult::Draw } else { GameResult::White }
            });
        }
        club.tournament.pairings().iter().map(|pairing| (pairing.white, pairing.black)).collect::<Vec<_>>()
    };
    assert_eq!(rows(4), rows(4));
    assert_ne!(rows(4), rows(5));
}

#[test]
fn a_break_a_pause_and_rounds_by_hand() {
    let kind = TournamentKind::Swiss { rounds: 2 };
    let mut club = Club::new(TournamentSettings { next_round: NextRound::After(60), ..settings(kind) }, 1);
    club.enter(4);
    club.host(TournamentCommand::Start {}).unwrap();
    club.play_round(|_| GameResult::White);
    club.wait(59_000);
    assert_eq!(club.tournament.rounds().len(), 1);
    club.host(TournamentCommand::Pause {}).unwrap();
    assert_eq!(club.host(TournamentCommand::Pause {}), Err(Refusal::Paused));
    assert_eq!(club.host(TournamentCommand::NextRound {}), Err(Refusal::Paused));
    assert!(club.tournament.effects().pause_tables);
    club.wait(10_000);
    assert_eq!(club.tournament.rounds().len(), 1);
    club.host(TournamentCommand::Resume {}).unwrap();
    assert_eq!(club.tournament.rounds().len(), 2);

    let mut by_hand = Club::new(TournamentSettings { next_round: NextRound::Hand, ..settings(kind) }, 1);
    by_hand.enter(4);
    by_hand.host(TournamentCommand::Start {}).unwrap();
    assert_eq!(by_hand.tournament.rounds().len(), 1, "the start pairs the first round");
    assert_eq!(by_hand.host(TournamentCommand::NextRound {}), Err(Refusal::RoundRuns));
    by_hand.play_round(|_| GameResult::White);
    by_hand.wait(1_000_000);
    assert_eq!(by_hand.tournament.rounds().len(), 1);
    by_hand.host(TournamentCommand::NextRound {}).unwrap();
    by_hand.play_round(|_| GameResult::White);
    assert_eq!(by_hand.tournament.phase(), TournamentPhase::Finished);
}

#[test]
fn a_knockout_with_byes_and_a_third_place() {
    let mut club = Club::started(TournamentKind::Knockout { third_place: true }, 13);
    assert_eq!(club.tournament.round_count(), Some(4));
    let byes: Vec<u32> = club.tournament.rounds()[0].byes.iter().map(|id| u32::from(*id)).collect();
    let byes: std::collections::BTreeSet<u32> = byes.into_iter().collect();
    assert_eq!(byes, [1, 2, 3].into());
    let favourite = favourite(&club.tournament);
    while club.tournament.phase() == TournamentPhase::Running {
        club.play_round(&favourite);
    }
    assert_eq!(ranking(&club)[..4], [1, 2, 3, 4]);
    let ranks: Vec<u16> = club.tournament.standings().iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9, 9]);
    assert_eq!(club.tournament.knockout_winner().map(u32::from), Some(1));
    Checker::check(club.events().cloned()).finish(&club.tournament);
}

#[test]
fn a_drawn_knockout_is_replayed_and_ends() {
    let mut club = Club::started(TournamentKind::Knockout { third_place: false }, 2);
    let first = club.tournament.pairings()[0].clone();
    let seats = |club: &Club| club.tournament.effects().open[0].clone();
    let table = seats(&club);
    club.notice(SystemEvent::TableOpened { pairing: first.id, game: 0 });
    assert_eq!(club.tournament.effects().open, []);
    club.end(first.id, GameResult::Draw);
    let replay = seats(&club);
    assert_eq!((table.game, replay.game), (0, 1));
    assert_eq!(table.seats.iter().rev().copied().collect::<Vec<_>>(), replay.seats, "colours are exchanged");
    assert_ne!(table.table, replay.table);
    // A late report of the first game changes nothing.
    club.notice(SystemEvent::GameEnded { pairing: first.id, game: 0, result: GameResult::White });
    assert_eq!(club.tournament.phase(), TournamentPhase::Running);
    club.end(first.id, GameResult::Draw);
    club.end(first.id, GameResult::Draw);
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
    assert_eq!(club.tournament.knockout_winner(), Some(first.black), "a third draw is a win for Black");
}

#[test]
fn a_knockout_continues_without_entrants_who_left() {
    let mut club = Club::started(TournamentKind::Knockout { third_place: true }, 4);
    club.play_round(favourite(&club.tournament));
    assert_eq!(club.tournament.rounds().len(), 2);
    club.player(1, TournamentCommand::Withdraw {}).unwrap();
    let winner = |club: &Club| club.tournament.knockout_winner().map(u32::from);
    for id in club.open_pairings() {
        club.end(id, GameResult::White);
    }
    assert_eq!((club.tournament.phase(), winner(&club)), (TournamentPhase::Finished, Some(2)));
}

#[test]
fn a_round_robin_is_played_round_by_round_or_at_once() {
    let mut club = Club::started(TournamentKind::RoundRobin { twice: true, at_once: false }, 5);
    assert_eq!(club.tournament.round_count(), Some(10));
    let favourite_of = favourite(&club.tournament);
    while club.tournament.phase() == TournamentPhase::Running {
        club.play_round(&favourite_of);
    }
    let seeded: Vec<EntrantId> = club.tournament.seeded();
    assert_eq!(club.tournament.standings().iter().map(|row| row.entrant).collect::<Vec<_>>(), seeded);
    Checker::check(club.events().cloned()).finish(&club.tournament);

    let mut at_once = Club::started(TournamentKind::RoundRobin { twice: false, at_once: true }, 6);
    assert_eq!((at_once.tournament.rounds().len(), at_once.open_pairings().len()), (5, 15));
    at_once.player(1, TournamentCommand::Withdraw {}).unwrap();
    assert_eq!(at_once.open_pairings().len(), 10, "the games of somebody who leaves are lost");
    at_once.play_round(|_| GameResult::Draw);
    assert_eq!(at_once.tournament.phase(), TournamentPhase::Finished);
}

#[test]
fn an_absent_player_loses_the_rounds_of_a_round_robin() {
    let mut club = Club::started(TournamentKind::RoundRobin { twice: false, at_once: false }, 4);
    club.player(1, TournamentCommand::Absent {}).unwrap();
    club.play_round(|_| GameResult::Draw);
    let absent: Vec<&TournamentPairing> = club.tournament.pairings()[2..4]
        .iter()
        .filter(|pairing| pairing.side(entrant(1)).is_some())
        .collect();
    assert!(absent[0].result().is_some_and(|result| !result.is_played()));
    assert_eq!(absent[0].half_points(entrant(1)), 0);
}

#[test]
fn an_arena_pairs_again_at_once_and_ends_in_time() {
    let mut club = Club::started(arena(10), 6);
    club.wait(2_000);
    assert_eq!(club.open_pairings().len(), 3);
    let first = club.open_pairings()[0];
    let two = club.tournament.pairing(first).unwrap().clone();
    club.end(first, GameResult::White);
    club.wait(60_000);
    assert_eq!(club.open_pairings().len(), 2, "nobody plays the same opponent twice running");
    let second = club.open_pairings()[0];
    club.end(second, GameResult::White);
    club.wait(2_000);
    assert_eq!(club.open_pairings().len(), 3);
    assert!(
        club.tournament.pairings()[3..]
            .iter()
            .all(|next| next.side(two.white).is_none() || next.opponent(two.white) != two.black)
    );
    let boards: std::collections::BTreeSet<u16> =
        club.tournament.undecided().map(|pairing| pairing.board).collect();
    assert_eq!(boards, [1, 2, 3].into(), "tables have different numbers");
    assert_eq!(club.host(TournamentCommand::NextRound {}), Err(Refusal::RoundsByThemselves));
    // A pause makes it longer.
    club.host(TournamentCommand::Pause {}).unwrap();
    club.wait(600_000);
    assert_eq!(club.tournament.phase(), TournamentPhase::Running);
    club.host(TournamentCommand::Resume {}).unwrap();
    club.wait(530_000);
    assert_eq!(club.tournament.phase(), TournamentPhase::Running);
    let running = club.open_pairings()[0];
    club.wait(20_000);
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
    let before = club.log.len();
    club.notice(SystemEvent::GameEnded { pairing: running, game: 0, result: GameResult::White });
    assert_eq!(club.log.len(), before, "a game that ends later does not count");
    Checker::check(club.events().cloned()).finish(&club.tournament);
}

#[test]
fn two_alone_in_an_arena_play_again() {
    let mut club = Club::started(arena(10), 2);
    for games in 1..5 {
        club.wait(2_000);
        assert_eq!(club.tournament.pairings().len(), games);
        club.play_round(|_| GameResult::White);
    }
    let colours: Vec<EntrantId> = club.tournament.pairings().iter().map(|pairing| pairing.white).collect();
    assert!(colours.windows(2).all(|two| two[0] != two[1]), "colours alternate: {colours:?}");
}

#[test]
fn streaks_count_double() {
    let mut club = Club::started(arena(30), 2);
    for _ in 0..4 {
        club.wait(2_000);
        let winner = entrant(1);
        club.play_round(
            |pairing| if pairing.white == winner { GameResult::White } else { GameResult::Black },
        );
    }
    let row = &club.tournament.standings()[0];
    assert_eq!((row.entrant, row.points, &row.progress[..]), (entrant(1), 12, &[2, 4, 8, 12][..]));
    assert_eq!(row.performance, Some(2498 + 500));
}

#[test]
fn an_explanation_in_both_languages() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 3 }, 6);
    club.play_round(favourite(&club.tournament));
    club.play_round(favourite(&club.tournament));
    for pairing in club.tournament.pairings() {
        for id in [pairing.white, pairing.black] {
            let sentences = club.tournament.explain(pairing.id, id).expect("a player of the pairing");
            assert!(!sentences.is_empty());
            assert!(sentences.iter().all(|text| text.en != text.fr && !text.fr.contains(" :")));
        }
        let other = (1..=6).map(entrant).find(|id| pairing.side(*id).is_none()).unwrap();
        assert_eq!(club.tournament.explain(pairing.id, other), None);
    }
    let last = club.tournament.pairings().last().unwrap();
    let texts = club.tournament.explain(last.id, last.white).unwrap();
    assert!(texts.iter().any(|text| text.en.contains("not played each other")), "{texts:?}");
    assert!(texts[0].en.contains("points"));
}

#[test]
fn an_entrant_who_misses_an_arena_game_is_not_paired_again() {
    let mut club = Club::started(arena(60), 4);
    club.wait(10_000);
    let [first, second] = club.open_pairings()[..] else { panic!("two games") };
    let missing = club.tournament.pairing(first).unwrap().white;
    club.end(first, GameResult::WhiteForfeit);
    assert_eq!(club.tournament.entrant(missing).unwrap().presence, EntrantPresence::Absent);
    club.end(second, GameResult::DoubleForfeit);
    // Of four one is left, who has no opponent: no table is opened for absent entrants.
    club.wait(30_000);
    assert_eq!(club.open_pairings(), []);
    let back = club.tournament.entrant(missing).unwrap().members.players()[0].0;
    club.player(back, TournamentCommand::Return {}).unwrap();
    club.wait(30_000);
    assert_eq!(club.open_pairings().len(), 1);
    assert_eq!(club.folded(), club.tournament);
    Checker::check(club.events().cloned());
}

#[test]
fn an_entrant_who_misses_two_games_in_a_row_is_absent() {
    for kind in
        [TournamentKind::Swiss { rounds: 5 }, TournamentKind::RoundRobin { twice: true, at_once: false }]
    {
        let mut club = Club::started(kind, 4);
        let absent = |club: &Club| {
            let entrants = club.tournament.entrants().iter();
            entrants.filter(|entrant| entrant.presence == EntrantPresence::Absent).count()
        };
        club.play_round(|_| GameResult::WhiteForfeit);
        assert_eq!((absent(&club), club.open_pairings().len()), (0, 2), "once may happen");
        club.play_round(|_| GameResult::White);
        club.play_round(|_| GameResult::DoubleForfeit);
        assert_eq!((absent(&club), club.open_pairings().len()), (0, 2), "not in a row");
        club.play_round(|_| GameResult::DoubleForfeit);
        assert_eq!((absent(&club), club.open_pairings().len()), (4, 0));
    }
}

#[test]
fn an_arena_goes_on_when_a_clock_that_was_ahead_is_set_back() {
    let mut club = Club::started(arena(10), 6);
    let (started, hour) = (club.now, 60 * 60_000);
    club.wait(2_000);
    assert_eq!(club.tournament.pairings().len(), 3);
    // The clock is an hour ahead while the games end: the arena would be over.
    club.host(TournamentCommand::Pause {}).unwrap();
    club.now += hour;
    club.play_round(|_| GameResult::White);
    club.now -= hour;
    club.host(TournamentCommand::Resume {}).unwrap();
    club.wait(3_000);
    assert_eq!(club.tournament.pairings().len(), 6, "who waits is paired again");
    club.play_round(|_| GameResult::White);
    club.now = started + 11 * 60_000;
    club.wait(0);
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
}

#[test]
fn an_arena_that_began_while_the_clock_was_ahead_takes_no_longer() {
    let mut club = Club::new(settings(arena(10)), 1);
    club.enter(4);
    club.now += 60 * 60_000;
    club.host(TournamentCommand::Start {}).unwrap();
    club.now -= 60 * 60_000;
    club.wait(3_000);
    club.wait(3_000);
    assert_eq!(club.tournament.pairings().len(), 2);
    club.play_round(|_| GameResult::White);
    club.wait(11 * 60_000);
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
}
