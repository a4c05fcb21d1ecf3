//! A finished game as a record: it reads back, replays to the same end, and says who used how much time.

use crate::help::*;
use std::collections::BTreeMap;
use std::time::Duration;
use taijitu_protocol::{Claim, Command, OpenTable, Seat, Side};
use taijitu_rules::playout::Random;
use taijitu_rules::record::Line;
use taijitu_rules::{Audience, Record};
use taijitu_table::{LogEvent, SystemEvent, Table};

/// Plays random turns, each after a while, with offers in between; what each turn's player had used by then.
fn some_turns(house: &mut House, turns: usize, random: &mut Random) -> Vec<i64> {
    let mut used: BTreeMap<u8, i64> = BTreeMap::new();
    let mut times = vec![];
    for _ in 0..turns {
        if house.table.running().is_none() {
            break;
        }
        let seat = house.to_act();
        let both = house.game().acting().len() > 1;
        let pause = if both { 0 } else { i64::from(random.below(5_000)) };
        house.wait(pause);
        if random.below(5) == 0 {
            let offers = house.player_at(random.below(house.table.seats().len() as u32) as u8);
            // A player who has offered too often is refused.
            let offered = house.by(offers, &Command::Draw).is_ok();
            if random.below(2) == 0 && offered {
                let answering = (0..house.table.seats().len() as u8).map(|seat| house.player_at(seat));
                let answering = answering.into_iter().find(|player| *player != offers).unwrap();
                house.must(answering, &refuse());
            }
        }
        house.random_turn(random);
        *used.entry(seat).or_default() += pause;
        times.push(used[&seat]);
        let _ = house.by(ADA, &refuse());
    }
    times
}

fn check_record(house: &House, result: &str, times: &[i64]) {
    let finished = house.finished();
    let text = finished.record.clone().expect("a logged game has a record");
    let record = Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(record.to_string(), text);
    let replayed = record.replay().unwrap();
    assert_eq!(replayed.outcome().unwrap().to_string(), result, "{text}");
    assert_eq!(house.ended().unwrap(), result);
    let play = house.game().play();
    assert_eq!(replayed.setup(Audience::Omniscient), play.setup(Audience::Omniscient));
    let of_turn = |line: &Line| match line {
        Line::Turn { used, .. } => Some(used.expect("every turn has its time")),
        _ => None,
    };
    let recorded: Vec<Duration> = record.lines.iter().filter_map(of_turn).collect();
    let times: Vec<Duration> = times.iter().map(|&time| Duration::from_millis(time as u64)).collect();
    assert_eq!(recorded, times, "{text}");
    assert_eq!(finished.turns as usize, times.len());
    assert_eq!((finished.logged, finished.number), (true, house.game().number));
    assert_eq!(finished.players.len(), house.table.seats().len());
    assert_eq!((finished.started, finished.ended), (START, house.now));
    assert_eq!(
        record.lines.iter().filter(|line| matches!(line, Line::Result(_))).count(),
        1 + record.lines.iter().filter(|line| matches!(line, Line::Round(_))).count()
    );
    house.check_fold();
}

/// Ends a running game in one of the ways a table knows; the result there must be.
fn end(house: &mut House, how: u32) -> String {
    let acting = house.to_act();
    let players: Vec<_> = (0..house.table.seats().len() as u8).map(|seat| house.player_at(seat)).collect();
    let side = house.game().side(Seat::new(acting));
    let (loser, winner) = if side == Side::White { ("white", "black") } else { ("black", "white") };
    let opponent = players[usize::from(acting ^ 1)];
    match how % 5 {
        0 => {
            for (seat, &player) in players.iter().enumerate() {
                if seat % 2 == usize::from(acting % 2) {
                    house.must(player, &Command::Resign);
                }
            }
            format!("{winner} (resigned)")
        }
        1 => {
            house.now = house.table.deadline(&house.outages).unwrap();
            assert_eq!(house.notice(SystemEvent::Deadline).len(), 1);
            format!("{winner} (time)")
        }
        2 => {
            house.must(players[usize::from(acting)], &Command::Leave);
            house.wait(90_000);
            house.must(opponent, &Command::Claim { what: Claim::Win });
            format!("{winner} (claimed)")
        }
        3 => {
            house.must(players[usize::from(acting)], &Command::Leave);
            house.wait(90_000);
            house.must(opponent, &Command::Claim { what: Claim::Draw });
            "draw (claimed)".into()
        }
        _ => {
            let events = house.decide(taijitu_table::Actor::Admin, &Command::Close).events;
            house.commit(&events, None);
            let _ = loser;
            "draw (aborted)".into()
        }
    }
}

fn play_and_end(open: OpenTable, turns: usize, seed: u64, how: u32) {
    let four = open.options.get("players").is_some_and(|players| players == "4");
    let open = timed(open, 3_600, 0);
    let mut house = if four { House::four(&open) } else { House::two(&open) };
    let mut random = Random::new(seed);
    let times = some_turns(&mut house, turns, &mut random);
    let result = match house.ended() {
        Some(result) => result,
        None => end(&mut house, how),
    };
    check_record(&house, &result, &times);
}

#[test]
fn every_game_is_kept_as_it_was_played() {
    for game in games() {
        for how in 0..5 {
            play_and_end(open(game), 12, u64::from(how), how);
        }
    }
}

#[test]
fn variants_are_kept_with_their_options() {
    for (game, options) in [
        ("yinsh", "variant=blitz"),
        ("y", "board=triangle-4 pie=on"),
        ("y", "pie=off handicap=3"),
        ("zen", "players=4"),
        ("zen", "variant=1 announce=manual"),
        ("zen", "variant=1 players=4 first=black"),
        ("zen", "variant=2"),
        ("zen", "variant=3 players=4"),
    ] {
        for how in 0..5 {
            play_and_end(with(game, options), 30, 100 + u64::from(how), how);
        }
    }
}

#[test]
fn games_that_end_by_their_rules_are_kept() {
    for seed in 0..12 {
        play_and_end(with("y", "board=triangle-5 pie=on"), 100, seed, 0);
        play_and_end(with("yinsh", "variant=blitz"), 300, seed, 0);
        play_and_end(open("yinyang"), 300, seed, 0);
    }
    play_and_end(open("tetra"), 300, 1, 0);
    play_and_end(with("zen", "variant=3"), 4_000, 1, 0);
}

#[test]
fn a_game_that_ends_while_laws_are_written_is_kept() {
    for (writer, laws) in [(ADA, WHITE_LAWS), (BOB, BLACK_LAWS)] {
        let mut house = House::two(&coloured(open("yinyang")));
        house.must(writer, &play(1, 1, laws));
        house.must(BOB, &Command::Resign);
        let text = house.finished().record.unwrap();
        let replayed =
            Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).replay().unwrap();
        assert_eq!(replayed.outcome().unwrap().to_string(), "white (resigned)");
        assert!(text.contains("* black resigns\nresult: white (resigned)\n"), "{text}");
    }
}

#[test]
fn in_a_record_blacks_laws_come_first_with_blacks_time() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.wait(1_000);
    house.must(ADA, &play(1, 1, WHITE_LAWS));
    house.wait(4_000);
    house.must(BOB, &play(1, 1, BLACK_LAWS));
    house.must(ADA, &Command::Resign);
    let text = house.finished().record.unwrap();
    let turns: Vec<&str> = text.lines().filter(|line| line.contains('{')).collect();
    assert!(turns[0].starts_with("1. laws bbbb") && turns[0].ends_with("{0:05.000}"), "{text}");
    assert!(turns[1].starts_with("2. laws wwww") && turns[1].ends_with("{0:01.000}"), "{text}");
}

#[test]
fn without_a_log_there_is_no_record_and_nothing_breaks_when_it_is_erased() {
    for (game, options) in [("y", "pie=on"), ("zen", "variant=3 first=white"), ("yinyang", "")] {
        let open = OpenTable { log: Some(taijitu_protocol::Log::Off), ..coloured(with(game, options)) };
        let mut house = House::two(&open);
        let mut random = Random::new(8);
        for _ in 0..6 {
            house.random_turn(&mut random);
        }
        let asks = house.player_at(house.to_act());
        let other = if asks == ADA { BOB } else { ADA };
        house.must(asks, &Command::Takeback);
        house.must(other, &accept());
        if game == "zen" {
            house.must(ADA, &Command::Draw);
            house.must(BOB, &accept());
            house.random_turn(&mut random);
        }
        house.must(BOB, &Command::Draw);
        house.must(BOB, &Command::Resign);
        let result = house.ended().unwrap();
        let finished = house.finished();
        assert_eq!((finished.record, finished.logged), (None, false));
        let turns = house.table.turn_entries();
        for entry in &house.log {
            let holds = matches!(
                entry.event,
                LogEvent::Played { .. } | LogEvent::Takenback { .. } | LogEvent::Round { .. }
            );
            assert_eq!(turns.contains(&entry.n), holds, "{entry:?}");
        }
        for entry in &mut house.log {
            if turns.contains(&entry.n) {
                entry.event = LogEvent::Erased;
            }
        }
        house.table = Table::fold(house.table.id(), &house.log).expect("what is left can be folded");
        assert_eq!(house.ended().unwrap(), result);
        house.must(ADA, &Command::Rematch);
        house.must(BOB, &accept());
        assert_eq!((house.game().number, house.player_of(Side::White)), (2, BOB));
        for _ in 0..4 {
            house.random_turn(&mut random);
        }
        house.check_fold();
        assert!(house.table.turn_entries().iter().all(|n| !turns.contains(n)), "only the last game's");
    }
}
