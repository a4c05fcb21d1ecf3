//! What the four games have in common, tested on all of them; and helpers for their own tests.

use super::super::{quinta::Quinta, sexta::Sexta, singularity::Singularity, tetra::Tetra};
use crate::board::Point;
use crate::board::kadon::kadon;
use crate::game::{Game, Notation};
use crate::options::Options;
use crate::playout::Random;
use crate::pointset::PointSet;
use crate::setup::Fields;
use crate::side::{Audience, Lang};
use crate::turns::legal_turns;
use crate::{Play, SetupError};

/// A game from a legal set-up.
pub(in crate::games) fn at<G: Game>(setup: &str) -> Play<G> {
    Play::from_setup(Options::default(), setup).expect(setup)
}

/// The result of a game that starts from a set-up after some turns, or `-`.
pub(in crate::games) fn result<G: Game>(setup: &str, turns: &[&str]) -> String {
    let mut play = at::<G>(setup);
    for turn in turns {
        play.turn(turn).expect(turn);
    }
    play.outcome().map_or("-".into(), |outcome| outcome.to_string())
}

/// The list of turns of a set-up.
pub(in crate::games) fn list<G: Game>(setup: &str) -> Vec<String> {
    let turns = legal_turns(at::<G>(setup).position()).expect("few turns");
    turns.into_iter().map(|turn| turn.text).collect()
}

/// Why a turn is refused.
pub(in crate::games) fn refused<G: Game>(setup: &str, turn: &str) -> String {
    let mut play = at::<G>(setup);
    play.turn(turn).expect_err(turn).to_string()
}

/// Why a set-up is refused.
pub(in crate::games) fn cannot_be<G: Game>(setup: &str) -> String {
    let play: Result<Play<G>, SetupError> = Play::from_setup(Options::default(), setup);
    play.expect_err(setup).to_string()
}

/// Some points of a region, each with the same chance.
pub(in crate::games) fn some_of(random: &mut Random, region: PointSet, one_in: u32) -> PointSet {
    region.iter().filter(|_| random.below(one_in) == 0).collect()
}

/// Every straight path from every node.
pub(in crate::games) fn paths_of(length: usize) -> impl Iterator<Item = Vec<Point>> {
    let board = &kadon().board;
    board.all().flat_map(move |from| board.straight_paths(from, length))
}

#[test]
fn refusals_say_what_is_wrong_with_a_slide() {
    let setup = "b=a4,b9 w=c4,a5 act=black";
    let refused = |turn| refused::<Quinta>(setup, turn);
    assert_eq!(refused("b5-b6"), "`b5-b6`: nothing stands on b5");
    assert_eq!(refused("c4-c5"), "`c4-c5`: the piece on c4 is not yours");
    assert_eq!(refused("a4-a5"), "`a4-a5`: a5 is occupied");
    assert_eq!(refused("a4-d4"), "`a4-d4`: a piece stands in between, at c4");
    assert_eq!(refused("a4-c5"), "`a4-c5`: c5 cannot be reached from a4");
    assert_eq!(refused("a4-a4"), "`a4-a4`: a4 cannot be reached from a4");
    assert_eq!(refused("pass"), "`pass`: you may pass only if nothing else is possible");
}

#[test]
fn refusals_say_what_is_wrong_with_the_writing() {
    let refused = |turn| refused::<Sexta>("b=a4 w=c4 act=black", turn);
    assert_eq!(refused("a4-g1"), "`g1`: no such point on the 93-node board");
    assert_eq!(refused("a25-b1"), "`a25`: no such point on the 93-node board");
    assert_eq!(refused("a4-b4-c4"), "`b4-c4`: no such point on the 93-node board");
    assert_eq!(refused("a4"), "`a4`: cannot be read; write a slide such as a2-b4, or pass");
    assert_eq!(refused("a4-b4 b4-c4"), "`b4-c4`: the move was already complete");
    assert!(refused("").contains("the move is not complete: slide a stone"));
    for odd in ["-", "*", "é-ß", "a4-", "-a4", "İ", "a4—b4", "a4-b4*", "pass pass"] {
        refused(odd);
    }
    let error = at::<Sexta>("b=a4 act=black").turn("a5-a6").unwrap_err();
    assert_eq!(error.say(Lang::Fr), "« a5-a6 » : il n’y a rien en a5");
}

#[test]
fn short_slides_say_how_far_they_go() {
    assert_eq!(refused::<Singularity>("b=a4 act=black", "a4-e4"), "`a4-e4`: a stone slides 3 nodes at most");
    assert_eq!(refused::<Tetra>("b=a4 act=black", "a4-d4"), "`a4-d4`: a stone slides 2 nodes at most");
}

#[test]
fn capitals_and_spaces_around_a_turn_are_read() {
    let mut play = at::<Quinta>("b=a4 w=c4 act=black");
    assert_eq!(play.turn("  A4-B4 ").unwrap(), "a4-b4");
}

#[test]
fn a_slide_through_a_penta_takes_either_branch() {
    // e12 and e2 are what d1 sees behind e1; a stone on the penta itself stops both.
    assert!(list::<Quinta>("b=d1 act=black").contains(&"d1-e12".into()));
    assert!(list::<Quinta>("b=d1 act=black").contains(&"d1-e2".into()));
    let refusal = refused::<Quinta>("b=d1 w=e1 act=black", "d1-e2");
    assert_eq!(refusal, "`d1-e2`: a piece stands in between, at e1");
}

#[test]
fn two_straight_paths_between_the_same_nodes_are_one_turn() {
    // From a1 to a9 along the rim, or by b1 c1 d1 e1 e2 e3 e4 e5 d6 c7 b8.
    let ways = |setup| {
        let turns = list::<Sexta>(setup);
        turns.iter().filter(|turn| *turn == "a1-a9").count()
    };
    assert_eq!(ways("b=a1 act=black"), 1);
    assert_eq!(ways("b=a1 w=a5 act=black"), 1);
    assert_eq!(ways("b=a1 w=e3 act=black"), 1);
    assert_eq!(ways("b=a1 w=a5,e3 act=black"), 0);
    assert_eq!(
        refused::<Sexta>("b=a1 w=a5,e3 act=black", "a1-a9"),
        "`a1-a9`: a piece stands in between, at a5"
    );
}

#[test]
fn who_cannot_move_passes_and_two_passes_are_a_draw() {
    fn check<G: Game>(with_stones: &str) {
        assert_eq!(list::<G>(with_stones), ["pass"]);
        assert_eq!(result::<G>(with_stones, &["pass"]), "-");
        assert_eq!(result::<G>("act=white", &["pass", "pass"]), "draw (two passes)");
        assert_eq!(result::<G>("act=white passed=yes", &["pass"]), "draw (two passes)");
        let mut play = at::<G>("act=white");
        play.turn("pass").unwrap();
        assert_eq!(play.position().setup(Audience::Everyone), "passed=yes act=black");
        play.turn("pass").unwrap();
        assert_eq!(play.position().setup(Audience::Everyone), "passed=twice act=white");
        assert_eq!(result::<G>("passed=twice act=white", &[]), "draw (two passes)");
        assert!(list::<G>("passed=twice act=white").is_empty());
    }
    check::<Singularity>("b=a1 act=white");
    check::<Tetra>("b=a1 act=white bhand=3");
    check::<Quinta>("b=a1 act=white");
    check::<Sexta>("b=a1 act=white");
    // A stone of White in the corner, shut in by three of Black's.
    assert_eq!(list::<Sexta>("w=a1 b=a2,a24,b1 act=white"), ["pass"]);
}

#[test]
fn a_pass_is_forgotten_after_a_move() {
    let mut play = at::<Sexta>("b=a4 act=white");
    for turn in ["pass", "a4-a5", "pass", "a5-a4", "pass"] {
        play.turn(turn).expect(turn);
    }
    assert!(play.outcome().is_none());
    assert_eq!(play.position().setup(Audience::Everyone), "b=a4 passed=yes act=black");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut play = Play::<Sexta>::start(&[]).unwrap();
    for turn in ["a2-b2", "a6-b6", "b2-a2", "b6-a6", "a2-b2", "a6-b6", "b2-a2", "b6-a6"] {
        assert!(play.outcome().is_none());
        play.turn(turn).expect(turn);
    }
    assert_eq!(play.outcome().unwrap().to_string(), "draw (repetition)");
}

#[test]
fn set_ups_that_cannot_be() {
    assert_eq!(cannot_be::<Quinta>("b=a1"), "a set-up needs act=white or act=black");
    assert_eq!(cannot_be::<Quinta>("b=a1 w=a1 act=black"), "two pieces on a1");
    assert_eq!(cannot_be::<Quinta>("b=h1 act=black"), "`h1` in b=: no such point on the 93-node board");
    assert_eq!(
        cannot_be::<Sexta>("w=a1,a2,a3,b1,b2,b3,b4 act=black"),
        "too many pieces in w=: 7 of at most 6"
    );
    assert_eq!(
        cannot_be::<Singularity>("w=a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12,a13 act=black"),
        "too many pieces in w=: 13 of at most 12"
    );
    assert_eq!(cannot_be::<Sexta>("act=black passed=maybe"), "`passed=maybe`: passed takes yes, no or twice");
    assert_eq!(
        cannot_be::<Quinta>("act=black whand=1"),
        "unknown key `whand`; this game takes w b act passed swap"
    );
}

#[test]
fn set_ups_round_trip_through_random_games() {
    fn check<G: Game>(games: u64) {
        let options = Options::default();
        let mut steps = vec![];
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut position = G::start(&options).unwrap();
            for _ in 0..300 {
                position.steps(&mut steps);
                if !position.mid_turn() {
                    let mut fields = Fields::parse(&position.setup(Audience::Omniscient)).unwrap();
                    assert_eq!(G::from_setup(&options, &mut fields).unwrap(), position);
                    fields.finish().unwrap();
                    assert_eq!(steps.is_empty(), position.outcome().is_some());
                }
                if steps.is_empty() {
                    break;
                }
                position.play_unchecked(steps[random.below(steps.len() as u32) as usize]);
            }
        }
    }
    check::<Singularity>(20);
    check::<Tetra>(50);
    check::<Quinta>(10);
    check::<Sexta>(10);
}

/// Every explanation is called for: what is listed plays, what is not listed is refused with a reason.
#[test]
fn every_pair_of_nodes_is_either_listed_or_explained() {
    let listed = list::<Singularity>("b=f1,f2,a1,e5 w=e3,b1,d8 act=black");
    let mut play = at::<Singularity>("b=f1,f2,a1,e5 w=e3,b1,d8 act=black");
    let board = &kadon().board;
    for from in board.all() {
        for to in board.all() {
            let turn = format!("{}-{}", board.name(from), board.name(to));
            match play.turn(&turn) {
                Ok(spelled) => {
                    assert!(listed.contains(&spelled), "{spelled}");
                    play.undo();
                }
                Err(error) => {
                    assert!(!listed.contains(&turn), "{turn}");
                    assert_ne!(error.why.code(), "not-legal", "{turn}");
                }
            }
        }
    }
}
