//! Logs as servers have stored them. Whatever changes in this program, they have to fold to the same end: a rules change
//! needs a new revision, not another meaning for an old log.
//!
//! A file begins with how the game ended; then each line is a number, a time and a body, as in the database.

use std::fs;
use taijitu_protocol::TableId;
use taijitu_rules::Record;
use taijitu_table::{Entry, Table};

fn entry(line: &str) -> Entry {
    let mut parts = line.splitn(3, ' ');
    let mut next = || parts.next().expect("a number, a time and a body");
    let (n, at) = (next().parse().expect("a number"), next().parse().expect("a time"));
    Entry::read(n, at, next()).expect("a body")
}

#[test]
fn stored_logs_of_all_games_still_fold_to_the_same_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored");
    let mut games = vec![];
    for file in fs::read_dir(folder).expect("the stored logs") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        let (told, lines) = text.split_once('\n').expect("a first line");
        let entries: Vec<Entry> = lines.lines().map(entry).collect();
        let table =
            Table::fold(TableId(1), &entries).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let game = table.game().expect("a game");
        let found = game.outcome().map_or("running".to_owned(), |outcome| outcome.to_string());
        assert_eq!(format!("# {found}"), told, "{}", path.display());
        assert_eq!(table.head(), entries.len() as u64);
        if let Some(record) = table.finished().and_then(|finished| finished.record) {
            let replayed = Record::read(&record).expect("a record").replay().expect("a legal one").outcome();
            assert_eq!(replayed, game.outcome(), "{}", path.display());
        }
        games.push(table.setup().game.clone());
    }
    assert_eq!(games.len(), taijitu_rules::games::GAMES.len());
}
