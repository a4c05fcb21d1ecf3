//! Logs as servers have stored them. Whatever changes in this program, they have to fold to the same end: a rules change
//! needs a new revision, not another meaning for an old log.
//!
//! A file begins with how the game ended; then each line is a number, a time and a body, as in the database.

use std::fs;
use std::path::Path;
use taijitu_protocol::TableId;
use taijitu_rules::Record;
use taijitu_table::{LogEntry, Table};

fn entry(line: &str) -> LogEntry {
    let mut parts = line.splitn(3, ' ');
    let mut next = || parts.next().expect("a number, a time and a body");
    let (n, at) = (next().parse().expect("a number"), next().parse().expect("a time"));
    LogEntry::read(n, at, next()).expect("a body")
}

/// One log of each game, named after its id.
#[test]
fn stored_logs_of_all_games_still_fold_to_the_same_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored");
    for game in taijitu_rules::games::GAMES {
        folds(&Path::new(folder).join(format!("{}.log", game.meta().id)), game.meta().id);
    }
}

fn folds(path: &Path, id: &str) {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (told, lines) = text.split_once('\n').expect("a first line");
    let entries: Vec<LogEntry> = lines.lines().map(entry).collect();
    let table = Table::fold(TableId(1), &entries).unwrap_or_else(|error| panic!("{id}: {error}"));
    let game = table.game().expect("a game");
    let found = game.outcome().map_or("running".to_owned(), |outcome| outcome.to_string());
    assert_eq!(format!("# {found}"), told, "{id}");
    assert_eq!((table.head(), table.setup().game.as_str()), (entries.len() as u64, id));
    if let Some(record) = table.finished().and_then(|finished| finished.record) {
        let replayed = Record::read(&record).expect("a record").replay().expect("a legal one").outcome();
        assert_eq!(replayed, game.outcome(), "{id}");
    }
}
