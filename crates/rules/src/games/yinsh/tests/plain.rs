//! The quick routines against plain ones.

use super::super::geometry::{between, cells, direction, point, reaches, targets};
use super::*;
use crate::playout::by_steps;

/// The moves of the side to act, walked point by point along the lines of the board.
fn plain_moves(position: &Yinsh) -> Vec<Step> {
    let (rings, markers) = (position.all_rings(), position.all_markers());
    let holds = |set: Cells, p: Point| set & only(cell(p)) != 0;
    let mut moves = vec![];
    for from in yinsh().all().filter(|&p| holds(position.rings[position.act], p)) {
        for path in yinsh().maximal_paths(from) {
            let mut jumped = false;
            for &to in &path[1..] {
                if holds(rings, to) {
                    break;
                }
                if holds(markers, to) {
                    jumped = true;
                    continue;
                }
                moves.push(Step::Move { from, to });
                if jumped {
                    break;
                }
            }
        }
    }
    moves
}

/// The rows of a set of markers, looked up among all straight paths of five.
fn plain_rows(markers: Cells) -> Vec<Step> {
    let paths = yinsh().all().flat_map(|p| yinsh().straight_paths(p, 5));
    let own = |path: &Vec<Point>| path[0] < path[4] && path.iter().all(|&p| markers & only(cell(p)) != 0);
    paths.filter(own).map(|path| Step::Row { first: path[0], last: path[4] }).collect()
}

#[test]
fn listed_steps_are_those_of_the_plain_rules() {
    let mut random = Random::new(3);
    let mut steps = vec![];
    let (mut rows_seen, mut jumps_seen) = (0, 0);
    for _ in 0..60 {
        let mut position = Play::<Yinsh>::start(&[]).unwrap().position().clone();
        loop {
            position.steps(&mut steps);
            assert_eq!(position.outcome().is_some(), steps.is_empty());
            if steps.is_empty() {
                break;
            }
            let mut plain = match position.task() {
                MoveTask::Move => plain_moves(&position),
                MoveTask::Row => plain_rows(position.markers[position.act]),
                _ => steps.clone(),
            };
            assert_eq!(
                position.task() == MoveTask::Row || position.stage == Stage::Late,
                matches!(steps[0], Step::Row { .. })
            );
            if plain.is_empty() {
                plain.push(Step::Pass);
            }
            plain.sort_unstable();
            let mut sorted = steps.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, plain, "{position:?}");
            rows_seen += usize::from(position.task() == MoveTask::Row);
            check_single_targets(&position, &mut jumps_seen);
            position.play_unchecked(steps[random.below(steps.len() as u32) as usize]);
        }
    }
    assert!(rows_seen > 20 && jumps_seen > 1000, "{rows_seen} {jumps_seen}");
}

/// `reaches` says of one target what `targets` says of all.
fn check_single_targets(position: &Yinsh, jumps: &mut usize) {
    let (rings, markers) = (position.all_rings(), position.all_markers());
    for from in cells(rings) {
        for to in yinsh().all().map(cell) {
            if let Some(way) = direction(from, to) {
                let one = reaches(from, to, way, rings, markers);
                assert_eq!(one, targets(from, way, rings, markers) & only(to) != 0);
                *jumps += usize::from(one && between(from, to, way) & markers != 0);
            }
        }
    }
}

#[test]
fn drawn_steps_are_uniform() {
    let mut play = Play::<Yinsh>::start(&[]).unwrap();
    for turn in "f6 e5 e7 g7 d5 f4 h8 f8 c3 g5".split(' ') {
        play.turn(turn).expect(turn);
    }
    let moves = plain_moves(play.position());
    assert_eq!(moves.len(), 72);
    let mut counts = std::collections::HashMap::new();
    let mut random = Random::new(11);
    for _ in 0..72_000 {
        let after = play.position().clone().after_draw(&mut random);
        *counts.entry(after).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 72);
    // 1000 expected each, with a deviation of 31.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{:?}", counts.values());
}

#[test]
fn quick_and_plain_playouts_end_alike() {
    let start = Play::<Yinsh>::start(&[]).unwrap().position().clone();
    let mut scratch = Scratch::default();
    let mut mean = |quick: bool| {
        let mut random = Random::new(5);
        let mut sums = [0.0; 3];
        for _ in 0..4000 {
            let end = if quick {
                start.playout(&mut random, &mut scratch)
            } else {
                by_steps(&start, &mut random, &mut scratch)
            };
            sums[0] += f64::from(end.turns) / 4000.0;
            sums[1] += f64::from(u8::from(end.outcome.winner == Some(Side::White))) / 4000.0;
            sums[2] += f64::from(u8::from(end.outcome.winner.is_none())) / 4000.0;
        }
        sums
    };
    let (quick, plain) = (mean(true), mean(false));
    assert!((quick[0] - plain[0]).abs() < 0.5, "{quick:?} {plain:?}");
    assert!((quick[1] - plain[1]).abs() < 0.04 && (quick[2] - plain[2]).abs() < 0.04, "{quick:?} {plain:?}");
}

#[test]
fn every_position_of_random_games_reads_back() {
    let mut random = Random::new(9);
    let mut steps = vec![];
    for _ in 0..30 {
        let mut play = Play::<Yinsh>::start(&[]).unwrap();
        while play.outcome().is_none() {
            let mut draft = play.draft(play.position().to_act().side());
            while !draft.is_complete() {
                draft.position().steps(&mut steps);
                draft.step(steps[random.below(steps.len() as u32) as usize]).expect("listed");
            }
            let text = draft.text(Audience::Everyone);
            assert_eq!(play.turn(&text).expect(&text), text);
            assert_eq!(*set(&now(&play)).position(), *play.position());
            let board = play.position().view(Audience::Everyone);
            assert!(board.pieces.iter().all(|placed| point(cell(placed.at)) == placed.at));
        }
    }
}
