//! Tournaments: a stored log that can be read folds or is refused, whatever is in it; and whatever people command, the tournament
//! answers, a refusal changes nothing, and the log folds to the same tournament.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_protocol::{
    GameResult, PairingId, PlayerId, TournamentCommand, TournamentId, TournamentKind, TournamentRequest,
    TournamentSettings,
};
use taijitu_tournament::{Actor, Applicant, Context, Input, Language, LogEntry, SystemEvent, Tournament};

const ID: TournamentId = TournamentId(7);
const RESULTS: [GameResult; 6] = [
    GameResult::White,
    GameResult::Black,
    GameResult::Draw,
    GameResult::WhiteForfeit,
    GameResult::BlackForfeit,
    GameResult::DoubleForfeit,
];

// The first byte chooses what the lines are.
fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    match first % 5 {
        0 => stored(rest),
        1 => played(rest, TournamentKind::Swiss { rounds: 3 }),
        2 => played(rest, TournamentKind::Arena { minutes: 30, streaks: true }),
        3 => played(rest, TournamentKind::RoundRobin { twice: false, at_once: false }),
        _ => {
            if let Ok(settings) = serde_json::from_slice::<TournamentSettings>(rest) {
                let written = serde_json::to_vec(&settings).expect("settings can be written");
                assert_eq!(
                    serde_json::from_slice::<TournamentSettings>(&written).ok(),
                    Some(settings.clone())
                );
                let _ = Tournament::opening(settings, PlayerId(1), 1000);
            }
        }
    }
});

/// A log as it is stored, an entry a line.
fn stored(text: &[u8]) {
    let lines = text.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let mut log: Vec<LogEntry> = vec![];
    for line in lines.take(50) {
        let n = log.len() as u64 + 1;
        let Ok(entry) = LogEntry::read(n, 1000 * n as i64, line) else { continue };
        assert_eq!(written(&entry), entry);
        log.push(entry);
    }
    if let Ok(tournament) = Tournament::fold(ID, &log) {
        tell(&tournament);
    }
}

/// Commands, a line each: the first byte chooses the player or what the server notices, the rest is the command.
fn played(text: &[u8], kind: TournamentKind) {
    let settings = serde_json::json!({"name": "t", "kind": kind, "game": "yinsh", "late_entry": true});
    let settings: TournamentSettings = serde_json::from_value(settings).expect("these are settings");
    let host = PlayerId(1);
    let event = Tournament::opening(settings, host, 1000).expect("these are good settings");
    let mut log = vec![LogEntry { n: 1, at: 1000, request: None, event }];
    let mut tournament = Tournament::fold(ID, &log).expect("it has been opened");
    for (number, line) in (1i64..).zip(text.split(|byte| *byte == b'\n').take(60)) {
        let Some((&who, line)) = line.split_first() else { continue };
        let context = Context { now: 1000 + 20_000 * number, seed: number as u64 };
        let player = PlayerId(1 + u128::from(who % 7));
        let (command, request) = match serde_json::from_slice::<TournamentRequest>(line) {
            Ok(TournamentRequest { command, id }) => (command, id),
            Err(_) => match line.first() {
                Some(b'e') => (TournamentCommand::Enter { partner: None, team: None }, None),
                Some(b's') => (TournamentCommand::Start {}, None),
                _ => {
                    let noticed = noticed(who, line);
                    step(&mut tournament, &mut log, &Input::System(noticed), &context);
                    continue;
                }
            },
        };
        let applicant = Applicant { id: player, guest: who & 64 > 0, bot: who & 128 > 0, rating: Some(1500) };
        let actor = if who & 32 > 0 { Actor::Admin } else { Actor::Player(applicant) };
        let input = Input::Command { actor, command: &command, request: request.as_deref() };
        step(&mut tournament, &mut log, &input, &context);
    }
    let again = Tournament::fold(ID, &log).expect("what was logged can be folded");
    assert_eq!(again, tournament);
    tell(&tournament);
}

fn noticed(who: u8, line: &[u8]) -> SystemEvent {
    let pairing = PairingId::try_from(u32::from(who % 16) + 1).expect("a number from 1 on");
    match line.first() {
        Some(b'o') => SystemEvent::TableOpened { pairing, game: 0 },
        Some(byte) if byte.is_ascii_digit() => {
            SystemEvent::GameEnded { pairing, game: 0, result: RESULTS[usize::from(*byte) % RESULTS.len()] }
        }
        _ => SystemEvent::Deadline,
    }
}

fn step(tournament: &mut Tournament, log: &mut Vec<LogEntry>, input: &Input<'_>, context: &Context) {
    let before = tournament.head();
    let step = tournament.step(input, context).expect("what was decided can be applied");
    assert_eq!(tournament.head(), before + step.entries.len() as u64);
    log.extend(step.entries.iter().map(written));
}

/// An entry as it is read back from the text it is stored as.
fn written(entry: &LogEntry) -> LogEntry {
    LogEntry::read(entry.n, entry.at, &entry.body()).expect("a written entry reads back")
}

/// Calls every function that renders a part of a tournament.
fn tell(tournament: &Tournament) {
    let name = |entrant: &taijitu_tournament::Entrant| Tournament::plain_name(entrant);
    assert_eq!(tournament.standings().len(), tournament.entrants().len());
    let _ =
        (tournament.to_csv(&name), tournament.to_json(&name), tournament.to_text(&name, Language::French));
    let _ = (tournament.effects(), tournament.deadline(), tournament.round_count());
}
