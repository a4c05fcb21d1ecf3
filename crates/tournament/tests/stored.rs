//! Stored logs: what was written is read, and what cannot be understood is refused.

use crate::club::*;
use taijitu_protocol::{GameResult, TournamentCommand, TournamentKind};
use taijitu_tournament::{
    CorruptLog, LogEntry, LogEvent, PairedRow, PairingReasons, Source, Tournament, UnreadableEntry,
};

fn finished() -> Club {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 2 }, 5);
    for _ in 0..2 {
        club.play_round(|_| GameResult::White);
    }
    club
}

#[test]
fn a_log_reads_back() {
    let club = finished();
    assert_eq!(club.folded(), club.tournament);
    let body = club.log.last().unwrap().body();
    assert_eq!(body, r#"{"v":1,"e":{"t":"finished"}}"#);
    let result = LogEvent::Result {
        pairing: pairing(1),
        game: 0,
        result: GameResult::WhiteForfeit,
        source: Source::Absence,
    };
    let entry = LogEntry { n: 9, at: 1, request: None, event: result };
    let text =
        r#"{"v":1,"e":{"t":"result","pairing":1,"game":0,"result":"white-forfeit","source":"absence"}}"#;
    assert_eq!(entry.body(), text);
    assert_eq!(LogEntry::read(9, 1, text).unwrap(), entry);
}

#[test]
fn unknown_values_are_refused() {
    let read = |text: &str| LogEntry::read(1, 0, text);
    assert!(matches!(read(r#"{"v":2,"e":{"t":"finished"}}"#), Err(UnreadableEntry::Version(2))));
    for text in [
        "",
        "{}",
        "[]",
        r#"{"v":1}"#,
        r#"{"v":1,"e":{"t":"vanished"}}"#,
        r#"{"v":1,"e":{"t":"finished","x":1}}"#,
        r#"{"v":1,"e":{"t":"finished"},"x":1}"#,
        r#"{"v":1,"e":{"t":"absent"}}"#,
        r#"{"v":1,"e":{"t":"absent","entrant":0}}"#,
        r#"{"v":1,"e":{"t":"absent","entrant":70000}}"#,
        r#"{"v":1,"e":{"t":"absent","entrant":1,"why":"x"}}"#,
        r#"{"v":1,"e":{"t":"result","pairing":1,"game":0,"result":"blue","source":"table"}}"#,
    ] {
        assert!(matches!(read(text), Err(UnreadableEntry::Malformed(_))), "{text}");
    }
}

#[test]
fn every_byte_of_a_log_may_be_lost() {
    let club = finished();
    for entry in &club.log {
        let body = entry.body();
        for cut in 0..body.len() {
            if body.is_char_boundary(cut) {
                assert!(LogEntry::read(1, 0, &body[..cut]).is_err());
            }
        }
    }
}

#[test]
fn a_log_that_does_not_fit_is_refused() {
    let club = finished();
    let fold = |log: &[LogEntry]| Tournament::fold(ID, log).map(drop);
    assert_eq!(fold(&[]), Err(CorruptLog::NoOpening));
    assert_eq!(fold(&club.log[1..]), Err(CorruptLog::NoOpening));
    // No entry can be missing, or come twice.
    for at in 1..club.log.len() - 1 {
        let mut log = club.log.clone();
        log.remove(at);
        assert!(matches!(fold(&log), Err(CorruptLog::Gap { .. })));
        let mut log = club.log.clone();
        log.insert(at, log[at].clone());
        assert!(matches!(fold(&log), Err(CorruptLog::Gap { .. })));
    }
}

#[test]
fn events_out_of_place_are_refused() {
    let club = Club::started(TournamentKind::Swiss { rounds: 3 }, 4);
    let after = |event: LogEvent| {
        let mut tournament = club.tournament.clone();
        tournament.apply(&LogEntry { n: tournament.head() + 1, at: club.now, request: None, event })
    };
    let result = |number: u32, game: u8| LogEvent::Result {
        pairing: pairing(number),
        game,
        result: GameResult::Draw,
        source: Source::Table,
    };
    assert_eq!(after(result(1, 0)), Ok(()));
    assert_eq!(after(result(9, 0)), Err(CorruptLog::Pairing(pairing(9))));
    assert_eq!(after(result(1, 1)), Err(CorruptLog::Game { pairing: pairing(1), game: 1 }));
    let corrected = LogEvent::Corrected {
        pairing: pairing(1),
        game: 0,
        result: GameResult::Draw,
        reason: "x".into(),
        by: None,
    };
    assert_eq!(after(corrected), Err(CorruptLog::Game { pairing: pairing(1), game: 0 }));
    assert_eq!(after(LogEvent::Absent { entrant: entrant(50) }), Err(CorruptLog::Entrant(entrant(50))));
    assert!(matches!(after(LogEvent::Started { seed: 1, order: vec![] }), Err(CorruptLog::Phase(_))));
    let paired = |round, first, white, black| {
        let row = PairedRow {
            white: entrant(white),
            black: entrant(black),
            slot: 0,
            why: PairingReasons::default(),
        };
        LogEvent::Paired { round, first: pairing(first), rows: vec![row], byes: vec![] }
    };
    assert_eq!(after(paired(2, 3, 1, 2)), Ok(()));
    assert_eq!(after(paired(3, 3, 1, 2)), Err(CorruptLog::Round(3)));
    assert_eq!(after(paired(2, 4, 1, 2)), Err(CorruptLog::Pairing(pairing(4))));
    assert_eq!(after(paired(2, 3, 1, 9)), Err(CorruptLog::Entrant(entrant(9))));
    assert_eq!(after(paired(2, 3, 1, 1)), Err(CorruptLog::Entrant(entrant(1))));
}

#[test]
fn nothing_follows_the_end_but_corrections() {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 3 }, 4);
    club.host(TournamentCommand::CallOff { reason: "rain".into() }).unwrap();
    let entry =
        LogEntry { n: club.tournament.head() + 1, at: club.now, request: None, event: LogEvent::Finished {} };
    assert!(matches!(club.tournament.apply(&entry), Err(CorruptLog::Phase(_))));
}
