use super::*;
use crate::Play;
use crate::playout::Random;
use crate::turns::legal_turns;
use std::collections::BTreeMap;

fn set_up(setup: &str) -> Play<LeapOver> {
    Play::from_setup(Options::default(), setup).expect(setup)
}

fn turns(play: &Play<LeapOver>) -> Vec<String> {
    let turns = legal_turns(play.position()).expect("few turns");
    turns.into_iter().map(|turn| turn.text).collect()
}

fn refused(setup: &str, turn: &str) -> String {
    set_up(setup).turn(turn).expect_err(turn).to_string()
}

fn impossible(setup: &str) -> String {
    Play::<LeapOver>::from_setup(Options::default(), setup).expect_err(setup).to_string()
}

#[test]
fn starts_with_two_triangles_and_sixteen_jumps() {
    let mut play = Play::<LeapOver>::start(&[]).unwrap();
    assert_eq!(
        play.position().setup(Audience::Everyone),
        "w=a13,b11,b12,c9,c10,c11,d7,d8,d9,d10 b=a5,b4,b5,c3,c4,c5,d2,d3,d4,d5 act=black"
    );
    assert_eq!(
        turns(&play).join(" "),
        "b4-b6 b5-b3 c3-e1 c3-e3 c4-a4 c4-a6 c4-c2 c4-c6 c4-e2 c4-e4 c5-e3 c5-e5 d3-b3 d3-d1 d4-b6 d4-d6"
    );
    assert_eq!(play.turn("C4-E4").unwrap(), "c4-e4");
    assert_eq!(play.position().to_act().side(), Side::White);
}

#[test]
fn a_chain_may_change_direction_and_needs_only_start_and_end() {
    let line = "w=b5,d5 b=a5 act=black";
    assert_eq!(turns(&set_up(line)), ["a5-c5", "a5-c5-e5"]);
    for spelling in ["a5-e5", "a5-c5-e5", " A5-E5 ", "a5-c5-a5-c5-e5"] {
        let mut play = set_up(line);
        assert_eq!(play.turn(spelling).unwrap(), "a5-c5-e5");
        assert_eq!(play.position().setup(Audience::Everyone), "w=b5,d5 b=e5 act=white");
    }
}

#[test]
fn a_stone_on_a_penta_is_jumped_by_either_branch() {
    // e2 leads on to d15 and e12 to d2, all over the same stone.
    assert_eq!(turns(&set_up("b=d1 w=e1 act=black")), ["d1-e12", "d1-e12-d2", "d1-e2", "d1-e2-d15"]);
}

#[test]
fn among_the_shortest_the_first_by_board_order_is_printed() {
    let rhombus = "w=b11,b12,d8,d9 b=a13 act=black";
    assert_eq!(turns(&set_up(rhombus)), ["a13-c11", "a13-c9", "a13-c9-e7"]);
    assert_eq!(set_up(rhombus).turn("a13-c11-e7").unwrap(), "a13-c9-e7");
}

#[test]
fn says_why_a_turn_is_refused() {
    let line = "w=b5,d5 b=a5,a9 act=black";
    assert_eq!(refused(line, "b5-b4"), "`b5-b4`: the piece on b5 is not yours");
    assert_eq!(refused(line, "c5-c4"), "`c5-c4`: nothing stands on c5");
    assert_eq!(refused(line, "a5-b5"), "`a5-b5`: b5 is occupied");
    assert_eq!(refused(line, "a5-a6"), "`a5-a6`: a6 is a step away, and stones only jump");
    assert_eq!(refused(line, "a5-a7"), "`a5-a7`: there is no stone to jump over at a6");
    assert_eq!(refused(line, "a5-f1"), "`a5-f1`: f1 cannot be reached from a5");
    assert_eq!(refused(line, "a5-c5-a5"), "`a5-c5-a5`: a chain must not end where it began");
    assert_eq!(refused(line, "a5-a5"), "`a5-a5`: a chain must not end where it began");
    assert_eq!(refused(line, "a5-c5-c3-e5"), "`c3`: there is no stone to jump over at c4");
    assert_eq!(refused(line, "a5-c5-d5"), "`d5`: d5 is occupied");
    assert_eq!(refused(line, "d9-c5-e5"), "`d9-c5-e5`: nothing stands on d9");
    assert_eq!(refused(line, "a5-c5-x9"), "`x9`: no such point on the 93-node board");
    assert_eq!(refused(line, "a5-c5 a9"), "`a9`: the move was already complete");
    assert_eq!(refused(line, "pass"), "`pass`: you may pass only if none of your stones can jump");
    assert!(
        refused(line, "a5").ends_with("the move is not complete: choose a stone and where its jumps end")
    );
    for unreadable in ["a5-", "-", "-a5", "a5--c5"] {
        assert!(refused(line, unreadable).contains("cannot be read; write where a stone starts"));
    }
    for noise in ["", "é-İ", "a5-c5-é", "a5\tc5", "☃"] {
        assert!(set_up(line).turn(noise).is_err());
    }
}

#[test]
fn two_passes_are_a_draw_and_a_jump_in_between_is_not() {
    let mut play = set_up("w=a1 b=a13 act=black");
    assert_eq!(turns(&play), ["pass"]);
    assert_eq!(play.turn("PASS").unwrap(), "pass");
    assert_eq!(play.position().setup(Audience::Everyone), "w=a1 b=a13 passed=yes act=white");
    assert_eq!(turns(&play), ["pass"]);
    play.turn("pass").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "draw (two passes)");
    assert_eq!(turns(&play), [""; 0]);

    // White is stuck as long as Black stays near, and Black can always jump.
    let mut play = set_up("b=a3,a4 act=white");
    for turn in ["pass", "a3-a5", "pass"] {
        play.turn(turn).unwrap();
    }
    assert!(play.outcome().is_none());
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut play = set_up("b=a3,a4 act=black");
    for turn in ["a3-a5", "pass", "a5-a3", "pass"].repeat(2) {
        // With White having passed this is another position than at the start, so it takes one turn more.
        assert!(play.outcome().is_none());
        play.turn(turn).unwrap();
    }
    play.turn("a3-a5").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "draw (repetition)");
}

#[test]
fn ten_stones_on_the_other_home_win() {
    let mut play = set_up("b=a11,b11,b12,c9,c10,c11,d7,d8,d9,d10 w=a12 act=black");
    play.turn("a11-a13").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "black (arrived)");
    assert_eq!(play.position().to_act().side(), Side::White);
    assert_eq!(play.turn("a12-a14").unwrap_err().to_string(), "`a12-a14`: the game is over");

    let nine = "b=b11,b12,c9,c10,c11,d7,d8,d9,d10 w=a12 act=white";
    assert!(set_up(nine).outcome().is_none(), "nine stones have not arrived");
}

#[test]
fn the_mover_wins_if_both_have_arrived() {
    let black = "b=a13,b11,b12,c9,c10,c11,d7,d8,d9,d10";
    let white = "w=a5,b4,b5,c3,c4,c5,d2,d3,d4,d5";
    for (act, winner) in [("white", "black"), ("black", "white")] {
        let play = set_up(&format!("{white} {black} act={act}"));
        assert_eq!(play.outcome().unwrap().to_string(), format!("{winner} (arrived)"));
    }
    let alone = set_up(&format!("{black} w=a1 act=black"));
    assert_eq!(alone.outcome().unwrap().to_string(), "black (arrived)");
}

#[test]
fn refuses_impossible_set_ups() {
    let rim = "a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11";
    assert_eq!(impossible(&format!("w={rim} act=white")), "too many pieces in w=: 11 of at most 10");
    assert_eq!(impossible("w=a1 b=a1 act=white"), "two pieces on a1");
    assert_eq!(impossible("w=g1 act=white"), "`g1` in w=: no such point on the 93-node board");
    assert_eq!(impossible("w=a1"), "a set-up needs act=white or act=black");
    assert_eq!(impossible("w=a1 act=white hand=2"), "unknown key `hand`; this game takes w b passed act");
    assert_eq!(impossible("passed=maybe act=white"), "`passed=maybe`: passed takes yes, no or twice");
    assert!(set_up("b=a3,a4 act=black passed=yes").outcome().is_none());
}

#[test]
fn touching_a_stone_and_its_goal_is_a_turn() {
    let mut play = set_up("w=b5,d5 b=a5 act=black");
    let node = |name: &str| Touch::Point(kadon().board.find(name).unwrap());
    let mut draft = play.draft(Side::Black);
    assert_eq!(draft.choices(), [node("a5")]);
    draft.touch(node("a5")).unwrap();
    assert_eq!(draft.choices(), [node("c5"), node("e5")]);
    draft.touch(node("e5")).unwrap();
    assert_eq!(play.commit(&draft).unwrap(), "a5-c5-e5");
}

/// Every chain of one stone that meets no node twice, followed jump by jump on the board itself.
fn plain_chains(position: &LeapOver, way: &mut Vec<Point>, best: &mut BTreeMap<Point, (usize, Vec<Point>)>) {
    let board = &kadon().board;
    let (from, at) = (way[0], way[way.len() - 1]);
    let stands = |node: Point| node != from && position.occupied().contains(node);
    for &over in board.neighbours(at).iter().filter(|&&over| stands(over)) {
        for &to in board.straight_on(at, over) {
            if stands(to) || way.contains(&to) {
                continue;
            }
            way.push(to);
            let found = (way.len(), way.clone());
            let known = best.entry(to).or_insert_with(|| found.clone());
            *known = found.min(known.clone());
            plain_chains(position, way, best);
            way.pop();
        }
    }
}

fn plain_turns(position: &LeapOver) -> Vec<String> {
    let mut list = vec![];
    for from in position.stones[position.act] {
        let mut best = BTreeMap::new();
        plain_chains(position, &mut vec![from], &mut best);
        list.extend(best.into_values().map(|(_, way)| joined(way)));
    }
    if list.is_empty() {
        list.push("pass".into());
    }
    list.sort();
    list
}

#[test]
fn agrees_with_a_plain_search_and_set_ups_read_back() {
    let mut random = Random::new(11);
    for _ in 0..4 {
        let mut play = Play::<LeapOver>::start(&[]).unwrap();
        for _ in 0..60 {
            if play.outcome().is_some() {
                break;
            }
            let list = turns(&play);
            assert_eq!(list, plain_turns(play.position()));
            let setup = play.position().setup(Audience::Everyone);
            assert_eq!(set_up(&setup).position(), play.position());
            let pick = random.below(list.len() as u32) as usize;
            assert_eq!(play.turn(&list[pick]).unwrap(), list[pick]);
        }
    }
}

#[test]
fn finished_positions_read_back() {
    let mut play = set_up("w=a1 b=a13 act=black");
    play.turn("pass").unwrap();
    play.turn("pass").unwrap();
    let setup = play.position().setup(Audience::Everyone);
    assert_eq!(setup, "w=a1 b=a13 passed=twice act=black");
    assert_eq!(set_up(&setup).position(), play.position());
    assert_eq!(set_up(&setup).outcome(), play.outcome());
}
