//! Check and mate, announced by the game or by the players.

use super::{refused, result, set_up, turns};
use crate::game::{Presentation, Rules};
use crate::games::zen::Zen;
use crate::play::Play;
use crate::side::Side;
use crate::view::View;

const AUTO: &[&str] = &["variant=1"];
const MANUAL: &[&str] = &["variant=1", "announce=manual"];

/// With e2-e1 White threatens a1-d1 and e1-b1, three squares in row 1. Black parries with h1-h2.
const CHECK: &str = "w=a1,e2 b=h1,a11,k11 act=white";

/// With d2-c2 White threatens a1-b1, a1-c3, c2-b1 and c2-b2; Black cannot stop them all.
const MATE: &str = "w=a1,d2 b=e8,a11,k11 act=white";

fn noted(play: &Play<Zen>) -> bool {
    let View { notes, .. } = play.position().view(crate::Audience::Everyone);
    notes.iter().any(|note| note.text.en == "check")
}

#[test]
fn the_game_announces_check() {
    for written in ["e2-e1", "e2-e1+"] {
        let mut play = set_up(AUTO, CHECK);
        assert_eq!(play.turn(written).unwrap(), "e2-e1+");
        assert!(noted(&play) && result(&play) == "none");
        assert_eq!(play.turn("h1-h2").unwrap(), "h1-h2");
        assert!(!noted(&play));
    }
    let mut play = set_up(AUTO, CHECK);
    assert!(turns(&play).contains(&"e2-e1+".into()));
    assert_eq!(refused(&mut play, "e2-e3+"), "`e2-e3+`: this does not give check");
    assert_eq!(refused(&mut play, "e2-e3#"), "`e2-e3#`: this does not give check");
    assert_eq!(refused(&mut play, "e2-e1#"), "`e2-e1#`: this is check, not mate: write +");
    assert_eq!(set_up(&[], CHECK).turn("e2-e1").unwrap(), "e2-e1", "not in the basic game");
    assert_eq!(set_up(&["variant=3"], CHECK).turn("e2-e1").unwrap(), "e2-e1");
}

#[test]
fn mate_ends_the_game() {
    for options in [AUTO, &["variant=2"], &["variant=1", "players=4"]] {
        let mut play = set_up(options, MATE);
        assert_eq!(refused(&mut play, "d2-c2+"), "`d2-c2+`: this is mate: write # or nothing");
        assert_eq!(play.turn("d2-c2").unwrap(), "d2-c2#");
        assert_eq!(result(&play), "white (mate)");
        assert!(turns(&play).is_empty());
        assert_eq!(refused(&mut play, "e8-e7"), "`e8-e7`: the game is over");
    }
    assert_eq!(result(&set_up(AUTO, "w=a1,c2 b=e8,a11,k11 act=black")), "white (mate)");
    // A round won by mate scores like any other: three black pawns, one of them the major group.
    let mut play = set_up(&["variant=2"], MATE);
    play.turn("d2-c2#").unwrap();
    assert_eq!(play.match_state().unwrap().points, [2, 0]);
}

#[test]
fn a_turn_that_ends_the_game_announces_nothing() {
    let mut play = set_up(AUTO, "w=a1,c2 b=e5,a11,k11 act=white");
    assert_eq!(refused(&mut play, "c2-b2+"), "`c2-b2+`: this does not give check");
    assert_eq!(play.turn("c2-b2").unwrap(), "c2-b2");
}

#[test]
fn the_ko_does_not_hide_a_check() {
    // White has put the Zen from b2 to b3, and would win by moving it back: check all the same.
    // The ko only binds Black, and then the side that moves after another Zen move.
    let setup = "w=a1,c1 b=a6,k6,j10 act=black zen=";
    assert_eq!(result(&set_up(MANUAL, &format!("{setup}b2"))), "white (connected)");
    let mut play = set_up(MANUAL, &format!("{setup}b3 ko=b2"));
    assert!(play.position().gives_check());
    assert!(refused(&mut play, "b3-b2").contains("just left b2"));
}

#[test]
fn players_announce_what_is_true() {
    let mut play = set_up(MANUAL, CHECK);
    let listed = turns(&play);
    assert!(listed.contains(&"e2-e1+".into()) && !listed.contains(&"e2-e1".into()));
    assert_eq!(refused(&mut play, "e2-e3+"), "`e2-e3+`: this does not give check");
    assert_eq!(refused(&mut play, "e2-e1#"), "`e2-e1#`: this is check, not mate: write +");
    assert_eq!(play.turn("e2-e1+").unwrap(), "e2-e1+");
    assert_eq!(play.position().write_setup(), "w=a1,e1 b=h1,a11,k11 act=black");
    assert!(noted(&play));
    play.undo();
    assert_eq!(play.turn("e2-e1").unwrap(), "e2-e1", "what was not said is not written");
    assert_eq!(play.position().write_setup(), "w=a1,e1 b=h1,a11,k11 check=open act=black");
    assert!(!noted(&play), "nobody tells the defender");
}

#[test]
fn a_mate_may_be_announced_called_check_or_missed() {
    let played = |turn| {
        let mut play = set_up(MANUAL, MATE);
        assert_eq!(play.turn(turn).unwrap(), turn);
        let listed = turns(&play).len();
        (result(&play), listed > 0, play.position().write_setup())
    };
    let setup = |check: &str| format!("w=a1,c2 b=e8,a11,k11 {check}act=black");
    assert_eq!(played("d2-c2#"), ("white (mate)".into(), false, setup("check=mate ")));
    assert_eq!(played("d2-c2+"), ("none".into(), true, setup("")));
    assert_eq!(played("d2-c2"), ("none".into(), true, setup("check=open ")));
    assert!(turns(&set_up(MANUAL, MATE)).contains(&"d2-c2#".into()));
}

#[test]
fn an_unannounced_check_is_conceded_or_taken_back_once() {
    let mut play = set_up(MANUAL, MATE);
    for turn in ["d2-c2", "e8-e7"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(
        play.position().write_setup(),
        "w=a1,c2 b=e7,a11,k11 act=white was=w=a1,c2;b=e8,a11,k11;act=black"
    );
    assert_eq!(play.turn("c2-b2").unwrap(), "c2-b2");
    assert_eq!((result(&play), turns(&play)), ("none".into(), vec!["concede".into(), "takeback".into()]));
    assert_eq!(play.position().to_act().side(), Side::Black);
    assert!(refused(&mut play, "e7-e6").contains("answer concede or takeback"));
    assert!(refused(&mut play, "pass").contains("answer concede or takeback"));
    assert_eq!(refused(&mut play, "concede+"), "`concede+`: this does not give check");

    let mut conceded = play.clone();
    conceded.turn("concede").unwrap();
    assert_eq!(result(&conceded), "white (conceded)");
    assert!(turns(&conceded).is_empty());

    play.turn("Takeback").unwrap();
    assert_eq!(play.position().write_setup(), "w=a1,c2 b=e8,a11,k11 act=black");
    for turn in ["e8-e7", "c2-b2"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(result(&play), "white (connected)");
}

#[test]
fn another_turn_of_the_attacker_lets_the_chance_go() {
    let mut play = set_up(MANUAL, MATE);
    // White misses the win, announces this time, and wins for good.
    for turn in ["d2-c2", "e8-e7", "c2-c1+", "e7-e6", "c1-b2"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(result(&play), "white (connected)");
    // An announced check is never taken back.
    let mut play = set_up(MANUAL, MATE);
    for turn in ["d2-c2+", "e8-e7", "c2-b2"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(result(&play), "white (connected)");
}

#[test]
fn only_a_reply_in_vain_is_remembered() {
    let check = set_up(MANUAL, "w=a1,e1 b=h1,a11,k11 check=open act=black");
    let (mut in_vain, mut parried) = (0, 0);
    for reply in turns(&check) {
        let mut play = check.clone();
        play.turn(&reply).unwrap();
        if play.outcome().is_some() {
            continue;
        }
        let waits = |turn: &String| {
            let mut play = play.clone();
            play.turn(turn).unwrap();
            play.outcome().is_none() && turns(&play).contains(&"takeback".to_string())
        };
        let lost = turns(&play).iter().any(waits);
        assert_eq!(play.position().write_setup().contains("was="), lost, "{reply}");
        *(if lost { &mut in_vain } else { &mut parried }) += 1;
    }
    assert!(in_vain > 0 && parried > 0, "{in_vain} {parried}");
}

#[test]
fn a_parried_check_counts_the_same_announced_or_not() {
    let mut play = set_up(MANUAL, "w=a1,e1 b=h1,a11,k11 act=black");
    for turn in ["h1-h2", "e1-e2", "h2-h1", "e2-e1", "h1-h2", "e1-e2", "h2-h1", "e2-e1+"] {
        assert_eq!(play.turn(turn).unwrap(), turn);
        assert_eq!(result(&play), "none", "{turn}");
    }
    play.turn("h1-h2").unwrap();
    assert_eq!(result(&play), "draw (repetition)");
}

#[test]
fn with_four_the_seat_to_act_answers_and_the_replying_seat_is_back() {
    let options = ["variant=1", "announce=manual", "players=4"];
    let mut play = set_up(&options, MATE);
    for turn in ["d2-c2", "e8-e7", "c2-b2"] {
        play.turn(turn).unwrap();
    }
    let seat = |side, number| crate::Actors::One(crate::Seat { side, number });
    assert_eq!(play.position().to_act(), seat(Side::Black, 2));
    play.turn("takeback").unwrap();
    assert_eq!(play.position().to_act(), seat(Side::Black, 1));
}

#[test]
fn open_checks_of_both_sides_nest() {
    // White's c1-b2 and Black's i11-j10 would each connect two pawns. Both keep forgetting to announce.
    let mut play = set_up(MANUAL, "w=a1,c1 b=i11,k11 check=open act=black");
    let mut then = |turn: &str| {
        play.turn(turn).unwrap();
        (play.position().write_setup(), turns(&play).len() == 2)
    };
    const FIRST: &str = "w=a1,c1;b=i11,k11;act=black";
    let replied = (format!("w=a1,c1 b=k10,i11 check=open act=white was={FIRST}"), false);
    assert_eq!(then("k11-k10"), replied);
    let nested =
        format!("w=a1,c2 b=k10,i11 check=open act=black was=w=a1,c1;b=k10,i11;act=white;was={FIRST}");
    assert_eq!(then("c1-c2"), (nested, false));
    assert!(then("i11-j10").1, "White answers");
    let restored = (format!("w=a1,c1 b=k10,i11 act=white was={FIRST}"), false);
    assert_eq!(then("takeback"), restored);
    assert!(then("c1-b2").1, "now Black answers");
    assert_eq!(then("takeback"), ("w=a1,c1 b=i11,k11 act=black".into(), false));
}
