//! Turning a board, or exchanging the colours, maps legal turns to legal turns.

use crate::common::VARIANTS;
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, Board, Kind, Options, Point, games};

/// How many turns of a random game are played; after each a random symmetry is tried.
const TURNS: usize = 80;

#[test]
fn turning_the_board_maps_legal_turns() {
    // Yin Yang's laws are read from a seat: see below.
    for_random_positions(&["yinyang"], |kind, play, random| {
        let board = play.view(Audience::Omniscient).board;
        let maps = board.symmetries();
        let map = &maps[random.below(maps.len() as u32) as usize];
        let turned = |text: &str| turn_names(text, board, map);
        compare(kind, play, &turned(&play.setup(Audience::Omniscient)), turned);
    });
}

#[test]
fn exchanging_the_colours_maps_legal_turns() {
    // Different sides, a pie rule, or a start that only one colour makes: no symmetry of colours there.
    for_random_positions(&["yinyang", "aliens", "y"], |kind, play, _| {
        let setup = exchange_colours(&play.setup(Audience::Omniscient));
        compare(kind, play, &setup, str::to_string);
    });
}

#[test]
fn exchanging_the_seats_of_yin_yang_maps_legal_turns() {
    let all_but_yinyang: Vec<&str> =
        VARIANTS.iter().map(|variant| variant.game).filter(|&game| game != "yinyang").collect();
    for_random_positions(&all_but_yinyang, |kind, play, _| {
        let setup = play.setup(Audience::Omniscient);
        compare(kind, play, &exchange_colours(&exchange_seats(&setup)), exchange_seats);
    });
}

/// Yin Yang seen from the other seat: squares and blocks turned by 180°, the colours of pieces and laws exchanged.
/// The keys of a set-up keep their names.
fn exchange_seats(text: &str) -> String {
    text.split(' ').map(seat_word).collect::<Vec<_>>().join(" ")
}

fn seat_word(word: &str) -> String {
    let law = |text: &str| text.replace('w', "?").replace('b', "w").replace('?', "b");
    if let Some((key, value)) = word.split_once('=').filter(|(key, _)| !key.starts_with('L')) {
        return match key {
            "w" | "b" => format!(
                "{key}={}",
                value.split(',').map(|square| turned(square, 4)).collect::<Vec<_>>().join(",")
            ),
            "lb" | "lw" | "up" => format!("{key}={}", law(value)),
            _ => word.into(),
        };
    }
    let Some((number, rest)) = word.split_once('@') else {
        return word.split('-').map(|square| turned(square, 4)).collect::<Vec<_>>().join("-");
    };
    let (block, rewriting) = rest.split_at(2);
    let rewritten =
        rewriting.split_once(':').map_or(String::new(), |(slot, text)| format!("{slot}:{}", law(text)));
    format!("{number}@{}{rewritten}", turned(block, 3))
}

/// A square turned by 180° on a board of `size` squares a side; a block is named by its lower left square.
fn turned(square: &str, size: u8) -> String {
    let [column, row] = square.as_bytes() else { panic!("{square}") };
    format!("{}{}", char::from(b'a' + size - 1 - (column - b'a')), size + 1 - (row - b'0'))
}

fn for_random_positions(without: &[&str], check: impl Fn(&'static dyn Kind, &dyn AnyPlay, &mut Random)) {
    for (seed, variant) in (7..).zip(VARIANTS.iter().filter(|variant| !without.contains(&variant.game))) {
        let kind = games::find(variant.game).expect("a game");
        let options = Options::parse(kind.meta().options, variant.options.iter().copied()).expect("options");
        let mut play = kind.start(options).expect("a start");
        let mut random = Random::new(seed);
        for _ in 0..TURNS {
            let Some(turns) = play.turns().ok().filter(|turns| !turns.is_empty()) else {
                break;
            };
            // The first turn of a game may have options of its own (swap, handicap, placing order).
            check(kind, &*play, &mut random);
            let turn = &turns[random.below(turns.len() as u32) as usize];
            play.turn(turn).expect("a listed turn");
        }
    }
}

fn compare(kind: &dyn Kind, play: &dyn AnyPlay, setup: &str, image: impl Fn(&str) -> String) {
    let mapped =
        kind.set_up(play.options().clone(), setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    if kind.meta().id == "leapover" && mapped.outcome().is_some() {
        return; // Jumps turn with the board, the goals of Leap Over stand still.
    }
    let turns = play.turns().expect("a list");
    assert_eq!(mapped.turns().expect("a list").len(), turns.len(), "{} {setup}", kind.meta().id);
    for turn in turns {
        let image = image(&turn);
        let mut after = mapped.boxed_clone();
        after
            .turn(&image)
            .unwrap_or_else(|error| panic!("{} {setup}: {turn} became {error}", kind.meta().id));
    }
}

/// Replaces every name of a point by the name of its image.
fn turn_names(text: &str, board: &Board, map: &[Point]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
        let (head, tail) = rest.split_at(if digits > 0 { 1 + digits } else { letter.len_utf8() });
        out += board.find(head).map_or(head, |point| board.name(map[point.index()]));
        rest = tail;
    }
    out
}

fn exchange_colours(setup: &str) -> String {
    let word = |word: &str| match word.split_once('=') {
        Some(("act", "white")) => "act=black".to_string(),
        Some(("act", _)) => "act=white".to_string(),
        Some((key, value)) if key.starts_with('w') && key != "was" => format!("b{}={value}", &key[1..]),
        Some(("lb", laws)) => format!("lw={laws}"),
        Some(("lw", laws)) => format!("lb={laws}"),
        Some((key, value)) if key.starts_with('b') => format!("w{}={value}", &key[1..]),
        _ => word.to_string(),
    };
    setup.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
