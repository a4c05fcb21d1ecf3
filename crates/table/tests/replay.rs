//! Finished games, position by position: what each side saw, live and looking back, is the same.

use crate::help::*;
use taijitu_protocol::{Command, Frame, Scene, Seat, Side};
use taijitu_rules::Record;
use taijitu_rules::playout::Random;
use taijitu_table::{Viewer, frames};

fn replayed(house: &House, eyes: Option<Side>) -> Vec<Frame> {
    let finished = house.finished();
    let record = Record::read(&finished.record.expect("a record")).expect("legal");
    frames(&record, finished.players[0].1, eyes).expect("a record that was read replays")
}

/// A scene without what only a live one has.
fn settled(scene: Scene) -> Scene {
    Scene { clocks: None, next: None, ..scene }
}

#[test]
fn a_replay_shows_what_the_players_saw() {
    for game in games() {
        for seed in 1..3 {
            let mut random = Random::new(seed);
            let mut house = House::two(&timed(coloured(open(game)), 600, 0));
            let (white, black) = (house.player_of(Side::White), house.player_of(Side::Black));
            let mut seen: Vec<[Scene; 2]> = vec![];
            if game == "yinyang" {
                house.write_laws();
            }
            let before = house.game().turns() as usize;
            let mut look = |house: &House| {
                let scene =
                    |viewer| settled(house.table.scene_for(Viewer(Some(viewer)), &house.context()).unwrap());
                seen.push([scene(white), scene(black)]);
            };
            look(&house);
            for _ in 0..25 {
                house.wait(1000);
                if house.table.running().is_some() && house.random_turn(&mut random) {
                    look(&house);
                }
            }
            let resigns = house.table.running().is_some();
            if resigns {
                house.must(ADA, &Command::Resign);
                // The end shows everything to everybody.
                seen.pop();
            }
            for (eyes, place) in [(Side::White, 0), (Side::Black, 1)] {
                let frames = replayed(&house, Some(eyes));
                assert_eq!(frames.len(), house.game().turns() as usize + 1, "{game}");
                assert_eq!(frames.len() - before, seen.len() + usize::from(resigns), "{game}");
                for (frame, seen) in frames[before..].iter().zip(&seen) {
                    assert_eq!(frame.scene, seen[place], "{game} {eyes:?} {}", frame.scene.turn);
                }
                let read = house.view(Some([white, black][place]), false);
                let turns = frames.iter().filter_map(|frame| frame.turn.clone());
                // Once it is over, what was hidden at the time can be read: only what was open then has to be there.
                assert!(turns.filter(|turn| !turn.contains('?')).all(|turn| read.contains(&turn)), "{game}");
            }
            let last = replayed(&house, None).pop().expect("a frame");
            assert!(last.scene.acts.is_empty() && last.used.is_some(), "{game}");
        }
    }
}

#[test]
fn rounds_begin_with_their_start_and_partners_keep_their_seats() {
    let mut house = House::four(&coloured(with("zen", "variant=3 players=4 first=white")));
    for text in ["draw", "turns"] {
        if text == "draw" {
            house.turn(&house.random_text(&mut Random::new(1)));
            house.must(ADA, &Command::Draw);
            for player in [BOB, CEM, DIA] {
                let _ = house.by(player, &accept());
            }
        }
    }
    assert_eq!(house.game().play().match_state().map(|state| state.round), Some(2));
    for seed in 0..5 {
        house.turn(&house.random_text(&mut Random::new(seed)));
    }
    house.must(ADA, &Command::Resign);
    house.must(CEM, &Command::Resign);
    let frames = replayed(&house, None);
    let positions: Vec<(u32, u32, Option<u8>)> =
        frames.iter().map(|frame| (frame.round, frame.scene.turn, frame.seat.map(Seat::number))).collect();
    assert_eq!(positions[..3], [(1, 0, None), (1, 1, Some(1)), (2, 1, None)]);
    let seats: Vec<u8> = positions[3..].iter().filter_map(|(.., seat)| *seat).collect();
    assert_eq!(seats.len(), 5);
    let mut all = seats[..4].to_vec();
    all.sort_unstable();
    assert_eq!((all, seats[4]), (vec![1, 2, 3, 4], seats[0]), "everybody in turn");
    assert_eq!(frames[1].events.len(), 2, "a draw was offered and accepted: {:?}", frames[1].events);
    assert_eq!(frames[0].scene.sides, [Side::White, Side::Black, Side::White, Side::Black]);
}
