//! The end of a game, and what a round of a match is worth.

use super::{basic, result, set_up, turns};
use crate::game::Rules;
use crate::outcome::{Outcome, Reason};
use crate::side::Side;

fn after(setup: &str, turn: &str) -> String {
    let mut play = basic(setup);
    assert_eq!(result(&play), "none", "{setup}");
    play.turn(turn).unwrap();
    assert_eq!(play.position().to_act().side(), Side::Black, "the turn passes even at the end");
    result(&play)
}

#[test]
fn the_end_in_its_order() {
    assert_eq!(after("w=a1,c2 b=e5,k11,a11 act=white", "c2-b2"), "white (connected)");
    // The last isolated black pawn is taken: Black is connected, whichever side moved.
    assert_eq!(after("w=a1,k9 b=c1,f5,f6 act=white", "a1xc1"), "black (connected)");
    assert_eq!(after("w=a1,d2 b=c1,f5,f6 act=white", "a1xc1"), "draw (both connected)");
    assert_eq!(after("w=a1,k9 b=c1 zen=f6 act=white", "a1xc1"), "white (no pawns)");
    // It goes before: White is connected as well here.
    assert_eq!(after("w=a1,d2 b=c1 zen=e3 act=white", "a1xc1"), "white (no pawns)");
}

#[test]
fn the_zen_belongs_to_both_chains() {
    assert_eq!(after("w=c3,d3 b=e8,k11 zen=a4 act=white", "a4-b4"), "white (connected)");
    assert_eq!(after("w=d3,c3 b=d5,c5 zen=a4 act=white", "a4-b4"), "draw (both connected)");
    // Captured, it is needed no more.
    assert_eq!(after("w=a1,c2 b=k11,a11 zen=c1 act=white", "a1xc1"), "white (connected)");
}

#[test]
fn set_ups_are_judged_as_they_stand() {
    assert_eq!(result(&basic("w=a1 b=e5,k11 act=white")), "white (connected)");
    assert_eq!(result(&basic("w=a1 b=e5,k11 zen=c3 act=white")), "none");
    assert_eq!(result(&basic("w=a1 b=e5,k11 zen=b2 act=white")), "white (connected)");
    assert_eq!(result(&basic("w=a1,b1 b=c5,d6 act=black")), "draw (both connected)");
    assert_eq!(result(&basic("b=e5,k11 act=white")), "black (no pawns)");
    assert!(turns(&basic("b=e5,k11 act=white")).is_empty());
    // a11 and b11 touch, a11 and k10 do not: the edge of the board is no contact.
    assert_eq!(result(&basic("w=k10,a11 b=a1,k1 act=white")), "none");
    assert_eq!(result(&basic("w=k1,a3 b=a1,k2,f6 act=white")), "none");
}

fn score(loser: &str, zen: &str) -> u32 {
    let play = set_up(&["variant=3"], &format!("w=a1,k1 b={loser} zen={zen} act=white"));
    play.position().round_score(Side::White)
}

#[test]
fn a_round_scores_the_pawns_outside_the_major_group() {
    const GROUPS: &str = "c4,c5,c6,c7,f4,f5,f6,i4"; // four, three and one
    assert_eq!(score(GROUPS, ""), 3 + 1);
    assert_eq!(score(GROUPS, "k8"), 3 + 1 + 1);
    assert_eq!(score(GROUPS, "b5"), 3 + 1, "in contact with the major group");
    assert_eq!(score(GROUPS, "g6"), 3 + 1 + 1, "in contact with a minor group");
    assert_eq!(score("c4,c5,c6,c7", "k8"), 1, "only the Zen is astray");
}

#[test]
fn the_zen_links_groups_and_ties_go_to_the_loser() {
    // Three and two linked by the Zen on g6 are five: the group of four is lost.
    assert_eq!(score("c4,c5,c6,c7,f4,f5,f6,h7,h8", "g6"), 4);
    assert_eq!(score("c4,c5,c6,c7,f4,f5,f6,h7,h8", ""), 5);
    // Two groups of three and one pawn; the one with the Zen is the major one.
    assert_eq!(score("c4,c5,c6,f4,f5,f6,i4", ""), 3 + 1);
    assert_eq!(score("c4,c5,c6,f4,f5,f6,i4", "f7"), 3 + 1);
    assert_eq!(score("c4,c5,c6,f4,f5,f6,i4", "b5"), 3 + 1);
    assert_eq!(score("c4,c5,c6,f4,f5,f6,i4", "j4"), 3 + 1 + 1);
}

#[test]
fn a_loser_without_pawns_concedes_the_zen() {
    assert_eq!(score("", "f6"), 1);
    assert_eq!(score("", ""), 0);
}

#[test]
fn a_match_goes_on_with_the_loser() {
    let mut play = set_up(&["variant=3", "players=4"], "w=a1,c2 b=e5,k11,a11 act=white");
    play.turn("c2-b2").unwrap();
    let state = play.match_state().unwrap();
    assert_eq!((state.points, state.winner), ([2, 0], None));
    assert_eq!(play.turn("round 2").unwrap(), "round 2");
    let seat = |side, number| crate::Actors::One(crate::Seat { side, number });
    assert_eq!(play.position().to_act(), seat(Side::Black, 1));
    // Black began this round: the cycle is Black-1, White-1, Black-2, White-2.
    for turn in ["f1-f4", "a1-a4"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(play.position().to_act(), seat(Side::Black, 2));
    let setup = play.position().write_setup();
    assert!(setup.ends_with(" seat=2 first=black act=black"), "{setup}");
    assert_eq!(set_up(&["variant=3", "players=4"], &setup).position(), play.position());
    assert!(set_up(&["variant=1"], "w=a1,c2 b=e5,k11 act=white").match_state().is_none());
}

#[test]
fn a_match_is_won_at_seven_points() {
    let mut play = set_up(&["variant=3"], "w=a1,c2 b=a11,e5,e8,e11,h5,h8,k5,k11 act=white");
    play.turn("c2-b2").unwrap();
    let state = play.match_state().unwrap();
    assert_eq!((state.points, state.winner), ([7, 0], Some(Side::White)));
    assert_eq!(play.turn("round 2").unwrap_err().to_string(), "`round 2`: the match is over");
}

#[test]
fn a_drawn_round_hands_the_start_over_and_a_resignation_loses_the_match() {
    let mut play = set_up(&["variant=2"], "w=d3,c3 b=d5,c5 zen=a4 act=white");
    assert_eq!(play.turn("round 2").unwrap_err().to_string(), "`round 2`: this round is not over yet");
    play.turn("a4-b4").unwrap();
    assert_eq!(result(&play), "draw (both connected)");
    assert!(play.turn("round 3").unwrap_err().to_string().contains("it is 2"));
    play.turn("round 2").unwrap();
    assert_eq!(play.position().to_act().side(), Side::Black);
    play.end(Outcome::draw(Reason::Agreed)).unwrap();
    play.turn("round 3").unwrap();
    assert_eq!(play.position().to_act().side(), Side::White);
    play.resign(Side::White).unwrap();
    let state = play.match_state().unwrap();
    assert_eq!((state.points, state.winner), ([0, 0], Some(Side::Black)));
}
