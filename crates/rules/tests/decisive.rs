//! What decided a game: for every way every game ends, the marked points against what a person would mark.

use taijitu_rules::{AnyPlay, Options, Outcome, Reason, Side, games};

const IDLE: &str = "wwww>www.,wwww>www.,bbbb>bbb.,bbbb>bbb.";
const WHITE_LAWS: &str = "bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw";

fn set_up(game: &str, options: &[&str], setup: &str) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
    kind.set_up(options, setup).unwrap_or_else(|error| panic!("{game} {setup}: {error}"))
}

fn marked(play: &dyn AnyPlay) -> Vec<&'static str> {
    let mut names: Vec<&str> = play.decisive().into_iter().map(|point| play.board().name(point)).collect();
    names.sort_unstable();
    names
}

/// The end of a game from a set-up, by some turns: the result and the points that are marked, separated by spaces.
#[track_caller]
fn check(game: &str, options: &[&str], setup: &str, turns: &[&str], result: &str, points: &str) {
    let mut play = set_up(game, options, setup);
    for turn in turns {
        assert_eq!(marked(&*play), [""; 0], "{game} {setup}: nothing is marked before the end");
        play.turn(turn).unwrap_or_else(|error| panic!("{game} {setup}: {error}"));
    }
    let end = play.outcome().map(|outcome| outcome.to_string());
    assert_eq!(end.as_deref(), Some(result), "{game} {setup}");
    let mut expected: Vec<&str> = points.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(marked(&*play), expected, "{game} {setup}");
}

#[test]
fn yinsh_marks_the_last_row_and_its_ring() {
    let rings = "wr=e4,k7,k8 br=a2,a3,b1";
    let both = format!("{rings} wm=c4,d4,f4,g4,e5 bm=c5,d5,f5,g5 wout=2 bout=2 act=white");
    check("yinsh", &[], &both, &["e4-e6 xc4-g4:k7"], "white (third ring)", "c4 d4 e4 f4 g4 k7");
    let early = "wr=e6,k7,k8,k9,k10 br=a2,a3,b1 bm=c5,d5,e5,f5,g5 bout=2 act=black";
    check("yinsh", &[], early, &["xc5-g5:b1"], "black (third ring)", "c5 d5 e5 f5 g5 b1");
    let two = "wr=f2,k7,k8,k9 br=a2,a3,a4,a5,b1 wm=c2,c3,c4,c5,c6,g4,g5,g6,g7,g8 wout=1 act=white";
    check("yinsh", &[], two, &["xg4-g8:k7 xc2-c6:k8"], "white (third ring)", "c2 c3 c4 c5 c6 k8");
    let blitz = "wr=e2,k7,k8,k9,k10 br=a2,a3,a4,a5,b1 wm=e3,e4,e5,e6 act=white";
    check(
        "yinsh",
        &["variant=blitz"],
        blitz,
        &["e2-d2 xe2-e6:k7"],
        "white (first ring)",
        "e2 e3 e4 e5 e6 k7",
    );
}

/// The rings beside the board decide.
#[test]
fn yinsh_marks_nothing_when_the_reserve_is_empty() {
    let board = set_up("yinsh", &[], "act=white").board();
    let rings = ["a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "b6"];
    let mut markers = [vec![], vec![]];
    let free = board.all().map(|point| board.name(point)).filter(|name| !rings.contains(name));
    for name in free.take(51) {
        // Three colourings in turn along every line: no five in a row.
        let (column, row) = name.split_at(1);
        let at = usize::from(column.as_bytes()[0]) + row.parse::<usize>().expect("a row");
        markers[usize::from(!at.is_multiple_of(3))].push(name);
    }
    let markers = format!("wm={} bm={}", markers[0].join(","), markers[1].join(","));
    let draw = format!("wr=a2,a3,a4,a5,b1 br=b2,b3,b4,b5,b6 {markers} act=white");
    check("yinsh", &[], &draw, &[], "draw (reserve empty)", "");
    let ahead = format!("wr=a2,a3,a4,a5 br=b2,b3,b4,b5,b6 {markers} wout=1 act=white");
    check("yinsh", &[], &ahead, &[], "white (reserve empty)", "");
}

#[test]
fn y_marks_the_chain_and_no_other_stone() {
    let before = "w=a1,a2,b2,a4,a5 b=a3,b3,c3,b4,e5 act=black";
    let small = &["board=triangle-5", "pie=off"];
    check("y", small, before, &["b5"], "black (three sides)", "a3 b3 c3 b4 b5");
}

#[test]
fn aliens_and_amazons_marks_who_cannot_move_and_who_is_left() {
    let stuck = "w=a1,a2,a24 b=a3,a4,a22,a23,b1,b2,b21,c1,c3,c18 act=black";
    check("aliens", &[], stuck, &["c3-c2"], "black (immobilised)", "a1 a2 a24");
    let few = "w=a1,a5,a17 b=b5,d1,d2,d3,d4,d8,d9,d10,d11,d12 act=white";
    let left = "d1 d2 d3 d4 d8 d9 d10 d11 d12";
    check("aliens", &[], few, &["a5-c5"], "white (too few amazons)", left);
}

#[test]
fn singularity_marks_the_last_stone() {
    check("singularity", &[], "b=e2,e3 w=a1 act=black", &["e2-f1*e3"], "black (last stone)", "f1");
    check("singularity", &[], "b=f1 w=a2 act=white", &[], "black (last stone)", "f1");
}

#[test]
fn leap_over_marks_the_stones_that_arrived() {
    let before = "b=a11,b11,b12,c9,c10,c11,d7,d8,d9,d10 w=a12 act=black";
    let home = "a13 b11 b12 c9 c10 c11 d7 d8 d9 d10";
    check("leapover", &[], before, &["a11-a13"], "black (arrived)", home);
}

#[test]
fn tetra_marks_the_figure() {
    for (three, fourth, kind) in [
        ("a4,c4,e4", "d8", "line by nodes"),
        ("a5,c4,e3", "f3", "line by lines"),
        ("c3,c5,a5", "e3", "rhombus by nodes"),
        ("c3,c6,b5", "d4", "rhombus by lines"),
    ] {
        // A stone that has no part in it stands far away.
        let setup = format!("w={three},a14 b=b4,d3 whand=2 act=white");
        let figure = format!("{} {fourth}", three.replace(',', " "));
        check("tetra", &[], &setup, &[fourth], &format!("white ({kind})"), &figure);
    }
    let two = "b=c3,c5,a5,a1,a3,a7,e1 act=black";
    check("tetra", &[], two, &["e1-e3"], "black (line by nodes)", "a1 a3 a5 a7");
}

#[test]
fn quinta_and_sexta_mark_the_line() {
    let quinta = "b=a4,b4,c4,d4,e3,a12 w=a1 act=black";
    check("quinta", &[], quinta, &["e3-e4"], "black (five in line)", "a4 b4 c4 d4 e4");
    let sexta = "b=c3,b4,b5,c5,d4,e5 w=a1 act=black";
    check("sexta", &[], sexta, &["e5-e4"], "black (line of six)", "c3 b4 b5 c5 d4 e4");
}

#[test]
fn zen_marks_the_pawns() {
    check("zen", &[], "w=a1,c2 b=e5,k11,a11 act=white", &["c2-b2"], "white (connected)", "a1 b2");
    let zen = "w=c3,d3 b=e8,k11 zen=a4 act=white";
    check("zen", &[], zen, &["a4-b4"], "white (connected)", "c3 d3 b4");
    let both = "w=a1,d2 b=c1,f5,f6 act=white";
    check("zen", &[], both, &["a1xc1"], "draw (both connected)", "c1 d2 f5 f6");
    check("zen", &[], "w=a1,k9 b=c1 zen=f6 act=white", &["a1xc1"], "white (no pawns)", "c1 k9");
    let mate = "w=a1,d2 b=e8,a11,k11 act=white";
    check("zen", &["variant=1"], mate, &["d2-c2"], "white (mate)", "a1 c2");
    let unannounced = ["d2-c2", "e8-e7", "c2-b2", "concede"];
    check("zen", &["variant=1", "announce=manual"], mate, &unannounced, "white (conceded)", "a1 b2");
}

#[test]
fn yin_yang_marks_the_corner_and_who_cannot_play() {
    let corner = format!("w=a4 b=c4 lb={IDLE} lw={IDLE} act=black");
    check("yinyang", &[], &corner, &["c4-d4"], "black (corner)", "d4");
    let stuck = format!(
        "w=d1,d2,b3,c3,d3,b4,c4,d4 b=a1,b1,c1,a2,b2,c2,a3,a4 lb=....>*,....>*,....>*,....>* lw={WHITE_LAWS} act=black"
    );
    check("yinyang", &[], &stuck, &[], "white (no turn)", "a1 b1 c1 a2 b2 c2 a3 a4");
}

#[test]
fn a_game_that_ends_off_the_board_marks_nothing() {
    check("quinta", &[], "w=a1 b=a2 passed=twice act=white", &[], "draw (two passes)", "");
    for reason in [Reason::Resigned, Reason::Time, Reason::Claimed] {
        for kind in games::GAMES {
            let mut play = set_up(kind.meta().id, &[], kind.meta().sample);
            play.end(Outcome::win(Side::White, reason)).expect("the game runs");
            assert_eq!(marked(&*play), [""; 0], "{} {reason}", kind.meta().id);
        }
    }
    let mut play = set_up("y", &[], "act=black");
    play.end(Outcome::draw(Reason::Agreed)).expect("the game runs");
    assert_eq!(marked(&*play), [""; 0]);
}
