//! Commands at a table, a line of JSON each: whatever players ask for, the table answers, a refusal without entries changes nothing, and
//! the log folds to the same table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_protocol::{Command, FromClient, OpenTable, PlayerId, Request, TableId};
use taijitu_rules::games;
use taijitu_table::{Actor, DecisionContext, Input, LogEntry, Names, Outages, Table, Viewer};

const HOST: PlayerId = PlayerId(1);

// The first byte chooses the game. In each line the first byte chooses the player, the rest is a command, a request or a message.
fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let game = games::GAMES[usize::from(first) % games::GAMES.len()].meta().id;
    let open = OpenTable { game: game.into(), ..OpenTable::default() };
    let events = Table::opening(&open, HOST, false).expect("a table of every game can be opened");
    let mut log: Vec<LogEntry> =
        (1..).zip(events).map(|(n, event)| LogEntry { n, at: 1000, request: None, event }).collect();
    let mut table = fold(&log);
    let outages = Outages::default();
    for (number, line) in (1i64..).zip(rest.split(|byte| *byte == b'\n').take(40)) {
        let Some((&who, line)) = line.split_first() else { continue };
        let player = PlayerId(1 + u128::from(who % 5));
        let Some((command, request)) = read(line) else { continue };
        let context = DecisionContext {
            now: 1000 + 500 * number,
            lag: 0,
            thought: 0,
            seed: number as u128,
            outages: &outages,
            guests: &[],
        };
        let before = table.head();
        let input =
            Input::Command { actor: Actor::Player(player), command: &command, request: request.as_deref() };
        let step = table.step(&input, &context).expect("what was decided can be applied");
        assert_eq!(table.head(), before + step.entries.len() as u64);
        log.extend(step.entries.iter().map(written));
        if let Err(problem) = step.answer {
            assert!(!problem.message.en.is_empty() && !problem.message.fr.is_empty());
        }
    }
    let again = fold(&log);
    let (names, context) = (
        Names::default(),
        DecisionContext { now: 100_000, lag: 0, thought: 0, seed: 1, outages: &outages, guests: &[] },
    );
    for viewer in [Viewer(None), Viewer(Some(HOST)), Viewer(Some(PlayerId(2)))] {
        let view = |table: &Table| table.view(viewer, &names, &[], 0, true, &context);
        assert_eq!(view(&again), view(&table));
    }
});

/// What a line asks for: a message of the socket, the body of a request, or a command alone.
fn read(line: &[u8]) -> Option<(Command, Option<String>)> {
    if let Ok(FromClient::Do { command, id, .. }) = serde_json::from_slice(line) {
        return Some((command, Some(id)));
    }
    if let Ok(Request { command, id }) = serde_json::from_slice(line) {
        return Some((command, id));
    }
    let text = std::str::from_utf8(line).ok()?;
    match taijitu_table::parse_chat(text, None, |_| None) {
        Ok(taijitu_table::ChatInput::Command(command)) => Some((command, None)),
        _ => None,
    }
}

/// An entry as it is read back from the text it is stored as.
fn written(entry: &LogEntry) -> LogEntry {
    LogEntry::read(entry.n, entry.at, &entry.body()).expect("a written entry reads back")
}

fn fold(log: &[LogEntry]) -> Table {
    let mut table = Table::open(TableId(7), &log[0]).expect("the opening comes first");
    for entry in &log[1..] {
        table.apply(entry).expect("what was logged can be applied");
    }
    table
}
