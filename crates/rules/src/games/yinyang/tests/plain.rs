//! The rules of laws once more, on text: a board is 16 characters, row 4 first, as a person at a1 reads it.
//! White's seat is the same text backwards.

use super::*;
use crate::playout::Random;
use crate::turns::legal_turns;
use std::collections::BTreeSet;

fn board(position: &YinYang) -> String {
    let cell = |column: u16, row: u16| {
        let at = Point(row * 4 + column);
        match (position.stones.has(Side::White, at), position.stones.has(Side::Black, at)) {
            (false, false) => '.',
            (true, false) => 'w',
            (false, true) => 'b',
            _ => panic!("two pieces on a square"),
        }
    };
    (0..4).rev().flat_map(|row| (0..4).map(move |column| cell(column, row))).collect()
}

fn turned(text: &str) -> String {
    text.chars().rev().collect()
}

fn turned_law(law: &str) -> String {
    let (cause, effect) = law.split_once('>').unwrap();
    format!("{}>{}", turned(cause), turned(effect))
}

/// Every way to apply a law of `owner`: the block's name on the board, and the board after it.
fn apply(board_text: &str, owner: Side, law: &str) -> Vec<(String, String)> {
    let seat = |text: &str| {
        if owner == Side::White { turned(text) } else { text.to_string() }
    };
    let (cause, effect) = law.split_once('>').unwrap();
    let seen: Vec<char> = seat(board_text).chars().collect();
    let mut found = vec![];
    for (top, left) in (0..3).flat_map(|top| (0..3).map(move |left| (top, left))) {
        let cells = [top * 4 + left, top * 4 + left + 1, top * 4 + 4 + left, top * 4 + 5 + left];
        if cells.map(|cell| seen[cell]).iter().collect::<String>() != cause {
            continue;
        }
        let mut after = seen.clone();
        if effect != "*" {
            for (cell, new) in cells.into_iter().zip(effect.chars()) {
                after[cell] = new;
            }
        }
        // The block's lower left square as the board counts: White's upper right one.
        let corner = if owner == Side::White { 15 - cells[1] } else { cells[2] };
        let name = format!("{}{}", ['a', 'b', 'c', 'd'][corner % 4], 4 - corner / 4);
        found.push((name, seat(&after.iter().collect::<String>())));
    }
    found
}

/// Every law of the side to act and the board it leaves, contradictions left out.
fn all(position: &YinYang) -> BTreeSet<(String, String)> {
    let text = |owner: Side, number| position.hands[owner].law(number).unwrap().to_string();
    let on_board = |owner, law: &str| {
        if owner == Side::White { turned_law(law) } else { law.into() }
    };
    let mut up = vec![];
    for owner in Side::BOTH {
        let numbers = NUMBERS.filter(|&number| position.hands[owner].is_up(number));
        up.extend(numbers.map(|number| on_board(owner, &text(owner, number))));
    }
    let mut found = BTreeSet::new();
    for number in NUMBERS {
        let law = text(position.act, number);
        let here = on_board(position.act, &law);
        let cause = |law: &str| law[..4].to_string();
        let clash = up.iter().any(|other| cause(other) == cause(&here) && *other != here);
        if position.hands[position.act].is_up(number) || !clash {
            for (name, after) in apply(&board(position), position.act, &law) {
                found.insert((format!("L{number}@{name}"), after));
            }
        }
    }
    found
}

/// A position with random pieces, and laws that fit what stands on the board half of the time.
fn random_position(random: &mut Random) -> YinYang {
    let mut position = given().position().clone();
    position.stones = Stones::NONE;
    for at in 0..16 {
        match random.below(3) {
            0 => position.stones.put(Side::White, Point(at)),
            1 => position.stones.put(Side::Black, Point(at)),
            _ => (),
        }
    }
    for side in Side::BOTH {
        for number in NUMBERS {
            let block = apply::BLOCKS[random.below(9) as usize];
            let fits = |law: &&Law| law.on_board(side).cause() == position.stones.block(block);
            let fitting: Vec<&Law> = Law::all().iter().filter(fits).collect();
            let law = if random.below(2) == 0 {
                *fitting[random.below(fitting.len() as u32) as usize]
            } else {
                Law::all()[random.below(513) as usize]
            };
            position.hands[side].rewrite(number, law);
            if random.below(3) == 0 && position.contradicted_by(law.on_board(side)).is_none() {
                position.hands[side].lay(number);
            }
        }
    }
    position.act = Side::BOTH[random.below(2) as usize];
    position
}

#[test]
fn laws_apply_as_on_paper() {
    let mut random = Random::new(11);
    let mut applied = 0;
    for _ in 0..3000 {
        let position = random_position(&mut random);
        let found: BTreeSet<(String, String)> = position
            .applications()
            .map(|(number, block)| {
                let mut after = position.clone();
                after.apply(number, block);
                (position.spell(&[Step::Apply { number, block }], Audience::Everyone), board(&after))
            })
            .collect();
        assert_eq!(found, all(&position), "{}", position.setup(Audience::Omniscient));
        applied += found.len();
    }
    assert!(applied > 5000, "the positions are worth looking at: {applied}");
}

#[test]
fn moves_go_to_empty_neighbours() {
    let mut random = Random::new(12);
    for _ in 0..500 {
        let position = random_position(&mut random);
        let empty = |at: &Point| Side::BOTH.iter().all(|&side| !position.stones.has(side, *at));
        for side in Side::BOTH {
            let mut plain = vec![];
            for from in board::yinyang().all().filter(|&from| position.stones.has(side, from)) {
                let mut near = board::yinyang().neighbours(from).to_vec();
                near.sort();
                plain.extend(near.into_iter().filter(empty).map(|to| (from, to)));
            }
            assert_eq!(position.stones.moves(side).collect::<Vec<_>>(), plain);
        }
    }
}

#[test]
fn setups_round_trip_and_listed_turns_read_back() {
    let mut random = Random::new(13);
    for round in 0..300 {
        let position = random_position(&mut random);
        let setup = position.setup(Audience::Omniscient);
        assert!(at(&setup).position() == &position, "{setup}");
        if round % 30 == 0 {
            for turn in legal_turns(&position).unwrap().iter().step_by(37) {
                let steps = position.read(position.act, &turn.text).unwrap();
                assert!(steps == turn.steps, "{setup}: {}", turn.text);
                assert!(at(&turn.after.setup(Audience::Omniscient)).position() == &turn.after);
            }
        }
    }
}
