//! Hand-made cases around what is written: the set-up turns, options, set-up strings, and who may read them.

use super::*;
use crate::SetupError;

fn refused(setup: &str) -> SetupError {
    Play::<YinYang>::from_setup(Options::default(), setup).unwrap_err()
}

#[test]
fn both_write_at_the_same_time() {
    let mut play = Play::<YinYang>::start(&[]).unwrap();
    assert_eq!(play.position().to_act(), Actors::Both);
    let mut steps = vec![];
    play.position().steps(&mut steps);
    assert_eq!(steps.len(), 2 * 513);
    assert_eq!(
        play.position().setup(Audience::Omniscient),
        "w=d1,d2,b3,c3,d3,b4,c4,d4 b=a1,b1,c1,a2,b2,c2,a3,a4 act=black"
    );
    let white = WHITE.replace(',', " ");
    assert_eq!(
        play.turn_by(Side::White, &format!("LAWS {}", white.to_uppercase())).unwrap(),
        format!("laws {white}")
    );
    assert_eq!(play.position().to_act(), Actors::only(Side::Black));
    assert_eq!(
        play.turn_by(Side::White, &format!("laws {white}")).unwrap_err().to_string(),
        format!("`laws {white}`: it is Black’s turn")
    );
    assert_eq!(code(&play, "a1-a2"), "unreadable");
    assert_eq!(code(&play, "laws wb..>w... b...>bwb. bb.w>*"), "incomplete");
    assert_eq!(
        error(&play, "laws wb..>w... B...>bb.. bb.w>* bb.w>*"),
        "`B...>bb..`: the effect must be the cause with exactly one stone less or exactly two stones more, or *"
    );
    assert_eq!(code(&play, "laws wb..>w... ? ? ?"), "yinyang.law-hidden");
    assert_eq!(code(&play, &format!("laws {white} wb..>w...")), "too-much");
    play.turn(&format!("laws {}", BLACK.replace(',', " "))).unwrap();
    assert!(play.position() == given().position());
    assert!(!play.rounds()[0].turns.iter().any(|turn| turn.before.counts_as_turn()));
    assert!(play.position().counts_as_turn());
    // Three positions look alike to everybody but in what is written: no repetition.
    assert!(play.outcome().is_none());
    assert_eq!(code(&play, "laws wb..>w... b...>bwb. bb.w>* bb.w>*"), "yinyang.written");
    let history: Vec<String> =
        AnyPlay::history(&play, Audience::Side(Side::Black)).iter().map(|line| format!("{line:?}")).collect();
    // White was ready first; a record lists Black's laws first all the same.
    assert!(history[0].contains("laws bbbb>bb.b"));
    assert_eq!(history[1], "Turn { by: White, text: \"laws ? ? ? ?\", captured: 0 }");
}

#[test]
fn a_draft_writes_for_its_own_side_only() {
    let mut play = Play::<YinYang>::start(&[]).unwrap();
    let mut draft = play.draft(Side::White);
    assert_eq!(draft.choices().len(), 513);
    for text in BLACK.split(',') {
        draft.touch(Touch::Text(text.into())).unwrap();
        let mut steps = vec![];
        draft.position().steps(&mut steps);
        assert!(draft.is_complete() || steps.len() == 513, "only White goes on");
    }
    play.commit(&draft).unwrap();
    assert_eq!(play.position().to_act(), Actors::only(Side::Black));
    assert!(play.commit(&draft).is_err(), "not twice");
    let law = Law::parse("....>*").unwrap();
    let black = Step::Write { side: Side::Black, law };
    let mut other = Play::<YinYang>::start(&[]).unwrap().draft(Side::White);
    assert_eq!(other.step(black), Err(Refusal::NotYourTurn(Side::Black)));
    other.touch(Touch::Text("....>*".into())).unwrap();
    assert_eq!(other.position().clone().play(black), Err(Refusal::NotYourTurn(Side::White)));
}

#[test]
fn a_draft_of_laws_does_not_wait_for_the_other_side() {
    let mut play = Play::<YinYang>::start(&[]).unwrap();
    let drafts = [(Side::Black, BLACK), (Side::White, WHITE)].map(|(side, laws)| {
        let mut draft = play.draft(side);
        laws.split(',').for_each(|text| draft.touch(Touch::Text(text.into())).unwrap());
        draft
    });
    for draft in drafts.iter().rev() {
        play.commit(draft).unwrap();
    }
    assert!(play.position() == given().position());
    assert!(play.commit(&drafts[0]).is_err(), "the laws are written");
}

#[test]
fn laws_given_as_options_are_shown_to_their_side_until_the_end() {
    let mut play = given();
    let shown = |play: &Play<YinYang>, audience| {
        let options = play.options_for(audience);
        ["laws_black", "laws_white"].map(|key| options.get(key).to_string())
    };
    assert_eq!(shown(&play, Audience::Everyone), ["", ""]);
    assert_eq!(shown(&play, Audience::Side(Side::White)), ["", WHITE]);
    let record = crate::Record::of(&play, Audience::Side(Side::White)).to_string();
    assert!(record.contains("laws_white=") && !record.contains("laws_black="), "{record}");
    play.resign(Side::White).unwrap();
    assert_eq!(shown(&play, Audience::Everyone), [BLACK, WHITE]);
}

#[test]
fn the_options_go_together() {
    let start = |options: &[&str]| Play::<YinYang>::start(options).unwrap_err().to_string();
    assert_eq!(
        start(&[&format!("laws_black={BLACK}")]),
        "laws_black and laws_white go together: give both or neither"
    );
    assert_eq!(
        start(&["laws_black=bbbb>bb.b"]),
        "`bbbb>bb.b` is not a value of option laws_black; it takes four laws separated by commas, or nothing"
    );
    assert!(Play::<YinYang>::start(&["laws_black=", "laws_white="]).is_ok());
}

#[test]
fn setups_that_cannot_be() {
    let reason = |setup: &str| refused(setup).to_string();
    assert_eq!(reason("w=a1 b=a1 act=black"), "two pieces on a1");
    assert_eq!(reason("w=e5 act=black"), "`e5` in w=: no such point on the Yin Yang board");
    assert_eq!(reason("w=a1 b=b1"), "a set-up needs act=white or act=black");
    assert_eq!(reason("ko=a1 act=black"), "unknown key `ko`; this game takes w b lb lw up act passed");
    assert_eq!(reason("passed=yes act=black"), "there is no passing in Yin Yang");
    assert!(Play::<YinYang>::from_setup(Options::default(), "passed=no act=black").is_ok());
    assert_eq!(
        reason(&format!("lb={BLACK} act=white")),
        "laws are missing (lb=, lw=): they are written before Black’s first turn, so act=black"
    );
    assert_eq!(
        reason(&format!("lb={BLACK} lw=?,?,?,? act=white")),
        "lw=: `?`: ? stands for a secret law; its text is needed here"
    );
    assert_eq!(reason("lb=....>*,....>* act=black"), "lb=: a side has four laws, separated by commas");
    assert_eq!(reason(&format!("lb={BLACK},....>* act=black")), "lb=: a side has four laws, not more");
    assert_eq!(
        reason(&format!("lb={BLACK} up=w1 act=black")),
        "w1 cannot lie face up: White’s laws are not written yet"
    );
    for up in ["b5", "b1,b1", "x", "b1,"] {
        assert!(
            matches!(refused(&format!("lb={BLACK} up={up} act=black")), SetupError::BadValue { .. }),
            "{up}"
        );
    }
}

#[test]
fn a_setup_without_laws_is_before_they_are_written() {
    let play = at("w=d4 b=a1 act=black");
    assert_eq!(play.position().to_act(), Actors::Both);
    let half = at(&format!("w=d4 b=a1 lb={BLACK} act=black"));
    assert_eq!(half.position().to_act(), Actors::only(Side::White));
    assert_eq!(half.position().setup(Audience::Everyone), "w=d4 b=a1 lb=?,?,?,? act=black");
    let options = given().options().clone();
    let from_options = Play::<YinYang>::from_setup(options, "w=d4 b=a1 act=white").unwrap();
    assert_eq!(
        from_options.position().setup(Audience::Omniscient),
        format!("w=d4 b=a1 lb={BLACK} lw={WHITE} act=white")
    );
}

#[test]
fn no_secret_is_printed() {
    let play = given();
    let secrets: Vec<&str> = BLACK.split(',').chain(WHITE.split(',')).collect();
    let seen = play.position().seen_by(Side::Black);
    let law = Law::parse("bbbb>bb.b").unwrap();
    let steps = [Step::Text(law), Step::Write { side: Side::Black, law }];
    let printed = format!("{play:?} {:?} {:#?} {seen:?} {steps:?}", play.position(), play.position());
    assert!(printed.contains("lb=?,?,?,? lw=?,?,?,?"));
    assert!(secrets.iter().all(|secret| !printed.contains(secret)), "{printed}");
}

#[test]
fn a_side_sees_its_own_laws_and_those_face_up() {
    let mut play = given();
    play.turn("L1@a1").unwrap();
    let white = play.position().seen_by(Side::White);
    assert_eq!(white.hidden().collect::<Vec<_>>(), [2, 3, 4]);
    let text = |owner, number| white.law(owner, number).map(|law| law.to_string());
    assert_eq!(text(Side::Black, 1).as_deref(), Some("bbbb>bb.b"));
    assert_eq!((text(Side::Black, 2), text(Side::White, 2)), (None, Some("bwbw>bw.w".into())));
    assert_eq!((white.law(Side::White, 0), white.law(Side::White, 9)), (None, None));
    assert!(white.is_up(Side::Black, 1) && !white.is_up(Side::Black, 2) && !white.is_up(Side::Black, 0));
    assert_eq!((white.side(), white.to_act()), (Side::White, Actors::only(Side::White)));
    assert_eq!(white.stones(Side::Black).len(), 7);
    let guess = ["wwww>*", "....>*", "b...>*", "w...>*"].map(|law| Law::parse(law).unwrap());
    assert!(
        white
            .with_guess(guess)
            .setup(Audience::Omniscient)
            .contains("lb=bbbb>bb.b,....>*,b...>*,w...>* lw=bbbb>.bbb")
    );
    let true_laws = [1, 2, 3, 4].map(|number| play.position().hands[Side::Black].law(number).unwrap());
    assert!(&white.with_guess(true_laws) == play.position());
    // Before the opponent has written anything, a guess stands for what he will write.
    let early = Play::<YinYang>::start(&[]).unwrap().position().seen_by(Side::Black).with_guess(guess);
    assert_eq!(early.to_act(), Actors::only(Side::Black));
}
