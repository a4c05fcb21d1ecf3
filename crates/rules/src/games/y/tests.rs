//! Hand-made cases of Y, and the plain way to find a winner.

use super::*;
use crate::play::Play;
use crate::playout::by_steps;
use crate::turns::legal_turns;
use std::collections::HashSet;

fn play(options: &[&str], turns: &str) -> Play<Y> {
    let mut play = Play::start(options).expect("options");
    turns.split_whitespace().for_each(|turn| drop(play.turn(turn).expect("a turn")));
    play
}

fn setup(options: &[&str], text: &str) -> Result<Play<Y>, SetupError> {
    Play::from_setup(Options::parse(META.options, options.iter().copied()).expect("options"), text)
}

fn refused(options: &[&str], turns: &str, turn: &str) -> String {
    play(options, turns).turn(turn).expect_err("an illegal turn").to_string()
}

/// Walks through the chains of a side and looks at the sides they touch.
fn wins_by_walking(y: &Y, side: Side) -> bool {
    let stones: HashSet<Point> = y.stones_of(side).into_iter().collect();
    let on_side = |point: &Point, which: usize| {
        let name = y.ground.board.name(*point);
        match name.strip_prefix('a').and_then(|n| n.parse::<usize>().ok()) {
            Some(n) => [1..=9, 9..=17, 17..=25][which].contains(&n) || (which == 2 && n == 1),
            None => false,
        }
    };
    stones.iter().any(|&start| {
        let (mut chain, mut open) = (HashSet::from([start]), vec![start]);
        while let Some(at) = open.pop() {
            let more = y.ground.board.neighbours(at).iter().copied();
            open.extend(more.filter(|n| stones.contains(n)).filter(|&n| chain.insert(n)));
        }
        (0..3).all(|which| chain.iter().any(|point| on_side(point, which)))
    })
}

#[test]
fn the_winner_is_the_one_found_by_walking() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let mut y = Y::start(&Options::parse(META.options, ["pie=off"]).expect("options")).expect("a start");
        let mut steps = vec![];
        while y.outcome().is_none() {
            assert!(Side::BOTH.into_iter().all(|side| !wins_by_walking(&y, side)));
            y.steps(&mut steps);
            y.play_unchecked(steps[random.below(steps.len() as u32) as usize]);
        }
        assert!(wins_by_walking(&y, y.winner.expect("somebody won")));
    }
}

#[test]
fn both_ways_to_play_out_agree_in_length_and_results() {
    let start = play(&[], "").position().clone();
    let (mut random, mut scratch) = (Random::new(3), Scratch::default());
    let mut tally = |own: bool| {
        let (mut turns, mut black) = (0, 0);
        for _ in 0..4000 {
            let playout = if own {
                start.playout(&mut random, &mut scratch)
            } else {
                by_steps(&start, &mut random, &mut scratch)
            };
            turns += playout.turns;
            black += u32::from(playout.outcome.winner == Some(Side::Black));
        }
        (f64::from(turns) / 4000.0, f64::from(black) / 4000.0)
    };
    let ((own_turns, own_black), (turns, black)) = (tally(true), tally(false));
    assert!(
        (own_turns - turns).abs() < 0.6 && (own_black - black).abs() < 0.05,
        "{own_turns} {turns} {own_black} {black}"
    );
}

#[test]
fn a_swap_leaves_the_board_and_the_colour_to_act() {
    let mut game = play(&[], "c7");
    assert!(game.position().swap && !game.swapped());
    game.turn("swap").expect("a swap");
    assert!(game.swapped());
    assert_eq!(game.position().setup(Audience::Everyone), "b=c7 act=white");
    assert_eq!(
        refused(&[], "c7 swap", "swap"),
        "`swap`: swap can only answer the first stone, and only with pie=on"
    );
    assert_eq!(
        refused(&["pie=off"], "c7", "swap"),
        "`swap`: swap can only answer the first stone, and only with pie=on"
    );
}

#[test]
fn a_handicap_is_a_set_printed_in_board_order() {
    let mut game = play(&["pie=off", "handicap=3"], "");
    assert_eq!(game.turn("B1 a10 a9").expect("three stones"), "a9 a10 b1");
    assert_eq!(game.position().setup(Audience::Everyone), "b=a9,a10,b1 act=white");
    let small = play(&["board=triangle-3", "pie=off", "handicap=2"], "");
    let texts: Vec<String> =
        legal_turns(small.position()).expect("a list").into_iter().map(|turn| turn.text).collect();
    assert_eq!(texts.len(), 15);
    assert_eq!(texts[..3], ["a1 a2", "a1 a3", "a1 b2"]);
}

#[test]
fn wrong_turns_say_what_is_wrong() {
    assert_eq!(refused(&[], "", "a25"), "`a25`: no such point on the 93-node board");
    assert_eq!(refused(&[], "c7", "c7"), "`c7`: c7 is occupied");
    assert_eq!(refused(&[], "", "c7 c8"), "`c8`: the move was already complete");
    assert_eq!(refused(&[], "", ""), "``: the move is not complete: place a stone");
    let handicap = ["pie=off", "handicap=2"];
    assert_eq!(
        refused(&handicap, "", "c7"),
        "`c7`: the move is not complete: place the stones of the handicap"
    );
    assert_eq!(refused(&handicap, "", "c7 C7"), "`C7`: c7 is occupied");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let error = |options: &[&str]| Play::<Y>::start(options).expect_err("an error").to_string();
    assert_eq!(error(&["handicap=2"]), "handicap stones need the swap rule off (pie=off)");
    assert_eq!(
        error(&["handicap=3", "pie=off", "board=triangle-3"]),
        "the handicap must be smaller than the side of the triangle"
    );
    assert_eq!(
        error(&["board=triangle-26"]),
        "`triangle-26` is not a value of option board; it takes kadon | triangle-3 … triangle-25"
    );
    assert_eq!(
        error(&["board=triangle-03"]),
        "`triangle-03` is not a value of option board; it takes kadon | triangle-3 … triangle-25"
    );
}

#[test]
fn set_ups_that_cannot_be_are_refused() {
    let error = |text: &str| setup(&[], text).expect_err("an error").to_string();
    assert_eq!(error("b=a1"), "a set-up needs act=white or act=black");
    assert_eq!(error("b=a1 w=a1 act=white"), "two pieces on a1");
    assert_eq!(
        error("b=a1 swap=yes act=black"),
        "swap=yes needs pie=on, act=white and a single black stone on the board"
    );
    assert_eq!(error("b=g1 act=white"), "`g1` in b=: no such point on the 93-node board");
    assert_eq!(error("b=a1 act=white b=a2"), "key `b` is given twice");
    assert_eq!(error("act=white zen=a1"), "unknown key `zen`; this game takes w b act swap passed");
    assert_eq!(error("act=white passed=yes"), "there is no passing in Y");
}

#[test]
fn an_empty_board_with_black_to_act_is_the_start() {
    let game = setup(&["pie=off", "handicap=2"], "act=black").expect("a start");
    assert!(*game.position() == *play(&["pie=off", "handicap=2"], "").position());
    assert!(setup(&[], "act=white").expect("white begins").position().left == 0);
}

#[test]
fn a_set_up_can_be_won() {
    let won = setup(&["board=triangle-3"], "w=a1,a2,a3,b3,c3 b=b2 act=black").expect("a position");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::White, Reason::ThreeSides)));
}
