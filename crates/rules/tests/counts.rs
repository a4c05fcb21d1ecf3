//! Position counts computed by an independent reference, for every game.

use taijitu_rules::{Options, games};

const COUNTS: &str = include_str!("data/position_counts.tsv");

#[test]
fn every_game_is_counted() {
    for kind in games::GAMES {
        let id = kind.meta().id;
        assert!(COUNTS.lines().any(|line| line.starts_with(&format!("{id}\t"))), "{id}");
    }
}

#[test]
fn every_known_count() {
    let mut wrong = vec![];
    for line in COUNTS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, options, turns, depth, count] = fields[..] else { panic!("five fields: {line}") };
        let kind = games::find(game).expect(line);
        let options = Options::parse(kind.meta().options, options.split_whitespace()).expect(line);
        let mut play = kind.start(options).expect(line);
        for turn in turns.split(';').map(str::trim).filter(|turn| !turn.is_empty()) {
            play.turn(turn).expect(line);
        }
        let found = play.perft(depth.parse().expect(line), &mut |_, _| ()).expect(line);
        if found.to_string() != count {
            wrong.push(format!("{line}: found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
