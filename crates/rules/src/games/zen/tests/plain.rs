//! Plain versions of everything that is fast, written from the rules square by square, and asserted equal on
//! random positions.

use super::super::field::{DIRECTIONS, Leash, SIZE, ZenField};
use super::super::{MoverClaim, Step};
use super::{Zen, set_up, start};
use crate::board::Point;
use crate::game::Rules;
use crate::outcome::{Outcome, Reason};
use crate::playout::{Random, Scratch, by_steps};
use crate::side::Side;
use std::collections::{BTreeMap, BTreeSet};

type Square = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Man {
    Pawn(Side),
    Zen,
}

/// The pieces by column and row.
type Men = BTreeMap<Square, Man>;

fn square(point: Point) -> Square {
    (i32::from(point.0) % SIZE as i32, i32::from(point.0) / SIZE as i32)
}

fn men(field: &ZenField) -> Men {
    let pawns = Side::BOTH.into_iter().flat_map(|side| {
        let pawn = move |point| (square(point), Man::Pawn(side));
        field.pawns[side].iter().map(pawn)
    });
    pawns.chain(field.zen.iter().map(|point| (square(point), Man::Zen))).collect()
}

fn on_board((column, row): Square) -> bool {
    (0..SIZE as i32).contains(&column) && (0..SIZE as i32).contains(&row)
}

fn touch(a: Square, b: Square) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

/// The squares ahead in a direction, walked one by one.
fn walk(from: Square, (right, up): Square) -> Vec<Square> {
    let squares = (1..).map(|n| (from.0 + n * right, from.1 + n * up));
    squares.take_while(|&at| on_board(at)).collect()
}

fn plain_moves(men: &Men, side: Side, ko: Option<Square>, contact: bool) -> BTreeSet<(Square, Square)> {
    let mut moves = BTreeSet::new();
    for (&from, &man) in men.iter().filter(|(_, man)| **man != Man::Pawn(side.other())) {
        for (right, up) in DIRECTIONS {
            let path = walk(from, (right, up));
            let line =
                path.iter().chain(&walk(from, (-right, -up))).filter(|at| men.contains_key(at)).count() + 1;
            let Some(&to) = path.get(line - 1) else { continue };
            let enemy = |at: &Square| men.get(at) == Some(&Man::Pawn(side.other()));
            let blocked = path[..line - 1].iter().any(enemy) || men.get(&to) == Some(&Man::Pawn(side));
            let touches = men.keys().any(|&other| other != from && other != to && touch(other, to));
            let bound = man == Man::Zen && (ko == Some(to) || (contact && !touches));
            if !blocked && !bound {
                moves.insert((from, to));
            }
        }
    }
    moves
}

fn moved(men: &Men, (from, to): (Square, Square)) -> Men {
    let mut after = men.clone();
    let man = after.remove(&from).expect("a piece moves");
    after.insert(to, man);
    after
}

fn plain_groups(mut rest: BTreeSet<Square>) -> Vec<BTreeSet<Square>> {
    let mut groups = vec![];
    while let Some(first) = rest.pop_first() {
        let (mut group, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(at) = open.pop() {
            for next in rest.clone().into_iter().filter(|&next| touch(at, next)) {
                rest.remove(&next);
                group.insert(next);
                open.push(next);
            }
        }
        groups.push(group);
    }
    groups
}

fn squares_of(men: &Men, which: impl Fn(Man) -> bool) -> BTreeSet<Square> {
    men.iter().filter(|(_, man)| which(**man)).map(|(&at, _)| at).collect()
}

fn plain_ending(men: &Men) -> Option<Outcome> {
    let none = |side| squares_of(men, |man| man == Man::Pawn(side)).is_empty();
    let connected =
        |side: Side| plain_groups(squares_of(men, |man| man != Man::Pawn(side.other()))).len() == 1;
    match (connected(Side::White), connected(Side::Black)) {
        _ if none(Side::White) => Some(Outcome::win(Side::Black, Reason::NoPawns)),
        _ if none(Side::Black) => Some(Outcome::win(Side::White, Reason::NoPawns)),
        (true, true) => Some(Outcome::draw(Reason::BothConnected)),
        (true, false) => Some(Outcome::win(Side::White, Reason::Connected)),
        (false, true) => Some(Outcome::win(Side::Black, Reason::Connected)),
        (false, false) => None,
    }
}

fn plain_can_win(men: &Men, side: Side, ko: Option<Square>) -> bool {
    let wins = |&step: &(Square, Square)| {
        plain_ending(&moved(men, step)).is_some_and(|end| end.winner == Some(side))
    };
    plain_moves(men, side, ko, true).iter().any(wins)
}

/// What `attacker` has to announce, having just moved in a game that is not over.
fn plain_due(men: &Men, attacker: Side, ko: Option<Square>) -> MoverClaim {
    if plain_ending(men).is_some() || !plain_can_win(men, attacker, None) {
        return MoverClaim::Nothing;
    }
    let hopeless = |&(from, to): &(Square, Square)| {
        let after = moved(men, (from, to));
        let ko = (men[&from] == Man::Zen).then_some(from);
        plain_ending(&after)
            .map_or_else(|| plain_can_win(&after, attacker, ko), |end| end.winner == Some(attacker))
    };
    let replies = plain_moves(men, attacker.other(), ko, true);
    if replies.iter().all(hopeless) { MoverClaim::Mate } else { MoverClaim::Check }
}

fn plain_score(men: &Men, loser: Side) -> usize {
    let pawns = squares_of(men, |man| man == Man::Pawn(loser));
    let zen = squares_of(men, |man| man == Man::Zen);
    if pawns.is_empty() {
        return zen.len();
    }
    let groups = plain_groups(&pawns | &zen);
    let largest = groups.iter().map(|group| (group & &pawns).len()).max().unwrap();
    let cost = |group: &BTreeSet<Square>| pawns.len() - largest + (&zen - group).len();
    let major = groups.iter().filter(|group| (*group & &pawns).len() == largest);
    major.map(cost).min().unwrap()
}

/// A set-up with up to `most` pawns a side in a random part of the board; the Zen may be missing.
pub(super) fn random_setup(random: &mut Random, most: usize) -> String {
    let span = 5 + random.below(7);
    let mut free: Vec<String> = (0..span)
        .flat_map(|row| {
            (0..span).map(move |column| format!("{}{}", char::from(b'a' + column as u8), row + 1))
        })
        .collect();
    let mut draw = |count: usize, random: &mut Random| {
        let take = |_| free.swap_remove(random.below(free.len() as u32) as usize);
        (0..count).map(take).collect::<Vec<_>>().join(",")
    };
    let count = |random: &mut Random| most.min(6).div_ceil(2) + random.below(most as u32 / 2 + 1) as usize;
    let (white, black) = (count(random), count(random));
    let (w, b) = (draw(white, random), draw(black, random));
    let zen = draw(usize::from(random.below(3) > 0), random);
    let act = ["white", "black"][random.below(2) as usize];
    format!("w={w} b={b} zen={zen} act={act}")
}

fn random_position(random: &mut Random, options: &[&str], most: usize) -> Zen {
    let setup = random_setup(random, most);
    let mut zen = set_up(options, &setup).position().clone();
    // Now and then the Zen has just moved.
    if let (0, Some(at)) = (random.below(2), zen.field.zen.lowest()) {
        let near = super::super::field::touching(crate::PointSet::of(at));
        let empty = near - zen.field.pieces();
        zen.ko = empty.iter().find(|point| point.index() < SIZE * SIZE);
    }
    zen
}

#[test]
fn moves_and_endings_are_the_plain_ones() {
    let mut random = Random::new(1);
    let mut ended = 0;
    for round in 0..3000 {
        let most = 2 + round % 11;
        let zen = random_position(&mut random, &[], most);
        let plain = men(&zen.field);
        assert_eq!(zen.field.ending(), plain_ending(&plain));
        ended += usize::from(zen.field.ending().is_some());
        for side in Side::BOTH {
            assert_eq!(
                zen.field.won_by(side),
                plain_ending(&plain).is_some_and(|end| end.winner == Some(side))
            );
            assert_eq!(zen.field.score(side) as usize, plain_score(&plain, side.other()));
            for contact in [true, false] {
                let leash = Leash { ko: zen.ko, contact };
                let fast = zen.field.moves(side, leash).map(|(from, to)| (square(from), square(to)));
                let fast: Vec<_> = fast.collect();
                let set: BTreeSet<_> = fast.iter().copied().collect();
                assert_eq!(fast.len(), set.len(), "none twice");
                assert_eq!(set, plain_moves(&plain, side, zen.ko.map(square), contact));
            }
        }
    }
    assert!(ended > 100, "{ended}");
}

#[test]
fn check_and_mate_are_the_plain_ones() {
    let mut random = Random::new(2);
    let mut found = [0; 3];
    for round in 0..2500 {
        let zen = random_position(&mut random, &["variant=1", "announce=manual"], 2 + round % 7);
        let due = plain_due(&men(&zen.field), zen.act.other(), zen.ko.map(square));
        assert_eq!(zen.due(), due, "{}", zen.write_setup());
        found[due as usize] += 1;
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn play_accepts_exactly_what_is_listed() {
    let mut random = Random::new(3);
    for round in 0..60 {
        let options = [["variant=basic"], ["variant=3"], ["variant=1"]][round % 3];
        let zen = random_position(&mut random, &options, 12);
        let mut steps = vec![];
        zen.steps(&mut steps);
        for from in zen.board().all() {
            for to in zen.board().all() {
                let step = Step::Move { from, to, claim: MoverClaim::Nothing };
                let accepted = zen.clone().play(step).is_ok();
                assert_eq!(accepted, steps.contains(&step), "{} {from:?} {to:?}", zen.write_setup());
            }
        }
    }
}

/// The chance of each first turn, and of each result, is the same with and without a list of moves.
#[test]
fn random_games_are_uniform() {
    let position = set_up(&[], "w=a1,b1,k5 b=d1,a11,k11 zen=h8 act=white").position().clone();
    let count = position.field.moves(position.act, position.leash()).count();
    let (mut random, mut list) = (Random::new(5), vec![]);
    let mut drawn = BTreeMap::<Step, i32>::new();
    const EACH: i32 = 2000;
    for _ in 0..EACH * count as i32 {
        *drawn.entry(position.random_step(&mut random, &mut list)).or_default() += 1;
    }
    assert_eq!(drawn.len(), count);
    // Five standard deviations of about √2000 = 45.
    assert!(drawn.values().all(|n| (n - EACH).abs() < 5 * 45), "{drawn:?}");

    let start = start(&[]).position().clone();
    let mut scratch = Scratch::default();
    const GAMES: u32 = 2000;
    let (mut fast, mut listed) = (0, 0);
    for _ in 0..GAMES {
        fast += start.playout(&mut random, &mut scratch).turns;
        listed += by_steps(&start, &mut random, &mut scratch).turns;
    }
    let (fast, listed) = (f64::from(fast) / f64::from(GAMES), f64::from(listed) / f64::from(GAMES));
    assert!((fast - listed).abs() < 0.1 * listed, "{fast} {listed}");
}
