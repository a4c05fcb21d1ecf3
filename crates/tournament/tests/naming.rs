//! Names that moderators take away: of a tournament, and of its teams.

use crate::club::*;
use taijitu_protocol::{TournamentCommand, TournamentKind, TournamentSettings};
use taijitu_tournament::{Actor, CorruptLog, LogEntry, LogEvent, Members, Refusal};

fn rename(name: &str, entrant: Option<u32>) -> TournamentCommand {
    TournamentCommand::Rename { name: name.into(), entrant: entrant.map(crate::club::entrant) }
}

fn change(settings: TournamentSettings) -> TournamentCommand {
    TournamentCommand::Change { settings: Box::new(settings) }
}

#[test]
fn only_moderators_rename_and_the_host_cannot_take_it_back() {
    let rude = TournamentSettings {
        name: "Rude".into(),
        notes: "rude".into(),
        ..settings(TournamentKind::Swiss { rounds: 2 })
    };
    let mut club = Club::new(rude.clone(), 1);
    club.enter(4);
    assert_eq!(club.host(rename("Mine", None)), Err(Refusal::NotModerator));
    assert_eq!(club.player(1, rename("Mine", None)), Err(Refusal::NotHost));
    assert_eq!(club.command(Actor::Admin, &rename(" ", None)), Err(Refusal::BadName));
    assert_eq!(club.command(Actor::Admin, &rename("x", Some(1))), Err(Refusal::NoSuchEntrant), "no team");
    assert_eq!(club.command(Actor::Admin, &rename("x", Some(9))), Err(Refusal::NoSuchEntrant));
    club.command(Actor::Admin, &rename("№ 77", None)).unwrap();
    let shown = |club: &Club| {
        let settings = club.tournament.settings();
        (settings.name.clone(), settings.notes.clone())
    };
    assert_eq!(shown(&club), ("№ 77".into(), String::new()));
    assert_eq!(club.host(change(rude.clone())), Err(Refusal::NamedByModerators));
    let notes = TournamentSettings { name: "№ 77".into(), ..rude.clone() };
    assert_eq!(club.host(change(notes.clone())), Err(Refusal::NamedByModerators));
    let places = TournamentSettings { places: 9, notes: String::new(), ..notes };
    club.host(change(places)).expect("everything else may change");
    assert_eq!((shown(&club).0.as_str(), club.tournament.settings().places), ("№ 77", 9));
    club.host(TournamentCommand::CallOff { reason: "rain".into() }).unwrap();
    club.command(Actor::Admin, &rename("№ 78", None)).expect("also after the end");
    assert_eq!(shown(&club).0, "№ 78");
    assert_eq!(club.folded(), club.tournament);
}

#[test]
fn a_team_is_renamed_also_after_the_end() {
    let kind = TournamentKind::Swiss { rounds: 1 };
    let mut club = Club::new(TournamentSettings { teams: true, ..settings(kind) }, 1);
    for number in [1, 3] {
        let enter =
            TournamentCommand::Enter { partner: Some(person(number + 1).id), team: Some("Rude".into()) };
        club.player(number, enter).unwrap();
        let team = entrant(club.tournament.entrants().len() as u32);
        club.player(number + 1, TournamentCommand::Agree { entrant: team }).unwrap();
    }
    club.host(TournamentCommand::Start {}).unwrap();
    club.play_round(|_| taijitu_protocol::GameResult::White);
    club.command(Actor::Admin, &rename("№ 2", Some(2))).unwrap();
    let names: Vec<&str> = club
        .tournament
        .entrants()
        .iter()
        .map(|entrant| match &entrant.members {
            Members::Team { name, .. } => name.as_str(),
            _ => panic!("teams only"),
        })
        .collect();
    assert_eq!(names, ["Rude", "№ 2"]);
    assert_eq!(club.folded(), club.tournament);
}

#[test]
fn a_stored_name_without_a_player_is_refused() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 1 }, 2);
    let event = LogEvent::Renamed { name: "x".into(), entrant: Some(entrant(1)) };
    let entry = LogEntry { n: club.tournament.head() + 1, at: club.now, request: None, event };
    assert_eq!(entry.body(), r#"{"v":1,"e":{"t":"renamed","name":"x","entrant":1}}"#);
    assert_eq!(club.tournament.apply(&entry), Err(CorruptLog::Entrant(entrant(1))), "a player, not a team");
}
