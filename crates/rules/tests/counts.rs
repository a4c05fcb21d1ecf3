//! Position counts computed by an independent reference, for every game.

use taijitu_rules::{Options, games};

const COUNTS: &str = include_str!("data/position_counts.tsv");

#[test]
fn every_known_count() {
    let mut wrong = vec![];
    let mut lines = 0;
    for line in COUNTS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, options, turns, depth, count] = fields[..] else { panic!("five fields: {line}") };
        let Some(kind) = games::find(game) else { continue };
        let options = Options::parse(kind.meta().options, options.split_whitespace()).expect(line);
        let mut play = kind.start(options).expect(line);
        for turn in turns.split(';').map(str::trim).filter(|turn| !turn.is_empty()) {
            play.turn(turn).expect(line);
        }
        let found = play.perft(depth.parse().expect(line), &mut |_, _| ()).expect(line);
        if found.to_string() != count {
            wrong.push(format!("{line}: found {found}"));
        }
        lines += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines > 8, "the data file is complete");
}
