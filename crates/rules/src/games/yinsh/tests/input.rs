//! Set-ups, texts and touches: what a person may hand in.

use super::*;

#[test]
fn set_ups_read_back() {
    let setup = "wr=c3,e5,f6,h8 br=d5,f4,f8,g5,g7 wm=c4 bm=d3,d4 wout=1 act=black";
    assert_eq!(now(&set("wr=e5,f6,c3,h8 br=g7,d5,f4,f8,g5 wm=c4 bm=d4,d3 wout=1 act=black")), setup);
    assert_eq!(now(&set("act=white")), "act=white");
    assert_eq!(*set("act=white").position(), *Play::<Yinsh>::start(&[]).unwrap().position());
    assert_eq!(set(setup).position().reserve, 48);
}

#[test]
fn impossible_set_ups_say_why() {
    let nine = "wr=f2,k7,k8,k9,k10 br=a2,a3,a4,a5";
    for (setup, why) in [
        (
            format!("{nine},b1 wm=e1,e2,e3,e4,e5 act=black"),
            "a row of five white markers, but Black is to act: it would have been removed",
        ),
        (format!("{nine} wm=e1 act=black"), "markers on the board while Black still has rings to place"),
        ("wr=a2,a3,a4,a5,b1,b2 act=black".into(), "too many pieces in wr=: 6 of at most 5"),
        (
            "wr=a2,a3,a4,a5,b1 wout=1 act=black".into(),
            "6 white rings on the board and taken off; there are 5",
        ),
        ("wr=a2,a3,a4 wout=4 act=black".into(), "`wout=4`: wout takes a number from 0 to 3"),
        (
            "wr=a2,a3 br=b2,b3 wout=3 bout=3 act=black".into(),
            "both sides have taken off 3: the first to do so had won",
        ),
        (format!("{FULL_RINGS} {} act=white", many_markers(52)), "52 markers on the board; there are 51"),
        ("wr=e12 act=black".into(), "`e12` in wr=: no such point on the YINSH board"),
        ("wr=e5 wm=e5 act=black".into(), "two pieces on e5"),
        ("passed=maybe act=black".into(), "`passed=maybe`: passed takes yes, no or twice"),
        ("wr=a2".into(), "a set-up needs act=white or act=black"),
        ("wx=a2 act=white".into(), "unknown key `wx`; this game takes wr wm wout br bm bout act passed"),
    ] {
        let error = try_set("variant=standard", &setup).expect_err(&setup);
        assert_eq!(error.to_string(), why, "{setup}");
    }
}

#[test]
fn reading_never_panics() {
    let mut play = set(&format!("wr=d2,k7,k8,k9,k10 {FAR} wm=d4 bm=d5 act=white"));
    for text in [
        "", " ", "x", "xé", "É5", "e5-", "-", "x-:", "x:-", "ß", "İ5-e5", "xa2-a5:", "x x", "passé", "5", "e",
    ] {
        assert!(play.turn(text).is_err(), "{text}");
    }
}

#[test]
fn a_row_is_touched_at_its_first_and_last_marker() {
    let play = set(&format!("wr=e2,k7,k8,k9,k10 {FAR} wm=e1,e3,e4,e5,e6 act=white"));
    let mut draft = play.draft(Side::White);
    let touch = |name: &str| Touch::Point(yinsh().find(name).expect(name));
    for name in ["e2", "d2", "e1", "e5", "d2"] {
        assert!(draft.choices().contains(&touch(name)), "{name}");
        draft.touch(touch(name)).expect(name);
    }
    assert!(draft.is_complete());
    assert_eq!(draft.text(Audience::Everyone), "e2-d2 xe1-e5:d2");
}

#[test]
fn a_row_the_winner_left_behind_is_no_obstacle() {
    let setup = "wr=a2,a3 br=j5,k7,k8,k9,k10 wm=e1,e2,e3,e4,e5 wout=3 act=black";
    let won = Play::<Yinsh>::from_setup(Options::parse(META.options, []).unwrap(), setup).unwrap();
    assert_eq!(won.outcome(), Some(Outcome::win(Side::White, Reason::ThirdRing)));
    assert_eq!(won.position().setup(Audience::Everyone), setup);
}
