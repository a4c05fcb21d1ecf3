//! Results of real boards, and corrections by the host.

use crate::club::*;
use taijitu_protocol::{
    GameResult, PlayerId, TournamentCommand, TournamentKind, TournamentPhase, TournamentSettings, Venue,
};
use taijitu_tournament::{
    Actor, Applicant, LogEvent, MAX_CORRECTIONS, MAX_MOVES, Refusal, Source, SystemEvent,
    TournamentNoticeKind,
};

fn room() -> Club {
    let mut club = Club::new(
        TournamentSettings { venue: Venue::Room, ..settings(TournamentKind::Swiss { rounds: 2 }) },
        1,
    );
    club.enter(4);
    club.host(TournamentCommand::Start {}).unwrap();
    club
}

fn players(club: &Club, number: u32) -> (PlayerId, PlayerId) {
    let pairing = club.tournament.pairing(pairing(number)).unwrap();
    let player = |id| club.tournament.entrant(id).unwrap().members.players()[0];
    (player(pairing.white), player(pairing.black))
}

fn claim(club: &mut Club, id: PlayerId, number: u32, result: GameResult) -> Result<u64, Refusal> {
    club.by(Applicant { id, ..person(1) }, TournamentCommand::Claim { pairing: pairing(number), result })
}

#[test]
fn both_players_enter_the_result() {
    let mut club = room();
    let (white, black) = players(&club, 1);
    assert_eq!(club.tournament.effects().open, [], "no table is opened for a real board");
    let stranger = players(&club, 2).0;
    assert_eq!(claim(&mut club, stranger, 1, GameResult::White), Err(Refusal::NotYourPairing));
    assert!(claim(&mut club, white, 1, GameResult::White).is_ok());
    assert_eq!(claim(&mut club, white, 1, GameResult::White), Err(Refusal::SameResult));
    assert_eq!(club.tournament.pairing(pairing(1)).unwrap().result(), None);
    assert!(claim(&mut club, black, 1, GameResult::White).is_ok());
    assert_eq!(club.tournament.pairing(pairing(1)).unwrap().result(), Some(GameResult::White));
    assert_eq!(claim(&mut club, black, 1, GameResult::Black), Err(Refusal::HasResult));
    assert_eq!(claim(&mut club, black, 99, GameResult::Black), Err(Refusal::NoSuchPairing));
    // A report of a table does not count for a real board.
    let before = club.log.len();
    club.notice(SystemEvent::GameEnded { pairing: pairing(2), game: 0, result: GameResult::Black });
    assert_eq!(club.log.len(), before);
}

#[test]
fn the_host_hears_of_a_disagreement_and_decides() {
    let mut club = room();
    let (white, black) = players(&club, 1);
    claim(&mut club, white, 1, GameResult::White).unwrap();
    claim(&mut club, black, 1, GameResult::Draw).unwrap();
    let entry = club.log.last().unwrap().clone();
    let notices = club.tournament.notices(&entry);
    assert_eq!(notices.len(), 1);
    assert_eq!((notices[0].to, notices[0].about), (HOST, TournamentNoticeKind::Disputed(pairing(1))));
    assert!(club.tournament.pairing(pairing(1)).unwrap().is_disputed());
    let decide = TournamentCommand::Decide { pairing: pairing(1), result: GameResult::Draw };
    assert_eq!(club.by(Applicant { id: white, ..person(1) }, decide.clone()), Err(Refusal::NotHost));
    assert!(club.host(decide.clone()).is_ok());
    assert!(matches!(club.log.last().unwrap().event, LogEvent::Result { source: Source::Host, .. }));
    assert_eq!(club.host(decide), Err(Refusal::HasResult));
}

#[test]
fn a_player_may_change_a_claim_a_limited_number_of_times() {
    let mut club = room();
    let (white, black) = players(&club, 1);
    claim(&mut club, black, 1, GameResult::DoubleForfeit).unwrap();
    let results = [GameResult::White, GameResult::Black];
    let answers: Vec<_> = (0..6).map(|at| claim(&mut club, white, 1, results[at % 2])).collect();
    assert!(answers[..4].iter().all(Result::is_ok));
    assert_eq!(answers[4..], [Err(Refusal::TooManyClaims); 2]);
    assert!(claim(&mut club, black, 1, GameResult::Black).is_ok(), "the last claim of the other counts");
    assert_eq!(club.tournament.pairing(pairing(1)).unwrap().result(), Some(GameResult::Black));
}

#[test]
fn a_pairing_moves_between_page_and_room() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 2 }, 4);
    let (white, _) = players(&club, 1);
    assert_eq!(claim(&mut club, white, 1, GameResult::White), Err(Refusal::NotInRoom));
    let to = |venue| TournamentCommand::Move { pairing: pairing(1), venue };
    let stranger = Applicant { id: players(&club, 2).0, ..person(1) };
    assert_eq!(club.by(stranger, to(Venue::Room)), Err(Refusal::NotYourPairing));
    assert!(club.by(Applicant { id: white, ..person(1) }, to(Venue::Room)).is_ok());
    assert_eq!(club.tournament.effects().open.len(), 1);
    assert!(club.host(to(Venue::Page)).is_ok());
    assert_eq!(club.tournament.effects().open.len(), 2);
    club.notice(SystemEvent::TableOpened { pairing: pairing(1), game: 0 });
    assert_eq!(club.host(to(Venue::Room)), Err(Refusal::TableOpen));
    let mut odd =
        Club::new(TournamentSettings { filler: Some(2), ..settings(TournamentKind::Swiss { rounds: 2 }) }, 1);
    odd.enter(3);
    odd.host(TournamentCommand::Start {}).unwrap();
    let with_computer = odd.tournament.pairings().iter().find(|pairing| pairing.side(entrant(4)).is_some());
    let id = with_computer.unwrap().id;
    assert_eq!(
        odd.host(TournamentCommand::Move { pairing: id, venue: Venue::Room }),
        Err(Refusal::ComputerInRoom)
    );
}

#[test]
fn a_game_is_moved_and_corrected_a_bounded_number_of_times() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 2 }, 4);
    // Nothing is opened meanwhile.
    club.host(TournamentCommand::Pause {}).unwrap();
    let venues = [Venue::Room, Venue::Page];
    let to = |at: usize| TournamentCommand::Move { pairing: pairing(1), venue: venues[at % 2] };
    let moved = (0..1000).filter(|at| club.host(to(*at)).is_ok()).count();
    // A pairing that stays where it is is moved nowhere, which is granted.
    let moves = club.log.iter().filter(|entry| matches!(entry.event, LogEvent::Moved { .. })).count();
    assert_eq!(moves, usize::from(MAX_MOVES), "{moved} granted");
    assert_eq!(club.host(to(0)), Err(Refusal::TooManyMoves));

    let mut club = room();
    let (white, black) = players(&club, 1);
    claim(&mut club, white, 1, GameResult::White).unwrap();
    claim(&mut club, black, 1, GameResult::White).unwrap();
    let results = [GameResult::Draw, GameResult::White];
    let corrected =
        (0..1000).filter(|at| club.host(correct(1, results[at % 2], "on and on")).is_ok()).count();
    assert_eq!(corrected, usize::from(MAX_CORRECTIONS));
    assert_eq!(club.host(correct(1, GameResult::Draw, "once more")), Err(Refusal::TooManyCorrections));
}

fn correct(number: u32, result: GameResult, reason: &str) -> TournamentCommand {
    TournamentCommand::Correct { pairing: pairing(number), result, reason: reason.into() }
}

#[test]
fn a_correction_has_an_author_and_a_reason() {
    let mut club = room();
    assert_eq!(club.host(correct(1, GameResult::Draw, "typo")), Err(Refusal::NoResult));
    let (white, black) = players(&club, 1);
    claim(&mut club, white, 1, GameResult::White).unwrap();
    claim(&mut club, black, 1, GameResult::White).unwrap();
    assert_eq!(club.host(correct(1, GameResult::Draw, " ")), Err(Refusal::NoReason));
    assert_eq!(club.host(correct(1, GameResult::Draw, &"r".repeat(301))), Err(Refusal::NoReason));
    assert_eq!(club.host(correct(1, GameResult::White, "typo")), Err(Refusal::SameResult));
    assert_eq!(club.player(1, correct(1, GameResult::Draw, "typo")), Err(Refusal::NotHost));
    assert!(club.host(correct(1, GameResult::Draw, "typo")).is_ok());
    let LogEvent::Corrected { reason, by, .. } = &club.log.last().unwrap().event else {
        panic!("no correction");
    };
    assert_eq!((reason.as_str(), *by), ("typo", Some(HOST)));
    assert!(club.tournament.pairing(pairing(1)).unwrap().games[0].corrected);
    let points = |club: &Club| {
        let pairing = club.tournament.pairing(pairing(1)).unwrap();
        [pairing.white, pairing.black].map(|id| club.tournament.half_points(id))
    };
    assert_eq!(points(&club), [1, 1]);
    // After the end too, also by the operator of the site.
    while club.tournament.phase() == TournamentPhase::Running {
        for id in club.open_pairings() {
            club.host(TournamentCommand::Decide { pairing: id, result: GameResult::Draw }).unwrap();
        }
    }
    let before = club.tournament.standings();
    assert!(club.command(Actor::Admin, &correct(3, GameResult::White, "the players agree")).is_ok());
    assert_ne!(before, club.tournament.standings());
    assert_eq!(club.folded(), club.tournament);
}

#[test]
fn a_knockout_is_corrected_until_the_next_round() {
    let mut club = Club::started(TournamentKind::Knockout { third_place: false }, 4);
    club.end(pairing(1), GameResult::Draw);
    assert_eq!(club.tournament.pairing(pairing(1)).unwrap().running_game(), Some(1));
    assert!(club.host(correct(1, GameResult::White, "it was no draw")).is_ok());
    let first = club.tournament.pairing(pairing(1)).unwrap();
    assert_eq!((first.running_game(), first.knockout_winner()), (None, Some(first.white)));
    assert!(club.host(correct(1, GameResult::Black, "the other one won")).is_ok());
    club.end(pairing(2), GameResult::White);
    assert_eq!(club.tournament.rounds().len(), 2);
    assert_eq!(club.host(correct(1, GameResult::White, "again")), Err(Refusal::NextRoundPaired));
    club.end(pairing(3), GameResult::White);
    assert_eq!(club.tournament.phase(), TournamentPhase::Finished);
    assert_eq!(club.host(correct(3, GameResult::Draw, "a draw")), Err(Refusal::Over));
    assert!(club.host(correct(3, GameResult::Black, "the other one won")).is_ok());
    assert_eq!(club.folded(), club.tournament);
}
