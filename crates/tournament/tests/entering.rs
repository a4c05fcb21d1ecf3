//! Who may enter, leave, come back and command.

use crate::club::*;
use taijitu_protocol::{
    Code, EntrantId, EntrantPresence, GameResult, NextRound, PlayerId, Problem, Time, TournamentCommand,
    TournamentKind, TournamentPhase, TournamentSettings, TournamentStart, Venue,
};
use taijitu_tournament::{
    Actor, Applicant, Input, LogEvent, MAX_AHEAD, MAX_PAUSES, MAX_SETTINGS_CHANGES, Members, OPEN_FOR,
    Refusal, SeatHolder, Tournament, TournamentNoticeKind, check_settings,
};

const SWISS: TournamentKind = TournamentKind::Swiss { rounds: 3 };

fn enter() -> TournamentCommand {
    TournamentCommand::Enter { partner: None, team: None }
}

#[test]
fn guests_bots_and_late_comers_enter_where_they_may() {
    let mut rated =
        Club::new(TournamentSettings { rated: true, places: 2, late_entry: false, ..settings(SWISS) }, 1);
    assert_eq!(rated.player(1, enter()), Err(Refusal::GuestsInRated));
    let account = |number| Applicant { guest: false, ..person(number) };
    assert_eq!(rated.by(Applicant { bot: true, ..account(1) }, enter()), Err(Refusal::NoBots));
    assert!(rated.by(account(1), enter()).is_ok());
    assert_eq!(rated.by(account(1), enter()), Err(Refusal::AlreadyEntered));
    assert_eq!(rated.host(TournamentCommand::Start {}), Err(Refusal::TooFew));
    assert!(rated.by(account(2), enter()).is_ok());
    assert_eq!(rated.by(account(3), enter()), Err(Refusal::Full));
    assert_eq!(rated.by(account(1), TournamentCommand::Start {}), Err(Refusal::NotHost));
    assert!(rated.host(TournamentCommand::Start {}).is_ok());
    assert_eq!(rated.by(account(3), enter()), Err(Refusal::EntryClosed));
    assert_eq!(rated.host(TournamentCommand::Start {}), Err(Refusal::NotAfter));
    assert_eq!(
        rated.host(TournamentCommand::Move { pairing: pairing(1), venue: Venue::Room }),
        Err(Refusal::RatedInRoom)
    );
}

#[test]
fn a_fixed_field_takes_nobody_after_the_start() {
    for kind in [
        TournamentKind::RoundRobin { twice: false, at_once: false },
        TournamentKind::Knockout { third_place: true },
    ] {
        let mut club = Club::started(kind, 4);
        assert_eq!(club.player(9, enter()), Err(Refusal::EntryClosed));
    }
    let mut swiss = Club::started(SWISS, 4);
    assert!(swiss.player(9, enter()).is_ok());
    // In the last round there is nothing left to play.
    while swiss.tournament.rounds().len() < 3 {
        swiss.play_round(|_| GameResult::Draw);
    }
    assert_eq!(swiss.player(10, enter()), Err(Refusal::EntryClosed));
}

#[test]
fn a_team_plays_when_both_agree() {
    let mut club = Club::new(TournamentSettings { teams: true, ..settings(SWISS) }, 1);
    assert_eq!(club.player(1, enter()), Err(Refusal::TeamsOnly));
    let team = |partner: u128, name: &str| TournamentCommand::Enter {
        partner: Some(PlayerId(partner)),
        team: Some(name.into()),
    };
    assert_eq!(club.player(1, team(1, "Alone")), Err(Refusal::BadPartner));
    assert_eq!(club.player(1, team(2, "  ")), Err(Refusal::BadName));
    assert!(club.player(1, team(2, "Even")).is_ok());
    assert_eq!(club.player(3, TournamentCommand::Agree { entrant: entrant(1) }), Err(Refusal::NotInvited));
    assert_eq!(club.tournament.entrant(entrant(1)).map(|team| team.presence), Some(EntrantPresence::Invited));
    assert!(club.player(2, TournamentCommand::Agree { entrant: entrant(1) }).is_ok());
    assert_eq!(club.player(3, team(2, "Odd")), Err(Refusal::BadPartner));
    assert!(club.player(3, team(4, "Odd")).is_ok());
    assert_eq!(
        club.host(TournamentCommand::Start {}),
        Err(Refusal::TooFew),
        "an invited team does not count"
    );
    assert!(club.player(4, TournamentCommand::Agree { entrant: entrant(2) }).is_ok());
    assert!(club.host(TournamentCommand::Start {}).is_ok());
    let requests = club.tournament.effects().open;
    assert_eq!(requests.len(), 1);
    let white = club.tournament.pairings()[0].white;
    let (first, second) = if white == entrant(1) { ([1, 2], [3, 4]) } else { ([3, 4], [1, 2]) };
    let seats: Vec<SeatHolder> = [first[0], second[0], first[1], second[1]]
        .map(|number| SeatHolder::Player(PlayerId(number)))
        .to_vec();
    assert_eq!(requests[0].seats, seats);
}

#[test]
fn leaving_loses_the_running_game_and_another_enters() {
    let mut club = Club::started(SWISS, 4);
    let playing = club.tournament.pairings()[0].clone();
    let leaver = club.tournament.entrant(playing.white).unwrap().members.players()[0];
    assert!(club.by(Applicant { id: leaver, ..person(1) }, TournamentCommand::Withdraw {}).is_ok());
    assert_eq!(club.tournament.pairing(playing.id).unwrap().result(), Some(GameResult::WhiteForfeit));
    assert_eq!(club.tournament.half_points(playing.black), 2);
    assert_eq!(
        club.by(Applicant { id: leaver, ..person(1) }, TournamentCommand::Absent {}),
        Err(Refusal::NotEntered)
    );
    assert!(club.by(Applicant { id: leaver, ..person(1) }, enter()).is_ok(), "late entry is on");
    assert_eq!(club.tournament.entrants().len(), 4, "the old line is used again");
    assert_eq!(club.player(77, TournamentCommand::Withdraw {}), Err(Refusal::NotEntered));
    assert!(club.host(TournamentCommand::Remove { entrant: playing.white }).is_ok());
    assert_eq!(club.host(TournamentCommand::Remove { entrant: playing.white }), Err(Refusal::NoSuchEntrant));
}

#[test]
fn coming_and_going_is_bounded() {
    let mut club = Club::new(settings(SWISS), 1);
    club.enter(2);
    let mut refused = None;
    for _ in 0..200 {
        let (gone, back) =
            (club.player(1, TournamentCommand::Absent {}), club.player(1, TournamentCommand::Return {}));
        refused = refused.or(gone.err()).or(back.err());
    }
    assert_eq!(refused, Some(Refusal::TooManyChanges));
    assert!(club.log.len() < 120);
    // Nor can others enter in one place again and again.
    let mut small = Club::new(TournamentSettings { places: 2, ..settings(SWISS) }, 1);
    let mut entered = 0;
    for number in 1..100 {
        entered += usize::from(small.player(number, enter()).is_ok());
        let _ = small.player(number, TournamentCommand::Withdraw {});
    }
    assert_eq!(entered, 8);
}

#[test]
fn a_host_changes_settings_and_pauses_a_bounded_number_of_times() {
    let mut club = Club::new(settings(SWISS), 1);
    let change = || TournamentCommand::Change {
        settings: Box::new(TournamentSettings { notes: "n".repeat(500), ..settings(SWISS) }),
    };
    let changed = (0..1000).filter(|_| club.host(change()).is_ok()).count();
    assert_eq!(changed, usize::from(MAX_SETTINGS_CHANGES));
    assert_eq!(club.host(change()), Err(Refusal::TooManySettings));
    let mut club = Club::started(SWISS, 4);
    let pause = |club: &mut Club| {
        let paused = club.host(TournamentCommand::Pause {});
        club.host(TournamentCommand::Resume {}).ok();
        paused
    };
    let paused = (0..1000).filter(|_| pause(&mut club).is_ok()).count();
    assert_eq!(paused, usize::from(MAX_PAUSES));
    assert_eq!(pause(&mut club), Err(Refusal::TooManyPauses));
    assert!(!club.tournament.is_paused(), "the last pause can be ended");
}

#[test]
fn it_starts_by_itself_or_is_cancelled() {
    let at = 5_000_000;
    let mut club = Club::new(TournamentSettings { start: TournamentStart::At(at), ..settings(SWISS) }, 1);
    club.enter(3);
    assert_eq!(club.tournament.effects().deadline, Some(at));
    club.now = at - 1;
    club.wait(0);
    assert_eq!(club.tournament.phase(), TournamentPhase::Open);
    club.wait(1);
    assert_eq!(club.tournament.phase(), TournamentPhase::Running);
    assert_eq!(club.tournament.rounds().len(), 1);

    let mut empty = Club::new(TournamentSettings { start: TournamentStart::At(at), ..settings(SWISS) }, 1);
    empty.enter(1);
    empty.now = at;
    assert_eq!(empty.player(2, enter()), Err(Refusal::Over), "what was due before comes first");
    assert_eq!(empty.tournament.phase(), TournamentPhase::CalledOff);
    assert!(matches!(empty.log.last().unwrap().event, LogEvent::CalledOff { reason: None }));

    let mut forgotten = Club::new(settings(SWISS), 1);
    forgotten.wait(OPEN_FOR);
    assert_eq!(forgotten.tournament.phase(), TournamentPhase::CalledOff);
}

#[test]
fn a_request_is_executed_once() {
    let mut club = Club::new(settings(SWISS), 1);
    let command = enter();
    let input = Input::Command { actor: Actor::Player(person(5)), command: &command, request: Some("a") };
    let first = club.step(&input);
    assert_eq!((first.answer, first.entries.len()), (Ok(2), 1));
    let again = club.step(&input);
    assert_eq!((again.answer, again.entries.len()), (Ok(2), 0));
    assert_eq!(club.folded().answered(PlayerId(5), "a"), Some(2));
}

#[test]
fn the_computer_comes_and_goes_with_the_parity() {
    let mut club = Club::new(TournamentSettings { filler: Some(4), ..settings(SWISS) }, 1);
    club.enter(3);
    club.host(TournamentCommand::Start {}).unwrap();
    assert!(club.tournament.rounds()[0].byes.is_empty());
    let computer = entrant(4);
    assert_eq!(club.tournament.entrant(computer).unwrap().members, Members::Level(4));
    let against = |club: &Club| {
        let pairings = club.tournament.pairings().iter();
        pairings.filter(|pairing| pairing.side(computer).is_some()).count()
    };
    assert_eq!(against(&club), 1);
    let request = club.tournament.effects().open;
    assert!(request.iter().any(|table| table.seats.contains(&SeatHolder::Level(4))));
    club.player(9, enter()).unwrap();
    club.play_round(|_| GameResult::White);
    assert_eq!(
        (against(&club), club.tournament.entrant(computer).unwrap().presence),
        (1, EntrantPresence::Absent)
    );
    club.player(9, TournamentCommand::Absent {}).unwrap();
    club.play_round(|_| GameResult::White);
    assert_eq!(
        (against(&club), club.tournament.entrant(computer).unwrap().presence),
        (2, EntrantPresence::Present)
    );
}

#[test]
fn settings_have_limits() {
    let check = |change: fn(&mut TournamentSettings)| {
        let mut changed = settings(SWISS);
        change(&mut changed);
        check_settings(&changed, 0)
    };
    assert_eq!(check(|_| ()), Ok(()));
    assert_eq!(check(|s| s.name = " ".into()), Err(Refusal::BadName));
    assert_eq!(check(|s| s.name = "n".repeat(61)), Err(Refusal::BadName));
    assert_eq!(check(|s| s.name = "a\nb".into()), Err(Refusal::BadName));
    assert_eq!(check(|s| s.notes = "n".repeat(501)), Err(Refusal::LongNotes));
    assert_eq!(check(|s| s.game = String::new()), Err(Refusal::BadOptions));
    assert_eq!(
        check(|s| s.options = (0..40).map(|n| (n.to_string(), "x".into())).collect()),
        Err(Refusal::BadOptions)
    );
    assert_eq!(check(|s| s.kind = TournamentKind::Swiss { rounds: 0 }), Err(Refusal::BadRounds));
    assert_eq!(check(|s| s.kind = TournamentKind::Swiss { rounds: 31 }), Err(Refusal::BadRounds));
    let arena = |minutes| TournamentKind::Arena { minutes, streaks: true };
    assert_eq!(
        check_settings(&TournamentSettings { time: Time::Days { days: 1 }, ..settings(arena(30)) }, 0),
        Err(Refusal::ArenaByDays)
    );
    assert_eq!(check_settings(&settings(arena(0)), 0), Err(Refusal::BadMinutes));
    assert_eq!(check(|s| s.places = 301), Err(Refusal::Places(300)));
    assert_eq!(check(|s| s.places = 1), Err(Refusal::Places(300)));
    assert_eq!(check(|s| s.filler = Some(9)), Err(Refusal::BadLevel));
    assert_eq!(check(|s| s.next_round = NextRound::After(u32::MAX)), Err(Refusal::BadBreak));
    assert_eq!(check(|s| s.start = TournamentStart::At(-1)), Err(Refusal::BadStart));
    assert_eq!(check(|s| s.start = TournamentStart::At(MAX_AHEAD + 1)), Err(Refusal::BadStart));
    assert!(Tournament::opening(settings(arena(0)), HOST, 0).is_err());
}

#[test]
fn refusals_speak_both_languages() {
    for (refusal, code) in [
        (Refusal::NotHost, Code::NotHost),
        (Refusal::Places(300), Code::Invalid),
        (Refusal::GuestsInRated, Code::GuestsCannot),
    ] {
        let problem = Problem::from(refusal);
        assert_eq!((problem.code, refusal.code()), (code, code));
        assert!(problem.message.en != problem.message.fr && refusal.to_string() == problem.message.en);
    }
    assert!(Problem::from(Refusal::EntryClosed).message.fr.contains("inscriptions"));
    assert!(Problem::from(Refusal::GuestsInRated).message.fr.contains("classés\u{a0};"));
}

#[test]
fn everybody_concerned_gets_a_notice() {
    let mut club = Club::started(SWISS, 3);
    let paired =
        club.log.iter().find(|entry| matches!(entry.event, LogEvent::Paired { .. })).unwrap().clone();
    let notices = club.tournament.notices(&paired);
    assert_eq!(notices.len(), 3);
    assert_eq!(notices.iter().filter(|notice| notice.about == TournamentNoticeKind::Bye(1)).count(), 1);
    club.host(TournamentCommand::CallOff { reason: "fire alarm".into() }).unwrap();
    let last = club.log.last().unwrap().clone();
    assert_eq!(club.tournament.notices(&last).len(), 3);
    assert_eq!(club.tournament.effects().open, []);
    assert_eq!(club.player(1, enter()), Err(Refusal::Over));
    let _: EntrantId = entrant(1);
}
