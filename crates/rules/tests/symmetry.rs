//! Turning a board, or exchanging the colours, maps legal turns to legal turns.

use crate::common::VARIANTS;
use taijitu_rules::canonical::{CanonicalKey, Placement, placement_key, renamed};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, GameType, Options, games};

/// How many turns of a random game are played; after each a random symmetry is tried.
const TURNS: usize = 80;

#[test]
fn turning_the_board_maps_legal_turns() {
    // Yin Yang's laws are read from a seat: see below.
    for_random_positions(&["yinyang"], |kind, play, random| {
        let board = play.view(Audience::Omniscient).board;
        let maps = board.symmetries();
        let map = &maps[random.below(maps.len() as u32) as usize];
        let turned = |text: &str| renamed(board, map, text);
        compare(kind, play, &turned(&play.setup(Audience::Omniscient)), turned);
    });
}

#[test]
fn mirror_images_are_alike() {
    for_random_positions(&[], |kind, play, random| {
        let (board, maps) = (play.board(), play.symmetries());
        let map = &maps[random.below(maps.len() as u32) as usize];
        let setup = renamed(board, map, &play.setup(Audience::Omniscient));
        // Nobody names laws by points of the board, and Yin Yang has no other symmetry than none.
        let setup = if maps.len() == 1 { play.setup(Audience::Omniscient) } else { setup };
        let image =
            kind.set_up(play.options().clone(), &setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
        assert_eq!(image.outcome(), play.outcome(), "{setup}");
        let (here, there) = (CanonicalKey::of(play), CanonicalKey::of(&*image));
        assert_eq!(here.key(), there.key(), "{} {setup}", kind.meta().id);
        assert_eq!(placement_key(play), placement_key(&*image), "{} {setup}", kind.meta().id);
        let Ok(turns) = play.turns() else { return };
        assert_eq!(
            image.turns_within(usize::MAX, &|| false).expect("a list").len(),
            turns.len(),
            "{} {setup}",
            kind.meta().id
        );
        for turn in turns.iter().step_by(1 + turns.len() / 20) {
            let mut after = play.boxed_clone();
            after.turn(turn).expect("a listed turn");
            let mut after_image = image.boxed_clone();
            let turned = if maps.len() == 1 { turn.clone() } else { renamed(board, map, turn) };
            after_image.turn(&turned).unwrap_or_else(|error| panic!("{setup}: {turn} became {error}"));
            assert_eq!(after.outcome(), after_image.outcome(), "{setup} {turn}");
            let (next, next_image) = (CanonicalKey::of(&*after), CanonicalKey::of(&*after_image));
            assert_eq!(next.key(), next_image.key());
            let (key, text) = here.turn(&next, turn);
            assert_eq!(key, there.turn(&next_image, &turned).0, "{} {setup}: {turn}", kind.meta().id);
            // The spelling of a turn for this position is legal here, and is the same turn or its mirror image.
            let mut mirrored = play.boxed_clone();
            mirrored.turn(&here.here(&text)).unwrap_or_else(|error| panic!("{turn} is told as {error}"));
            assert_eq!(
                here.turn(&CanonicalKey::of(&*mirrored), "").0,
                key,
                "{} {setup}: {turn}",
                kind.meta().id
            );
        }
    });
}

/// A set-up with the colours of the pieces exchanged.
fn with_colours_exchanged(setup: &str) -> String {
    let exchanged = setup.split(' ').map(|word| match word.split_at(1) {
        ("w", rest) if rest.starts_with('=') => format!("b{rest}"),
        ("b", rest) if rest.starts_with('=') => format!("w{rest}"),
        ("a", "ct=white") => "act=black".into(),
        ("a", "ct=black") => "act=white".into(),
        _ => word.to_owned(),
    });
    exchanged.collect::<Vec<_>>().join(" ")
}

#[test]
fn placements_are_compared_in_the_image_that_is_most_alike() {
    let kind = games::find("y").expect("a game");
    let options = Options::parse(kind.meta().options, ["pie=off"]).expect("options");
    let at =
        |setup: &str| kind.set_up(options.clone(), setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    let played = at("w=c5,d6,b4 b=e6,c4,d5 act=black");
    let placement = Placement::of(&*played);
    assert_eq!((placement.pieces(), placement.key()), (6, placement_key(&*played)));
    let (board, maps) = (played.board(), played.symmetries());
    for map in maps {
        let near = [
            ("w=c5,d6,b4 b=e6,c4,d5 act=black", 0),
            ("w=c5,d6,b4 b=e6,c4,d5,e7 act=white", 1),
            ("w=c5,d6,b4,b6 b=e6,c4,d5,e7 act=black", 2),
            ("w=c5,d6 b=e6,c4,d5 act=white", 1),
            ("w=c5,d6,b6 b=e6,c4,d5 act=black", 2),
        ];
        for (setup, distance) in near {
            for setup in [setup.to_owned(), with_colours_exchanged(setup)] {
                let image = at(&renamed(board, map, &setup));
                assert_eq!(placement.distance(&Placement::of(&*image)), Some(distance), "{setup}");
                assert_eq!(placement_key(&*image) == placement.key(), distance == 0, "{setup}");
            }
        }
    }
    let other = games::find("quinta").expect("a game");
    let other = other.start(Options::parse(other.meta().options, []).expect("options")).expect("a start");
    assert_eq!(placement.distance(&Placement::of(&*other)), None, "another game");
}

#[test]
fn first_turns_that_are_mirror_images_are_one() {
    let firsts = |game: &str, options: &[&str]| {
        let kind = games::find(game).expect("a game");
        let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
        let play = kind.start(options).expect("a start");
        let start = CanonicalKey::of(&*play);
        let keys = play.turns_within(usize::MAX, &|| false).expect("a list").into_iter().map(|turn| {
            let mut after = play.boxed_clone();
            after.turn(&turn).expect("a listed turn");
            start.turn(&CanonicalKey::of(&*after), &turn).0
        });
        keys.collect::<std::collections::BTreeSet<u64>>().len()
    };
    assert_eq!(firsts("yinsh", &[]), 11, "85 crossings");
    assert_eq!(firsts("y", &["board=triangle-13"]), 19, "91 points");
}

/// The key of the start position of each game, tab separated.
const KEYS: &str = include_str!("data/canonical_keys.tsv");

/// Stored keys have to stay what they are: if this fails, count up `canonical::REVISION`.
#[test]
fn keys_are_the_same_in_every_build() {
    assert_eq!(taijitu_rules::canonical::REVISION, 1);
    for kind in games::GAMES {
        let options = Options::parse(kind.meta().options, []).expect("no options");
        let key = CanonicalKey::of(&*kind.start(options).expect("a start")).key();
        let line = format!("{}\t{key:x}", kind.meta().id);
        assert!(KEYS.lines().any(|known| known == line), "not in data/canonical_keys.tsv: {line}");
    }
}

#[test]
fn exchanging_the_colours_maps_legal_turns() {
    // Different sides, a pie rule, or a start that only one colour makes: no symmetry of colours there.
    for_random_positions(&["yinyang", "aliens", "y"], |kind, play, _| {
        let setup = play.setup(Audience::Omniscient);
        // Tetra with the pie rule: only White may swap.
        if !setup.contains("swap=yes") {
            compare(kind, play, &exchange_colours(&setup), str::to_string);
        }
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

fn for_random_positions(without: &[&str], check: impl Fn(&'static dyn GameType, &dyn AnyPlay, &mut Random)) {
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

fn compare(kind: &dyn GameType, play: &dyn AnyPlay, setup: &str, image: impl Fn(&str) -> String) {
    let mapped =
        kind.set_up(play.options().clone(), setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    let goals_stand_still = play.symmetries().len() < play.board().symmetries().len();
    if goals_stand_still && mapped.outcome().is_some() {
        return; // Turns turn with the board; the goals of Leap Over do not.
    }
    let turns = play.turns_within(usize::MAX, &|| false).expect("a list");
    assert_eq!(
        mapped.turns_within(usize::MAX, &|| false).expect("a list").len(),
        turns.len(),
        "{} {setup}",
        kind.meta().id
    );
    for turn in turns {
        let image = image(&turn);
        let mut after = mapped.boxed_clone();
        after
            .turn(&image)
            .unwrap_or_else(|error| panic!("{} {setup}: {turn} became {error}", kind.meta().id));
    }
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
