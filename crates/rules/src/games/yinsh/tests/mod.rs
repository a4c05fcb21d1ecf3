//! Every sentence of the rules on a position made by hand.

mod input;
mod plain;

use super::geometry::{Cells, cell, only, rows};
use super::*;
use crate::play::Play;
use crate::turns::legal_turns;

/// Black rings out of the way.
const FAR: &str = "br=a2,a3,a4,a5,b1";
/// The reserve is empty, nobody has a row, ten rings stand.
const FULL_RINGS: &str = "wr=a2,a3,a4,a5,b1 br=b2,b3,b4,b5,b6";

fn try_set(variant: &str, setup: &str) -> Result<Play<Yinsh>, SetupError> {
    let options = Options::parse(META.options, [variant]).expect("a variant");
    Play::from_setup(options, setup)
}

fn set(setup: &str) -> Play<Yinsh> {
    try_set("variant=standard", setup).expect(setup)
}

fn refused(play: &mut Play<Yinsh>, turn: &str) -> String {
    let before = play.position().clone();
    let why = play.turn(turn).expect_err(turn).to_string();
    assert_eq!(*play.position(), before, "a refused turn changes nothing");
    why
}

fn turns(play: &Play<Yinsh>) -> Vec<String> {
    let turns = legal_turns(play.position()).expect("few turns");
    turns.into_iter().map(|turn| turn.text).collect()
}

fn now(play: &Play<Yinsh>) -> String {
    play.position().setup(Audience::Everyone)
}

fn outcome(play: &Play<Yinsh>) -> String {
    play.outcome().map_or("none".into(), |outcome| outcome.to_string())
}

/// Markers on `count` points after the rings of [`FULL_RINGS`], in colours that never make a row.
fn many_markers(count: usize) -> String {
    let mut names = [vec![], vec![]];
    for p in yinsh().all().filter(|p| !only(cell(*p)) & rings_of_full() == rings_of_full()).take(count) {
        let at = usize::from(cell(p));
        names[usize::from((at / 11 + at % 11) % 3 != 0)].push(yinsh().name(p));
    }
    format!("wm={} bm={}", names[0].join(","), names[1].join(","))
}

fn rings_of_full() -> Cells {
    yinsh().named("a2 a3 a4 a5 b1 b2 b3 b4 b5 b6").fold(0, |set, p| set | only(cell(p)))
}

#[test]
fn ten_rings_are_placed_in_turn_white_first() {
    let mut play = Play::<Yinsh>::start(&[]).expect("options");
    assert_eq!(turns(&play).len(), 85);
    assert_eq!(refused(&mut play, "e12"), "`e12`: no such point on the YINSH board");
    assert_eq!(
        refused(&mut play, "e5-e6"),
        "`e5-e6`: nothing moves before all rings are placed; write one point, such as e5"
    );
    assert_eq!(refused(&mut play, "pass"), "`pass`: you cannot pass: you have rings to place");
    play.turn("E5").expect("case does not matter");
    assert_eq!(refused(&mut play, "e5"), "`e5`: e5 is occupied");
    assert_eq!(refused(&mut play, "e6 e7"), "`e7`: the move was already complete");
    for turn in "f6 c3 g7 d5 f4 h8 f8 k7 g5".split(' ') {
        play.turn(turn).expect(turn);
    }
    assert_eq!(now(&play), "wr=c3,d5,e5,h8,k7 br=f4,f6,f8,g5,g7 act=white");
    assert_eq!(
        refused(&mut play, "a2"),
        "`a2`: all your rings are placed; to move one write both points, such as e5-e8"
    );
}

#[test]
fn a_ring_slides_then_jumps_one_run_and_flips_it() {
    let mut play = set(&format!("wr=d2,k7,k8,k9,k10 {FAR} wm=d4 bm=d5 act=white"));
    let up = turns(&play).into_iter().filter(|turn| turn.starts_with("d2-d")).collect::<Vec<_>>();
    assert_eq!(up, ["d2-d1", "d2-d3", "d2-d6"]);
    for (turn, why) in [
        ("d2-d7", "after jumping markers the ring must stop on the first empty point behind them, at d6"),
        ("d2-d4", "d4 is occupied"),
        ("d2-e4", "a ring moves along a line of the board, and d2-e4 is not one"),
        ("d2-d2", "a ring moves along a line of the board, and d2-d2 is not one"),
        ("a2-b2", "the piece on a2 is not yours"),
        ("d4-d6", "there is a marker on d4, not a ring"),
        ("e5-e6", "nothing stands on e5"),
        ("pass", "pass is only allowed when no ring can move"),
        ("xd1-d5:d2", "not a row: no marker of yours on d1"),
        ("xd4-d5:d2", "a row is five adjacent points in a line; these two points are not its ends"),
        ("d2/d3", "cannot be read; write a point (e5), a move (e5-e8), a removal (xb2-f6:c3) or pass"),
    ] {
        assert_eq!(refused(&mut play, turn), format!("`{turn}`: {why}"));
    }
    play.turn("d2-d6").expect("a jump");
    assert_eq!(
        now(&play),
        format!("wr=d6,k7,k8,k9,k10 {FAR} wm=d2,d5 bm=d4 act=black"),
        "d4 and d5 are flipped, the marker placed on d2 is not"
    );
}

#[test]
fn rings_are_never_jumped() {
    let mut play = set("wr=d2,k7,k8,k9,k10 br=d4,a2,a3,a4,a5 act=white");
    assert_eq!(refused(&mut play, "d2-d7"), "`d2-d7`: a ring stands in between, at d4");
    let mut play = set("wr=d2,k7,k8,k9,k10 br=d5,a2,a3,a4,a5 wm=d3,d4 act=white");
    assert_eq!(refused(&mut play, "d2-d6"), "`d2-d6`: a ring stands in between, at d5");
    let mut play = set("wr=d2,k7,k8,k9,k10 br=d5,a2,a3,a4,a5 wm=d3 act=white");
    assert!(refused(&mut play, "d2-d6").ends_with("behind them, at d4"), "the first reason on the way");
    let error = play.turn("d2-d6").expect_err("a jump too far");
    assert!(error.say(crate::Lang::Fr).contains("premier point libre derrière eux, en d4"));
}

#[test]
fn a_row_is_removed_with_any_ring() {
    let mut play = set(&format!("wr=e2,k7,k8,k9,k10 {FAR} wm=e3,e4,e5,e6 act=white"));
    let row = "choose a row of five of yours to remove: its first and its last marker";
    let ring = "choose the ring you take off for this row";
    assert_eq!(refused(&mut play, "e2-d2"), format!("`e2-d2`: the move is not complete: {row}"));
    assert_eq!(refused(&mut play, "e2-d2 xe2-e6"), format!("`xe2-e6`: the move is not complete: {ring}"));
    assert_eq!(refused(&mut play, "e2-d2 xe2-e6:a2"), "`a2`: the piece on a2 is not yours");
    assert_eq!(refused(&mut play, "e2-d2 xe2-e6:e2"), "`e2`: nothing stands on e2");
    let list = turns(&play);
    let after_d2: Vec<_> = list.iter().filter(|turn| turn.starts_with("e2-d2")).collect();
    let expected = ["k10", "k7", "k8", "k9"].map(|ring| format!("e2-d2 xe2-e6:{ring}"));
    assert_eq!(after_d2, expected.each_ref());
    // Wherever the ring goes that is then taken off, the position is the same: one line, the first bytewise.
    let moved_ring: Vec<_> = list.iter().filter(|turn| turn.contains('x') && !turn.contains(":k")).collect();
    assert_eq!(moved_ring, ["e2-b2 xe2-e6:b2"]);
    assert_eq!(play.turn("e2-d2 xe6-e2:k7").expect("ends either way"), "e2-d2 xe2-e6:k7");
    assert_eq!(now(&play), format!("wr=d2,k8,k9,k10 {FAR} wout=1 act=black"));
    assert_eq!(play.position().reserve, 51);
}

#[test]
fn in_a_line_of_six_any_five_may_be_chosen() {
    let mut play = set(&format!("wr=e2,k7,k8,k9,k10 {FAR} wm=e1,e3,e4,e5,e6 act=white"));
    let starts: Vec<_> = turns(&play).into_iter().filter(|turn| turn.ends_with(":k7")).collect();
    assert!(starts.contains(&"e2-d2 xe1-e5:k7".into()) && starts.contains(&"e2-d2 xe2-e6:k7".into()));
    play.turn("e2-d2 xe2-e6:k7").expect("the upper five");
    assert_eq!(now(&play), format!("wr=d2,k8,k9,k10 {FAR} wm=e1 wout=1 act=black"));
}

#[test]
fn of_crossing_rows_one_is_removed_and_the_rest_stays() {
    let setup = format!("wr=e5,k7,k8,k9,k10 {FAR} wm=e3,e4,e6,e7,c5,d5,f5,g5 act=white");
    let mut play = set(&setup);
    play.turn("e5-d4 xc5-g5:d4").expect("the row");
    assert_eq!(now(&play), format!("wr=k7,k8,k9,k10 {FAR} wm=e3,e4,e6,e7 wout=1 act=black"));
    let mut play = set(&setup);
    assert_eq!(refused(&mut play, "e5-d4 xc5-g5:d4 xe3-e7:k7"), "`xe3-e7:k7`: the move was already complete");
}

#[test]
fn separate_rows_go_one_by_one_in_any_order_and_are_listed_once() {
    let mut play = set(&format!("wr=f2,k7,k8,k9,k10 {FAR} wm=c2,c3,c4,c5,c6,g4,g5,g6,g7,g8 act=white"));
    let list = turns(&play);
    assert!(list.iter().all(|turn| turn.starts_with("xc2-c6:")), "bytewise first");
    let pairs: std::collections::BTreeSet<_> =
        list.iter().map(|turn| &turn[..turn.find(" f").or(turn.rfind(" k")).unwrap()]).collect();
    assert_eq!(pairs.len(), 10, "each pair of rings once: {pairs:?}");
    assert!(pairs.contains(&"xc2-c6:k10 xg4-g8:k7".to_string().as_str()));
    assert_eq!(
        refused(&mut play, "f2-f3"),
        "`f2-f3`: a row of yours has to be removed first, for example xc2-c6"
    );
    assert_eq!(
        refused(&mut play, "xc2-c6:k7 f2-f3"),
        "`f2-f3`: a row of yours has to be removed first, for example xg4-g8"
    );
    play.turn("xg8-g4:k8 xc2-c6:k7 f2-f3").expect("any order");
    assert_eq!(now(&play), format!("wr=f3,k9,k10 {FAR} wm=f2 wout=2 act=black"));
}

#[test]
fn rows_made_for_the_opponent_wait_for_their_turn() {
    let mut play = set(&format!("wr=e4,k7,k8,k9,k10 {FAR} wm=e5 bm=c5,d5,f5,g5 act=white"));
    play.turn("e4-e6").expect("flips e5");
    assert_eq!(now(&play), format!("wr=e6,k7,k8,k9,k10 {FAR} wm=e4 bm=c5,d5,e5,f5,g5 act=black"));
    assert_eq!(
        refused(&mut play, "b1-b2"),
        "`b1-b2`: a row of yours has to be removed first, for example xc5-g5"
    );
    assert_eq!(refused(&mut play, "xc5-g5:b1"), "`xc5-g5:b1`: the move is not complete: move a ring");
    assert_eq!(play.turn("xg5-c5:b1 a5-b5").expect("step 1"), "xc5-g5:b1 a5-b5");
    assert_eq!(now(&play), "wr=e6,k7,k8,k9,k10 br=a2,a3,a4,b5 wm=e4 bm=a5 bout=1 act=white");
}

#[test]
fn the_third_ring_wins_at_once_for_the_mover_first() {
    let mut play = set("wr=e4,k7,k8 br=a2,a3,b1 wm=c4,d4,f4,g4,e5 bm=c5,d5,f5,g5 wout=2 bout=2 act=white");
    play.turn("e4-e6 xc4-g4:k7").expect("third row of both, the mover's first");
    assert_eq!(outcome(&play), "white (third ring)");
    assert_eq!(play.position().to_act().side(), Side::Black);
    assert_eq!(turns(&play), [""; 0]);
    assert_eq!(now(&set(&now(&play))), now(&play));
    assert_eq!(refused(&mut play, "xc5-g5:a2"), "`xc5-g5:a2`: the game is over");
}

#[test]
fn the_third_ring_wins_before_the_move_too() {
    let mut play = set("wr=e6,k7,k8,k9,k10 br=a2,a3,b1 bm=c5,d5,e5,f5,g5 bout=2 act=black");
    assert_eq!(refused(&mut play, "xc5-g5:b1 a2-b2"), "`a2-b2`: the move was already complete");
    assert_eq!(turns(&play), ["xc5-g5:a2", "xc5-g5:a3", "xc5-g5:b1"]);
    play.turn("xc5-g5:b1").expect("no move follows");
    assert_eq!((outcome(&play).as_str(), play.position().act), ("black (third ring)", Side::White));
}

#[test]
fn nothing_is_removed_after_the_third_ring() {
    let mut play = set("wr=f2,k7,k8,k9 br=a2,a3,a4,a5,b1 wm=c2,c3,c4,c5,c6,g4,g5,g6,g7,g8 wout=1 act=white");
    play.turn("xg4-g8:k7 xc2-c6:k8").expect("two rings make three");
    assert_eq!(outcome(&play), "white (third ring)");
    let mut play = set("wr=f2,k7,k8 br=a2,a3,a4,a5,b1 wm=c2,c3,c4,c5,c6,g4,g5,g6,g7,g8 wout=2 act=white");
    play.turn("xg4-g8:k7").expect("the third ring");
    assert_eq!(now(&play), "wr=f2,k8 br=a2,a3,a4,a5,b1 wm=c2,c3,c4,c5,c6 wout=3 act=black");
    assert!(refused(&mut play, "a2-b2").ends_with("the game is over"));
}

#[test]
fn in_a_blitz_the_first_ring_wins() {
    let setup = format!("wr=e2,k7,k8,k9,k10 {FAR} wm=e3,e4,e5,e6 act=white");
    let mut play = try_set("variant=blitz", &setup).expect("a position");
    play.turn("e2-d2 xe2-e6:k7").expect("a row");
    assert_eq!(outcome(&play), "white (first ring)");
    let error = try_set("variant=blitz", "wout=2 act=white").expect_err("one is enough");
    assert_eq!(error.to_string(), "`wout=2`: wout takes a number from 0 to 1");
}

#[test]
fn an_empty_reserve_ends_the_game_at_the_start_of_a_turn() {
    let full = many_markers(51);
    assert_eq!(outcome(&set(&format!("{FULL_RINGS} {full} act=white"))), "draw (reserve empty)");
    let ahead = format!("wr=a2,a3,a4,a5 br=b2,b3,b4,b5,b6 {full} wout=1 act=black");
    assert_eq!(outcome(&set(&ahead)), "white (reserve empty)");
    let mut play = set(&format!("{FULL_RINGS} {} act=white", many_markers(50)));
    assert_eq!(outcome(&play), "none");
    let last = turns(&play).into_iter().find(|turn| !turn.contains('x')).expect("a move without a row");
    play.turn(&last).expect("the last marker");
    assert_eq!(play.position().reserve, 0);
    let row_waits = rows(play.position().markers[Side::Black]) != [0; 3];
    assert_eq!(outcome(&play) == "none", row_waits);
}

#[test]
fn an_empty_reserve_waits_for_a_row_to_be_removed() {
    // The same markers, but the whole column d white.
    let mut position = set(&format!("{FULL_RINGS} {} act=white", many_markers(51))).position().clone();
    let column =
        (1..=9).map(|row| yinsh().find(&format!("d{row}")).unwrap()).fold(0, |set, p| set | only(cell(p)));
    position.markers[Side::White] |= column;
    position.markers[Side::Black] &= !column;
    let mut play = set(&position.setup(Audience::Everyone));
    assert_eq!((outcome(&play).as_str(), play.position().reserve), ("none", 0));
    let first = turns(&play).remove(0);
    assert!(first.starts_with("xd1-d5:a2 "), "{first}");
    play.turn(&first).expect("a removal gives five markers back");
    assert_eq!(play.position().reserve, 4);
}

/// White's three rings in the corner cannot move: rings around, and markers with the edge behind.
const BLOCKED: &str = "wr=a2,a3,b2 br=b3,b4,c2,c3,k10 wm=b1 bm=a4,a5 wout=2";

#[test]
fn who_cannot_move_passes_and_two_passes_are_scored() {
    let mut play = set(&format!("{BLOCKED} act=white"));
    assert_eq!(turns(&play), ["pass"]);
    assert_eq!(play.position().prompt().en, "pass: none of your rings can move");
    play.turn("PASS").expect("nothing else");
    assert_eq!(now(&play), format!("{BLOCKED} passed=yes act=black"));
    assert_eq!(outcome(&play), "none");
    let mut play = set(&format!("{BLOCKED} passed=yes act=white"));
    play.turn("pass").expect("nothing else");
    assert_eq!(outcome(&play), "white (two passes)");
    assert_eq!(now(&play), format!("{BLOCKED} passed=twice act=black"));
    assert_eq!(now(&set(&now(&play))), now(&play));
    assert_eq!(outcome(&set(&now(&play))), "white (two passes)");
}

#[test]
fn a_pass_after_removals_counts_as_a_pass() {
    let corner = "wr=a2,a3,b2,k7 br=b3,b4,c2,c3,k10 wm=b1,g4,g5,g6,g7,g8 bm=a4,a5 wout=1";
    let mut play = set(&format!("{corner} passed=yes act=white"));
    let list = turns(&play);
    assert!(list.contains(&"xg4-g8:k7 pass".into()));
    assert!(list.iter().filter(|turn| turn.ends_with("pass")).count() == 1, "{list:?}");
    assert_eq!(refused(&mut play, "xg4-g8:a2 pass"), "`pass`: pass is only allowed when no ring can move");
    play.turn("xg4-g8:k7 pass").expect("blocked by one's own choice");
    assert_eq!(outcome(&play), "white (two passes)");
    let mut play = set(&format!("{corner} act=white"));
    play.turn("xg4-g8:k7 pass").expect("the first pass");
    assert!(now(&play).ends_with("wout=2 passed=yes act=black"));
    assert_eq!(outcome(&play), "none");
}

#[test]
fn who_has_no_ring_to_place_waits_for_the_other() {
    let mut play = set("wr=a2,a3,a4,a5,b1 br=c3 act=white");
    assert_eq!(turns(&play), ["pass"]);
    assert!(refused(&mut play, "c4").contains("all your rings are placed"));
    play.turn("pass").expect("nothing to place");
    play.turn("c4").expect("Black places");
    assert_eq!(now(&play), "wr=a2,a3,a4,a5,b1 br=c3,c4 act=white");
}
