//! `CREDITS.md` and the metadata of the games name the same people.

use taijitu_rules::games::GAMES;

#[test]
fn credits_are_written_as_the_games_have_them() {
    let document = include_str!("../../../CREDITS.md");
    for meta in GAMES.iter().map(|game| game.meta()) {
        let row = |line: &&str| {
            line.starts_with('|') && line.split('|').nth(1).is_some_and(|games| names(games, meta.name.en))
        };
        let row = document
            .lines()
            .find(row)
            .unwrap_or_else(|| panic!("CREDITS.md has no row for {}", meta.name.en));
        assert!(row.contains(meta.credits.inventors.en), "{row}: {}", meta.credits.inventors.en);
        assert!(row.contains(meta.credits.publisher.unwrap_or("—")), "{row}");
    }
}

/// Whether a cell of the table lists a game.
fn names(cell: &str, game: &str) -> bool {
    cell.split(',').any(|listed| listed.trim() == game)
}
